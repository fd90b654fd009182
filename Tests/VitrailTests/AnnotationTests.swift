import Testing
import Vitrail

/// Annotations pinned to axis values; each is checked by its pixels.
@Suite("Annotations")
struct AnnotationTests {
    /// x 0…10, y 0…10, with an empty plot area.
    private func chart() -> Chart { Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare() }

    private func box(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>, _ color: Color) -> AnnotationZooming {
        let note = AnnotationZooming(
            xValue: .number(x.lowerBound), xValueMax: .number(x.upperBound), yValue: .number(y.lowerBound),
            yValueMax: .number(y.upperBound))
        note.backgroundColor = color
        return note
    }

    /// The whole pixels nearest to a data rectangle.
    private func pixels(_ probe: Probe, _ x: ClosedRange<Double>, _ y: ClosedRange<Double>) throws -> PixelRect {
        func edge(_ value: Double, _ axis: Axis?, from start: Int) throws -> Int {
            let points = try #require(axis?.pixelValue(forDataValue: value))
            return Int((Double(start) + points * probe.chart.scale + 1e-6).rounded())
        }
        let (left, right) = (
            try edge(x.lowerBound, probe.chart.xAxis, from: probe.plot.x),
            try edge(x.upperBound, probe.chart.xAxis, from: probe.plot.x)
        )
        let (top, bottom) = (
            try edge(y.upperBound, probe.chart.yAxis, from: probe.plot.y),
            try edge(y.lowerBound, probe.chart.yAxis, from: probe.plot.y)
        )
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    @Test("what lies beyond the range that the data gave is told of; what was panned out of view is not")
    func beyond() async throws {
        func warnings(_ range: NumberRange?, _ y: Double, pan: Double = 0) throws -> [String] {
            let chart = Chart(width: 300, height: 200)
            if let range { chart.yAxis = NumberAxis(defaultRange: range) }
            chart.add(LineSeries(columns: SeriesColumns(y: Column([0.2, 0.5, 0.3]))))
            chart.addAnnotation(.horizontalLine(y: .number(y), width: 2, color: .pureRed))
            chart.addAnnotation(.text("SLO", x: .number(1), y: .number(y)))
            if pan != 0 {
                _ = try plan(chart)
                _ = chart.yAxis?.panBy(pan)
            }
            _ = try plan(chart)
            return chart.warnings.map(\.description)
        }
        let told = (0..<2).map {
            "annotations[\($0)]: ignored: it is outside the range of the y-axis; the axis' defaultRange sets another range"
        }
        #expect(try warnings(nil, 2) == told)
        #expect(try warnings(NumberRange(0, 1), -3) == told)
        #expect(
            try warnings(nil, 0.4) == [] && warnings(NumberRange(0, 3), 2) == []
                && warnings(NumberRange(0, 1), 0.3, pan: 0.5) == [])
    }

    // MARK: C-152 … C-158

    @Test("C-152 a text is centred on its pixel; a pan by d moves it by d · W / span, a zoom keeps its size")
    func text() async throws {
        let chart = chart()
        let note = Annotation.text("HHH", x: 4, y: 6, textColor: .pureRed, backgroundColor: .pureBlue)
        chart.addAnnotation(note)
        let first = try await Probe(chart)
        let box = try #require(first.ink(.pureBlue))
        let position = try first.position(of: 4, 6)
        #expect(near(box.midX, position.x, 0.5) && near(box.midY, position.y, 0.5))
        let ink = try #require(first.runs(row: (box.y + box.maxY) / 2, of: .pureRed, tolerance: 90).last)
        #expect(box.x < ink.lowerBound && ink.upperBound < box.maxX)
        #expect(chart.xAxis?.panBy(3) == true)
        let panned = try await Probe(chart)
        let moved = try #require(panned.ink(.pureBlue))
        #expect(panned.plot == first.plot)
        let way = 3 * Double(first.plot.width) / 10
        #expect(near(box.midX - moved.midX, way, 1) && moved.y == box.y)
        #expect(moved.width == box.width && moved.height == box.height)
        #expect(chart.xAxis?.setRange(2, 6) == true && chart.yAxis?.setRange(5, 7) == true)
        let zoomed = try await Probe(chart)
        let same = try #require(zoomed.ink(.pureBlue))
        #expect(same.width == box.width && same.height == box.height)
        let middle = try zoomed.position(of: 4, 6)
        #expect(near(same.midX, middle.x, 0.5) && near(same.midY, middle.y, 0.5))
        // The text may change at any time.
        note.label = "HHHHHH"
        let longer = try #require(try await Probe(chart).ink(.pureBlue))
        #expect(longer.width > same.width + 15 && longer.height == same.height)
    }

