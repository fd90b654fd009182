extension Chart {
    /// Whether the picture says that there are no data. Annotations without any series are a picture of their own.
    var showsNoDataText: Bool { !noDataText.isEmpty && lacksData && (!series.isEmpty || annotations.isEmpty) }

    private var lacksData: Bool { !awaitsData && !series.contains(where: \.hasData) }

    /// A description promises a picture of data; a program may fill its chart later.
    func warnOfMissingData() {
        guard isDescribed, lacksData else { return }
        let reason: String
        switch series.count {
        case 0: reason = "there are no series"
        case 1: reason = "the only series has no value that can be shown"
        default: reason = "none of the \(series.count) series has a value that can be shown"
        }
        let text = showsNoDataText
            ? "the picture says \(quoted(noDataText)), which \"noDataText\" changes" : "the picture shows no data"
        warn(.doubtful(place: "series", reason: "\(reason); \(text)"))
    }
}

extension Series {
    /// Whether there is a sample with all that it needs to be shown, on whatever part of an axis. A series that is hidden has data, too.
    fileprivate var hasData: Bool {
        switch self {
        case let pie as PieSeries: pie.slices.contains { $0.value > 0 }
        case let series as CartesianSeries: series.loaded.map(\.hasData) ?? false
        // Of a host's own kind.
        default: true
        }
    }
}

extension LoadedSeries {
    fileprivate var hasData: Bool {
        count > 0 && alongExtent.range != nil && (acrossExtent.isEmpty || acrossExtent.contains { $0.range != nil })
    }
}
