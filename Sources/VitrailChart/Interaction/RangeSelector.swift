import VitrailColumns
import VitrailScales
public import VitrailScene

/// A chart above an overview of all its data. A window in the overview marks the visible range of the chart. It can be
/// dragged as a whole and by its ends.
///
/// ```swift
/// let selector = RangeSelector(width: 800, height: 480) { chart in
///     chart.add(LineSeries(columns: columns))
///     chart.xAxis?.enableGesturePanning = true
/// }
/// selector.pan(.began, x: 400, y: 430)
/// ```
///
/// Each chart is planned and rendered separately, the main one first. The two renders are stacked vertically with
/// aligned plot areas: the overview takes its left and right edges from the last render of the main chart. The host
/// passes events to the selector, in points of the combined picture. The main chart's delegate is not notified of
/// changes that the selector makes to the main chart's range.
///
/// Charts that exist already become a chart and its overview with `init(main:overview:lineColor:shadingColor:)`.
public final class RangeSelector {
    public let main: Chart
    /// Shows all of the data, without axes, title and legend, and ignores events.
    public let overview: Chart
    /// Minimum span of the window and of the main chart's range, in units of the x-axis.
    public var minimumSpan = 0.0
    /// Series whose value at the right edge is marked on the main chart. `nil`: the first line series.
    public weak var markedSeries: LineSeries?
    /// Whether the value at the right edge is marked.
    public var showsMarker = true { didSet { if showsMarker != oldValue { main.redrawChart() } } }
    /// The end of the window that keys move. Its handle has an outline.
    public var focusedEnd: End? {
        didSet {
            guard focusedEnd != oldValue else { return }
            (handles.left.isFocused, handles.right.isFocused) = (focusedEnd == .minimum, focusedEnd == .maximum)
            overview.redrawChart()
        }
    }
    /// Long line through the value at the right edge.
    public let markerLine: Annotation
    /// Text with the value at the right edge.
    public let markerText: Annotation

    private let ends: (left: Annotation, right: Annotation)
    private let shadings: (left: AnnotationZooming, right: AnnotationZooming)
    private let handles: (left: WindowHandle, right: WindowHandle)
    private var drag: Drag?
    private var glide: Glide?
    private var clock = 0.0

    /// An end of the window, named after the value that it sets.
    public enum End: Sendable, CaseIterable { case minimum, maximum }

    enum Part { case window, left, right, main }

    /// Axes of the overview without markings. Axes that are missing appear with its first render.
    private var bareAxes: Set<ObjectIdentifier> = []

    private struct Drag {
        let part: Part
        var trail = GestureTrail()
    }

    /// Movement of the window's middle, as fractions of the overview's plot area.
    private struct Glide {
        let start: Double
        let end: Double
        let begun: Double
    }

    /// - Parameters:
    ///   - width: width of both charts in points.
    ///   - height: total height of both charts in points.
    ///   - splitProportion: fraction of the height for the main chart, 0 to 1.
    ///   - lineColor: colour of the window's ends, their handles and the marker.
    ///   - shadingColor: colour of the areas beside the window.
    ///   - fill: adds axes and series to a chart; called for the main chart, then for the overview.
    public convenience init(
        width: Double, height: Double, splitProportion: Double = 0.75, theme: Theme = .global,
        lineColor: Color = Color(0x6B7280),
        shadingColor: Color = Color(0x6B7280, alpha: 0.3), fill: (Chart) -> Void
    ) {
        let share = splitProportion.isFinite ? min(max(splitProportion, 0), 1) : 0.75
        let main = Chart(width: width, height: height * share, theme: theme)
        let overview = Chart(width: width, height: height * (1 - share), theme: theme)
        fill(main)
        fill(overview)
        self.init(main: main, overview: overview, lineColor: lineColor, shadingColor: shadingColor)
    }

    /// Makes two charts of the same data a chart and its overview.
    ///
    /// - Parameters:
    ///   - main: keeps its settings, and gets annotations for the marked value.
    ///   - overview: of the same width. It loses its axes, titles, texts and legend, shows all of its data, and ignores
    ///     events. Annotations stay.
    ///   - lineColor: colour of the window's ends, their handles and the marker.
    ///   - shadingColor: colour of the areas beside the window.
    public init(
        main: Chart, overview: Chart, lineColor: Color = Color(0x6B7280),
        shadingColor: Color = Color(0x6B7280, alpha: 0.3)
    ) {
        (self.main, self.overview) = (main, overview)
        markerLine = .horizontalLine(y: .number(.nan), color: lineColor)
        markerText = .text(
            "", x: .number(.nan), y: .number(.nan), textColor: lineColor,
            backgroundColor: main.theme.chart.backgroundColor)
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
        for annotation in [shadings.left, shadings.right, ends.left, ends.right, handles.left, handles.right] {
            overview.addAnnotation(annotation)
        }
        for annotation in [markerLine, markerText] { main.addAnnotation(annotation) }
        main.rangeFollower = { [weak self] in self?.followMain() }
        overview.rangeFollower = { [weak self] in
            self?.makeAxesBare()
            self?.align()
            self?.showWindow()
        }
    }

