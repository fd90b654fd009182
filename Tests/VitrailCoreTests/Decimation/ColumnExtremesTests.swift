import Testing
import VitrailTestNumbers

@testable import VitrailCore

/// Reduction by whole columns is what one sample after the other gives, whatever the data and however many threads there are.
@Suite("Column extremes")
struct ColumnExtremesTests {
    enum Data: CaseIterable { case walk, spikes, constant, gaps, longGaps, repeatedPlaces, uneven, huge, tiny, infinite }

    private func samples(_ data: Data, _ count: Int) -> (x: [Double], y: [Double]) {
        var numbers = SeededNumbers(seed: 3)
        var (walk, place) = (0.0, 0.0)
        var (x, y): ([Double], [Double]) = ([], [])
        for i in 0..<count {
            walk += numbers.double(-1...1)
            place += data == .uneven ? numbers.double(0...1) * numbers.double(0...1) * numbers.double(0...20) : 1
            x.append(data == .repeatedPlaces ? (place / 7).rounded(.down) : place)
            switch data {
            case .walk, .repeatedPlaces, .uneven: y.append(walk)
            case .spikes: y.append(i % 1013 == 500 ? 1e6 : i % 1511 == 700 ? -1e6 : 0)
            case .constant: y.append(4)
            case .gaps: y.append(i % 3 == 2 ? .nan : walk)
            case .longGaps: y.append(i / 5000 % 3 == 1 ? .nan : walk)
            case .huge: y.append(walk * 1e300)
            case .tiny: y.append(walk * 1e-300)
            case .infinite: y.append(i % 997 == 0 ? .infinity : i % 991 == 0 ? -.infinity : walk)
            }
        }
        return (x, y)
    }

    /// One sample after the other: the first, the first lowest and the first highest in their order, and the last of each column.
    private func expected(_ x: [Double], _ y: [Double], _ along: Affine, _ across: Affine) -> [PathPoint] {
        var path: [PathPoint] = []
        var open: [Int] = []
        func close() {
            guard let first = open.first, let last = open.last else { return }
            let lowest = open.first { i in open.allSatisfy { y[i] <= y[$0] } } ?? first
            let highest = open.first { i in open.allSatisfy { y[i] >= y[$0] } } ?? first
            var kept = [first]
            for i in [min(lowest, highest), max(lowest, highest), last] where !kept.contains(i) { kept.append(i) }
            path += kept.map { PathPoint(along: Float(along.place(x[$0])), across: Float(across.place(y[$0]))) }
            open = []
        }
        for i in x.indices {
            if !y[i].isFinite {
                close()
                if let last = path.last, !last.isGap { path.append(.gap) }
                continue
            }
            if let first = open.first, along.place(x[first]).rounded(.down) != along.place(x[i]).rounded(.down) { close() }
            open.append(i)
        }
        close()
        return path
    }

    private func isSame(_ a: [PathPoint], _ b: [PathPoint]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || $0.isGap && $1.isGap }
    }

    @Test("are those of each sample in turn", arguments: Data.allCases, [false, true])
    func agreement(data: Data, isReversed: Bool) {
        for (count, width) in [(1, 10.0), (7, 3), (4_000, 97), (20_000, 33), (60_000, 1_000.5)] {
            let (x, y) = samples(data, count)
            let (start, end) = isReversed ? (width, 0) : (0.25, width)
            let along = Affine(AxisScale(range: NumberRange(x[0], max(x[count - 1], x[0] + 1)), start: start, end: end))
            let across = Affine(AxisScale(range: NumberRange(-100, 100), start: 500, end: 0))
            let got = SharedValues.lend(Column(x), Column(y)) { ColumnExtremes.path(along: $0, across: $1, range: $0.indices, along, across) }
            #expect(isSame(got, expected(x, y, along, across)), "\(data) \(count)")
        }
    }

    /// Enough for a part on each of many threads; parts begin within gaps, too.
    @Test("do not depend on the number of parts", arguments: [Data.walk, .gaps, .longGaps, .repeatedPlaces, .infinite])
    func parts(data: Data) {
        let (x, y) = samples(data, 300_000)
        let along = Affine(AxisScale(range: NumberRange(x[0], x[x.count - 1]), start: 0, end: 1_500))
        let across = Affine(AxisScale(range: NumberRange(-100, 100), start: 500, end: 0))
        func path(threads: Int) -> [PathPoint] {
            SharedValues.lend(Column(x), Column(y)) { x, y in
                ColumnExtremes.path(along: x, across: y, range: x.indices, along, across, threads: threads)
            }
        }
        let one = path(threads: 1)
        for threads in [2, 3, 4] {
            #expect(isSame(path(threads: threads), one))
        }
    }
}
