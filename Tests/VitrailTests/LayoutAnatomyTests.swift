import Testing
import Vitrail

@Suite("Layout of the chart's parts")
struct LayoutAnatomyTests {
    private func chart() -> Chart { Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)) }

    @Test("C-002 a title moves the canvas top down by its height; clearing it gives the room back")
    func title() async throws {
        let chart = chart()
        let plain = try await Probe(chart)
        let canvas = try #require(chart.canvasFrame)
        #expect(canvas.y == 0)
        chart.title = "Ogden"
        chart.titleStyle.textColor = .pureRed
        var tops: [Double] = []
        for size in [16.0, 32] {
            chart.titleLabel.font = FontStyle(size: size)
            let titled = try await Probe(chart)
            let ink = try #require(titled.ink(.pureRed))
            let top = try #require(chart.canvasFrame?.y)
            #expect(ink.y >= 0 && Double(ink.maxY) <= top)
            // The cap heights of Inter and DejaVu are 0.73 em.
            #expect(Double(ink.height) > size * 0.7)
            tops.append(top)
        }
        // The canvas moves down by the growth of the line.
        let lines = [16.0, 32].map {
            Double(TextEngine.shared.measure("Ogden", font: Font(size: $0), scale: 1).lineHeight)
        }
        #expect(abs(tops[1] - tops[0] - (lines[1] - lines[0])) < 0.5)
        chart.overlapChartTitle = true
        let floating = try await Probe(chart)
        #expect(chart.canvasFrame == canvas)
        #expect(floating.ink(.pureRed) != nil)
        chart.title = ""
        let cleared = try await Probe(chart)
        #expect(chart.canvasFrame == canvas && cleared.image == plain.image)
    }

    @Test(
        "C-003 a legend outside the plot makes the canvas smaller than a hidden one",
        arguments: Legend.Position.allCases)
    func legend(position: Legend.Position) async throws {
        let chart = chart()
        chart.add(LineSeries(title: "A line", columns: SeriesColumns(y: Column([1.0, 2]))))
        chart.legend.position = position
        _ = try await Probe(chart)
        let hidden = try #require(chart.canvasFrame)
        chart.legend.hidden = false
        _ = try await Probe(chart)
        let shown = try #require(chart.canvasFrame)
        #expect(hidden.contains(shown))
        #expect(shown.width * shown.height < hidden.width * hidden.height - 1_000)
    }

    @Test("C-004 frame ⊇ canvas ⊇ plot area; the plot area's origin and an axis pixel make a chart coordinate")
    func nested() async throws {
        let chart = chart().bare()
        chart.title = "Title"
        chart.canvasInset = Insets(top: 5, left: 7, bottom: 11, right: 13)
        chart.add(
            ScatterSeries(
                columns: SeriesColumns(x: Column([3.0]), y: Column([7.0])),
                style: ScatterSeriesStyle(
                    pointStyle: PointStyle(showPoints: true, color: .pureRed, radius: 5, innerRadius: 0))))
        let probe = try await Probe(chart)
        let canvas = try #require(chart.canvasFrame)
        let plot = try #require(chart.plotAreaFrame)
        #expect(Rect(x: 0, y: 0, width: 600, height: 400).contains(canvas) && canvas.contains(plot))
        #expect(canvas.x == 7 && canvas.maxX == 587 && canvas.maxY == 389)
        let x = plot.x + (try #require(chart.xAxis?.pixelValue(forDataValue: 3)))
        let y = plot.y + (try #require(chart.yAxis?.pixelValue(forDataValue: 7)))
        let ink = try #require(probe.ink(.pureRed))
        #expect(abs(Double(ink.x + ink.maxX) / 2 - x) <= 1 && abs(Double(ink.y + ink.maxY) / 2 - y) <= 1)
        #expect((10...12).contains(ink.width) && (10...12).contains(ink.height))
    }

    @Test("C-005 a larger y label font shrinks the plot area, not the canvas")
    func room() async throws {
        let chart = chart()
        let small = try await Probe(chart)
        let canvas = chart.canvasFrame
        chart.yAxis?.style.majorTickStyle = TickStyle(labelFont: FontStyle(size: 30))
        let large = try await Probe(chart)
        #expect(chart.canvasFrame == canvas)
        // "10": two digits of some 0.63 em.
        #expect(abs(Double(small.plot.width - large.plot.width) - 19 * 2 * 0.636) <= 1)
        #expect(large.plot.maxX == small.plot.maxX)
    }

    @Test("C-011 a new frame lays out the next picture anew: size, plot area, axis ends at its corners")
    func frame() async throws {
        let chart = chart()
        for axis in chart.allAxes {
            axis.style.lineColor = .pureRed
            axis.style.lineWidth = 1
        }
        var plots: [PixelRect] = []
        for (width, height) in [(600, 400), (300, 500), (601, 333)] {
            chart.frame = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
            let probe = try await Probe(chart)
            #expect(probe.image.size == PixelSize(width: width, height: height))
            let ink = try #require(probe.ink(.pureRed))
            // One pixel of line to the left of the plot area and one below it.
            #expect(
                ink
                    == PixelRect(
                        x: probe.plot.x - 1, y: probe.plot.y, width: probe.plot.width + 1, height: probe.plot.height + 1
                    ))
            // Values that a host queries also belong to the new picture.
            #expect(chart.xAxis?.pixelValue(forDataValue: 10) == Double(probe.plot.width))
            #expect(chart.yAxis?.pixelValue(forDataValue: 0) == Double(probe.plot.height))
            plots.append(probe.plot)
        }
        #expect(Set(plots).count == 3)
    }

    @Test(
        "C-013 with clipsToBounds false overlay content leaves the chart's frame for the surface, with true it does not"
    )
    func surface() async throws {
        for clips in [true, false] {
            let chart = Chart(frame: Rect(x: 60, y: 40, width: 300, height: 200))
            chart.xAxis = NumberAxis(defaultRange: NumberRange(0, 10))
            chart.yAxis = NumberAxis(defaultRange: NumberRange(0, 10))
            chart.surfaceSize = (500, 300)
            chart.clipsToBounds = clips
            chart.annotations = [.text("a text over the right edge", x: 10, y: 5, textColor: .pureRed)]
            let probe = try await Probe(chart)
            #expect(probe.image.size == PixelSize(width: 500, height: 300))
            let ink = try #require(probe.ink(.pureRed))
            #expect(clips ? ink.maxX <= 360 : ink.maxX > 380)
            // The chart itself exactly fills its frame.
            #expect(probe[61, 41] == .white && probe[359, 239] == .white)
            #expect(
                probe[59, 41].alpha == 0 && probe[61, 39].alpha == 0 && probe[360, 100].alpha == 0
                    && probe[200, 240].alpha == 0)
            // Frames are in the chart's own coordinates.
            let plot = try #require(chart.plotAreaFrame)
            #expect(plot.maxX < 300 && plot.maxY < 200)
        }
    }
}
