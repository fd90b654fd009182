import Testing
import VitrailChart
import VitrailColumns
import VitrailDrawList
import VitrailImage
import VitrailScene
import VitrailTestNumbers
import VitrailTestSupport

@testable import VitrailTessellation

/// Bars from samples on the device, compared with the exact picture and with the CPU's strategies.
@Suite("Bars from samples on the device are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct SampleBarsOracleTests {
    private func programs(_ scene: Scene) -> [ProgramVariant] {
        tessellate(scene).commands.compactMap { if case .draw(let draw) = $0 { draw.program } else { nil } }
    }

    private func mark(
        count: Int, width: Float, orientation: Area.Orientation, alpha: Double, scale: Double? = nil
    ) -> Shape {
        var numbers = SeededNumbers(seed: 31)
        let along = (0..<count).map { 1e9 + Double($0) }
        var across = along.map { _ in 2e3 + numbers.double(-60...60) }
        across[count / 2] = .nan
        let step = scale ?? 240 / Double(count)
        let alongAxis = SampleAxis(
            ArraySamples(along), SampleTransform(origin: along[count / 2], scale: step, start: 120.3))
        let acrossAxis = SampleAxis(ArraySamples(across), SampleTransform(origin: 2e3, scale: -1.1, start: 80.4))
        let isHorizontal = orientation == .horizontal
        return .bars(
            BarsMark(
                x: isHorizontal ? alongAxis : acrossAxis, y: isHorizontal ? acrossAxis : alongAxis, range: 0..<count,
                orientation: orientation, low: -width / 2, high: width / 2, base: 80.4,
                color: Color(0x2C6FDB, alpha: alpha), colorBeyond: Color(0xCC3300, alpha: alpha),
                areSlivers: width < 1))
    }

    @Test("wide bars, also translucent", arguments: [Area.Orientation.horizontal, .vertical], [1.0, 0.4])
    func wide(orientation: Area.Orientation, alpha: Double) async throws {
        for count in [1, 7, 60] {
            let scene = scene(mark(count: count, width: 3.4, orientation: orientation, alpha: alpha))
            if count > 1 { #expect(programs(scene) == [.sampleBox]) }
            guard count > 1 else { continue }
            try await Oracle.expectAgreement("resident bars \(count) \(orientation) \(alpha)", scene)
        }
    }

    @Test(
        "bars narrower than a pixel, and than a rectangle can be", arguments: [Area.Orientation.horizontal, .vertical])
    func narrow(orientation: Area.Orientation) async throws {
        for count in [400, 5_000, 2 * SampleBlock.length + 9] {
            let scene = scene(
                mark(count: count, width: 0.8 * 240 / Float(count), orientation: orientation, alpha: 0.9))
            #expect(programs(scene).contains(.sampleBox) && !programs(scene).contains(.sliver))
            try await Oracle.expectAgreement("resident slivers \(count) \(orientation)", scene)
        }
    }

    @Test("bars of blocks that are enlarged beyond the device's precision")
    func enlarged() async throws {
        let scene = scene(mark(count: 40_000, width: 3, orientation: .horizontal, alpha: 1, scale: 5))
        #expect(programs(scene).contains(.box) && !programs(scene).contains(.sampleBox))
        try await Oracle.expectAgreement("resident bars enlarged", scene)
    }

    @Test(
        "column and bar charts look like those of the CPU's strategies", arguments: [60, 900, 20_000], [true, false])
    func charts(count: Int, isColumn: Bool) async throws {
        func chart(_ strategy: RenderStrategy?) throws -> Scene {
            var numbers = SeededNumbers(seed: 32)
            let chart = Chart(width: 300, height: 200)
            let values = Column((0..<count).map { _ in numbers.double(-3...10) })
            let rows = Column((0..<count).map { 1e6 + Double($0) })
            let style = BarColumnSeriesStyle(
                showArea: true, showAreaWithGradient: false, areaColor: Color(0x2C6FDB), lineWidth: 0, cornerRatio: 0)
            chart.add(
                isColumn
                    ? ColumnSeries(columns: SeriesColumns(x: rows, y: values), style: style)
                    : BarSeries(columns: SeriesColumns(x: values, y: rows), style: style))
            chart.strategy = strategy
            return try plan(chart).scene
        }
        let resident = try chart(.resident)
        #expect(programs(resident).contains(.sampleBox))
        try await Oracle.expectAgreement("resident \(count) \(isColumn ? "columns" : "bars")", resident)
    }
}
