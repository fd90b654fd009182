#if Server
    import Logging
    import NIOCore
    import NIOHTTP1
    import VitrailWorkers

    /// The way of sockets to the sessions of `vitrail serve`. A connection whose first request is for a socket does not
    /// become one for other requests.
    struct LiveGate: Sendable {
        let pool: LivePool
        let rootPath: String
        let maxHeader: Int
        /// Origins besides the server's own whose pages may open sockets.
        let origins: [String]
        let metrics: ServerMetrics
        let logger: Logger

        private static let pingSeconds = 20.0
        private static let route = "/live/{name}/socket"

        /// The beginning of requests that may be for a socket.
        var beginning: [UInt8] { Array("GET \(rootPath)/live/".utf8) }

        /// Whether a request is for a socket.
        ///
        /// - Parameter bytes: the first bytes of the connection. `nil`: more are needed.
        static func isSocket(_ bytes: some Collection<UInt8>, _ beginning: [UInt8]) -> Bool? {
            var rest = bytes[...]
            for byte in beginning {
                guard let first = rest.popFirst() else { return nil }
                if first != byte { return false }
            }
            // The name has as many letters as names of sessions have; any other one is no session.
            for _ in 0..<maxName {
                guard let first = rest.popFirst() else { return nil }
                if first == UInt8(ascii: "/") {
                    for byte in "socket".utf8 {
                        guard let next = rest.popFirst() else { return nil }
                        if next != byte { return false }
                    }
                    guard let end = rest.first else { return nil }
                    return end == UInt8(ascii: " ") || end == UInt8(ascii: "?")
                }
                guard first > UInt8(ascii: " ") else { return false }
            }
            return false
        }

        /// One more than the longest name.
        private static let maxName = 65

        func configure(_ channel: any Channel) throws -> EventLoopFuture<LiveUpgrade.Negotiated> {
            let isFromThisMachine = channel.remoteAddress.map(LiveUpgrade.isLoopback) ?? false
            var upgrade = LiveUpgrade { head async throws(LiveRefusal) in
                try admit(head, isFromThisMachine: isFromThisMachine)
            }
            upgrade.maxHeader = maxHeader
            // A frame must not wait until an acknowledgement has arrived.
            try channel.syncOptions?.setOption(.tcpOption(.tcp_nodelay), value: 1)
            return try upgrade.configure(channel)
        }

        private func admit(_ head: HTTPRequestHead, isFromThisMachine: Bool) throws(LiveRefusal) -> any LivePeer {
            guard let target = target(head.uri), let name = target.name else { throw .notFound }
            guard head.method == .GET else { throw .method }
            try LiveUpgrade.checkOrigin(head.headers, friends: origins)
            guard pool.has(name) else { throw .noSession }
            return PoolPeer(
                pool: pool, name: name, wantsPixels: target.query["frames"] == "rgba" && isFromThisMachine)
        }

        private func target(_ uri: String) -> LiveTarget? {
            guard uri.hasPrefix(rootPath + "/live/") else { return nil }
            return LiveTarget(String(uri.dropFirst(rootPath.count + "/live".count)))
        }

        /// Has the conversation, or answers the request that did not become a WebSocket.
        func handle(_ negotiated: LiveUpgrade.Negotiated) async {
            let begin = ContinuousClock.now
            var status = 101
            do {
                switch negotiated {
                case .socket(let channel, let peer):
                    try? await channel.channel.eventLoop.submit {
                        try channel.channel.pipeline.syncOperations.handler(type: ByteWatch.self).socketIsOpen()
                    }.get()
                    try await LiveSocket(line: await peer.connect(), pingSeconds: Self.pingSeconds).run(channel)
                case .request(let channel, let decision):
                    guard let head = decision.head else { return try await channel.executeThenClose { _, _ in } }
                    let answer = answer(head, decision.refusal)
                    status = answer.status
                    note(status, ContinuousClock.now - begin, channel.channel)
                    return try await answer.write(to: channel, head)
                }
            } catch {
                // The client is gone.
            }
            guard case .socket(let channel, _) = negotiated else { return }
            note(status, ContinuousClock.now - begin, channel.channel)
        }

        private func answer(_ head: HTTPRequestHead, _ refusal: LiveRefusal?) -> LiveAnswer {
            if let refusal { return LiveAnswer(refusal) }
            guard head.method == .GET || head.method == .HEAD else { return LiveAnswer(.method) }
            guard let name = target(head.uri)?.name, pool.has(name) else { return LiveAnswer(.noSession) }
            return LiveAnswer(.upgrade)
        }

        /// Logs neither the name nor the query.
        private func note(_ status: Int, _ duration: Duration, _ channel: any Channel) {
            metrics.note(route: Self.route, status: status, duration, reason: nil)
            logger.info(
                "request",
                metadata: [
                    "method": "GET", "route": "\(Self.route)", "status": .stringConvertible(status),
                    "milliseconds": .stringConvertible((duration / .milliseconds(1)).rounded()),
                    "client": "\(channel.remoteAddress?.ipAddress ?? "local")",
                ])
        }
    }

    extension LiveTarget {
        /// The name in `/NAME/socket`.
        fileprivate var name: String? { file == "socket" ? String(parts[1]) : nil }
    }

    extension LiveRefusal {
        static let noSession = LiveRefusal(
            404, "no-session", "there is no live chart at this address; perhaps it has ended")
    }

    /// A session in a worker, before the connection.
    private struct PoolPeer: LivePeer {
        let pool: LivePool
        let name: String
        let wantsPixels: Bool

        func connect() async -> any LiveLine {
            guard let line = await pool.connect(name, wantsPixels: wantsPixels) else { return NoLine() }
            return PoolLine(line: line)
        }
    }

    private struct PoolLine: LiveLine {
        let line: VitrailWorkers.LiveLine

        func forward(_ send: @Sendable (LiveSocketMessage) async throws -> Void) async throws {
            for await message in line.messages {
                switch message {
                case .text(let json): try await send(.text(json))
                case .frame(let index, let header, let picture):
                    await line.take(index)
                    try await send(.binary(header: header, body: picture))
                }
            }
        }

        func receive(_ message: [UInt8]) async { await line.receive(message) }
        func leave() async { await line.leave() }
    }

    /// The session ended between the request and the connection: the socket closes, and the page asks again.
    private struct NoLine: LiveLine {
        func forward(_ send: @Sendable (LiveSocketMessage) async throws -> Void) async throws {}
        func receive(_ message: [UInt8]) async {}
        func leave() async {}
    }

    /// Keeps the first bytes of a connection until they tell whether it is for a socket.
    final class FirstBytes: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer

        private let gate: LiveGate
        private let beginning: [UInt8]
        private var kind: EventLoopPromise<GuardedHTTP.Kind>?
        private let requests: () -> EventLoopFuture<GuardedHTTP.Kind>
        private var bytes = ByteBuffer()

        /// - Parameters:
        ///   - kind: gets the decision.
        ///   - requests: adds the handlers of other requests.
        init(
            _ gate: LiveGate, _ kind: EventLoopPromise<GuardedHTTP.Kind>,
            _ requests: @escaping () -> EventLoopFuture<GuardedHTTP.Kind>
        ) {
            (self.gate, self.kind, self.requests, beginning) = (gate, kind, requests, gate.beginning)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard let kind else { return context.fireChannelRead(data) }
            var new = Self.unwrapInboundIn(data)
            if bytes.readableBytes == 0 { bytes = new } else { bytes.writeBuffer(&new) }
            guard let isSocket = LiveGate.isSocket(bytes.readableBytesView, beginning) else { return }
            self.kind = nil
            if isSocket {
                do {
                    kind.succeed(.live(try gate.configure(context.channel)))
                } catch {
                    kind.fail(error)
                    return context.close(promise: nil)
                }
            } else {
                kind.completeWith(requests())
            }
            context.fireChannelRead(Self.wrapInboundOut(bytes))
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            // A client that has sent no request is not waited for; one that sends no more gets no answer.
            let isOver = event is ChannelShouldQuiesceEvent || (event as? ChannelEvent) == .inputClosed
            if kind != nil, isOver { return context.close(promise: nil) }
            context.fireUserInboundEventTriggered(event)
        }

        func channelInactive(context: ChannelHandlerContext) {
            kind?.fail(ChannelError.eof)
            kind = nil
            context.fireChannelInactive()
        }
    }
#endif
