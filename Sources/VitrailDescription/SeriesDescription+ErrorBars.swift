import VitrailChart
import VitrailColumns

/// Error bars: a value with two ends, or with distances to them.
extension SeriesDescription {
    /// The roles of ends and of distances.
    private static let ends: [SeriesRole] = [.low, .high]
    private static let distances: [SeriesRole] = [.error, .errorLow, .errorHigh]

    /// The role of the value.
    private static func dependent(_ orientation: CartesianSeries.Orientation) -> SeriesRole {
        orientation == .horizontal ? .y : .x
    }

    /// Reads the columns of the value and of the ends: `low` and `high`, or `error`, or `errorLow` and `errorHigh`, of
    /// which one is enough. Ends need no value; distances do.
    static func readErrorBars(
        _ object: inout DescriptionObject, _ orientation: CartesianSeries.Orientation,
        _ columns: inout [SeriesRole: String]
    ) throws(DescriptionError) {
        var nodes: [(role: SeriesRole, node: DescriptionNode)] = []
        for role in ends + distances {
            guard let node = object.optional(role.rawValue) else { continue }
            nodes.append((role, node))
            columns[role] = try String.read(node)
        }
        guard let first = nodes.first?.role else {
            // A name from another tool is more likely than none.
            let known = Set((ends + distances).map(\.rawValue) + ["style"])
            for name in object.names where !known.contains(name) {
                if let own = ForeignNames.key(name, in: object.node, known: known) {
                    throw object.node.child(name, .null).error("unknown key; \(own)")
                }
            }
            throw object.node.error(
                "the ends are missing: \"low\" and \"high\", or a distance \"error\", or \"errorLow\" and \"errorHigh\""
            )
        }
        let group: [SeriesRole] = ends.contains(first) ? ends : first == .error ? [.error] : [.errorLow, .errorHigh]
        if let other = nodes.first(where: { !group.contains($0.role) }) {
            throw other.node.error("\(quoted(first.rawValue)) already gives the ends; leave one of them out")
        }
        let value = dependent(orientation)
        if group == ends {
            columns[value] = try object.optional(value.rawValue)
            for role in ends { columns[role] = try String.read(try object.required(role.rawValue)) }
        } else {
            columns[value] = try String.read(try object.required(value.rawValue))
        }
    }

    /// Checks that the axis of the values has distances and middles.
    func checkErrorBars(_ node: DescriptionNode, in chart: ChartDescription) throws(DescriptionError) {
        let value = Self.dependent(orientation)
        let kind = chart.kind(value, of: self)
        if kind != .number, let role = Self.distances.first(where: { columns[$0] != nil }) {
            throw (node.member(role.rawValue) ?? node).error(
                "the values are on a \(kind) axis; take \"low\" and \"high\", as distances need an axis of numbers")
        }
        if kind == .category, columns[value] == nil {
            throw node.error("\(quoted(value.rawValue)) is missing: texts have no middle")
        }
    }

    /// Number of columns that are computed from the data.
    var computedErrorBarColumns: Int {
        Self.distances.contains { columns[$0] != nil } ? 2 : columns[Self.dependent(orientation)] == nil ? 1 : 0
    }

    /// Replaces distances by ends. Without a value, the value is the middle between the ends.
    ///
    /// - Parameter index: index of the series in the description.
    /// - Throws: an error for a negative distance.
    func withErrorBarEnds(
        _ columns: [SeriesRole: Column], at index: Int
    ) throws(DescriptionError) -> [SeriesRole: Column] {
        var columns = columns
        let value = Self.dependent(orientation)
        guard let center = columns[value] else {
            if let low = columns[.low], let high = columns[.high] { columns[value] = low.middle(to: high) }
            return columns
        }
        for role in Self.distances {
            if let negative = columns[role]?.firstNegative {
                throw DescriptionError(
                    path: "series[\(index)].\(role.rawValue)",
                    message:
                        "row \(negative.row + 1) has the error \(compact(negative.value)); an error is a distance ≥ 0")
            }
        }
        guard columns[.low] == nil else { return columns }
        // Without a distance, the error bar ends at the value.
        columns[.low] = (columns[.error] ?? columns[.errorLow]).map { center.moved(by: $0, sign: -1) } ?? center
        columns[.high] = (columns[.error] ?? columns[.errorHigh]).map { center.moved(by: $0, sign: 1) } ?? center
        for role in Self.distances { columns[role] = nil }
        return columns
    }

    /// Middles are no values of the data, so that they have no points unless the style shows them.
    func makeErrorBars(_ seriesColumns: SeriesColumns, _ style: ErrorBarSeriesStyle) -> ErrorBarSeries {
        var style = style
        if columns[Self.dependent(orientation)] == nil {
            style.pointStyle.showPoints = style.pointStyle.showPoints ?? false
        }
        let series = ErrorBarSeries(columns: seriesColumns, orientation: orientation, style: style)
        for (key, roles) in [(DataKey.low, [SeriesRole.error, .errorLow]), (.high, [.error, .errorHigh])] {
            series.endNames[key] = roles.first { columns[$0] != nil }?.rawValue
        }
        return series
    }
}
