import CColumns
import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailColumns

/// The parallel sum of stacks equals that of one simple loop.
@Suite("Series with the same independent values are stacked")
struct SharedStackTests {
    enum Data: CaseIterable { case up, down, bothSides, gaps, missing, zeros, huge, nothing }

    private static func values(_ data: Data, count: Int, _ numbers: inout SeededNumbers) -> [Double] {
        (0..<count).map { i in
            switch data {
            case .up: numbers.double(0...9)
            case .down: numbers.double(-9 ... -1)
            case .bothSides: numbers.double(-5...5)
            case .gaps: i % 3 == 1 ? .nan : numbers.double(-1...8)
            case .missing: i / 1_000 % 2 == 0 ? .nan : i % 77 == 0 ? .infinity : 2
            case .zeros: 0
            case .huge: numbers.double(1...1.7) * 1e308
            case .nothing: .nan
            }
        }
    }

    /// From the lowest layer up: start and end of each value, and the end of the stack on its side.
    private func summed(
        _ layers: [SharedStack.Layer], _ values: [[Double]], _ along: [Double]
    ) -> [(starts: [Double], ends: [Double], totals: [Double])] {
        let count = along.count
        var tops: [Bool: [Double?]] = [
            false: Array(repeating: nil, count: count), true: Array(repeating: nil, count: count),
        ]
        func isDown(_ layer: SharedStack.Layer, _ value: Double) -> Bool { layer.rule.isDown ?? (value < 0) }
        let ends = zip(layers, values).map { layer, values in
            (0..<count).map { i -> (Double, Double) in
                guard values[i].isFinite, along[i].isFinite else { return (.nan, .nan) }
                let side = isDown(layer, values[i])
                let under = tops[side]?[i]
                let end = (under ?? 0) + values[i]
                tops[side]?[i] = end
                let start = under ?? layer.rule.baseline
                return (layer.rule.needs_positive && start <= 0 ? .leastNormalMagnitude : start, end)
            }
        }
        return layers.indices.map { k in
            (
                ends[k].map(\.0), ends[k].map(\.1),
                (0..<count).map { tops[isDown(layers[k], values[k][$0])]?[$0] ?? .nan }
            )
        }
    }

    private func areSame(_ column: Column, _ values: [Double]) -> Bool {
        column.withValues { span in span.count == values.count && span.indices.allSatisfy { same(span[$0], values[$0]) }
        }
    }

    private func same(_ a: Double, _ b: Double) -> Bool { a == b || a.isNaN && b.isNaN }

    @Test("as sample by sample", arguments: Data.allCases, [0, 1, 2_047, 2_049, 70_001])
    func sums(data: Data, count: Int) {
        var numbers = SeededNumbers(seed: 71)
        for (hasGaps, baseline, kinds) in [
            (false, 0.0, [data, .up, .bothSides, data]), (true, 3, [data, .up, .bothSides, data]),
            (false, 3, [data, .up, .up, data]), (false, 0, [data]),
        ] {
            let values = kinds.map { Self.values($0, count: count, &numbers) }
            let along = (0..<count).map { hasGaps && $0 % 5 == 2 ? -.infinity : Double($0) }
            let layers = zip(kinds, values).map { kind, values in
                // One column is not stored as Doubles.
                let column = kind == .up ? Column(values.map { Float($0) }) : Column(values)
                let isDown: Bool? = kind == .down ? true : kind == .up || kind == .zeros || kind == .huge ? false : nil
                return SharedStack.Layer(
                    values: column,
                    rule: vitrail_stack_rule(isDown: isDown, baseline: baseline, needsPositive: kind == .zeros),
                    isWhole: values.allSatisfy(\.isFinite))
            }
            let wanted = summed(layers, zip(kinds, values).map { $0 == .up ? $1.map { Double(Float($0)) } : $1 }, along)
            let stack = SharedStack(layers, along: hasGaps ? Column(along) : nil, count: count)
            #expect(
                stack.isPlain
                    == (!hasGaps && !kinds.contains(.bothSides)
                        && (data == .up || data == .huge || (data == .down && kinds.count == 1))))
            for keepsSums in [true, false] {
                for (k, (found, wanted)) in zip(stack.stacked(keepsSums: keepsSums), wanted).enumerated() {
                    let position = Comment(rawValue: "\(data), layer \(k), kept: \(keepsSums)")
                    #expect(areSame(found.starts, wanted.starts) && areSame(found.ends, wanted.ends), position)
                    let stands = wanted.ends.indices.filter { !wanted.ends[$0].isNaN }
                    let outer = stands.filter { wanted.ends[$0] == wanted.totals[$0] }
                    let isOutermost: Bool? = outer.count == stands.count ? true : outer.isEmpty ? false : nil
                    #expect(found.isOutermost == isOutermost, position)
                    found.totals.withValues { totals in
                        #expect(stands.allSatisfy { totals[$0] == wanted.totals[$0] }, position)
                    }
                    // Ranges of sums computed on read, and single values.
                    for part in [0..<min(count, 5), count / 3..<count * 2 / 3, count..<count] {
                        found.ends.withValues(in: part) { ends in
                            #expect(part.allSatisfy { same(ends[$0 - part.lowerBound], wanted.ends[$0]) }, position)
                        }
                    }
                    found.starts.withView { starts in
                        for i in stride(from: 0, to: count, by: 997) {
                            #expect(same(starts[i], wanted.starts[i]), position)
                        }
                    }
                }
            }
        }
    }
}
