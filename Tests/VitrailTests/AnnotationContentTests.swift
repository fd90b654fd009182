import Testing
import Vitrail

/// Content of annotations, missing values, and custom drawing by hosts.
@Suite("Annotations: places and contents")
struct AnnotationContentTests {
    private func chart() -> Chart { Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare() }

    private func block(x: DataValue? = nil, y: DataValue? = nil, _ color: Color, size: Double = 20) -> Annotation {
        let note = Annotation(xValue: x, yValue: y)
        note.backgroundColor = color
        note.bounds = (size, size)
        return note
    }

    @Test(
        "without a value an annotation is in the middle of that direction, with a value that is nowhere it is left out")
    func middle() async throws {
        let chart = chart()
        chart.addAnnotation(block(y: 8, .pureRed))
        chart.addAnnotation(block(x: 2, .pureBlue))
        chart.addAnnotation(block(.pureGreen))
        chart.addAnnotation(block(x: .number(.nan), y: 1, .black))
        chart.addAnnotation(block(x: .number(.infinity), y: 1, .black))
        let probe = try await Probe(chart)
        let plot = probe.plot
        let wanted: [(Color, Double, Double)] = [
            (.pureRed, plot.midX, try probe.position(of: 0, 8).y),
            (.pureBlue, try probe.position(of: 2, 0).x, plot.midY),
            (.pureGreen, plot.midX, plot.midY),
        ]
        for (color, x, y) in wanted {
            let ink = try #require(probe.ink(color))
            #expect(near(ink.midX, x, 0.501) && near(ink.midY, y, 0.501))
            #expect(ink.width == 20 && ink.height == 20)
        }
        #expect(probe.count { $0 == .black } == 0)
    }

    @Test("a missing far value keeps the annotation's own size; stretching spans the plot area")
    func sizes() async throws {
        let chart = chart()
        let note = AnnotationZooming(xValue: 2, xValueMax: 4, yValue: 5)
        note.backgroundColor = .pureRed
        note.bounds.height = 30
        chart.addAnnotation(note)
        for range in [NumberRange(0, 10), NumberRange(3, 6)] {
            #expect(chart.yAxis?.setRange(range.minimum, range.maximum) == true)
            let probe = try await Probe(chart)
            let ink = try #require(probe.ink(.pureRed))
            #expect(ink.height == 30)
            #expect(near(Double(ink.width), Double(probe.plot.width) / 5, 1))
        }
        note.stretchToBoundsOnX = true
        let wide = try await Probe(chart)
        let across = try #require(wide.ink(.pureRed))
        #expect(across.x == wide.plot.x && across.width == wide.plot.width && across.height == 30)
        note.stretchToBoundsOnY = true
        let all = try await Probe(chart)
        #expect(all.ink(.pureRed) == all.plot)
    }

    @Test("what is out of range is clipped to the plot area")
    func outOfRange() async throws {
        let chart = chart()
        chart.xAxis?.style.majorTickStyle = TickStyle(showTicks: false, showLabels: false)
        chart.yAxis?.style.majorTickStyle = TickStyle(showTicks: false, showLabels: false)
        chart.addAnnotation(block(x: 10.1, y: 5, .pureRed, size: 60))
        chart.addAnnotation(block(x: -40, y: 5, .black))
        // An annotation whose position is in range is drawn whole; one that spans the plot area ends with it.
        chart.addAnnotation(block(x: 10, y: 2, Color(0xFF00FF), size: 12))
        chart.addAnnotation(.horizontalLine(y: 0, width: 9, color: .pureGreen))
        // Below the data nothing extends past the plot area.
        chart.addAnnotation(block(x: 10, y: 3, Color(0x00FFFF), size: 12))
        chart.annotations.last?.position = .belowData
        let band = AnnotationZooming(xValue: -5, xValueMax: 1, yValue: 8, yValueMax: 99)
        band.backgroundColor = .pureBlue
        chart.addAnnotation(band)
        let probe = try await Probe(chart)
        let red = try #require(probe.ink(.pureRed))
        #expect(red.maxX == probe.plot.maxX && red.width < 30)
        let blue = try #require(probe.ink(.pureBlue))
        #expect(probe.plot.contains(blue) && blue.x == probe.plot.x && blue.y == probe.plot.y)
        #expect(probe.exact(.black) == nil)
        let edge = try #require(probe.exact(Color(0xFF00FF)))
        #expect(edge.width == 12 && near(edge.midX, Double(probe.plot.maxX), 0.501))
        let below = try #require(probe.exact(Color(0x00FFFF)))
        #expect(below.maxX == probe.plot.maxX && below.width < 12)
        let line = try #require(probe.exact(.pureGreen))
        #expect(line.maxY == probe.plot.maxY && line.height < 9)
    }

