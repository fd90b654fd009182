import VitrailChart

enum RadialLineKind: DescribedSeriesKind {
    static var kind: SeriesDescription.Kind { .radialLine }
    static func style(_ value: RadialLineSeriesStyle) -> SeriesDescription.Style { .radialLine(value) }
    static var points: WritableKeyPath<RadialLineSeriesStyle, PointStyle>? { \.pointStyle }

    static var isOnCrossingAxes: Bool { false }
    static var drawsLines: Bool { true }

    static func readKeys(
        _ series: inout SeriesDescription, _ object: inout DescriptionObject, in chart: ChartDescription
    ) throws(DescriptionError) {
        series.pointsWrapAround = try object.optional("pointsWrapAround") ?? false
        series.curve = try LineCurve.read(&object, isPeriodic: true)
    }

    static var foreignNames: [String: String] { ["polar": "", "radar": "", "spider": "", "scatterpolar": ""] }
    static var foreignKeys: KeyValuePairs<String, [ForeignNames.Own]> {
        [
            "fill area fillarea": [ForeignNames.Own("style.showFill", "true")],
            "fillcolor backgroundcolor areacolor": [ForeignNames.Own("style.areaColor", "\"#1d4e89\"")],
        ]
    }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: RadialLineSeriesStyle
    ) -> RadialLineSeries {
        let series = RadialLineSeries(
            columns: columns, pointsWrapAround: description.pointsWrapAround, style: style)
        series.curve = description.curve
        return series
    }

    static func facts(of style: RadialLineSeriesStyle) -> SeriesStyleFacts {
        SeriesStyleFacts(dashes: style.dashStyle)
    }
    static func addDrawing(_ load: SeriesLoad, to estimate: inout MemoryEstimate) { estimate.addLine(load) }
    static func vectorMemory(_ load: SeriesLoad) -> Int { load.samples * 95 }
}
