#if Server
    /// The sessions behind the sockets of `LiveServer`, which knows no charts.
    package protocol LiveHost: Sendable {
        /// Finds a session, or makes a new one.
        ///
        /// - Parameters:
        ///   - session: the session that the client names. `nil`, or one that has ended: a new one.
        ///   - wantsPixels: whether frames are raw pixels rather than PNG.
        func open(_ session: String?, wantsPixels: Bool) async throws(LiveRefusal) -> any LivePeer

        /// The reason why `open` would fail now. `nil`: none is known.
        func refusal(_ session: String?) async -> LiveRefusal?

        /// Ends sessions whose time is over. Called every few seconds.
        func sweep() async

        /// Ends all sessions.
        func endAll() async
    }

    /// A session that a client may connect to.
    package protocol LivePeer: Sendable {
        /// Begins a connection. An earlier one to the same session ends.
        func connect() async -> any LiveLine
    }

    /// The connection of a client to its session.
    package protocol LiveLine: Sendable {
        /// Passes on the session's messages until it ends, or another connection takes it over.
        func forward(_ send: @Sendable (LiveSocketMessage) async throws -> Void) async throws
        /// Takes a message of the client.
        func receive(_ message: [UInt8]) async
        /// The client is gone. The session waits for it.
        func leave() async
    }

    package enum LiveSocketMessage: Sendable {
        case text([UInt8])
        case binary(header: [UInt8], body: [UInt8])
    }

    /// The reason why a socket is not opened.
    package struct LiveRefusal: Error, Sendable, Equatable {
        /// Status of HTTP.
        package var status: Int
        /// For programs: `too-many-sessions`, …
        package var code: String
        package var message: String

        package init(_ status: Int, _ code: String, _ message: String) {
            (self.status, self.code, self.message) = (status, code, message)
        }

        static let notFound = LiveRefusal(404, "not-found", "there is nothing here")
        static let method = LiveRefusal(405, "method-not-allowed", "only GET and HEAD work here")
        static let upgrade = LiveRefusal(426, "upgrade-required", "this address takes WebSockets")
    }
#endif
