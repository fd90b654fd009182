import Foundation
import Testing
import VitrailChart
import VitrailColumns
import VitrailImage
import VitrailScene
import VitrailTestNumbers

/// A line of many samples is the same picture however its columns are stored, and an exact one with gaps and in blocks.
@Suite("Variations of a line", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct LineVariationTests {
    private static let count = 40_000
    private static let limits = InkComparison.Limits(mean: 4, p99: 24, max: 255, interior: 255)

    enum Course { case walk, noise, wave, levels }

    /// Whole numbers, which a `Float` holds exactly.
    private static func samples(_ course: Course = .walk, count: Int = count) -> (x: [Double], y: [Double]) {
        var numbers = SeededNumbers(seed: 57)
        var (x, y) = ([Double](), [Double]())
        var (position, walk) = (0.0, 0.0)
        for i in 0..<count {
            position += Double(Int(numbers.double(1...4)))
            walk += numbers.double(-40...40)
            let value =
                switch course {
                case .walk: walk
                case .noise: (0..<4).reduce(0) { sum, _ in sum + numbers.double(-400...400) }
                case .wave: sin(Double(i) / 900) * 1_500 + numbers.double(-20...20)
                case .levels: (i / 4 % 2 == 0 ? -900 : 900) + numbers.double(-60...60)
                }
            x.append(position)
            y.append(value.rounded())
        }
        return (x, y)
    }

    private static func chart(
        _ x: Column, _ y: Column, lineWidth: Double = 1.5, decimation: Decimation = .automatic,
        orientation: CartesianSeries.Orientation = .horizontal, size: (Double, Double) = (150, 90)
    ) -> Chart {
        let chart = Chart(width: size.0, height: size.1)
        // Samples in another order have no summaries of pieces.
        (chart.decimation, chart.summaries) = (decimation, .none)
        chart.add(
            LineSeries(
                columns: SeriesColumns(x: x, y: y), orientation: orientation,
                style: LineSeriesStyle(lineWidth: lineWidth)))
        return chart
    }

    private static func line(_ chart: Chart) throws -> [PlotPoint] {
        let shapes = try plan(chart).scene.marks.filter { $0.source != nil }.map(\.shape)
        return shapes.flatMap { shape -> [PlotPoint] in if case .polyline(let line) = shape { line.points } else { [] }
        }
    }

    private static func isSame(_ a: [PlotPoint], _ b: [PlotPoint]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || !$0.isFinite && !$1.isFinite }
    }

    @Test("in floats, integers, tables and in reverse is the line of doubles", arguments: [0, 0.01, 0.33])
    func storage(gaps: Double) throws {
        var numbers = SeededNumbers(seed: 58)
        let samples = Self.samples()
        let y = samples.y.map { numbers.double(0...1) < gaps ? .nan : $0 }
        let plain = try Self.line(Self.chart(Column(samples.x), Column(y)))
        #expect(plain.count > 1_000 && plain.contains { !$0.isFinite } == (gaps > 0))
        let floats = try Self.line(Self.chart(Column(samples.x.map { Float($0) }), Column(y.map { Float($0) })))
        #expect(Self.isSame(floats, plain))
        let falling = try Self.line(Self.chart(Column(samples.x).reversed(), Column(y).reversed()))
        #expect(Self.isSame(falling, plain))
        let copies = (Array(samples.x.reversed()), Array(y.reversed()))
        #expect(Self.isSame(try Self.line(Self.chart(Column(copies.0), Column(copies.1))), plain))
        let reversed = try Self.line(Self.chart(Column(copies.0).reversed(), Column(copies.1).reversed()))
        #expect(Self.isSame(reversed, plain))
        guard gaps == 0 else { return }
        let integers = Self.chart(Column(samples.x.map { Int($0) }), Column(y.map { Int($0) }))
        #expect(Self.isSame(try Self.line(integers), plain))
    }

    @Test("vertical is the picture of all samples", arguments: [0, 0.01, 0.33])
    func vertical(gaps: Double) async throws {
        var numbers = SeededNumbers(seed: 59)
        let samples = Self.samples()
        let y = samples.y.map { numbers.double(0...1) < gaps ? .nan : $0 }
        let scenes = try [Decimation.automatic, .none].map {
            try plan(Self.chart(Column(y), Column(samples.x), decimation: $0, orientation: .vertical, size: (90, 150)))
                .scene
        }
        let result = try await Oracle.compare("vertical \(gaps)", scenes[0], exact: scenes[1], limits: Self.limits)
        #expect(result.passed && result.statistics.count > 1_000, "\(gaps): \(result)")
    }

    @Test(
        "with gaps at random is the picture of all samples", arguments: [Course.walk, .wave, .noise, .levels],
        [(0.01, 1.5), (0.33, 1.5), (0.33, 1), (0.66, 1.5)])
    func gaps(course: Course, share: (gaps: Double, lineWidth: Double)) async throws {
        var numbers = SeededNumbers(seed: 60)
        let samples = Self.samples(course)
        let y = samples.y.map { numbers.double(0...1) < share.gaps ? .nan : $0 }
        let scenes = try [Decimation.automatic, .none].map {
            try plan(Self.chart(Column(samples.x), Column(y), lineWidth: share.lineWidth, decimation: $0)).scene
        }
        let name = "gaps \(course) \(share.gaps) \(share.lineWidth)"
        let result = try await Oracle.compare(name, scenes[0], exact: scenes[1], limits: Self.limits)
        #expect(result.passed && result.statistics.count > 1_000, "\(name): \(result)")
    }

    @Test("in shuffled blocks is the picture of all samples", arguments: [Course.walk, .noise, .wave])
    func blocks(course: Course) async throws {
        let samples = Self.samples(course)
        let length = Self.count / 10
        func shuffled(_ values: [Double]) -> Column {
            Column([4, 9, 0, 6, 2, 8, 1, 5, 3, 7].flatMap { values[$0 * length..<($0 + 1) * length] })
        }
        let scenes = try [Decimation.automatic, .none].map {
            try plan(Self.chart(shuffled(samples.x), shuffled(samples.y), decimation: $0)).scene
        }
        let result = try await Oracle.compare("blocks \(course)", scenes[0], exact: scenes[1], limits: Self.limits)
        #expect(result.passed && result.statistics.count > 1_000, "\(course): \(result)")
    }
}
