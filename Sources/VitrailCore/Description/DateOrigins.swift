/// What the date axes of a description count from, so that data finer than milliseconds keep their nanoseconds.
///
/// An axis has an origin where one of its columns has such dates and all its values span 100 days at most. Others count from 1970, as 0 says.
struct DateOrigins: Sendable {
    /// As long as the longest span, seconds.
    static let longestSpan = 100 * 86_400.0
    /// Doubles below are 0.93 ns apart, so that whole nanoseconds stay apart and are exact to half of that. The longest span has them on both sides of
    /// its middle.
    private static let reach = 0x1p23 - 1

    /// In the order of the description.
    fileprivate(set) var x: [Int] = []
    fileprivate(set) var y: [Int] = []

    /// The origin of an axis.
    ///
    /// It lies as near to the middle of what is shown as the reach allows, where values are most exact.
    /// - Parameters:
    ///   - range: of all values, seconds since 1970.
    ///   - shown: the range that is fixed; nil = all values.
    /// - Returns: seconds since 1970; 0 where values are too far apart, or no calendar has them.
    static func origin(of range: NumberRange, shown: NumberRange? = nil) -> Int {
        guard range.span <= longestSpan, range.minimum >= DateTicks.earliest, range.maximum <= DateTicks.latest else { return 0 }
        let middle = min(max((shown ?? range).center, range.maximum - reach), range.minimum + reach)
        let origin = Int(middle.rounded(.down), within: Int(DateTicks.earliest)...Int(DateTicks.latest))
        // 0 is an axis without one.
        return origin == 0 ? 1 : origin
    }
}

extension ChartDescription {
    /// All axes count from 1970.
    var plainDateOrigins: DateOrigins { DateOrigins(x: xAxes.map { _ in 0 }, y: yAxes.map { _ in 0 }) }

    /// - Complexity: O(values) on axes with a column that has whole numbers of a unit below a millisecond, else O(series).
    func dateOrigins(_ tables: [String: DataTable]) -> DateOrigins {
        var origins = DateOrigins()
        for k in xAxes.indices { origins.x.append(origin(.x, k, tables)) }
        for k in yAxes.indices { origins.y.append(origin(.y, k, tables)) }
        return origins
    }

    /// Of the axis that a role of a series stands on; nil where it stands on none, or not on one of dates.
    func origin(_ role: SeriesRole, of series: SeriesDescription, _ origins: DateOrigins) -> Int? {
        guard kind(role, of: series) == .date, let index = axisIndex(isOnX(role, of: series) ? .x : .y, of: series) else { return nil }
        return isOnX(role, of: series) ? origins.x[index] : origins.y[index]
    }

    private func axisIndex(_ direction: Axis.Direction, of series: SeriesDescription) -> Int? {
        let (axes, id) = direction == .x ? (xAxes, series.xAxis) : (yAxes, series.yAxis)
        return id.flatMap { id in axes.firstIndex { $0.id == id } } ?? axes.indices.first
    }

    private func origin(_ direction: Axis.Direction, _ index: Int, _ tables: [String: DataTable]) -> Int {
        let axis = direction == .x ? xAxes[index] : yAxes[index]
        guard axis.kind.isDate else { return 0 }
        var columns: [Column] = []
        var known: Set<[String]> = []
        var own: NumberRange?
        for series in series where series.kind.isCartesian && axisIndex(direction, of: series) == index {
            let independent = SeriesDescription.roles(series.kind, series.orientation).independent
            if isOnX(independent, of: series) == (direction == .x) {
                if series.columns[independent] == nil { own = NumberRange.union(own, NumberRange(0, Double(tables[series.data]?.rowCount ?? 0))) }
            } else if series.standsOnBaseline {
                own = NumberRange.union(own, NumberRange(series.baseline ?? 0, series.baseline ?? 0))
            }
            for (role, name) in series.columns where kind(role, of: series) == .date && isOnX(role, of: series) == (direction == .x) {
                guard let column = tables[series.data]?[name, .date]?.column, known.insert([series.data, name]).inserted else { continue }
                columns.append(column)
            }
        }
        guard columns.contains(where: \.isFinerThanMilliseconds) else { return 0 }
        let range = columns.reduce(own) { NumberRange.union($0, $1.range) }
        return range.map { DateOrigins.origin(of: $0, shown: axis.defaultRange) } ?? 0
    }
}

extension SeriesDescription {
    /// Whether what it draws begins at a value that no column has, or is summed: such values count from 1970.
    fileprivate var standsOnBaseline: Bool {
        if baseline != nil || stackIndex != nil { return true }
        switch style {
        case .column, .bar: return true
        case .line(let style): return style.showFill == true
        case .stepLine(let style): return style.showFill == true
        default: return false
        }
    }
}

extension Column {
    /// The same dates after an origin of their own, where they are finer than milliseconds and span 100 days at most; else the column as it is.
    package var precise: Column {
        guard kind == .date, isFinerThanMilliseconds, let range else { return self }
        return after(DateOrigins.origin(of: range.widened(low: -Double(origin), high: Double(origin))))
    }
}
