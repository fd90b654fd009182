import Testing
import Vitrail
import VitrailTestNumbers

/// Lines and fills that leave the picture continue to their values, which may be as large as a Double can be.
@Suite("Values far beyond the picture")
struct FarValuesTests {
    enum Kind: CaseIterable { case line, wide, steps, area, band, fill, columns, candles, bars }

    /// Every fifth value is far.
    private static func values(_ count: Int, far: Double) -> [Double] {
        var numbers = SeededNumbers(seed: 19)
        return (0..<count).map { i in
            let value = numbers.double(-3...3)
            return i % 5 == 3 ? (value < 0 ? -far : far) : value
        }
    }

    private static func series(_ kind: Kind, _ x: [Double], _ y: [Double]) -> Series {
        let (x, values) = (Column(x), Column(y))
        let columns = SeriesColumns(x: x, y: values)
        let prices = SeriesColumns(
            x: x,
            keyed: [
                .open: Column(y.map { max(-1, min($0, 1)) }), .high: Column(y.map { max($0, 1.25) }),
                .low: Column(y.map { min($0, -1.25) }), .close: values,
            ])
        return switch kind {
        case .line: LineSeries(columns: columns)
        case .wide: LineSeries(columns: columns, style: LineSeriesStyle(lineWidth: 9))
        case .steps: StepLineSeries(columns: columns)
        case .area: LineSeries(columns: columns, style: LineSeriesStyle(showFill: true, areaColor: .pureBlue))
        case .band: BandSeries(columns: SeriesColumns(x: x, high: values, low: Column(y.map { min($0 - 0.5, 0) })))
        case .fill:
            BandSeries(
                columns: SeriesColumns(x: x, high: values, low: Column(y.map { min($0 - 0.5, 0) })),
                style: BandSeriesStyle(lineWidth: 0))
        case .columns: ColumnSeries(columns: columns)
        case .candles: CandlestickSeries(columns: prices)
        case .bars: OHLCSeries(columns: prices)
        }
    }

    private static func picture(
        _ kind: Kind, _ x: [Double], _ y: [Double], _ shown: NumberRange, _ decimation: Decimation
    ) async throws -> [UInt8] {
        let chart = Chart(width: 300, height: 200)
        chart.decimation = decimation
        (chart.xAxis, chart.yAxis) = (NumberAxis(defaultRange: shown), NumberAxis(defaultRange: NumberRange(-4, 4)))
        chart.add(series(kind, x, y))
        return try await Renderer().render(chart).image.pixels
    }

    /// - Returns: the maximum difference of bytes, and the fraction of bytes that differ by more than 2.
    private static func difference(_ a: [UInt8], _ b: [UInt8]) -> (greatest: Int, share: Double) {
        let differences = zip(a, b).map { abs(Int($0) - Int($1)) }
        return (differences.max() ?? 0, Double(differences.count { $0 > 2 }) / Double(differences.count))
    }

    @Test("are drawn as what is just beyond it", arguments: Kind.allCases, [Decimation.automatic, .none])
    func across(kind: Kind, decimation: Decimation) async throws {
        for count in [12, 150, 6_000] {
            let x = (0..<count).map(Double.init)
            let shown = NumberRange(0, Double(count - 1))
            let near = try await Self.picture(kind, x, Self.values(count, far: 1e9), shown, decimation)
            let without = try await Self.picture(
                kind, x, Self.values(count, far: 1e9).map { $0.magnitude > 5 ? .nan : $0 }, shown, decimation)
            #expect(kind == .fill || Self.difference(near, without).share > 0.002, "what is far is seen, \(count)")
            for far in [1e18, 1e40, 1e300, .greatestFiniteMagnitude] {
                let found = try await Self.picture(kind, x, Self.values(count, far: far), shown, decimation)
                let (greatest, share) = Self.difference(found, near)
                // Trapezoids of reduced bands are near the mean of their values, and those are farther.
                #expect(
                    share < 0.001 || kind == .fill && count > 1_000 && greatest <= 16,
                    "\(count), \(far): \(greatest), \(share)")
            }
        }
    }

    @Test("and along, too", arguments: [Kind.line, .wide, .steps, .area, .band], [Decimation.automatic, .none])
    func along(kind: Kind, decimation: Decimation) async throws {
        func picture(_ far: Double) async throws -> [UInt8] {
            try await Self.picture(kind, [-far, 0, 1, 2, far], [1, 2, -3, 3, -2], NumberRange(-1, 3), decimation)
        }
        let near = try await picture(1e9)
        for far in [1e18, 1e40, 1e300] {
            let (greatest, share) = Self.difference(try await picture(far), near)
            #expect(share < 0.001, "\(far): \(greatest), \(share)")
        }
        #expect(Self.difference(near, try await picture(.nan)).share > 0.0005)
    }

    @Test("a line from one far value to another crosses the picture where it would", arguments: [Kind.line, .area])
    func crossing(kind: Kind) async throws {
        func picture(_ far: Double) async throws -> [UInt8] {
            try await Self.picture(kind, [0, 1, 2, 3], [-far, 3 * far, -far / 7, far], NumberRange(0, 3), .automatic)
        }
        let near = try await picture(1e5)
        for far in [1e9, 1e11] {
            let (greatest, share) = Self.difference(try await picture(far), near)
            #expect(share < 0.001, "\(far): \(greatest), \(share)")
        }
    }

    @Test("what hangs from a far baseline fills the picture", arguments: [Kind.area, .columns])
    func baseline(kind: Kind) async throws {
        var pictures: [[UInt8]] = []
        for far in [1e9, 1e300, .greatestFiniteMagnitude] {
            let chart = Chart(width: 300, height: 200)
            (chart.xAxis, chart.yAxis) = (
                NumberAxis(defaultRange: NumberRange(-1, 3)), NumberAxis(defaultRange: NumberRange(-4, 4))
            )
            let series = Self.series(kind, [0, 1, 2], [3, -1, 2])
            (series as? CartesianSeries)?.baseline = -far
            chart.add(series)
            pictures.append(try await Renderer().render(chart).image.pixels)
        }
        for picture in pictures { #expect(Self.difference(picture, pictures[0]).share < 0.001) }
        #expect(Set(pictures[0]).count > 2)
    }
}
