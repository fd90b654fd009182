import VitrailChart

enum DonutKind: DescribedSlices {
    static var kind: SeriesDescription.Kind { .donut }
    static func style(_ value: PieSeriesStyle) -> SeriesDescription.Style { .donut(value) }

    static var foreignNames: [String: String] { ["doughnut": "", "ring": ""] }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: PieSeriesStyle
    ) -> DonutSeries {
        DonutSeries(columns: columns, style: style)
    }
}
