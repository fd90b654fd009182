/// A point as the chart knows it, with its place in the data: what callbacks hand over, and what `Series.dataPoint(at:)` returns.
///
/// The values are those that the host gave; nil = a gap.
public struct ChartPoint: ChartData, Sendable, Hashable {
    /// Index in its series, as the host counts: points that were skipped at load have theirs, too.
    public let dataPointIndex: Int
    /// Index of its series.
    public let seriesIndex: Int
    public let xValue: DataValue?
    public let yValue: DataValue?
    /// Whether it has its selected look.
    public internal(set) var selected = false
    private let xValues: [DataKey: DataValue]
    private let yValues: [DataKey: DataValue]
    private let values: [DataKey: DataValue]

    public func xValue(for key: DataKey) -> DataValue? { xValues[key] }
    public func yValue(for key: DataKey) -> DataValue? { yValues[key] }
    public func value(for key: DataKey) -> DataValue? { values[key] }

    /// A row of columns.
    ///
    /// - Parameters:
    ///   - keys: which of them are on x, on y and on no axis.
    ///   - origins: of the axes of x and y, whose dates are then numbers on them; nil = dates are seconds since 1970.
    init(
        row: Int, of columns: SeriesColumns, keys: (x: [DataKey], y: [DataKey], free: [DataKey]), dataPointIndex: Int,
        seriesIndex: Int, origins: (x: Int, y: Int)? = nil
    ) {
        self.dataPointIndex = dataPointIndex
        self.seriesIndex = seriesIndex
        // A column that is not there counts 0, 1, 2, …; with values under keys there is no single one.
        xValue = columns.x.map { $0.value(at: row, after: origins?.x) } ?? (keys.x.isEmpty ? .number(Double(dataPointIndex)) : nil)
        yValue = columns.y.map { $0.value(at: row, after: origins?.y) } ?? (keys.y.isEmpty ? .number(Double(dataPointIndex)) : nil)
        func keyed(_ keys: [DataKey], _ origin: Int?) -> [DataKey: DataValue] {
            var values: [DataKey: DataValue] = [:]
            for key in keys { values[key] = columns[key]?.value(at: row, after: origin) }
            return values
        }
        xValues = keyed(keys.x, origins?.x)
        yValues = keyed(keys.y, origins?.y)
        values = keyed(keys.free, nil)
    }
}

extension Column {
    /// The value of a row; nil for a gap. For asking after one point, not for loops.
    ///
    /// - Parameter other: the origin of a date that is to be a number on an axis; nil = it is one since 1970, to a quarter of a microsecond.
    /// - Precondition: `row` is in 0 ..< `count`.
    func value(at row: Int, after other: Int? = nil) -> DataValue? {
        switch kind {
        case .category: texts[row].map { .text($0) }
        case .number, .date:
            lend { values in
                let value = values[row]
                guard value.isFinite else { return nil }
                guard kind == .date else { return .number(value) }
                return other.map { .number(value + Double(origin - $0)) } ?? .date(value + Double(origin))
            }
        }
    }
}
