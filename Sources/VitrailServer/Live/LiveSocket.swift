#if Server
    import NIOCore
    import NIOWebSocket
    import Synchronization

    /// A WebSocket between a client and its session.
    struct LiveSocket {
        let line: any LiveLine
        let pingSeconds: Double

        /// Maximum size of a message of a client in bytes: a little more than a session accepts, so that it can answer.
        static let maxMessage = 72 << 10
        func run(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) async throws {
            do {
                try await channel.executeThenClose { inbound, outbound in
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        let life = SignsOfLife()
                        let outbound = Outbound(writer: outbound, life: life)
                        group.addTask { try await read(inbound, outbound, life) }
                        group.addTask { try await write(outbound) }
                        group.addTask { try await ping(outbound, life) }
                        group.addTask { try await watch(life) }
                        defer { group.cancelAll() }
                        try await group.next()
                    }
                }
            } catch {
                await line.leave()
                throw error
            }
            await line.leave()
        }

        /// Writes frames. A write waits while the client does not read.
        private struct Outbound: Sendable {
            let writer: NIOAsyncChannelOutboundWriter<WebSocketFrame>
            let life: SignsOfLife

            func write(_ frame: WebSocketFrame) async throws {
                life.beginWrite()
                defer { life.endWrite() }
                try await writer.write(frame)
            }
        }

        /// Returns when the client closes.
        private func read(
            _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, _ outbound: Outbound, _ life: SignsOfLife
        ) async throws {
            for try await frame in inbound {
                life.note()
                var data = frame.unmaskedData
                switch frame.opcode {
                case .text, .binary: await line.receive(data.readBytes(length: data.readableBytes) ?? [])
                case .ping: try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: data))
                case .connectionClose:
                    let code = data.readSlice(length: 2) ?? ByteBuffer()
                    return try await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: code))
                default: break
                }
            }
        }

        /// Returns when the session ends.
        private func write(_ outbound: Outbound) async throws {
            try await line.forward { message in
                switch message {
                case .text(let bytes):
                    try await outbound.write(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: bytes)))
                case .binary(let header, let body):
                    var data = ByteBufferAllocator().buffer(capacity: header.count + body.count)
                    data.writeBytes(header)
                    data.writeBytes(body)
                    try await outbound.write(WebSocketFrame(fin: true, opcode: .binary, data: data))
                }
            }
            var code = ByteBuffer()
            code.write(webSocketErrorCode: .normalClosure)
            try await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: code))
        }

        /// Returns when the client no longer answers.
        private func ping(_ outbound: Outbound, _ life: SignsOfLife) async throws {
            while !life.isSilent {
                try await Task.sleep(for: .seconds(pingSeconds))
                life.countPing()
                try await outbound.write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
            }
        }

        /// Returns when the client no longer reads. Pings then wait as well; this writes nothing, so it never waits.
        private func watch(_ life: SignsOfLife) async throws {
            while !life.isStalled {
                try await Task.sleep(for: .seconds(pingSeconds))
                life.countPeriod()
            }
        }
    }

    /// Counts pings that a client does not answer, and periods in which it takes nothing.
    private final class SignsOfLife: Sendable {
        private struct Counts {
            /// Pings since the last message of the client.
            var pings = 0
            /// Periods since the client last took something, while writes wait.
            var periods = 0
            var writes = 0
        }
        private let counts = Mutex(Counts())
        /// After so many of either, a client counts as gone.
        private static let limit = 2

        var isSilent: Bool { counts.withLock { $0.pings >= Self.limit } }
        var isStalled: Bool { counts.withLock { $0.periods >= Self.limit } }

        func note() { counts.withLock { $0.pings = 0 } }

        func countPing() { counts.withLock { $0.pings += 1 } }

        func beginWrite() { counts.withLock { $0.writes += 1 } }

        func endWrite() {
            counts.withLock {
                $0.writes -= 1
                $0.periods = 0
            }
        }

        func countPeriod() { counts.withLock { if $0.writes > 0 { $0.periods += 1 } } }
    }
#endif
