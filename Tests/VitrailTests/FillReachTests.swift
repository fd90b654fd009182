import Testing
import Vitrail

/// Fills of values that alternate.
@Suite("What fills reach")
struct FillReachTests {
    private static func picture(
        _ period: Int, isShown: Bool = true, _ decimation: Decimation = .automatic
    ) async throws -> [UInt8] {
        let y = (0..<30_000).map { $0 / period % 2 == 0 ? 2.5 : -1.5 }
        let chart = Chart(width: 400, height: 300)
        chart.decimation = decimation
        chart.yAxis = NumberAxis(defaultRange: NumberRange(-4, 4))
        let color: Color = isShown ? .black : .clear
        chart.add(
            LineSeries(
                columns: SeriesColumns(y: Column(y)),
                style: LineSeriesStyle(showFill: true, areaColor: color, areaLineWidth: 0)))
        let rendered = try await Renderer().render(chart)
        #expect(rendered.statistics.series.first?.tier == (decimation == .none ? .raw : .counted) || !isShown)
        return rendered.image.pixels
    }

    @Test("fills show nothing where no value is, however often those change in a pixel", arguments: [3, 11, 37])
    func levels(period: Int) async throws {
        let found = try await Self.picture(period)
        let each = try await Self.picture(period, .none)
        let without = try await Self.picture(period, isShown: false)
        var (shown, beyond) = (0, 0)
        for i in found.indices {
            if each[i] == without[i] { beyond = max(beyond, abs(Int(found[i]) - Int(without[i]))) } else { shown += 1 }
        }
        #expect(shown > 30_000 && beyond <= 2, "\(shown), \(beyond)")
    }

    @Test(
        "fills that lie on an end of the picture, or beyond it, are not seen, and end no process",
        arguments: [NumberRange(0, 1), NumberRange(-1, 0), NumberRange(1, 2)])
    func onTheEnd(range: NumberRange) async throws {
        let black = LineSeriesStyle(showFill: true, areaColor: .black, areaLineColor: .clear, areaLineWidth: 0)
        // All at one position, and all but the first samples.
        for values in [[Double](repeating: 0, count: 6_000), (0..<6_000).map { $0 < 600 ? 0.5 : 0 }] {
            for isReversed in [false, true] {
                let y = values.map { isReversed ? -$0 : $0 }
                for k in 0..<6 {
                    let chart = Chart(width: 200, height: 150).bare()
                    chart.yAxis = NumberAxis(defaultRange: range)
                    let columns = SeriesColumns(y: Column(y))
                    switch k {
                    case 0: chart.add(LineSeries(columns: columns, style: black))
                    case 1: chart.add(StepLineSeries(columns: columns, style: black))
                    case 2:
                        (chart.xAxis, chart.yAxis) = (NumberAxis(defaultRange: range), NumberAxis())
                        chart.add(
                            LineSeries(
                                columns: SeriesColumns(x: Column(y), y: .indices(count: y.count)),
                                orientation: .vertical, style: black))
                    case 3:
                        for _ in 0..<2 {
                            let series = LineSeries(columns: columns, style: black)
                            series.stackIndex = 1
                            chart.add(series)
                        }
                    case 4:
                        chart.add(
                            BandSeries(
                                columns: SeriesColumns(keyed: [
                                    .high: Column(y), .low: Column(y.map { min($0, 0) - 1 }),
                                ]),
                                style: BandSeriesStyle(
                                    lineColorHigh: .clear, lineColorLow: .clear, areaColorNormal: .black)))
                    default:
                        var twoColored = black
                        twoColored.areaColorBelowBaseline = .pureRed
                        chart.add(LineSeries(columns: columns, style: twoColored))
                    }
                    let counted = try await Probe.renderer.render(chart)
                    #expect(counted.statistics.series.first?.tier ?? .counted == .counted)
                    chart.decimation = .none
                    let drawn = try await Probe.renderer.render(chart)
                    let maximum = zip(counted.image.pixels, drawn.image.pixels).reduce(0) {
                        max($0, abs(Int($1.0) - Int($1.1)))
                    }
                    #expect(maximum <= 2, "\(range) \(k) \(isReversed): \(maximum)")
                }
            }
        }
    }
}
