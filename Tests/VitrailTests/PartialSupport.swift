import Testing
import Vitrail
import VitrailTestNumbers

/// A description with the rows of its tables.
struct PartialCase {
    var json: String
    var tables: [String: [String: [Double]]]
    /// Names of date columns.
    var dates: Set<String> = []
    /// Names of text columns: a text for each number, none for a gap.
    var texts: Set<String> = []
    var options = "{}"

    /// The order of merging parts.
    enum Tree: CaseIterable {
        case flat, chain, pairs

        func merge(_ parts: [[UInt8]], _ plan: PartialPlan) throws -> [UInt8] {
            switch self {
            case .flat: return try plan.merge(parts)
            case .chain:
                return try parts.dropLast().reversed().reduce(try plan.merge([parts[parts.count - 1]])) {
                    try plan.merge([$0, $1])
                }
            case .pairs:
                // Unordered.
                var numbers = SeededNumbers(seed: UInt64(parts.count))
                var level = parts.shuffled(using: &numbers)
                repeat {
                    level = try stride(from: 0, to: level.count, by: 2).map {
                        try plan.merge(Array(level[$0..<min($0 + 2, level.count)]))
                    }
                } while level.count > 1
                return level[0]
            }
        }
    }

    func table(_ name: String, _ part: Int, of parts: Int) throws -> ColumnTable {
        try ColumnTable(
            (tables[name] ?? [:]).map { key, values in
                let part = Array(values[values.count * part / parts..<values.count * (part + 1) / parts])
                if texts.contains(key) { return (key, Column(part.map { $0.isNaN ? nil : "n\($0)" })) }
                return (key, dates.contains(key) ? Column(secondsSince1970: part) : Column(part))
            }.reduce(into: [:]) { $0[$1.0] = $1.1 })
    }

    func tables(_ part: Int, of parts: Int) throws -> [String: ColumnTable] {
        var all: [String: ColumnTable] = [:]
        for name in tables.keys { all[name] = try table(name, part, of: parts) }
        return all
    }

    /// The chart of all rows.
    var whole: Chart {
        get throws { try ChartDescription(json: json, tables: tables(0, of: 1)).makeChart() }
    }

    func reduced(_ plan: PartialPlan, _ parts: Int) throws -> [[UInt8]] {
        try (0..<parts).map { part in
            // As if on another machine.
            try PartialPlan(bytes: plan.bytes).reduce(tables(part, of: parts), position: part)
        }
    }

    func merged(_ parts: Int, _ tree: Tree) throws -> Chart {
        var plan = try PartialPlan(json: Array(json.utf8), options: Array(options.utf8))
        if plan.needsExtents { plan = try plan.withExtents(tree.merge(reduced(plan, parts), plan)) }
        #expect(!plan.needsExtents)
        return try plan.makeChart(tree.merge(reduced(plan, parts), plan))
    }

    /// Checks that pictures, alternative texts and warnings of partial results equal the results of one process.
    ///
    /// - Parameter counts: numbers of partitions, each with the merge trees.
    func check(
        _ counts: KeyValuePairs<Int, [Tree]> = [1: [.flat], 7: Tree.allCases, 64: [.pairs]], words: Bool = true
    ) async throws {
        let one = try await Probe.renderer.render(whole)
        for (count, trees) in counts {
            for tree in trees {
                let many = try await Probe.renderer.render(merged(count, tree))
                #expect(many.image == one.image, "\(count) partitions, \(tree)")
                #expect(many.warnings.map { "\($0)" } == one.warnings.map { "\($0)" })
                if words { #expect(many.altText == one.altText) }
            }
        }
    }
}
