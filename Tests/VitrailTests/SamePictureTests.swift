import Testing
import Vitrail
import VitrailTestNumbers
import VitrailTestSupport

/// A picture depends on the chart, the device and the options alone (amendment A3).
@Suite("Same chart, same bytes", .enabled("\(RealDriver.reason)", RealDriver.isAvailable))
struct SamePictureTests {
    /// The kinds of series, in the forms that are drawn in different ways.
    enum Form: String, CaseIterable, Sendable {
        case line, thinLine, indexLine, gappedLine, densest, fallingLine, unorderedLine, fill, stackedFill, step, curve
        case band, column, outlinedColumn, stackedColumn, bar, candlestick, ohlc, scatter, bubble, density, errorBar
        case polar, radialColumn

        /// Larger numbers of samples take seconds.
        var maxSamples: Int {
            switch self {
            case .line, .indexLine, .gappedLine, .column: 10_000_000
            case .radialColumn, .polar, .curve, .outlinedColumn: 100_000
            default: 1_000_000
            }
        }
    }

    struct Picture: Sendable, CustomStringConvertible {
        var form: Form
        var count: Int
        var summaries = SampleSummaries.automatic
        var description: String { "\(form.rawValue), \(count) samples" }

        static let all = Form.allCases.flatMap { form in
            [1_000, 30_000, 1_000_000, 10_000_000].filter { $0 <= form.maxSamples }
                .map { Picture(form: form, count: $0) }
        }

        func columns(_ count: Int) -> SeriesColumns {
            var numbers = SeededNumbers(seed: 11)
            var walk = 0.0
            var y = (0..<count).map { _ -> Double in
                walk += numbers.double(-1...1)
                return walk
            }
            var x: [Double]? = (0..<count).map(Double.init)
            switch form {
            case .indexLine: x = nil
            case .gappedLine: for i in y.indices where numbers.double(0...1) < 0.1 { y[i] = .nan }
            case .densest: for i in y.indices where i % 3 == 0 { y[i] = -y[i] }
            case .fallingLine: x?.reverse()
            case .unorderedLine: x?.swapAt(count / 2, count / 3)
            case .polar, .radialColumn: y = y.map { abs($0) + 1 }
            default: break
            }
            let column = Column(y)
            func shifted(_ distance: Double) -> Column { Column(y.map { $0 + distance }) }
            switch form {
            case .band: return SeriesColumns(x: x.map { Column($0) }, high: shifted(3), low: shifted(-2))
            case .candlestick, .ohlc:
                return SeriesColumns(
                    x: x.map { Column($0) },
                    keyed: [.open: shifted(-1), .high: shifted(3), .low: shifted(-3), .close: column])
            case .errorBar:
                return SeriesColumns(x: x.map { Column($0) }, y: column, high: shifted(3), low: shifted(-2))
            case .bubble:
                return SeriesColumns(
                    x: x.map { Column($0) }, y: column, area: Column((0..<count).map { Double($0 % 7) + 1 }))
            case .bar: return SeriesColumns(x: column, y: x.map { Column($0) })
            default: return SeriesColumns(x: x.map { Column($0) }, y: column)
            }
        }

        func chart(_ columns: SeriesColumns, make: (Form, SeriesColumns) -> CartesianSeries = Plain.series) -> Chart {
            let chart = Chart(width: 480, height: 270)
            chart.summaries = summaries
            chart.add(make(form, columns))
            if form == .stackedFill || form == .stackedColumn { chart.add(make(form, columns)) }
            return chart
        }
    }

    @Test("the first picture and all later ones are the same, whatever was drawn between them", arguments: Picture.all)
    func repeated(picture: Picture) async throws {
        let columns = picture.columns(picture.count)
        let chart = picture.chart(columns)
        let first = try await Probe.renderer.render(chart).image
        let plot = try #require(chart.plotAreaFrame)
        for turn in 2...4 {
            if turn == 3, let axis = chart.xAxis {
                // Another range and another size, and back.
                let (range, frame) = (axis.axisRange, chart.frame)
                let third = range.span / 3
                _ = axis.setRange(range.minimum + third, range.maximum - third)
                chart.frame = Rect(x: 0, y: 0, width: 300, height: 200)
                _ = try await Probe.renderer.render(chart)
                chart.frame = frame
                axis.resetZoomLevel()
            }
            chart.redrawChart()
            let later = try await Probe.renderer.render(chart).image
            #expect(later == first, "picture \(turn) differs from the first: \(later.largestDifference(from: first))")
            #expect(chart.plotAreaFrame == plot)
        }
        let anew = try await Probe.renderer.render(picture.chart(columns)).image
        #expect(anew == first, "a new chart with the same samples")
    }

