import Testing
import Vitrail

/// Style of series: order of their points, steps, symbols, selection, labels.
@Suite("Series looks")
struct SeriesLookTests {
    private let red = LineSeriesStyle(lineColor: .pureRed, lineWidth: 3)

    @Test("C-079 points are joined in the order given, backwards too")
    func givenOrder() async throws {
        let chart = Probe.chart(x: NumberRange(-1, 3), y: NumberRange(-1, 3)).bare()
        chart.add(LineSeries(columns: SeriesColumns(x: Column([0.0, 2, 1]), y: Column([0.0, 1, 2])), style: red))
        let probe = try await Probe(chart)
        #expect(try probe.color(1, 0.5) == .pureRed && probe.color(1.5, 1.5) == .pureRed)
        #expect(try probe.color(0.5, 1) == .white, "sorted by x, (0,0) and (1,2) would be joined")
    }

    @Test("C-084 a step line has level and upright edges only, and may be filled and show points")
    func stepEdges() async throws {
        let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 4)).bare()
        let columns = SeriesColumns(x: Column([0.0, 1, 2, 4]), y: Column([1.0, 3, 2, 2]))
        chart.add(StepLineSeries(columns: columns, style: red))
        let marks = try plan(chart).scene.layers.first { $0.kind == .series }?.marks ?? []
        guard case .polyline(let line) = try #require(marks.first).shape else { throw Missing() }
        #expect(line.points.count == 7)
        for (a, b) in zip(line.points, line.points.dropFirst()) { #expect(a.x == b.x || a.y == b.y) }

        let filled = Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 4)).bare()
        filled.add(
            StepLineSeries(
                columns: columns,
                style: LineSeriesStyle(
                    showFill: true, areaColor: .pureGreen, areaLineWidth: 0,
                    pointStyle: PointStyle(showPoints: true, color: .pureBlue, radius: 4))))
        let probe = try await Probe(filled)
        #expect(
            try probe.color(0.9, 0.9) == .pureGreen && probe.color(0.9, 1.2) == .white
                && probe.color(1.5, 2.9) == .pureGreen)
        #expect(try probe.color(1, 3) == .pureBlue && probe.color(2, 2) == .pureBlue)
    }

    @Test("C-085 the step line (0,0), (1,1) passes (0.5,0) and jumps at x = 1; upright it jumps at y")
    func stepCorner() async throws {
        let chart = Probe.chart(x: NumberRange(-1, 2), y: NumberRange(-1, 2)).bare()
        chart.add(StepLineSeries(columns: SeriesColumns(x: Column([0.0, 1]), y: Column([0.0, 1])), style: red))
        var probe = try await Probe(chart)
        #expect(try probe.color(0.5, 0) == .pureRed && probe.color(1, 0.5) == .pureRed)
        #expect(try probe.color(0, 0.5) == .white && probe.color(0.5, 1) == .white)
        let upright = Probe.chart(x: NumberRange(-1, 2), y: NumberRange(-1, 2)).bare()
        upright.add(
            StepLineSeries(
                columns: SeriesColumns(x: Column([0.0, 1]), y: Column([0.0, 1])), orientation: .vertical, style: red))
        probe = try await Probe(upright)
        #expect(try probe.color(0, 0.5) == .pureRed && probe.color(0.5, 1) == .pureRed)
        #expect(try probe.color(0.5, 0) == .white && probe.color(1, 0.5) == .white)
    }

    @Test("C-086 scatter paints separate symbols and nothing between them")
    func scatter() async throws {
        let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 4)).bare()
        chart.add(
            ScatterSeries(
                columns: SeriesColumns(x: Column([1.0, 3]), y: Column([1.0, 3])),
                style: ScatterSeriesStyle(pointStyle: PointStyle(color: .pureRed, radius: 6))))
        let probe = try await Probe(chart)
        #expect(try probe.color(1, 1) == .pureRed && probe.color(3, 3) == .pureRed && probe.color(2, 2) == .white)
        #expect(abs(probe.painted(.pureRed) - 2 * .pi * 36) < 3)
    }

    @Test("C-089 zooming the axes by 2 keeps the sizes of bubbles")
    func bubbleZoom() async throws {
        let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 4)).bare()
        let series = BubbleSeries(
            columns: SeriesColumns(x: Column([2.0]), y: Column([2.0]), area: Column([100.0])),
            style: BubbleSeriesStyle(pointStyle: PointStyle(color: .pureRed)))
        series.scale = 4
        chart.add(series)
        let before = try await Probe(chart).painted(.pureRed)
        chart.xAxis?.setZoomLevel(.half)
        chart.yAxis?.setZoomLevel(.half)
        let after = try await Probe(chart)
        #expect(chart.xAxis?.axisRange == NumberRange(1, 3))
        #expect(abs(before - 400) < 4 && abs(after.painted(.pureRed) - before) < 1)
    }

    @Test("C-096 a vertical band of MultiX points is the horizontal one mirrored along the diagonal")
    func mirroredBand() async throws {
        let style = BandSeriesStyle(
            showFill: true, lineColorHigh: .pureRed, lineColorLow: .pureBlue, lineWidth: 3, areaColorNormal: .pureGreen,
            areaColorInverted: .black)
        let samples: [(Double, Double, Double)] = [(0, 3, 1), (1, 4, 2), (2, 1, 3), (4, 3, 2)]
        func chart(_ orientation: CartesianSeries.Orientation, _ points: [any ChartData]) -> (Chart, SimpleDataSource) {
            let chart = Chart(frame: Rect(x: 0, y: 0, width: 400, height: 400))
            chart.xAxis = NumberAxis(defaultRange: NumberRange(0, 5))
            chart.yAxis = NumberAxis(defaultRange: NumberRange(0, 5))
            for axis in chart.allAxes {
                axis.width = 40
                axis.style.majorTickStyle = TickStyle(showTicks: false, showLabels: false)
                axis.style.lineWidth = 0
            }
            let source = SimpleDataSource()
            source.addSeries(BandSeries(orientation: orientation, style: style), points)
            chart.dataSource = source
            return (chart.bare(), source)
        }
        let (horizontal, kept) = chart(
            .horizontal,
            samples.map {
                MultiYDataPoint(xValue: .number($0.0), yValues: [.high: .number($0.1), .low: .number($0.2)])
            })
        let (vertical, keptToo) = chart(
            .vertical,
            samples.map {
                MultiXDataPoint(yValue: .number($0.0), xValues: [.high: .number($0.1), .low: .number($0.2)])
            })
        let (a, b) = (try await Probe(horizontal), try await Probe(vertical))
        _ = (kept, keptToo)
        #expect(a.plot.width == a.plot.height && a.plot == b.plot)
        // The diagonal runs from the lower left corner upwards.
        var worst = 0
        for dy in 0..<a.plot.height {
            for dx in 0..<a.plot.width {
                let (one, other) = (a[a.plot.x + dx, a.plot.maxY - 1 - dy], b[a.plot.x + dy, a.plot.maxY - 1 - dx])
                for channel in [\Color.red, \.green, \.blue] {
                    worst = max(worst, abs(Int(one[keyPath: channel]) - Int(other[keyPath: channel])))
                }
            }
        }
        #expect(worst <= 16, "but for the cells that coverage is counted in")
        #expect(a.count { $0 == .pureGreen } > 1_000 && a.count { $0 == .black } > 100)
    }

    @Test("C-132 a series that is selected in code is drawn in its selected style at the next render")
    func selectedSeries() async throws {
        let columns = SeriesColumns(x: Column([1.0, 2, 3]), y: Column([2.0, 2, 2]), high: nil)
        let line = LineSeries(columns: columns, style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 6))
        line.selectedStyle.lineColor = .pureBlue
        let bars = ColumnSeries(columns: columns, style: BarColumnSeriesStyle(areaColor: .pureRed))
        bars.selectedStyle = BarColumnSeriesStyle(areaColor: .pureBlue, lineWidth: 0)
        let scatter = ScatterSeries(
            columns: columns, style: ScatterSeriesStyle(pointStyle: PointStyle(color: .pureRed, radius: 8)))
        scatter.selectedStyle.pointStyle = PointStyle(color: .pureBlue)
        let band = BandSeries(
            columns: SeriesColumns(x: columns.x, high: Column([3.0, 3, 3]), low: Column([1.0, 1, 1])),
            style: BandSeriesStyle(areaColorNormal: .pureRed))
        band.selectedStyle.areaColorNormal = .pureBlue
        let bubbles = BubbleSeries(
            columns: SeriesColumns(x: columns.x, y: columns.y, area: columns.y),
            style: BubbleSeriesStyle(pointStyle: PointStyle(color: .pureRed)))
        bubbles.selectedStyle.pointStyle = PointStyle(color: .pureBlue)
        for series in [line, bars, scatter, band, bubbles] as [CartesianSeries] {
            let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 4)).bare()
            chart.add(series)
            #expect(try await Probe(chart).color(2, 1.99) == .pureRed, "\(type(of: series))")
            series.selected = true
            #expect(try await Probe(chart).color(2, 1.99) == .pureBlue, "\(type(of: series))")
            series.selected = false
            #expect(try await Probe(chart).color(2, 1.99) == .pureRed, "\(type(of: series))")
        }
    }

    @Test("without any setting a selected series stands out: lines are twice as wide, the others are drawn otherwise")
    func raised() async throws {
        let columns = SeriesColumns(
            x: Column([1.0, 2, 3]), y: Column([2.0, 2, 2]), high: Column([3.0, 3, 3]), low: Column([1.0, 1, 1]),
            area: Column([1.0, 2, 3]))
        var prices = SeriesColumns(x: columns.x)
        for (key, value) in [(DataKey.open, 1.0), (.high, 3), (.low, 1), (.close, 2)] {
            prices[key] = Column([value, value, value])
        }
        let line = LineSeries(columns: columns, style: LineSeriesStyle(lineColor: .pureRed))
        let others: [CartesianSeries] = [
            ColumnSeries(columns: columns), ScatterSeries(columns: columns), BandSeries(columns: columns),
            BubbleSeries(columns: columns),
            CandlestickSeries(columns: prices), OHLCSeries(columns: prices),
        ]
        for series in [line] + others {
            let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 4)).bare()
            chart.add(series)
            let before = try await Probe(chart)
            series.selected = true
            let after = try await Probe(chart)
            #expect(after.image != before.image, "\(type(of: series))")
            guard series === line else { continue }
            #expect(abs(after.painted(.pureRed) / before.painted(.pureRed) - 2) < 0.02)
        }
    }

    @Test("C-182 style and selected style are independent objects of the same properties")
    func independentStyles() {
        let line = LineSeries(style: red)
        line.selectedStyle = line.style
        line.selectedStyle.lineColor = .pureBlue
        #expect(line.style.lineColor == .pureRed && line.selectedStyle.lineWidth == 3)
        line.style.lineWidth = 9
        #expect(line.selectedStyle.lineWidth == 3)
        #expect(type(of: line.style) == type(of: line.selectedStyle))
        let pie = PieSeries()
        pie.style.crustThickness = 3
        #expect(pie.style.crustThickness == 3)
    }

    @Test("single points look selected, and a hook may give each its own look or picture")
    func drawnPointStyles() async throws {
        let columns = SeriesColumns(x: Column([1.0, 2, 3, 4]), y: Column([2.0, 2, 2, 2]))
        let scatter = ScatterSeries(
            columns: columns,
            style: ScatterSeriesStyle(
                pointStyle: PointStyle(color: .pureRed, radius: 6), selectedPointStyle: PointStyle(color: .pureBlue)))
        scatter.selectedPoints = [1]
        let picture = PixelImage(size: PixelSize(width: 4, height: 2), filledWith: .black)
        scatter.pointStyleHook = { index, style in
            var style = style
            if index == 2 { style.color = .pureGreen }
            if index == 3 { style.texture = picture }
            return style
        }
        let chart = Probe.chart(x: NumberRange(0, 5), y: NumberRange(0, 4)).bare()
        chart.add(scatter)
        let probe = try await Probe(chart)
        #expect(try probe.color(1, 2) == .pureRed && probe.color(2, 2) == .pureBlue && probe.color(3, 2) == .pureGreen)
        #expect(
            try probe.color(4, 2, dx: 4) == .black && probe.color(4, 2, dy: 4) == .white,
            "as wide as the disc, half as high")

        let bars = ColumnSeries(columns: columns, style: BarColumnSeriesStyle(areaColor: .pureRed))
        bars.barStyleHook = { index, style in
            var style = style
            if index == 1 { style.areaColor = .pureBlue }
            if index == 2 { (style.lineColor, style.lineWidth) = (.pureGreen, 4) }
            return style
        }
        let columnChart = Probe.chart(x: NumberRange(0, 5), y: NumberRange(0, 4)).bare()
        columnChart.add(bars)
        let columnProbe = try await Probe(columnChart)
        #expect(
            try columnProbe.color(1, 1) == .pureRed && columnProbe.color(2, 1) == .pureBlue
                && columnProbe.color(3, 1) == .pureRed)
        #expect(try columnProbe.color(3, 2, dy: 0) == .pureGreen)
    }

    @Test(
        "below the baseline lines, fills, points and bars have their other colours, from the exact crossing on",
        arguments: CartesianSeries.Orientation.allCases)
    func belowBaseline(orientation: CartesianSeries.Orientation) async throws {
        let isHorizontal = orientation == .horizontal
        func columns(_ along: [Double], _ across: [Double]) -> SeriesColumns {
            isHorizontal
                ? SeriesColumns(x: Column(along), y: Column(across))
                : SeriesColumns(x: Column(across), y: Column(along))
        }
        func colors(_ series: CartesianSeries, _ positions: [(along: Double, across: Double)]) async throws -> [Color] {
            let (along, across) = (NumberRange(0, 4), NumberRange(-4, 5))
            let chart = (isHorizontal ? Probe.chart(x: along, y: across) : Probe.chart(x: across, y: along)).bare()
            series.baseline = 1
            chart.add(series)
            let probe = try await Probe(chart)
            return try positions.map {
                isHorizontal ? try probe.color($0.along, $0.across) : try probe.color($0.across, $0.along)
            }
        }
        // 1, at the baseline, for x = 2.
        let falling = columns([0, 4], [4, -2])
        let two = columns([1, 3], [3, -1])
        let line = LineSeries(
            columns: falling, orientation: orientation,
            style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 7, lineColorBelowBaseline: .pureBlue))
        #expect(
            try await colors(line, [(1, 2.5), (1.9, 1.15), (2.1, 0.85), (3, -0.5)]) == [
                .pureRed, .pureRed, .pureBlue, .pureBlue,
            ])
        let fill = LineSeries(
            columns: falling, orientation: orientation,
            style: LineSeriesStyle(
                showFill: true, areaColor: .pureGreen, areaLineWidth: 0, areaColorBelowBaseline: .black))
        #expect(
            try await colors(fill, [(1, 1.7), (1.9, 1.07), (1, 0.7), (2.1, 0.93), (3, 0.3), (3, 1.3)])
                == [.pureGreen, .pureGreen, .white, .black, .black, .white])
        let points = ScatterSeries(
            columns: two, orientation: orientation,
            style: ScatterSeriesStyle(
                pointStyle: PointStyle(
                    color: .pureRed, radius: 12, innerColor: .pureGreen, innerRadius: 4, colorBelowBaseline: .pureBlue,
                    innerColorBelowBaseline: .black)))
        // About eight pixels.
        let beside = isHorizontal ? 0.2 : 0.13
        #expect(
            try await colors(points, [(1, 3), (1, 3 + beside), (3, -1), (3, -1 + beside)])
                == [.pureGreen, .pureRed, .black, .pureBlue])
        let style = BarColumnSeriesStyle(areaColor: .pureRed, areaColorBelowBaseline: .pureBlue)
        let bars = isHorizontal ? ColumnSeries(columns: two, style: style) : BarSeries(columns: two, style: style)
        #expect(try await colors(bars, [(1, 2), (1, 0.5), (3, 0), (3, 1.5)]) == [.pureRed, .white, .pureBlue, .white])
    }

    @Test("C-133 labels appear at the points, moved by their offset, which negative values turn round")
    func labels() async throws {
        final class Host: ChartDelegate {
            var seen: [String] = []
            func chart(_ chart: Chart, alter label: DataPointLabel, at point: ChartPoint, of series: CartesianSeries) {
                seen.append("\(point.dataPointIndex) \(label.text)")
                if point.dataPointIndex == 2 { label.isHidden = true }
            }
        }
        func ink(_ offset: Offset) async throws -> (probe: Probe, rows: [Int: ClosedRange<Int>]) {
            let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(-4, 4)).bare()
            let series = ScatterSeries(
                columns: SeriesColumns(x: Column([1.0, 2, 3]), y: Column([2.0, -2, 3])),
                style: ScatterSeriesStyle(pointStyle: PointStyle(showPoints: false)))
            series.style.dataPointLabelStyle = DataPointLabelStyle(
                showLabels: true, offsetFromDataPoint: offset, textColor: .pureRed, displayValues: .both)
            let host = Host()
            chart.delegate = host
            chart.add(series)
            let probe = try await Probe(chart)
            let axes = (x: try #require(chart.xAxis), y: try #require(chart.yAxis))
            #expect(
                host.seen
                    == (0..<3).map {
                        "\($0) \(axes.x.string(forId: [1, 2, 3][$0])), \(axes.y.string(forId: [2, -2, 3][$0]))"
                    })
            var rows: [Int: ClosedRange<Int>] = [:]
            for x in 1...3 {
                let center = Int(try probe.position(of: Double(x), 0).x)
                let inked = (probe.plot.y..<probe.plot.maxY).filter { row in
                    (center - 30..<center + 30).contains { probe[$0, row].isClose(to: .white, 100) == false }
                }
                if let first = inked.first, let last = inked.last { rows[x] = first...last }
            }
            return (probe, rows)
        }
        let (probe, plain) = try await ink(Offset(x: 0, y: 0))
        for (x, y) in [(1, 2.0), (2, -2)] {
            let rows = try #require(plain[x])
            #expect(abs(Double(rows.lowerBound + rows.upperBound) / 2 - (try probe.position(of: 1, y).y)) < 2.5)
        }
        #expect(plain[3] == nil, "the hook hid it")
        let (_, moved) = try await ink(Offset(x: 0, y: -20))
        #expect(moved[1] == plain[1].map { $0.lowerBound - 20...$0.upperBound - 20 })
        #expect(moved[2] == plain[2].map { $0.lowerBound + 20...$0.upperBound + 20 })
    }

    @Test("labels that would cover another are left out, and too many points have none, with a warning")
    func crowdedLabels() throws {
        func labels(_ count: Int) throws -> (Int, [ChartWarning]) {
            let chart = Probe.chart()
            let series = LineSeries(columns: SeriesColumns(y: Column((0..<count).map { Double($0 % 7) })))
            series.style.dataPointLabelStyle = DataPointLabelStyle(showLabels: true, position: .aboveData)
            chart.add(series)
            let marks = try plan(chart).scene.layers.first { $0.kind == .overlay }?.marks ?? []
            return (marks.count { $0.label == "series[0] label" }, chart.warnings)
        }
        #expect(try labels(5) == (5, []))
        let crowded = try labels(5_000)
        #expect((50..<1_500).contains(crowded.0))
        let many = try labels(20_000)
        #expect(
            many.0 == 0
                && many.1 == [
                    .ignored(path: "series[0].dataPointLabelStyle", reason: "more than 10000 points are in view")
                ])
    }

    @Test("C-134 a hidden series paints nothing; shown again it is back")
    func hidden() async throws {
        let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 4)).bare()
        let line = LineSeries(columns: SeriesColumns(x: Column([0.0, 4]), y: Column([2.0, 2])), style: red)
        chart.add(line)
        let shown = try await Probe(chart).painted(.pureRed)
        line.hidden = true
        let hidden = try await Probe(chart).painted(.pureRed)
        line.hidden = false
        let again = try await Probe(chart).painted(.pureRed)
        #expect(shown > 1_000 && hidden == 0 && again == shown)
    }

    private struct Missing: Error {}
}
