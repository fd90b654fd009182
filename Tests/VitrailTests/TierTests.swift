import Foundation
import Testing
import Vitrail
import VitrailTestNumbers
import VitrailTestSupport

/// Statistics about how series were drawn.
@Suite("Tiers", .enabled("\(RealDriver.reason)", RealDriver.isAvailable))
struct TierTests {
    private static func columns(_ count: Int) -> SeriesColumns {
        var numbers = SeededNumbers(seed: 3)
        var walk = 0.0
        let y = (0..<count).map { _ -> Double in
            walk += numbers.double(-1...1)
            return walk
        }
        return SeriesColumns(
            x: Column((0..<count).map(Double.init)), y: Column(y),
            keyed: [
                .high: Column(y.map { $0 + 2 }), .low: Column(y.map { $0 - 2 }), .open: Column(y.map { $0 - 1 }),
                .close: Column(y),
            ])
    }

    private static func totals(_ series: Series, decimation: Decimation = .automatic) async throws -> SeriesTotals {
        let chart = Chart(width: 320, height: 200)
        chart.decimation = decimation
        chart.add(series)
        let statistics = try await Renderer().render(chart).statistics
        return try #require(statistics.series.first)
    }

    private static func line(_ count: Int) -> LineSeries { LineSeries(columns: columns(count)) }

