#if Server
    import Foundation
    import Synchronization
    import Vitrail
    import VitrailDescription
    import VitrailLive
    import VitrailSystem
    import VitrailWorkers

    /// Has live sessions for another process, over a socket, until it is closed.
    actor LiveWorker {
        private let charts: ChartWorker
        private let stream: FrameStream
        private let maker: LiveChartMaker
        private let writer: FrameWriter
        private var sessions: [Int: Entry] = [:]

        private struct Entry {
            let session: LiveSession
            let inputs: LiveInputs
        }

        /// Seconds between two looks at the sessions' time.
        private static let sweepSeconds = 2.0

        init(_ charts: ChartWorker, _ stream: FrameStream, _ limits: LiveLimits) {
            (self.charts, self.stream) = (charts, stream)
            (maker, writer) = (LiveChartMaker(charts, limits), FrameWriter(stream))
        }

        func serve() async {
            let sweeps = Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .seconds(Self.sweepSeconds))
                    await sweep()
                }
            }
            defer { sweeps.cancel() }
            let reader = FrameReader(stream)
            while let frame = await reader.next() {
                guard let request = try? frame.decoded(LiveWorkerRequest.self) else { return }
                take(request, frame.parts)
            }
        }

        private func take(_ request: LiveWorkerRequest, _ parts: [[UInt8]]) {
            switch request {
            case .open(let number, let opening): Task { await open(number, opening, parts) }
            case .attach(let number, let connection, let wantsPixels):
                pass(.attach(connection, wantsPixels: wantsPixels), to: number)
            case .event(let number, let connection):
                if let json = parts.first { pass(.event(connection, json), to: number) }
            case .take(let number, let connection, let frame): pass(.take(connection, frame: frame), to: number)
            case .detach(let number, let connection): pass(.detach(connection), to: number)
            case .end(let number): end(number, reason: "the session has ended")
            }
        }

        private func pass(_ input: LiveInputs.Input, to number: Int) {
            guard let entry = sessions[number], !entry.inputs.add(input) else { return }
            end(number, reason: "the client sends more than the chart can take")
            Task { await writer.send(.ended(session: number)) }
        }

        // MARK: Sessions

        private func open(_ number: Int, _ opening: LiveOpening, _ parts: [[UInt8]]) async {
            let end = ContinuousClock.now + .seconds(opening.seconds)
            do {
                let state = opening.hasState ? try parts.last.map(Self.state) : nil
                let made = try await maker.make(number, opening, opening.hasState ? parts.dropLast() : parts)
                let picture: RenderedImage
                do {
                    picture = try await WorkLimit.run(until: end) {
                        try await made.session.drawFirst(width: made.width, height: made.height, state: state)
                    }
                } catch {
                    await maker.release(number)
                    throw error
                }
                let entry = Entry(session: made.session, inputs: LiveInputs())
                sessions[number] = entry
                Task { await run(number, entry) }
                await writer.send(
                    .opened(
                        session: number,
                        LiveWorkerReply.Opened(
                            title: picture.title, altText: picture.altText, warnings: picture.warnings.map { "\($0)" },
                            bytes: made.bytes)))
            } catch is LiveChartMaker.NoRoom {
                let failure = WorkerReply.Failure(
                    code: Exit.badData.rawValue, message: "there is no memory left for it")
                await writer.send(.refused(session: number, failure, isFull: true))
            } catch {
                let failure = charts.failure(charts.device.described(error), .description)
                await writer.send(.refused(session: number, failure, isFull: false))
            }
        }

        private static func state(_ json: [UInt8]) throws -> FigureState {
            try JSONDecoder().decode(FigureState.self, from: Data(json))
        }

        /// Takes the inputs of a session in order, away from those of other sessions.
        private nonisolated func run(_ number: Int, _ entry: Entry) async {
            let session = entry.session
            // The numbers of a connection: the front's, and the session's.
            var known = (front: 0, own: 0)
            for await input in entry.inputs.all {
                entry.inputs.remove(input)
                switch input {
                case .attach(let connection, let wantsPixels):
                    let attachment = await session.attach(wantsPixels: wantsPixels)
                    known = (connection, attachment.number)
                    entry.inputs.countLine(1)
                    Task { await forward(attachment, of: number, entry, connection) }
                case .event(let connection, let json):
                    if connection == known.front { await session.receive(json, from: known.own) }
                case .take(let connection, let frame):
                    if connection == known.front { await session.take(frame, from: known.own) }
                case .detach(let connection):
                    if connection == known.front { await session.detach(known.own) }
                }
            }
        }

        /// Passes on what a session says to a connection, and its state after each frame.
        private nonisolated func forward(
            _ attachment: LiveSession.Attachment, of number: Int, _ entry: Entry, _ connection: Int
        ) async {
            var last: [UInt8] = []
            for await message in attachment.messages {
                if case .frame(let frame) = message {
                    await writer.send(
                        .frame(session: number, connection: connection, index: frame.index),
                        [frame.header, frame.picture])
                } else if let json = message.json {
                    await writer.send(.text(session: number, connection: connection), [json])
                }
                switch message {
                case .frame, .state:
                    guard let state = try? JSONEncoder().encode(await entry.session.state), [UInt8](state) != last
                    else {
                        continue
                    }
                    last = [UInt8](state)
                    await writer.send(.state(session: number), [last])
                default: break
                }
            }
            await writer.send(.detached(session: number, connection: connection))
            entry.inputs.countLine(-1)
            if await entry.session.hasEnded { await finish(number) }
        }

        /// Forgets a session that has ended by itself.
        private func finish(_ number: Int) async {
            guard sessions[number] != nil else { return }
            end(number, reason: "the session has ended")
            await writer.send(.ended(session: number))
        }

        private func end(_ number: Int, reason: String) {
            guard let entry = sessions.removeValue(forKey: number) else { return }
            entry.inputs.finish()
            Task {
                await entry.session.end(reason: reason)
                await entry.session.waitForDrawing()
                await maker.release(number)
            }
        }

        /// Ends sessions whose time is over. A session that hangs stops the sign of life, so that the front notices.
        private func sweep() async {
            for (number, entry) in sessions {
                guard let reason = await entry.session.expiry() else { continue }
                await entry.session.end(reason: reason)
                // Otherwise its connection gets its last message first.
                if !entry.inputs.hasLine { await finish(number) }
            }
            await writer.send(.alive)
        }
    }

    /// The inputs of a session that wait for it. A client that sends more than it can take must not fill the memory.
    private final class LiveInputs: Sendable {
        enum Input: Sendable {
            case attach(Int, wantsPixels: Bool)
            case event(Int, [UInt8])
            case take(Int, frame: Int)
            case detach(Int)

            var bytes: Int {
                guard case .event(_, let json) = self else { return 64 }
                return 64 + json.count
            }
        }

        let all: AsyncStream<Input>
        private let continuation: AsyncStream<Input>.Continuation
        /// Bytes that wait, and connections that still get messages.
        private let counts = Mutex((waiting: 0, lines: 0))
        /// Bytes: thousands of movements, or a hundred of the largest messages.
        private static let limit = 8 << 20

        init() { (all, continuation) = AsyncStream.makeStream(of: Input.self) }

        /// - Returns: false: there is no room.
        func add(_ input: Input) -> Bool {
            let hasRoom = counts.withLock { counts in
                counts.waiting += input.bytes
                return counts.waiting <= Self.limit
            }
            if hasRoom { continuation.yield(input) }
            return hasRoom
        }

        func remove(_ input: Input) { counts.withLock { $0.waiting -= input.bytes } }
        func countLine(_ change: Int) { counts.withLock { $0.lines += change } }
        var hasLine: Bool { counts.withLock { $0.lines > 0 } }
        func finish() { continuation.finish() }
    }

    /// Writes messages on a thread of its own, because a write waits for the other end.
    private actor FrameWriter {
        private let stream: FrameStream
        private let executor = BlockingExecutor(label: "vitrail-live-messages")

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(_ stream: FrameStream) { self.stream = stream }

        /// If the other end is closed, the process ends soon.
        func send(_ reply: LiveWorkerReply, _ parts: [[UInt8]] = []) { try? stream.send(reply, parts) }
    }
#endif
