#if Server
    import NIOCore
    import NIOHTTP1
    import NIOWebSocket

    /// Makes a connection a WebSocket, if its first request asks for one that is admitted.
    struct LiveUpgrade: Sendable {
        /// Decides on a request for a WebSocket.
        let admit: @Sendable (HTTPRequestHead) async throws(LiveRefusal) -> any LivePeer
        /// Maximum bytes of a request's head. `nil`: the default of the parser.
        var maxHeader: Int?

        init(_ admit: @escaping @Sendable (HTTPRequestHead) async throws(LiveRefusal) -> any LivePeer) {
            self.admit = admit
        }

        /// A connection after its first request.
        enum Negotiated: Sendable {
            case socket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, any LivePeer)
            case request(NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>, Decision)
        }

        /// Adds the handlers that read the first request.
        func configure(_ channel: any Channel) throws -> EventLoopFuture<Negotiated> {
            let (decision, admit) = (Decision(), admit)
            let upgrader = NIOTypedWebSocketServerUpgrader<Negotiated>(
                maxFrameSize: LiveSocket.maxMessage,
                shouldUpgrade: { channel, head in
                    channel.eventLoop.makeFutureWithTask {
                        do throws(LiveRefusal) {
                            decision.peer = try await admit(head)
                            return HTTPHeaders()
                        } catch {
                            decision.refusal = error
                            return nil
                        }
                    }
                },
                upgradePipelineHandler: { channel, _ in
                    channel.eventLoop.makeCompletedFuture {
                        guard let peer = decision.peer else { preconditionFailure("a socket without a session") }
                        try channel.pipeline.syncOperations.addHandler(
                            NIOWebSocketFrameAggregator(
                                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 64,
                                maxAccumulatedFrameSize: LiveSocket.maxMessage))
                        return .socket(
                            try NIOAsyncChannel(
                                wrappingChannelSynchronously: channel,
                                configuration: .init(isOutboundHalfClosureEnabled: false)), peer)
                    }
                })
            let configuration = NIOTypedHTTPServerUpgradeConfiguration<Negotiated>(
                upgraders: [upgrader],
                notUpgradingCompletionHandler: { channel in
                    channel.eventLoop.makeCompletedFuture {
                        .request(try NIOAsyncChannel(wrappingChannelSynchronously: channel), decision)
                    }
                })
            var pipeline = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: configuration)
            if let maxHeader {
                pipeline.decoderConfiguration.maxHeaderFieldSize = maxHeader
                pipeline.decoderConfiguration.maxHeaderListSize = maxHeader
            }
            let negotiated = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                configuration: pipeline)
            try RequestHeadWatch.add(decision, to: channel.pipeline.syncOperations)
            // Last, so that it closes the connection after the answer to a request that is no HTTP.
            try channel.pipeline.syncOperations.addHandler(ClosingAfterError())
            return negotiated
        }

        /// A page of another site must not open the chart, even if it knows the name.
        ///
        /// - Parameter friends: origins that may. `*`: all.
        /// - Throws: the refusal of a foreign page.
        static func checkOrigin(_ headers: HTTPHeaders, friends: [String] = []) throws(LiveRefusal) {
            guard let origin = headers.first(name: "origin") else { return }
            let host = headers.first(name: "host") ?? ""
            guard
                origin == "http://\(host)" || origin == "https://\(host)" || friends.contains(origin)
                    || friends.contains("*")
            else { throw LiveRefusal(403, "foreign-origin", "pages of other sites may not open this chart") }
        }

        static func isLoopback(_ address: SocketAddress) -> Bool {
            guard let ip = address.ipAddress else { return false }
            return ip == "::1" || ip.hasPrefix("127.") || ip.hasPrefix("::ffff:127.")
        }
    }
#endif
