import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailRaster
@testable import VitrailScales

/// The path from blocks of eight samples equals the path from the samples themselves, and shows all of them in their
/// positions.
@Suite("Digested lines")
struct DigestedLineTests {
    enum Data: CaseIterable {
        case walk, spikes, constant, fewGaps, longGap, gapAtEnd, repeatedPositions, onePositionAtEnd, holes, uneven,
            huge, infinite
    }

    private struct Samples {
        var x: [Double] = []
        var y: [Double] = []
    }

    private func samples(_ data: Data, _ count: Int) -> Samples {
        var numbers = SeededNumbers(seed: 41)
        var (walk, position) = (0.0, 0.0)
        var samples = Samples()
        for i in 0..<count {
            walk += numbers.double(-1...1)
            switch data {
            case .holes: position += i % 9_001 == 5_000 ? 700 : 1
            case .uneven: position += numbers.double(0...1) * numbers.double(0...1) * numbers.double(0...20)
            case .onePositionAtEnd: position += i < 90_000 ? 1 : 0
            case .repeatedPositions: position += i % 7 == 0 ? 7 : 0
            default: position += 1
            }
            samples.x.append(position)
            switch data {
            case .spikes: samples.y.append(i % 1_013 == 500 ? 1e6 : i % 1_511 == 700 ? -1e6 : 0)
            case .constant: samples.y.append(4)
            case .fewGaps: samples.y.append(i % 5_003 == 2_000 ? .nan : walk)
            case .longGap: samples.y.append((40_000..<61_003).contains(i) ? .nan : walk)
            case .gapAtEnd: samples.y.append(i >= 60_000 ? .nan : walk)
            case .huge: samples.y.append(walk * 1e300)
            case .infinite: samples.y.append(i % 9_973 == 77 ? .infinity : i % 9_901 == 76 ? -.infinity : walk)
            default: samples.y.append(walk)
            }
        }
        return samples
    }

    private func digest(_ samples: Samples) -> ChunkBounds {
        var digest = ChunkBounds()
        ColumnView.withView(samples.x.span) { x in ColumnView.withView(samples.y.span) { y in digest.extend(x, y) } }
        return digest
    }

    private func path(
        _ digest: ChunkBounds, _ samples: Samples, _ range: Range<Int>, _ along: AxisScale, _ across: AxisScale,
        threads: Int = 1
    ) -> [PathPoint]? {
        ColumnView.withView(samples.x.span) { x in
            ColumnView.withView(samples.y.span) { y in
                ChunkedLineDecimator(
                    along: x, across: y, positionAlong: Affine(along), positionAcross: Mapped(across), digest: digest
                ).path(range, threads: threads)
            }
        }
    }

    /// Clamps far positions.
    private func held(_ position: Double) -> Float { position.isFinite ? Float(min(max(position, -1e13), 1e13)) : .nan }

    /// Reference, computed from the samples themselves.
    private func expected(
        _ samples: Samples, _ range: Range<Int>, _ along: AxisScale, _ across: AxisScale
    ) -> [PathPoint] {
        let starts = stride(from: (range.lowerBound + 7) / 8 * 8, through: range.upperBound - 8, by: 8)
            .map { $0 }
        // Cells of a sixteenth of a pixel; positions are relative to their middles.
        let line = Affine(along)
        let middles = Affine(origin: line.origin, factor: line.factor, start: line.start - 0.5 / 16)
        func position(of i: Int) -> Double { middles.position(of: samples.x[i]) * 16 }
        func hasGap(_ k: Int) -> Bool { !samples.y[starts[k]..<starts[k] + 8].allSatisfy(\.isFinite) }
        func isRead(_ k: Int) -> Bool {
            if k == 0 || k == starts.count - 1 { return true }
            func isLong(_ k: Int) -> Bool { abs(position(of: starts[k + 1]) - position(of: starts[k])) > 1 }
            return isLong(k) || isLong(k - 1) || (k - 1...k + 1).contains(where: hasGap)
        }
        var points: [PathPoint] = []
        func add(_ position: Double, _ value: Double) {
            let (isReversed, own) = (along.end < along.start, Float(position))
            let last = points.last { !$0.isGap }?.along ?? own
            points.append(
                PathPoint(along: isReversed ? min(own, last) : max(own, last), across: held(across.position(of: value)))
            )
        }
        func read(_ range: Range<Int>) {
            for i in range {
                add(along.position(of: samples.x[i]), samples.y[i])
                // Adjacent gaps are one gap.
                if points.suffix(2).count(where: \.isGap) == 2 { points.removeLast() }
            }
        }
        read(range.lowerBound..<starts[0])
        var k = 0
        while k < starts.count {
            if isRead(k) {
                read(starts[k]..<starts[k] + 8)
                k += 1
                continue
            }
            func nearest(_ k: Int) -> Double {
                ((position(of: starts[k]) + position(of: starts[k + 1])) / 2).rounded(.toNearestOrEven)
            }
            let (own, first) = (nearest(k), k)
            while !isRead(k), nearest(k) == own { k += 1 }
            let values = samples.y[starts[first]..<starts[k]]
            guard let low = values.min(), let high = values.max() else { continue }
            let ends = Int(own) % 2 == 0 ? [low, high] : [high, low]
            let isOne = held(across.position(of: low)) == held(across.position(of: high))
            for value in isOne ? [low] : ends { add((own + 0.5) / 16, value) }
        }
        read(starts[starts.count - 1] + 8..<range.upperBound)
        return points
    }

