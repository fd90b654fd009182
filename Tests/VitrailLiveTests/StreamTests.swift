import Foundation
import Synchronization
import Testing
import Vitrail

@testable import VitrailLive

/// Rows that a reader took from bytes, with its warnings.
private struct Taken {
    let store: StreamStore
    let warnings: [String]

    var x: [Double] { Self.values(store.snapshot.x) }
    var y: [[Double]] { store.snapshot.y.map(Self.values) }

    private static func values(_ column: Column) -> [Double] {
        column.withValues { span in span.indices.map { span[$0] } }
    }
}

/// The chart of `vitrail plot` has no reader here: a line for each column.
private func plan(_ file: CSVFile, x: String?, y: [String]) throws -> StreamPlan {
    let wishes = [x.map { ColumnWish($0) }].compactMap { $0 } + y.map { ColumnWish($0, .number) }
    let read: ReadColumns
    do {
        read = try OpenCSV(file).read(wishes)
    } catch {
        if case .cell = error { throw StreamUndecided(error) }
        throw error
    }
    let isOfDates = x.map { read.columns[$0]?.kind == .date } ?? false
    var plan = StreamPlan(file: file, x: x, isOfDates: isOfDates, y: y) { columns in
        let chart = Chart(width: 400, height: 300, xAxisType: isOfDates ? .dateTime : .number)
        chart.isDescribed = true
        for name in y {
            chart.add(LineSeries(title: name, columns: SeriesColumns(x: x.flatMap { columns[$0] }, y: columns[name])))
        }
        return chart
    }
    plan.file = try OpenCSV(file).settled(
        wishes.map { ColumnWish($0.name, $0.name == x && isOfDates ? .date : .number) })
    return plan
}

/// - Parameter step: number of bytes that arrive together.
private func take(
    _ text: String, x: String? = "t", y: [String] = ["v"], options: CSVOptions = CSVOptions(), step: Int = .max,
    limit: Int = 1_000
) throws -> Taken {
    let store = StreamStore(limit: limit)
    var warnings: [String] = []
    let reader = StreamReader(store, name: "pipe", options: options, tell: { warnings.append($0) }) {
        try plan($0, x: x, y: y)
    }
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
        let end = start + min(step, bytes.count - start)
        try reader.add(bytes[start..<end])
        start = end
    }
    try reader.finish()
    return Taken(store: store, warnings: warnings)
}

