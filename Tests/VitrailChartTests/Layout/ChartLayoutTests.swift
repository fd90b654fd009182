import Foundation
import Testing
import VitrailScene
import VitrailTestNumbers
import VitrailText

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailScales

@Suite("Chart layout")
struct ChartLayoutTests {
    private func layout(_ chart: Chart) throws -> ChartLayout {
        _ = try plan(chart)
        let typesetter = Typesetter(frame: TextEngine.shared.frame(), scale: chart.scale)
        return ChartLayout(Planner(chart: chart, typesetter: typesetter).parts(), typesetter)
    }

    /// A chart with every element that takes space.
    private func full(_ width: Double, _ height: Double) -> Chart {
        let chart = Chart(width: width, height: height)
        chart.title = "A title"
        chart.xAxis?.title = "Time"
        chart.yAxis?.title = "Value"
        chart.add(LineSeries(title: "Line", columns: SeriesColumns(y: Column([1.0, 1_000, 3]))))
        chart.legend.hidden = false
        return chart
    }

    @Test("labels that differ in their ends alone, and have no room, are cut in their middle; others at their end")
    func alikeLabels() throws {
        for isHorizontal in [false, true] {
            for isAlike in [true, false] {
                func item(_ k: Int) -> String {
                    isAlike
                        ? "Region of the north-western territories, district number \(k)"
                        : "\(k) is a name that is far too long for any label whatever"
                }
                let chart = Chart(width: 500, height: 320)
                let (items, values) = (Column((0..<14).map { item($0 + 10) }), Column((0..<14).map(Double.init)))
                if isHorizontal {
                    chart.xAxis = CategoryAxis()
                    chart.add(ColumnSeries(columns: SeriesColumns(x: items, y: values)))
                } else {
                    chart.yAxis = CategoryAxis()
                    chart.add(BarSeries(columns: SeriesColumns(x: values, y: items)))
                }
                let axis = try #require(try layout(chart).axes.first { $0.axis is CategoryAxis })
                let texts = axis.ticks.compactMap { $0.block?.lines.map(\.text).joined() }
                #expect(texts.count == 14 && Set(texts).count == 14, "\(texts)")
                #expect(texts.allSatisfy { $0.hasSuffix("…") != isAlike && $0.contains("…") })
                #expect(axis.labelDepth <= 0.36 * (isHorizontal ? 320 : 500))
            }
        }
    }

    @Test("axes and plot area agree after three passes at most, mostly after one")
    func converges() throws {
        var random = SeededNumbers(seed: 7)
        var passes: [Int: Int] = [:]
        for _ in 0..<120 {
            let chart = RandomCharts.chart(&random)
            let layout = try layout(chart)
            passes[layout.passes, default: 0] += 1
            for axis in layout.axes where axis.axis.isHorizontal && layout.passes < 3 {
                let leeway = axis.axis is CategoryAxis ? 0 : 0.015 * layout.plot.width
                #expect(abs((axis.length ?? 0) - layout.plot.width) <= leeway + 1.5)
            }
        }
        #expect(passes.keys.allSatisfy { (1...3).contains($0) })
        #expect((passes[3] ?? 0) < 24)
        let plain = try layout(full(800, 400))
        #expect(plain.passes == 1)
    }

    @Test("labels of minor ticks are the same between any two majors", arguments: (3...16).map { 30.0 * Double($0) })
    func minorLabels(size: Double) throws {
        let chart = Chart(width: 300 + size, height: size)
        chart.yAxis = NumberAxis(defaultRange: NumberRange(-2.6, -0.07))
        chart.xAxis = NumberAxis(defaultRange: NumberRange(0.3, 4.9))
        for axis in chart.allAxes { axis.style.minorTickStyle = TickStyle(showTicks: true, showLabels: true) }
        chart.xAxis?.majorTickFrequency = 1
        chart.xAxis?.minorTickFrequency = 0.25
        chart.xAxis?.anchorPoint = 0
        for axis in try layout(chart).axes {
            let values = axis.ticks.filter(\.showLabel).map(\.value).sorted()
            let steps = zip(values, values.dropFirst()).map { $1 - $0 }
            // The first and the last one may have been clipped.
            #expect(steps.allSatisfy { abs($0 - steps[0]) < 1e-9 }, "\(values)")
        }
    }

