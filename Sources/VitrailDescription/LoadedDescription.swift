import VitrailChart
import VitrailColumns

/// The series of a description with their data.
struct LoadedDescription {
    struct Entry {
        var data: SeriesData
        /// Index of the series in the description.
        var description: Int
        /// Value of the `by` column. `nil`: the series is not split.
        var group: String?
    }

    private(set) var series: [Entry] = []
    /// Origins of the date axes.
    var origins = DateOrigins()
    /// Assumptions made while reading data.
    var warnings: [ChartWarning] = []

    mutating func append(_ data: SeriesData, description: Int, group: String?) {
        series.append(Entry(data: data, description: description, group: group))
    }

    /// A column of a table relative to the origin of its axis. Converted columns are cached.
    ///
    /// - Parameter origin: Origin of the axis; `nil`: the column has no dates.
    mutating func column(_ column: Column, _ name: String, of data: String, after origin: Int?) -> Column {
        guard let origin, origin != column.origin else { return column }
        let key = AggregationKey(data: data, name: name, origin: origin)
        if let known = counted[key] { return known }
        let made = column.after(origin)
        counted[key] = made
        return made
    }

    private struct AggregationKey: Hashable {
        var data: String
        var name: String
        var origin: Int
    }
    private var counted: [AggregationKey: Column] = [:]

    func map<T>(_ transform: (Entry) -> T) -> [T] { series.map(transform) }
}

extension ChartDescription {
    /// Maximum number of groups. More would have indistinguishable colours and a legend that fills the picture.
    static let maxGroups = 50

    /// Adds a series for each value of a column, in order of first occurrence.
    func addGroups(
        of series: SeriesDescription, at index: Int, by column: String, in table: DataTable,
        to loaded: inout LoadedDescription
    ) throws(DescriptionError) {
        guard let groups = table[column, .category]?.column.texts else { return }
        var columns: [SeriesRole: Column] = [:]
        var facts: [SeriesRole: ColumnFacts] = [:]
        for (role, name) in series.columns {
            let entry = table[name, kind(role, of: series)]
            columns[role] = entry.map {
                loaded.column($0.column, name, of: series.data, after: origin(role, of: series, loaded.origins))
            }
            facts[role] = entry?.facts
        }
        columns = try series.kind.described.completed(columns, of: series, at: index)
        let split = RowSplit(groups, limit: Self.maxGroups)
        guard split.names.count <= Self.maxGroups else {
            throw DescriptionError(
                path: "series[\(index)].by",
                message:
                    "column \(quoted(column)) has \(split.distinctCount) values; at most \(Self.maxGroups) series are made. \"where\" chooses some of them"
            )
        }
        if split.rowsWithout > 0 {
            loaded.warnings.append(
                .doubtful(
                    path: "series[\(index)].by",
                    reason:
                        "\(split.rowsWithout) \(split.rowsWithout == 1 ? "row has" : "rows have") no value in column \(quoted(column)) and \(split.rowsWithout == 1 ? "is" : "are") left out"
                ))
        }
        let parts = columns.mapValues { split.parts(of: $0) }
        let independent = SeriesDescription.roles(series.kind, series.orientation).independent
        for (k, name) in split.names.enumerated() {
            var own = parts.mapValues { $0[k] }
            if own[independent] == nil { own[independent] = .indices(count: split.counts[k], from: series.firstIndex) }
            if series.sorted, let along = own[independent] { own = own.sorted(by: along) }
            loaded.append(
                SeriesData(count: split.counts[k], columns: own, facts: facts), description: index, group: name)
        }
    }
}

/// Rows of a table, grouped by the texts of a column.
struct RowSplit {
    /// Group names in order of first occurrence.
    private(set) var names: [String] = []
    /// Number of rows of each group.
    private(set) var counts: [Int] = []
    /// Number of rows without a text.
    private(set) var rowsWithout = 0
    /// Number of distinct texts.
    private(set) var distinctCount = 0
    /// Group of each row; −1: none.
    private var codes: [Int32] = []

    /// - Parameter limit: Maximum number of groups. `counts` are wrong if `names` has more; the caller must check that.
    init(_ texts: [String?], limit: Int) {
        var known: [String: Int32] = [:]
        codes.reserveCapacity(texts.count)
        // Consecutive rows often have the same group.
        var last: (text: String, code: Int32)?
        for text in texts {
            guard let text else {
                rowsWithout += 1
                codes.append(-1)
                continue
            }
            if let last, last.text == text {
                codes.append(last.code)
                if last.code < limit { counts[Int(last.code)] += 1 }
                continue
            }
            let code: Int32
            if let found = known[text] {
                code = found
            } else {
                code = Int32(known.count)
                known[text] = code
                names.append(text)
                counts.append(0)
            }
            counts[Int(code)] += 1
            codes.append(code)
            last = (text, code)
        }
        distinctCount = known.count
    }

    /// The values of a column in the rows of each group.
    func parts(of column: Column) -> [Column] {
        if column.kind == .category {
            var parts: [[String?]] = counts.map { count in
                var part: [String?] = []
                part.reserveCapacity(count)
                return part
            }
            for (code, text) in zip(codes, column.texts) where code >= 0 { parts[Int(code)].append(text) }
            return parts.map { Column($0) }
        }
        // Gather all groups in one pass: the values of each group are contiguous in one array.
        var starts = [Int](repeating: 0, count: counts.count)
        for k in counts.indices.dropFirst() { starts[k] = starts[k - 1] + counts[k - 1] }
        let total = counts.reduce(0, +)
        var next = starts
        let values = unsafe [Double](unsafeUninitializedCapacity: total) { buffer, count in
            column.withValues { values in
                for row in codes.indices where codes[row] >= 0 {
                    let k = Int(codes[row])
                    unsafe buffer.initializeElement(at: next[k], to: values[row])
                    next[k] += 1
                }
            }
            count = total
        }
        return counts.indices.map { k in
            let part = Array(values[starts[k]..<starts[k] + counts[k]])
            return column.kind == .date ? Column(seconds: part, after: column.origin) : Column(part)
        }
    }
}
