import VitrailChart

/// The common part of columns and bars.
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

    static var mainColor: String { "areaColor" }
    static var rowColors: String? { "areaColors" }
    static var foreignKeys: KeyValuePairs<String, [ForeignNames.Own]> {
        ["cornerradius borderradius": [ForeignNames.Own("style.cornerRatio", "0.2")]]
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

    static var foreignNames: [String: String] {
        [
            "histogram": ", over values that are counted already", "hist": ", over values that are counted already",
            "vbar": "", "columns": "", "rect": "",
        ]
    }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: BarColumnSeriesStyle
    ) -> ColumnSeries {
        ColumnSeries(columns: columns, style: style)
    }
}

extension MemoryEstimate {
    fileprivate mutating func addColumns(_ series: SeriesLoad) {
        guard series.isReduced else {
            addWaiting(series.samples, bytes: 800)
            kept += series.samples * 110
            // Columns narrower than a pixel are drawn to a target of floats.
            if series.samples > min(size.width, size.height) { scratchBytesPerPixel = max(scratchBytesPerPixel, 20) }
            return
        }
        let perPixel = series.samples > 3 * size.width ? 1.5 : 0.3
        kept += Int((600_000 + perPixel * Double(pixelCount)) * min(0.1 + Double(series.samples) / 300, 1))
    }
}
