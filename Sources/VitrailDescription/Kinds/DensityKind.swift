import VitrailChart
import VitrailColumns
import VitrailRaster

enum DensityKind: DescribedSeriesKind {
    static var kind: SeriesDescription.Kind { .density }
    static func style(_ value: DensitySeriesStyle) -> SeriesDescription.Style { .density(value) }

    static var mayBeVertical: Bool { true }
    static var isCombinable: Bool { false }
    static var reduction: SampleReduction? { .density }

    /// Reads the aggregation. The default depends on the columns: the shares of categories, the mean of values, or else
    /// the number of samples.
    static func readColumns(
        _ series: inout SeriesDescription, _ object: inout DescriptionObject
    ) throws(DescriptionError) {
        let chosen: DensityAggregation? = try object.optional("aggregation")
        let (value, category) = (
            object.optional(SeriesRole.value.rawValue), object.optional(SeriesRole.category.rawValue)
        )
        let aggregation = chosen ?? (category != nil ? .category : value != nil ? .mean : .count)
        let role = aggregation.value == nil ? nil : aggregation == .category ? SeriesRole.category : .value
        for (node, own) in [(value, SeriesRole.value), (category, .category)] {
            guard let node, own != role else { continue }
            let others = own == .category ? "category" : "sum, mean, max or min"
            throw node.error(
                "the aggregation \(quoted(aggregation.rawValue)) does not read this column; leave it out, or aggregate by \(others)"
            )
        }
        if let role { series.columns[role] = try String.read(try object.required(role.rawValue)) }
        series.aggregation = aggregation
    }

    static func readKeys(
        _ series: inout SeriesDescription, _ object: inout DescriptionObject, in chart: ChartDescription
    ) throws(DescriptionError) {
        guard let node = object.optional("spread") else { return }
        guard case .string(let text) = node.value else {
            return series.spread = .pixels(try node.number(in: 0...DensitySpread.maxPixels))
        }
        guard text == "auto" else { throw node.error("expected \"auto\" or a number of pixels, found \(quoted(text))") }
    }

    static var foreignNames: [String: String] {
        ["heatmap": "", "hexbin": "", "hist2d": "", "histogram2d": "", "datashader": ""]
    }
    static var mainColor: String { "colorMap" }
    static var mainWidth: String? { nil }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: DensitySeriesStyle
    ) -> DensitySeries {
        let series = DensitySeries(
            columns: columns, orientation: description.orientation, aggregation: description.aggregation, style: style)
        series.spread = description.spread
        return series
    }

    /// Cells are counted per pixel: `DensityCounter.memory`.
    static func addDrawing(_ load: SeriesLoad, to estimate: inout MemoryEstimate) {}
    static func vectorMemory(_ load: SeriesLoad) -> Int { 0 }
    static var mayBecomePicture: Bool { false }
}
