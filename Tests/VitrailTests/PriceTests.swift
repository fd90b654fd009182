import Testing
import Vitrail
import VitrailTestNumbers

/// Candlesticks and OHLC bars, checked by their pixels.
@Suite("Candlestick and OHLC")
struct PriceTests {
    typealias Orientation = CartesianSeries.Orientation

    /// Samples of open, high, low, close at 1, 2, 3, …
    private func columns(_ samples: [[Double]], _ orientation: Orientation) -> SeriesColumns {
        let along = Column(samples.indices.map { Double($0 + 1) })
        var columns = orientation == .horizontal ? SeriesColumns(x: along) : SeriesColumns(y: along)
        for (k, key) in [DataKey.open, .high, .low, .close].enumerated() {
            columns[key] = Column(samples.map { $0[k] })
        }
        return columns
    }

    private func chart(
        _ orientation: Orientation, along: NumberRange = NumberRange(0, 4), across: NumberRange = NumberRange(0, 6)
    ) -> Chart {
        (orientation == .horizontal ? Probe.chart(x: along, y: across) : Probe.chart(x: across, y: along)).bare()
    }

    private let candle = CandlestickSeriesStyle(
        risingColor: .pureRed, fallingColor: .pureBlue, outlineWidth: 0, stickColor: .black, stickWidth: 3)

    /// A probe that reads horizontal and vertical series alike: values along and across, steps towards larger values.
    private struct Reading {
        let probe: Probe
        let isHorizontal: Bool

        init(_ probe: Probe, _ orientation: Orientation) {
            (self.probe, isHorizontal) = (probe, orientation == .horizontal)
        }

        func pixel(_ along: Double, _ across: Double) throws -> (along: Double, across: Double) {
            let position = isHorizontal ? try probe.position(of: along, across) : try probe.position(of: across, along)
            return isHorizontal ? (position.x, position.y) : (position.y, position.x)
        }

        /// The runs of a colour across, `shift` pixels towards larger values beside a value along: as values, in
        /// ascending order.
        func runs(at along: Double, shift: Int = 0, of color: Color) throws -> [(low: Double, high: Double)] {
            let position = Int(try pixel(along, 0).along.rounded(.down)) + (isHorizontal ? shift : -shift)
            let runs = isHorizontal ? probe.runs(column: position, of: color) : probe.runs(row: position, of: color)
            let (zero, one) = (try pixel(0, 0).across, try pixel(0, 1).across)
            let values = runs.map { run in
                let ends = [
                    (Double(run.lowerBound) - zero) / (one - zero), (Double(run.upperBound) - zero) / (one - zero),
                ]
                return (low: min(ends[0], ends[1]), high: max(ends[0], ends[1]))
            }
            return values.sorted { $0.low < $1.low }
        }

        /// The size of one pixel in values.
        func tolerance() throws -> Double { 1.01 / abs(try pixel(0, 1).across - pixel(0, 0).across) }

        /// The runs of a colour along, at a value across, in pixels.
        func widths(across: Double, of color: Color) throws -> [Range<Int>] {
            let position = Int(try pixel(0, across).across.rounded(.down))
            return isHorizontal ? probe.runs(row: position, of: color) : probe.runs(column: position, of: color)
        }
    }

