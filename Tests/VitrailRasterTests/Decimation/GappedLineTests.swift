import Testing
import VitrailTestNumbers

@testable import VitrailColumns
@testable import VitrailRaster
@testable import VitrailScales

/// A line with many gaps keeps all samples, however its columns are stored and read.
@Suite("Lines with many gaps")
struct GappedLineTests {
    private func line(
        _ x: Column, _ y: Column, _ range: Range<Int>, pixels: Double = 100, height: Double = 100, top: Double = 100,
        threads: Int = 1
    ) -> SmallPieces {
        ColumnView.withView(x, y) { along, across in
            GappedLine(
                along: along, across: across,
                positionAlong: Affine(AxisScale(range: NumberRange(0, pixels), start: 0, end: pixels)),
                positionAcross: Affine(AxisScale(range: NumberRange(0, top), start: height, end: 0)),
                partsPerPixel: 8, shape: SmallPieceShape(width: 2, loneRadius: 2, allLoneAreDiscs: false)
            ).pieces(range, threads: threads)
        }
    }

    private func line(_ samples: [(x: Double, y: Double)]) -> SmallPieces {
        line(Column(samples.map(\.x)), Column(samples.map(\.y)), samples.indices)
    }

    private func strokes(_ pieces: SmallPieces) -> [[PathPoint]] {
        pieces.path.split(whereSeparator: \.isGap).map(Array.init)
    }

    private func gap(_ x: Double) -> (x: Double, y: Double) { (x, .nan) }
    private func point(_ along: Float, _ across: Float) -> PathPoint { PathPoint(along: along, across: across) }

    @Test("draw small runs as squares, and as discs where they are far apart")
    func small() {
        // A few are drawn where they are, each as a segment along.
        let few = line([(1, 40), gap(1.02), (1.0625, 41), gap(1.08), (1.09375, 43)])
        let middles: [(along: Float, across: Float)] = [(1, 60), (1.0625, 59), (1.09375, 57)]
        #expect(strokes(few) == middles.map { [point($0.along - 1, $0.across), point($0.along + 1, $0.across)] })
        // More in the bin from 1 to 1.125: their squares overlap.
        let near = line([(1.01, 40), gap(1.02), (1.03, 41), gap(1.04), (1.05, 43), gap(1.06), (1.07, 41), gap(1.08)])
        #expect(strokes(near) == [[point(1.0625, 56), point(1.0625, 61)]])
        #expect(near.lonePoints.isEmpty && near.discs.isEmpty)
        let far = line([(1, 40), gap(1.02), (1.03, 50), gap(1.04), (1.05, 61), (1.06, 60), gap(1.06), (1.07, 70)])
        #expect(far.path.isEmpty)
        #expect(far.lonePoints == [point(1, 60), point(1.03, 50), point(1.07, 30)])
        #expect(far.discs.map(\.across) == [39.5])
        // A wider one, near the next one.
        let wide = line([(1, 10), (1.25, 10.5), (1.5, 10), gap(2), (2, 12), (2.5, 12)])
        #expect(strokes(wide) == [[point(0.25, 89.75), point(2.25, 89.75)], [point(1.25, 88), point(3.25, 88)]])
    }

    @Test("draw more squares in a bin than there is room for")
    func manySquares() {
        var samples: [(x: Double, y: Double)] = []
        for i in 0..<40 {
            let x = 1 + Double(i) / 1_000
            samples += [(x, 2.5 * Double(i)), gap(x)]
        }
        let middles = Set(strokes(line(samples)).map { ($0[0].across + $0[1].across) / 2 })
        let expected: [Float] = (0..<40).map { 100 - 2.5 * Float($0) }
        #expect(middles == Set(expected))
    }

    @Test("draw a few runs as they are, and join more")
    func runs() {
        let single = strokes(line([(1.01, 10), (1.02, 40), (1.03, 20), gap(1.04)]))
        #expect(single == [[point(1.01, 90), point(1.02, 60), point(1.03, 80)]])
        // The second run has no joint, and lies within the first one but for its end; two samples are near its end.
        let near = [(1.08, 44), gap(1.09), (1.1, 43)]
        let joined = strokes(
            line([(1.01, 10), (1.02, 40), (1.03, 20), gap(1.04), (1.05, 35), (1.06, 45), gap(1.07)] + near))
        #expect(joined == [[point(1.0625, 55), point(1.0625, 60), point(1.0625, 60), point(1.0625, 90)]])
        let square = strokes(
            line([(1.01, 10), (1.02, 40), gap(1.04), (1.05, 41), gap(1.07), (1.08, 42), gap(1.09), (1.1, 43)]))
        #expect(square == [[point(1.0625, 56), point(1.0625, 90)]])
    }

