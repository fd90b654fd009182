import Testing
import VitrailTestNumbers

@testable import VitrailCore

/// Reduction by whole columns is what one sample after the other gives, whatever the data and however many threads there are; outlines of wide ones
/// are near it.
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
            if let first = open.first, part(along.place(x[first])) != part(along.place(x[i])) { close() }
            open.append(i)
        }
        close()
        return path
    }

    /// The eighth of a pixel column.
    private func part(_ place: Double) -> Double { (place * 8).rounded(.down) }

    private func isSame(_ a: [PathPoint], _ b: [PathPoint]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || $0.isGap && $1.isGap }
    }

    @Test("are those of each sample in turn", arguments: Data.allCases, [false, true])
    func agreement(data: Data, isReversed: Bool) {
        for (count, width) in [(1, 10.0), (7, 3), (4_000, 97), (20_000, 33), (20_000, 3), (60_000, 1_000.5)] {
            let (x, y) = samples(data, count)
            let (start, end) = isReversed ? (width, 0) : (0.25, width)
            let along = Affine(AxisScale(range: NumberRange(x[0], max(x[count - 1], x[0] + 1)), start: start, end: end))
            let across = Affine(AxisScale(range: NumberRange(-100, 100), start: 500, end: 0))
            let got = SharedValues.lend(Column(x), Column(y)) { ColumnExtremes.path(along: $0, across: $1, range: $0.indices, along, across) }
            #expect(isSame(got, expected(x, y, along, across)), "\(data) \(count)")
        }
    }

    /// The ends of their columns are computed, those of values searched for.
    @Test("of indices are those of values that are the same", arguments: [false, true])
    func indices(isReversed: Bool) {
        let (_, y) = samples(.walk, 70_000)
        for (first, last, width) in [(0, 69_999, 97.0), (0, 69_999, 1_100.25), (12_345, 56_789, 333.3), (7, 4_106, 12), (-20_000, 90_000, 640)] {
            let (start, end) = isReversed ? (width, 0.5) : (0.5, width)
            let along = Affine(AxisScale(range: NumberRange(Double(first), Double(last)), start: start, end: end))
            let across = Affine(AxisScale(range: NumberRange(-100, 100), start: 500, end: 0))
            let range = max(first, 0)..<min(last + 1, y.count)
            func path(_ x: Column) -> [PathPoint] {
                SharedValues.lend(x, Column(y)) { ColumnExtremes.path(along: $0, across: $1, range: range, along, across) }
            }
            #expect(isSame(path(.indices(count: y.count)), path(Column(y.indices.map { Double($0) }))), "\(first)…\(last)")
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

    // MARK: With a pyramid

    /// What a column comes to that is given in pieces, of whose values the first go.
    private func streamed(_ values: [Double], gone: Int) -> ColumnSummary {
        var numbers = SeededNumbers(seed: UInt64(gone))
        var (start, end) = (0, 0)
        var summary = SharedValues.lend(values.span.extracting(0..<0)) { ColumnSummary($0, hasSpans: true) }
        while start < gone || end < values.count {
            let more = min(values.count - end, Int(numbers.double(0...20_000)))
            let less = min(gone - start, Int(numbers.double(0...9_000)), end - start)
            (start, end) = (start + less, end + more)
            SharedValues.lend(values.span.extracting(start..<end)) { summary.change(RowChanges(removed: less, appended: more), to: $0) }
        }
        return summary
    }

    /// Any zoom of a column, whether it was read at once or grew and lost its first values.
    @Test("with a pyramid are those without one", arguments: Data.allCases, [0, 4_097, 50_001])
    func pyramid(data: Data, gone: Int) {
        let (allX, allY) = samples(data, 90_000)
        let (x, y) = (Array(allX[gone...]), Array(allY[gone...]))
        let summary = gone == 0 ? SharedValues.lend(y.span) { ColumnSummary($0, hasSpans: true) } : streamed(allY, gone: gone)
        #expect(summary.count == y.count)
        var numbers = SeededNumbers(seed: 7)
        for zoom in 0..<6 {
            let (a, b) = (Int(numbers.double(0...Double(x.count - 1))), Int(numbers.double(0...Double(x.count - 1))))
            let range = zoom == 0 ? 0..<x.count : min(a, b)..<max(a, b) + 1
            let along = Affine(AxisScale(range: NumberRange(x[range.lowerBound], x[range.upperBound - 1] + 1), start: 0, end: [3.5, 11, 40][zoom % 3]))
            let across = Affine(AxisScale(range: NumberRange(-100, 100), start: 500, end: 0))
            SharedValues.lend(Column(x), Column(y)) { x, y in
                let expected = ColumnExtremes.path(along: x, across: y, range: range, along, across)
                summary.lendPyramid(count: y.count) { pyramid in
                    #expect(pyramid != nil)
                    for threads in [1, 2] {
                        let found = ColumnExtremes.path(along: x, across: y, range: range, along, across, pyramid: pyramid, threads: threads)
                        #expect(isSame(found, expected), "\(data) \(range)")
                    }
                }
            }
        }
    }

    /// Columns of 1,700 to 10,700 indices: of each, no extreme is lost, and none comes from farther than 63 samples beside it.
    @Test("of many indices are outlined", arguments: Data.allCases, [0, 4_097])
    func outlines(data: Data, gone: Int) {
        let (_, all) = samples(data, 300_000)
        let y = Array(all[gone...])
        let summary = gone == 0 ? SharedValues.lend(y.span) { ColumnSummary($0, hasSpans: true) } : streamed(all, gone: gone)
        for (width, range) in [(3.5, 0..<y.count), (11, 0..<y.count), (22, 0..<y.count), (7, 12_345..<200_001)] {
            let along = Affine(AxisScale(range: NumberRange(Double(range.lowerBound), Double(range.upperBound)), start: 0, end: width))
            let most = data == .huge ? 1e303 : 100
            let across = Affine(AxisScale(range: NumberRange(-most, most), start: 0, end: 500))
            SharedValues.lend(.indices(count: y.count), Column(y)) { x, values in
                let exact = ColumnExtremes.path(along: x, across: values, range: range, along, across)
                summary.lendPyramid(count: y.count) { pyramid in
                    for threads in [1, 2] {
                        let found = ColumnExtremes.path(along: x, across: values, range: range, along, across, pyramid: pyramid, threads: threads)
                        if data == .walk, width < 22 { #expect(!isSame(found, exact), "nothing was outlined") }
                        expectOutline(found, of: exact, along, isUnique: data == .walk) { i in
                            let near = y[max(i - 64, 0)..<min(i + 64, y.count)].filter(\.isFinite).map { Float(across.place($0)) }
                            return (near.min() ?? .infinity, near.max() ?? -.infinity)
                        }
                    }
                }
            }
        }
    }

    /// - Parameters:
    ///   - isUnique: whether each value comes once.
    ///   - range: the least and the greatest place across near an index.
    private func expectOutline(
        _ found: [PathPoint], of exact: [PathPoint], _ along: Affine, isUnique: Bool, _ range: (Int) -> (low: Float, high: Float)
    ) {
        #expect(found.filter(\.isGap).count == exact.filter(\.isGap).count)
        let columns = [found, exact].map { path in
            Dictionary(grouping: path.filter { !$0.isGap }) { part(Double($0.along)) }
        }
        #expect(columns[0].keys == columns[1].keys)
        // Where it is the same there is nothing to see; most data are outlined somewhere.
        for (number, points) in columns[1] {
            guard let outline = columns[0][number], outline != points else { continue }
            #expect(outline.first == points.first && outline.last == points.last && outline.count <= 4)
            #expect(zip(outline, outline.dropFirst()).allSatisfy { $0.along <= $1.along })
            let (low, high) = (outline.map(\.across).min()!, outline.map(\.across).max()!)
            let (exactLow, exactHigh) = (points.map(\.across).min()!, points.map(\.across).max()!)
            let ends = [points.first!, points.last!].map { range(Int(along.value(at: Double($0.along)).rounded())) }
            #expect(low <= exactLow && low >= min(exactLow, ends[0].low, ends[1].low))
            #expect(high >= exactHigh && high <= max(exactHigh, ends[0].high, ends[1].high))
            for (value, extreme) in [(low, exactLow), (high, exactHigh)] where isUnique && value == extreme {
                let places = [outline, points].map { $0.first { $0.across == value }!.along }
                #expect(abs(places[0] - places[1]) <= 1.0 / 256)
            }
        }
    }

    @Test("with a pyramid of values that have changed since are some of the samples")
    func stale() {
        let (x, y) = samples(.walk, 60_000)
        let summary = SharedValues.lend(y.span) { ColumnSummary($0, hasSpans: true) }
        for value in [0.0, .nan] {
            let changed = [Double](repeating: value, count: y.count)
            let along = Affine(AxisScale(range: NumberRange(x[0], x[x.count - 1]), start: 0, end: 20))
            SharedValues.lend(Column(x), Column(changed)) { x, changed in
                summary.lendPyramid(count: y.count) { pyramid in
                    let path = ColumnExtremes.path(along: x, across: changed, range: x.indices, along, along, pyramid: pyramid)
                    #expect(path.count <= 4 * 8 * 21)
                }
            }
        }
        summary.lendPyramid(count: y.count - 1) { #expect($0 == nil) }
        SharedValues.lend(y.span) { ColumnSummary($0, hasSpans: false).lendPyramid(count: y.count) { #expect($0 == nil) } }
    }
}
