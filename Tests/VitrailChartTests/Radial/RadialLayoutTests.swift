import Testing
import VitrailScene
import VitrailTestNumbers
import VitrailText

@testable import VitrailChart
@testable import VitrailColumns

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Radial layout")
struct RadialLayoutTests {
    /// Texts of the axes as frames.
    private func frames(
        _ chart: Chart, width: Double, height: Double
    ) throws -> (layout: ChartLayout, labels: [PlotRect]) {
        chart.frame = Rect(x: 0, y: 0, width: width, height: height)
        let scene = try plan(chart).scene
        let layout = ChartLayout(
            Planner(chart: chart, typesetter: Typesetter(frame: TextEngine.shared.frame(), scale: 1)).parts(),
            Typesetter(frame: TextEngine.shared.frame(), scale: 1))
        let labels = scene.layers.filter { $0.kind == .axes }.flatMap(\.marks).compactMap { mark -> PlotRect? in
            // Halos are moved copies of the label.
            guard case .glyphs(let run) = mark.shape, mark.label.hasPrefix("label"), !mark.label.hasSuffix(" halo"),
                !run.glyphs.isEmpty
            else { return nil }
            return run.glyphs.reduce(into: PlotRect?.none) { box, glyph in
                let rect = PlotRect(
                    minX: Float(glyph.x), minY: Float(glyph.y), maxX: Float(glyph.x) + Float(glyph.width),
                    maxY: Float(glyph.y) + Float(glyph.height))
                box =
                    box.map {
                        PlotRect(
                            minX: min($0.minX, rect.minX), minY: min($0.minY, rect.minY), maxX: max($0.maxX, rect.maxX),
                            maxY: max($0.maxY, rect.maxY))
                    } ?? rect
            }
        }
        return (layout, labels)
    }

    @Test("rings, spokes and bands that are too close are not drawn, however fine the step is")
    func dense() throws {
        func marks(_ step: Double) throws -> (rings: Int, spokes: Int, count: Int) {
            let chart = Chart(width: 300, height: 300)
            (chart.xAxis, chart.yAxis) = (
                NumberAxis(defaultRange: NumberRange(0, 1)), NumberAxis(defaultRange: NumberRange(0, 1))
            )
            for axis in chart.allAxes {
                axis.majorTickFrequency = .value(step)
                axis.style.majorGridLineStyle = MajorGridLineStyle(
                    showMajorGridLines: true, lineColor: .black, lineWidth: 1)
                axis.style.gridStripeStyle = GridStripeStyle(
                    showGridStripes: true, stripeColor: .black, alternateStripeColor: .white)
            }
            chart.add(RadialLineSeries(columns: SeriesColumns(x: Column([0.0, 1]), y: Column([0.0, 1]))))
            let marks = try plan(chart).scene.layers.filter { $0.kind == .underlay }.flatMap(\.marks)
            func breaks(_ label: String) -> Int {
                marks.filter { $0.label.contains(label) }.reduce(0) { count, mark in
                    guard case .polyline(let line) = mark.shape else { return count }
                    return count + 1 + line.points.count { !$0.isFinite }
                }
            }
            return (breaks("rings"), breaks("spokes"), marks.count)
        }
        let (few, many) = (try marks(0.1), try marks(0.000_1))
        #expect((8...10).contains(few.rings) && (10...11).contains(few.spokes) && few.count > 15, "\(few)")
        // A step that is too fine shows every n-th tick.
        #expect((10...50).contains(many.rings) && (40...150).contains(many.spokes) && many.count < 600, "\(many)")
    }

    private func radar(_ items: Int, _ text: (Int) -> String) -> Chart {
        let chart = Chart(width: 10, height: 10, xAxisType: .category, yAxisType: .number)
        chart.add(
            RadialLineSeries(
                columns: SeriesColumns(
                    x: Column((0..<items).map { Optional(text($0)) }), y: Column((0..<items).map { Double($0 % 7) }))))
        return chart
    }

    @Test(
        "labels keep apart and inside the picture", arguments: [1, 2, 3, 5, 8, 12, 24, 60, 400],
        [(600, 400), (300, 300), (900, 250), (220, 500), (120, 90)] as [(Double, Double)])
    func labels(items: Int, size: (Double, Double)) throws {
        for text in [
            { (k: Int) in "\(k)" }, { (k: Int) in "item number \(k)" },
            { (k: Int) in String(repeating: "long ", count: k % 5 + 1) + "\(k)" },
        ] {
            let (layout, labels) = try frames(radar(items, text), width: size.0, height: size.1)
            // If there is enough space, steps are chosen so that all labels fit.
            let ticks = try #require(layout.radial).angle.ticks
            if size.1 == 400 { #expect(ticks.allSatisfy { $0.showLabel }, "\(items) \(text(3))") }
            for (i, a) in labels.enumerated() {
                #expect(a.minX >= 0 && a.minY >= 0 && Double(a.maxX) <= size.0 && Double(a.maxY) <= size.1)
                for b in labels[(i + 1)...] {
                    #expect(
                        a.minX >= b.maxX || b.minX >= a.maxX || a.minY >= b.maxY || b.minY >= a.maxY,
                        "\(items) \(size): \(a) \(b)")
                }
            }
        }
    }