    @Test("the plot area never vanishes: titles, legend, labels and ticks give way")
    func tiny() throws {
        for width in [1.0, 5, 20, 40, 80, 120, 300] {
            for height in [1.0, 5, 20, 40, 80, 120, 300] {
                let layout = try layout(full(width, height))
                #expect(layout.plot.width >= min(40, 0.3 * width) - 1, "\(width) × \(height): \(layout.plot)")
                #expect(layout.plot.height >= min(40, 0.3 * height) - 1, "\(width) × \(height): \(layout.plot)")
                #expect(layout.plot.x >= 0 && layout.plot.y >= 0)
                #expect(layout.plot.maxX <= max(width, 1) + 1 && layout.plot.maxY <= max(height, 1) + 1)
            }
        }
        // Elements that fit are present.
        let small = try layout(full(300, 200))
        #expect(small.title != nil && small.legend != nil)
        #expect(small.axes.allSatisfy { $0.concession == .none })
    }

    @Test("sixteen axes a side leave a plot area")
    func crowded() throws {
        let chart = full(400, 300)
        for k in 0..<16 {
            let x = NumberAxis(defaultRange: NumberRange(0, 1e6))
            let y = NumberAxis(defaultRange: NumberRange(0, 1e6))
            for axis in [x, y] as [Axis] {
                axis.title = "Axis \(k)"
                axis.width = k == 3 ? 300 : nil
            }
            chart.addXAxis(x)
            chart.addYAxis(y)
        }
        let layout = try layout(chart)
        #expect(layout.plot.width >= 39 && layout.plot.height >= 39)
    }