    /// Aligns the overview's plot area with the main chart's. The overview has no labels that could move it.
    private func align() {
        guard let plot = main.plotAreaFrame else { return }
        let space = min(Self.margin, overview.frame.height * Self.marginShare)
        if overview.canvasInset.bottom == reservedSpace { overview.canvasInset.bottom = space }
        reservedSpace = space
        overview.canvasInset.left = plot.x
        overview.canvasInset.right = main.frame.width - plot.maxX
    }

    /// In points.
    private static let lineWidth = 3.0
    /// Space below the overview that was set for its present height.
    private var reservedSpace = 0.0
    /// Space below the overview: in points, and as a fraction of its height.
    private static let margin = 8.0
    private static let marginShare = 0.1

    private func makeBare() {
        (overview.title, overview.subtitle, overview.caption, overview.source) = ("", "", "", "")
        (overview.noDataText, overview.endLabels, overview.stackTotals) = ("", false, false)
        overview.legend.hidden = true
        overview.canvasInset = Insets()
        overview.ignoresEvents = true
        makeAxesBare()
    }

    private func makeAxesBare() {
        for axis in overview.allAxes where bareAxes.insert(ObjectIdentifier(axis)).inserted {
            axis.title = ""
            // No padding for whole marks, so that the ends of the window lie at their values.
            axis.showsWholeMarks = !axis.isHorizontal
            axis.nameTimeZone(false)
            axis.setDefaultRange(nil)
            axis.style.lineWidth = 0
            (axis.style.majorTickStyle.showTicks, axis.style.majorTickStyle.showLabels) = (false, false)
            (axis.style.minorTickStyle.showTicks, axis.style.minorTickStyle.showLabels) = (false, false)
            axis.style.majorGridLineStyle.showMajorGridLines = false
            axis.style.gridStripeStyle.showGridStripes = false
        }
    }

    // MARK: Synchronization

    var range: NumberRange? { main.xAxis?.axisRange }
    /// Range of all the data.
    var whole: NumberRange? { overview.xAxis?.axisRange }

    /// Updates the window and the marker after the main chart's range changed.
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

    /// Range of the main chart, clamped to the overview's: the main chart also shows padding for whole marks next to
    /// the data.
    var window: NumberRange? {
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

    /// Moves the marker line and text to the right-most visible value.
    private func mark() {
        let line = markedSeries ?? main.series.lazy.compactMap { $0 as? LineSeries }.first
        let last = line?.loaded?.alongExtent.range?.maximum
        let position = range.flatMap { range in last.flatMap { $0 >= range.minimum ? min(range.maximum, $0) : nil } }
        let height = showsMarker ? position.flatMap { line?.height(at: $0) } : nil
        markerLine.yValue = .number(height ?? .nan)
        markerText.xValue = main.xAxis.map { axis in
            let span = axis.shownSpan
            return .number(axis.mapper.inverse(span.start + span.length * Self.textPosition))
        }
        markerText.yValue = markerLine.yValue
        markerText.label = height.flatMap { NumberPattern("%.2f")?.text($0) } ?? ""
    }

    /// Fraction of the main chart's x-axis.
    private static let textPosition = 0.9

    // MARK: Events

    /// Same as `Chart.pan`. On the overview it drags the window or one of its ends: the pointer moves the middle of the
    /// window, or the end.
    @discardableResult
    public func pan(
        _ phase: GesturePhase, x: Double, y: Double, time: Double? = nil, velocity: (x: Double, y: Double)? = nil
    ) -> Bool {
        if phase == .began {
            glide = nil
            drag = part(x: x, y: y).map { Drag(part: $0) }
        }
        // An end without a position ends whatever is in progress.
        guard x.isFinite, y.isFinite else {
            if phase == .ended { drag = nil }
            return main.pan(phase, x: x, y: y, time: time, velocity: velocity)
        }
        guard var drag else { return false }
        if drag.part == .main { return main.pan(phase, x: x, y: y, time: time, velocity: velocity) }
        guard let share = share(x: x) else { return false }
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
            glide = Glide(
                start: share, end: min(max(share + speed * Self.glideLength / Self.glideShare, 0), 1), begun: clock)
        }
        return true
    }

