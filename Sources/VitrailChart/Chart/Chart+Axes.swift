/// Axes: any number in each direction. The first one added is the primary axis.
///
/// New axes give the data new positions, so the next render loads again. If axes change in a callback during a render,
/// the data already read are mapped onto the new axes, and the source is not queried again.
extension Chart {
    /// The primary x-axis. Setting it adds the first axis of this direction or replaces the primary one.
    ///
    /// It is `nil` after `Chart(frame:theme:)`, which makes no axes, until the first render. All other initialisers
    /// make axes, so that `chart.xAxis.title = "Year"` needs no `?`; only a chart of slices has none.
    public var xAxis: Axis! {
        get { allXAxes.first }
        set { setPrimary(newValue, .x) }
    }

    /// The primary y-axis; see `xAxis`.
    public var yAxis: Axis! {
        get { allYAxes.first }
        set { setPrimary(newValue, .y) }
    }

    /// All x-axes, then all y-axes.
    public var allAxes: [Axis] { allXAxes + allYAxes }
    /// All x-axes except the primary one.
    public var secondaryXAxes: [Axis] { Array(allXAxes.dropFirst()) }
    public var secondaryYAxes: [Axis] { Array(allYAxes.dropFirst()) }

    /// Adds an axis, outside of the axes already on the same side. An axis that is already on the chart is not added
    /// again.
    public func addXAxis(_ axis: Axis) { add(axis, .x) }
    public func addYAxis(_ axis: Axis) { add(axis, .y) }

    /// Removes an axis; its series move to the primary axis. The only axis of a direction cannot be removed.
    ///
    /// - Returns: whether the axis was removed.
    @discardableResult
    public func removeXAxis(_ axis: Axis) -> Bool { remove(axis, .x) }
    @discardableResult
    public func removeYAxis(_ axis: Axis) -> Bool { remove(axis, .y) }

    /// Replaces an axis by another one; its series move to the new axis.
    ///
    /// - Returns: false, and changes nothing, if `axis` is not on the chart or `other` already is.
    @discardableResult
    public func replaceXAxis(_ axis: Axis, with other: Axis) -> Bool { replace(axis, with: other, .x) }
    @discardableResult
    public func replaceYAxis(_ axis: Axis, with other: Axis) -> Bool { replace(axis, with: other, .y) }

    // MARK: One function for both directions

    private func list(_ direction: Axis.Direction) -> ReferenceWritableKeyPath<Chart, [Axis]> {
        direction == .x ? \.allXAxes : \.allYAxes
    }

    private func add(_ axis: Axis, _ direction: Axis.Direction) {
        let path = "add\(direction.rawValue.uppercased())Axis"
        guard isNew(axis, path) else { return }
        guard !isRadial || self[keyPath: list(direction)].isEmpty else {
            return warn(.ignored(path: path, reason: Self.oneAxisOnly))
        }
        insert(axis, direction)
        axesChanged()
    }

    private func insert(_ axis: Axis, _ direction: Axis.Direction) {
        (axis.direction, axis.chart) = (direction, self)
        self[keyPath: list(direction)].append(axis)
    }

    private func setPrimary(_ axis: Axis?, _ direction: Axis.Direction) {
        let path = "\(direction.rawValue)Axis"
        guard let axis else {
            return warn(.ignored(path: path, reason: "the primary axis can be replaced, but not removed"))
        }
        guard let primary = self[keyPath: list(direction)].first else { return add(axis, direction) }
        guard axis !== primary else { return }
        replace(primary, with: axis, direction)
    }

    private func remove(_ axis: Axis, _ direction: Axis.Direction) -> Bool {
        let list = self.list(direction)
        let path = "remove\(direction.rawValue.uppercased())Axis"
        guard let index = self[keyPath: list].firstIndex(where: { $0 === axis }) else {
            warn(.ignored(path: path, reason: "the axis is not on this chart"))
            return false
        }
        guard self[keyPath: list].count > 1 else {
            warn(.ignored(path: path, reason: "it is the only axis of its direction"))
            return false
        }
        self[keyPath: list].remove(at: index)
        axis.chart = nil
        moveSeries(from: axis, to: nil)
        axesChanged()
        return true
    }

