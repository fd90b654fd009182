import VitrailImage

/// Two runs, case by case: which are worth looking at.
public struct RunComparison: Sendable {
    /// A case as each run knows it; nil = the run has not got it.
    struct Pair: Sendable {
        var name: String
        var sides: [StoredRun.Case?]
        /// How the two results differ, in words; nil where they do not by more than is allowed, or are not both there.
        var difference: String?

        /// One has another end than the other, or another picture, or either has failed.
        var isTold: Bool { difference != nil || sides[0]?.status != sides[1]?.status || sides.contains { $0?.status.isFailure == true || $0?.verdict.isUnexpected == true } }
        var differs: Bool { sides[0]?.status != sides[1]?.status }
    }

    /// Two.
    let runs: [StoredRun]
    /// In the first run's order, then what only the second has.
    let pairs: [Pair]

    /// - Parameter tolerance: 1/255 that a channel of the results may differ by.
    public init(_ first: StoredRun, _ second: StoredRun, tolerance: UInt8 = 2) {
        runs = [first, second]
        let byName = runs.map { run in Dictionary(run.cases.map { ($0.name, $0) }) { first, _ in first } }
        let names = first.cases.map(\.name) + second.cases.map(\.name).filter { byName[0][$0] == nil }
        let runs = runs
        pairs = names.map { name in
            var pair = Pair(name: name, sides: byName.map { $0[name] })
            pair.difference = Self.difference(zip(pair.sides, runs).map { side, run in side?.pictures?["result"].flatMap(run.picture) }, tolerance)
            return pair
        }
    }

    /// Of two PNGs.
    private static func difference(_ files: [[UInt8]?], _ tolerance: UInt8) -> String? {
        guard let first = files[0], let second = files[1], first != second else { return nil }
        guard let one = try? PNGDecoder.decode(first), let other = try? PNGDecoder.decode(second) else { return "not both results are pictures" }
        let result = PerChannelComparison(tolerance: tolerance).compare(other, expected: one)
        return result.passed ? nil : "\(result.statistics)"
    }

    /// `series.line`: the first two parts of the names, in order, each with its pairs.
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
