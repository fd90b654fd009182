/// Axes: any number in each direction, the first added is the primary one.
///
/// Other axes mean other places for the data, so that the next render loads anew. When they change in a callback of a render, what was read
/// is mapped onto the new ones, and no source is asked again.
extension Chart {
    /// The primary axis; setting it adds the first axis of the direction, or replaces it.
    public var xAxis: Axis? {
        get { allXAxes.first }
        set { setPrimary(newValue, .x) }
    }

    public var yAxis: Axis? {
        get { allYAxes.first }
        set { setPrimary(newValue, .y) }
    }

    /// All x-axes, then all y-axes.
    public var allAxes: [Axis] { allXAxes + allYAxes }
    /// All but the primary one.
    public var secondaryXAxes: [Axis] { Array(allXAxes.dropFirst()) }
    public var secondaryYAxes: [Axis] { Array(allYAxes.dropFirst()) }

    /// Stands outside of those on its side that were added before. An axis that is on the chart already is not added again.
    public func addXAxis(_ axis: Axis) { add(axis, .x) }
    public func addYAxis(_ axis: Axis) { add(axis, .y) }

    /// Its series go to the primary axis. The only axis of a direction stays.
    ///
    /// - Returns: whether it was removed.
    @discardableResult
    public func removeXAxis(_ axis: Axis) -> Bool { remove(axis, .x) }
    @discardableResult
    public func removeYAxis(_ axis: Axis) -> Bool { remove(axis, .y) }

    /// Puts another axis in an axis' place; its series go to the new one.
    ///
    /// - Returns: false, and nothing changes, when the first is not on the chart or the second is.
    @discardableResult
    public func replaceXAxis(_ axis: Axis, with other: Axis) -> Bool { replace(axis, with: other, .x) }
    @discardableResult
    public func replaceYAxis(_ axis: Axis, with other: Axis) -> Bool { replace(axis, with: other, .y) }

    // MARK: One function for both directions

    private func list(_ direction: Axis.Direction) -> ReferenceWritableKeyPath<Chart, [Axis]> {
        direction == .x ? \.allXAxes : \.allYAxes
    }

    private func add(_ axis: Axis, _ direction: Axis.Direction) {
        let place = "add\(direction.rawValue.uppercased())Axis"
        guard isNew(axis, place) else { return }
        guard !isRadial || self[keyPath: list(direction)].isEmpty else { return warn(.ignored(place: place, reason: Self.oneAxisOnly)) }
        insert(axis, direction)
        axesChanged()
    }

    private func insert(_ axis: Axis, _ direction: Axis.Direction) {
        (axis.direction, axis.chart) = (direction, self)
        self[keyPath: list(direction)].append(axis)
    }

    private func setPrimary(_ axis: Axis?, _ direction: Axis.Direction) {
        let place = "\(direction.rawValue)Axis"
        guard let axis else { return warn(.ignored(place: place, reason: "the primary axis is replaced or kept, not taken away")) }
        guard let primary = self[keyPath: list(direction)].first else { return add(axis, direction) }
        guard axis !== primary else { return }
        replace(primary, with: axis, direction)
    }

    private func remove(_ axis: Axis, _ direction: Axis.Direction) -> Bool {
        let path = list(direction)
        let place = "remove\(direction.rawValue.uppercased())Axis"
        guard let index = self[keyPath: path].firstIndex(where: { $0 === axis }) else {
            warn(.ignored(place: place, reason: "the axis is not on this chart"))
            return false
        }
        guard self[keyPath: path].count > 1 else {
            warn(.ignored(place: place, reason: "it is the only axis of its direction"))
            return false
        }
        self[keyPath: path].remove(at: index)
        axis.chart = nil
        moveSeries(from: axis, to: nil)
        axesChanged()
        return true
    }

    @discardableResult
    private func replace(_ axis: Axis, with other: Axis, _ direction: Axis.Direction) -> Bool {
        let path = list(direction)
        let place = "replace\(direction.rawValue.uppercased())Axis"
        guard let index = self[keyPath: path].firstIndex(where: { $0 === axis }) else {
            warn(.ignored(place: place, reason: "the axis is not on this chart"))
            return false
        }
        guard isNew(other, place) else { return false }
        axis.chart = nil
        (other.direction, other.chart) = (direction, self)
        self[keyPath: path][index] = other
        moveSeries(from: axis, to: other)
        axesChanged()
        return true
    }

    /// An axis stands on a chart once: its direction would be two.
    private func isNew(_ axis: Axis, _ place: String) -> Bool {
        guard allAxes.contains(where: { $0 === axis }) else { return true }
        warn(.ignored(place: place, reason: "the axis is on this chart already"))
        return false
    }

    /// Series of an axis that is no longer there; nil = to the primary one.
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

    func place(_ series: CartesianSeries) -> SeriesPlace {
        SeriesPlace(
            orientation: series.orientation, x: ownAxis(series, .x).map { ObjectIdentifier($0) }, y: ownAxis(series, .y).map { ObjectIdentifier($0) })
    }

    /// Whether a series was turned, or put on another axis, since it was loaded.
    var hasMovedSeries: Bool { hasLoaded && cartesian.contains { $0.loaded != nil && $0.loadedPlace != place($0) } }

    /// A direction without an axis gets a number axis. A radial chart keeps the primary ones alone.
    func completeAxes(for kind: ChartKind) {
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
            warn(.ignored(place: "\(axis.direction.rawValue)Axis.reversed", reason: reason))
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
            warn(.ignored(place: "\(direction.rawValue)Axes[\(k)]", reason: Self.oneAxisOnly))
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
    /// - Precondition: there is one of the direction: `completeAxes`.
    func axis(_ series: CartesianSeries, _ direction: Axis.Direction) throws(ChartError) -> Axis {
        guard let axis = ownAxis(series, direction) else {
            throw .foreignAxis(place: "\(series.place).\(direction == .x ? "xAxis" : "yAxis")")
        }
        return axis
    }

    /// The same; nil for a series whose axis is not on the chart, which loading refuses.
    func ownAxis(_ series: CartesianSeries, _ direction: Axis.Direction) -> Axis? {
        let all = direction == .x ? allXAxes : allYAxes
        let own = direction == .x ? series.sourceXAxis ?? series.xAxis : series.sourceYAxis ?? series.yAxis
        guard let own else { return all.first }
        return all.first { $0 === own }
    }
}
