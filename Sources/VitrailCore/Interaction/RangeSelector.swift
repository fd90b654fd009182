public import VitrailScene

/// A chart over an overview of all its data. A window in the overview shows what the chart shows, and can be dragged, as a whole and by its ends.
///
/// ```swift
/// let selector = RangeSelector(width: 800, height: 480) { chart in
///     chart.add(LineSeries(columns: columns))
///     chart.xAxis?.enableGesturePanning = true
/// }
/// selector.pan(.began, x: 400, y: 430)
/// ```
///
/// Both charts are planned and rendered each by itself, the main one first; their pictures stand one over the other, and so do their plot areas: the
/// overview takes the left and the right edge of the main one, as of that one's last picture. Events are handed to the selector, in points of both
/// pictures together. What it does to the main chart's range, the main chart's delegate is not told of.
public final class RangeSelector {
    public let main: Chart
    /// Shows all of the data, without axes, title and legend; events do not move it.
    public let overview: Chart
    /// The window is never narrower, in units of the x-axis; nor does the main chart show less.
    public var minimumSpan = 0.0
    /// The series whose value at the right is marked on the main chart; nil = its first line.
    public weak var markedSeries: LineSeries?
    /// Of a long line through the value at the right.
    public let markerLine: Annotation
    /// The value at the right.
    public let markerText: Annotation

    private let ends: (left: Annotation, right: Annotation)
    private let shadings: (left: AnnotationZooming, right: AnnotationZooming)
    private let handles: (left: WindowHandle, right: WindowHandle)
    private var drag: Drag?
    private var glide: Glide?
    private var clock = 0.0

    private enum Part { case window, left, right, main }

    private struct Drag {
        let part: Part
        var trail = GestureTrail()
    }

    /// The middle of the window on its way, as a share of the overview's plot area.
    private struct Glide {
        let start: Double
        let end: Double
        let begun: Double
    }

    /// - Parameters:
    ///   - width: of both, points.
    ///   - height: of both together.
    ///   - splitProportion: of the height that is the main chart's, 0 to 1.
    ///   - lineColor: of the window's ends, their handles and the marker.
    ///   - shadingColor: beside the window.
    ///   - fill: gives a chart its axes and series; called for the main chart, then for the overview.
    public init(
        width: Double, height: Double, splitProportion: Double = 0.75, theme: Theme = .global, lineColor: Color = Color(0x6B7280),
        shadingColor: Color = Color(0x6B7280, alpha: 0.3), fill: (Chart) -> Void
    ) {
        let share = splitProportion.isFinite ? min(max(splitProportion, 0), 1) : 0.75
        main = Chart(width: width, height: height * share, theme: theme)
        overview = Chart(width: width, height: height * (1 - share), theme: theme)
        fill(main)
        fill(overview)
        markerLine = .horizontalLine(y: .number(.nan), color: lineColor)
        markerText = .text("", x: .number(.nan), y: .number(.nan), textColor: lineColor, backgroundColor: theme.chart.backgroundColor)
        ends = (
            .verticalLine(x: .number(.nan), width: Self.lineWidth, color: lineColor),
            .verticalLine(x: .number(.nan), width: Self.lineWidth, color: lineColor)
        )
        shadings = (
            .verticalBand(minimum: .number(.nan), maximum: .number(.nan), color: shadingColor),
            .verticalBand(minimum: .number(.nan), maximum: .number(.nan), color: shadingColor)
        )
        handles = (WindowHandle(lineColor), WindowHandle(lineColor))
        makeBare()
        for annotation in [shadings.left, shadings.right, ends.left, ends.right, handles.left, handles.right] { overview.addAnnotation(annotation) }
        for annotation in [markerLine, markerText] { main.addAnnotation(annotation) }
        main.rangeFollower = { [weak self] in self?.followMain() }
        overview.rangeFollower = { [weak self] in
            self?.align()
            self?.showWindow()
        }
    }

    /// The overview has no labels that could move its plot area.
    private func align() {
        guard let plot = main.plotAreaFrame else { return }
        overview.canvasInset.left = plot.x
        overview.canvasInset.right = main.frame.width - plot.maxX
    }

    /// Points.
    private static let lineWidth = 3.0
    /// Below the overview, points and share of its height.
    private static let margin = 8.0
    private static let marginShare = 0.1

