import VitrailColumns

extension Chart {
    /// Whether the picture shows `noDataText`. A chart with annotations and no series does not.
    var showsNoDataText: Bool { !noDataText.isEmpty && lacksData && (!series.isEmpty || annotations.isEmpty) }

    private var lacksData: Bool { !awaitsData && !series.contains(where: \.hasData) }

    /// Warns if a described chart has no data. A program, in contrast, may add data to its chart later.
    func warnOfMissingData() {
        guard isDescribed, lacksData else { return }
        let reason: String
        switch series.count {
        case 0: reason = "there are no series"
        case 1: reason = "the only series has no value that can be shown"
        default: reason = "none of the \(series.count) series has a value that can be shown"
        }
        let text =
            showsNoDataText
            ? "the picture says \(quoted(noDataText)), which \"noDataText\" changes" : "the picture shows no data"
        warn(.doubtful(path: "series", reason: "\(reason); \(text)"))
    }
}

extension Series {
    /// Whether the series has a sample with all values needed for drawing, regardless of axis ranges. Hidden series
    /// count, too.
    fileprivate var hasData: Bool {
        switch self {
        case let pie as PieSeries: pie.slices.contains { $0.value > 0 }
        case let series as CartesianSeries: series.loaded.map(\.hasData) ?? false
        // A series kind defined by the host.
        default: true
        }
    }
}

extension LoadedSeries {
    fileprivate var hasData: Bool {
        count > 0 && alongExtent.range != nil && (acrossExtent.isEmpty || acrossExtent.contains { $0.range != nil })
    }
}