    @Test("draw large runs that are wider than a bin bin by bin")
    func wide() {
        let wide = strokes(line([(1, 10), (1.01, 40), (1.2, 20), (1.21, 60), (1.3, 30), gap(1.4)]))
        #expect(wide == [[point(1, 90), point(1.01, 60), point(1.2, 80), point(1.21, 40), point(1.3, 70)]])
    }

    @Test("do not end where the visible range does")
    func range() {
        let (x, y) = ([0.9, 1.01, 1.02, 1.03, 5], [10, 10, 10.5, 11, 12])
        let open = line(Column(x), Column(y), 1..<4)
        #expect(strokes(open) == [[point(1.01, 90), point(1.03, 89)]] && open.discs.isEmpty)
        // Without the samples beyond, it is small.
        let alone = line(Column(x[1..<4] + [2]), Column(y[1..<4] + [.nan]), 0..<4)
        #expect(alone.path.isEmpty && alone.discs == [point(1.02, 89.5)])
    }

    enum Course: CaseIterable { case walk, noise, levels, constant }

    private func samples(_ course: Course, gaps: Double, count: Int) -> (x: [Double], y: [Double]) {
        var numbers = SeededNumbers(seed: 9)
        var (x, y) = ([Double](), [Double]())
        var (position, walk) = (0.0, 500.0)
        for i in 0..<count {
            position += numbers.double(0...1) < 0.001 ? 20 : Double(Int(numbers.double(1...4)))
            walk = min(max(walk + numbers.double(-3...3), 0), 1_000)
            let value =
                switch course {
                case .walk: walk
                case .noise: numbers.double(0...1_000)
                case .levels: i / 3 % 2 == 0 ? 100.0 : 900
                case .constant: 400.0
                }
            x.append(position)
            y.append(numbers.double(0...1) < gaps ? .nan : value.rounded())
        }
        return (x.map { ($0 / position * 8_192).rounded() / 64 }, y)
    }

    @Test("are the same on any number of threads and in any type", arguments: Course.allCases, [0.01, 0.33, 0.9])
    func storage(course: Course, gaps: Double) {
        let (x, y) = samples(course, gaps: gaps, count: 70_000)
        func parts(_ x: Column, _ y: Column, _ threads: Int) -> [[PathPoint]] {
            let pieces = line(x, y, 5..<69_990, pixels: 128, top: 1_000, threads: threads)
            return strokes(pieces) + [pieces.lonePoints, pieces.discs]
        }
        let plain = parts(Column(x), Column(y), 1)
        #expect(plain.count > 100)
        for threads in [2, 3, 7] { #expect(parts(Column(x), Column(y), threads) == plain, "\(threads) threads") }
        #expect(parts(Column(x.map { Float($0) }), Column(y.map { Float($0) }), 2) == plain)
    }

    @Test("keep every sample", arguments: Course.allCases, [0.01, 0.33, 0.9])
    func samples(course: Course, gaps: Double) {
        // Bins may have more strokes than there is room for.
        let (x, y) = samples(course, gaps: gaps, count: 200_000)
        let found = line(Column(x), Column(y), x.indices, pixels: 128, height: 1_000, top: 1_000)
        var missing = 0
        // Strokes cover half their width on both sides; discs are as wide.
        let pieces =
            strokes(found)
            + (found.lonePoints + found.discs).map { middle in
                [-1, 1].map { point(middle.along + $0, middle.across + $0) }
            }
        let boxes = pieces.map { piece in
            (
                left: piece.map(\.along).min() ?? 0, right: piece.map(\.along).max() ?? 0,
                low: piece.map(\.across).min() ?? 0, high: piece.map(\.across).max() ?? 0
            )
        }
        var boxesAt: [Int: [Int]] = [:]
        for (k, box) in boxes.enumerated() {
            for column in Int(box.left - 1)...Int(box.right + 1) { boxesAt[column, default: []].append(k) }
        }
        for (x, y) in zip(x, y) where y.isFinite {
            let (along, across) = (Float(x), Float(1_000 - y))
            let isThere = (boxesAt[Int(along)] ?? []).contains { k in
                let box = boxes[k]
                let reach: Float = box.low == box.high ? 1 : 0.01
                return box.left - 1 <= along && along <= box.right + 1 && box.low - reach <= across
                    && across <= box.high + reach
            }
            if !isThere { missing += 1 }
        }
        #expect(missing == 0, "of \(y.count { $0.isFinite }) samples")
    }
}