    @Test(
        "C-097 a candle is a box from open to close with sticks to high and low; a falling one has another colour",
        arguments: Orientation.allCases)
    func candles(orientation: Orientation) async throws {
        let chart = chart(orientation)
        chart.add(
            CandlestickSeries(
                columns: columns([[2, 5, 1, 4], [4, 5, 1, 2]], orientation), orientation: orientation, style: candle))
        let read = Reading(try await Probe(chart), orientation)
        let tolerance = try read.tolerance()
        for (along, color, other) in [(1.0, Color.pureRed, Color.pureBlue), (2, .pureBlue, .pureRed)] {
            // In the middle, and near both sides of the box.
            for shift in [0, -20, 20] {
                let box = try read.runs(at: along, shift: shift, of: color)
                #expect(box.count == 1 && abs(box[0].low - 2) < tolerance && abs(box[0].high - 4) < tolerance)
                let none = try read.runs(at: along, shift: shift, of: other)
                #expect(none.isEmpty)
                let sticks = try read.runs(at: along, shift: shift, of: .black)
                #expect(sticks.count == (shift == 0 ? 2 : 0))
                for (stick, ends) in zip(sticks, [(1.0, 2.0), (4, 5)]) {
                    #expect(abs(stick.low - ends.0) < tolerance && abs(stick.high - ends.1) < tolerance)
                }
            }
        }
        // The stick is centred, and both have whole pixels.
        let box = try #require(try read.widths(across: 3, of: .pureRed).first)
        let stick = try #require(try read.widths(across: 1.5, of: .black).first { box.contains($0.lowerBound) })
        #expect(stick.count == 3)
        #expect(abs((box.lowerBound + box.upperBound) - (stick.lowerBound + stick.upperBound)) <= 1)
        let unit = abs(try read.pixel(1, 0).along - read.pixel(0, 0).along)
        #expect(abs(Double(box.count) - unit * 0.8) <= 1)
    }