    @Test(
        "C-153 a zooming annotation covers exactly its part of the data space, zoomed or not", arguments: [1.0, 1.5, 2])
    func zooming(scale: Double) async throws {
        let chart = chart()
        chart.scale = scale
        chart.addAnnotation(box(2...4, 1...3, .pureRed))
        let first = try await Probe(chart)
        #expect(try first.ink(.pureRed) == pixels(first, 2...4, 1...3))
        #expect(chart.xAxis?.setRange(1, 6) == true && chart.yAxis?.setRange(0, 5) == true)
        let zoomed = try await Probe(chart)
        let wanted = try pixels(zoomed, 2...4, 1...3)
        #expect(zoomed.ink(.pureRed) == wanted)
        #expect(near(Double(wanted.width), Double(zoomed.plot.width) * 0.4, 1))
        #expect(zoomed.count { $0 == .pureRed } == wanted.width * wanted.height)
    }

    @Test("C-154 lines are as thick as they say at every zoom, and as long as the plot area")
    func lines() async throws {
        let chart = chart()
        chart.addAnnotation(.verticalLine(x: 3, width: 3, color: .pureRed))
        chart.addAnnotation(.horizontalLine(y: 7, width: 5, color: .pureBlue))
        for range in [NumberRange(0, 10), NumberRange(2.9, 3.3), NumberRange(-7, 90)] {
            #expect(chart.xAxis?.setRange(range.minimum, range.maximum) == true)
            #expect(chart.yAxis?.setRange(range.minimum + 4, range.maximum + 4) == true)
            let probe = try await Probe(chart)
            let (x, y) = try probe.position(of: 3, 7)
            let across = try #require(probe.runs(row: probe.plot.y, of: .pureRed).first)
            #expect(across.count == 3 && near(Double(across.lowerBound) + 1.5, x, 0.501))
            let down = try #require(probe.runs(column: probe.plot.x, of: .pureBlue).first)
            #expect(down.count == 5 && near(Double(down.lowerBound) + 2.5, y, 0.501))
            // The later one covers the earlier one where they cross.
            #expect(probe.count { $0 == .pureBlue } == 5 * probe.plot.width)
            #expect(probe.count { $0 == .pureRed } == 3 * (probe.plot.height - 5))
            #expect(probe.ink(.pureRed)?.height == probe.plot.height)
        }
        // Rounded to whole pixels.
        chart.scale = 1.25
        let larger = try await Probe(chart)
        #expect(larger.runs(row: larger.plot.y, of: .pureRed).map(\.count) == [4])
        #expect(larger.runs(column: larger.plot.x, of: .pureBlue).map(\.count) == [6])
    }

    @Test("C-155 bands cover their values in one direction and all of the plot area in the other")
    func bands() async throws {
        for isVertical in [true, false] {
            let chart = chart()
            chart.addAnnotation(
                isVertical
                    ? .verticalBand(minimum: 2, maximum: 5, color: .pureRed)
                    : .horizontalBand(minimum: 2, maximum: 5, color: .pureRed))
            let probe = try await Probe(chart)
            #expect(try probe.ink(.pureRed) == pixels(probe, isVertical ? 2...5 : 0...10, isVertical ? 0...10 : 2...5))
        }
    }

    @Test(
        "bands reach as far as there is something to see: open ends, ends out of range, ends that a logarithm has no place for"
    )
    func openBands() async throws {
        let chart = chart()
        chart.yAxis = LogarithmicAxis(defaultRange: NumberRange(1, 1_000))
        _ = chart.bare()
        chart.addAnnotation(.verticalBand(minimum: 8, maximum: .number(.infinity), color: .pureRed))
        chart.addAnnotation(.horizontalBand(minimum: 0, maximum: 10, color: .pureBlue))
        chart.addAnnotation(.horizontalBand(minimum: .number(.nan), maximum: 10, color: .black))
        chart.addAnnotation(.horizontalBand(minimum: 100, maximum: 1e300, color: .pureGreen))
        chart.addAnnotation(.verticalBand(minimum: .number(-.infinity), maximum: -3, color: .black))
        let probe = try await Probe(chart)
        #expect(try probe.ink(.pureBlue) == pixels(probe, 0...10, 1...10))
        #expect(try probe.ink(.pureGreen) == pixels(probe, 0...10, 100...1_000))
        #expect(try probe.ink(.pureRed) == pixels(probe, 8...10, 10...100))
        #expect(probe.count { $0 == .black } == 0)
    }

    /// Red, green over blue, white: the quarters are distinguishable.
    private let quarters = PixelImage(
        size: PixelSize(width: 2, height: 2), pixels: [255, 0, 0, 255, 0, 192, 0, 255, 0, 0, 255, 255, 0, 0, 0, 255])

    @Test("an annotation fades as a whole: its background does not show through its picture")
    func wholeFades() async throws {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let note = Annotation(xValue: 5, yValue: 5)
        note.bounds = (60, 40)
        note.backgroundColor = .pureRed
        note.image = PixelImage(size: PixelSize(width: 60, height: 40), filledWith: .pureBlue)
        note.opacity = 0.5
        chart.annotations.append(note)
        #expect(try await Probe(chart).color(5, 5).isClose(to: Color(0x8080FF)))
        // Without overlapping parts, no group is needed.
        note.image = nil
        let marks = try plan(chart).scene.marks.filter { $0.label == "annotations[0]" }
        #expect(marks.count == 1 && marks[0].group == nil)
        #expect(try await Probe(chart).color(5, 5).isClose(to: Color(0xFF8080)))
    }

