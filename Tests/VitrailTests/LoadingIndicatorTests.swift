import Foundation
import Testing
import Vitrail

/// The ring that indicates loading.
@Suite("Loading indicator")
struct LoadingIndicatorTests {
    private func chart() -> Chart {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        chart.xAxis?.style.majorTickStyle = TickStyle(showTicks: false, showLabels: false)
        chart.yAxis?.style.majorTickStyle = TickStyle(showTicks: false, showLabels: false)
        chart.loadingIndicator.color = .pureBlue
        return chart
    }

    /// Pixels around the middle of the canvas, with their distance and their angle, anticlockwise from 12 o'clock.
    private func ring(_ chart: Chart) async throws -> [(color: Color, distance: Double, angle: Double)] {
        let probe = try await Probe(chart)
        let canvas = try #require(chart.canvasFrame)
        let (x0, y0) = ((canvas.x + canvas.width / 2) * chart.scale, (canvas.y + canvas.height / 2) * chart.scale)
        return (0..<probe.image.height).flatMap { y in
            (0..<probe.image.width).map { x in
                let (dx, dy) = (Double(x) + 0.5 - x0, Double(y) + 0.5 - y0)
                let angle = atan2(-dx, -dy)
                return (probe[x, y], (dx * dx + dy * dy).squareRoot(), angle < 0 ? angle + 2 * .pi : angle)
            }
        }
    }

    @Test(
        "an open ring in the middle of the canvas: its colour inside, nothing of it outside, open where it is said to be",
        arguments: [1.0, 2])
    func geometry(scale: Double) async throws {
        let chart = chart()
        chart.scale = scale
        chart.loadingIndicator.visibility = .always
        chart.loadingIndicator.size = 60
        chart.loadingIndicator.lineWidth = 10
        chart.loadingIndicator.rotation = .pi
        var (inside, wrong) = (0, 0)
        for pixel in try await ring(chart) where pixel.distance < 60 {
            let isRing = pixel.distance > 21 * scale && pixel.distance < 29 * scale
            let isBeside = pixel.distance < 19 * scale || pixel.distance > 31 * scale
            let fromOpening = abs(pixel.angle - .pi)
            if isRing, fromOpening > .pi / 4 + 0.06 {
                inside += 1
                if pixel.color != .pureBlue { wrong += 1 }
            } else if isBeside || (isRing && fromOpening < .pi / 4 - 0.06) {
                if pixel.color.blue != pixel.color.red { wrong += 1 }
            }
        }
        #expect(wrong == 0 && inside > Int(700 * scale * scale))
    }

    @Test("shown always, never, or while data are loaded; it follows the theme, and has defaults")
    func visibility() async throws {
        let plain = LoadingIndicator()
        #expect(
            plain.visibility == .whileLoading && plain.color == nil && plain.size == 36 && plain.lineWidth == nil
                && plain.text.isEmpty)
        func blue(_ chart: Chart) async throws -> Int { try await Probe(chart).count { $0 == .pureBlue } }
        let chart = chart()
        #expect(try await blue(chart) == 0)
        chart.loadingIndicator.visibility = .always
        #expect(try await blue(chart) > 200)
        let source = PointSource([(redLine(), points([(0, 5), (10, 5)]))])
        let loading = self.chart()
        loading.dataSource = source
        loading.loadDataInBackground = true
        // It is in the picture that starts the load, even if the load is fast.
        #expect(try await blue(loading) > 200)
        await loading.waitUntilLoaded()
        let probe = try await Probe(loading)
        #expect(probe.count { $0 == .pureBlue } == 0 && probe.count { $0 == .pureRed } > 100)
        loading.loadingIndicator.visibility = .never
        loading.reloadData()
        #expect(try await blue(loading) == 0)
        await loading.waitUntilLoaded()
        let dark = self.chart()
        dark.applyTheme(.dark)
        dark.loadingIndicator.visibility = .always
        dark.loadingIndicator.color = nil
        #expect(try await Probe(dark).count { $0 == Theme.dark.annotationColor } > 200)
    }

    @Test("its text stands below, centred; a canvas that is too small makes the ring smaller; odd numbers draw none")
    func text() async throws {
        let chart = chart()
        chart.loadingIndicator.visibility = .always
        chart.loadingIndicator.text = "Loading"
        let marks = try plan(chart).scene.marks.filter { $0.label == "loading indicator" }
        let run = try #require(
            marks.compactMap { mark -> GlyphRun? in
                guard case .glyphs(let run) = mark.shape else { return nil }
                return run
            }.first)
        let canvas = try #require(chart.canvasFrame)
        #expect(run.source.text == "Loading")
        #expect(abs(Double(run.source.origin.x) + Double(run.source.width) / 2 - canvas.x - canvas.width / 2) <= 1)
        #expect(Double(run.source.origin.y) > canvas.y + canvas.height / 2 + 18)
        chart.loadingIndicator.text = ""
        chart.frame = Rect(x: 0, y: 0, width: 60, height: 24)
        let small = try plan(chart).scene.marks.compactMap { mark -> SectorBatch.Item? in
            guard case .sectors(let batch) = mark.shape else { return nil }
            return batch.items.first
        }
        let shown = try #require(small.first)
        #expect(
            Double(shown.outerRadius) * 2 <= (chart.canvasFrame?.height ?? 0) + 1e-4
                && shown.innerRadius < shown.outerRadius)
        for odd in [-1, 0, .nan, .infinity, -.infinity] as [Double] {
            chart.loadingIndicator.size = odd
            chart.loadingIndicator.rotation = odd
            chart.loadingIndicator.lineWidth = odd
            _ = try await Probe(chart)
        }
    }

    @Test("a host's own draws itself")
    func own() async throws {
        final class Bar: LoadingIndicator {
            override func draw(in canvas: Rect, _ context: inout OverlayContext) {
                context.fill(Rect(x: canvas.x + 100, y: canvas.y + 100, width: 50, height: 10), .pureGreen)
            }
        }
        let chart = chart()
        chart.loadingIndicator = Bar()
        chart.loadingIndicator.visibility = .always
        #expect(try await Probe(chart).count { $0 == .pureGreen } == 500)
    }
}
