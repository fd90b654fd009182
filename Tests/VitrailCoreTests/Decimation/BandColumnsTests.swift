import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailCore

/// Reduction of bands by whole quarters of columns.
@Suite("Band columns")
struct BandColumnsTests {
    enum Data: CaseIterable { case walk, gaps, longGaps, infinite, huge, levels }

    private static let count = 300_000

    private func samples(_ data: Data) -> (x: [Double], low: [Double], high: [Double]) {
        var numbers = SeededNumbers(seed: 7)
        var walk = 0.0
        var (x, low, high): ([Double], [Double], [Double]) = ([], [], [])
        for i in 0..<Self.count {
            walk += numbers.double(-1...1)
            x.append(Double(i) + numbers.double(0...0.5))
            low.append(data == .gaps && i % 3 == 2 ? .nan : data == .longGaps && i / 5000 % 3 == 1 ? .nan : data == .huge ? walk * 1e300 : walk - 5)
            if data == .levels, i / 20_000 % 3 == 1 { low[i] = -30 }
            high.append(data == .infinite && i % 997 == 0 ? .infinity : walk + 5)
        }
        return (x, low, high)
    }

    private func slices(_ data: (x: [Double], low: [Double], high: [Double]), isReversed: Bool = false, threads: Int) -> [Area.Sample] {
        let along = AxisScale(range: NumberRange(0, Double(Self.count)), start: isReversed ? 500 : 0, end: isReversed ? 0 : 500)
        let across = AxisScale(range: NumberRange(-500, 500), start: 400, end: 0)
        return SharedValues.lend(Column(data.x), Column(data.low), Column(data.high)) { x, low, high in
            BandReducer.samples(
                along: x, first: low, second: high, range: x.indices, alongScale: along, acrossScale: across, isAscending: true, threads: threads)
        }
    }

