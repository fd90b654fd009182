import Testing
import Vitrail

@testable import VitrailLive

/// Charts of a program, with gestures and changes of its own.
@Suite(.timeLimit(.minutes(10))) struct HostedTests {
    /// Two charts whose gestures are noted, and a number of samples that grows.
    private final class Own: LiveContent {
        let upper = makeChart()
        let lower = makeChart()
        let isSingle: Bool
        var samples = 2
        let maxSamples: Int
        var pans: [(phase: GesturePhase, x: Double, y: Double)] = []
        private let source = Source()

        init(isSingle: Bool = false, maxSamples: Int = 2) {
            (self.isSingle, self.maxSamples) = (isSingle, maxSamples)
            upper.dataSource = source
        }

        final class Source: DataSource {
            var count = 2
            func numberOfSeries(in chart: Chart) -> Int { 1 }
            func series(at index: Int, in chart: Chart) -> Series { LineSeries(title: "grows") }
            func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { count }
            func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
                DataPoint(x: Double(pointIndex), y: Double(pointIndex % 7))
            }
        }

        var charts: [Chart] { isSingle ? [upper] : [upper, lower] }
        var isStreaming: Bool { true }

        func pan(
            _ phase: GesturePhase, x: Double, y: Double, time: Double?, velocity: (x: Double, y: Double)?
        ) -> Bool {
            pans.append((phase, x, y))
            return true
        }

        func advance(by seconds: Double) -> Bool {
            if seconds > 0, samples < maxSamples {
                samples += 1
                source.count = samples
                upper.appendNumberOfDataPoints(1, toEndOfSeriesAt: 0)
            }
            return samples < maxSamples
        }
    }

    private func render(_ figure: any LiveFigure) async throws -> RenderedImage {
        try #require(try await figure.render(on: renderer, for: nil, deadline: .now + .seconds(600)))
    }

    @Test func gesturesAreInPointsOfTheWholePicture() async throws {
        let own = Own()
        let figure = try own.makeFigure()
        figure.handle(.resize(width: 300, height: 200, pixelRatio: 2), maxPixels: .max)
        let picture = try await render(figure)
        #expect(picture.image.width == 600 && picture.image.height == 400)
        #expect(picture.altText.contains("Below it: "))
        for y in [40.0, 160] {
            figure.handle(.pointerDown(PointerEvent(x: 100, y: y, button: 1, time: 0)), maxPixels: .max)
            figure.handle(.pointerMove(PointerEvent(x: 150, y: y + 20, time: 0.1)), maxPixels: .max)
            figure.handle(.pointerUp(PointerEvent(x: 150, y: y + 20, time: 0.2)), maxPixels: .max)
        }
        #expect(own.pans.map(\.phase) == [.began, .moved, .ended, .began, .moved, .ended])
        #expect(own.pans.map(\.x) == [100, 150, 150, 100, 150, 150])
        #expect(zip(own.pans, [40.0, 60, 60, 160, 180, 180]).allSatisfy { abs($0.y - $1) < 0.01 }, "\(own.pans)")
        // Settings stay as they were.
        #expect(own.upper.xAxis.enableGesturePanning == Chart(width: 9, height: 9).xAxis.enableGesturePanning)
    }

    @Test func aSelectorOfAProgramHasHandles() throws {
        let selector = RangeSelector(width: 300, height: 200) { $0.add(LineSeries(x: [0, 1], y: [0, 1], title: "s")) }
        let figure = try selector.makeFigure()
        #expect(figure.seriesNames.suffix(2) == ["Start of the range", "End of the range"])
        #expect(try makeChart().makeFigure().seriesNames.isEmpty)
    }

    @Test func aProgramHasOneOrTwoCharts() {
        final class Wrong: LiveContent {
            let charts: [Chart]
            init(_ count: Int) { charts = (0..<count).map { _ in makeChart() } }
        }
        for count in [0, 3] {
            #expect(throws: LiveContentError.self) { try Wrong(count).makeFigure() }
        }
    }

    @Test func changesGoOnWithReducedMotion() async throws {
        let own = Own(isSingle: true, maxSamples: 10)
        let figure = try own.makeFigure()
        figure.handle(.preferences(reducedMotion: true), maxPixels: .max)
        _ = try await render(figure)
        #expect(figure.advance(by: 0.1))
        #expect(own.samples == 3 && figure.needsPicture)
        for _ in 0..<7 { _ = figure.advance(by: 0.1) }
        #expect(own.samples == 10 && !figure.advance(by: 0.1))
    }

    @Test func framesFollowTheChangesWithoutInput() async throws {
        let session = try LiveSession(id: "own", renderer: renderer) {
            try Own(isSingle: true, maxSamples: 1_000_000).makeFigure()
        }
        let reader = Reader(await session.attach(wantsPixels: true))
        await session.send(resize, reader)
        var (frames, texts) = (0, 0)
        // It never rests, and tells its text nevertheless.
        while frames < 5 || texts < 2, let message = await reader.next() {
            switch message {
            case .frame(let frame):
                frames += 1
                await session.acknowledge(frame, reader)
            case .altText: texts += 1
            default: break
            }
        }
        #expect(frames >= 5 && texts >= 2)
        await session.end(reason: "test")
    }
}