    @Test("an item of a category axis is a place; one that the axis does not have is an error that names it")
    func categories() async throws {
        let chart = chart()
        chart.xAxis = CategoryAxis()
        _ = chart.bare()
        let columns = SeriesColumns(x: Column(["a", "b", "c"]), y: Column([1.0, 2, 3]))
        chart.add(ColumnSeries(columns: columns, style: BarColumnSeriesStyle(areaColor: .white)))
        chart.addAnnotation(block(x: "b", y: 8, .pureRed))
        let probe = try await Probe(chart)
        let ink = try #require(probe.ink(.pureRed))
        #expect(near(ink.midX, probe.plot.midX, 1))
        chart.annotations[0].xValue = "d"
        await #expect(throws: ChartError.noCategory(path: "annotations[0].x", name: "d")) { _ = try await Probe(chart) }
    }

    @Test("added, replaced and removed: the order is the paint order")
    func list() async throws {
        let chart = chart()
        let (red, blue, green) = (block(.pureRed), block(.pureBlue), block(.pureGreen))
        chart.addAnnotation(red)
        chart.addAnnotation(blue)
        chart.addAnnotation(red)
        #expect(chart.annotations.map { $0 === red } == [true, false])
        #expect(chart.warnings.count == 1)
        let two = try await Probe(chart)
        #expect(two.ink(.pureBlue) != nil && two.ink(.pureRed) == nil)
        #expect(chart.replaceAnnotation(red, with: green) && !chart.replaceAnnotation(red, with: green))
        #expect(!chart.replaceAnnotation(green, with: blue))
        green.bounds = (40, 40)
        let replaced = try await Probe(chart)
        #expect(replaced.count { $0 == .pureGreen } == 1_200 && replaced.count { $0 == .pureBlue } == 400)
        #expect(chart.removeAnnotation(blue) && !chart.removeAnnotation(blue))
        #expect(try await Probe(chart).count { $0 == .pureGreen } == 1_600)
        chart.removeAllAnnotations()
        #expect(try await Probe(chart).ink(.pureGreen) == nil)
    }

    // MARK: Contents

    @Test(
        "a picture is a point a pixel, sharp wherever it lies; a larger size scales it, a smaller one takes means of it"
    )
    func images() async throws {
        // If a picture is shown at an eighth of its size, the texels around each pixel's centre are all blue.
        var stripes = PixelImage(size: PixelSize(width: 64, height: 48), filledWith: .pureBlue)
        for y in 0..<48 {
            for x in stride(from: 0, to: 64, by: 8) { stripes[x, y] = SIMD4(255, 0, 0, 255) }
        }
        let chart = chart()
        let note = Annotation(xValue: 3.37, yValue: 6.18)
        note.image = stripes
        chart.addAnnotation(note)
        let sharp = try await Probe(chart)
        #expect(sharp.count { $0 == .pureRed } == 8 * 48 && sharp.count { $0 == .pureBlue } == 56 * 48)
        note.bounds = (128, nil)
        let wide = try await Probe(chart)
        #expect(wide.count { !$0.isClose(to: .white) } == 128 * 48)
        note.bounds = (8, 6)
        let small = try await Probe(chart)
        #expect(small.count { $0.isClose(to: Color(0x2000DF), 2) } == 48)
    }