    @Test("C-156 a picture of opacity 0.1 below the data is stretched to its four corners and blended")
    func image() async throws {
        let chart = chart()
        chart.add(
            LineSeries(
                columns: SeriesColumns(x: Column([0.0, 10]), y: Column([5.0, 5])),
                style: LineSeriesStyle(lineColor: .black, lineWidth: 9)))
        let note = AnnotationZooming(xValue: 2, xValueMax: 8, yValue: 1, yValueMax: 9, position: .belowData)
        note.image = quarters
        note.opacity = 0.1
        chart.addAnnotation(note)
        let probe = try await Probe(chart)
        func blend(_ color: Color) -> Color {
            func mixed(_ a: UInt8) -> UInt8 { UInt8((255 * 0.9 + Double(a) * 0.1).rounded()) }
            return Color(red: mixed(color.red), green: mixed(color.green), blue: mixed(color.blue))
        }
        // Past the centres of the outer texels a picture is constant.
        #expect(try probe.color(2.2, 8.8).isClose(to: blend(.pureRed), 1))
        #expect(try probe.color(7.8, 8.8).isClose(to: blend(.pureGreen), 1))
        #expect(try probe.color(2.2, 1.2).isClose(to: blend(.pureBlue), 1))
        #expect(try probe.color(7.8, 1.2).isClose(to: blend(.black), 1))
        let frame = try pixels(probe, 2...8, 1...9)
        #expect(
            probe[frame.x, frame.y] != .white && probe[frame.x - 1, frame.y] == .white
                && probe[frame.x, frame.y - 1] == .white)
        #expect(probe[frame.maxX - 1, frame.maxY - 1] != .white && probe[frame.maxX, frame.maxY - 1] == .white)
        #expect(probe[frame.maxX - 1, frame.maxY] == .white)
        #expect(try probe.color(5, 5) == .black)
    }

    @Test("C-157 one added before the first render is in the first picture, one added in renderFinished in the next")
    func queued() async throws {
        let chart = chart()
        chart.addAnnotation(box(1...3, 1...3, .pureRed))
        let adder = Adder(box(5...7, 5...7, .pureBlue))
        chart.delegate = adder
        let first = try await Probe(chart)
        #expect(first.ink(.pureRed) != nil && first.ink(.pureBlue) == nil)
        let second = try await Probe(chart)
        #expect(second.ink(.pureRed) != nil && second.ink(.pureBlue) != nil)
        #expect(chart.annotations.count == 2)
    }

    private final class Adder: ChartDelegate {
        private var note: Annotation?
        init(_ note: Annotation) { self.note = note }

        func renderFinished(_ chart: Chart) {
            if let note { chart.addAnnotation(note) }
            note = nil
        }
    }

    @Test(
        "C-158 a new xValue shows after redrawChart; dates stand on date axes, values of a secondary axis follow that axis"
    )
    func values() async throws {
        let chart = chart()
        let note = box(1...2, 1...2, .pureRed)
        note.xValueMax = nil
        note.bounds.width = 21
        chart.addAnnotation(note)
        func middle(_ probe: Probe) throws -> Double { try #require(probe.ink(.pureRed)).midX }
        let first = try await Probe(chart)
        #expect(near(try middle(first), try first.position(of: 1, 0).x, 0.501))
        note.xValue = 7
        chart.redrawChart()
        let second = try await Probe(chart)
        #expect(near(try middle(second), try second.position(of: 7, 0).x, 0.501))

        let top = DateTimeAxis(defaultRange: NumberRange(try instant("2024-01-01"), try instant("2024-02-10")))
        top.axisPosition = .reverse
        chart.addXAxis(top)
        note.xAxis = top
        note.xValue = .date(try instant("2024-01-11"))
        let dated = try await Probe(chart)
        #expect(near(try middle(dated), Double(dated.plot.x) + Double(dated.plot.width) / 4, 1))
        // The other axis' range has no effect; its own has.
        #expect(chart.xAxis?.setRange(50, 60) == true)
        #expect(try await middle(Probe(chart)) == middle(dated))
        #expect(top.setRange(try instant("2024-01-01"), try instant("2024-01-21")) == true)
        let zoomed = try await Probe(chart)
        #expect(near(try middle(zoomed), zoomed.plot.midX, 1))
        // Its series move to another axis, and so do its annotations.
        chart.removeXAxis(top)
        note.xValue = 5
        let removed = try await Probe(chart)
        #expect(near(try middle(removed), try removed.position(of: 5, 0).x, 0.501))
    }
}
