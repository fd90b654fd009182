// MARK: - Streaming

/// Points that are added or removed while the others stay. The next render reads them: existing points are neither
/// queried nor copied, and the time depends only on the number of new points. Exceptions, which are processed
/// completely again: stacks, several series of columns or prices side by side, skipped points, and columns with
/// descending values.
///
/// ```swift
/// source.temperatures.append(21.5)
/// chart.appendNumberOfDataPoints(1, toEndOfSeriesAt: 0)
/// chart.removeNumberOfDataPoints(1, fromStartOfSeriesAt: 0)
/// image = try await renderer.render(chart)
/// ```
///
/// Calls take effect in their order, separately for each series. The data source must be in its final state when the
/// chart is rendered. It is queried for `numberOfDataPoints`, and only for points that are new and still present. A
/// source that provides whole `dataPoints` or `columns` passes these, and the new points are taken from their ends.
/// `Column`s grow and shrink in place, so a `ColumnDataSource` keeps its own. Without a data source, the series' own
/// `columns` are the source: `Series.append` and `Series.removeFirst` change them and announce the change.
///
/// Axes behave as after `reloadData()`: they show their default range or, if `autoCalculateAxisRanges` is off, keep
/// their range. The crosshair disappears unless its `chartDidReload` is overridden; `selectedPoints` and the
/// crosshair's target stay with their points. Slices, and points on category axes, are all read again.
extension Chart {
    /// Announces `count` new points at the end of a series.
    ///
    /// Before the first render, which reads everything, and for a series that does not exist, this only issues a
    /// warning.
    public func appendNumberOfDataPoints(_ count: Int, toEndOfSeriesAt index: Int) {
        announce("appendNumberOfDataPoints", count, index) { changes, _ in changes.append(count) }
    }

    /// Announces that the first `count` points of a series are removed. The indexes of later points decrease
    /// accordingly. If `count` is greater than the number of points, all points are removed, with a warning.
    public func removeNumberOfDataPoints(_ count: Int, fromStartOfSeriesAt index: Int) {
        announce("removeNumberOfDataPoints", count, index) { changes, series in
            let present = series.numberOfDataPoints - changes.removed + changes.appended
            if count > present {
                warn(.tooFewPoints(path: "\(series.jsonPath).removeNumberOfDataPoints", said: count, found: present))
            }
            changes.remove(count, of: series.numberOfDataPoints)
        }
    }

    private func announce(_ call: String, _ count: Int, _ index: Int, _ note: (inout PointChanges, Series) -> Void) {
        guard hasLoaded || isSourceBusy else {
            return warn(.ignored(path: call, reason: "nothing is loaded yet: the first picture reads all points"))
        }
        guard count >= 0 else { return warn(.negativeCount(path: call, count: count)) }
        // A load running on a thread may already have passed these points. A pending load reads all points, but must
        // know how indexes move.
        guard !isSourceBusy else { return reloadData() }
        guard let series = series.first(where: { $0.index == index }) else {
            return pending.contains(.load)
                ? reloadData() : warn(.ignored(path: call, reason: "there is no series \(index)"))
        }
        guard count > 0 else { return }
        note(&announced[index, default: PointChanges()], series)
        if isPie || pending.contains(.load) { reloadData() } else { pending.formUnion([.changes, .render, .plotArea]) }
    }

    /// Number of rows removed from the start of a series' own columns since they were loaded.
    func removedRows(of series: Series) -> Int { dataSource == nil ? announced[series.index]?.removed ?? 0 : 0 }

    /// Called when a series' own columns are replaced.
    func columnsWereSet() {
        // No reload is needed before the first load, or while a load is starting.
        guard hasLoaded, dataSource == nil, !isBeginningLoad else { return }
        reloadData()
    }

    /// Called when rows were added to or removed from the ends of a series' own columns.
    func announce(_ series: Series, removed: Int = 0, appended: Int = 0) {
        guard hasLoaded || isSourceBusy, self.series.contains(where: { $0 === series }) else { return }
        if removed > 0 { removeNumberOfDataPoints(removed, fromStartOfSeriesAt: series.index) }
        if appended > 0 { appendNumberOfDataPoints(appended, toEndOfSeriesAt: series.index) }
    }
}

/// The net changes of a series' points, independent of the order of calls. Skipped points count.
struct PointChanges: Equatable {
    /// Number of removed points among the loaded ones, from the start.
    private(set) var removed = 0
    /// Number of new points that are still present.
    private(set) var appended = 0

    /// Far more than any real number of points, so that sums do not overflow.
    private static let limit = 1 << 40

    mutating func append(_ count: Int) { appended = min(appended + min(count, Self.limit), Self.limit) }

    /// - Parameter loaded: number of loaded points.
    mutating func remove(_ count: Int, of loaded: Int) {
        let old = min(count, max(loaded - removed, 0))
        removed += old
        appended -= min(count - old, appended)
    }
}
