public import Vitrail

/// Charts that a program shows on a live page: a chart, or a chart with another one below it.
///
/// The page passes on gestures and time. Their positions are in points of the whole picture, of which the first chart
/// is the top. `Chart` and `RangeSelector` are such contents. A class that conforms decides itself what a gesture does,
/// and changes its charts over time in `advance(by:)`:
///
/// ```swift
/// final class Load: LiveContent {
///     let chart = Chart(width: 800, height: 400)
///     var charts: [Chart] { [chart] }
///     var isStreaming: Bool { true }
///
///     func advance(by seconds: Double) -> Bool {
///         addSamples(of: seconds)
///         chart.advance(by: seconds)
///         return true
///     }
/// }
/// ```
///
/// Gestures without a method of the class go to the first chart. The page changes sizes and scales of the charts, and
/// their `summaries`; all other settings stay. Keys move the first chart: arrows its ranges, Tab and arrows its
/// crosshair.
public protocol LiveContent: GestureTarget {
    /// One or two, from top to bottom; always the same. They are rendered in this order. Their heights are shares of
    /// the page's height.
    var charts: [Chart] { get }
    /// The selector whose overview is the second chart. Tab reaches the ends of its window. `nil`: none.
    var rangeSelector: RangeSelector? { get }
    /// Whether the charts change without input; always the same. The page then tells its texts once a second, not only
    /// when the charts rest, and does not end for want of input. `false` by default.
    var isStreaming: Bool { get }
}

extension LiveContent {
    public var rangeSelector: RangeSelector? { nil }
    public var isStreaming: Bool { false }

    @discardableResult
    public func pan(
        _ phase: GesturePhase, x: Double, y: Double, time: Double?, velocity: (x: Double, y: Double)?
    ) -> Bool { charts[0].pan(phase, x: x, y: y, time: time, velocity: velocity) }

    @discardableResult
    public func pinch(
        _ phase: GesturePhase, _ first: (x: Double, y: Double), _ second: (x: Double, y: Double), time: Double?,
        velocity: Double?
    ) -> Bool { charts[0].pinch(phase, first, second, time: time, velocity: velocity) }

    @discardableResult
    public func tap(x: Double, y: Double) -> Bool { charts[0].tap(x: x, y: y) }

    @discardableResult
    public func doubleTap(x: Double, y: Double) -> Bool { charts[0].doubleTap(x: x, y: y) }

    @discardableResult
    public func longPress(_ phase: GesturePhase, x: Double, y: Double) -> Bool {
        charts[0].longPress(phase, x: x, y: y)
    }

    /// Advances the time of all charts.
    @discardableResult
    public func advance(by seconds: Double) -> Bool {
        // Each chart, even if an earlier one moves.
        charts.map { $0.advance(by: seconds) }.contains(true)
    }

    public func stopMotions() {
        for chart in charts { chart.stopMotions() }
    }
}

extension Chart: LiveContent {
    /// The chart itself.
    public var charts: [Chart] { [self] }
}

extension RangeSelector: LiveContent {
    /// The main chart and its overview.
    public var charts: [Chart] { [main, overview] }
    public var rangeSelector: RangeSelector? { self }
}

/// The charts of a program do not fit on a live page.
struct LiveContentError: Error, CustomStringConvertible {
    let count: Int
    var description: String { "a live page has one or two charts of a program, not \(count)" }
}

extension LiveContent {
    /// The figure of a session.
    package func makeFigure() throws -> any LiveFigure {
        let charts = charts
        guard (1...2).contains(charts.count) else { throw LiveContentError(count: charts.count) }
        let main = LiveChart(charts[0], axes: nil, target: self)
        main.isStreaming = isStreaming
        guard charts.count == 2 else { return main }
        return OverviewFigure(main, height: charts[0].frame.height, below: charts[1], selector: rangeSelector)
    }
}