    private static func falling(_ columns: SeriesColumns) throws -> SeriesColumns {
        func turned(_ column: Column?) throws -> Column {
            Column(try #require(column).withValues { values in values.indices.reversed().map { values[$0] } })
        }
        return SeriesColumns(
            x: try turned(columns.x), y: try turned(columns.y),
            keyed: [.high: try turned(columns.high), .low: try turned(columns.low)])
    }

    @Test(
        "lines, areas, bands and stacks from the latest sample to the first are those from the first to the latest, and know their points",
        arguments: 0..<4)
    func falling(kind: Int) async throws {
        let count = 40_000
        func chart(_ columns: SeriesColumns) -> Chart {
            let chart = Chart(width: 320, height: 200)
            switch kind {
            case 0: chart.add(LineSeries(columns: SeriesColumns(x: columns.x, y: columns.y)))
            case 1: chart.add(LineSeries(columns: columns, style: LineSeriesStyle(showFill: true)))
            case 2: chart.add(BandSeries(columns: columns))
            default:
                for _ in 0..<2 {
                    let line = LineSeries(columns: columns, style: LineSeriesStyle(showFill: true))
                    line.stackIndex = 1
                    chart.add(line)
                }
            }
            return chart
        }
        let (reversedIfDescending, falling) = (chart(Self.columns(count)), chart(try Self.falling(Self.columns(count))))
        let (up, down) = (
            try await Probe.renderer.render(reversedIfDescending), try await Probe.renderer.render(falling)
        )
        #expect(up.image == down.image && up.statistics.series.map(\.tier) == down.statistics.series.map(\.tier))
        let (a, b) = (
            try #require(reversedIfDescending.series.first as? CartesianSeries),
            try #require(falling.series.first as? CartesianSeries)
        )
        for x in [60.0, 151.5, 300] {
            let (own, other) = (try #require(a.nearestPoint(x: x, y: 100)), try #require(b.nearestPoint(x: x, y: 100)))
            #expect(own.index + other.index == count - 1 && own.distance == other.distance)
            #expect(a.dataPoint(at: own.index)?.xValue == b.dataPoint(at: other.index)?.xValue)
        }
        // Samples that continue to descend, and one that ends this.
        guard kind == 0, let line = b as? LineSeries else { return }
        for (x, y) in [(-1.0, 3.0), (-2, 4), (7, 5)] {
            try line.append(x: x, y: y)
            if x == -2 { line.removeFirst() }
            let grown = try await Probe.renderer.render(falling)
            let anew = try await Probe.renderer.render(chart(SeriesColumns(x: line.columns.x, y: line.columns.y)))
            #expect(grown.image == anew.image, "\(x)")
        }
    }

    @Test("few samples of a line are exact, many are decimated, and without decimation each is raw")
    func lines() async throws {
        let few = try await Self.totals(Self.line(100))
        #expect(few.tier == .exact && few.series == 0 && few.draws > 0)
        let many = try await Self.totals(Self.line(50_000))
        #expect(many.tier == .decimated && many.instances < 5_000)
        let raw = try await Self.totals(Self.line(50_000), decimation: .none)
        #expect(raw.tier == .raw && raw.instances >= 49_999)
    }

    /// Drawn segment by segment, a million high ones take ten seconds.
    @Test(
        "what seldom turns back along the axis is drawn as fast as what never does, and is the same picture",
        arguments: 0..<4)
    func unordered(kind: Int) async throws {
        var numbers = SeededNumbers(seed: 5)
        let count = 40_000
        var x = (0..<count).map(Double.init)
        switch kind {
        // A swap, a clock set back, sweeps, back and forth.
        case 0: x.swapAt(count / 2, count / 2 + 1)
        case 1: for i in count / 3..<count { x[i] -= Double(count / 20) }
        case 2: for i in 0..<count { x[i] = Double(i % (count / 8)) }
        default: for i in 0..<count { x[i] = abs(Double(i) - Double(count / 2)) }
        }
        let y = (0..<count).map { _ in numbers.double(-1...1) }
        let filled = LineSeriesStyle(
            showFill: true, areaColor: Color(0x2A9D8F, alpha: 0.5), areaLineColor: .black, areaLineWidth: 1)
        let series: [(SeriesColumns) -> Series] = [
            { LineSeries(columns: $0) }, { StepLineSeries(columns: $0) }, { LineSeries(columns: $0, style: filled) },
            {
                BandSeries(
                    columns: SeriesColumns(
                        x: $0.x,
                        keyed: [
                            .high: $0.y ?? Column([Double]()), .low: Column([Double](repeating: -0.5, count: count)),
                        ]))
            },
        ]
        for series in series {
            func render(_ decimation: Decimation) async throws -> (image: PixelImage, instances: Int) {
                let chart = Chart(width: 200, height: 120)
                chart.decimation = decimation
                chart.add(series(SeriesColumns(x: Column(x), y: Column(y))))
                let picture = try await Probe.renderer.render(chart)
                return (picture.image, picture.statistics.instances)
            }
            let (automatic, raw) = (try await render(.automatic), try await render(.none))
            #expect(automatic.instances < 3_000 && raw.instances > count / 2, "\(automatic.instances)")
            let differences = zip(automatic.image.pixels, raw.image.pixels).map { abs(Int($0) - Int($1)) }
            #expect(differences.count { $0 > 24 } < differences.count / 100, "\(kind)")
        }
    }

    /// Walks and loops: drawn segment by segment, or in parts, a million points take seconds.
    @Test("what often turns back along the axis is counted, and is the same picture", arguments: 0..<5, [false, true])
    func trajectories(kind: Int, isVertical: Bool) async throws {
        var numbers = SeededNumbers(seed: 7)
        let count = 12_000
        var position = (x: 0.0, y: 0.0)
        let positions = (0..<count).map { i -> (x: Double, y: Double) in
            switch kind {
            // A walk, shuffled rows, a loop, laps, a walk with gaps in both columns.
            case 1: position = (numbers.double(0...1), numbers.double(0...1))
            case 2: position = (sin(Double(i) * 0.31), cos(Double(i) * 0.17))
            case 3: position = (Double(i % 60), Double(i / 60) + numbers.double(0...3))
            default: position = (position.x + numbers.double(-1...1), position.y + numbers.double(-1...1))
            }
            if kind == 4, i.isMultiple(of: 50) { return (.nan, position.y) }
            if kind == 4, i.isMultiple(of: 77) { return (position.x, .nan) }
            return position
        }
        let (x, y) = (Column(positions.map(\.x)), Column(positions.map(\.y)))
        for name in ["line", "step", "band"] {
            func render(_ decimation: Decimation) async throws -> (image: PixelImage, statistics: RenderStatistics) {
                let chart = Chart(width: 200, height: 120)
                chart.decimation = decimation
                let series: CartesianSeries =
                    switch name {
                    case "line": LineSeries(style: LineSeriesStyle(lineWidth: 1))
                    case "step": StepLineSeries(style: LineSeriesStyle(lineWidth: 1))
                    default: BandSeries(style: BandSeriesStyle(lineWidth: 1))
                    }
                series.orientation = isVertical ? .vertical : .horizontal
                let flat = Column([Double](repeating: 0.5, count: count))
                let single = name == "band" ? nil : y
                series.columns =
                    isVertical
                    ? SeriesColumns(x: single, y: x, high: y, low: flat)
                    : SeriesColumns(x: x, y: single, high: y, low: flat)
                chart.add(series)
                let picture = try await Probe.renderer.render(chart)
                return (picture.image, picture.statistics)
            }
            let (automatic, raw) = (try await render(.automatic), try await render(.none))
            #expect(
                automatic.statistics.series.first?.tier == .counted && automatic.statistics.instances < 3_000, "\(name)"
            )
            #expect(raw.statistics.instances > count / 2)
            let differences = zip(automatic.image.pixels, raw.image.pixels).map { abs(Int($0) - Int($1)) }
            #expect(differences.count { $0 > 24 } < differences.count / 100, "\(name) \(kind)")
            let ink = raw.image.pixels.count { $0 < 200 }
            #expect(ink > 2_000, "\(ink)")
        }
    }

    /// A thick line to a point and back: past the point there is half a disc.
    @Test("where a line of many samples turns back it is joined round")
    func turn() async throws {
        let positions = (0..<20_000).map { Double($0) / 20_000 } + [8, 2, 3]
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let columns = SeriesColumns(x: Column(positions), y: Column(positions.map { _ in 5.0 }))
        chart.add(LineSeries(columns: columns, style: LineSeriesStyle(lineColor: .pureBlue, lineWidth: 24)))
        let probe = try await Probe(chart)
        let tip = try probe.position(of: 8, 5)
        #expect(
            probe[Int(tip.x) + 9, Int(tip.y)].isClose(to: .pureBlue, 2)
                && probe[Int(tip.x) + 14, Int(tip.y)].isClose(to: .white, 2))
        #expect(probe[Int(tip.x) + 11, Int(tip.y) + 11].isClose(to: .white, 2))
    }

