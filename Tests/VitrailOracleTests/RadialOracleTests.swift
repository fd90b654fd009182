import Foundation
import Testing
import VitrailChart
import VitrailColumns
import VitrailScene
import VitrailTestNumbers

/// Radial charts: rings, spokes, fills and labels drawn by GL, compared with the exact reference.
@Suite("Radial charts are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct RadialOracleTests {
    private static func chart(theme: Theme = .flat, items: Int? = nil, linear: Bool = false) -> Chart {
        let chart = Chart(
            width: 260, height: 220, theme: theme, xAxisType: items == nil ? .number : .category, yAxisType: .number)
        for axis in chart.allAxes {
            axis.style.majorGridLineStyle = MajorGridLineStyle(lineRenderMode: linear ? .linear : .curved)
            axis.style.gridStripeStyle = GridStripeStyle(
                showGridStripes: true, stripeColor: Color(0x8A4FC4, alpha: 0.1),
                alternateStripeColor: Color(0x2E9E5B, alpha: 0.1))
        }
        return chart
    }

    private static func series(_ y: [Double], turns: Double = 1, items: Bool = false) -> RadialLineSeries {
        let x =
            items
            ? Column(y.indices.map { Optional("no \($0)") })
            : Column(y.indices.map { turns * Double($0) / Double(max(y.count, 1)) })
        return RadialLineSeries(
            columns: SeriesColumns(x: x, y: Column(y)), pointsWrapAround: true,
            style: RadialLineSeriesStyle(
                showFill: true, areaColor: Color(0x2C6FDB, alpha: 0.7),
                areaColorLowGradient: Color(0xE0443E, alpha: 0.2), areaLineColor: Color(0x2C6FDB),
                areaLineWidth: 1.5,
                pointStyle: PointStyle(showPoints: y.count < 100, color: Color(0x222222), radius: 3, innerRadius: 1.5)))
    }

    private static let wave = (0..<40).map { 5 + 4 * sin(Double($0) / 3) }

    @Test("radars and polar charts at four scales", arguments: [1, 1.5, 2, 3], [true, false])
    func scales(scale: Double, linear: Bool) async throws {
        let chart = Self.chart(theme: linear ? .light : .flat, items: linear ? 8 : nil, linear: linear)
        chart.scale = scale
        chart.xAxis?.title = "round"
        chart.yAxis?.title = "out"
        chart.add(Self.series(linear ? [3, 7, 2, 9, 5, .nan, 4, 8] : Self.wave, items: linear))
        chart.add(Self.series(linear ? [6, 2, 5, 5, 5, 1, 8, 3] : Self.wave.map { 10 - $0 }, items: linear))
        try await Oracle.expectAgreement("\(linear ? "radar" : "polar") at \(scale)×", plan(chart).scene)
    }

    @Test("dashed rings and spokes")
    func dashes() async throws {
        let chart = Self.chart()
        for axis in chart.allAxes {
            axis.style.majorGridLineStyle = MajorGridLineStyle(
                dashedMajorGridLines: true, lineColor: .black, lineWidth: 1.5)
        }
        chart.add(Self.series(Self.wave))
        try await Oracle.expectAgreement("polar dashed", plan(chart).scene)
    }

    @Test("lines that run round several times, forth and back, and anywhere", arguments: [-3, 2.5, 7])
    func turns(turns: Double) async throws {
        let chart = Self.chart()
        chart.xAxis?.setDefaultRange(NumberRange(0, 1))
        var numbers = SeededNumbers(seed: 81)
        chart.add(Self.series((0..<90).map { _ in Double.random(in: 1...9, using: &numbers) }, turns: turns))
        try await Oracle.expectAgreement("polar \(turns) turns", plan(chart).scene)
    }

    @Test("values below the axis, beyond it, and none")
    func outside() async throws {
        let chart = Self.chart()
        chart.xAxis?.setDefaultRange(NumberRange(0, 1))
        chart.yAxis?.setDefaultRange(NumberRange(2, 8))
        chart.add(Self.series(Self.wave.enumerated().map { $0.offset % 11 == 7 ? .nan : $0.element * 1.5 - 2 }))
        try await Oracle.expectAgreement("polar outside", plan(chart).scene)
    }

    @Test("many samples", arguments: [1_000, 10_000])
    func many(count: Int) async throws {
        let chart = Self.chart()
        var numbers = SeededNumbers(seed: 82)
        chart.add(
            Self.series(
                (0..<count).map { 6 + sin(Double($0) / Double(count) * 40) + Double.random(in: 0...1, using: &numbers) }
            ))
        try await Oracle.expectAgreement("polar of \(count)", plan(chart).scene)
    }

    @Test(
        "little", arguments: [[], [5], [5, 3], [.nan, .nan], [5, 5, 5], [4, .nan, 6]] as [[Double]], [true, false])
    func little(values: [Double], items: Bool) async throws {
        let chart = Self.chart(items: items ? values.count : nil, linear: true)
        chart.add(Self.series(values, items: items))
        try await Oracle.expectAgreement("\(items ? "radar" : "polar") of \(values)", plan(chart).scene)
    }
}
