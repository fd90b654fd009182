import Foundation
import Testing
import VitrailChart
import VitrailColumns
import VitrailDrawList
import VitrailImage
import VitrailReference
import VitrailScene
import VitrailTestNumbers
import VitrailTestSupport

@testable import VitrailTessellation

/// Lines from samples on the device, compared with the exact picture and with the CPU's strategies.
@Suite("Lines from samples on the device are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct SampleLineOracleTests {
    private static let widths: [Float] = [1, 1.5, 4, 12]

    private func mark(
        _ x: [Double], _ y: [Double], _ along: SampleTransform, _ across: SampleTransform, width: Float,
        color: Color = .black
    ) -> Shape {
        .line(
            LineMark(
                x: SampleAxis(ArraySamples(x), along), y: SampleAxis(ArraySamples(y), across), range: 0..<x.count,
                width: width, paint: .solid(color)))
    }

    private func programs(_ scene: Scene) -> [ProgramVariant] {
        tessellate(scene).commands.compactMap { if case .draw(let draw) = $0 { draw.program } else { nil } }
    }

    @Test("few samples far from zero, with gaps, and samples that no pixel shows", arguments: widths)
    func far(width: Float) async throws {
        var numbers = SeededNumbers(seed: 12)
        let y = (0..<200).map { i in i % 41 == 40 ? .nan : 5 + numbers.double(-1...1) }
        var x = (0..<200).map { 1e9 + Double($0) }
        x[17] = .infinity
        let scene = scene(
            mark(
                x, y, SampleTransform(origin: 1e9, scale: 1.2, start: 0.25),
                SampleTransform(origin: 5, scale: -70, start: 80.4), width: width))
        #expect(programs(scene).contains(.sampleLine) && !programs(scene).contains(.line))
        try await Oracle.expectAgreement("resident far \(width)", scene)
    }

    @Test("several blocks, each with an origin of its own", arguments: widths)
    func blocks(width: Float) async throws {
        var numbers = SeededNumbers(seed: 13)
        let count = 3 * SampleBlock.length + 77
        var walk = 0.0
        let x = (0..<count).map { 1.7e9 + Double($0) / 1_000 }
        let y = x.map { _ -> Double in
            walk += numbers.double(-1...1) - walk * 0.0004
            return walk
        }
        let scene = scene(
            mark(
                x, y, SampleTransform(origin: 1.7e9, scale: 240_000 / Double(count), start: 0.3),
                SampleTransform(origin: 0, scale: -1.3, start: 80), width: width))
        #expect(programs(scene).count(where: { $0 == .sampleLine }) == 1)
        try await Oracle.expectAgreement("resident blocks \(width)", scene)
    }

    /// A block of 32,768 samples spans 32,700 pixels, the most that the device computes: the bound is 1/100 pixel.
    @Test("the positions that the device computes are within 1/100 pixel")
    func precision() async throws {
        var numbers = SeededNumbers(seed: 14)
        let count = SampleBlock.length
        let x = (0..<count).map { 1e6 + Double($0) * 0.998 }
        let y = x.map { _ in 1e3 + numbers.double(-100...100) }
        for start in [0.1, -16_000, -32_400] {
            let scene = scene(
                mark(
                    x, y, SampleTransform(origin: 1e6, scale: 1, start: start),
                    SampleTransform(origin: 1e3, scale: 0.7, start: 80), width: 2), width: 240)
            #expect(programs(scene).contains(.sampleLine))
            let drawn = try await Oracle.draw(scene)
            let exact = ReferenceRasterizer.render(scene).image
            // A shift by 1/100 pixel changes an edge pixel of a black line by 2.55.
            let mean =
                zip(drawn.pixels, exact.pixels).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) }
                / Double(drawn.pixels.count)
            #expect(mean < 1.2, "\(start): \(mean)")
            try await Oracle.expectAgreement("resident precision \(start)", scene)
        }
    }

    @Test("where a block is enlarged beyond the device's precision, positions are computed on the CPU")
    func enlarged() async throws {
        let count = 2 * SampleBlock.length
        let x = (0..<count).map { 1e9 + Double($0) * 1e-3 }
        let y = (0..<count).map { $0 % 2 == 0 ? 1.0 : -1 }
        // 30 pixels between two samples.
        let middle = x[40_000]
        let scene = scene(
            mark(
                x, y, SampleTransform(origin: middle, scale: 30_000, start: 120),
                SampleTransform(origin: 0, scale: 60, start: 80), width: 2))
        #expect(programs(scene).contains(.line) && !programs(scene).contains(.sampleLine))
        try await Oracle.expectAgreement("resident enlarged", scene)
    }

    @Test("a line across a block that the device draws and one that the CPU draws has no break")
    func mixed() async throws {
        let count = 2 * SampleBlock.length
        // The second block ends far away.
        let x = (0..<count).map { $0 < count - 10 ? Double($0) : 1e9 }
        let y = (0..<count).map { sin(Double($0) / 40) }
        let scene = scene(
            mark(
                x, y, SampleTransform(origin: Double(SampleBlock.length), scale: 0.9, start: 120.2),
                SampleTransform(origin: 0, scale: 60, start: 80), width: 3))
        #expect(Set(programs(scene)).isSuperset(of: [.line, .sampleLine]))
        try await Oracle.expectAgreement("resident mixed", scene)
    }

    @Test("narrow lines, and lines with very many gaps, are drawn by the CPU's strategies, with the reason")
    func refused() async throws {
        var numbers = SeededNumbers(seed: 15)
        let x = (0..<60_000).map { Double($0) / 300 + 10 }
        let y = (0..<60_000).map { $0 % 3 == 2 ? .nan : numbers.double(10...150) }
        for (width, values) in [(Float(0.5), y.map { $0.isNaN ? 80 : $0 }), (2, y)] {
            var line = Mark(mark(x, values, SampleTransform(), SampleTransform(), width: width))
            var facts = MarkFacts()
            (facts.requested, facts.hasResidentMark) = (.resident, true)
            line.source = MarkSource(series: 0, tier: .raw, choices: [RenderStrategy.choose(.line, facts)])
            var scene = Scene(size: PixelSize(width: 240, height: 160), layers: [Layer(.series, marks: [line])])
            scene.strategy = .resident
            #expect(!programs(scene).contains(.sampleLine))
            let totals = try #require(tessellate(scene).series.first)
            let choices = totals.choices.filter { $0.mark == "line" }
            #expect(choices.map(\.strategy) == [.segments] && choices[0].refusal != nil, "\(totals.choices)")
        }
    }

    enum Kind: String, CaseIterable {
        case number, logarithmic, squareRoot, symmetricLogarithmic, date, category, vertical
    }

    private func chart(_ kind: Kind, _ strategy: RenderStrategy?, count: Int = 50_000) throws -> Chart {
        var numbers = SeededNumbers(seed: 16)
        var walk = 3.0
        let type: AxisType
        switch kind {
        case .logarithmic: type = .logarithmic
        case .squareRoot: type = .squareRoot
        case .symmetricLogarithmic: type = .symmetricLogarithmic
        default: type = .number
        }
        let chart = Chart(
            width: 300, height: 200, xAxisType: kind == .date ? .dateTime : kind == .category ? .category : type,
            yAxisType: type)
        let values = (0..<count).map { _ -> Double in
            walk += numbers.double(-0.1...0.1) - (walk - 3) * 0.001
            return kind == .number || kind == .date || kind == .category || kind == .vertical ? walk : exp(walk)
        }
        let offset = kind == .number ? 1e9 : kind == .date ? 1.7e9 : 1
        let x: Column =
            switch kind {
            case .category: Column((0..<count).map { "row \($0)" })
            case .date: Column(secondsSince1970: (0..<count).map { offset + Double($0) })
            default: Column((0..<count).map { offset + Double($0) })
            }
        let columns =
            kind == .vertical ? SeriesColumns(x: Column(values), y: x) : SeriesColumns(x: x, y: Column(values))
        let line = LineSeries(columns: columns, style: LineSeriesStyle(lineWidth: 2))
        if kind == .vertical { line.orientation = .vertical }
        chart.add(line)
        chart.strategy = strategy
        return chart
    }

    @Test("lines on all scales look like those of the CPU's strategies", arguments: Kind.allCases)
    func scales(kind: Kind) async throws {
        let resident = try plan(chart(kind, .resident)).scene
        #expect(programs(resident).contains(.sampleLine), "\(kind)")
        try await Oracle.expectAgreement("resident \(kind)", resident)
        // The decimated line differs from the exact one within limits of its own.
        var wide = InkComparison.Limits(mean: 4, p99: 24, max: 64)
        wide.interior = 8
        for (strategy, limits) in [(RenderStrategy.raw, InkComparison.Limits()), (nil, wide)] {
            let other = try plan(chart(kind, strategy)).scene
            let (a, b) = (try await Oracle.draw(resident), try await Oracle.draw(other))
            let result = InkComparison(background: .white, limits: limits).compare(a, expected: b, edges: nil)
            #expect(result.passed, "\(kind) \(strategy?.rawValue ?? "auto"): \(result)")
        }
    }

    @Test("a sample between gaps is a disc, as with the other strategies")
    func lone() async throws {
        func picture(_ strategy: RenderStrategy?) async throws -> PixelImage {
            let chart = Chart(width: 200, height: 120)
            let y = [1, 2, .nan, 3, .nan, 2, 4, 1]
            chart.add(LineSeries(columns: SeriesColumns(y: Column(y)), style: LineSeriesStyle(lineWidth: 3)))
            chart.strategy = strategy
            return try await Oracle.draw(plan(chart).scene)
        }
        let (a, b) = (try await picture(.resident), try await picture(nil))
        let result = PerChannelComparison(tolerance: 6).compare(a, expected: b)
        #expect(result.passed, "\(result)")
    }
}
