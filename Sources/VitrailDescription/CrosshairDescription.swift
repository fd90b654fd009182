public import VitrailChart

/// A crosshair as data: its target and its look.
public struct CrosshairDescription: Sendable, Equatable {
    /// Index of a series on crossing axes.
    public var series: Int
    /// Index of a point in the data of the series.
    public var point: Int
    public var enableCrosshairLines = true
    public var showTooltip = true
    public var outOfRangeBehavior = Crosshair.OutOfRangeBehavior.hide
    public var style = CrosshairStyle()

    public init(series: Int, point: Int) {
        (self.series, self.point) = (series, point)
    }
}

extension CrosshairDescription {
    static func read(
        _ node: DescriptionNode, in chart: ChartDescription
    ) throws(DescriptionError) -> CrosshairDescription {
        var object = try DescriptionObject(node)
        let series = try object.required("series")
        let index = try series.integer(in: 0...ChartDescription.maxSeries - 1)
        guard index < chart.series.count else {
            throw series.error("there is no series \(index); the chart has \(chart.series.count)")
        }
        guard chart.series[index].isOnCrossingAxes else {
            throw series.error("only a series on crossing axes has a crosshair")
        }
        var crosshair = CrosshairDescription(
            series: index, point: try object.required("point").integer(in: 0...Int(Int32.max)))
        crosshair.enableCrosshairLines = try object.optional("enableCrosshairLines") ?? true
        crosshair.showTooltip = try object.optional("showTooltip") ?? true
        crosshair.outOfRangeBehavior = try object.optional("outOfRangeBehavior") ?? .hide
        crosshair.style = try object.style("style")
        try object.finish()
        return crosshair
    }

    /// - Parameter index: Index of the series in the chart, which may have several series for a split one. `nil`: the
    ///   chart has none.
    /// - Throws: An error if the series has no such point.
    func apply(to chart: Chart, at index: Int?) throws(DescriptionError) {
        guard let index, let series = chart.series[index] as? CartesianSeries else { return }
        guard point < series.columns.count else {
            throw DescriptionError(
                path: "crosshair.point", message: "there is no point \(point); the series has \(series.columns.count)")
        }
        chart.crosshair.enableCrosshairLines = enableCrosshairLines
        chart.crosshair.tooltip.isHidden = !showTooltip
        chart.crosshair.outOfRangeBehavior = outOfRangeBehavior
        chart.crosshair.style = style
        chart.crosshair.show(at: point, of: series)
    }
}

extension SeriesDescription {
    fileprivate var isOnCrossingAxes: Bool { kind.described.isOnCrossingAxes }
}
