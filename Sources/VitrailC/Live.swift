// Functions with names of C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CVitrail
import Foundation
import Synchronization
import Vitrail
import VitrailDescription
import VitrailLive

/// A `vitrail_live`: a session, with the messages that wait for its host.
final class LiveBox: Sendable {
    private let session: LiveSession
    private let input: AsyncStream<Input>.Continuation
    private let outbox: Outbox
    private let work: Task<Void, Never>

    private enum Input: Sendable {
        case connect
        case message([UInt8])
    }

    /// Maximum number of messages of the host that wait.
    private static let maxInput = 1_024

    init(_ session: LiveSession) {
        let (inputs, input) = AsyncStream.makeStream(of: Input.self, bufferingPolicy: .bufferingOldest(Self.maxInput))
        let outbox = Outbox()
        (self.session, self.input, self.outbox) = (session, input, outbox)
        // One task takes everything in the order of the calls.
        work = Task.detached {
            var connection = 0
            var pump: Task<Void, Never>?
            for await one in inputs {
                switch one {
                case .message(let json): await session.receive(json, from: connection)
                case .connect:
                    let attachment = await session.attach()
                    // Its messages end with the new connection.
                    await pump?.value
                    connection = attachment.number
                    pump = Task.detached {
                        for await message in attachment.messages {
                            if case .frame(let frame) = message {
                                await session.take(frame.index, from: attachment.number)
                            }
                            guard outbox.put(message) else {
                                await session.end(reason: "the host does not take messages")
                                outbox.end()
                                break
                            }
                            if case .closing(let reason) = message, reason == LiveBox.closedByClient {
                                outbox.end()
                                input.finish()
                            }
                        }
                    }
                }
            }
            await session.end(reason: "closed by the host")
            await pump?.value
            await session.waitForDrawing()
            outbox.end()
        }
    }

    private static let closedByClient = "closed by the client"

    func connect() throws(Failure) { try put(.connect) }

    func receive(_ json: [UInt8]) throws(Failure) { try put(.message(json)) }

    private func put(_ one: Input) throws(Failure) {
        switch input.yield(one) {
        case .enqueued: return
        case .dropped: throw Failure(code: VITRAIL_ERROR_MEMORY, message: "\(Self.maxInput) messages wait")
        default: throw Failure(code: VITRAIL_ERROR_CLOSED, message: "the session has ended")
        }
    }

    func next(_ timeout: Double) throws(Failure) -> [UInt8]? { try outbox.take(timeout) }

    func end() { input.finish() }

    /// Ends the session, and waits until nothing reads the tables.
    func close() {
        end()
        let work = work
        _ = try? waiting { await work.value }
    }
}

/// Messages of a session that wait for their host.
private final class Outbox: Sendable {
    private struct Content {
        var messages: [LiveMessage] = []
        var hasEnded = false
    }

    private let content = Mutex(Content())
    private let ready = DispatchSemaphore(value: 0)
    /// Maximum number of messages that wait. At most two of them are frames.
    private static let maxWaiting = 1_024

    /// - Returns: `false` if too many messages wait.
    func put(_ message: LiveMessage) -> Bool {
        let isIn = content.withLock { content in
            guard content.messages.count < Self.maxWaiting else { return false }
            content.messages.append(message)
            return true
        }
        if isIn { ready.signal() }
        return isIn
    }

    func end() {
        content.withLock { $0.hasEnded = true }
        ready.signal()
    }

    /// - Parameter timeout: seconds; below 0: no limit.
    /// - Returns: `nil` if there was none in this time.
    /// - Throws: `Failure` after the last message of a session that has ended.
    func take(_ timeout: Double) throws(Failure) -> [UInt8]? {
        let limit: DispatchTime = timeout < 0 ? .distantFuture : .now() + timeout
        guard ready.wait(timeout: limit) == .success else { return nil }
        let (message, hasEnded) = content.withLock { content in
            (content.messages.isEmpty ? nil : content.messages.removeFirst(), content.hasEnded)
        }
        if let message {
            if case .frame(let frame) = message { return frame.header + frame.picture }
            return message.json ?? []
        }
        // Later calls end, too.
        if hasEnded { ready.signal() }
        throw Failure(code: VITRAIL_ERROR_CLOSED, message: "the session has ended")
    }
}

