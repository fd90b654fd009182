/// What a host may do while ticks are made; asked in each layout pass.
struct TickHooks {
    private let chart: Chart
    private let delegate: (any ChartDelegate)?
    private let dataSource: (any DataSource)?

    /// nil when there is nobody to ask.
    init?(_ chart: Chart) {
        (delegate, dataSource) = (chart.delegate, chart.dataSource)
        guard delegate != nil || dataSource != nil else { return nil }
        self.chart = chart
    }

    /// Whether each tick is shown to the host: without a delegate no tick becomes an object.
    var altersTicks: Bool { delegate != nil }

    /// Exactly these majors, ascending; nil = calculated ones. The delegate is asked first.
    func majorTickValues(for axis: Axis) -> [Double]? {
        let values = delegate?.chart(chart, majorTickValuesFor: axis) ?? dataSource?.majorTickValues(for: axis, in: chart)
        return values.map { Array($0.filter(\.isFinite).sorted().prefix(TickLimits.count)) }
    }

    func adjust(_ frequencies: inout TickFrequencies, of axis: Axis) {
        delegate?.chart(chart, adjust: &frequencies, of: axis)
    }

    func alter(_ mark: TickMark, of axis: Axis) {
        delegate?.chart(chart, alter: mark, of: axis)
    }
}
