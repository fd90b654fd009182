import Foundation
import Testing
import VitrailChart
import VitrailColumns
import VitrailDrawList
import VitrailImage
import VitrailScene
import VitrailTestNumbers
import VitrailTestSupport

@testable import VitrailTessellation

/// Areas from samples on the device, compared with the exact picture and with the CPU's strategies.
@Suite("Areas from samples on the device are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct SampleAreasOracleTests {
    private func programs(_ scene: Scene) -> [ProgramVariant] {
        tessellate(scene).commands.compactMap { if case .draw(let draw) = $0 { draw.program } else { nil } }
    }

    private func mark(
        count: Int, hasSecond: Bool, isVertical: Bool, inverted: Color?, scale: Double? = nil
    ) -> Shape {
        var numbers = SeededNumbers(seed: 41)
        let along = (0..<count).map { 1e9 + Double($0) }
        func curve() -> [Double] {
            var walk = 0.0
            var values = along.map { _ -> Double in
                walk += (numbers.double(-1...1) - walk * 0.02) * min(8, 2_000 / Double(count))
                return 3e4 + walk * 3
            }
            values[count / 3] = .nan
            return values
        }
        let (first, second) = (curve(), curve())
        let across = SampleTransform(origin: 3e4, scale: -4, start: 80.4)
        return .samplesArea(
            AreaMark(
                along: SampleAxis(
                    ArraySamples(along),
                    SampleTransform(origin: along[count / 2], scale: scale ?? 150 / Double(count), start: 78.3)),
                first: SampleAxis(ArraySamples(first), across),
                second: hasSecond ? SampleAxis(ArraySamples(second), across) : nil, base: 80.4, range: 0..<count,
                orientation: isVertical ? .vertical : .horizontal, paint: .solid(Color(0x2C6FDB, alpha: 0.7)),
                invertedPaint: inverted.map { .solid($0) }))
    }

    @Test(
        "between two curves that cross, and down to a base, in one paint and in two",
        arguments: [30, 3_000, 2 * SampleBlock.length + 11], [true, false])
    func areas(count: Int, hasSecond: Bool) async throws {
        for isVertical in [false, true] {
            for inverted in [nil, Color(0xCC3300, alpha: 0.5)] {
                let scene = scene(
                    mark(count: count, hasSecond: hasSecond, isVertical: isVertical, inverted: inverted))
                #expect(programs(scene).contains(.sampleArea) && !programs(scene).contains(.area))
                try await Oracle.expectAgreement(
                    "resident area \(count) \(hasSecond) \(isVertical) \(inverted != nil)", scene)
            }
        }
    }

    @Test("areas of blocks that are enlarged beyond the device's precision", arguments: [nil, Color(0xCC3300)])
    func enlarged(inverted: Color?) async throws {
        let scene = scene(mark(count: 40_000, hasSecond: true, isVertical: false, inverted: inverted, scale: 9))
        #expect(programs(scene).contains(.area) && !programs(scene).contains(.sampleArea))
        try await Oracle.expectAgreement("resident area enlarged \(inverted != nil)", scene)
    }

    @Test("area and band charts look exact", arguments: [200, 20_000], [true, false])
    func charts(count: Int, isBand: Bool) async throws {
        var numbers = SeededNumbers(seed: 42)
        func walk() -> Column {
            var walk = 0.0
            return Column(
                (0..<count).map { _ -> Double in
                    walk += numbers.double(-1...1)
                    return walk
                })
        }
        let chart = Chart(width: 300, height: 200)
        if isBand {
            chart.add(
                BandSeries(columns: SeriesColumns(high: walk(), low: walk()), style: BandSeriesStyle(lineWidth: 2)))
        } else {
            chart.add(
                LineSeries(
                    columns: SeriesColumns(y: walk()), style: LineSeriesStyle(showFill: true, fillWithGradient: false)))
        }
        chart.strategy = .resident
        let resident = try plan(chart).scene
        #expect(programs(resident).contains(.sampleArea))
        if isBand { #expect(programs(resident).count { $0 == .sampleLine } == 2) }
        try await Oracle.expectAgreement("resident \(isBand ? "band" : "area") \(count)", resident)
    }

    @Test("a sample between gaps is a disc on the edges of a band, as with the other strategies")
    func lone() async throws {
        func picture(_ strategy: RenderStrategy?) async throws -> PixelImage {
            let chart = Chart(width: 200, height: 120)
            let high = [4, 5, .nan, 6, .nan, 5, 7, 4]
            let columns = SeriesColumns(high: Column(high), low: Column(high.map { $0 - 3 }))
            chart.add(BandSeries(columns: columns, style: BandSeriesStyle(lineWidth: 3)))
            chart.strategy = strategy
            return try await Oracle.draw(plan(chart).scene)
        }
        let (a, b) = (try await picture(.resident), try await picture(nil))
        let result = PerChannelComparison(tolerance: 6).compare(a, expected: b)
        #expect(result.passed, "\(result)")
    }
}