    @Test(
        "bands and areas of many samples are counted, steps are decimated; raw ones have a piece for each sample",
        arguments: 0..<3)
    func areas(kind: Int) async throws {
        func series() -> Series {
            switch kind {
            case 0: BandSeries(columns: Self.columns(20_000), style: BandSeriesStyle(showFill: true))
            case 1: StepLineSeries(columns: Self.columns(20_000))
            default: LineSeries(columns: Self.columns(20_000), style: LineSeriesStyle(showFill: true))
            }
        }
        let automatic = try await Self.totals(series())
        #expect(automatic.tier == (kind == 1 ? .decimated : .counted))
        let raw = try await Self.totals(series(), decimation: .none)
        #expect(raw.tier == .raw && raw.instances > 19_900 && raw.instances > 4 * automatic.instances)
    }

    @Test("markers that overlap are counted, a few are drawn; raw ones are discs")
    func markers() async throws {
        let style = ScatterSeriesStyle(pointStyle: PointStyle(showPoints: true, radius: 3))
        #expect(try await Self.totals(ScatterSeries(columns: Self.columns(20), style: style)).tier == .exact)
        let many = try await Self.totals(ScatterSeries(columns: Self.columns(20_000), style: style))
        #expect(many.tier == .counted && many.instances < 5_000)
        let raw = try await Self.totals(ScatterSeries(columns: Self.columns(20_000), style: style), decimation: .none)
        #expect(raw.tier == .raw && raw.instances == 20_000)
    }

    @Test("columns and prices narrower than a pixel are counted; raw ones are drawn")
    func narrow() async throws {
        for series in [
            { ColumnSeries(columns: Self.columns(9_000)) as Series },
            { CandlestickSeries(columns: Self.columns(9_000)) }, { OHLCSeries(columns: Self.columns(9_000)) },
        ] {
            #expect(try await Self.totals(series()).tier == .counted)
            let raw = try await Self.totals(series(), decimation: .none)
            #expect(raw.tier == .raw && raw.instances >= 8_900)
        }
    }

    @Test("slices are exact, a density is one")
    func others() async throws {
        #expect(try await Self.totals(DonutSeries(columns: SeriesColumns(y: Column([3.0, 2, 5])))).tier == .exact)
        #expect(try await Self.totals(DensitySeries(columns: Self.columns(5_000))).tier == .density)
    }
}