    /// Same as `Chart.tap`, on the main chart. On the overview, beside the window, it moves the window's middle there.
    @discardableResult
    public func tap(x: Double, y: Double) -> Bool {
        glide = nil
        guard y >= main.frame.height else { return main.tap(x: x, y: y) }
        guard x.isFinite, y.isFinite, part(x: x, y: y) == nil, let plot = overview.plotAreaFrame,
            (plot.x...plot.maxX).contains(x), let share = share(x: x)
        else { return false }
        main.stopMotions()
        move(.window, to: share)
        return true
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
        _ phase: GesturePhase, _ first: (x: Double, y: Double), _ second: (x: Double, y: Double), time: Double? = nil,
        velocity: Double? = nil
    ) -> Bool {
        glide = nil
        return main.pinch(phase, first, second, time: time, velocity: velocity)
    }

    /// Same as `Chart.stopMotions`, for both charts and the window.
    public func stopMotions() {
        glide = nil
        main.stopMotions()
        overview.stopMotions()
    }

    /// Same as `Chart.advance`, for both charts and the window.
    @discardableResult
    public func advance(by seconds: Double) -> Bool {
        let (mainGoesOn, overviewGoesOn) = (main.advance(by: seconds), overview.advance(by: seconds))
        let goesOn = mainGoesOn || overviewGoesOn
        clock += seconds > 0 ? min(seconds, Motion.maxAtOnce) : 0
        guard let glide else { return goesOn }
        let time = (clock - glide.begun + Motion.tolerance) / Self.glideLength
        move(.window, to: glide.start + (glide.end - glide.start) * Motion.easedOut(time))
        if time >= 1 { self.glide = nil }
        return goesOn || time < 1
    }

    /// Duration of the window's glide in seconds, and the divisor of its distance: the glide covers 1/`glideShare` of
    /// the distance at full speed.
    private static let glideLength = 1.0
    private static let glideShare = 5.0
    /// Distance in points from an end of the window within which a touch grabs it.
    private static let reach = 10.0

    private func part(x: Double, y: Double) -> Part? {
        guard y >= main.frame.height else { return .main }
        guard let plot = overview.plotAreaFrame, let axis = overview.xAxis, let window, x >= plot.x - Self.reach,
            x <= plot.maxX + Self.reach,
            let left = axis.pixelValue(forDataValue: window.minimum),
            let right = axis.pixelValue(forDataValue: window.maximum)
        else { return nil }
        let position = x - plot.x
        let (toLeft, toRight) = (abs(position - left), abs(position - right))
        if min(toLeft, toRight) <= Self.reach { return toLeft < toRight ? .left : .right }
        return position > min(left, right) && position < max(left, right) ? .window : nil
    }

    /// Position along the overview's plot area, 0 to 1.
    private func share(x: Double) -> Double? {
        guard let plot = overview.plotAreaFrame, plot.width > 0 else { return nil }
        return min(max((x - plot.x) / plot.width, 0), 1)
    }

    func move(_ part: Part, to share: Double) {
        guard let plot = overview.plotAreaFrame, let axis = main.xAxis, let whole, let now = range,
            let value = overview.xAxis?.dataValue(forPixelValue: share * plot.width)
        else { return }
        let minimum = min(max(minimumSpan, whole.span * 1e-6), whole.span)
        switch part {
        case .window:
            // Keep the length in mapped units: on a logarithmic axis, the ratio.
            let (shown, all) = (axis.shownSpan, axis.span(of: whole))
            let length = abs(shown.length) < abs(all.length) ? shown.length : all.length
            let ends = [all.start, all.end - length].sorted()
            let start = max(ends[0], min(axis.mapper.forward(value) - length / 2, ends[1]))
            let range = axis.range(of: AxisSpan(start: start, end: start + length))
            axis.setRange(range.minimum, range.maximum)
        // Clamp the end to the axis limit first: limiting the whole range would also move the other end.
        case .left:
            let low = min(value, now.maximum - minimum)
            axis.setRange(max(low, axis.limited(NumberRange(low, now.maximum)).minimum), now.maximum)
        case .right:
            let high = max(value, now.minimum + minimum)
            axis.setRange(now.minimum, min(high, axis.limited(NumberRange(now.minimum, high)).maximum))
        case .main: return
        }
        main.redrawChart()
        followMain()
    }
}