    @Test("labels never run over one another nor out of the picture")
    func labels() throws {
        var random = SeededNumbers(seed: 11)
        var shown = 0
        for round in 0..<160 {
            let chart = RandomCharts.chart(&random)
            let scene = try plan(chart).scene
            let runs = scene.layers.filter { $0.kind == .axes }.flatMap(\.marks).compactMap { mark -> GlyphRun? in
                guard case .glyphs(let run) = mark.shape, mark.label.hasPrefix("label ") else { return nil }
                return run
            }
            let boxes = runs.map(RandomCharts.box)
            shown += boxes.count
            for (k, box) in boxes.enumerated() {
                #expect(
                    box.minX >= -1 && box.minY >= -1 && box.maxX <= Float(scene.size.width) + 1
                        && box.maxY <= Float(scene.size.height) + 1,
                    "round \(round): \(runs[k].source.text) at \(box) in \(scene.size)")
                for other in (k + 1)..<max(boxes.count, k + 1) {
                    let overlaps = overlap(runs[k], runs[other])
                    #expect(
                        !overlaps,
                        "round \(round): \(runs[k].source.text) at \(boxes[k]) over \(runs[other].source.text) at \(boxes[other]), \(runs[k].source.rotation)"
                    )
                }
            }
        }
        #expect(shown > 1_600)
    }

    /// Whether any glyph of one run overlaps a glyph of the other; for rotated runs, compares the distance of their
    /// baselines, since the boxes of rotated glyphs overlap sooner than their ink.
    private func overlap(_ a: GlyphRun, _ b: GlyphRun) -> Bool {
        guard a.source.rotation == 0 || b.source.rotation == 0 || a.source.rotation != b.source.rotation else {
            let (dx, dy) = (
                Double(b.source.origin.x - a.source.origin.x), Double(b.source.origin.y - a.source.origin.y)
            )
            let turn = Double(a.source.rotation)
            let (along, across) = (dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn))
            // Compares the lower run's capitals with the upper run's baseline.
            let capitals = 0.73 * Double(across > 0 ? b.source.size : a.source.size)
            return abs(across) < capitals && along < Double(a.source.width) && -along < Double(b.source.width)
        }
        return a.glyphs.contains { g in
            b.glyphs.contains { h in
                g.x < h.x + Int32(h.width) && h.x < g.x + Int32(g.width) && g.y < h.y + Int32(h.height)
                    && h.y < g.y + Int32(g.height)
            }
        }
    }

    @Test("items that have no room side by side are broken, then turned, then thinned; what was asked for is kept")
    func orientations() throws {
        func orientation(
            _ items: [String], asked: TickLabelOrientation? = nil, width: Double = 420
        ) throws -> (TickLabelOrientation, Int, Int) {
            let chart = Chart(width: width, height: 280, xAxisType: .category)
            chart.xAxis?.style.majorTickStyle = TickStyle(tickLabelOrientation: asked)
            chart.add(
                ColumnSeries(
                    columns: SeriesColumns(x: Column(items.map { Optional($0) }), y: Column(items.map { _ in 1.0 }))))
            let axis = try layout(chart).axes[0]
            let labels = axis.ticks.filter(\.showLabel)
            return (axis.setting.orientation, labels.count, labels.map { $0.block?.lines.count ?? 0 }.max() ?? 0)
        }
        #expect(try orientation(["a", "b", "c"]) == (.horizontal, 3, 1))
        #expect(
            try orientation(
                ["New York", "San Diego", "Los Alamos", "Las Vegas", "Fort Worth"].map { "The city of \($0)" }) == (
                    .horizontal, 5, 2
                ))
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        #expect(try orientation(months) == (.diagonal, 12, 1))
        #expect(try orientation(months, asked: .vertical) == (.vertical, 12, 1))
        #expect(try orientation(months, asked: .horizontal).0 == .horizontal)
        #expect(try orientation(months, asked: .horizontal).1 < 12)
        #expect(try orientation((0..<25).map { "Item number \($0)" }) == (.vertical, 25, 1))
        // Readers infer years that are left out.
        let years = try orientation((1960...2020).map(String.init))
        #expect(years.0 == .horizontal && (5...20).contains(years.1))
        let many = try orientation((0..<100_000).map { "Item \($0)" })
        #expect(many.0 == .horizontal && (2...10).contains(many.1))
    }

    @Test("labels of a set frequency that do not fit are thinned evenly, and keep their places while panning")
    func thinned() throws {
        let chart = Chart(width: 600, height: 300)
        chart.xAxis = NumberAxis(defaultRange: NumberRange(0, 100))
        chart.xAxis?.majorTickFrequency = 1
        chart.xAxis?.anchorPoint = 0
        func shown() throws -> [Double] {
            let axis = try layout(chart).axes[0]
            #expect(axis.ticks.count >= 100)
            return axis.ticks.filter(\.showLabel).map(\.value)
        }
        let values = try shown()
        let steps = Set(zip(values, values.dropFirst()).map { $1 - $0 })
        // Six points per tick, three or four ticks per label.
        #expect(steps == [5] && values.count == 21)
        chart.xAxis?.setRange(3, 103)
        let panned = try shown()
        #expect(panned.filter { $0 <= 100 } == values.filter { $0 >= 3 })
    }

    @Test("a redraw lays out like the first render")
    func repeatable() throws {
        var random = SeededNumbers(seed: 5)
        for _ in 0..<40 {
            let chart = RandomCharts.chart(&random)
            let first = try plan(chart).scene
            #expect(try plan(chart).scene.layers == first.layers)
        }
    }

    @Test("without a delegate no tick becomes an object; with one, hooks are asked in the host's order")
    func hooks() throws {
        let chart = Chart(width: 600, height: 300)
        #expect(TickHooks(chart) == nil)
        #expect(try layout(chart).axes.allSatisfy { $0.ticks.allSatisfy { $0.mark == nil } })
        let delegate = HookDelegate()
        chart.delegate = delegate
        let axes = try layout(chart).axes
        // The delegate's ticks take precedence over the data source's.
        #expect(axes[0].ticks.map(\.value) == [0.2, 0.7] && axes[0].ticks.allSatisfy { $0.mark != nil })
        delegate.values = nil
        let source = HookSource()
        chart.dataSource = source
        #expect(try layout(chart).axes[0].ticks.map(\.value) == [0.1, 0.5, 0.9])
        source.values = nil
        #expect(try layout(chart).axes[0].ticks.map(\.value) == [0, 0.25, 0.5, 0.75, 1])
    }
}

private final class HookDelegate: ChartDelegate {
    var values: [Double]? = [0.7, 0.2, .nan, 9]

    func chart(_ chart: Chart, majorTickValuesFor axis: Axis) -> [Double]? { axis.direction == .x ? values : nil }
    func chart(_ chart: Chart, adjust frequencies: inout TickFrequencies, of axis: Axis) {
        if axis.direction == .x { frequencies = TickFrequencies(major: 0.25, minor: nil) }
    }
}

private final class HookSource: DataSource {
    var values: [Double]? = [0.1, 0.5, 0.9]

    func numberOfSeries(in chart: Chart) -> Int { 0 }
    func series(at index: Int, in chart: Chart) -> Series { LineSeries() }
    func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { 0 }
    func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
        DataPoint(xValue: 0, yValue: 0)
    }
    func majorTickValues(for axis: Axis, in chart: Chart) -> [Double]? { axis.direction == .x ? values : nil }
}