    @Test("the circle fills the smaller side but for its labels, and stays where there is room for none of them")
    func radius() throws {
        let (roomy, _) = try frames(radar(6) { "\($0)" }, width: 600, height: 400)
        #expect(try #require(roomy.radial).length > 150)
        let (tall, _) = try frames(radar(6) { "\($0)" }, width: 220, height: 500)
        let circle = try #require(tall.radial)
        #expect(abs(circle.y - tall.plot.midY) < 5 && abs(circle.x - tall.plot.midX) < 5, "in the middle")
        let (tiny, labels) = try frames(radar(6) { "a long name \($0)" }, width: 70, height: 60)
        #expect(try #require(tiny.radial).length > 15)
        #expect(labels.isEmpty)
    }

    @Test(
        "number axes are divided so that the last part is as wide as the others",
        arguments: [
            (0, 24, 2), (0, 360, 30), (0, 100, 10), (0, 12, 1), (0, 7, 1), (-1, 1, 0.2), (1, 13, 1), (0, 60, 5),
        ] as [(Double, Double, Double)])
    func ticks(low: Double, high: Double, step: Double) throws {
        let chart = Chart(width: 600, height: 400)
        chart.xAxis = NumberAxis(defaultRange: NumberRange(low, high))
        chart.add(RadialLineSeries(columns: SeriesColumns(x: Column([low, high]), y: Column([1.0, 2]))))
        let (layout, _) = try frames(chart, width: 600, height: 400)
        let values = try #require(layout.radial).angle.ticks.filter(\.isMajor).map(\.value)
        #expect(values.count == Int(((high - low) / step).rounded()))
        for (k, value) in values.enumerated() { #expect(abs(value - (low + Double(k) * step)) < 1e-9) }
    }

    @Test("both ends of the circle are one place with one label; ticks that were asked for are taken as they are")
    func oneEnd() throws {
        let chart = Chart(width: 600, height: 400)
        chart.xAxis = NumberAxis(defaultRange: NumberRange(0, 10))
        chart.xAxis?.majorTickValues = [0, 4, 9, 10]
        chart.add(RadialLineSeries(columns: SeriesColumns(x: Column([0.0, 10]), y: Column([1.0, 2]))))
        let (layout, _) = try frames(chart, width: 600, height: 400)
        #expect(layout.radial?.angle.ticks.map(\.value) == [0, 4, 9])
        chart.xAxis?.majorTickValues = [3, 10]
        #expect(try frames(chart, width: 600, height: 400).layout.radial?.angle.ticks.map(\.value) == [3, 10])
    }

    @Test("labels of ticks that were asked for go where they would run over others")
    func crowded() throws {
        let chart = Chart(width: 600, height: 400)
        chart.xAxis = NumberAxis(defaultRange: NumberRange(0, 360))
        chart.xAxis?.majorTickValues = stride(from: 0, to: 360, by: 2).map { $0 }
        chart.add(RadialLineSeries(columns: SeriesColumns(x: Column([0.0, 360]), y: Column([1.0, 2]))))
        let (layout, labels) = try frames(chart, width: 600, height: 400)
        let ticks = try #require(layout.radial).angle.ticks
        let shown = ticks.count { $0.showLabel }
        #expect(ticks.count == 180 && (20...90).contains(shown))
        for (i, a) in labels.enumerated() {
            for b in labels[(i + 1)...] {
                #expect(a.minX >= b.maxX || b.minX >= a.maxX || a.minY >= b.maxY || b.minY >= a.maxY)
            }
        }
    }

    @Test("dashes follow the path")
    func dashes() {
        let path: [SIMD2<Double>] = [[0, 0], [10, 0], [10, 10]]
        #expect(DashedPath.split(path, pattern: []) == [path])
        #expect(
            DashedPath.split(path, pattern: [4, 3]) == [
                [[0, 0], [4, 0]], [[7, 0], [10, 0], [10, 1]], [[10, 4], [10, 8]],
            ])
        #expect(DashedPath.split(path, pattern: [15]) == [[[0, 0], [10, 0], [10, 5]]])
        #expect(DashedPath.split(path, pattern: [0, 0]) == [path])
    }
}
