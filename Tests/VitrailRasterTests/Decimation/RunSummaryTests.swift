import CColumns
import Testing
import VitrailTestNumbers

@testable import VitrailColumns

/// The summary of runs between gaps reports the extents of runs and the space between them, except for gaps that did
/// not fit into the summary.
@Suite("Run summaries")
struct RunSummaryTests {
    enum Data: CaseIterable { case walk, noise, levels, few, alternating, singles, gone, whole, infinite }

    private func values(_ data: Data, _ count: Int) -> [Double] {
        var numbers = SeededNumbers(seed: 11)
        var walk = 0.0
        return (0..<count).map { i in
            walk += numbers.double(-1...1)
            let chance = numbers.double(0...1)
            switch data {
            case .walk: return i % 3 == 2 ? .nan : walk
            case .noise: return chance < 0.3 ? .nan : numbers.double(-1...1)
            case .levels: return i % 5 == 4 ? .nan : Double(i / 5 * 7 % 12)
            case .few: return chance < 0.01 ? .nan : walk
            case .alternating: return i % 4 < 2 ? (i % 4 == 0 ? -1 : 1) : .nan
            case .singles: return i % 2 == 0 ? walk : .nan
            case .gone: return .nan
            case .whole: return walk
            case .infinite: return chance < 0.1 ? .infinity : chance < 0.2 ? -.infinity : walk
            }
        }
    }

