import Testing
import Vitrail

/// The crosshair shown by code in a still picture.
@Suite("Crosshair")
struct CrosshairTests {
    /// A line through (0, 0), (5, 5), (10, 2) with a crosshair in blue and green.
    private func chart(_ index: Int? = 1, _ line: LineSeries = redLine()) -> (Chart, LineSeries) {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        line.columns = SeriesColumns(x: Column([0.0, 5, 10]), y: Column([0.0, 5, 2]))
        chart.add(line)
        chart.crosshair.style = CrosshairStyle(
            lineWidth: 2, lineColor: .pureBlue, defaultTextColor: .black, defaultBackgroundColor: .pureGreen,
            defaultCornerRadius: 0,
            defaultBorderWidth: 0)
        if let index { chart.crosshair.show(at: index, of: line) }
        return (chart, line)
    }

    private func texts(_ chart: Chart) throws -> [String] {
        try plan(chart).scene.marks.compactMap { mark in
            guard case .glyphs(let run) = mark.shape, mark.label == "crosshair" else { return nil }
            return run.source.text
        }
    }

    @Test("every chart has a plain one, that points at nothing; its properties have the specification's defaults")
    func defaults() async throws {
        let chart = Probe.chart()
        let crosshair = chart.crosshair
        #expect(!crosshair.isActive && crosshair.trackingSeries == nil && crosshair.trackingPoint == nil)
        #expect(crosshair.mode == .singleSeries && crosshair.interpolatePoints && crosshair.enableCrosshairLines)
        #expect(
            crosshair.outOfRangeBehavior == .hide && crosshair.style == CrosshairStyle() && !crosshair.tooltip.isHidden)
        #expect(!chart.raiseCanvas && !chart.raiseCrosshair && !LineSeries().crosshairEnabled)
        for theme in [Theme.flat, .light, .dark] {
            let mirror = Mirror(reflecting: theme.crosshair)
            #expect(mirror.children.allSatisfy { "\($0.value)" != "nil" }, "\(theme.name)")
            #expect(theme.crosshair.lineWidth == 1 && theme.crosshair.defaultKeyValuesPerRow == 2)
        }
        let (plain, _) = self.chart(nil)
        #expect(try await Probe(plain).count { $0 == .pureBlue || $0 == .pureGreen } == 0)
    }

    @Test("its lines may be dashed, its circle is not")
    func dashed() async throws {
        let (chart, _) = chart()
        let solid = try await Probe(chart)
        chart.crosshair.style.dashStyle = [4, 2]
        let probe = try await Probe(chart)
        let position = try probe.position(of: 5, 5)
        func runs(_ probe: Probe) -> [Range<Int>] {
            probe.runs(column: Int(position.x), of: .pureBlue).filter { $0.lowerBound > Int(position.y) + 6 }
        }
        let dashes = runs(probe)
        #expect(dashes.count > 5 && dashes.dropFirst().dropLast().allSatisfy { $0.count == 4 })
        #expect(zip(dashes, dashes.dropFirst()).allSatisfy { $1.lowerBound - $0.upperBound == 2 })
        #expect(runs(solid).count <= 1)
    }

    @Test("C-140 it paints a circle, lines that reach both axes and a tooltip, and what it points at stays to be seen")
    func parts() async throws {
        let (chart, _) = chart()
        let probe = try await Probe(chart)
        let position = try probe.position(of: 5, 5)
        let (x, y) = (Int(position.x), Int(position.y))
        // From the circle to the bottom edge, and to the left edge: two whole pixels.
        let down = try #require(probe.runs(column: x, of: .pureBlue).last)
        #expect((y + 2...y + 6).contains(down.lowerBound) && down.upperBound == probe.plot.maxY)
        let left = try #require(probe.runs(row: y, of: .pureBlue).first)
        #expect((x - 6...x - 2).contains(left.upperBound) && left.lowerBound == probe.plot.x)
        let across = probe.runs(row: probe.plot.maxY - 10, of: .pureBlue)
        #expect(across.count == 1 && across[0].count == 2 && abs(Double(across[0].lowerBound) + 1 - position.x) <= 0.5)
        let along = probe.runs(column: probe.plot.x + 10, of: .pureBlue)
        #expect(along.count == 1 && along[0].count == 2 && abs(Double(along[0].lowerBound) + 1 - position.y) <= 0.5)
        // Nothing beyond the point, and the line itself is visible inside the circle.
        #expect(probe.runs(row: y, of: .pureBlue).allSatisfy { $0.upperBound <= x + 6 })
        #expect(probe[x, y].isClose(to: .pureRed, 60))
        #expect(probe[x + 4, y].isClose(to: .pureBlue, 60) && probe[x - 4, y].isClose(to: .pureBlue, 60))
        // The box is above, centred.
        let rows = probe.runs(column: x, of: .pureGreen, tolerance: 60)
        #expect(rows.last.map { $0.upperBound <= y - 9 && $0.upperBound >= y - 13 } == true)
        let box = probe.runs(row: y - 13, of: .pureGreen, tolerance: 60)
        #expect(box.count == 1 && abs(Double(box[0].lowerBound + box[0].upperBound) / 2 - position.x) <= 1)
        // Without lines and tooltip only the circle remains.
        chart.crosshair.enableCrosshairLines = false
        chart.crosshair.tooltip.isHidden = true
        let bare = try await Probe(chart)
        #expect(bare.count { $0 == .pureGreen } == 0)
        let ring = bare.count { $0.isClose(to: .pureBlue, 100) }
        #expect(ring > 20 && ring < 80)
    }

    @Test(
        "C-144 C-056 the tooltip says what the axes write of x and y; a subclass' string(forId:) changes labels and tooltip"
    )
    func tooltip() throws {
        final class Metres: NumberAxis {
            override func string(forId value: Double) -> String { super.string(forId: value) + " m" }
        }
        let (chart, line) = chart()
        #expect(try texts(chart) == ["5, 5"])
        for axis in chart.allAxes { axis.labelFormatString = "%.3f" }
        #expect(try texts(chart) == ["\(chart.xAxis!.string(forId: 5)), \(chart.yAxis!.string(forId: 5))"])
        for axis in chart.allAxes { axis.labelFormatString = nil }
        let metres = Metres(defaultRange: NumberRange(0, 10))
        chart.yAxis = metres
        chart.crosshair.show(at: 2, of: line)
        #expect(try texts(chart) == [])
        chart.crosshair.show(at: 2, of: line)
        #expect(try texts(chart) == ["10, 2 m"])
        #expect(try plan(chart).scene.marks.contains { $0.label == "label 4 m" })
        // A date axis writes dates, a category axis its items.
        let dates = Chart(width: 600, height: 400, xAxisType: .dateTime, yAxisType: .category)
        let days = LineSeries(
            columns: SeriesColumns(x: Column(secondsSince1970: [0, 86_400]), y: Column(["low", "high"])))
        dates.add(days)
        dates.crosshair.show(at: 1, of: days)
        #expect(try texts(dates).first?.hasSuffix(", high") == true)
    }

    @Test(
        "several values of a point: a row for the independent one, then pairs, so many in a row as the style says; the circle is on the close"
    )
    func keyedValues() async throws {
        let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 10)).bare()
        let candles = CandlestickSeries(
            columns: SeriesColumns(
                x: Column([2.0]),
                keyed: [.open: Column([3.0]), .high: Column([9.0]), .low: Column([1.0]), .close: Column([7.0])]))
        chart.add(candles)
        chart.crosshair.show(at: 0, of: candles)
        chart.xAxis?.majorTickFrequency = 1
        #expect(try texts(chart) == ["2", "Open: 3  High: 9", "Low: 1  Close: 7"])
        chart.crosshair.style.defaultKeyValuesPerRow = 4
        #expect(try texts(chart) == ["2", "Open: 3  High: 9  Low: 1  Close: 7"])
        chart.crosshair.style.lineColor = .pureBlue
        let probe = try await Probe(chart)
        let position = try probe.position(of: 2, 7)
        #expect(probe.runs(row: Int(position.y), of: .pureBlue, tolerance: 60).first?.lowerBound == probe.plot.x)
    }

    @Test(
        "the tooltip stays in the canvas: beside the edges it moves along, and where there is no room above it is below"
    )
    func edges() async throws {
        let (chart, line) = chart()
        for (index, x, y) in [(0, 0.0, 0.0), (2, 10.0, 2.0)] {
            chart.crosshair.show(at: index, of: line)
            let probe = try await Probe(chart)
            let canvas = try #require(chart.canvasFrame)
            let green = (0..<400).flatMap { row in
                (0..<600).filter { probe[$0, row].isClose(to: .pureGreen, 60) }.map { ($0, row) }
            }
            #expect(green.count > 100)
            #expect(green.allSatisfy { Double($0.0) >= canvas.x - 1 && Double($0.0) <= canvas.maxX }, "\(x) \(y)")
        }
        chart.yAxis?.setRange(0, 5)
        chart.crosshair.show(at: 1, of: line)
        let high = try await Probe(chart)
        let position = try high.position(of: 5, 5)
        #expect(
            high.runs(column: Int(position.x) + 8, of: .pureGreen, tolerance: 60).first.map {
                Double($0.lowerBound) > position.y
            } == true)
    }

    @Test("C-148 lines are as wide as the style says, on whole pixels, at every scale")
    func lineWidth() async throws {
        for (width, scale) in [(1.0, 1.0), (3, 1), (1.5, 2), (0.1, 1)] {
            let (chart, _) = chart()
            chart.scale = scale
            chart.crosshair.style.lineWidth = width
            chart.crosshair.tooltip.isHidden = true
            let probe = try await Probe(chart)
            let run = probe.runs(row: probe.plot.maxY - 10, of: .pureBlue)
            #expect(run.map(\.count) == [Int(max(1, (width * scale).rounded()))], "\(width) at \(scale)")
        }
    }

    @Test("a point out of range: hidden and back with it, kept at the edge, or removed for good")
    func outOfRange() async throws {
        for behavior in Crosshair.OutOfRangeBehavior.allCases {
            let (chart, _) = chart()
            chart.crosshair.outOfRangeBehavior = behavior
            _ = try await Probe(chart)
            chart.yAxis?.setRange(0, 4)
            let beyond = try await Probe(chart)
            #expect((beyond.count { $0 == .pureBlue } > 0) == (behavior == .keepAtEdge))
            if behavior == .keepAtEdge {
                #expect(beyond.runs(column: beyond.plot.x + 10, of: .pureBlue).first?.lowerBound == beyond.plot.y)
            }
            chart.yAxis?.setRange(0, 10)
            #expect((try await Probe(chart).count { $0 == .pureBlue } > 0) == (behavior != .remove))
            #expect(chart.crosshair.isActive == (behavior != .remove))
        }
    }

    @Test("C-145 a reload takes it away; one that stays is at the new place of its point")
    func reload() async throws {
        final class Lasting: Crosshair {
            override func chartDidReload() {}
        }
        let (chart, line) = chart()
        _ = try await Probe(chart)
        chart.reloadData()
        #expect(try await Probe(chart).count { $0 == .pureBlue } == 0)
        #expect(!chart.crosshair.isActive)
        let lasting = Lasting()
        lasting.style = CrosshairStyle(lineColor: .pureBlue)
        chart.crosshair = lasting
        chart.crosshair.show(at: 1, of: line)
        _ = try await Probe(chart)
        line.columns = SeriesColumns(x: Column([0.0, 8, 10]), y: Column([0.0, 3, 2]))
        chart.reloadData()
        let probe = try await Probe(chart)
        let position = try probe.position(of: 8, 3)
        #expect(
            probe.runs(row: probe.plot.maxY - 4, of: .pureBlue).first.map {
                abs(Double($0.lowerBound) + 0.5 - position.x) <= 1
            } == true)
        // Shown by code before the first load, it waits for the data.
        let (late, _) = self.chart()
        #expect(late.crosshair.isActive)
        #expect(try await Probe(late).count { $0 == .pureBlue } > 0)
    }

    @Test(
        "what has no place shows none: no such point, a gap, a hidden series, another chart's series, slices and radial charts"
    )
    func nothing() async throws {
        let (chart, line) = chart()
        for index in [-1, 3, Int.max] {
            chart.crosshair.show(at: index, of: line)
            #expect(try texts(chart).isEmpty)
        }
        line.columns = SeriesColumns(x: Column([0.0, 5, 10]), y: Column([0.0, .nan, 2]))
        chart.reloadData()
        _ = try plan(chart)
        chart.crosshair.show(at: 1, of: line)
        #expect(try texts(chart).isEmpty)
        chart.crosshair.show(at: 2, of: line)
        #expect(try texts(chart) == ["10, 2"])
        line.hidden = true
        #expect(try texts(chart).isEmpty)
        line.hidden = false
        chart.crosshair.remove()
        #expect(try texts(chart).isEmpty && chart.isRenderScheduled == false)
        let (_, foreign) = self.chart()
        #expect(!chart.crosshair.show(at: 0, of: foreign) && !chart.crosshair.isActive)
        #expect(chart.warnings == [.ignored(path: "crosshair", reason: "the series is not on this chart")])
        let radial = Chart(width: 300, height: 300)
        let rays = RadialLineSeries(columns: SeriesColumns(y: Column([1.0, 2])))
        radial.add(rays)
        #expect(!radial.crosshair.show(at: 0, of: rays))
        #expect(radial.warnings == [.ignored(path: "crosshair", reason: "only charts with crossing axes have one")])
    }

    @Test("C-149 raised, the crosshair is painted over legend and title, or all that is on the canvas is")
    func raised() async throws {
        let (chart, line) = chart()
        chart.legend.hidden = false
        chart.legend.placement = .insidePlotArea
        chart.legend.style.areaColor = .white
        line.title = "A title that makes the legend wide enough to lie over the point"
        chart.crosshair.show(at: 1, of: line)
        chart.legend.position = .topMiddle
        chart.yAxis?.setDefaultRange(NumberRange(0, 6))
        func green() async throws -> Int { try await Probe(chart).count { $0.isClose(to: .pureGreen, 60) } }
        let covered = try await green()
        chart.raiseCrosshair = true
        let raised = try await green()
        #expect(raised > covered + 100)
        chart.raiseCrosshair = false
        chart.raiseCanvas = true
        #expect(try await green() == raised)
        // … also with the axes: the legend's letters are below gridlines, which come after it in the scene.
        let kinds = try plan(chart).scene.layers.map(\.kind)
        #expect(kinds == [.background, .chrome, .underlay, .series, .axes, .overlay])
    }

    @Test("lines end at pinned axes, and at secondary axes where the series is on those")
    func axes() async throws {
        let (chart, line) = chart()
        chart.xAxis?.axisPositionValue = 2
        let second = NumberAxis(defaultRange: NumberRange(0, 10))
        second.axisPosition = .reverse
        chart.addYAxis(second)
        line.yAxis = second
        chart.crosshair.tooltip.isHidden = true
        let probe = try await Probe(chart)
        let position = try probe.position(of: 5, 5)
        let bottom = try probe.position(of: 5, 2).y
        #expect(
            probe.runs(column: Int(position.x), of: .pureBlue).last.map { abs(Double($0.upperBound) - bottom) <= 2 }
                == true)
        #expect(probe.runs(row: Int(position.y), of: .pureBlue).last?.upperBound == probe.plot.maxX)
    }

    @Test("a host's crosshair and tooltip draw themselves; the theme's looks come back with it")
    func own() async throws {
        final class Dot: Crosshair {
            override func draw(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout OverlayContext) {
                context.fill(Rect(x: target.x - 10, y: target.y - 10, width: 20, height: 20), style.lineColor ?? .black)
            }
        }
        final class Words: CrosshairTooltip {
            override func text(of target: CrosshairTarget, pairsPerRow: Int) -> String {
                "point \(target.point.dataPointIndex)"
            }
        }
        let (chart, line) = chart()
        chart.crosshair.tooltip = Words()
        // C-023: the passed point has its index.
        #expect(try texts(chart) == ["point 1"])
        let dot = Dot()
        chart.crosshair = dot
        chart.crosshair.style.lineColor = .pureBlue
        chart.crosshair.show(at: 1, of: line)
        #expect(try await Probe(chart).count { $0 == .pureBlue } == 400)
        chart.applyTheme(.dark)
        #expect(chart.crosshair === dot && dot.style == CrosshairStyle())
    }

    @Test("bars are pointed at in their middle, stacked points where they are drawn, skipped points are counted")
    func positions() async throws {
        let chart = Probe.chart(x: NumberRange(-0.5, 1.5), y: NumberRange(0, 10)).bare()
        let columns = (0..<2).map { k in
            ColumnSeries(columns: SeriesColumns(x: Column([0.0, 1]), y: Column([2.0 + Double(k), 3])))
        }
        for series in columns { chart.add(series) }
        chart.crosshair.style = CrosshairStyle(lineColor: .pureBlue, defaultBackgroundColor: .white)
        chart.crosshair.show(at: 0, of: columns[1])
        let beside = try await Probe(chart)
        let offset = try #require(chart.xAxis?.offset(forSeries: columns[1]))
        let position = try beside.position(of: offset, 3)
        #expect(beside.runs(row: Int(position.y), of: .pureBlue).first?.lowerBound == beside.plot.x)
        #expect(abs(try position.x - beside.position(of: 0, 3).x) > 20)
        let row = beside.runs(row: beside.plot.maxY - 6, of: .pureBlue)
        #expect(row.count == 1 && abs(Double(row[0].lowerBound) + 0.5 - position.x) <= 1)
        for series in columns { series.stackIndex = 1 }
        let stacked = try await Probe(chart)
        let top = try stacked.position(of: 0, 5).y
        #expect(
            stacked.runs(column: stacked.plot.x + 2, of: .pureBlue).first.map {
                abs(Double($0.lowerBound) + 0.5 - top) <= 1
            } == true)
        let lines = Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 4))
        for axis in lines.allAxes { axis.majorTickFrequency = 1 }
        let line = LineSeries()
        let source = PointSource([(line, [DataPoint(xValue: "no", yValue: 1), DataPoint(x: 3, y: 2)])])
        lines.dataSource = source
        _ = try plan(lines)
        lines.crosshair.show(at: 1, of: line)
        #expect(try texts(lines) == ["3, 2"])
        lines.crosshair.show(at: 0, of: line)
        #expect(try texts(lines).isEmpty)
    }

    @Test("a described crosshair points at what it says, once it is drawn")
    func described() async throws {
        let json = """
            {"size": {"width": 600, "height": 400}, "data": {"d": {"values": {"y": [1, 4, 2]}}},
             "series": [{"type": "line", "data": "d", "y": "y"}],
             "xAxis": {"type": "number", "majorTickFrequency": 1}, "yAxis": {"type": "number", "majorTickFrequency": 1},
             "crosshair": {"series": 0, "point": 1, "enableCrosshairLines": false, "outOfRangeBehavior": "keepAtEdge",
                           "style": {"lineColor": "#0000ff"}}}
            """
        let chart = try ChartDescription(json: json).makeChart()
        #expect(try texts(chart) == ["1, 4"])
        #expect(!chart.crosshair.enableCrosshairLines && chart.crosshair.outOfRangeBehavior == .keepAtEdge)
        let silent = try ChartDescription(
            json: json.replacing("\"point\": 1,", with: "\"point\": 1, \"showTooltip\": false,")
        ).makeChart()
        #expect(try texts(silent).isEmpty)
        let wrongs = [
            (
                json.replacing("\"point\": 1", with: "\"point\": 3"),
                "crosshair.point: there is no point 3; the series has 3"
            ),
            (
                json.replacing("\"series\": 0", with: "\"series\": 1"),
                "crosshair.series: there is no series 1; the chart has 1"
            ),
            (
                json.replacing("\"type\": \"line\"", with: "\"type\": \"pie\""),
                "crosshair.series: only a series on crossing axes has a crosshair"
            ),
        ]
        for (text, message) in wrongs {
            do {
                _ = try ChartDescription(json: text).makeChart()
                Issue.record("no error: \(message)")
            } catch {
                #expect("\(error)" == message)
            }
        }
    }
}
