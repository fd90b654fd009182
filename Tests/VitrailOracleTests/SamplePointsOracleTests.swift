import Testing
import VitrailChart
import VitrailColumns
import VitrailDrawList
import VitrailImage
import VitrailScene
import VitrailTestNumbers
import VitrailTestSupport

@testable import VitrailTessellation

/// Circles from samples on the device, compared with the exact picture and with the CPU's strategies.
@Suite("Points from samples on the device are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct SamplePointsOracleTests {
    private func programs(_ scene: Scene) -> [ProgramVariant] {
        tessellate(scene).commands.compactMap { if case .draw(let draw) = $0 { draw.program } else { nil } }
    }

    private func mark(count: Int, radius: Float, sizes: [Double]? = nil, alpha: Double) -> Shape {
        var numbers = SeededNumbers(seed: 21)
        var x = (0..<count).map { _ in 1e9 + numbers.double(-10...250) }
        let y = (0..<count).map { _ in 5e5 + numbers.double(-10...170) }
        x[3] = .nan
        return .points(
            PointsMark(
                x: SampleAxis(ArraySamples(x), SampleTransform(origin: 1e9, scale: 1, start: 0.2)),
                y: SampleAxis(ArraySamples(y), SampleTransform(origin: 5e5, scale: -1, start: 160.4)),
                range: 0..<count, radius: radius,
                sizes: sizes.map { SampleAxis(ArraySamples($0), SampleTransform(scale: 3)) },
                color: Color(0x2C6FDB, alpha: alpha)))
    }

    @Test(
        "few and many circles, small and large, opaque and in hundreds of faint layers",
        arguments: [
            (40, Float(6), 1.0), (2_000, 3, 0.4), (2 * SampleBlock.length + 5, 2, 0.02), (60, 40, 0.1), (900, 0.3, 0.7),
        ])
    func circles(count: Int, radius: Float, alpha: Double) async throws {
        let scene = scene(mark(count: count, radius: radius, alpha: alpha))
        #expect(programs(scene).contains(.sampleDisc) && !programs(scene).contains(.disc))
        try await Oracle.expectAgreement("resident points \(count) \(radius)", scene)
    }

    @Test("a size for each sample; samples without a size have no circle")
    func sizes() async throws {
        var numbers = SeededNumbers(seed: 22)
        let sizes = (0..<500).map { $0 % 17 == 0 ? -1 : $0 % 23 == 0 ? .nan : numbers.double(0...20) }
        let scene = scene(mark(count: 500, radius: 0, sizes: sizes, alpha: 0.5))
        #expect(programs(scene).contains(.sampleDisc))
        try await Oracle.expectAgreement("resident bubbles", scene)
    }

    @Test("circles of a block that is enlarged beyond the device's precision")
    func enlarged() async throws {
        let x = (0..<300).map { Double($0) * 40 }
        let y = (0..<300).map { Double($0 % 5) * 30 }
        let scene = scene(
            .points(
                PointsMark(
                    x: SampleAxis(ArraySamples(x), SampleTransform(origin: 6_000, scale: 4, start: 120)),
                    y: SampleAxis(ArraySamples(y), SampleTransform(scale: 1, start: 20)), range: 0..<300, radius: 5,
                    color: .black)))
        #expect(programs(scene).contains(.disc) && !programs(scene).contains(.sampleDisc))
        try await Oracle.expectAgreement("resident points enlarged", scene)
    }

    enum Kind: CaseIterable { case scatter, bubbles }

    @Test("scatter charts and bubbles look like those of the CPU rasteriser", arguments: Kind.allCases)
    func charts(kind: Kind) async throws {
        func chart(_ strategy: RenderStrategy?) throws -> Scene {
            var numbers = SeededNumbers(seed: 23)
            let chart = Chart(width: 300, height: 200)
            let x = Column((0..<4_000).map { _ in numbers.double(0...1) * numbers.double(0...1) })
            let y = Column((0..<4_000).map { _ in 1e6 + numbers.double(0...1) })
            switch kind {
            case .scatter: chart.add(ScatterSeries(columns: SeriesColumns(x: x, y: y)))
            case .bubbles:
                let bubbles = BubbleSeries(
                    columns: SeriesColumns(x: x, y: y, area: Column((0..<4_000).map { Double($0 % 9) })))
                bubbles.biggestBubbleDiameterForAutoScaling = 12
                chart.add(bubbles)
            }
            chart.strategy = strategy
            return try plan(chart).scene
        }
        let resident = try chart(.resident)
        #expect(programs(resident).contains(.sampleDisc))
        try await Oracle.expectAgreement("resident \(kind)", resident)
        let (a, b) = (try await Oracle.draw(resident), try await Oracle.draw(chart(nil)))
        let result = PerChannelComparison(tolerance: 4).compare(a, expected: b)
        #expect(result.passed, "\(kind): \(result)")
    }
}
