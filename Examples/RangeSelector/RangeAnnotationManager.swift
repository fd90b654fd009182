import Vitrail

/// Receives the position of the dragged window.
protocol RangeAnnotationDelegate: AnyObject {
    func rangeAnnotation(_ annotation: RangeAnnotationManager, didMoveTo range: NumberRange)
}

/// The window on the range chart: lines at its ends, handles on them, shading beside it; its middle stays clear.
final class RangeAnnotationManager {
    /// Minimum width of the window, in units of the x-axis.
    var minimumSpan = 0.0
    weak var delegate: (any RangeAnnotationDelegate)?

    private let chart: Chart
    private let leftLine, rightLine: Annotation
    private let leftShading, rightShading: AnnotationZooming
    private let leftHandle = RangeHandle()
    private let rightHandle = RangeHandle()
    private(set) var range: NumberRange?
    private var dragged: Part?
    private var momentum: MomentumAnimation?

    private enum Part { case window, left, right }

    init(chart: Chart) {
        self.chart = chart
        // The range is not known yet: a line at NaN and a band without ends are not drawn.
        leftLine = .verticalLine(x: .number(.nan), width: 3, color: .selectorLine)
        rightLine = .verticalLine(x: .number(.nan), width: 3, color: .selectorLine)
        leftShading = .verticalBand(minimum: nil, maximum: nil, color: .selectorShading)
        rightShading = .verticalBand(minimum: nil, maximum: nil, color: .selectorShading)
        for annotation in [leftShading, rightShading, leftLine, rightLine, leftHandle, rightHandle] {
            chart.addAnnotation(annotation)
        }
    }

    func moveRangeSelector(to range: NumberRange) {
        guard let whole = chart.xAxis?.axisRange else { return }
        self.range = range
        leftLine.xValue = .number(range.minimum)
        rightLine.xValue = .number(range.maximum)
        leftHandle.xValue = leftLine.xValue
        rightHandle.xValue = rightLine.xValue
        leftShading.xValue = .number(whole.minimum)
        leftShading.xValueMax = .number(max(range.minimum, whole.minimum))
        rightShading.xValue = .number(min(range.maximum, whole.maximum))
        rightShading.xValueMax = .number(whole.maximum)
        chart.redrawChart()
    }

    // MARK: Dragging

    /// Handles a finger on the range chart.
    ///
    /// - Parameters:
    ///   - x: points of the range chart.
    ///   - velocity: velocity at the end of the gesture, points per second.
    /// - Returns: whether it holds the window.
    func pan(_ phase: GesturePhase, x: Double, velocity: Double) -> Bool {
        guard let plot = chart.plotAreaFrame else { return false }
        if phase == .began {
            stopMomentum()
            dragged = part(x: x, plot)
            return dragged != nil
        }
        guard let part = dragged else { return false }
        let position = min(max((x - plot.x) / plot.width, 0), 1)
        move(part, to: position, plot)
        if phase == .ended {
            dragged = nil
            if part == .window, velocity != 0 {
                momentum = MomentumAnimation(position: position, velocity: velocity / plot.width)
            }
        }
        return true
    }

    func stopMomentum() { momentum = nil }

    /// - Returns: whether the window still moves.
    func advance(by seconds: Double) -> Bool {
        guard var animation = momentum, let plot = chart.plotAreaFrame else { return false }
        move(.window, to: animation.advance(by: seconds), plot)
        momentum = animation.hasEnded ? nil : animation
        return momentum != nil
    }

    private func part(x: Double, _ plot: Rect) -> Part? {
        if leftHandle.isTouched(x: x) { return .left }
        if rightHandle.isTouched(x: x) { return .right }
        guard let range, let value = chart.xAxis?.dataValue(forPixelValue: x - plot.x) else { return nil }
        return range.contains(value) ? .window : nil
    }

    /// - Parameter position: along the plot area, 0 to 1.
    private func move(_ part: Part, to position: Double, _ plot: Rect) {
        guard let axis = chart.xAxis, let range, let value = axis.dataValue(forPixelValue: position * plot.width) else {
            return
        }
        let whole = axis.axisRange
        let moved =
            switch part {
            case .window:
                NumberRange(
                    length: range.span,
                    startingAt: max(min(value - range.span / 2, whole.maximum - range.span), whole.minimum))
            case .left: NumberRange(max(min(value, range.maximum - minimumSpan), whole.minimum), range.maximum)
            case .right: NumberRange(range.minimum, min(max(value, range.minimum + minimumSpan), whole.maximum))
            }
        moveRangeSelector(to: moved)
        delegate?.rangeAnnotation(self, didMoveTo: moved)
    }
}

extension NumberRange {
    fileprivate init(length: Double, startingAt start: Double) { self.init(start, start + length) }
}
