enum ScatterKind: DescribedSeriesKind {
    static var kind: SeriesDescription.Kind { .scatter }
    static func style(_ value: ScatterSeriesStyle) -> SeriesDescription.Style { .scatter(value) }
    static var selectedStyle: ReferenceWritableKeyPath<ScatterSeries, ScatterSeriesStyle>? { \.selectedStyle }
    static var labels: WritableKeyPath<ScatterSeriesStyle, DataPointLabelStyle>? { \.dataPointLabelStyle }
    static var points: WritableKeyPath<ScatterSeriesStyle, PointStyle>? { \.pointStyle }
    static var selectedPoints: WritableKeyPath<ScatterSeriesStyle, PointStyle>? { \.selectedPointStyle }

    static var hasBaseline: Bool { true }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: ScatterSeriesStyle
    ) -> ScatterSeries {
        ScatterSeries(columns: columns, style: style)
    }

    static func planningMemory(_ load: SeriesLoad) -> Int { min(load.samples, 1 << 20) }
    static func addDrawing(_ load: SeriesLoad, to estimate: inout MemoryEstimate) { estimate.addScatter(load) }
    static func vectorMemory(_ load: SeriesLoad) -> Int { load.samples * 125 }
}