    private func isSame(_ a: [PathPoint]?, _ b: [PathPoint]) -> Bool {
        guard let a else { return false }
        return a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || $0.isGap && $1.isGap }
    }

    private let across = AxisScale(range: NumberRange(-100, 100), start: 500, end: 0)

    private func along(_ samples: Samples, _ range: Range<Int>, _ width: Double, isReversed: Bool) -> AxisScale {
        let (first, last) = (samples.x[range.lowerBound], samples.x[range.upperBound - 1])
        return AxisScale(
            range: NumberRange(first, last), start: isReversed ? width : 0.3, end: isReversed ? 0.3 : width)
    }

    @Test(
        "are what pieces of the samples come to, however many threads there are", arguments: Data.allCases,
        [false, true])
    func agreement(data: Data, isReversed: Bool) {
        let samples = samples(data, 200_003)
        let digest = digest(samples)
        for (range, width) in [(0..<200_003, 390.25), (0..<200_000, 60), (13..<170_001, 501)] {
            let along = along(samples, range, width, isReversed: isReversed)
            let wanted = expected(samples, range, along, across)
            for threads in [1, 2, 3, 16] {
                #expect(
                    isSame(path(digest, samples, range, along, across, threads: threads), wanted),
                    "\(data) \(range) \(threads)")
            }
        }
    }

    @Test(
        "show each sample beside its place, and nothing else",
        arguments: [Data.walk, .spikes, .uneven, .repeatedPositions, .holes])
    func cover(data: Data) throws {
        let samples = samples(data, 100_000)
        let along = along(samples, 0..<100_000, 200, isReversed: false)
        let found = path(digest(samples), samples, 0..<100_000, along, across)
        let path = try #require(found)
        var positions: [Int: ClosedRange<Float>] = [:]
        for point in path {
            let position = Int((point.along * 16).rounded())
            let known = positions[position] ?? point.across...point.across
            positions[position] = min(known.lowerBound, point.across)...max(known.upperBound, point.across)
        }
        var near: [Int: ClosedRange<Float>] = [:]
        for (x, y) in zip(samples.x, samples.y) {
            let (position, shown) = (along.position(of: x) * 16, held(across.position(of: y)))
            let own = Int(position.rounded(.down)) - 1...Int(position.rounded(.up)) + 1
            #expect(own.contains { positions[$0]?.contains(shown) == true }, "\(x)")
            for k in own {
                near[k] = min(near[k]?.lowerBound ?? shown, shown)...max(near[k]?.upperBound ?? shown, shown)
            }
        }
        for (position, shown) in positions {
            #expect(
                near[position].map { $0.contains(shown.lowerBound) && $0.contains(shown.upperBound) } == true,
                "\(position)")
        }
        #expect(zip(path, path.dropFirst()).allSatisfy { $0.along <= $1.along })
    }

    /// One hole begins after a block, the other one within a block.
    @Test("run from the last sample before a hole to the first behind it")
    func holes() throws {
        var numbers = SeededNumbers(seed: 5)
        var samples = Samples()
        for i in 0..<20_003 {
            samples.x.append(Double(i + (i < 10_000 ? 0 : 100_000) + (i < 15_003 ? 0 : 100_000)))
            samples.y.append(numbers.double(-90...90))
        }
        let along = along(samples, 0..<20_003, 60, isReversed: false)
        let found = path(digest(samples), samples, 0..<20_003, along, across)
        let path = try #require(found)
        let long = zip(path, path.dropFirst()).filter { $1.along - $0.along > 10 }
        func point(_ i: Int) -> PathPoint {
            PathPoint(along: held(along.position(of: samples.x[i])), across: held(across.position(of: samples.y[i])))
        }
        // A position before a hole is the middle of its cell, which may be after its last sample.
        for ((from, to), (first, last)) in zip(long, [(9_999, 10_000), (15_002, 15_003)]) {
            #expect(from.across == point(first).across && abs(from.along - point(first).along) < 1 / 16)
            #expect(to == point(last))
        }
        #expect(long.count == 2)
    }

    @Test(
        "of samples that were appended are those of all samples",
        arguments: [Data.walk, .fewGaps, .holes])
    func changes(data: Data) {
        let all = samples(data, 150_000)
        var digest = ChunkBounds()
        for count in [5, 20_003, 60_000, 150_000] {
            let rest = Samples(x: Array(all.x[..<count]), y: Array(all.y[..<count]))
            ColumnView.withView(rest.x.span) { x in ColumnView.withView(rest.y.span) { y in digest.extend(x, y) } }
            #expect(digest.count == count)
            guard rest.x.count > 1_000 else { continue }
            let range = 3..<rest.x.count
            let along = along(rest, range, 100, isReversed: false)
            #expect(
                isSame(
                    path(digest, rest, range, along, across, threads: 2),
                    expected(rest, range, along, across)), "\(count)")
        }
    }

    @Test("are left to others where most would have to be read, or a value has no place")
    func refusals() {
        var samples = samples(.walk, 100_000)
        let along = along(samples, 0..<100_000, 200, isReversed: false)
        #expect(path(digest(samples), samples, 0..<100_000, along, across) != nil)
        #expect(path(digest(samples), samples, 0..<7, along, across) == nil)
        let logarithmic = AxisScale(range: NumberRange(0.1, 1000), mapper: .logarithm(base: 10), start: 500, end: 0)
        #expect(path(digest(samples), samples, 0..<100_000, along, logarithmic) == nil)
        for i in samples.y.indices where i % 20 == 3 { samples.y[i] = .nan }
        for threads in [1, 2, 5] {
            #expect(path(digest(samples), samples, 0..<100_000, along, across, threads: threads) == nil)
        }
        // Also with a neighbour far outside the visible range.
        samples.x[0] = -1e9
        #expect(path(digest(samples), samples, 0..<100_000, along, across) == nil)
    }

    // MARK: In charts

    private func chart(_ samples: Samples, y: AxisType = .number) -> Chart {
        let chart = Chart(width: 300, height: 200, xAxisType: .number, yAxisType: y)
        chart.summaries = .automatic
        chart.add(LineSeries(columns: SeriesColumns(x: Column(samples.x), y: Column(samples.y))))
        return chart
    }

    private func line(_ chart: Chart) throws -> [PlotPoint] {
        let lines = try plan(chart).scene.layers.flatMap(\.marks).compactMap { mark -> Polyline? in
            if case .polyline(let line) = mark.shape { line } else { nil }
        }
        return try #require(lines.map(\.points).max { $0.count < $1.count })
    }

    @Test("are drawn from the first picture on, and are those of a new chart after samples were appended and removed")
    func streaming() throws {
        let all = samples(.walk, 130_000)
        func part(_ range: Range<Int>) -> Samples { Samples(x: Array(all.x[range]), y: Array(all.y[range])) }
        let chart = chart(part(0..<120_000))
        let first = try line(chart)
        let second = try line(chart)
        #expect(second == first && first.count < 300 * 16 * 2 + 100)
        chart.summaries = .none
        #expect(try line(chart) != first)
        chart.summaries = .automatic
        let series = try #require(chart.series.first as? LineSeries)
        let more = part(120_000..<130_000)
        try series.append(SeriesColumns(x: Column(more.x), y: Column(more.y)))
        series.removeFirst(800)
        #expect(try line(chart) == line(self.chart(part(800..<130_000))))
    }

    @Test("are drawn on a logarithmic axis of values, where each has a place")
    func logarithm() throws {
        var samples = samples(.walk, 120_000)
        samples.y = samples.y.map { abs($0) + 1 }
        let chart = chart(samples, y: .logarithmic)
        let first = try line(chart)
        let second = try line(chart)
        #expect(second == first && first.count < 300 * 16 * 2 + 100)
        samples.y[60_000] = -1
        let other = self.chart(samples, y: .logarithmic)
        #expect(try line(other).filter(\.isFinite) == line(other).filter(\.isFinite))
    }
}