    @Test("a text in a frame of its own is broken into lines, and left out where there is no room")
    func framedText() async throws {
        let chart = chart()
        let note = AnnotationZooming(xValue: 2, xValueMax: 4, yValue: 2, yValueMax: 8)
        note.label = "a text of several words that need more than one line"
        note.textColor = .pureRed
        chart.addAnnotation(note)
        let probe = try await Probe(chart)
        let ink = try #require(probe.ink(.pureRed))
        let (low, high) = (try probe.position(of: 2, 8), try probe.position(of: 4, 2))
        #expect(Double(ink.x) >= low.x && Double(ink.maxX) <= high.x)
        #expect(Double(ink.y) >= low.y && Double(ink.maxY) <= high.y)
        #expect(ink.height > 30)
        #expect(near(ink.midY, (low.y + high.y) / 2, 4))
        note.yValueMax = 2.1
        #expect(try await Probe(chart).ink(.pureRed) == nil)
        // With only a width set, its height is that of its lines.
        let pinned = Annotation.text(note.label, x: 5, y: 5, textColor: .pureRed, backgroundColor: .pureBlue)
        pinned.bounds.width = 90
        chart.annotations = [pinned]
        let box = try #require(try await Probe(chart).ink(.pureBlue))
        #expect(box.width == 90 && box.height > 45)
    }

    /// Draws a triangle below a disc, and records its position.
    private final class Pin: Annotation {
        var placed: Rect?
        var shift = 0.0

        override func update(_ frame: inout Rect, in plotArea: Rect) {
            frame.y += shift
            placed = frame
        }

        override func draw(in frame: Rect, _ context: inout OverlayContext) {
            let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
            context.line([(x, y), (x, y - 40)], .pureBlue, width: 2)
            context.disc(x: x, y: y - 40, radius: 8, .pureRed)
            context.text("7", x: x, y: y - 40, across: 0.5, down: 0.5, color: .white)
        }
    }

    @Test("a subclass draws what it likes, and its update hook moves the frame in each picture")
    func custom() async throws {
        let chart = chart()
        let pin = Pin(xValue: 6, yValue: 4)
        chart.addAnnotation(pin)
        let probe = try await Probe(chart)
        let position = try probe.position(of: 6, 4)
        let placed = try #require(pin.placed)
        #expect(near(placed.x, position.x, 1e-6) && near(placed.y, position.y, 1e-6))
        #expect(probe[Int(position.x) + 5, Int(position.y) - 40] == .pureRed)
        let stem = try #require(probe.runs(row: Int(position.y) - 20, of: .pureBlue, tolerance: 140).first)
        #expect(near(Double(stem.lowerBound) + 1, position.x, 1.5))
        pin.shift = 25
        let moved = try await Probe(chart)
        #expect(
            moved[Int(position.x) + 5, Int(position.y) - 15] == .pureRed
                && moved[Int(position.x) + 5, Int(position.y) - 40] == .white)
    }

    @Test("an overlay stays where it is while the data move, over them and under the legend")
    func overlays() async throws {
        let chart = chart()
        chart.overlays.append { context in
            context.fill(Rect(x: context.plotArea.x + 5, y: context.plotArea.y + 5, width: 30, height: 20), .pureRed)
            context.stroke(context.bounds, .pureBlue, width: 2)
        }
        let first = try await Probe(chart)
        let wanted = PixelRect(x: first.plot.x + 5, y: first.plot.y + 5, width: 30, height: 20)
        #expect(first.ink(.pureRed) == wanted)
        #expect(
            first[0, 0] == .pureBlue && first[1, 1] == .pureBlue && first[2, 2] == .white
                && first[599, 399] == .pureBlue)
        #expect(chart.xAxis?.panBy(3) == true)
        #expect(try await Probe(chart).ink(.pureRed) == wanted)
    }

    @Test("in a chart of slices annotations are in the middle")
    func slices() async throws {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        chart.add(
            DonutSeries(
                columns: SeriesColumns(x: Column(["a", "b"]), y: Column([1.0, 3])),
                style: PieSeriesStyle(showLabels: false)))
        chart.addAnnotation(.text("TOTAL", x: 4, y: nil, textColor: .black))
        // Axes that it does not show have no effect.
        for hasAxes in [false, true] {
            if hasAxes { (chart.xAxis, chart.yAxis) = (NumberAxis(), NumberAxis()) }
            let probe = try await Probe(chart)
            let ink = try #require(probe.ink(.black))
            #expect(near(ink.midX, probe.plot.midX, 1.5) && near(ink.midY, probe.plot.midY, 2))
        }
    }
}