    private func makeBare() {
        overview.title = ""
        overview.legend.hidden = true
        overview.canvasInset = Insets(bottom: min(Self.margin, overview.frame.height * Self.marginShare))
        overview.ignoresEvents = true
        for axis in overview.allAxes {
            axis.title = ""
            // From edge to edge, so that the ends of the window lie where their values do.
            axis.showsWholeMarks = !axis.isHorizontal
            (axis as? DateTimeAxis)?.namesTimeZone = false
            axis.setDefaultRange(nil)
            axis.style.lineWidth = 0
            (axis.style.majorTickStyle.showTicks, axis.style.majorTickStyle.showLabels) = (false, false)
            (axis.style.minorTickStyle.showTicks, axis.style.minorTickStyle.showLabels) = (false, false)
            axis.style.majorGridLineStyle.showMajorGridLines = false
            axis.style.gridStripeStyle.showGridStripes = false
        }
    }

    // MARK: Both in step

    private var range: NumberRange? { main.xAxis?.axisRange }
    /// All that there is.
    private var whole: NumberRange? { overview.xAxis?.axisRange }

    /// The main chart shows something else: the window follows, and the marker.
    private func followMain() {
        guard let axis = main.xAxis else { return }
        if axis.axisRange.span < minimumSpan {
            let center = axis.axisRange.center
            axis.setRange(center - minimumSpan / 2, center + minimumSpan / 2)
        }
        mark()
        showWindow()
        overview.redrawChart()
    }

    /// The range of the main chart as far as the overview shows it: the main chart has room for whole marks beside the data.
    private var window: NumberRange? {
        guard let range, let whole else { return nil }
        func held(_ value: Double) -> Double { min(max(value, whole.minimum), whole.maximum) }
        return NumberRange(held(range.minimum), held(range.maximum))
    }

    private func showWindow() {
        guard let window, let whole else { return }
        (ends.left.xValue, ends.right.xValue) = (.number(window.minimum), .number(window.maximum))
        (handles.left.xValue, handles.right.xValue) = (ends.left.xValue, ends.right.xValue)
        (shadings.left.xValue, shadings.left.xValueMax) = (.number(whole.minimum), .number(window.minimum))
        (shadings.right.xValue, shadings.right.xValueMax) = (.number(window.maximum), .number(whole.maximum))
    }

    /// Line and text at the right-most value that is to be seen.
    private func mark() {
        let line = markedSeries ?? main.series.lazy.compactMap { $0 as? LineSeries }.first
        let last = line?.loaded?.alongExtent.range?.maximum
        let place = range.flatMap { range in last.flatMap { $0 >= range.minimum ? min(range.maximum, $0) : nil } }
        let height = place.flatMap { line?.height(at: $0) }
        markerLine.yValue = .number(height ?? .nan)
        markerText.xValue = main.xAxis.map { axis in
            let span = axis.shownSpan
            return .number(axis.mapper.inverse(span.start + span.length * Self.textPlace))
        }
        markerText.yValue = markerLine.yValue
        markerText.label = height.flatMap { NumberPattern("%.2f")?.text($0) } ?? ""
    }

    /// Along the main chart's x-axis.
    private static let textPlace = 0.9

    // MARK: Events

    /// As `Chart.pan`. On the overview it drags the window, or one of its ends: the middle of the window follows the pointer, or the end.
    @discardableResult
    public func pan(_ phase: GesturePhase, x: Double, y: Double, time: Double? = nil, velocity: (x: Double, y: Double)? = nil) -> Bool {
        if phase == .began {
            glide = nil
            drag = part(x: x, y: y).map { Drag(part: $0) }
        }
        guard var drag else { return false }
        if drag.part == .main { return main.pan(phase, x: x, y: y, time: time, velocity: velocity) }
        guard x.isFinite, let share = share(x: x) else { return false }
        main.interaction.stopMotions()
        drag.trail.add(share, at: time ?? clock)
        self.drag = drag
        // The first touch does not move the window.
        if phase != .began { move(drag.part, to: share) }
        guard phase == .ended else { return true }
        self.drag = nil
        let width = overview.plotAreaFrame?.width ?? 1
        let speed = velocity.map { ($0.x.isFinite ? $0.x : 0) / width } ?? drag.trail.velocity.x
        if drag.part == .window, abs(speed) * Self.glideLength / Self.glideShare > 0.001 {
            glide = Glide(start: share, end: min(max(share + speed * Self.glideLength / Self.glideShare, 0), 1), begun: clock)
        }
        return true
    }