    @discardableResult
    private func replace(_ axis: Axis, with other: Axis, _ direction: Axis.Direction) -> Bool {
        let list = self.list(direction)
        let path = "replace\(direction.rawValue.uppercased())Axis"
        guard let index = self[keyPath: list].firstIndex(where: { $0 === axis }) else {
            warn(.ignored(path: path, reason: "the axis is not on this chart"))
            return false
        }
        guard isNew(other, path) else { return false }
        axis.chart = nil
        (other.direction, other.chart) = (direction, self)
        self[keyPath: list][index] = other
        moveSeries(from: axis, to: other)
        axesChanged()
        return true
    }

    /// Whether an axis can be added. An axis can be on a chart only once, because it has one direction.
    private func isNew(_ axis: Axis, _ path: String) -> Bool {
        guard allAxes.contains(where: { $0 === axis }) else { return true }
        warn(.ignored(path: path, reason: "the axis is on this chart already"))
        return false
    }

    /// Moves the series and annotations of a removed axis. `other` nil: to the primary axis.
    private func moveSeries(from axis: Axis, to other: Axis?) {
        for case let series as CartesianSeries in series + added {
            if series.xAxis === axis { series.xAxis = other }
            if series.yAxis === axis { series.yAxis = other }
            if series.sourceXAxis === axis { series.sourceXAxis = other }
            if series.sourceYAxis === axis { series.sourceYAxis = other }
        }
        for note in annotations {
            if note.xAxis === axis { note.xAxis = other }
            if note.yAxis === axis { note.yAxis = other }
        }
    }

    private func axesChanged() {
        pending.formUnion(isPlanning ? .mapping : [.reload, .mapping])
    }

    func axes(of series: CartesianSeries) -> SeriesAxes {
        SeriesAxes(
            orientation: series.orientation, x: ownAxis(series, .x).map { ObjectIdentifier($0) },
            y: ownAxis(series, .y).map { ObjectIdentifier($0) })
    }

    /// Whether a series was turned, or moved to another axis, since it was loaded.
    var hasMovedSeries: Bool { hasLoaded && cartesian.contains { $0.loaded != nil && $0.loadedAxes != axes(of: $0) } }

    /// Adds a number axis for each direction without an axis. A radial chart keeps only its primary axes.
    package func completeAxes(for kind: ChartKind) {
        guard kind != .slices else { return }
        if allXAxes.isEmpty { insert(numberAxis(), .x) }
        if allYAxes.isEmpty { insert(numberAxis(), .y) }
        if kind == .radial {
            keepPrimary(.x)
            keepPrimary(.y)
        }
        for axis in allAxes { axis.radialChart = kind == .radial ? self : nil }
        for axis in allAxes where kind == .radial && axis.isReversed {
            axis.isReversed = false
            let reason = "a radial chart counts clockwise and outwards"
            warn(.ignored(path: "\(axis.direction.rawValue)Axis.reversed", reason: reason))
        }
    }

    private func numberAxis() -> NumberAxis {
        let axis = NumberAxis()
        axis.nice = isDescribed
        axis.writing = numbers
        return axis
    }

    private func keepPrimary(_ direction: Axis.Direction) {
        let path = list(direction)
        guard self[keyPath: path].count > 1 else { return }
        for k in self[keyPath: path].indices.dropFirst() {
            warn(.ignored(path: "\(direction.rawValue)Axes[\(k)]", reason: Self.oneAxisOnly))
        }
        let gone = self[keyPath: path].dropFirst()
        self[keyPath: path].removeLast(gone.count)
        for axis in gone {
            axis.chart = nil
            moveSeries(from: axis, to: nil)
        }
    }

    private static let oneAxisOnly = "a radial chart has one x-axis and one y-axis"

    /// The axis that a series is mapped on.
    ///
    /// - Precondition: the direction has an axis; see `completeAxes`.
    func axis(_ series: CartesianSeries, _ direction: Axis.Direction) throws(ChartError) -> Axis {
        guard let axis = ownAxis(series, direction) else {
            throw .foreignAxis(path: "\(series.jsonPath).\(direction == .x ? "xAxis" : "yAxis")")
        }
        return axis
    }

    /// The same. nil: the series' axis is not on the chart; loading rejects such a series.
    package func ownAxis(_ series: CartesianSeries, _ direction: Axis.Direction) -> Axis? {
        let all = direction == .x ? allXAxes : allYAxes
        let own = direction == .x ? series.sourceXAxis ?? series.xAxis : series.sourceYAxis ?? series.yAxis
        guard let own else { return all.first }
        return all.first { $0 === own }
    }
}
