import VitrailScales

/// Calls the host's tick hooks; used in each layout pass.
struct TickHooks {
    private let chart: Chart
    private let delegate: (any ChartDelegate)?
    private let dataSource: (any DataSource)?
    /// While the data source is being read, its last answer is used.
    private let isSourceBusy: Bool

    /// `nil`: no delegate and no data source.
    init?(_ chart: Chart) {
        (delegate, dataSource) = (chart.delegate, chart.dataSource)
        guard delegate != nil || dataSource != nil else { return nil }
        self.chart = chart
        isSourceBusy = chart.isSourceBusy
    }

    /// Whether each tick is passed to the host; without a delegate no tick objects are created.
    var altersTicks: Bool { delegate != nil }

    /// Exactly these majors, ascending. `nil`: computed ones. The delegate takes precedence.
    func majorTickValues(for axis: Axis) -> [Double]? {
        let values = delegate?.chart(chart, majorTickValuesFor: axis) ?? dates(of: axis) ?? told(of: axis)
        return values.map { Array($0.filter(\.isFinite).sorted().prefix(TickLimits.count)) }
    }

    private func dates(of axis: Axis) -> [Double]? {
        delegate.flatMap { axis.majorTicks(from: $0, in: chart) }
    }

    private func told(of axis: Axis) -> [Double]? {
        if !isSourceBusy { axis.toldMajorTicks = dataSource?.majorTickValues(for: axis, in: chart) }
        return axis.toldMajorTicks
    }

    func adjust(_ frequencies: inout TickFrequencies, of axis: Axis) {
        delegate?.chart(chart, adjust: &frequencies, of: axis)
    }

    func alter(_ mark: TickMark, of axis: Axis) {
        delegate?.chart(chart, alter: mark, of: axis)
    }
}