    /// As those of `Chart`, on the main chart.
    @discardableResult
    public func tap(x: Double, y: Double) -> Bool {
        glide = nil
        return y < main.frame.height && main.tap(x: x, y: y)
    }

    @discardableResult
    public func doubleTap(x: Double, y: Double) -> Bool {
        glide = nil
        return y < main.frame.height && main.doubleTap(x: x, y: y)
    }

    @discardableResult
    public func longPress(_ phase: GesturePhase, x: Double, y: Double) -> Bool {
        glide = nil
        return y < main.frame.height && main.longPress(phase, x: x, y: y)
    }

    @discardableResult
    public func pinch(
        _ phase: GesturePhase, _ first: (x: Double, y: Double), _ second: (x: Double, y: Double), time: Double? = nil, velocity: Double? = nil
    ) -> Bool {
        glide = nil
        return main.pinch(phase, first, second, time: time, velocity: velocity)
    }

    /// As `Chart.advance`, for both charts and the window.
    @discardableResult
    public func advance(by seconds: Double) -> Bool {
        let (mainGoesOn, overviewGoesOn) = (main.advance(by: seconds), overview.advance(by: seconds))
        let goesOn = mainGoesOn || overviewGoesOn
        clock += seconds > 0 ? min(seconds, Motion.mostAtOnce) : 0
        guard let glide else { return goesOn }
        let time = (clock - glide.begun + Motion.tolerance) / Self.glideLength
        move(.window, to: glide.start + (glide.end - glide.start) * Motion.easedOut(time))
        if time >= 1 { self.glide = nil }
        return goesOn || time < 1
    }

    /// Seconds that a window goes on, and the part of its way at full speed that it makes in them.
    private static let glideLength = 1.0
    private static let glideShare = 5.0
    /// Points from an end of the window at which it is still touched.
    private static let reach = 10.0

    private func part(x: Double, y: Double) -> Part? {
        guard y >= main.frame.height else { return .main }
        guard let plot = overview.plotAreaFrame, let axis = overview.xAxis, let window, x >= plot.x - Self.reach, x <= plot.maxX + Self.reach,
            let left = axis.pixelValue(forDataValue: window.minimum), let right = axis.pixelValue(forDataValue: window.maximum)
        else { return nil }
        let place = x - plot.x
        let (toLeft, toRight) = (abs(place - left), abs(place - right))
        if min(toLeft, toRight) <= Self.reach { return toLeft < toRight ? .left : .right }
        return place > min(left, right) && place < max(left, right) ? .window : nil
    }

    /// Along the overview's plot area, 0 to 1.
    private func share(x: Double) -> Double? {
        guard let plot = overview.plotAreaFrame, plot.width > 0 else { return nil }
        return min(max((x - plot.x) / plot.width, 0), 1)
    }

    private func move(_ part: Part, to share: Double) {
        guard let plot = overview.plotAreaFrame, let axis = main.xAxis, let whole, let now = range,
            let value = overview.xAxis?.dataValue(forPixelValue: share * plot.width)
        else { return }
        let least = min(max(minimumSpan, whole.span * 1e-6), whole.span)
        switch part {
        case .window:
            // As long on the axis as before: on a logarithmic one a ratio.
            let (shown, all) = (axis.shownSpan, axis.span(of: whole))
            let length = abs(shown.length) < abs(all.length) ? shown.length : all.length
            let ends = [all.start, all.end - length].sorted()
            let start = max(ends[0], min(axis.mapper.forward(value) - length / 2, ends[1]))
            let range = axis.range(of: AxisSpan(start: start, end: start + length))
            axis.setRange(range.minimum, range.maximum)
        // As far as the limit goes: an end that is moved back into it would take the other one along.
        case .left:
            let low = min(value, now.maximum - least)
            axis.setRange(max(low, axis.limited(NumberRange(low, now.maximum)).minimum), now.maximum)
        case .right:
            let high = max(value, now.minimum + least)
            axis.setRange(now.minimum, min(high, axis.limited(NumberRange(now.minimum, high)).maximum))
        case .main: return
        }
        main.redrawChart()
        followMain()
    }
}
