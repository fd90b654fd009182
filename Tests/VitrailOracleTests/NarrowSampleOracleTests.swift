import Testing
import VitrailImage
import VitrailReference
import VitrailScene
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns

/// Columns, bars, candles and OHLC bars with many samples per pixel.
@Suite("Samples narrower than a pixel are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct NarrowSampleOracleTests {
    enum Data: String, CaseIterable, Sendable { case noise, walk, constant, gaps, holes, negative, huge, sparse }

    private static func values(_ data: Data, _ count: Int) -> [Double] {
        var numbers = SeededNumbers(seed: 31)
        var walk = 20.0
        return (0..<count).map { i in
            let value = Double.random(in: 1...60, using: &numbers)
            walk += Double.random(in: -1...1, using: &numbers)
            switch data {
            case .noise: return value
            case .walk: return walk
            case .constant: return 40
            case .gaps: return i % 3 == 2 ? .nan : value
            case .holes: return i / 50 % 3 == 1 ? [.nan, .infinity, -.infinity][i % 3] : value
            case .negative: return value - 30
            case .huge: return [1e300, -1e300, 1e-300, value][i % 4]
            case .sparse: return i % 97 == 0 ? value : 0
            }
        }
    }

    private static func chart(_ values: [Double], size: (Double, Double), isBar: Bool) -> (Chart, BarColumnSeries) {
        let chart = Chart(width: size.0, height: size.1)
        let positions = NumberAxis(defaultRange: NumberRange(-0.5, Double(values.count) - 0.5))
        let heights = NumberAxis(defaultRange: NumberRange(-40, 70))
        (chart.xAxis, chart.yAxis) = isBar ? (heights, positions) : (positions, heights)
        for axis in chart.allAxes { axis.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: false) }
        let along = Column(values.indices.map(Double.init))
        let style = BarColumnSeriesStyle(
            showAreaWithGradient: false, areaColor: Color(0x1F77B4), areaColorBelowBaseline: Color(0xB45F1F),
            lineWidth: 0)
        let series =
            isBar
            ? BarSeries(columns: SeriesColumns(x: Column(values), y: along), style: style)
            : ColumnSeries(columns: SeriesColumns(x: along, y: Column(values)), style: style)
        chart.add(series)
        return (chart, series)
    }

    /// Reference from data and axes alone: areas are added, raised to a quarter of a pixel if they are less, and
    /// composited over white.
    private static func exact(
        _ chart: Chart, _ values: [Double], isBar: Bool, width share: Double
    ) throws -> (PixelImage, PixelRect) {
        let frame = try #require(chart.plotAreaFrame)
        let s = chart.scale
        let plot = PixelRect(
            x: Int((frame.x * s).rounded()), y: Int((frame.y * s).rounded()), width: Int((frame.width * s).rounded()),
            height: Int((frame.height * s).rounded()))
        let (along, across) =
            try #require(isBar ? (chart.yAxis, chart.xAxis) : (chart.xAxis, chart.yAxis)) as (Axis?, Axis?)
        func position(of axis: Axis?, _ value: Double) -> Double? {
            axis?.pixelValue(forDataValue: value).map { $0 * s }
        }
        let (first, second) = (try #require(position(of: along, 0)), try #require(position(of: along, 1)))
        let width = abs(second - first) * share
        let (count, rows) = isBar ? (plot.height, plot.width) : (plot.width, plot.height)
        var covered = [SIMD2<Double>](repeating: .zero, count: count * rows)
        let base = try #require(position(of: across, 0))
        for (i, value) in values.enumerated() where value.isFinite && value != 0 {
            let middle = try #require(position(of: along, Double(i)))
            guard let tip = position(of: across, value) else { continue }
            let (low, high) = (max(middle - width / 2, 0), min(middle + width / 2, Double(count)))
            let (from, to) = (max(min(base, tip), 0), min(max(base, tip), Double(rows)))
            guard low < high, from < to else { continue }
            for pixel in Int(low)..<Int(high.rounded(.up)) {
                let wide = min(high, Double(pixel + 1)) - max(low, Double(pixel))
                for row in Int(from)..<Int(to.rounded(.up)) {
                    let long = min(to, Double(row + 1)) - max(from, Double(row))
                    covered[row * count + pixel][value < 0 ? 1 : 0] += wide * long
                }
            }
        }
        var image = PixelImage(size: PixelSize(width: plot.width, height: plot.height), filledWith: .white)
        let colors = [SIMD3(0x1F, 0x77, 0xB4), SIMD3(0xB4, 0x5F, 0x1F)].map { SIMD3<Double>($0) }
        for row in 0..<rows {
            for pixel in 0..<count {
                let c = covered[row * count + pixel]
                let sum = c.x + c.y
                guard sum > 0 else { continue }
                let shown = min(1, max(sum, min(0.25, sum * 0.25 / width)))
                let color = (colors[0] * c.x + colors[1] * c.y) / sum * shown + SIMD3(repeating: 255) * (1 - shown)
                let (x, y) = isBar ? (row, pixel) : (pixel, row)
                image[x, y] = SIMD4(UInt8(color.x.rounded()), UInt8(color.y.rounded()), UInt8(color.z.rounded()), 255)
            }
        }
        return (image, plot)
    }

    @Test("columns and bars cover what they cover", arguments: Data.allCases, [false, true])
    func columns(data: Data, isBar: Bool) async throws {
        for (count, size, scale) in [(700, (301.0, 223.0), 1.0), (6_000, (257.0, 190.0), 1.3)] {
            let values = Self.values(data, count)
            let (chart, _) = Self.chart(values, size: size, isBar: isBar)
            chart.scale = scale
            let scene = try plan(chart).scene
            #expect(scene.marks.contains { if case .image = $0.shape { true } else { false } })
            let drawn = try await Oracle.draw(scene)
            let (exact, plot) = try Self.exact(chart, values, isBar: isBar, width: 0.8)
            // Axes are on the outermost pixels.
            let inner = PixelRect(x: 3, y: 3, width: plot.width - 6, height: plot.height - 6)
            let result = InkComparison(background: .white, limits: .init(mean: 4, p99: 24, max: 48, interior: 24))
                .compare(
                    drawn.cropped(to: plot).cropped(to: inner), expected: exact.cropped(to: inner))
            #expect(result.passed, "\(data), \(count), \(isBar): \(result)")
            #expect(result.statistics.count > 0)
            try await Oracle.expectAgreement("narrow \(data) \(count) \(isBar)", scene)
        }
    }

    @Test("one sample that stands out is seen at every zoom", arguments: [false, true])
    func spike(isBar: Bool) async throws {
        for (count, shown) in [
            (100_000, 100_000), (100_000, 30_001), (100_000, 2_003), (20_000, 601), (20_000, 250), (20_000, 61),
        ] {
            var values = [Double](repeating: 1, count: count)
            let at = count / 2
            values[at] = 60
            let (chart, _) = Self.chart(values, size: (300, 220), isBar: isBar)
            let range = NumberRange(Double(at - shown / 3), Double(at + shown - shown / 3))
            (isBar ? chart.yAxis : chart.xAxis)?.axisRange = range
            let scene = try plan(chart).scene
            let picture = try await Oracle.draw(scene)
            let (_, plot) = try Self.exact(chart, [], isBar: isBar, width: 0.8)
            let along = try #require((isBar ? chart.yAxis : chart.xAxis)?.pixelValue(forDataValue: Double(at)))
            for value in [5.0, 30, 58] {
                let across = try #require((isBar ? chart.xAxis : chart.yAxis)?.pixelValue(forDataValue: value))
                let ink = (-2...2).reduce(0) { ink, step in
                    let (x, y) = isBar ? (Int(across), Int(along) + step) : (Int(along) + step, Int(across))
                    return ink + 255 - Int(picture.color(x: plot.x + x, y: plot.y + y).red)
                }
                // A quarter of a pixel of #1F77B4.
                #expect(ink >= 50, "\(count), \(shown), \(value): \(ink)")
            }
        }
    }

    @Test("no jump where columns get narrower than a pixel, or than a quarter of one")
    func zoom() async throws {
        let values = Self.values(.walk, 2_000)
        var last: (width: Double, ink: Double)?
        for width in [1.02, 0.99, 0.97, 0.27, 0.255, 0.245, 0.24] {
            let (chart, _) = Self.chart(values, size: (300, 200), isBar: false)
            _ = try plan(chart)
            let plot = try #require(chart.plotAreaFrame).width
            chart.xAxis?.axisRange = NumberRange(10, 10 + plot * 0.8 / width)
            let drawn = try await Oracle.draw(try plan(chart).scene)
            let frame = try #require(chart.plotAreaFrame)
            var ink = 0.0
            for y in Int(frame.y) + 3..<Int(frame.maxY) - 3 {
                for x in Int(frame.x) + 3..<Int(frame.x) + 43 {
                    ink += Double(255 - Int(drawn.color(x: x, y: y).red)) / 224
                }
            }
            if let last, last.width / width < 1.1 {
                #expect(abs(ink / last.ink - 1) < 0.12, "\(width): \(ink) after \(last)")
            }
            last = (width, ink)
        }
    }

    /// Outlines and fills: opaque, translucent, wide, and so faint that a single one rounds to nothing in 8 bits.
    private static let outlines: [(width: Double, line: Color, fill: Color)] = [
        (0.5, Color(0x101010), Color(0x2A9D8F)), (1, Color(0x101010, alpha: 0.5), Color(0x2A9D8F)),
        (3, Color(0x882200, alpha: 0.3), Color(0x2A9D8F, alpha: 0.5)),
        (1, Color(0x101010, alpha: 0.5), .clear), (0, .clear, Color(0x2A9D8F, alpha: 0.7)),
    ]

    /// - Parameters:
    ///   - order: order of the samples in the data.
    ///   - isBroken: whether both axes have exclusions.
    private static func outlined(
        _ values: [Double], order: [Int], isBar: Bool, _ drawnStyle: (width: Double, line: Color, fill: Color),
        stacks: Bool, isBroken: Bool = false
    ) throws -> Chart {
        let (chart, series) = chart(order.map { values[$0] }, size: (241, 183), isBar: isBar)
        if isBroken {
            let (positions, heights) = (DiscontinuousNumberAxis(), DiscontinuousNumberAxis())
            for start in 0..<5 {
                try positions.addExcludedRange(
                    NumberRange(Double(values.count * start) / 5 + 50, Double(values.count * start) / 5 + 400))
            }
            try heights.addExcludedRange(NumberRange(15, 22))
            (chart.xAxis, chart.yAxis) = isBar ? (heights, positions) : (positions, heights)
        }
        let along = Column(order.map(Double.init))
        func style(_ fill: Color) -> BarColumnSeriesStyle {
            BarColumnSeriesStyle(
                showAreaWithGradient: false, areaColor: fill,
                areaColorBelowBaseline: Color(0xB45F1F, alpha: Double(fill.alpha) / 255), lineColor: drawnStyle.line,
                lineWidth: drawnStyle.width, cornerRatio: 0.5)
        }
        (series.style, series.stackIndex) = (style(drawnStyle.fill), stacks ? 1 : nil)
        let across = Column(order.map { values[$0] })
        series.columns = isBar ? SeriesColumns(x: across, y: along) : SeriesColumns(x: along, y: across)
        guard stacks else { return chart }
        let other = style(Color(0xE9C46A))
        let second =
            isBar
            ? BarSeries(columns: series.columns, style: other) : ColumnSeries(columns: series.columns, style: other)
        second.stackIndex = 1
        chart.add(second)
        return chart
    }

    @Test(
        "columns look as if each had been painted, with outlines and without", arguments: Data.allCases, [false, true])
    func single(data: Data, isBar: Bool) async throws {
        for (k, drawnStyle) in Self.outlines.enumerated() {
            for (count, shuffles, stacks, isBroken) in [
                (900, false, false, false), (4_000, true, false, false), (2_100, false, true, false),
                (5_000, false, false, true),
            ] {
                let values = Self.values(data, count).map { stacks ? $0 / 2 : $0 }
                let order =
                    shuffles
                    ? stride(from: 0, to: count, by: 2).map { $0 } + stride(from: 1, to: count, by: 2).map { $0 }
                    : Array(0..<count)
                let chart = try Self.outlined(
                    values, order: order, isBar: isBar, drawnStyle, stacks: stacks, isBroken: isBroken)
                let scene = try plan(chart).scene.cutAtPlot()
                #expect(scene.marks.contains { if case .image = $0.shape { true } else { false } })
                chart.decimation = .none
                let single = try plan(chart).scene.cutAtPlot()
                #expect(!single.marks.contains { if case .image = $0.shape { true } else { false } })
                let name = "single \(data) \(isBar) \(k) \(count)"
                let result = try await Oracle.compare(
                    name, scene, exact: single, limits: .init(mean: 1, p99: 3, max: 8))
                #expect(result.passed, "\(name): \(result)")
            }
        }
    }

    @Test(
        "columns a millionth of a pixel wide are seen, counted and each by itself", arguments: [0, 1.0], [false, true])
    func millionths(outline: Double, isBar: Bool) async throws {
        // The smallest step sets the slot.
        let along = [0, 1e-6] + (1...70).map { Double($0) * 3 }
        let (chart, series) = Self.chart(along.map { 5 + $0 / 5 }, size: (2_300, 300), isBar: isBar)
        (series.style.lineColor, series.style.lineWidth) = (.black, outline)
        let (positions, values) = (Column(along), Column(along.map { 5 + $0 / 5 }))
        series.columns = isBar ? SeriesColumns(x: values, y: positions) : SeriesColumns(x: positions, y: values)
        (isBar ? chart.yAxis : chart.xAxis)?.setRange(-1, 212)
        let scene = try plan(chart).scene
        chart.decimation = .none
        let result = try await Oracle.compare(
            "millionths \(outline) \(isBar)", scene, exact: try plan(chart).scene,
            limits: .init(mean: 1, p99: 2, max: 4))
        #expect(result.passed && result.statistics.count > 2_000, "\(result)")
    }

    @Test("looks with and without outlines in turn lie over one another", arguments: [Decimation.automatic, .none])
    func drawnStyles(decimation: Decimation) async throws {
        let (chart, series) = Self.chart(Self.values(.noise, 900), size: (301, 223), isBar: false)
        series.barStyleHook = { k, style in
            var style = style
            (style.lineColor, style.lineWidth) = (.black, k % 2 == 0 ? 0 : 0.5)
            return style
        }
        chart.decimation = decimation
        let scene = try plan(chart).scene
        #expect(
            scene.marks.allSatisfy { if case .rects(let batch) = $0.shape { batch.sliverWidth == nil } else { true } })
        try await Oracle.expectAgreement("looks \(decimation)", scene)
        // With one width for all of them they are slivers, as with many colours.
        for width in [0.5, 0] {
            series.barStyleHook = { k, style in
                var style = style
                (style.areaColor, style.lineColor, style.lineWidth) = (
                    Color(UInt32(k * 9_973 % 0xFF_FFFF)), .black, width
                )
                return style
            }
            let scene = try plan(chart).scene
            #expect(
                scene.marks.count { if case .rects(let batch) = $0.shape { batch.sliverWidth != nil } else { false } }
                    == 1)
            try await Oracle.expectAgreement("looks \(decimation) \(width)", scene)
        }
    }

    // MARK: Prices

    private static func prices(_ count: Int, hasGaps: Bool) -> [[Double]] {
        var numbers = SeededNumbers(seed: 41)
        var price = 100.0
        return (0..<count).map { i in
            let open = price
            price += Double.random(in: -1...1, using: &numbers)
            if hasGaps, i % 3 == 2 { return [.nan, open, open, price] }
            if hasGaps, i % 7 == 3 { return [open, price - 3, open + 2, price] }
            return [
                open, max(open, price) + Double.random(in: 0...1, using: &numbers),
                min(open, price) - Double.random(in: 0...1, using: &numbers),
                i % 11 == 0 ? open : price,
            ]
        }
    }

    /// - Parameter order: order of the samples in the data.
    private static func chart(
        _ prices: [[Double]], isOhlc: Bool, isVertical: Bool, order: [Int], _ change: (Chart) -> Void
    ) -> Chart {
        let chart = Chart(width: 241, height: 183)
        change(chart)
        let values = (0..<4).map { k in Column(order.map { prices[$0][k] }) }
        let keyed: [DataKey: Column] = [.open: values[0], .high: values[1], .low: values[2], .close: values[3]]
        let along = Column(order.map(Double.init))
        let columns = isVertical ? SeriesColumns(y: along, keyed: keyed) : SeriesColumns(x: along, keyed: keyed)
        chart.add(
            isOhlc
                ? OHLCSeries(columns: columns, orientation: isVertical ? .vertical : .horizontal)
                : CandlestickSeries(columns: columns, orientation: isVertical ? .vertical : .horizontal))
        return chart
    }

    @Test("prices look as if each had been painted", arguments: [false, true], [false, true])
    func prices(isOhlc: Bool, isVertical: Bool) async throws {
        for (name, theme, hasGaps, shuffles) in [
            ("flat", Theme.flat, false, false), ("light", .light, true, false), ("dark", .dark, true, true),
        ] {
            let prices = Self.prices(900, hasGaps: hasGaps)
            // Pixel columns are still in order; only samples within one pixel column are shuffled.
            let order =
                shuffles
                ? stride(from: 0, to: 900, by: 2).map { $0 } + stride(from: 1, to: 900, by: 2).map { $0 }
                : Array(0..<900)
            let chart = Self.chart(prices, isOhlc: isOhlc, isVertical: isVertical, order: order) {
                $0.applyTheme(theme)
            }
            let scene = try plan(chart).scene
            #expect(scene.marks.contains { if case .image = $0.shape { true } else { false } })
            chart.decimation = .none
            let single = try plan(chart).scene
            #expect(!single.marks.contains { if case .image = $0.shape { true } else { false } })
            let result = try await Oracle.compare(
                "prices \(isOhlc) \(isVertical) \(name)", scene, exact: single, limits: .init(mean: 1, p99: 2, max: 4))
            #expect(result.passed, "\(name): \(result)")
        }
    }
}
