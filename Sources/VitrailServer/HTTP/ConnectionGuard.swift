#if Server
    import Hummingbird
    import HummingbirdCore
    import Logging
    import NIOCore
    import NIOHTTP1
    import NIOHTTPTypes

    /// HTTP over connections with time limits for slow clients: while they send a head or body, read the answer, or are
    /// idle between requests.
    struct GuardedHTTP: ServerChildChannel {
        struct Limits: Sendable {
            var head: TimeAmount
            var body: TimeAmount
            var idle: TimeAmount
            var write: TimeAmount
        }

        private let base: HTTP1Channel
        private let limits: Limits
        private let live: LiveGate?

        /// - Parameter live: takes the connections whose first request is for the socket of a live chart. `nil`: there
        ///   are none.
        init(
            _ responder: @escaping HTTPChannelHandler.Responder, maxHeader: Int, maxBody: Int, _ limits: Limits,
            live: LiveGate? = nil
        ) {
            (self.limits, self.live) = (limits, live)
            base = HTTP1Channel(
                responder: responder,
                configuration: HTTP1Channel.Configuration(
                    additionalChannelHandlers: [RequestWatch(maxBody: maxBody)],
                    httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                        maxHeaderFieldSize: maxHeader, maxHeaderListSize: maxHeader, maxHeaderFieldCount: 200)))
        }

        /// A connection. Its protocol follows from the first bytes.
        struct Value: ServerChildChannelValue {
            let channel: any Channel
            let kind: EventLoopFuture<Kind>
        }

        enum Kind: Sendable {
            case requests(HTTP1Channel.Value)
            case live(EventLoopFuture<LiveUpgrade.Negotiated>)
        }

        func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
            channel.eventLoop.makeCompletedFuture {
                // Before the decoder, which does not report partial heads.
                try channel.pipeline.syncOperations.addHandler(ByteWatch(limits))
                guard let live else {
                    return Value(
                        channel: channel, kind: base.setup(channel: channel, logger: logger).map { .requests($0) })
                }
                let kind = channel.eventLoop.makePromise(of: Kind.self)
                try channel.pipeline.syncOperations.addHandler(
                    FirstBytes(live, kind) { base.setup(channel: channel, logger: logger).map { .requests($0) } })
                return Value(channel: channel, kind: kind.futureResult)
            }
        }

        func handle(value: Value, logger: Logger) async {
            do {
                switch try await value.kind.get() {
                case .requests(let channel): await base.handle(value: channel, logger: logger)
                case .live(let negotiated): await live?.handle(try await negotiated.get())
                }
            } catch {
                // Closed before the first request, or a request that is no HTTP.
                value.channel.close(mode: .all, promise: nil)
            }
        }
    }

    /// Checks its deadline at short intervals, and closes a connection that has exceeded it.
    final class ByteWatch: ChannelDuplexHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer
        typealias OutboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let limits: GuardedHTTP.Limits
        /// The deadline for the bytes that are expected next. `nil`: a chart is being drawn.
        private var deadline: NIODeadline?
        private var isIdle = false
        private var unwritten = 0
        private var lastWrite = NIODeadline.now()
        private var tick: RepeatedTask?
        private var context: ChannelHandlerContext?
        private var isSocket = false

        init(_ limits: GuardedHTTP.Limits) { self.limits = limits }

        func handlerAdded(context: ChannelHandlerContext) {
            self.context = context
            deadline = .now() + limits.head
            let shortest = min(limits.head, limits.body, limits.idle, limits.write)
            let interval = min(TimeAmount.seconds(1), .nanoseconds(max(shortest.nanoseconds / 4, 10_000_000)))
            let bound = NIOLoopBound((self, context.channel), eventLoop: context.eventLoop)
            tick = context.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
                let (watch, channel) = bound.value
                if watch.isLate { channel.close(mode: .all, promise: nil) }
            }
        }

        /// A server that stops waits for its connections. A socket whose client does not read must not delay it.
        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if isSocket, event is ChannelShouldQuiesceEvent { linger() }
            context.fireUserInboundEventTriggered(event)
        }

        private var isLate: Bool {
            let now = NIODeadline.now()
            if let deadline, now > deadline { return true }
            return unwritten > 0 && now > lastWrite + limits.write
        }

        func channelInactive(context: ChannelHandlerContext) {
            tick?.cancel()
            tick = nil
            self.context = nil
            context.fireChannelInactive()
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if isIdle {
                isIdle = false
                deadline = .now() + limits.head
            }
            context.fireChannelRead(data)
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            if unwritten == 0 { lastWrite = .now() }
            unwritten += 1
            let promise = promise ?? context.eventLoop.makePromise()
            let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
            promise.futureResult.whenComplete { _ in
                bound.value.unwritten -= 1
                bound.value.lastWrite = .now()
            }
            context.write(data, promise: promise)
        }

        /// Writes bytes that are not a route's answer.
        fileprivate func send(_ text: String) {
            guard let context else { return }
            context.writeAndFlush(NIOAny(context.channel.allocator.buffer(string: text)), promise: nil)
        }

        /// Closes the connection soon, independent of the client.
        fileprivate func linger() {
            isIdle = false
            deadline = .now() + .seconds(2)
        }

        /// The connection has become a WebSocket, which has signs of life of its own. The limit for a client that does not
        /// read stays.
        func socketIsOpen() {
            isSocket = true
            deadline = nil
        }

        fileprivate func headIsThere() { deadline = .now() + limits.body }
        fileprivate func requestIsThere() { deadline = nil }
        fileprivate func answerIsSent() {
            isIdle = true
            deadline = .now() + limits.idle
        }
    }

    /// Reports the progress of a request to the byte watch.
    final class RequestWatch: ChannelDuplexHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = HTTPResponsePart

        private let maxBody: Int
        private var bytes: ByteWatch?
        private var isWhole = true
        /// For each unanswered request, whether the connection closes after its answer. Clients may send several
        /// requests at once.
        private var unanswered = CircularBuffer<Bool>()

        init(maxBody: Int) { self.maxBody = maxBody }

        func handlerAdded(context: ChannelHandlerContext) {
            bytes = try? context.pipeline.syncOperations.handler(type: ByteWatch.self)
        }
        func handlerRemoved(context: ChannelHandlerContext) { bytes = nil }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                isWhole = false
                bytes?.headIsThere()
                let options =
                    head.headerFields[.connection]?.lowercased().split(separator: ",").map {
                        $0.trimmingPrefix(while: { $0 == " " })
                    } ?? []
                unanswered.append(options.contains { $0.hasPrefix("close") })
                // Invite the client to send a large body, unless it is too large.
                let length = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
                if head.headerFields[.expect]?.lowercased() == "100-continue", length <= maxBody {
                    bytes?.send("HTTP/1.1 100 Continue\r\n\r\n")
                }
            case .body: break
            case .end:
                isWhole = true
                bytes?.requestIsThere()
            }
            context.fireChannelRead(data)
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            switch unwrapOutboundIn(data) {
            case .head(let head):
                if head.headerFields[.connection] == "close", !unanswered.isEmpty {
                    unanswered[unanswered.startIndex] = true
                }
                context.write(data, promise: promise)
            case .body: context.write(data, promise: promise)
            case .end:
                let isLast = unanswered.popFirst() ?? false
                if isWhole || isLast { bytes?.answerIsSent() }
                guard isLast else { return context.write(data, promise: promise) }
                let bound = NIOLoopBound((context, bytes), eventLoop: context.eventLoop)
                let promise = promise ?? context.eventLoop.makePromise()
                promise.futureResult.whenComplete { _ in
                    let (context, bytes) = bound.value
                    // The client can read the answer before the connection closes, even while it is still sending.
                    bytes?.linger()
                    context.close(mode: .output, promise: nil)
                }
                context.writeAndFlush(data, promise: promise)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            if case HTTPParserError.headerOverflow? = error as? HTTPParserError {
                bytes?.send(
                    "HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                bytes?.linger()
                return context.close(mode: .output, promise: nil)
            }
            context.fireErrorCaught(error)
        }
    }
#endif
