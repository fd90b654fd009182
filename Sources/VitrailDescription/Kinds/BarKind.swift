import VitrailChart

enum BarKind: DescribedBars {
    static var kind: SeriesDescription.Kind { .bar }
    static func style(_ value: BarColumnSeriesStyle) -> SeriesDescription.Style { .bar(value) }
    static var selectedStyle: ReferenceWritableKeyPath<BarSeries, BarColumnSeriesStyle>? { \.selectedStyle }

    static var orientation: CartesianSeries.Orientation { .vertical }
    static var putsFirstRowOnTop: Bool { true }

    static var foreignNames: [String: String] { ["barh": "", "hbar": "", "horizontalbar": ""] }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: BarColumnSeriesStyle
    ) -> BarSeries {
        BarSeries(columns: columns, style: style)
    }
}
