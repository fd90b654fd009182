import Vitrail

/// The rows where the values of an x column start over: several groups of rows follow one another.
struct Restarts {
    /// The first rows of all groups except the first.
    let rows: [Int]

    /// Maximum number of groups: more values are not names of series.
    private static let maxGroups = 50
    /// For more rows, reading all columns takes too long for a hint.
    private static let maxRows = 5_000_000

    /// - Returns: `nil` if the values run in one direction, start over only once, or jump about.
    init?(_ column: Column) {
        guard column.kind != .category, !column.isAscending else { return nil }
        let steps = column.withValues { values in
            var (rises, falls): ([Int], [Int]) = ([], [])
            var last = Double.nan
            for i in values.indices where values[i].isFinite {
                if values[i] > last { rises.append(i) }
                if values[i] < last { falls.append(i) }
                last = values[i]
            }
            return (rises, falls)
        }
        let isAscending = steps.0.count >= steps.1.count
        let rows = isAscending ? steps.1 : steps.0
        // Runs of at least three rows. The end of each run is far from the start of the next one.
        guard rows.count >= 2, rows.count * 3 <= column.count else { return nil }
        let far = column.withValues { values in
            var start = 0
            return rows.count { row in
                defer { start = row }
                let (first, last) = (values[start], values[row - 1])
                guard first.isFinite, last.isFinite else { return true }
                return isAscending ? values[row] <= (first + last) / 2 : values[row] >= (first + last) / 2
            }
        }
        guard far * 5 >= rows.count * 4 else { return nil }
        self.rows = rows
    }

    /// A warning that names the column whose values distinguish the groups, if there is one.
    func note(
        _ open: some OpenTable, _ x: String, _ drawn: [String], _ filters: [RowFilter], _ source: String
    ) throws -> String {
        let starts = "\(source): column \"\(CommandError.clean(x))\" starts over \(rows.count) times"
        guard let by = try groups(open, x, drawn, filters) else {
            return "\(starts): one line joins all of it; --by COLUMN draws a line for each group of rows"
        }
        return
            "\(starts): one line joins all of it; --by \"\(CommandError.clean(by))\" draws a line for each value of that column"
    }

    private func groups(
        _ open: some OpenTable, _ x: String, _ drawn: [String], _ filters: [RowFilter]
    ) throws -> String? {
        let others = open.readableNames.filter { $0 != x && !drawn.contains($0) }
        guard !others.isEmpty, others.count <= 100, rows.last.map({ $0 < Self.maxRows }) == true else { return nil }
        let read = try open.read(others.map { ColumnWish($0, .category) }, where: filters)
        var best: (name: String, changes: Int)?
        for name in others {
            guard let texts = read.columns[name]?.texts,
                rows.allSatisfy({ $0 < texts.count && texts[$0] != texts[$0 - 1] })
            else { continue }
            var (known, changes): (Set<String>, Int) = ([], 0)
            for i in texts.indices.dropFirst() where texts[i] != texts[i - 1] {
                changes += 1
                known.insert(texts[i] ?? "")
                if known.count > Self.maxGroups { break }
            }
            guard known.count <= Self.maxGroups, changes <= rows.count * 2 else { continue }
            if best.map({ changes < $0.changes }) ?? true { best = (name, changes) }
        }
        return best?.name
    }
}
