import VitrailChart

enum ScatterKind: DescribedSeriesKind {
    static var kind: SeriesDescription.Kind { .scatter }
    static func style(_ value: ScatterSeriesStyle) -> SeriesDescription.Style { .scatter(value) }
    static var selectedStyle: ReferenceWritableKeyPath<ScatterSeries, ScatterSeriesStyle>? { \.selectedStyle }
    static var labels: WritableKeyPath<ScatterSeriesStyle, DataPointLabelStyle>? { \.dataPointLabelStyle }
    static var points: WritableKeyPath<ScatterSeriesStyle, PointStyle>? { \.pointStyle }
    static var selectedPoints: WritableKeyPath<ScatterSeriesStyle, PointStyle>? { \.selectedPointStyle }

    static var hasBaseline: Bool { true }

    static var foreignNames: [String: String] {
        ["points": "", "point": "", "markers": "", "dots": "", "dot": "", "circle": "", "strip": "", "scattergl": ""]
    }
    static var mainColor: String { "pointStyle.color" }
    static var rowColors: String? { "pointStyle.colors" }
    static var mainWidth: String? { nil }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: ScatterSeriesStyle
    ) -> ScatterSeries {
        ScatterSeries(columns: columns, style: style)
    }

    static func planningMemory(_ load: SeriesLoad) -> Int { min(load.samples, 1 << 20) }
    static func addDrawing(_ load: SeriesLoad, to estimate: inout MemoryEstimate) { estimate.addScatter(load) }
    static func vectorMemory(_ load: SeriesLoad) -> Int { load.samples * 125 }
}

extension MemoryEstimate {
    fileprivate mutating func addScatter(_ series: SeriesLoad) {
        guard series.isReduced, series.points?.shape ?? .disc == .disc else {
            if series.points?.shape ?? .disc == .disc {
                addWaiting(series.samples, bytes: 300)
                kept += series.samples * 60
            }
            return
        }
        // Coverage of each pixel, if many points are close to one another.
        let size = max((series.points?.radius ?? 0) / 3, 1)
        let perPixel = Double(series.samples) / Double(pixelCount)
        let share = min(max(7 * perPixel * size * size, perPixel > 0.001 ? 0.45 : 0), 1)
        addPassing(series.kind.described.planningMemory(series) + Int(12 * share * Double(pixelCount)))
    }
}
