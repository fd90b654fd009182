package import Vitrail

/// A figure with a smaller chart below it that shows all of its data: the overview of a `RangeSelector`, or the lower
/// chart of a program.
///
/// ```
///  event ─► above: the figure ─────────────► main chart ─► window of the overview
///        └► below: gestures of the selector ─► range of the main chart ─► linked charts
/// ```
///
/// Tab goes through the series of the figure, and then to the two ends of the window, which arrow keys move.
package final class OverviewFigure: LiveFigure {
    private let figure: any OverviewedFigure
    private let below: LiveChart
    let selector: RangeSelector?
    private let layout: PanelLayout
    /// Whether the gesture in progress began on the lower chart.
    private var isHeldBelow = false
    /// The last pictures. `nil`: none shows the state.
    private var pictures: (above: RenderedImage?, below: RenderedImage?)
    private var isRendering = false
    private var waiting = WaitingInput()

    /// Height of an overview as a fraction of the main chart's height.
    private static let heightShare = 0.25

    /// - Parameters:
    ///   - figure: its main chart's gestures go to `selector`, or to the program.
    ///   - below: the lower chart. Its height is a share of the canvas.
    ///   - selector: whose overview `below` is. `nil`: the program itself moves the lower chart.
    init(_ figure: any OverviewedFigure, height: Double, below: Chart, selector: RangeSelector?) {
        (self.figure, self.selector) = (figure, selector)
        self.below = LiveChart(below, axes: nil)
        layout = PanelLayout(heights: [height, below.frame.height])
    }

    /// Makes linked charts, or a single one, with an overview of the first one's data.
    ///
    /// - Parameters:
    ///   - charts: as for `LinkedCharts`. The first one has axes that cross.
    ///   - overview: another chart of the first one's data. Its annotations are removed.
    package convenience init(
        _ charts: [Chart], overview: Chart, axes: LiveAxes = .both, links: LiveLinks = .x
    ) {
        let main = charts[0]
        overview.annotations = []
        overview.frame = Rect(x: 0, y: 0, width: main.frame.width, height: main.frame.height * Self.heightShare)
        let selector = RangeSelector(main: main, overview: overview)
        selector.showsMarker = false
        let figure: any OverviewedFigure =
            charts.count == 1
            ? LiveChart(main, axes: axes, target: selector)
            : LinkedCharts(charts, axes: axes, links: links, selector: selector)
        self.init(
            figure, height: charts.reduce(0) { $0 + $1.frame.height }, below: overview, selector: selector)
    }

    package var title: String { figure.title }
    package var seriesNames: [String] { figure.seriesNames + (selector == nil ? [] : Self.endNames) }
    package var needsPicture: Bool { !waiting.isEmpty || figure.needsPicture || below.needsPicture }
    package var isHeld: Bool { figure.isHeld }
    package var isStreaming: Bool { figure.isStreaming }
    package var state: FigureState { figure.state }

    /// In the order of `RangeSelector.End`.
    private static let endNames = ["Start of the range", "End of the range"]

    package var markedSeries: Int? {
        guard let end = selector?.focusedEnd else { return figure.markedSeries }
        return figure.seriesNames.count + (end == .minimum ? 0 : 1)
    }

    package var announcement: String {
        guard let selector, let end = selector.focusedEnd, let texts = selector.windowTexts else {
            return figure.announcement
        }
        let (name, text) = end == .minimum ? (Self.endNames[0], texts.minimum) : (Self.endNames[1], texts.maximum)
        return "\(name): \(text)"
    }

    package var resolution = 1.0 {
        didSet { (figure.resolution, below.resolution) = (resolution, resolution) }
    }

    package func redraw() {
        figure.redraw()
        below.redraw()
    }

    package func cancelGestures() {
        waiting.removeGestures()
        figure.cancelGestures()
        isHeldBelow = false
    }

    @discardableResult
    package func advance(by seconds: Double) -> Bool {
        guard !isRendering else {
            waiting.add(seconds: seconds)
            return true
        }
        return figure.advance(by: seconds)
    }

    // MARK: Events

    package func handle(_ event: LiveEvent, maxPixels: Int = .max) {
        guard !isRendering else {
            if !waiting.add(event, maxPixels: maxPixels) { cancelGestures() }
            return
        }
        apply(event, maxPixels)
    }

    private func apply(_ event: LiveEvent, _ maxPixels: Int) {
        switch event {
        case .resize(let width, let height, let ratio):
            layout.resize([figure, below], width, height, ratio, maxPixels)
        case .pointerDown(let pointer):
            if !figure.isHeld { isHeldBelow = isBelow(pointer.y) }
            selector?.focusedEnd = nil
            passGesture(event, .pointerDown(moved(pointer)))
        case .pointerMove(let pointer): passGesture(event, .pointerMove(moved(pointer)))
        case .pointerUp(let pointer):
            passGesture(event, .pointerUp(moved(pointer)))
            if !figure.isHeld { isHeldBelow = false }
        case .doubleClick(let pointer) where isBelow(pointer.y): passBelow(.doubleClick(moved(pointer)))
        case .wheel(let wheel) where isBelow(wheel.y): zoom(wheel)
        case .keyDown(let key): press(key)
        default: figure.handle(event, maxPixels: maxPixels)
        }
    }

    private func isBelow(_ y: Double) -> Bool { y >= layout.tops[1] }

    /// The same pointer in points of the main chart with the lower chart right below it.
    private func moved(_ event: PointerEvent) -> PointerEvent {
        let distance = figure.main.chart.frame.height - layout.tops[1]
        var event = event
        if isBelow(event.y) { event.y += distance }
        for index in event.touches.indices where isBelow(event.touches[index].y) {
            event.touches[index].y += distance
        }
        return event
    }

    private func passGesture(_ event: LiveEvent, _ moved: LiveEvent) {
        if isHeldBelow { passBelow(moved) } else { figure.handle(event, maxPixels: .max) }
    }

    private func passBelow(_ event: LiveEvent) { figure.changeMain { $0.handle(event) } }

    /// Zooms the main chart along x around the value under the pointer.
    private func zoom(_ wheel: WheelEvent) {
        guard let plot = figure.main.chart.plotAreaFrame else { return }
        var wheel = wheel
        wheel.x = selector?.mainPosition(atOverviewX: wheel.x) ?? (plot.x + plot.width / 2)
        // As over the x-axis.
        (wheel.y, wheel.modifiers) = (plot.maxY + 1, [])
        passBelow(.wheel(wheel))
    }

    // MARK: Keys

    /// Movement of an end by an arrow key, as a fraction of the overview's width; with Shift ten times as far.
    private static let step = 0.01

    private func press(_ key: KeyEvent) {
        guard let selector, key.modifiers.isDisjoint(with: [.control, .alt, .meta]) else {
            return figure.handle(.keyDown(key), maxPixels: .max)
        }
        let isShifted = key.modifiers.contains(.shift)
        switch (key.key, selector.focusedEnd) {
        case ("Tab", _): goOn(isShifted ? -1 : 1, selector)
        case ("Escape", .some): selector.focusedEnd = nil
        case ("ArrowLeft", let end?), ("ArrowRight", let end?):
            let step = Self.step * (isShifted ? 10 : 1) * (key.key == "ArrowLeft" ? -1 : 1)
            figure.changeMain { _ in selector.moveEnd(end, by: step) }
        default: figure.handle(.keyDown(key), maxPixels: .max)
        }
    }

    /// Goes to the next series, or end of the window.
    private func goOn(_ step: Int, _ selector: RangeSelector) {
        let series = figure.seriesNames.count
        let next = markedSeries.map { $0 + step } ?? (step > 0 ? 0 : series + Self.endNames.count - 1)
        selector.focusedEnd = next == series ? .minimum : next == series + 1 ? .maximum : nil
        // The figure goes to its next series, to its last one, or leaves its last one.
        if (0..<series).contains(next) || figure.markedSeries != nil {
            figure.handle(.keyDown(KeyEvent(key: "Tab", modifiers: step < 0 ? [.shift] : [])), maxPixels: .max)
        }
    }

    // MARK: Pictures

    /// Maximum number of pictures of the main chart until its edges are where they were.
    private static let maxPasses = 4

    package nonisolated(nonsending) func render(
        on renderer: Renderer, for format: ImageFormat?, deadline: ContinuousClock.Instant
    ) async throws -> RenderedImage? {
        isRendering = true
        defer {
            isRendering = false
            waiting.take()(self)
        }
        // The main chart comes first: the overview's plot area takes its edges.
        if figure.needsPicture || pictures.above == nil {
            for _ in 1...Self.maxPasses {
                pictures.above = try await figure.render(on: renderer, for: nil, deadline: deadline)
                // Also of a picture that a restored state replaces, so that the state has the same picture again.
                let moves = keepsEdges()
                guard pictures.above != nil else { return nil }
                guard moves else { break }
            }
        }
        if below.needsPicture || pictures.below == nil {
            let isFirst = pictures.below == nil
            pictures.below = try await below.render(on: renderer, for: nil, deadline: deadline)
            // The first picture provides the overview's range, which the ends of its window need. Linked charts have
            // the range of all their data.
            if showsAllData() || isFirst {
                pictures.below = try await below.render(on: renderer, for: nil, deadline: deadline)
            }
        }
        guard let above = pictures.above, let below = pictures.below else { return nil }
        return joined(above, below)
    }

    /// - Returns: whether the overview has to be drawn again.
    private func showsAllData() -> Bool {
        guard figure is LinkedCharts, let shared = figure.main.chart.xAxis?.defaultRange else { return false }
        return selector?.showAtLeast(shared) == true
    }

    /// Labels at the edges come and go while the range moves. The plot area of a single chart only becomes narrower, as
    /// those of linked charts do, so that the window does not tremble.
    ///
    /// - Returns: whether the main chart has to be drawn again.
    private func keepsEdges() -> Bool { selector != nil && figure is LiveChart && layout.align([figure.main]) }

    private func joined(_ above: RenderedImage, _ below: RenderedImage) -> RenderedImage {
        var whole = RenderedImage.stacked([above, below])
        whole.altText += "\n" + words(below)
        let known = above.warnings.map { "\($0)" }
        whole.warnings += below.warnings.filter { !known.contains("\($0)") }
        return whole
    }

    private func words(_ below: RenderedImage) -> String {
        guard let selector else { return "Below it: \(below.altText)" }
        guard let window = selector.windowTexts, let whole = selector.wholeTexts else {
            return "Below it, an overview of all data."
        }
        return "Below it, an overview of all data, from \(whole.minimum) to \(whole.maximum). "
            + "The visible range is from \(window.minimum) to \(window.maximum)."
    }
}

/// A figure with a main chart, whose range an overview shows.
protocol OverviewedFigure: LiveFigure {
    var main: LiveChart { get }

    /// Changes the main chart, and passes the change on to the others.
    func changeMain(_ change: (LiveChart) -> Void)
}

extension LiveChart: OverviewedFigure {
    var main: LiveChart { self }

    func changeMain(_ change: (LiveChart) -> Void) { change(self) }
}