    @Test(
        "C-098 an OHLC bar has a trunk from low to high, an arm at open towards smaller values, one at close",
        arguments: Orientation.allCases)
    func bars(orientation: Orientation) async throws {
        let style = OHLCSeriesStyle(risingColor: .pureRed, fallingColor: .pureBlue, trunkWidth: 3, armWidth: 2)
        let chart = chart(orientation)
        chart.add(
            OHLCSeries(
                columns: columns([[2, 5, 1, 4], [4, 5, 1, 2]], orientation), orientation: orientation, style: style))
        let read = Reading(try await Probe(chart), orientation)
        let tolerance = try read.tolerance()
        for (along, color, open, close) in [(1.0, Color.pureRed, 2.0, 4.0), (2, .pureBlue, 4, 2)] {
            let trunk = try read.runs(at: along, of: color)
            #expect(trunk.count == 1 && abs(trunk[0].low - 1) < tolerance && abs(trunk[0].high - 5) < tolerance)
            for (shift, value) in [(-20, open), (20, close)] {
                let arm = try read.runs(at: along, shift: shift, of: color)
                try #require(arm.count == 1, "one arm on each side")
                #expect(
                    abs((arm[0].low + arm[0].high) / 2 - value) < tolerance
                        && abs(arm[0].high - arm[0].low - 2 / 1.01 * tolerance) < 1e-9)
            }
        }
        let trunk = try #require(try read.widths(across: 1.5, of: .pureRed).first)
        #expect(trunk.count == 3)
        // Each arm extends from the stem to its side of the slot.
        let unit = abs(try read.pixel(1, 0).along - read.pixel(0, 0).along)
        for value in [2.0, 4] {
            let arm = try #require(try read.widths(across: value, of: .pureRed).first)
            #expect(abs(Double(arm.count) - (unit * 0.8 + 3) / 2) <= 1)
        }
    }

    @Test(
        "C-099 candles of both orientations; the visible range covers highs, lows and half a spacing at both ends",
        arguments: Orientation.allCases)
    func ranges(orientation: Orientation) async throws {
        let chart = Probe.chart().bare()
        let samples: [[Double]] = [[4, 6, 3, 5], [5, 9, 4, 5.5], [5.5, 6, 1, 4]]
        chart.add(CandlestickSeries(columns: columns(samples, orientation), orientation: orientation, style: candle))
        let probe = try await Probe(chart)
        let (along, across) = orientation == .horizontal ? (chart.xAxis, chart.yAxis) : (chart.yAxis, chart.xAxis)
        #expect(along?.visibleRange == NumberRange(0.5, 3.5) && along?.dataRange == NumberRange(1, 3))
        #expect(across?.visibleRange == NumberRange(1, 9))
        // The outer ones are as wide as the others.
        let read = Reading(probe, orientation)
        let boxes = [(4.5, Color.pureRed, 0), (5.25, .pureRed, 1), (4.75, .pureBlue, 0)]
        var widths: [Int] = []
        for (value, color, index) in boxes {
            var runs = try read.widths(across: value, of: color)
            if orientation == .vertical { runs.reverse() }
            widths.append(try #require(runs.indices.contains(index) ? runs[index].count : runs.first?.count))
        }
        #expect(widths.max().map { $0 - (widths.min() ?? 0) <= 1 } == true && widths[0] > 50, "\(widths)")
    }

    @Test(
        "C-100 without weekends Friday's and Monday's candles are a day apart, and the first and last have their room")
    func weekends() async throws {
        // Monday, 8 January 2024 to Friday, 19 January.
        let monday = 1_704_672_000.0
        let days = (0..<12).filter { $0 % 7 < 5 }.map { monday + Double($0) * 86_400 }
        func centers(_ axis: DateTimeAxis) async throws -> [Double] {
            let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
            chart.xAxis = axis
            chart.yAxis = NumberAxis(defaultRange: NumberRange(0, 6))
            var data = SeriesColumns(x: Column(secondsSince1970: days))
            for (key, value) in [(DataKey.open, 2.0), (.high, 5), (.low, 1), (.close, 4)] {
                data[key] = Column(days.map { _ in value })
            }
            chart.add(CandlestickSeries(columns: data, style: candle))
            let probe = try await Probe(chart.bare())
            let runs = probe.runs(row: Int(try probe.position(of: days[0], 3).y), of: .pureRed)
            // Whole ones, also at the ends.
            #expect(runs.count == 10 && (runs.map(\.count).max() ?? 0) - (runs.map(\.count).min() ?? 0) <= 1)
            return runs.map { Double($0.lowerBound + $0.upperBound) / 2 }
        }
        let axis = DiscontinuousDateTimeAxis()
        axis.addExcludedRepeatedTimePeriod(
            RepeatedTimePeriod(
                start: monday + 5 * 86_400, length: DateFrequency(2, .day), every: DateFrequency(1, .week)))
        let closed = try await centers(axis)
        let steps = zip(closed, closed.dropFirst()).map { $1 - $0 }
        #expect((steps.max() ?? 0) - (steps.min() ?? 0) <= 1, "\(steps)")
        #expect(axis.visibleRange == NumberRange(monday - 2.5 * 86_400, days[9] + 43_200))
        // The same data with weekends: the step from Friday to Monday is three times as long.
        let open = try await centers(DateTimeAxis())
        #expect(abs((open[5] - open[4]) - 3 * (open[4] - open[3])) <= 4)
    }

    // MARK: Beyond the usual

    @Test("values that contradict one another are drawn as they are, and what opened at its close is a line")
    func odd() async throws {
        // High and low swapped; high below the box; open = close.
        let samples: [[Double]] = [[2, 1, 5, 4], [4, 3, 1, 2], [3, 5, 1, 3]]
        let chart = chart(.horizontal)
        chart.add(CandlestickSeries(columns: columns(samples, .horizontal), style: candle))
        let read = Reading(try await Probe(chart), .horizontal)
        let tolerance = try read.tolerance()
        for (along, sticks) in [(1.0, [(1.0, 2.0), (4, 5)]), (2, [(1, 2)]), (3, [(1, 3), (3, 5)])] {
            let runs = try read.runs(at: along, of: .black)
            #expect(runs.count == sticks.count)
            for (run, stick) in zip(runs, sticks) {
                #expect(abs(run.low - stick.0) < tolerance && abs(run.high - stick.1) < tolerance)
            }
        }
        let line = try read.runs(at: 3, shift: 20, of: .pureRed)
        #expect(line.count == 1 && line[0].high - line[0].low < tolerance && abs(line[0].low - 3) < tolerance)
    }

    @Test("a point that lacks a value is skipped with one warning, one with a gap is not drawn")
    func bad() async throws {
        let series = CandlestickSeries(style: candle)
        let source = SimpleDataSource()
        let whole: [DataKey: DataValue] = [.open: 2, .high: 5, .low: 1, .close: 4]
        var points = (1...3).map { MultiYDataPoint(xValue: .number(Double($0)), yValues: whole) }
        points[0].yValues[.close] = nil
        points[1].yValues[.high] = .number(.nan)
        points.append(MultiYDataPoint(xValue: 2, yValues: [:]))
        source.addSeries(series, points)
        let chart = chart(.horizontal)
        chart.dataSource = source
        let probe = try await Probe(chart)
        #expect(probe.runs(row: Int(try probe.position(of: 1, 3).y), of: .pureRed).count == 1)
        #expect(try probe.color(3, 3) == .pureRed)
        #expect(
            chart.warnings == [
                .missingKey(path: "series[0]", key: .close, points: 1, first: 0),
                .missingKey(path: "series[0]", key: .open, points: 1, first: 3),
            ])
    }

    @Test("several stand side by side, each kind by itself")
    func sets() async throws {
        let chart = chart(.horizontal)
        let data = columns([[2, 5, 1, 4], [2, 5, 1, 4]], .horizontal)
        var blue = candle
        blue.risingColor = .pureBlue
        chart.add(CandlestickSeries(columns: data, style: candle))
        chart.add(CandlestickSeries(columns: data, style: blue))
        chart.add(
            OHLCSeries(columns: data, style: OHLCSeriesStyle(risingColor: .pureGreen, trunkWidth: 4, armWidth: 0)))
        let probe = try await Probe(chart)
        let row = Int(try probe.position(of: 1, 2.5).y)
        let (red, blueRuns) = (probe.runs(row: row, of: .pureRed), probe.runs(row: row, of: .pureBlue))
        try #require(red.count == 2 && blueRuns.count == 2)
        // They touch at the sample, where the other kind has its stem.
        for (left, right) in zip(red, blueRuns) { #expect(right.lowerBound - left.upperBound == 4) }
        #expect(probe.runs(row: row, of: .pureGreen).map(\.count) == [4, 4])
        let unit = try probe.position(of: 2, 0).x - probe.position(of: 1, 0).x
        #expect(abs(Double(red[0].count) + 2 - unit * 0.4) <= 2)
    }

    @Test("an outline lies inside the box; where there is no room for more, it is all that is seen")
    func outline() async throws {
        var style = candle
        (style.outlineColor, style.outlineWidth, style.stickColor) = (.black, 2, nil)
        let chart = chart(.horizontal)
        chart.add(CandlestickSeries(columns: columns([[2, 5, 1, 4], [3, 5, 1, 3.01]], .horizontal), style: style))
        let probe = try await Probe(chart)
        let read = Reading(probe, .horizontal)
        let outline = try read.widths(across: 3.5, of: .black)
        let fill = try read.widths(across: 3.5, of: .pureRed)
        let middle = Int(try probe.position(of: 2, 3).x)
        try #require(fill.count == 1 && outline.filter { !$0.contains(middle) }.map(\.count) == [2, 2])
        #expect(outline[0].upperBound == fill[0].lowerBound && outline[1].lowerBound == fill[0].upperBound)
        // As wide as the box without an outline.
        (chart.series[0] as? CandlestickSeries)?.style.outlineWidth = 0
        let plain = try Reading(try await Probe(chart), .horizontal).widths(across: 3.5, of: .pureRed)
        #expect(plain.first == outline[0].lowerBound..<outline[1].upperBound)
        (chart.series[0] as? CandlestickSeries)?.style.outlineWidth = 2
        #expect(
            try read.runs(at: 2, shift: 20, of: .black).count == 1, "the thin box is a line of the outline's colour")
        #expect(try read.runs(at: 1, of: .black).count == 2, "sticks take the outline's colour")
    }

    @Test(
        "no stick is seen through a translucent box, and arms and trunk do not darken one another",
        arguments: Orientation.allCases)
    func translucent(orientation: Orientation) async throws {
        let half = Color(0xFF0000, alpha: 0.5)
        let data = columns([[2, 5, 1, 4]], orientation)
        let candle = CandlestickSeriesStyle(risingColor: half, outlineWidth: 0, stickColor: .black, stickWidth: 3)
        let bar = OHLCSeriesStyle(risingColor: half, trunkWidth: 5, armWidth: 5)
        for series in [
            CandlestickSeries(columns: data, orientation: orientation, style: candle),
            OHLCSeries(columns: data, orientation: orientation, style: bar),
        ] as [CartesianSeries] {
            let chart = chart(orientation)
            chart.add(series)
            let probe = try await Probe(chart)
            #expect(
                probe.count { $0.red > 200 && $0.green < 120 } == 0
                    && probe.count { $0.isClose(to: Color(0xFF8080)) } > 500)
            #expect(
                try (orientation == .horizontal ? probe.color(1, 3) : probe.color(3, 1)).isClose(to: Color(0xFF8080)))
        }
    }

    @Test("gradients run from top to bottom, on a vertical series from left to right", arguments: Orientation.allCases)
    func gradient(orientation: Orientation) async throws {
        let chart = chart(orientation)
        chart.applyTheme(.light, keepingStyles: true)
        let candles = CandlestickSeries(
            columns: columns([[1, 5, 0, 5]], orientation), orientation: orientation, style: candle)
        candles.style.risingColorGradient = .pureBlue
        chart.add(candles)
        let probe = try await Probe(chart)
        func color(_ value: Double) throws -> Color {
            orientation == .horizontal ? try probe.color(1, value) : try probe.color(value, 1)
        }
        let (start, end) = orientation == .horizontal ? (4.9, 1.1) : (1.1, 4.9)
        #expect(try color(start).isClose(to: .pureRed, 14) && color(end).isClose(to: .pureBlue, 14))
        #expect(try color(3).isClose(to: Color(red: 128, green: 0, blue: 128), 6))
        // A flat colour stays flat under a theme with gradients.
        candles.style = candle
        let flat = try await Probe(chart)
        #expect(
            flat.count { $0 == .pureRed } > 0
                && flat.count { $0.blue > 20 && $0.red > 20 && !$0.isClose(to: .white, 20) } == 0)
    }

    @Test(
        "candles of less than a pixel are the same picture on one thread and on several",
        arguments: [Orientation.horizontal, .vertical])
    func threads(_ orientation: Orientation) async throws {
        var numbers = SeededNumbers(seed: 12)
        var price = 50.0
        let opens = (0..<60_000).map { _ in
            price += numbers.double(-1...1) - (price - 50) * 0.01
            return price
        }
        let closes = opens.map { $0 + numbers.double(-3...3) }
        let columns = columns(zip(opens, closes).map { [$0, max($0, $1) + 2, min($0, $1) - 2, $1] }, orientation)
        var pictures: [RenderedImage] = []
        // A hook is called in the samples' order, so by one thread.
        for hook in [nil, { (_: Int, style: CandlestickSeriesStyle) in style }] {
            let chart = Chart(width: 700, height: 500)
            let candles = CandlestickSeries(columns: columns, orientation: orientation)
            candles.style = CandlestickSeriesStyle(
                risingColor: Color(0x2E9E5B).faded(0.4), risingColorGradient: .pureBlue,
                fallingColor: Color(0xE0443E).faded(0.7))
            candles.candleStyleHook = hook
            chart.add(candles)
            pictures.append(try await Renderer().render(chart))
        }
        #expect(pictures[0].image.pixels == pictures[1].image.pixels)
        #expect(Set(pictures[0].image.pixels).count > 30)
    }

    /// The number of a picture's bytes that differ from drawing each sample individually, and the number of distinct
    /// byte values.
    private func compare(
        _ columns: SeriesColumns, isCandles: Bool, in chart: (Decimation) throws -> Chart
    ) async throws -> (differences: Int, shades: Int) {
        var pictures: [RenderedImage] = []
        for decimation in [Decimation.none, .automatic] {
            let chart = try chart(decimation)
            let bar = OHLCSeriesStyle(risingColor: .pureRed, fallingColor: .pureBlue, trunkWidth: 1, armWidth: 1)
            chart.add(
                isCandles
                    ? CandlestickSeries(columns: columns, style: candle) : OHLCSeries(columns: columns, style: bar))
            pictures.append(try await Renderer().render(chart))
        }
        let pixels = pictures.map(\.image.pixels)
        return (zip(pixels[0], pixels[1]).count { $0 != $1 }, Set(pixels[0]).count)
    }

    @Test(
        "candles and bars of less than a pixel are what drawing each after the other comes to",
        arguments: [AxisType.number, .logarithmic, .discontinuousNumber], [1.0, 2])
    func reduced(_ type: AxisType, scale: Double) async throws {
        var numbers = SeededNumbers(seed: 77)
        // From far smaller to far larger than a pixel.
        for volatility in [0.003, 0.1, 4] {
            var price = 500.0
            let samples = (0..<60_000).map { i -> [Double] in
                let open = price
                price += numbers.double(-1...1) * volatility - (price - 500) * 0.0001
                if i % 9_001 == 9_000 { return [open, .nan, open, price] }
                let reach = numbers.double(0...1) * volatility * (i % 7_001 == 7_000 ? 50 : 1)
                // Prices are inconsistent now and then.
                return i % 501 == 500
                    ? [open, min(open, price), max(open, price) + reach, price]
                    : [open, max(open, price) + reach, min(open, price) - numbers.double(0...1) * volatility, price]
            }
            let columns = columns(samples, .horizontal)
            for isCandles in [true, false] {
                let found = try await compare(columns, isCandles: isCandles) { decimation in
                    let chart = Chart(
                        width: 260, height: 240, xAxisType: type == .logarithmic ? .number : type, yAxisType: type)
                    (chart.scale, chart.decimation) = (scale, decimation)
                    for start in 0..<6 {
                        try (chart.xAxis as? DiscontinuousNumberAxis)?.addExcludedRange(
                            NumberRange(Double(start) * 10_000 + 50, Double(start) * 10_000 + 4_000))
                    }
                    try (chart.yAxis as? DiscontinuousNumberAxis)?.addExcludedRange(
                        NumberRange(500 + volatility, 500 + volatility * 9))
                    return chart
                }
                #expect(found.differences == 0 && found.shades > 2, "\(volatility), \(isCandles)")
            }
        }
    }

    @Test("on a logarithmic axis candles before its first place hide none", arguments: [false, true])
    func beforeTheFirstPosition(isCandles: Bool) async throws {
        let samples = (0..<60_000).map { i -> [Double] in
            let open = 500 + 100 * Double(i % 977) / 977
            return [open, open + 20, open - 20, open + (i % 2 == 0 ? 10 : -10)]
        }
        // The first sample is at 0.
        var columns = SeriesColumns(x: Column(samples.indices.map(Double.init)))
        for (k, key) in [DataKey.open, .high, .low, .close].enumerated() {
            columns[key] = Column(samples.map { $0[k] })
        }
        let found = try await compare(columns, isCandles: isCandles) { decimation in
            let chart = Chart(width: 260, height: 240, xAxisType: .logarithmic)
            chart.decimation = decimation
            chart.xAxis?.barColSpacing = 0.0001
            return chart
        }
        #expect(found.differences == 0 && found.shades > 2)
    }

    @Test(
        "many candles are equally wide, with their sticks in the middle, and still there where pixels have several",
        arguments: [30, 77, 110, 170, 300, 4000])
    func many(count: Int) async throws {
        let chart = Probe.chart(y: NumberRange(0, 6)).bare()
        chart.add(
            CandlestickSeries(
                columns: columns((0..<count).map { $0 % 2 == 0 ? [2, 5, 1, 4] : [2, 4.5, 1, 4] }, .horizontal),
                style: candle))
        let probe = try await Probe(chart)
        let read = Reading(probe, .horizontal)
        let boxes = try read.widths(across: 3, of: .pureRed)
        guard count <= 110 else {
            // Side by side, and no pixel is paler if boxes are narrower than a pixel.
            #expect(boxes.reduce(0) { $0 + $1.count } >= (count > 500 ? probe.plot.width - 1 : probe.plot.width / 3))
            return
        }
        let sticks = try read.widths(across: 1.5, of: .black)
        #expect(boxes.count == count && sticks.count == count)
        #expect(Set(boxes.map(\.count)).count == 1 && Set(sticks.map(\.count)).count == 1, "\(Set(boxes.map(\.count)))")
        for (box, stick) in zip(boxes, sticks) {
            #expect(box.lowerBound + box.upperBound == stick.lowerBound + stick.upperBound)
        }
    }

    @Test("a box, a stick, a trunk and an arm are hit, the air around them is not", arguments: Orientation.allCases)
    func hits(orientation: Orientation) async throws {
        let chart = chart(orientation)
        let data = columns([[2, 5, 1, 4], [4, 5, 1, 2]], orientation)
        let candles = CandlestickSeries(columns: data, orientation: orientation)
        let bars = OHLCSeries(columns: data, orientation: orientation)
        chart.add(candles)
        chart.add(bars)
        let probe = try await Probe(chart)
        func hits(_ along: Double, _ across: Double) throws -> [Int?] {
            let position =
                orientation == .horizontal
                ? try probe.position(of: along, across) : try probe.position(of: across, along)
            let (x, y) = (position.x - Double(probe.plot.x), position.y - Double(probe.plot.y))
            return [candles.hit(x: x, y: y), bars.hit(x: x, y: y)]
        }
        #expect(try hits(1, 4.5) == [0, 0], "stick and trunk")
        #expect(try hits(1.3, 3) == [0, nil], "box")
        #expect(try hits(1.3, 3.99) == [0, 0] && hits(0.7, 2.01) == [0, 0], "arms of close and open")
        #expect(try hits(0.7, 4.1) == [nil, nil])
        #expect(try hits(1.7, 3.99) == [1, 1] && hits(1.7, 2.1) == [1, nil])
        #expect(try hits(2, 0.8) == [nil, nil] && hits(1.5, 3) == [nil, nil])
    }

    @Test(
        "a selected series takes its selected style, a selected point none, and a hook gives each sample its own look")
    func drawnStyles() async throws {
        let data = columns([[2, 5, 1, 4], [2, 5, 1, 4]], .horizontal)
        let candles = CandlestickSeries(columns: data, style: candle)
        let bars = OHLCSeries(columns: data, style: OHLCSeriesStyle(risingColor: .pureRed, trunkWidth: 4, armWidth: 4))
        candles.selectedStyle.risingColor = .pureBlue
        bars.selectedStyle.risingColor = .pureBlue
        for series in [candles, bars] as [CartesianSeries] {
            let chart = chart(.horizontal)
            chart.add(series)
            func colors() async throws -> [Color] {
                let probe = try await Probe(chart)
                return try [1.0, 2].map { try probe.color($0, 3) }
            }
            series.selectedPoints = [1]
            #expect(try await colors() == [.pureRed, .pureRed])
            series.selected = true
            #expect(try await colors() == [.pureBlue, .pureBlue])
            candles.candleStyleHook = { index, style in
                index == 0 ? CandlestickSeriesStyle(risingColor: .pureGreen) : style
            }
            bars.barStyleHook = { index, style in index == 0 ? OHLCSeriesStyle(risingColor: .pureGreen) : style }
            #expect(try await colors() == [.pureGreen, .pureBlue])
            (candles.candleStyleHook, bars.barStyleHook) = (nil, nil)
        }
    }

    @Test(
        "C-133 labels say the closing price, at its height; a sample that is left out has none",
        arguments: Orientation.allCases)
    func labels(orientation: Orientation) async throws {
        final class Host: ChartDelegate {
            var seen: [String] = []
            func chart(_ chart: Chart, alter label: DataPointLabel, at point: ChartPoint, of series: CartesianSeries) {
                seen.append(label.text)
            }
        }
        let data = columns([[2, 5, 1, 4.25], [4, .nan, 1, 2], [4, 5, 0.5, 1.5]], orientation)
        let drawnStyle = DataPointLabelStyle(
            showLabels: true, position: .aboveData, textColor: .black,
            displayValues: orientation == .horizontal ? .y : .x)
        // Transparent bodies.
        let candles = CandlestickSeriesStyle(
            risingColor: .clear, fallingColor: .clear, stickColor: .clear, dataPointLabelStyle: drawnStyle)
        let bars = OHLCSeriesStyle(risingColor: .clear, fallingColor: .clear, dataPointLabelStyle: drawnStyle)
        for series in [
            CandlestickSeries(columns: data, orientation: orientation, style: candles),
            OHLCSeries(columns: data, orientation: orientation, style: bars),
        ] as [CartesianSeries] {
            let chart = chart(orientation)
            let host = Host()
            chart.delegate = host
            chart.add(series)
            let probe = try await Probe(chart)
            #expect(host.seen == ["4.25", "1.5"])
            let ink = (probe.plot.y..<probe.plot.maxY).flatMap { y in
                (probe.plot.x..<probe.plot.maxX).filter { !probe[$0, y].isClose(to: .white, 100) }.map { (x: $0, y: y) }
            }
            var found = 0
            for (along, close) in [(1.0, 4.25), (3, 1.5)] {
                let position =
                    orientation == .horizontal
                    ? try probe.position(of: along, close) : try probe.position(of: close, along)
                let near = ink.filter { abs(Double($0.x) - position.x) < 25 && abs(Double($0.y) - position.y) < 10 }
                let (left, right) = (near.map(\.x).min() ?? 0, near.map(\.x).max() ?? 0)
                let (top, bottom) = (near.map(\.y).min() ?? 0, near.map(\.y).max() ?? 0)
                #expect(
                    abs(Double(left + right) / 2 - position.x) < 2.5 && abs(Double(top + bottom) / 2 - position.y) < 2.5
                )
                found += near.count
            }
            #expect(found > 20 && found == ink.count, "no ink elsewhere")
        }
    }

    @Test("the legend shows a rising and a falling sample")
    func legend() async throws {
        let chart = chart(.horizontal)
        chart.legend.hidden = false
        chart.add(CandlestickSeries(title: "prices", columns: columns([[2, 5, 1, 2]], .horizontal), style: candle))
        chart.add(
            OHLCSeries(
                title: "bars", columns: columns([[2, 5, 1, 2]], .horizontal),
                style: OHLCSeriesStyle(risingColor: .pureGreen, fallingColor: Color(0xFF00FF))))
        let probe = try await Probe(chart)
        var found: Set<Color> = []
        for y in 0..<probe.image.height {
            for x in 0..<probe.image.width where !probe.plot.contains(x, y) { found.insert(probe[x, y]) }
        }
        #expect(found.isSuperset(of: [.pureRed, .pureBlue, .pureGreen, Color(0xFF00FF)]))
    }
}

extension PixelRect {
    fileprivate func contains(_ x: Int, _ y: Int) -> Bool { (self.x..<maxX).contains(x) && (self.y..<maxY).contains(y) }
}