@Suite("Reading streams", .timeLimit(.minutes(10))) struct StreamReaderTests {
    private static let texts = [
        "t,v\n1,2\n2,3\n3,4\n", "t,v\r\n1,2\r\n2,3\r\n3,4\r\n", "t;v\n1;2\n2;3\n3;4",
        "\u{FEFF}t\tv\n1\t2\n\n2\t3\n3\t4\n",
        "\"t\",note,\"v\"\n1,\"a\nb, \"\"c\"\"\",2\n2,,3\n3,\"\n\",4\n", "# by a program\nt,v\n1,2\n# half\n2,3\n3,4\n",
        "{\"t\": 1, \"v\": 2}\n{\"v\": 3, \"t\": 2}\n\n{\"t\": 3, \"v\": 4, \"w\": null}",
        "{\"t\":\"1\",\"v\":2.0}\r\n{\"t\":2,\"v\":\"3\"}\r\n{\"t\":3e0,\"v\":4}\r\n",
    ]

    @Test(arguments: texts, [1, 2, 3, 7, 64, 1 << 20])
    func rowsDoNotDependOnHowBytesArrive(_ text: String, _ step: Int) throws {
        let taken = try take(text, step: step)
        #expect(taken.x == [1, 2, 3] && taken.y == [[2, 3, 4]])
        #expect(taken.store.snapshot.phase == .ended && taken.store.snapshot.wrong == 0)
        #expect(taken.warnings.count == (text.contains("\"w\"") ? 1 : 0))
    }

    @Test func withoutAHeaderColumnsHaveNumbers() throws {
        let taken = try take("5,6\n6,8\n", x: nil, y: ["1", "2"])
        #expect(taken.x == [1, 2] && taken.y == [[5, 6], [6, 8]])
    }

    @Test(arguments: [1, 1 << 20]) func numbersAndDatesKeepTheNotationOfTheFirstRow(_ step: Int) throws {
        let decimal = try take("t;v\n1;1,5\n2;1.234,5\n3;7\n", step: step)
        #expect(decimal.y == [[1.5, 1234.5, 7]] && decimal.warnings.isEmpty)
        let dates = try take("t,v\n31.12.2024 23:00,1\n01.02.2025 00:00,2\n02.02.2025 00:00,x\n", step: step)
        #expect(dates.x == [1_735_686_000, 1_738_368_000, 1_738_454_400])
        #expect(dates.y[0][..<2] == [1, 2] && dates.y[0][2].isNaN)
        let iso = try take("t,v\n2024-12-31T23:00:00Z,1\n2025-02-01,2\n", step: step)
        #expect(iso.x == [1_735_686_000, 1_738_368_000] && iso.warnings.isEmpty)
    }

    @Test(arguments: [1, 5, 1 << 20]) func aWrongRowCostsOnlyItself(_ step: Int) throws {
        let rows = [
            "t,v", "1,10", "2,ten", "3,30,31,32", "oh,40", ",50", "2.5,60", "4,\"70", "5,80", "6,\"9\"0", "7,100", "8",
        ]
        let taken = try take(rows.joined(separator: "\n") + "\n", step: step)
        // The quote of line 8 is closed in line 10, where text follows it.
        #expect(taken.x == [1, 2, 2.5, 7, 8])
        #expect(taken.y[0].map { $0.isNaN ? -1 : $0 } == [10, -1, 60, 100, -1])
        #expect(taken.store.snapshot.wrong == 6)
        for line in ["pipe:3: ", "pipe:4: ", "pipe:5: ", "pipe:6: ", "pipe:8: ", "pipe:12: "] {
            #expect(taken.warnings.contains { $0.hasPrefix(line) }, "\(line) in \(taken.warnings)")
        }
    }

    @Test(arguments: [1, 1 << 20]) func xMustNotDecrease(_ step: Int) throws {
        let taken = try take("t,v\n1,1\n3,2\n2,3\n3,4\n", step: step)
        #expect(taken.x == [1, 3, 3] && taken.y == [[1, 2, 4]])
        #expect(taken.warnings.count == 1 && taken.warnings[0].hasPrefix("pipe:4: \"t\" is less"))
    }

    @Test func aQuoteThatIsNeverClosedCostsItsLine() throws {
        let rows = (2...20_000).map { "\($0),\($0)\n" }.joined()
        for end in ["", rows] {
            let taken = try take("t,v\n1,1\n2,\"2\n" + "2,2\n" + end, step: 4_096, limit: 100_000)
            #expect(taken.x.count == (end.isEmpty ? 2 : 20_001))
            #expect(taken.warnings.count == 1 && taken.warnings[0].hasPrefix("pipe:3: "))
        }
    }

    @Test func wrongLinesOfJSONAreCounted() throws {
        let lines = ["{\"t\":1,\"v\":1}", "{\"t\":2,", "[3]", "{\"t\":4,\"v\":[4]}", "{\"t\":5}", "{\"v\":6}"]
        let taken = try take(lines.joined(separator: "\n"))
        #expect(taken.x == [1, 4, 5] && taken.y[0].map(\.isNaN) == [false, true, true])
        #expect(taken.store.snapshot.wrong == 4)
        for line in [2, 3, 4, 6] { #expect(taken.warnings.contains { $0.hasPrefix("pipe:\(line): ") }) }
    }

    @Test func aRowWithoutANumberIsAGapInEachSeries() throws {
        for x in [nil, "t"] {
            let taken = try take("t,v,w\n1,1,1\n2,x,y\n3,3,3\n", x: x, y: ["v", "w"])
            #expect(taken.y.map { $0.map(\.isNaN) } == [[false, true, false], [false, true, false]])
            #expect(taken.x == [1, 2, 3] && taken.warnings.count == 1 && taken.store.snapshot.wrong == 1)
        }
    }

    @Test func emptyLinesOfJSONCountAsLines() throws {
        let taken = try take("{\"t\":1,\"v\":1}\n\n{\"t\":2,\"v\":2}\n\n{\"t\":3,\"v\":\"x\"}\n")
        #expect(taken.x == [1, 2, 3] && taken.warnings.count == 1 && taken.warnings[0].hasPrefix("pipe:5: "))
    }

    @Test func datesHaveAResolutionOfAMicrosecond() throws {
        let taken = try take("t,v\n2024-12-31T23:00:00.000001Z,1\n2024-12-31T23:00:00.000002Z,2\n")
        #expect(zip(taken.x, [1e-6, 2e-6]).allSatisfy { abs($0 - 1_735_686_000 - $1) < 3e-7 })
    }

    @Test func manyWarningsAreFew() throws {
        let taken = try take("t,v\n1,1\n" + String(repeating: "x,1\n", count: 250))
        #expect(taken.warnings.count == 12 && taken.store.snapshot.wrong == 250)
        #expect(taken.warnings[10].hasPrefix("100 wrong rows so far") && taken.warnings[11] == "250 wrong rows in all")
    }

    @Test func aStreamThatCannotBeDrawnIsAnError() throws {
        #expect(throws: DataError.self) { try take("t,w\n1,2\n") }
        #expect(throws: DataError.self) { try take("PK\u{3}\u{4}zip\nfile\n") }
        #expect(throws: StreamError.self) { try take("[1]\n{}\n".replacing("[1]", with: "{ }")) }
        #expect(throws: StreamError.self) { try take(String(repeating: "a", count: 1 << 20) + "b", step: 4_096) }
    }

    @Test(arguments: [1, 1 << 20]) func unitsAndTitlesAreSkippedAsInFiles(_ step: Int) throws {
        let units = try take("t,v\n(s),(m)\n1,2\n2,3\n", step: step)
        #expect(units.x == [1, 2] && units.y == [[2, 3]] && units.store.snapshot.wrong == 0)
        var options = CSVOptions()
        options.skipRows = 1
        let title = try take("Measured\nt,v\n1,2\n2,x\n", options: options, step: step)
        #expect(title.x == [1, 2] && title.warnings.allSatisfy { $0.hasPrefix("pipe:4: ") })
    }

    @Test func withoutRowsThereIsNoPlanOrNoRow() throws {
        for text in ["", "\n\n"] {
            let taken = try take(text)
            #expect(taken.store.snapshot.plan == nil && taken.store.snapshot.phase == .ended)
        }
        let taken = try take("t,v\n")
        #expect(taken.store.snapshot.plan != nil && taken.store.snapshot.count == 0)
    }
}

@Suite("Rows of a stream", .timeLimit(.minutes(10))) struct StreamStoreTests {
    @Test func theOldestRowsLeave() throws {
        let rows = (1...25).map { "\($0),\($0 * 2)\n" }.joined()
        for step in [1, 7, 1 << 20] {
            let taken = try take("t,v\n" + rows, step: step, limit: 10)
            #expect(taken.x == (16...25).map(Double.init) && taken.y == [(16...25).map { Double($0 * 2) }])
            #expect(taken.store.snapshot.removed == 15 && taken.store.snapshot.end == 25)
        }
    }

    @Test func observersHearOfChanges() throws {
        let store = StreamStore(limit: 10)
        let heard = Mutex(0)
        let number = store.observe { heard.withLock { $0 += 1 } }
        store.append(x: [1], y: [])
        store.note("text", wrong: 1)
        store.endObserving(number)
        store.end()
        #expect(heard.withLock { $0 } == 2 && store.notices == ["text"] && store.snapshot.wrong == 1)
    }
}

@Suite("Charts of streams", .timeLimit(.minutes(10))) struct StreamedChartTests {
    private static let deadline = ContinuousClock.Instant.now + .seconds(600)

    private struct Stream {
        let store: StreamStore
        let figure: StreamedChart
        let reader: StreamReader

        init(window: StreamWindow?, limit: Int = 1_000) throws {
            let store = StreamStore(limit: limit)
            self.store = store
            figure = try StreamedChart(store, window: window)
            reader = StreamReader(store, name: "pipe", tell: { _ in }) { try plan($0, x: "t", y: ["v"]) }
        }

        func add(_ rows: Range<Int>) throws {
            let text = rows.map { "\($0),\($0 % 50)\n" }.joined()
            try reader.add(Array(((rows.lowerBound == 0 ? "t,v\n" : "") + text).utf8)[...])
        }

        func picture() async throws -> PixelImage {
            while true {
                if let picture = try await figure.render(on: renderer, for: nil, deadline: deadline) {
                    return picture.image
                }
            }
        }

        var x: NumberRange { figure.live.chart.xAxis.axisRange }
        var y: NumberRange { figure.live.chart.yAxis.axisRange }

        func press(_ key: String) { figure.handle(.keyDown(KeyEvent(key: key, modifiers: [])), maxPixels: .max) }
    }

    /// A chart of the same rows that shows a fixed range.
    private func still(_ rows: Range<Int>, _ x: NumberRange?) async throws -> PixelImage {
        let columns = SeriesColumns(
            x: Column(rows.map(Double.init)), y: Column(rows.map { Double($0 % 50) }))
        let chart = Chart(width: 400, height: 300)
        chart.isDescribed = true
        chart.add(LineSeries(title: "v", columns: columns))
        chart.xAxis.setDefaultRange(x)
        let live = LiveChart(chart)
        return try await renderer.render(live.chart).image
    }

    @Test func theNewestWindowIsThePictureOfTheSameRows() async throws {
        let stream = try Stream(window: .span(60), limit: 300)
        stream.figure.handle(.resize(width: 400, height: 300, pixelRatio: 1), maxPixels: .max)
        _ = try await stream.picture()
        #expect(stream.figure.status == "Waiting for data")
        var end = 0
        for next in [40, 41, 130, 290, 400, 1_500] {
            try stream.add(end..<next)
            end = next
            #expect(stream.figure.needsPicture)
            let picture = try await stream.picture()
            #expect(!stream.figure.needsPicture && stream.figure.status == "")
            #expect(stream.x == NumberRange(Double(end - 61), Double(end - 1)))
            #expect(picture == (try await still(max(0, end - 300)..<end, stream.x)), "\(end) rows")
        }
        try stream.reader.finish()
        _ = try await stream.picture()
        #expect(stream.figure.status == "The stream has ended: 1500 rows")
    }

    @Test func withoutAWindowAllKeptRowsAreShown() async throws {
        let stream = try Stream(window: nil, limit: 200)
        stream.figure.handle(.resize(width: 400, height: 300, pixelRatio: 1), maxPixels: .max)
        for (start, end) in [(0, 100), (100, 150), (150, 400)] {
            try stream.add(start..<end)
            #expect(try await stream.picture() == (try await still(max(0, end - 200)..<end, nil)), "\(end) rows")
        }
    }

    @Test func aWindowOfRowsFollowsTheirCount() async throws {
        let stream = try Stream(window: .rows(10))
        try stream.add(0..<5)
        _ = try await stream.picture()
        #expect(stream.x == NumberRange(0, 4))
        try stream.add(5..<50)
        _ = try await stream.picture()
        #expect(stream.x == NumberRange(40, 49))
        // The automatic range of the values in the window.
        #expect(stream.y.minimum > 35 && stream.y.maximum < 55)
    }

    @Test func anAxisThatWasMovedStaysUntilZero() async throws {
        let stream = try Stream(window: .span(60))
        try stream.add(0..<200)
        _ = try await stream.picture()
        #expect(stream.figure.state.charts == [ChartState(x: [nil], y: [nil])])
        stream.press("ArrowLeft")
        let (x, y) = (stream.x, stream.y)
        #expect(x != NumberRange(139, 199) && y.span > 0)
        try stream.add(200..<300)
        _ = try await stream.picture()
        #expect(stream.x == x && stream.figure.follows.x == false)
        #expect(stream.figure.state.charts[0].x == [[x.minimum, x.maximum]])
        #expect(stream.figure.status == "Press 0 to follow the newest rows.")
        stream.press("0")
        _ = try await stream.picture()
        #expect(stream.x == NumberRange(239, 299) && stream.figure.follows == (true, true))
        try stream.add(300..<310)
        _ = try await stream.picture()
        #expect(stream.x == NumberRange(249, 309))
        // Only y: x goes on.
        stream.figure.handle(
            .wheel(WheelEvent(x: 200, y: 150, dx: 0, dy: -200, modifiers: [.alt])), maxPixels: .max)
        let zoomed = stream.y
        try stream.add(310..<320)
        _ = try await stream.picture()
        #expect(stream.x == NumberRange(259, 319) && stream.y == zoomed)
        #expect(stream.figure.follows == (true, false))
    }

    @Test func aRestoredStateStays() async throws {
        for isEarly in [true, false] {
            let stream = try Stream(window: .span(60))
            if !isEarly {
                try stream.add(0..<200)
                _ = try await stream.picture()
            }
            let state = FigureState([ChartState(x: [[50, 80]], y: [nil])])
            stream.figure.handle(.restore(state), maxPixels: .max)
            if isEarly { try stream.add(0..<200) }
            _ = try await stream.picture()
            #expect(stream.x == NumberRange(50, 80))
            try stream.add(200..<240)
            _ = try await stream.picture()
            #expect(stream.x == NumberRange(50, 80) && stream.figure.state == state)
        }
    }
}

@Suite("Sessions of streams", .timeLimit(.minutes(10))) struct StreamSessionTests {
    @Test func rowsMakeFramesWithoutInputAndFactsAreTold() async throws {
        let store = StreamStore(limit: 1_000)
        let reader = StreamReader(store, name: "pipe", tell: { _ in }) { try plan($0, x: "t", y: ["v"]) }
        var limits = LiveLimits()
        (limits.frameSeconds, limits.idleSeconds) = (600, 0)
        let session = try LiveSession(id: "test", renderer: renderer, limits: limits) { try StreamedChart(store) }
        let messages = Reader(await session.attach(wantsPixels: true))
        await session.send(resize, messages)
        let first = try #require(await messages.frame())
        await session.acknowledge(first, messages)
        try reader.add(Array("t,v\n1,2\n2,4\nx,1\n".utf8)[...])
        let second = try #require(await messages.frame())
        await session.acknowledge(second, messages)
        #expect(second.picture != first.picture)
        #expect(await session.expiry() == nil)
        try reader.finish()
        var seen: [String] = []
        while seen.last != "status: The stream has ended: 2 rows, 1 wrong" {
            switch try #require(await messages.next()) {
            case .frame(let frame): await session.acknowledge(frame, messages)
            case .series(let names): seen.append("series: \(names)")
            case .status(let text): seen.append("status: \(text)")
            case .warning(let text): seen.append("warning: \(text.prefix(7))")
            default: break
            }
        }
        #expect(seen.contains("series: [\"v\"]"))
        await session.end(reason: "done")
    }

    @Test func aStreamThatDoesNotRestTellsFactsOnceASecond() async throws {
        let store = StreamStore(limit: 100_000)
        let reader = StreamReader(store, name: "pipe", tell: { _ in }) { try plan($0, x: "t", y: ["v"]) }
        var limits = LiveLimits()
        limits.frameSeconds = 600
        let now = Mutex(0.0)
        let session = try LiveSession(
            id: "test", renderer: renderer, limits: limits, clock: { now.withLock { $0 } }
        ) { try StreamedChart(store) }
        let messages = Reader(await session.attach(wantsPixels: true))
        await session.send(resize, messages)
        var texts = 0
        for row in 0..<60 {
            try reader.add(Array(((row == 0 ? "t,v\n" : "") + "\(row),\(row)\n").utf8)[...])
            now.withLock { $0 += 0.05 }
            while let message = await messages.next() {
                if case .altText = message { texts += 1 }
                guard case .frame(let frame) = message else { continue }
                await session.acknowledge(frame, messages)
                break
            }
        }
        // 3 s.
        #expect((2...4).contains(texts), "\(texts) texts")
        await session.end(reason: "done")
    }
}
