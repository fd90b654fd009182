import VitrailChart
package import VitrailColumns
import VitrailScales

/// Origins of the date axes of a description, so that data finer than milliseconds keep their nanoseconds.
///
/// An axis has an origin if one of its columns has such dates and all its values span at most 100 days. Other axes
/// count from 1970; their origin is 0.
struct DateOrigins: Sendable {
    /// Maximum span of an axis with an origin, in seconds.
    static let longestSpan = 100 * 86_400.0
    /// Maximum distance from the origin in seconds. Doubles below 2²³ are at most 0.93 ns apart, so they represent
    /// whole nanoseconds to within half a nanosecond. The maximum span extends to both sides of its middle.
    private static let reach = 0x1p23 - 1

    /// Origins in the order of the axes in the description.
    fileprivate(set) var x: [Int] = []
    fileprivate(set) var y: [Int] = []

    /// The origin of an axis.
    ///
    /// It is as near to the middle of the shown range as `reach` allows, because values near the origin are the most
    /// exact.
    /// - Parameters:
    ///   - range: Range of all values, in seconds since 1970.
    ///   - shown: The fixed range of the axis; `nil`: all values are shown.
    /// - Returns: Seconds since 1970; 0 if values are too far apart or outside the range of calendars.
    static func origin(of range: NumberRange, shown: NumberRange? = nil) -> Int {
        guard range.span <= longestSpan, range.minimum >= DateTicks.earliest, range.maximum <= DateTicks.latest else {
            return 0
        }
        let middle = min(max((shown ?? range).center, range.maximum - reach), range.minimum + reach)
        let origin = Int(middle.rounded(.down), within: Int(DateTicks.earliest)...Int(DateTicks.latest))
        // 0 would mean an axis without an origin.
        return origin == 0 ? 1 : origin
    }
}

extension ChartDescription {
    /// Origins of 1970 for all axes.
    var plainDateOrigins: DateOrigins { DateOrigins(x: xAxes.map { _ in 0 }, y: yAxes.map { _ in 0 }) }

    /// - Complexity: O(values) for axes with a column of whole numbers in a unit below a millisecond, otherwise
    ///   O(series).
    func dateOrigins(_ tables: [String: DataTable]) -> DateOrigins {
        var origins = DateOrigins()
        for k in xAxes.indices { origins.x.append(origin(.x, k, tables)) }
        for k in yAxes.indices { origins.y.append(origin(.y, k, tables)) }
        return origins
    }

    /// The origin of the axis for a role of a series. `nil`: the role has no axis, or not a date axis.
    func origin(_ role: SeriesRole, of series: SeriesDescription, _ origins: DateOrigins) -> Int? {
        guard kind(role, of: series) == .date, let index = axisIndex(isOnX(role, of: series) ? .x : .y, of: series)
        else { return nil }
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
                if series.columns[independent] == nil {
                    own = NumberRange.union(own, NumberRange(0, Double(tables[series.data]?.rowCount ?? 0)))
                }
            } else if series.standsOnBaseline {
                own = NumberRange.union(own, NumberRange(series.baseline ?? 0, series.baseline ?? 0))
            }
            for (role, name) in series.columns
            where kind(role, of: series) == .date && isOnX(role, of: series) == (direction == .x) {
                guard let column = tables[series.data]?[name, .date]?.column,
                    known.insert([series.data, name]).inserted
                else { continue }
                columns.append(column)
            }
        }
        guard columns.contains(where: \.isFinerThanMilliseconds) else { return 0 }
        let range = columns.reduce(own) { NumberRange.union($0, $1.range) }
        return range.map { DateOrigins.origin(of: $0, shown: axis.defaultRange) } ?? 0
    }
}

extension SeriesDescription {
    /// Whether the series uses values that are in no column, such as a baseline or sums. Such values count from 1970.
    fileprivate var standsOnBaseline: Bool {
        baseline != nil || stackIndex != nil || kind.described.standsOnBaseline(self)
    }
}

extension Column {
    /// The same dates relative to their own origin, if they are finer than milliseconds and span at most 100 days;
    /// otherwise the column unchanged.
    package var precise: Column {
        guard kind == .date, isFinerThanMilliseconds, let range else { return self }
        return after(DateOrigins.origin(of: range.widened(low: -Double(origin), high: Double(origin))))
    }
}