    @Test(
        "samples that were appended and removed leave the picture of a new chart",
        arguments: Picture.all.filter { $0.count == 30_000 || $0.count == 1_000_000 && $0.form.maxSamples > 100_000 })
    func streamed(picture: Picture) async throws {
        let columns = picture.columns(picture.count + 1_500)
        let chart = picture.chart(columns.rows(0..<picture.count))
        _ = try await Probe.renderer.render(chart)
        var next = picture.count
        for (removed, appended) in [(0, 1_000), (77, 500), (1_003, 0)] {
            for case let series as CartesianSeries in chart.series {
                series.removeFirst(removed)
                if appended > 0 { try series.append(columns.rows(next..<next + appended)) }
            }
            next += appended
            let streamed = try await Probe.renderer.render(chart)
            let grown = try #require(chart.series.first as? CartesianSeries).columns
            let anew = try await Probe.renderer.render(picture.chart(grown))
            #expect(
                streamed.image == anew.image,
                "\(removed) removed, \(appended) appended: \(streamed.image.largestDifference(from: anew.image))")
        }
    }

    @Test("a subclass that changes nothing draws the same", arguments: Picture.all.filter { $0.count <= 1_000_000 })
    func subclassed(picture: Picture) async throws {
        let columns = picture.columns(picture.count)
        let plain = try await Probe.renderer.render(picture.chart(columns))
        let own = try await Probe.renderer.render(picture.chart(columns, make: Own.series))
        #expect(own.image == plain.image, "\(own.image.largestDifference(from: plain.image))")
        #expect(own.statistics.series.map(\.tier) == plain.statistics.series.map(\.tier))
    }

    @Test("without summaries a line is drawn from its samples, and the same in each picture")
    func noSummaries() async throws {
        let picture = Picture(form: .line, count: 1_000_000)
        let chart = picture.chart(picture.columns(picture.count))
        let automatic = try await Probe.renderer.render(chart).image
        chart.summaries = .none
        chart.redrawChart()
        let first = try await Probe.renderer.render(chart).image
        chart.redrawChart()
        #expect(try await Probe.renderer.render(chart).image == first)
        #expect(first != automatic)
    }

    /// Series of the library.
    private enum Plain {
        static func series(_ form: Form, _ columns: SeriesColumns) -> CartesianSeries {
            switch form {
            case .line, .indexLine, .gappedLine, .densest, .fallingLine, .unorderedLine: LineSeries(columns: columns)
            case .thinLine: LineSeries(columns: columns, style: LineSeriesStyle(lineWidth: 0.5))
            case .fill: LineSeries(columns: columns, style: LineSeriesStyle(showFill: true))
            case .stackedFill: stacked(LineSeries(columns: columns, style: LineSeriesStyle(showFill: true)))
            case .step: StepLineSeries(columns: columns)
            case .curve: curved(LineSeries(columns: columns))
            case .band: BandSeries(columns: columns)
            case .column: ColumnSeries(columns: columns)
            case .outlinedColumn: outlined(ColumnSeries(columns: columns))
            case .stackedColumn: stacked(ColumnSeries(columns: columns))
            case .bar: BarSeries(columns: columns)
            case .candlestick: CandlestickSeries(columns: columns)
            case .ohlc: OHLCSeries(columns: columns)
            case .scatter: ScatterSeries(columns: columns)
            case .bubble: BubbleSeries(columns: columns)
            case .density: DensitySeries(columns: columns)
            case .errorBar: ErrorBarSeries(columns: columns)
            case .polar: RadialLineSeries(columns: columns)
            case .radialColumn: RadialColumnSeries(columns: columns)
            }
        }
    }

    /// The same as subclasses of a host.
    private enum Own {
        final class OwnLine: LineSeries {}
        final class OwnStep: StepLineSeries {}
        final class OwnBand: BandSeries {}
        final class OwnColumn: ColumnSeries {}
        final class OwnBar: BarSeries {}
        final class OwnCandlestick: CandlestickSeries {}
        final class OwnOHLC: OHLCSeries {}
        final class OwnScatter: ScatterSeries {}
        final class OwnBubble: BubbleSeries {}
        final class OwnDensity: DensitySeries {}
        final class OwnErrorBar: ErrorBarSeries {}
        final class OwnRadialLine: RadialLineSeries {}
        final class OwnRadialColumn: RadialColumnSeries {}

        static func series(_ form: Form, _ columns: SeriesColumns) -> CartesianSeries {
            switch form {
            case .line, .indexLine, .gappedLine, .densest, .fallingLine, .unorderedLine: OwnLine(columns: columns)
            case .thinLine: OwnLine(columns: columns, style: LineSeriesStyle(lineWidth: 0.5))
            case .fill: OwnLine(columns: columns, style: LineSeriesStyle(showFill: true))
            case .stackedFill: stacked(OwnLine(columns: columns, style: LineSeriesStyle(showFill: true)))
            case .step: OwnStep(columns: columns)
            case .curve: curved(OwnLine(columns: columns))
            case .band: OwnBand(columns: columns)
            case .column: OwnColumn(columns: columns)
            case .outlinedColumn: outlined(OwnColumn(columns: columns))
            case .stackedColumn: stacked(OwnColumn(columns: columns))
            case .bar: OwnBar(columns: columns)
            case .candlestick: OwnCandlestick(columns: columns)
            case .ohlc: OwnOHLC(columns: columns)
            case .scatter: OwnScatter(columns: columns)
            case .bubble: OwnBubble(columns: columns)
            case .density: OwnDensity(columns: columns)
            case .errorBar: OwnErrorBar(columns: columns)
            case .polar: OwnRadialLine(columns: columns)
            case .radialColumn: OwnRadialColumn(columns: columns)
            }
        }
    }

    private static func stacked(_ series: CartesianSeries) -> CartesianSeries {
        series.stackIndex = 1
        return series
    }
    private static func outlined(_ series: ColumnSeries) -> CartesianSeries {
        (series.style.lineColor, series.style.lineWidth) = (.black, 0.3)
        return series
    }
    private static func curved(_ series: LineSeries) -> CartesianSeries {
        series.curve = .monotone
        return series
    }
}

extension SeriesColumns {
    fileprivate func rows(_ range: Range<Int>) -> SeriesColumns {
        func rows(_ column: Column?) -> Column? {
            column.map { column in Column(column.withValues { values in range.map { values[$0] } }) }
        }
        var columns = SeriesColumns(x: rows(x), y: rows(y))
        for key in keys { columns[key] = rows(self[key]) }
        return columns
    }
}

extension PixelImage {
    fileprivate func largestDifference(from other: PixelImage) -> Int {
        guard width == other.width, height == other.height else { return 255 }
        return zip(pixels, other.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }
}
