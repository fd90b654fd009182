extension Chart {
    /// Whether the picture says that there are no data.
    var showsNoDataText: Bool { !noDataText.isEmpty && !awaitsData && !series.contains(where: \.hasData) }
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
