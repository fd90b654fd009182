/// What columns and bars have in common.
protocol DescribedBars: DescribedSeriesKind where StyleValue == BarColumnSeriesStyle, Made: BarColumnSeries {}

extension DescribedBars {
    static var labels: WritableKeyPath<BarColumnSeriesStyle, DataPointLabelStyle>? { \.dataPointLabelStyle }

    static func standsOnBaseline(_ series: SeriesDescription) -> Bool { series.columns[.from] == nil }
    static var isStackable: Bool { true }
    static var hasBaseline: Bool { true }
    static var hasGroups: Bool { true }

    static func readColumns(
        _ series: inout SeriesDescription, _ object: inout DescriptionObject
    ) throws(DescriptionError) {
        guard let from = object.optional(SeriesRole.from.rawValue) else { return }
        series.columns[.from] = try String.read(from)
        if let stack = object.optional("stackIndex") {
            throw stack.error("columns and bars with a \"from\" begin there and cannot be stacked; leave it out")
        }
    }

    static func planningMemory(_ load: SeriesLoad) -> Int { load.planningMemory(ascending: 2, others: 24) }
    static func addDrawing(_ load: SeriesLoad, to estimate: inout MemoryEstimate) { estimate.addColumns(load) }
    static func vectorMemory(_ load: SeriesLoad) -> Int { load.vectorMemoryOfBars }
    static var bytesPerStackedSample: Int { 20 }
}

enum ColumnKind: DescribedBars {
    static var kind: SeriesDescription.Kind { .column }
    static func style(_ value: BarColumnSeriesStyle) -> SeriesDescription.Style { .column(value) }
    static var selectedStyle: ReferenceWritableKeyPath<ColumnSeries, BarColumnSeriesStyle>? { \.selectedStyle }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: BarColumnSeriesStyle
    ) -> ColumnSeries {
        ColumnSeries(columns: columns, style: style)
    }
}
