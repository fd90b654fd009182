enum BubbleKind: DescribedSeriesKind {
    static var kind: SeriesDescription.Kind { .bubble }
    static func style(_ value: BubbleSeriesStyle) -> SeriesDescription.Style { .bubble(value) }
    static var selectedStyle: ReferenceWritableKeyPath<BubbleSeries, BubbleSeriesStyle>? { \.selectedStyle }
    static var labels: WritableKeyPath<BubbleSeriesStyle, DataPointLabelStyle>? { \.dataPointLabelStyle }
    static var points: WritableKeyPath<BubbleSeriesStyle, PointStyle>? { \.pointStyle }
    static var selectedPoints: WritableKeyPath<BubbleSeriesStyle, PointStyle>? { \.selectedPointStyle }

    static var dependentRoles: [SeriesRole]? { [.y, .area] }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: BubbleSeriesStyle
    ) -> BubbleSeries {
        BubbleSeries(columns: columns, style: style)
    }

    static func planningMemory(_ load: SeriesLoad) -> Int { load.samples * 16 }
    static func addDrawing(_ load: SeriesLoad, to estimate: inout MemoryEstimate) { estimate.addBubbles(load) }
    static func vectorMemory(_ load: SeriesLoad) -> Int { load.samples * 125 }
}
