import VitrailChart

enum OHLCKind: DescribedPrices {
    static var kind: SeriesDescription.Kind { .ohlc }
    static func style(_ value: OHLCSeriesStyle) -> SeriesDescription.Style { .ohlc(value) }
    static var selectedStyle: ReferenceWritableKeyPath<OHLCSeries, OHLCSeriesStyle>? { \.selectedStyle }
    static var labels: WritableKeyPath<OHLCSeriesStyle, DataPointLabelStyle>? { \.dataPointLabelStyle }

    static var mainColor: String { "risingColor" }
    static var mainWidth: String? { "trunkWidth" }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: OHLCSeriesStyle
    ) -> OHLCSeries {
        OHLCSeries(columns: columns, orientation: description.orientation, style: style)
    }
}
