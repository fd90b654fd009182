import Synchronization
import Testing
import Vitrail

@testable import VitrailLive

@Suite(.timeLimit(.minutes(10))) struct SessionTests {
    private func session(_ limits: LiveLimits = LiveLimits()) throws -> LiveSession {
        var limits = limits
        // Other tests block the threads that pictures are planned on.
        limits.frameSeconds = 600
        return try LiveSession(id: "test", renderer: renderer, limits: limits) { LiveChart(makeChart()) }
    }

    /// The picture of a state, rendered by the library alone.
    private func picture(of state: ChartState, width: Double = 400, height: Double = 300) async throws -> PixelImage {
        let chart = makeChart()
        chart.frame = Rect(x: 0, y: 0, width: width, height: height)
        chart.summaries = .automatic
        _ = try await renderer.render(chart)
        for (axis, range) in zip(chart.allAxes, state.x + state.y) {
            if let range { axis.setRange(range[0], range[1]) }
        }
        chart.redrawChart()
        return try await renderer.render(chart).image
    }

    @Test func aFrameIsThePictureOfTheSameState() async throws {
        let session = try session()
        let reader = Reader(await session.attach(wantsPixels: true))
        guard case .hello(let hello)? = await reader.next() else {
            Issue.record("no hello")
            return
        }
        #expect(hello.session == "test" && hello.title == "Two lines" && hello.series == ["first", "second"])
        #expect(!hello.resumed)
        await session.send(resize, reader)
        let first = try #require(await reader.frame())
        #expect(first.format == .rgba && first.index == 1)
        #expect(first.width == 400 && first.height == 300)
        #expect(first.picture == (try await picture(of: ChartState())).pixels)
        await session.acknowledge(first, reader)

        await session.send(#"{"event_type": "key_down", "key": "+"}"#, reader)
        let second = try #require(await reader.frame())
        let state = await session.chartState
        #expect(state.x != [nil])
        let expected = try await picture(of: state)
        #expect(second.picture == expected.pixels)
        #expect(second.picture != first.picture)
    }

    @Test func pngHoldsTheSamePixels() async throws {
        let session = try session()
        let reader = Reader(await session.attach())
        await session.send(resize, reader)
        let frame = try #require(await reader.frame())
        #expect(frame.format == .png)
        let decoded = try PNGDecoder.decode(frame.picture)
        #expect(decoded == (try await picture(of: ChartState())))
    }

    @Test func nothingIsDrawnBeforeTheFirstSize() async throws {
        let session = try session()
        let reader = Reader(await session.attach(wantsPixels: true))
        await session.send(#"{"event_type": "pointer_leave"}"#, reader)
        try await Task.sleep(for: .milliseconds(100))
        await session.send(#"{"event_type": "resize", "width": 333, "height": 222, "pixel_ratio": 1}"#, reader)
        let frame = try #require(await reader.frame())
        #expect(frame.width == 333 && frame.height == 222 && frame.index == 1)
    }

    @Test func twoFramesAreUnderWayAndTheNewestStateWins() async throws {
        let session = try session()
        let reader = Reader(await session.attach(wantsPixels: true))
        await session.send(resize, reader)
        let first = try #require(await reader.frame())
        // Many changes without an acknowledgement: one more frame, and then none.
        for _ in 0..<20 { await session.send(#"{"event_type": "key_down", "key": "+"}"#, reader) }
        let second = try #require(await reader.frame())
        #expect(second.index == 2)
        for _ in 0..<5 { await session.send(#"{"event_type": "key_down", "key": "ArrowLeft"}"#, reader) }
        // An error comes before the next frame, although the state has changed meanwhile.
        try await Task.sleep(for: .milliseconds(200))
        await session.send("{}", reader)
        var isAnswered = false
        while !isAnswered, let message = await reader.next() {
            if case .failure = message { isAnswered = true }
            if case .frame = message {
                Issue.record("a third frame is under way")
                return
            }
        }
        await session.acknowledge(first, reader)
        let third = try #require(await reader.frame())
        #expect(third.index == 3)
        #expect(third.picture == (try await picture(of: await session.chartState)).pixels)
    }

    @Test func aFirstPictureNeedsNoClientAndChangesNoFrame() async throws {
        let session = try session()
        let picture = try await session.drawFirst(width: 300, height: 200)
        #expect(picture.image.width == 300)
        #expect(picture.altText.hasPrefix("A line chart of 2 series"))
        let reader = Reader(await session.attach(wantsPixels: true))
        guard case .hello(let hello)? = await reader.next() else {
            Issue.record("no hello")
            return
        }
        #expect(!hello.resumed)
        await session.send(#"{"event_type": "frame_feedback", "index": 1}"#, reader)
        #expect(await reader.failure()?.path == "index")
        await session.send(resize, reader)
        let frame = try #require(await reader.frame())
        #expect(frame.index == 1)
        #expect(frame.picture == (try await self.picture(of: ChartState())).pixels)
    }

    @Test func aSessionContinuesOneOfAnotherProcess() async throws {
        let state = ChartState(x: [[20, 40]], y: [[10, 150]])
        let session = try session()
        _ = try await session.drawFirst(width: 300, height: 200, state: FigureState([state]))
        #expect(await session.chartState == state)
        let reader = Reader(await session.attach(wantsPixels: true))
        guard case .hello(let hello)? = await reader.next() else {
            Issue.record("no hello")
            return
        }
        #expect(hello.resumed)
        // An acknowledgement of the earlier process's frames is no mistake; later ones are.
        await session.send(#"{"event_type": "frame_feedback", "index": 7}"#, reader)
        await session.send(resize, reader)
        guard case .frame(let frame)? = await reader.next() else {
            Issue.record("something precedes the frame")
            return
        }
        #expect(frame.picture == (try await picture(of: state)).pixels)
        await session.send(#"{"event_type": "frame_feedback", "index": 7}"#, reader)
        #expect(await reader.failure()?.path == "index")
    }

    @Test func aWrongMessageEndsNothing() async throws {
        let session = try session()
        let reader = Reader(await session.attach(wantsPixels: true))
        for (text, path) in [
            ("", ""), ("\u{0}", ""), (#"{"event_type": "resize", "width": 0, "height": 1}"#, "width"),
            (#"{"event_type": "frame_feedback", "index": 1}"#, "index"),
        ] {
            await session.send(text, reader)
            #expect(await reader.failure()?.path == path)
        }
        await session.send(resize, reader)
        #expect(await reader.frame() != nil)
    }

    @Test func theTextAndTheStateFollowOnceTheChartRests() async throws {
        let session = try session()
        let reader = Reader(await session.attach(wantsPixels: true))
        await session.send(resize, reader)
        let first = try #require(await reader.frame())
        guard case .altText(let text)? = await reader.next() else {
            Issue.record("no text after the first frame")
            return
        }
        #expect(text.contains("first") && text.contains("second"))
        #expect(await reader.state() == ChartState(x: [nil], y: [nil]))
        await session.acknowledge(first, reader)
        await session.send(#"{"event_type": "key_down", "key": "Tab"}"#, reader)
        let second = try #require(await reader.frame())
        await session.acknowledge(second, reader)
        #expect(await reader.state()?.crosshair?.series == 0)
        guard case .announcement(let words)? = await reader.next() else {
            Issue.record("no announcement")
            return
        }
        #expect(words.hasPrefix("first, "))
    }

    @Test func aClientComesBackToItsState() async throws {
        let session = try session()
        let first = Reader(await session.attach(wantsPixels: true))
        await session.send(resize, first)
        await session.send(#"{"event_type": "key_down", "key": "+"}"#, first)
        _ = await first.frame()
        await session.send(#"{"event_type": "key_down", "key": "+"}"#, first)
        let state = await session.chartState
        await session.detach(first.number)
        let second = Reader(await session.attach(wantsPixels: true))
        guard case .hello(let hello)? = await second.next() else {
            Issue.record("no hello")
            return
        }
        #expect(hello.resumed)
        await session.send(resize, second)
        let frame = try #require(await second.frame())
        #expect(await session.chartState == state)
        #expect(frame.picture == (try await picture(of: state)).pixels)
        // The lost connection is no longer heard.
        await session.send(#"{"event_type": "key_down", "key": "-"}"#, first)
        #expect(await session.chartState == state)
    }

    @Test func aDragWithoutAnEndEndsWithItsConnection() async throws {
        let session = try session()
        let first = Reader(await session.attach(wantsPixels: true))
        await session.send(resize, first)
        _ = await first.frame()
        await session.send(#"{"event_type": "pointer_down", "x": 200, "y": 150, "button": 1}"#, first)
        await session.send(#"{"event_type": "pointer_move", "x": 240, "y": 150}"#, first)
        await session.detach(first.number)
        let second = Reader(await session.attach(wantsPixels: true))
        await session.send(resize, second)
        // Only a chart that rests tells its state; a move without a button moves nothing.
        var state: ChartState?
        while state == nil, let message = await second.next() {
            if case .frame(let frame) = message { await session.acknowledge(frame, second) }
            if case .state(let told, _) = message { state = told.charts[0] }
        }
        await session.send(#"{"event_type": "pointer_move", "x": 100, "y": 150}"#, second)
        #expect(await session.chartState == state)
    }

    @Test func aSecondClientTakesTheSessionOver() async throws {
        let session = try session()
        let first = Reader(await session.attach())
        _ = await session.attach()
        var last: LiveMessage?
        while let message = await first.next() { last = message }
        guard case .closing? = last else {
            Issue.record("the first client was not told")
            return
        }
    }

    @Test func aLongPressNeedsNoFurtherEvent() async throws {
        let session = try session()
        let reader = Reader(await session.attach(wantsPixels: true))
        await session.send(resize, reader)
        await session.acknowledge(try #require(await reader.frame()), reader)
        await session.send(#"{"event_type": "pointer_down", "x": 200, "y": 150, "button": 1}"#, reader)
        await session.acknowledge(try #require(await reader.frame()), reader)
        #expect(await session.chartState.crosshair != nil)
    }

    @Test func aSlowClientGetsFewerPixelsUntilTheChartRests() async throws {
        let time = Mutex(0.0)
        let clock: @Sendable () -> Double = { time.withLock { $0 } }
        let session = try LiveSession(id: "a", renderer: renderer, clock: clock) { LiveChart(makeChart()) }
        let reader = Reader(await session.attach(wantsPixels: true))
        func next(_ key: String, after seconds: Double) async throws -> LiveFrame {
            time.withLock { $0 += seconds }
            await session.send(#"{"event_type": "key_down", "key": "\#(key)"}"#, reader)
            return try #require(await reader.frame())
        }
        await session.send(resize, reader)
        await session.acknowledge(try #require(await reader.frame()), reader)
        let sharp = try await next("+", after: 1)
        #expect(sharp.width == 400)
        time.withLock { $0 += 0.3 }
        await session.acknowledge(sharp, reader)
        // Frames of the movement before may still be under way, on a busy machine even more than one.
        func next(after frame: LiveFrame, until isWanted: (LiveFrame) -> Bool) async throws -> LiveFrame {
            var frame = frame
            while !isWanted(frame) {
                await session.acknowledge(frame, reader)
                frame = try #require(await reader.frame())
            }
            return frame
        }
        let coarse = try await next(after: try await next("ArrowLeft", after: 1)) { $0.width < 400 }
        #expect(coarse.width == 200 && coarse.height == 150 || coarse.width == 100 && coarse.height == 75)
        // Without another event, once the chart rests.
        let ticks = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .milliseconds(10))
                time.withLock { $0 += 0.05 }
            }
        }
        defer { ticks.cancel() }
        let last = try await next(after: coarse) { $0.width == 400 }
        #expect(last.picture == (try await picture(of: await session.chartState)).pixels)
    }

    @Test func sessionsEndWhenTheyAreIdleOrAlone() async throws {
        let time = Mutex(0.0)
        var limits = LiveLimits()
        (limits.idleSeconds, limits.reconnectSeconds) = (100, 10)
        let clock: @Sendable () -> Double = { time.withLock { $0 } }
        let session = try LiveSession(id: "a", renderer: renderer, limits: limits, clock: clock) {
            LiveChart(makeChart())
        }
        #expect(await session.expiry() == nil)
        time.withLock { $0 = 11 }
        #expect(await session.expiry() != nil)
        let reader = Reader(await session.attach())
        time.withLock { $0 = 105 }
        #expect(await session.expiry() == nil)
        await session.send(#"{"event_type": "pointer_leave"}"#, reader)
        time.withLock { $0 = 204 }
        #expect(await session.expiry() == nil)
        time.withLock { $0 = 206 }
        #expect(await session.expiry() != nil)
    }
}

@Suite struct SessionsTests {
    @Test func thereAreNoMoreSessionsThanAllowed() async throws {
        var limits = LiveLimits()
        limits.sessions = 2
        let sessions = LiveSessions(renderer: renderer, limits: limits) { LiveChart(makeChart()) }
        let first = try await sessions.open()
        _ = try await sessions.open()
        await #expect(throws: LiveSessions.Refusal.tooMany(limit: 2)) { try await sessions.open() }
        // One that exists is found.
        #expect(try await sessions.open(first.id) === first)
        await first.end(reason: "test")
        let third = try await sessions.open(first.id)
        #expect(third !== first && third.id != first.id)
    }

    @Test func aChartThatCannotBeMadeIsRefused() async throws {
        struct NoChart: Error {}
        let sessions = LiveSessions(renderer: renderer) { throw NoChart() }
        await #expect(throws: LiveSessions.Refusal.self) { try await sessions.open() }
        #expect(await sessions.count == 0)
    }

    @Test func namesAreLongAndDiffer() {
        let names = (0..<100).map { _ in UnguessableName.make() }
        #expect(Set(names).count == 100)
        #expect(names.allSatisfy { $0.utf8.count == 26 })
    }
}
