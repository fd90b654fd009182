import Testing
import Vitrail

@testable import VitrailLive

@Suite(.timeLimit(.minutes(10))) struct LinkedTests {
    private let size = LiveEvent.resize(width: 400, height: 301, pixelRatio: 1)

    private func chart(_ x: ClosedRange<Int>, _ title: String = "own", factor: Double = 1) -> Chart {
        let chart = Chart(width: 400, height: 150)
        chart.title = title
        let numbers = x.map(Double.init)
        chart.add(LineSeries(x: numbers, y: numbers.map { $0 * factor }, title: title))
        return chart
    }

    private func linked(_ charts: [Chart], links: LiveLinks = .x) async throws -> LinkedCharts {
        let figure = LinkedCharts(charts, links: links)
        figure.handle(size)
        _ = try await picture(of: figure)
        return figure
    }

    private func picture(of figure: LinkedCharts) async throws -> RenderedImage {
        try #require(try await figure.render(on: renderer, for: nil, deadline: .now + .seconds(600)))
    }

    /// A point of the figure in the plot area of a chart, as shares of its sides.
    private func point(_ figure: LinkedCharts, _ index: Int, _ x: Double, _ y: Double) throws -> PointerEvent {
        let plot = try #require(figure.panels[index].chart.plotAreaFrame)
        let top = figure.panels.prefix(index).reduce(0) { $0 + $1.chart.frame.height }
        return PointerEvent(x: plot.x + plot.width * x, y: top + plot.y + plot.height * y, button: 1, time: 0)
    }

    private func expectOneRange(_ figure: LinkedCharts, _ location: SourceLocation = #_sourceLocation) {
        let ranges = figure.panels.map(\.x)
        #expect(ranges.allSatisfy { $0 == ranges[0] }, "\(ranges)", sourceLocation: location)
    }

    @Test func linkedChartsShowAllDataFirst() async throws {
        let figure = try await linked([chart(0...100), chart(50...300, factor: 1_000)])
        expectOneRange(figure)
        // A little more than the data, for whole strokes.
        #expect(abs(figure.panels[0].x.minimum) < 1 && abs(figure.panels[0].x.maximum - 300) < 1)
        #expect(figure.panels.map(\.y)[0] != figure.panels.map(\.y)[1])
    }

    @Test func everyMovementMovesAllCharts() async throws {
        let figure = try await linked([chart(0...100), chart(0...100, factor: 1_000), chart(20...60)])
        let whole = figure.panels[0].x
        for index in figure.panels.indices {
            let before = figure.panels[0].x
            let middle = try point(figure, index, 0.5, 0.5)
            figure.handle(.wheel(WheelEvent(x: middle.x, y: middle.y, dx: 0, dy: -300)))
            expectOneRange(figure)
            #expect(figure.panels[0].x.span < before.span)
        }
        let zoomed = figure.panels[0].x
        var drag = try point(figure, 1, 0.5, 0.5)
        figure.handle(.pointerDown(drag))
        for step in 1...4 {
            (drag.x, drag.time) = (drag.x - 10, Double(step) * 0.016)
            // Beyond the edge of the chart, the drag still belongs to it.
            drag.y += 40
            figure.handle(.pointerMove(drag))
            expectOneRange(figure)
        }
        figure.handle(.pointerUp(drag))
        #expect(figure.panels[0].x.minimum > zoomed.minimum)
        var moved = 0
        while figure.advance(by: 0.016), moved < 1_000 {
            expectOneRange(figure)
            moved += 1
        }
        #expect(moved > 3)
        figure.handle(.keyDown(KeyEvent(key: "0")))
        while figure.advance(by: 0.1) { expectOneRange(figure) }
        #expect(figure.panels.allSatisfy { $0.x == whole })
    }

    @Test func withoutLinksEachChartMovesAlone() async throws {
        let figure = try await linked([chart(0...100), chart(0...100)], links: .none)
        let middle = try point(figure, 0, 0.5, 0.5)
        figure.handle(.wheel(WheelEvent(x: middle.x, y: middle.y, dx: 0, dy: -300)))
        #expect(figure.panels[0].x.span < 60 && figure.panels[1].x.span > 99)
    }

    @Test func axesOfAnotherKindAreNotLinked() async throws {
        let names = Chart(width: 400, height: 150)
        names.xAxis = CategoryAxis()
        names.add(LineSeries(x: ["a", "b", "c"], y: [1, 2, 3], title: "names"))
        let figure = LinkedCharts([chart(0...100), names, chart(0...50)])
        figure.handle(size)
        let picture = try await picture(of: figure)
        #expect(picture.warnings.contains { "\($0)".contains("charts[1].xAxis") })
        #expect(figure.panels[0].x == figure.panels[2].x && figure.panels[1].x.maximum < 3)
    }

    @Test func aPictureHasThePicturesOfAllCharts() async throws {
        let figure = try await linked([chart(0...100), chart(0...100, factor: 1e6)])
        let middle = try point(figure, 1, 0.3, 0.5)
        figure.handle(.wheel(WheelEvent(x: middle.x, y: middle.y, dx: 0, dy: -200)))
        let picture = try await picture(of: figure)
        #expect(picture.image.width == 400 && picture.image.height == 301)
        var rows: [UInt8] = []
        for (index, factor) in [1, 1e6].enumerated() {
            let own = figure.panels[index].chart
            let single = chart(0...100, factor: factor)
            (single.frame, single.canvasInset, single.summaries) = (own.frame, own.canvasInset, .automatic)
            _ = try await renderer.render(single)
            for (axis, shown) in zip(single.allAxes, own.allAxes) {
                axis.setRange(shown.axisRange.minimum, shown.axisRange.maximum)
            }
            single.redrawChart()
            rows += try await renderer.render(single).image.pixels
        }
        #expect(picture.image.pixels == rows)
        #expect(picture.altText.contains("Chart 1 of 2, “own”. ") && picture.altText.contains("Chart 2 of 2"))
    }

    @Test(arguments: [1, 1.25, 2]) func plotAreasAreAligned(_ ratio: Double) async throws {
        let figure = LinkedCharts([chart(0...100), chart(0...100, factor: 1e6), chart(0...100, factor: 1e-3)])
        figure.handle(.resize(width: 500, height: 400, pixelRatio: ratio))
        let picture = try await picture(of: figure)
        #expect(picture.image.height == Int((400 * ratio).rounded(.up)))
        let plots = figure.panels.compactMap(\.chart.plotAreaFrame)
        #expect(plots.count == 3)
        for plot in plots {
            #expect(abs(plot.x - plots[0].x) <= 1.02 / ratio && abs(plot.maxX - plots[0].maxX) <= 1.02 / ratio)
        }
    }

    @Test func labelsThatChangeTheirWidthPushEdgesOnce() async throws {
        let figure = try await linked([chart(0...100), chart(0...100, factor: 1e6)])
        let axis = try #require(figure.panels[0].chart.yAxis)
        let whole = axis.axisRange
        var edges: [Double] = []
        for _ in 0..<6 {
            // Narrow labels, and then wide ones.
            for range in [NumberRange(1, 9), whole, NumberRange(1.00001, 1.00002)] {
                axis.setRange(range.minimum, range.maximum)
                figure.redraw()
                _ = try await picture(of: figure)
                let plots = figure.panels.compactMap(\.chart.plotAreaFrame)
                #expect(abs(plots[0].x - plots[1].x) <= 1.02, "\(range)")
            }
            edges.append(try #require(figure.panels[1].chart.plotAreaFrame).x)
        }
        #expect(edges.allSatisfy { $0 == edges[0] }, "\(edges)")
    }

    @Test func tabGoesThroughTheSeriesOfAllCharts() async throws {
        let figure = try await linked([makeChart(), chart(0...100, "third")])
        #expect(figure.seriesNames == ["first", "second", "third"])
        var marked: [Int?] = []
        for _ in 0..<4 {
            figure.handle(.keyDown(KeyEvent(key: "Tab")))
            _ = try await picture(of: figure)
            marked.append(figure.markedSeries)
        }
        #expect(marked == [0, 1, 2, nil])
        figure.handle(.keyDown(KeyEvent(key: "Tab", modifiers: [.shift])))
        _ = try await picture(of: figure)
        #expect(figure.markedSeries == 2)
        #expect(figure.announcement.hasPrefix("third"))
    }

    @Test func theCrosshairMarksTheNearestSampleInTheOthers() async throws {
        let sparse = Chart(width: 400, height: 150)
        sparse.add(LineSeries(x: [0, 33, 66, 100], y: [5, 6, 7, 8], title: "sparse"))
        let figure = try await linked([chart(0...100), sparse])
        let own = try #require(figure.panels[0].markable.first)
        figure.handle(.keyDown(KeyEvent(key: "Tab")))
        figure.panels[0].chart.crosshair.show(at: 60, of: own)
        figure.handle(.pointerEnter)
        #expect(sparse.crosshair.trackingPoint == 2)
        figure.handle(.keyDown(KeyEvent(key: "Escape")))
        #expect(!sparse.crosshair.isActive)
    }

    @Test func seriesOfTheSameTitleAreSelectedTogether() async throws {
        let charts = [chart(0...100), chart(0...100, factor: 3), chart(0...100, "other")]
        let figure = try await linked(charts)
        let lines = charts.compactMap { $0.series[0] as? CartesianSeries }
        lines[0].selected = true
        figure.handle(.pointerEnter)
        #expect(lines.map(\.selected) == [true, true, false])
        lines[1].selected = false
        figure.handle(.pointerEnter)
        #expect(lines.map(\.selected) == [false, false, false])
    }

    @Test func aStateIsTakenAndGivenBack() async throws {
        let figure = try await linked([chart(0...100), chart(0...100)])
        let middle = try point(figure, 1, 0.3, 0.5)
        figure.handle(.wheel(WheelEvent(x: middle.x, y: middle.y, dx: 0, dy: -200)))
        let state = figure.state
        #expect(state.charts.count == 2 && state.charts[0].x != [nil])
        let other = LinkedCharts([chart(0...100), chart(0...100)])
        other.handle(size)
        other.handle(.restore(state))
        while try await other.render(on: renderer, for: nil, deadline: .now + .seconds(600)) == nil {}
        #expect(other.state == state && state.focus == 1)
        expectOneRange(other)
    }

    @Test func aStateBeyondTheDataOfOneChartIsRestored() async throws {
        let figure = LinkedCharts([chart(0...100), chart(0...300)])
        figure.handle(size)
        let own = ChartState(x: [[150, 250]], y: [nil])
        let state = FigureState([own, own], focus: 1)
        figure.handle(.restore(state))
        _ = try await picture(of: figure)
        expectOneRange(figure)
        #expect(figure.panels[0].x == NumberRange(150, 250))
    }

    @Test func inputDuringAPictureCountsForTheNext() async throws {
        let figure = try await linked([chart(0...100), chart(0...100)])
        figure.redraw()
        let middle = try point(figure, 0, 0.5, 0.5)
        var limits = LiveLimits()
        limits.frameSeconds = 600
        let session = try LiveSession(id: "a", renderer: renderer, limits: limits) {
            LinkedCharts([makeChart(), makeChart()])
        }
        let reader = Reader(await session.attach(wantsPixels: true))
        await session.send(resize, reader)
        // While the first picture is drawn.
        for _ in 0..<3 {
            await session.send(
                #"{"event_type": "wheel", "x": \#(middle.x), "y": \#(middle.y), "dx": 0, "dy": -100}"#, reader)
        }
        let first = try #require(await reader.frame())
        await session.acknowledge(first, reader)
        let second = try #require(await reader.frame())
        #expect(second.picture != first.picture)
        let state = await session.state
        #expect(state.charts[0].x == state.charts[1].x && state.charts[0].x != [nil])
    }

    @MainActor @Test func aButtonThatIsDownDuringAPictureEndsWithItsConnection() async throws {
        let figure = try await linked([chart(0...100), chart(0...100)])
        figure.redraw()
        let drawing = Task { @MainActor in
            _ = try await figure.render(on: renderer, for: nil, deadline: .now + .seconds(600))
        }
        while !figure.isRendering { await Task.yield() }
        figure.handle(.pointerDown(try point(figure, 0, 0.5, 0.5)))
        figure.cancelGestures()
        try await drawing.value
        #expect(!figure.isHeld)
    }
}