    /// Ranges of consecutive values, in order.
    private func runs(_ values: ArraySlice<Double>) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = values.startIndex
        for i in values.startIndex...values.endIndex where i == values.endIndex || !values[i].isFinite {
            if i > start { runs.append(start..<i) }
            start = i + 1
        }
        return runs
    }

    private func strokes(_ runs: vitrail_runs) -> [vitrail_stroke] {
        var strokes: [vitrail_stroke] = []
        runs.forEachStroke { strokes.append($0) }
        return strokes
    }

    private func pairs(_ strokes: [vitrail_stroke]) -> Int { strokes.reduce(0) { $0 + Int($1.pairs) } }
    /// A single value counts like a pair.
    private func pairs(_ runs: [Range<Int>]) -> Int { runs.reduce(0) { $0 + max($1.count - 1, 1) } }

    /// Sum of the positions of all pairs, in values after the first.
    private func positions(_ strokes: [vitrail_stroke]) -> Double { strokes.reduce(0) { $0 + Double($1.positions) } }
    private func positions(_ runs: [Range<Int>], from start: Int) -> Double {
        runs.reduce(0) {
            $0 + (Double($1.lowerBound + $1.upperBound - 1) / 2 - Double(start)) * Double(max($1.count - 1, 1))
        }
    }

    private func expectTruth(_ known: vitrail_runs, _ values: ArraySlice<Double>, isStepped: Bool, _ name: String) {
        let runs = runs(values)
        let ends = [values.startIndex, values.endIndex]
        #expect(Int(known.first) == runs.first { $0.lowerBound == ends[0] }?.count ?? 0, "\(name)")
        #expect(Int(known.last) == runs.last { $0.upperBound == ends[1] }?.count ?? 0, "\(name)")
        let inner = runs.filter { $0.lowerBound > ends[0] && $0.upperBound < ends[1] }
        let strokes = strokes(known)
        #expect(pairs(strokes) == pairs(inner), "\(name)")
        // Each run is inside a stroke, and the stroke's joints are its own.
        let covered = inner.count { run in
            strokes.contains { $0.low <= values[run].min()! && $0.high >= values[run].max()! }
        }
        #expect(covered == inner.count, "\(name)")
        let joints = inner.flatMap { values[$0].dropFirst(isStepped ? 0 : 1).dropLast() }
        #expect(strokes.map(\.joint_low).min() ?? .infinity == joints.min() ?? .infinity, "\(name)")
        #expect(strokes.map(\.joint_high).max() ?? -.infinity == joints.max() ?? -.infinity, "\(name)")
        // Strokes end where runs do, and contain no gap wider than reported.
        let sorted = inner.map { (run: $0, low: values[$0].min()!, high: values[$0].max()!) }.sorted { $0.low < $1.low }
        #expect(strokes.map(\.low) == strokes.map(\.low).sorted(), "\(name)")
        for stroke in strokes {
            let own = sorted.filter { $0.low >= stroke.low && $0.high <= stroke.high }
            let positions = positions(own.map(\.run), from: ends[0])
            #expect(abs(Double(stroke.positions) - positions) <= 1e-5 * positions, "\(name)")
            #expect(own.first?.low == stroke.low && own.map(\.high).max() == stroke.high, "\(name)")
            // A gap between longer strokes is recorded as a quarter of its width.
            var end = stroke.low
            var widest = 0.0
            for run in own {
                widest = max(widest, run.low - end)
                end = max(end, run.high)
            }
            #expect(widest <= known.filled * 4, "\(name)")
            if own.allSatisfy({ $0.run.count > 1 && $0.low == $0.high }) { #expect(widest <= known.filled, "\(name)") }
        }
    }

    @Test(
        "tell of the runs of each stretch, also after values were appended", arguments: Data.allCases,
        [false, true])
    func truth(data: Data, isStepped: Bool) {
        // Block lengths for expected numbers of samples.
        for (count, shortest) in [(1 << 26, 64), (1 << 26 + 1, 512), (1 << 27, 1_024)] {
            expectTruth(data, isStepped: isStepped, RunSummary(for: count), shortest: shortest)
        }
    }

    /// - Parameter shortest: length of the shortest recorded blocks, in samples.
    private func expectTruth(_ data: Data, isStepped: Bool, _ empty: RunSummary, shortest: Int) {
        let all = values(data, 90_000)
        var summary = empty
        for count in [700, 5_000, 90_000] {
            let values = Array(all[..<count])
            values.withShared { summary.extend($0, isStepped: isStepped) }
            summary.withLevels { levels in
                var known = 0
                #expect(levels.grain == shortest)
                for level in 0..<levels.count {
                    for i in values.indices {
                        guard let entry = levels.entry(level, at: i) else { continue }
                        known += 1
                        expectTruth(
                            entry, values[i..<i + levels.length(level)], isStepped: isStepped,
                            "\(data) \(count) \(level) \(i)")
                    }
                }
                #expect(known >= values.count / shortest - 1)
            }
        }
    }

    /// If all strokes fit, they stay separate: nothing is filled.
    @Test("of strokes that there is room for fill nothing")
    func room() {
        let values = (0..<640).map { i -> Double in i % 4 == 3 ? .nan : Double(i / 4 % 3) * 10 }
        var summary = RunSummary()
        values.withShared { summary.extend($0, isStepped: false) }
        summary.withLevels { levels in
            #expect(levels.entry(0, at: 64)?.filled == 0 && levels.entry(1, at: 0)?.filled == 0)
            let lows = levels.entry(1, at: 0).map { strokes($0).map(\.low) }
            #expect(lows == [0, 10, 20])
        }
        // Twelve levels.
        let others = values.indices.map { i -> Double in values[i] + Double(i / 4 % 4) * 1.5 }
        summary = RunSummary()
        others.withShared { summary.extend($0, isStepped: false) }
        summary.withLevels { levels in #expect((levels.entry(1, at: 0)?.filled ?? 0) > 0) }
    }

    // MARK: Strokes of any values

    @Test(
        "strokes are found up to the last gap, or to the end where there is one", arguments: Data.allCases,
        [false, true])
    func found(data: Data, isStepped: Bool) {
        let values = values(data, 2_000)
        ColumnView.withView(values.span) { shared in
            for range in [0..<64, 1..<65, 2..<65, 100..<105, 200..<201, 300..<340] {
                for ends in [false, true] {
                    var strokes: [vitrail_stroke] = []
                    let end = shared.forEachStroke(range, ends: ends, isStepped: isStepped) { strokes.append($0) }
                    let lastGap = range.last { !values[$0].isFinite }
                    let behindGap = lastGap.map { $0 + 1 } ?? range.lowerBound
                    #expect(end == (ends ? range.upperBound : behindGap))
                    let runs = self.runs(values[range.lowerBound..<end])
                    #expect(pairs(strokes) == pairs(runs))
                    #expect(positions(strokes) == positions(runs, from: range.lowerBound))
                    let inRuns = runs.flatMap { values[$0] }
                    #expect(strokes.first?.low == inRuns.min())
                    #expect(strokes.last?.high == inRuns.max())
                    let joints = runs.flatMap { values[$0].dropFirst(isStepped ? 0 : 1).dropLast() }
                    #expect(strokes.map(\.joint_low).min() ?? .infinity == joints.min() ?? .infinity)
                    for (stroke, next) in zip(strokes, strokes.dropFirst()) { #expect(stroke.high < next.low) }
                }
            }
        }
    }
}

extension [Double] {
    fileprivate func withShared(_ body: (ColumnView) -> Void) { ColumnView.withView(span, body) }
}
