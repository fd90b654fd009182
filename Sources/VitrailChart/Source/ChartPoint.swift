public import VitrailColumns

/// A point of a series with its indices, as passed to callbacks and returned by `Series.dataPoint(at:)`.
///
/// The values are those given by the host; `nil`: a gap.
public struct ChartPoint: ChartData, Sendable, Hashable {
    /// Index in the series as counted by the host, including points that were skipped at load.
    public let dataPointIndex: Int
    /// Index of the series.
    public let seriesIndex: Int
    public let xValue: DataValue?
    public let yValue: DataValue?
    /// Whether the point is shown as selected.
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
    ///   - keys: Keys of the columns on x, on y and on no axis.
    ///   - origins: Origins of the x-axis and y-axis; dates become numbers relative to them. `nil`: dates are seconds
    ///     since 1970.
    init(
        row: Int, of columns: SeriesColumns, keys: (x: [DataKey], y: [DataKey], free: [DataKey]), dataPointIndex: Int,
        seriesIndex: Int, origins: (x: Int, y: Int)? = nil
    ) {
        self.dataPointIndex = dataPointIndex
        self.seriesIndex = seriesIndex
        // A missing column has the values 0, 1, 2, …. Series with keyed values have no single value.
        xValue =
            columns.x.map { $0.value(at: row, after: origins?.x) }
            ?? (keys.x.isEmpty ? .number(Double(dataPointIndex)) : nil)
        yValue =
            columns.y.map { $0.value(at: row, after: origins?.y) }
            ?? (keys.y.isEmpty ? .number(Double(dataPointIndex)) : nil)
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
    /// The value of a row. `nil`: a gap. For single points, not for loops.
    ///
    /// - Parameter other: Origin for returning a date as a number on an axis. `nil`: return a date since 1970, to a
    ///   quarter of a microsecond.
    /// - Precondition: `row` is in 0 ..< `count`.
    func value(at row: Int, after other: Int? = nil) -> DataValue? {
        switch kind {
        case .category: texts[row].map { .text($0) }
        case .number, .date:
            withView { values in
                let value = values[row]
                guard value.isFinite else { return nil }
                guard kind == .date else { return .number(value) }
                return other.map { .number(value + Double(origin - $0)) } ?? .date(value + Double(origin))
            }
        }
    }
}
