/// What candlesticks and OHLC bars have in common.
protocol DescribedPrices: DescribedSeriesKind {}

extension DescribedPrices {
    static var mayBeVertical: Bool { true }
    static var dependentRoles: [SeriesRole]? { [.open, .high, .low, .close] }
    static var hasGroups: Bool { true }
    static var reasonForLast: String? {
        "prices take \"last\": the first open, the highest high, the lowest low and the last close of equal values"
    }

    static func planningMemory(_ load: SeriesLoad) -> Int { load.planningMemory(ascending: 4, others: 32) }
    static func addDrawing(_ load: SeriesLoad, to estimate: inout MemoryEstimate) { estimate.addPrices(load) }
    static func vectorMemory(_ load: SeriesLoad) -> Int { load.vectorMemoryOfBars }
}

enum CandlestickKind: DescribedPrices {
    static var kind: SeriesDescription.Kind { .candlestick }
    static func style(_ value: CandlestickSeriesStyle) -> SeriesDescription.Style { .candlestick(value) }
    static var selectedStyle: ReferenceWritableKeyPath<CandlestickSeries, CandlestickSeriesStyle>? { \.selectedStyle }
    static var labels: WritableKeyPath<CandlestickSeriesStyle, DataPointLabelStyle>? { \.dataPointLabelStyle }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: CandlestickSeriesStyle
    ) -> CandlestickSeries {
        CandlestickSeries(columns: columns, orientation: description.orientation, style: style)
    }
}