@c @implementation
public func vitrail_live_open(
    _ pool: OpaquePointer!, _ charts: UnsafePointer<vitrail_live_chart>!, _ chart_count: Int,
    _ options: UnsafePointer<CChar>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
    catching(error) {
        try Home.check()
        let pool = try required(pool, PoolBox.self, "pool").pool
        let options = try LiveCallOptions(json: VitrailC.options(options))
        guard let axes = LiveAxes(rawValue: options.axes) else {
            throw Failure.argument("options.axes", "it is x, y or xy")
        }
        guard let links = LiveLinks(rawValue: options.link) else {
            throw Failure.argument("options.link", "it is x, y, xy or none")
        }
        guard (1...LinkedCharts.maxCharts).contains(chart_count) else {
            throw Failure.argument("chart_count", "\(chart_count) is not 1 to \(LinkedCharts.maxCharts)")
        }
        guard let charts else { throw Failure.argument("charts", "the pointer is NULL") }
        let read = try (0..<chart_count).map { k in
            try inChart(k, of: chart_count) { try description(charts[k], mapsFiles: options.mapFiles) }
        }
        var limits = LiveLimits()
        limits.frameRate = options.frameRate
        let session = try LiveSession(id: UnguessableName.make(), renderer: pool.live, limits: limits) {
            let made = try read.enumerated().map { k, description in
                try inChart(k, of: read.count) { try description.makeChart(pictures: .standard) }
            }
            return made.count == 1 ? LiveChart(made[0], axes: axes) : LinkedCharts(made, axes: axes, links: links)
        }
        return handle(LiveBox(session))
    }
}

private func description(_ chart: vitrail_live_chart, mapsFiles: Bool) throws -> ChartDescription {
    let json = try VitrailC.json(chart.description, chart.description_size)
    let directory = try chart.directory.map { start throws(Failure) in try text(start, "directory") } ?? "."
    var description = try ChartDescription(
        json: json, directory: directory, tables: try VitrailC.tables(chart.inputs, chart.input_count))
    description.reading = ReadingOptions(mapsFiles: mapsFiles)
    guard description.frames == nil else { throw Failure.data("frames", "a live chart has none") }
    return description
}

/// Adds the chart to the path of an error if there are several charts.
private func inChart<Result>(_ index: Int, of count: Int, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch {
        var failure = Failure(error)
        if count > 1 { failure.path = "charts[\(index)]" + (failure.path.isEmpty ? "" : ".\(failure.path)") }
        throw failure
    }
}

@c @implementation
public func vitrail_live_connect(_ live: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!) -> Int32 {
    status(error) { try required(live, LiveBox.self, "live").connect() }
}

@c @implementation
public func vitrail_live_receive(
    _ live: OpaquePointer!, _ json: UnsafePointer<CChar>!, _ size: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> Int32 {
    status(error) {
        let live = try required(live, LiveBox.self, "live")
        guard let json else { throw Failure.argument("json", "the pointer is NULL") }
        guard (0...LiveEvent.maxBytes).contains(size) else {
            throw Failure.argument("size", "\(size) is not 0 to \(LiveEvent.maxBytes) bytes")
        }
        try live.receive([UInt8](UnsafeRawBufferPointer(start: json, count: size)))
    }
}

@c @implementation
public func vitrail_live_next(
    _ live: OpaquePointer!, _ timeout: Double, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
    let bytes: [UInt8]?? = catching(error) {
        try Home.check()
        let live = try required(live, LiveBox.self, "live")
        guard timeout <= 86_400 else { throw Failure.argument("timeout", "\(timeout) is not at most 86400 seconds") }
        return try live.next(timeout)
    }
    guard let bytes, let bytes else { return nil }
    return handle(BytesBox(bytes))
}

@c @implementation
public func vitrail_live_end(_ live: OpaquePointer!) {
    if Home.isHere { object(live, LiveBox.self)?.end() }
}

@c @implementation
public func vitrail_live_close(_ live: OpaquePointer!) {
    guard let box = object(live, LiveBox.self), Home.isHere else { return }
    box.close()
    release(live, LiveBox.self)
}

/// - Returns: 0, or the code of the error.
private func status(
    _ error: UnsafeMutablePointer<OpaquePointer?>?, _ body: () throws -> Void
) -> Int32 {
    do {
        try Home.check()
        try body()
        return 0
    } catch let caught {
        let failure = Failure(caught)
        if let error { error.pointee = handle(FailureBox(failure)) }
        return Int32(bitPattern: failure.code.rawValue)
    }
}
