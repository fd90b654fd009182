import ArgumentParser
import VitrailDescription

/// Limits for descriptions from strangers.
struct DescriptionBounds: ParsableArguments {
    @Option(help: "Device pixels of a picture.")
    var maxPixels = 64_000_000
    @Option(help: "Series of a chart.")
    var maxSeries = 1_000
    @Option(help: "Columns of all tables that are written into a description.")
    var maxColumns = 1_000
    @Option(help: "Values of all tables that are written into a description.")
    var maxSamples = 2_000_000
    @Option(help: "Bytes of one text.")
    var maxText = 10_000

    func validate() throws {
        for (name, value) in [
            ("pixels", maxPixels), ("series", maxSeries), ("columns", maxColumns), ("samples", maxSamples),
            ("text", maxText),
        ] where value < 1 { throw ValidationError("--max-\(name) is 1 or more, not \(value)") }
    }

    /// The limits as options of a worker process.
    var arguments: [String] {
        [
            "--max-pixels=\(maxPixels)", "--max-series=\(maxSeries)", "--max-columns=\(maxColumns)",
            "--max-samples=\(maxSamples)", "--max-text=\(maxText)",
        ]
    }

    /// - Throws: `BoundExceeded`.
    func check(_ description: ChartDescription, pixels: Int) throws(BoundExceeded) {
        func check(
            _ count: Int, _ limit: Int, _ what: String, _ option: String, _ place: String? = nil
        ) throws(BoundExceeded) {
            guard count > limit else { return }
            throw BoundExceeded(
                place: place, message: "\(count) \(what) are more than the \(limit) that this server draws (\(option))")
        }
        try check(pixels, maxPixels, "device pixels", "--max-pixels", "size")
        try check(description.series.count, maxSeries, "series", "--max-series", "series")
        var (columns, samples) = (0, 0)
        for (name, table) in description.data {
            guard case .values(let values, _) = table else { continue }
            columns += values.count
            for (column, cells) in values {
                switch cells {
                case .numbers(let numbers): samples += numbers.count
                case .texts(let texts):
                    samples += texts.count
                    let longest = texts.reduce(0) { max($0, $1?.utf8.count ?? 0) }
                    try check(longest, maxText, "bytes of one text", "--max-text", "data.\(name).values.\(column)")
                }
            }
        }
        try check(columns, maxColumns, "columns", "--max-columns", "data")
        try check(samples, maxSamples, "values", "--max-samples", "data")
        for (place, text) in [
            ("title", description.title), ("subtitle", description.subtitle), ("caption", description.caption),
            ("source", description.source),
            ("noDataText", description.noDataText),
        ] { try check(text?.utf8.count ?? 0, maxText, "bytes of one text", "--max-text", place) }
    }
}
