import VitrailChart

enum BubbleKind: DescribedSeriesKind {
    static var kind: SeriesDescription.Kind { .bubble }
    static func style(_ value: BubbleSeriesStyle) -> SeriesDescription.Style { .bubble(value) }
    static var selectedStyle: ReferenceWritableKeyPath<BubbleSeries, BubbleSeriesStyle>? { \.selectedStyle }
    static var labels: WritableKeyPath<BubbleSeriesStyle, DataPointLabelStyle>? { \.dataPointLabelStyle }
    static var points: WritableKeyPath<BubbleSeriesStyle, PointStyle>? { \.pointStyle }
    static var selectedPoints: WritableKeyPath<BubbleSeriesStyle, PointStyle>? { \.selectedPointStyle }

    static var dependentRoles: [SeriesRole]? { [.y, .area] }

    static var mainColor: String { "pointStyle.color" }
    static var rowColors: String? { "pointStyle.colors" }
    static var mainWidth: String? { nil }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: BubbleSeriesStyle
    ) -> BubbleSeries {
        BubbleSeries(columns: columns, style: style)
    }

    static func planningMemory(_ load: SeriesLoad) -> Int { load.samples * 16 }
    static func addDrawing(_ load: SeriesLoad, to estimate: inout MemoryEstimate) { estimate.addBubbles(load) }
    static func vectorMemory(_ load: SeriesLoad) -> Int { load.samples * 125 }
}

extension MemoryEstimate {
    fileprivate mutating func addBubbles(_ series: SeriesLoad) {
        guard series.isReduced else {
            kept += series.samples * 70
            return
        }
        let halves = series.samples < 500 ? 0 : series.samples < 4_000 ? 1 : 17
        kept += pixelCount * halves / 2
    }
}
