import VitrailChart

/// The common part of candlesticks and OHLC bars.
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

    static var foreignNames: [String: String] { ["candle": "", "candles": "", "kline": "", "k": ""] }
    static var mainColor: String { "risingColor" }
    static var mainWidth: String? { "outlineWidth" }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: CandlestickSeriesStyle
    ) -> CandlestickSeries {
        CandlestickSeries(columns: columns, orientation: description.orientation, style: style)
    }
}

extension MemoryEstimate {
    fileprivate mutating func addPrices(_ series: SeriesLoad) {
        guard series.isReduced else {
            kept += series.samples * (series.kind == .candlestick ? 310 : 170)
            return
        }
        kept += min(series.samples * 600, 1_000_000) + (series.samples > 3 * size.width ? pixelCount : 0)
    }
}
