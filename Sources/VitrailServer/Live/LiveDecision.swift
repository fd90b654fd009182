#if Server
    import NIOCore
    import NIOHTTP1
    import Synchronization

    extension LiveUpgrade {
        /// The first request of a connection and the decision on it, for the handlers of that connection.
        final class Decision: Sendable {
            private struct Values: Sendable {
                var head: HTTPRequestHead?
                var peer: (any LivePeer)?
                var refusal: LiveRefusal?
            }
            private let values = Mutex(Values())

            var head: HTTPRequestHead? {
                get { values.withLock { $0.head } }
                set { values.withLock { $0.head = newValue } }
            }

            /// The session. `nil`: the request did not become a WebSocket.
            var peer: (any LivePeer)? {
                get { values.withLock { $0.peer } }
                set { values.withLock { $0.peer = newValue } }
            }

            /// The reason why the request did not become a WebSocket. `nil`: it did not ask for that, or not correctly.
            var refusal: LiveRefusal? {
                get { values.withLock { $0.refusal } }
                set { values.withLock { $0.refusal = newValue } }
            }
        }
    }

    /// Keeps the head of the first request, because the handler of upgrades does not pass on a request that it refuses.
    final class RequestHeadWatch: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias InboundOut = HTTPServerRequestPart

        private let decision: LiveUpgrade.Decision

        private init(_ decision: LiveUpgrade.Decision) { self.decision = decision }

        /// Adds it before the handler of upgrades.
        static func add(
            _ decision: LiveUpgrade.Decision, to pipeline: ChannelPipeline.SynchronousOperations
        ) throws {
            let upgrades = try pipeline.handler(
                type: NIOTypedHTTPServerUpgradeHandler<LiveUpgrade.Negotiated>.self)
            try pipeline.addHandler(RequestHeadWatch(decision), position: .before(upgrades))
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(let head) = Self.unwrapInboundIn(data) else { return context.fireChannelRead(data) }
            decision.head = head
            context.fireChannelRead(data)
            // The following bytes may be no HTTP.
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        }
    }
#endif
