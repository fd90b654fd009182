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
        /// Pings without any sign of life, after which a client counts as gone.
        private static let maxSilentPings = 2

        func run(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) async throws {
            do {
                try await channel.executeThenClose { inbound, outbound in
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        let life = SignsOfLife()
                        group.addTask { try await read(inbound, outbound, life) }
                        group.addTask { try await write(outbound) }
                        group.addTask { try await ping(outbound, life) }
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

        private typealias Outbound = NIOAsyncChannelOutboundWriter<WebSocketFrame>

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
            while life.silentPings < Self.maxSilentPings {
                try await Task.sleep(for: .seconds(pingSeconds))
                life.count()
                try await outbound.write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
            }
        }
    }

    /// Counts pings since the last message of a client.
    private final class SignsOfLife: Sendable {
        private let pings = Mutex(0)

        var silentPings: Int { pings.withLock { $0 } }
        func note() { pings.withLock { $0 = 0 } }
        func count() { pings.withLock { $0 += 1 } }
    }
#endif
