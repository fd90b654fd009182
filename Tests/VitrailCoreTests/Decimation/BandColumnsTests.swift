import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailCore

/// Reduction of bands by whole quarters of columns.
@Suite("Band columns")
struct BandColumnsTests {
    enum Data: CaseIterable { case walk, gaps, longGaps, infinite, huge }

    private static let count = 300_000

    private func samples(_ data: Data) -> (x: [Double], low: [Double], high: [Double]) {
        var numbers = SeededNumbers(seed: 7)
        var walk = 0.0
        var (x, low, high): ([Double], [Double], [Double]) = ([], [], [])
        for i in 0..<Self.count {
            walk += numbers.double(-1...1)
            x.append(Double(i) + numbers.double(0...0.5))
            low.append(data == .gaps && i % 3 == 2 ? .nan : data == .longGaps && i / 5000 % 3 == 1 ? .nan : data == .huge ? walk * 1e300 : walk - 5)
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
