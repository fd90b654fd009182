import VitrailImage

/// Compares two runs case by case and selects the cases worth looking at.
public struct RunComparison: Sendable {
    /// A case with its result in each run. `nil`: the run does not contain it.
    struct Pair: Sendable {
        var name: String
        var sides: [StoredRun.Case?]
        /// Description of the difference between the two results. `nil`: it is within the tolerance, or a result is
        /// missing.
        var difference: String?

        /// Whether the page shows the case: the statuses or pictures differ, or a run failed or was unexpected.
        var isTold: Bool {
            difference != nil || sides[0]?.status != sides[1]?.status
                || sides.contains { $0?.status.isFailure == true || $0?.verdict.isUnexpected == true }
        }
        var differs: Bool { sides[0]?.status != sides[1]?.status }
    }

    /// The two runs.
    let runs: [StoredRun]
    /// In the order of the first run, then the cases that only the second run contains.
    let pairs: [Pair]

    /// - Parameter tolerance: maximum channel difference of the results, in 1/255.
    public init(_ first: StoredRun, _ second: StoredRun, tolerance: UInt8 = 2) {
        runs = [first, second]
        let byName = runs.map { run in Dictionary(run.cases.map { ($0.name, $0) }) { first, _ in first } }
        let names = first.cases.map(\.name) + second.cases.map(\.name).filter { byName[0][$0] == nil }
        let runs = runs
        pairs = names.map { name in
            var pair = Pair(name: name, sides: byName.map { $0[name] })
            pair.difference = Self.difference(
                zip(pair.sides, runs).map { side, run in side?.pictures?["result"].flatMap(run.picture) }, tolerance)
            return pair
        }
    }

    /// Compares two PNG files. `nil`: they agree within the tolerance, or one is missing.
    private static func difference(_ files: [[UInt8]?], _ tolerance: UInt8) -> String? {
        guard let first = files[0], let second = files[1], first != second else { return nil }
        guard let one = try? PNGDecoder.decode(first), let other = try? PNGDecoder.decode(second) else {
            return "not both results are pictures"
        }
        let result = PerChannelComparison(tolerance: tolerance).compare(other, expected: one)
        return result.passed ? nil : "\(result.statistics)"
    }

    /// The pairs of each area, in order. An area is the first two parts of the names: `series.line`.
    var areas: [(name: String, pairs: [Pair])] {
        var order: [String] = []
        var members: [String: [Pair]] = [:]
        for pair in pairs {
            let area = pair.name.split(separator: ".").prefix(2).joined(separator: ".")
            if members[area] == nil { order.append(area) }
            members[area, default: []].append(pair)
        }
        return order.map { ($0, members[$0] ?? []) }
    }

    public var summary: String {
        "\(pairs.count) cases; \(pairs.count(where: \.differs)) end otherwise on \(runs[1].device.renderer) than on \(runs[0].device.renderer), "
            + "\(pairs.count { $0.difference != nil }) have another picture; "
            + "\(pairs.count(where: \.isTold)) are shown"
    }
}