    @Test("threads do not matter", arguments: Data.allCases, [false, true])
    func threads(_ data: Data, _ isReversed: Bool) {
        let samples = samples(data)
        let one = slices(samples, isReversed: isReversed, threads: 1).map(Comparable.init)
        for threads in [2, 3, 4] { #expect(slices(samples, isReversed: isReversed, threads: threads).map(Comparable.init) == one) }
        #expect(data == .huge || one.count > 2_000)
    }

    /// By bits: gaps equal one another.
    private struct Comparable: Equatable {
        var bits: SIMD3<UInt32>
        init(_ sample: Area.Sample) { bits = SIMD3(sample.along.bitPattern, sample.first.bitPattern, sample.second.bitPattern) }
    }

    @Test("a slice has the mean and the variance of what it stands for")
    func moments() throws {
        let samples = samples(.walk)
        let slices = slices(samples, threads: 2)
        #expect(slices.count == 500 * 4 * 2)
        let across = Affine(AxisScale(range: NumberRange(-500, 500), start: 400, end: 0))
        for k in stride(from: 0, to: slices.count, by: 182) {
            // Samples of the slice, to the first one behind it.
            let place = Double(k / 2) / 4
            let first = try #require(samples.x.firstIndex { $0 / Double(Self.count) * 500 >= place })
            let last = samples.x.firstIndex { $0 / Double(Self.count) * 500 >= place + 0.25 } ?? Self.count - 1
            var (sum, squares, length) = (0.0, 0.0, 0.0)
            for i in first..<last {
                let (a, b, width) = (across.place(samples.low[i]), across.place(samples.low[i + 1]), samples.x[i + 1] - samples.x[i])
                sum += width * (a + b) / 2
                squares += width * (a * a + a * b + b * b) / 3
                length += width
            }
            let (mean, found) = (sum / length, (slices[k], slices[k + 1]))
            #expect(abs(Double(found.0.first + found.1.first) / 2 - mean) < 1e-3)
            let variance = Double(found.1.first - found.0.first) * Double(found.1.first - found.0.first) / 12
            #expect(abs(variance - (squares / length - mean * mean)) < 0.01)
        }
    }

    @Test("between gaps slices are as wide as what is there, and gaps lie where it ends", arguments: [3, 7, 40])
    func gaps(period: Int) throws {
        // Two thirds and more are there, of every second period nothing.
        let count = 240_000
        func isThere(_ i: Int) -> Bool { i / period % 2 == 0 && i % period != period - 1 }
        let y = (0..<count).map { isThere($0) ? Double($0 % 11) : .nan }
        let along = AxisScale(range: NumberRange(0, Double(count)), start: 0, end: 300)
        let across = AxisScale(range: NumberRange(-10, 30), start: 400, end: 0)
        let slices = SharedValues.lend(Column((0..<count).map(Double.init)), Column(y), Column(y.map { $0 + 10 })) {
            BandReducer.samples(along: $0, first: $1, second: $2, range: $0.indices, alongScale: along, acrossScale: across, isAscending: true)
        }
        #expect(slices.first?.isFinite == true && !zip(slices, slices.dropFirst()).contains { !$0.isFinite && !$1.isFinite })
        var wanted = [Double](repeating: 0, count: 1_200), found = wanted
        for i in 0..<count - 1 where isThere(i) && isThere(i + 1) { wanted[i / 200] += 1.0 / 200 }
        for (a, b) in zip(slices, slices.dropFirst()) where a.isFinite && b.isFinite {
            #expect(b.along >= a.along && b.along - a.along <= 0.2501)
            found[min(Int((a.along + b.along) / 2 * 4), 1_199)] += Double(b.along - a.along) * 4
        }
        for k in wanted.indices { #expect(abs(found[k] - wanted[k]) < 0.01, "\(k)") }
    }

    /// Values of a column on an axis of any kind, where it is linear and where it is not.
    @Test("a slice on logarithmic axes has the mean and the variance of places there", arguments: [false, true], [false, true])
    func logarithms(isAlong: Bool, isAcross: Bool) {
        var numbers = SeededNumbers(seed: 11)
        let count = 60_000
        let low = (0..<count).map { _ in numbers.double(1...1_000) }
        let high = low.map { $0 * 3 }
        let along = AxisScale(
            range: NumberRange(1, Double(count)), mapper: isAlong ? .logarithm(base: 10) : .identity, start: 0, end: 60)
        let across = AxisScale(
            range: NumberRange(1, 3_000), mapper: isAcross ? .logarithm(base: 10) : .identity, start: 300, end: 0)
        let x = (0..<count).map { Double($0) + 1 }
        let slices = SharedValues.lend(Column(x), Column(low), Column(high)) {
            BandReducer.samples(along: $0, first: $1, second: $2, range: $0.indices, alongScale: along, acrossScale: across, isAscending: true)
        }
        #expect(zip(slices, slices.dropFirst()).allSatisfy { $0.along <= $1.along })
        for k in stride(from: slices.count / 2 / 2 * 2, to: slices.count - 2, by: 14) {
            let column = (Double(slices[k].along) * 4).rounded(.down)
            guard let first = x.firstIndex(where: { (along.place($0) * 4).rounded(.down) == column }),
                let last = x.firstIndex(where: { (along.place($0) * 4).rounded(.down) > column }), last - first > 2
            else { continue }
            var (sum, squares, length) = (0.0, 0.0, 0.0)
            for i in first..<last {
                let (a, b, width) = (across.place(high[i]), across.place(high[i + 1]), along.place(x[i + 1]) - along.place(x[i]))
                sum += width * (a + b) / 2
                squares += width * (a * a + a * b + b * b) / 3
                length += width
            }
            let mean = sum / length
            #expect(abs(Double(slices[k].second + slices[k + 1].second) / 2 - mean) < 1e-3)
            let span = Double(slices[k + 1].second - slices[k].second)
            #expect(abs(span * span / 12 - (squares / length - mean * mean)) < 0.02)
        }
    }

    /// Drawn again and again at other zooms, while the first samples go and others come.
    @Test(
        "slices from a summary are those of all samples", arguments: Data.allCases,
        [
            AxisScale.Mapper.identity, .logarithm(base: 10), .symmetricLogarithm(threshold: 1, base: 10),
            .discontinuous(Exclusions([NumberRange(-40, -20), NumberRange(30, 31), NumberRange(60, 90)], holdsStart: true)),
        ])
    func summary(_ data: Data, _ across: AxisScale.Mapper) {
        let all = samples(data)
        var numbers = SeededNumbers(seed: 29)
        var summaries = BandSummaries()
        var (start, end) = (0, 100_000)
        var most = 0.0
        for round in 0..<14 {
            if round > 1, round % 2 == 0 {
                let change = RowChanges(removed: Int(numbers.double(0...20_000)), appended: Int(numbers.double(0...30_000)))
                start += change.removed
                end = min(end + change.appended, Self.count)
                summaries = summaries.changed(by: change)
            }
            let (low, high) = (numbers.double(0...0.5), numbers.double(0.5...1))
            let bounds = (all.x[start] + (all.x[end - 1] - all.x[start]) * low, all.x[start] + (all.x[end - 1] - all.x[start]) * high)
            // In some rounds the axis leaves something out.
            let gone = (0..<40).map { NumberRange(Double($0) * 7_000 + 300, Double($0) * 7_000 + 1_900) }
            let along: AxisScale.Mapper = round % 4 < 2 ? .identity : .discontinuous(Exclusions(gone, holdsStart: round % 4 == 2))
            let alongScale = AxisScale(range: NumberRange(bounds.0, bounds.1), mapper: along, start: round % 3 == 0 ? 30 : 0, end: round % 3 == 0 ? 0 : 30)
            let acrossScale = AxisScale(range: NumberRange(across == .logarithm(base: 10) ? 1 : -300, 500), mapper: across, start: 400, end: 0)
            let column = { (values: [Double]) in Column(Array(values[start..<end])) }
            SharedValues.lend(column(all.x), column(all.low), column(all.high)) { x, first, second in
                let range = PathReducer.visible(x, in: alongScale.range, isAscending: true)
                func slices(_ known: BandSummaries?) -> [Area.Sample] {
                    let key = BandKey(first: .single, second: .stackBase, along: .identity, across: across)
                    return BandReducer.samples(
                        along: x, first: first, second: second, range: range, alongScale: alongScale, acrossScale: acrossScale, isAscending: true,
                        threads: 2, summaries: known.map { ($0, key) })
                }
                let (found, exact) = (slices(summaries), slices(nil))
                #expect(found.count == exact.count)
                for (a, b) in zip(found, exact) where b.isFinite {
                    most = max(most, Double(abs(a.along - b.along)), Double(abs(a.first - b.first) / (1 + abs(b.first))))
                    most = max(most, Double(abs(a.second - b.second) / (1 + abs(b.second))))
                }
                #expect(zip(found, exact).allSatisfy { $0.isFinite == $1.isFinite })
            }
        }
        #expect(most < 1e-3)
    }

    @Test("slices on axes that leave something out are those of what is left, on axes that do not", arguments: [0.7, 7.9], [false, true])
    func parts(length: Double, isAcross: Bool) {
        let samples = samples(.walk)
        // Along many in a pixel, some of them of no sample.
        let gone = isAcross
            ? Exclusions((-50..<50).map { NumberRange(Double($0) * 11, Double($0) * 11 + length) }, holdsStart: true)
            : Exclusions((0..<30_000).map { NumberRange(Double($0) * 10 + 0.3, Double($0) * 10 + 0.3 + length) }, holdsStart: true)
        let left = samples.x.indices.filter { i in !(isAcross ? [samples.low[i], samples.high[i]] : [samples.x[i]]).contains(where: gone.contains) }
        func slices(_ data: [[Double]], _ ranges: [NumberRange], _ mapper: AxisScale.Mapper) -> [Area.Sample] {
            let along = AxisScale(range: ranges[0], mapper: isAcross ? .identity : mapper, start: 0, end: 100)
            let across = AxisScale(range: ranges[1], mapper: isAcross ? mapper : .identity, start: 4_000, end: 0)
            return SharedValues.lend(Column(data[0]), Column(data[1]), Column(data[2])) { x, low, high in
                BandReducer.samples(
                    along: x, first: low, second: high, range: x.indices, alongScale: along, acrossScale: across, isAscending: true)
            }
        }
        let ranges = [NumberRange(0, Double(Self.count)), NumberRange(-500, 500)]
        let found = slices([samples.x, samples.low, samples.high], ranges, .discontinuous(gone))
        func mapped(_ column: [Double], _ isGone: Bool) -> [Double] { left.map { isGone ? gone.forward(column[$0]) : column[$0] } }
        func ends(_ range: NumberRange, _ isGone: Bool) -> NumberRange {
            isGone ? NumberRange(gone.forward(range.minimum), gone.forward(range.maximum)) : range
        }
        let wanted = slices(
            [mapped(samples.x, !isAcross), mapped(samples.low, isAcross), mapped(samples.high, isAcross)],
            [ends(ranges[0], !isAcross), ends(ranges[1], isAcross)], .identity)
        #expect(found.count == wanted.count && found.count > 700)
        for k in stride(from: 0, to: min(found.count, wanted.count), by: 2) {
            let (a, b) = ((found[k], found[k + 1]), (wanted[k], wanted[k + 1]))
            #expect(abs(a.0.along - b.0.along) < 1e-3 && abs(a.1.along - b.1.along) < 1e-3, "\(k)")
            #expect(abs(a.0.first + a.1.first - b.0.first - b.1.first) < 0.05, "\(k)")
            #expect(abs(abs(a.0.first - a.1.first) - abs(b.0.first - b.1.first)) < 0.1, "\(k)")
        }
    }

    @Test("of few samples that are kept each is drawn, and what is left out may have no value")
    func few() {
        var numbers = SeededNumbers(seed: 59)
        let x = (0..<4_000).map(Double.init)
        // Eight hours of 24 are kept.
        let y = x.map { Int($0) % 24 < 8 ? numbers.double(0...80) : .nan }
        let gone = (0..<167).map { NumberRange(Double($0) * 24 + 7.5, Double($0) * 24 + 23.5) }
        let along = AxisScale(
            range: NumberRange(0, 4_000), mapper: .discontinuous(Exclusions(gone, holdsStart: true)), start: 0, end: 900)
        let across = AxisScale(range: NumberRange(0, 100), start: 400, end: 0)
        let slices = SharedValues.lend(Column(x), Column(y), Column(y.map { $0 + 10 })) {
            BandReducer.samples(along: $0, first: $1, second: $2, range: $0.indices, alongScale: along, acrossScale: across, isAscending: true)
        }
        let wanted = x.indices.filter { y[$0].isFinite }.map { (Float(along.place(x[$0])), Float(across.place(y[$0]))) }
        var drawn = 0
        // Each is there again where the next slice begins.
        for slice in slices {
            #expect(slice.isFinite)
            while drawn < wanted.count - 1, wanted[drawn + 1].0 <= slice.along + 1e-3 { drawn += 1 }
            #expect(abs(wanted[drawn].0 - slice.along) < 1e-3 && abs(wanted[drawn].1 - slice.first) < 1e-2, "\(drawn)")
        }
        #expect(drawn == wanted.count - 1 && slices.count >= wanted.count)
    }

    /// One sample in 24 hours is kept, so that there is never more than one in a slice.
    @Test("samples that stand alone between what an axis leaves out are joined", arguments: [false, true])
    func exclusions(isAcross: Bool) {
        let x = (0..<48_000).map { Double($0) + 0.5 }
        let y: [Double] = x.map { Int($0) % 24 != 0 ? 50 : ($0 / 24).rounded(.down).truncatingRemainder(dividingBy: 7) }
        let days = (0..<2_000).map { NumberRange(24 * Double($0) + 1, 24 * Double($0) + 24) }
        let mapper = AxisScale.Mapper.discontinuous(Exclusions(isAcross ? [NumberRange(40, 60)] : days, holdsStart: true))
        let along = AxisScale(range: NumberRange(0, 48_000), mapper: isAcross ? .identity : mapper, start: 0, end: 2_000)
        let across = AxisScale(range: NumberRange(0, 100), mapper: isAcross ? mapper : .identity, start: 400, end: 0)
        let slices = SharedValues.lend(Column(x), Column(y), Column(y)) {
            BandReducer.samples(along: $0, first: $1, second: $2, range: $0.indices, alongScale: along, acrossScale: across, isAscending: true)
        }
        #expect(slices.count > 2_000 && slices.allSatisfy(\.isFinite))
        // What is left out is far above.
        #expect(slices.allSatisfy { $0.first > 360 && $0.second > 360 })
        #expect(zip(slices, slices.dropFirst()).allSatisfy { $0.along <= $1.along && $1.along - $0.along < 2.5 })
    }

    @Test("a summary knows as much, however it came to be")
    func stretches() {
        let count = 40_000
        var numbers = SeededNumbers(seed: 31)
        let values = (0..<count).map { _ in numbers.double(-1...1) }
        /// Of steps of length 1 between values.
        func read(_ start: Int) -> @Sendable (ClosedRange<Int>) -> BandMoments {
            { range in
                range.dropLast().reduce(BandMoments()) { sum, i in
                    let (a, b) = (values[start + i], values[start + i + 1])
                    let curve = BandMoments.Curve(base: 0, sum: (a + b) / 2, squares: (a * a + a * b + b * b) / 3, length: 1)
                    return sum.joined(BandMoments(length: 1, first: curve, second: curve))
                }
            }
        }
        var summary = BandSummary()
        var (start, end) = (0, 0)
        while end < count {
            let gone = min(Int(numbers.double(0...3_000)), end - start)
            (start, end) = (start + gone, min(end + Int(numbers.double(1...9_000)), count))
            summary.removeFirst(gone)
            summary.extend(to: end - start, read(start))
            #expect(summary.count == end - start)
            var reads = 0
            summary.lend { pyramid in
                for _ in 0..<20 {
                    let (a, b) = (Int(numbers.double(0...Double(end - start - 1))), Int(numbers.double(0...Double(end - start - 1))))
                    let range = min(a, b)...max(a, b)
                    let found = pyramid.moments(range) { part in
                        reads += part.count
                        return read(start)(part)
                    }
                    let exact = read(start)(range)
                    #expect(found.length == exact.length && abs(found.first.mean - exact.first.mean) < 1e-9)
                    #expect(abs(found.second.spread - exact.second.spread) <= 1e-9 * exact.second.spread + 1e-12)
                }
            }
            // At either end, and behind the last stretch that is known.
            #expect(reads <= 20 * 200)
        }
    }

    @Test("floats are what Doubles of the same numbers are")
    func floats() throws {
        let data = samples(.walk)
        let rounded = (x: data.x.map { Double(Float($0)) }, low: data.low.map { Double(Float($0)) }, high: data.high.map { Double(Float($0)) })
        let along = AxisScale(range: NumberRange(0, Double(Self.count)), start: 0, end: 500)
        let across = AxisScale(range: NumberRange(-500, 500), start: 400, end: 0)
        let found = SharedValues.lend(Column(data.x.map { Float($0) }), Column(data.low.map { Float($0) }), Column(data.high.map { Float($0) })) { x, low, high in
            BandReducer.samples(along: x, first: low, second: high, range: x.indices, alongScale: along, acrossScale: across, isAscending: true)
        }
        #expect(found.map(Comparable.init) == slices(rounded, threads: 1).map(Comparable.init))
    }
}
