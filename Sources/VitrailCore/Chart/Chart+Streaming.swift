// MARK: - Streaming

/// Points that come and go while the rest stays. The next picture takes them in: of what is there already nothing is asked for or copied, and the time that
/// takes depends on the points that came. Stacks, several series of columns or prices side by side, points that were skipped, and columns that run from
/// the last value to the first are gone through again.
///
/// ```swift
/// source.temperatures.append(21.5)
/// chart.appendNumberOfDataPoints(1, toEndOfSeriesAt: 0)
/// chart.removeNumberOfDataPoints(1, fromStartOfSeriesAt: 0)
/// image = try await renderer.render(chart)
/// ```
///
/// Calls count in their order, of each series on its own. The data source has to be in its final state when the picture is made: it is asked for
/// `numberOfDataPoints`, and for those points alone that are new and still there; one that gives whole `dataPoints` or `columns` hands these over, and
/// the new ones are taken from their ends. `Column`s grow and shrink in place, so that a `ColumnDataSource` keeps its own. Without a data source the
/// series' own `columns` are the source: `Series.append` and `Series.removeFirst` change them and announce it.
///
/// Axes follow as after `reloadData()`: they show their default range, or with `autoCalculateAxisRanges` off what they showed. The crosshair goes,
/// unless its `chartDidReload` is overridden; `selectedPoints` and what it points at keep to their points. Slices, and points on category axes, are all
/// read again.
extension Chart {
    /// Says that a series has more points: `count` at its end.
    ///
    /// Before the first picture, which reads everything, and for a series that is not there, this is a warning and no more.
    public func appendNumberOfDataPoints(_ count: Int, toEndOfSeriesAt index: Int) {
        announce("appendNumberOfDataPoints", count, index) { changes, _ in changes.append(count) }
    }

    /// Says that the first `count` points of a series are gone: later ones move down, and so do their indexes. Of more than there are, those go that
    /// there are, with a warning.
    public func removeNumberOfDataPoints(_ count: Int, fromStartOfSeriesAt index: Int) {
        announce("removeNumberOfDataPoints", count, index) { changes, series in
            let present = series.numberOfDataPoints - changes.removed + changes.appended
            if count > present {
                warn(.tooFewPoints(place: "\(series.place).removeNumberOfDataPoints", said: count, found: present))
            }
            changes.remove(count, of: series.numberOfDataPoints)
        }
    }

    private func announce(_ call: String, _ count: Int, _ index: Int, _ note: (inout PointChanges, Series) -> Void) {
        guard hasLoaded || isSourceBusy else {
            return warn(.ignored(place: call, reason: "nothing is loaded yet: the first picture reads all points"))
        }
        guard count >= 0 else { return warn(.negativeCount(place: call, count: count)) }
        // A load that runs on a thread may have passed them. One that is due reads them all, yet has to know how indexes move.
        guard !isSourceBusy else { return reloadData() }
        guard let series = series.first(where: { $0.index == index }) else {
            return pending.contains(.load) ? reloadData() : warn(.ignored(place: call, reason: "there is no series \(index)"))
        }
        guard count > 0 else { return }
        note(&announced[index, default: PointChanges()], series)
        if isPie || pending.contains(.load) { reloadData() } else { pending.formUnion([.changes, .render, .plotArea]) }
    }

    /// Rows of a series' own columns that are gone since these were loaded.
    func removedRows(of series: Series) -> Int { dataSource == nil ? announced[series.index]?.removed ?? 0 : 0 }

    /// A series' own columns are others.
    func columnsWereSet() {
        // Before the first load, and where one begins, they are in time.
        guard hasLoaded, dataSource == nil, !isBeginningLoad else { return }
        reloadData()
    }

    /// A series' own columns have changed by rows at their ends.
    func announce(_ series: Series, removed: Int = 0, appended: Int = 0) {
        guard hasLoaded || isSourceBusy, self.series.contains(where: { $0 === series }) else { return }
        if removed > 0 { removeNumberOfDataPoints(removed, fromStartOfSeriesAt: series.index) }
        if appended > 0 { appendNumberOfDataPoints(appended, toEndOfSeriesAt: series.index) }
    }
}

/// How the points of a series changed, whatever the order: skipped ones count.
struct PointChanges: Equatable {
    /// Of the points that were loaded, so many of the first are gone.
    private(set) var removed = 0
    /// So many came that are still there.
    private(set) var appended = 0

    /// Far more than there can be, so that sums stay sums.
    private static let limit = 1 << 40

    mutating func append(_ count: Int) { appended = min(appended + min(count, Self.limit), Self.limit) }

    /// - Parameter loaded: points that were loaded.
    mutating func remove(_ count: Int, of loaded: Int) {
        let old = min(count, max(loaded - removed, 0))
        removed += old
        appended -= min(count - old, appended)
    }
}
