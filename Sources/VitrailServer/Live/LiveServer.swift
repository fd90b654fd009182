#if Server
    import Foundation
    import Logging
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOWebSocket
    import ServiceLifecycle
    import Synchronization

    /// The server of `vitrail live`: a page with one chart, and its sockets.
    ///
    /// | path | answer |
    /// |---|---|
    /// | `/NAME/` | the page |
    /// | `/NAME/live.js`, `/NAME/live-canvas.js`, `/NAME/live.css` | its files |
    /// | `/NAME/socket` | the WebSocket |
    ///
    /// NAME cannot be guessed. All other paths do not exist.
    package struct LiveServer {
        package struct Options: Sendable {
            package var host = "127.0.0.1"
            /// 0: a free port.
            package var port = 0
            /// First part of all paths.
            package var name: String
            /// Seconds that a connection may take to become a WebSocket, or to get its file.
            package var requestSeconds = 15.0
            /// Seconds between two signs of life that are asked of a client.
            package var pingSeconds = 20.0
            /// Seconds that connections have when the server stops.
            package var drainSeconds = 2.0
            /// Maximum number of connections, including connections for files.
            package var maxConnections = 256

            package init(name: String) { self.name = name }

            /// The host of the page's address. A browser cannot open the address of all interfaces, so the name of the
            /// machine takes its place.
            var hostOfAddress: String {
                if host == "0.0.0.0" || host == "::" { return ProcessInfo.processInfo.hostName }
                return host.contains(":") ? "[\(host)]" : host
            }
        }

        let options: Options
        let host: any LiveHost

        package init(_ options: Options, _ host: any LiveHost) { (self.options, self.host) = (options, host) }

        /// Serves until the process receives SIGTERM or SIGINT.
        ///
        /// - Parameter isListening: called with the address of the page.
        /// - Throws: an error in the address.
        package func run(isListening: @escaping @Sendable (String) -> Void) async throws {
            let service = Service(server: self, isListening: isListening)
            let configuration = ServiceGroupConfiguration(
                services: [service], gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "framework") { _ in SwiftLogNoOpLogHandler() })
            do {
                try await ServiceGroup(configuration: configuration).run()
            } catch is CancellationError {
                // Stopped while connections were open.
            }
        }

        private struct Service: ServiceLifecycle.Service {
            let server: LiveServer
            let isListening: @Sendable (String) -> Void

            func run() async throws {
                let (server, isListening, open) = (
                    server, isListening, ConnectionCount(limit: server.options.maxConnections)
                )
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await server.serve(open, isListening: isListening) }
                    group.addTask {
                        try await gracefulShutdown()
                        // The clients learn the reason before their sockets are closed.
                        await server.host.endAll()
                        let end = ContinuousClock.now + .seconds(server.options.drainSeconds)
                        while open.count > 0, ContinuousClock.now < end {
                            try await Task.sleep(for: .milliseconds(10))
                        }
                    }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
        }

        private func serve(_ open: ConnectionCount, isListening: @Sendable (String) -> Void) async throws {
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .bind(host: options.host, port: options.port) { channel in
                    channel.eventLoop.makeCompletedFuture { try negotiation(on: channel, open) }
                }
            let port = channel.channel.localAddress?.port ?? options.port
            isListening("http://\(options.hostOfAddress):\(port)/\(options.name)/")
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    while true {
                        try await Task.sleep(for: .seconds(2))
                        await host.sweep()
                    }
                }
                group.addTask { try await accept(channel) }
                defer { group.cancelAll() }
                try await group.next()
            }
        }

        private func accept(_ channel: NIOAsyncChannel<EventLoopFuture<LiveUpgrade.Negotiated>, Never>) async throws {
            try await channel.executeThenClose { inbound in
                await withDiscardingTaskGroup { group in
                    do {
                        for try await negotiated in inbound {
                            // Errors of one connection concern no other one.
                            group.addTask { try? await handle(negotiated) }
                        }
                    } catch {
                        // The listening socket is closed.
                    }
                    group.cancelAll()
                }
            }
        }

        private func handle(_ negotiated: EventLoopFuture<LiveUpgrade.Negotiated>) async throws {
            switch try await negotiated.get() {
            case .socket(let channel, let peer):
                try await LiveSocket(line: await peer.connect(), pingSeconds: options.pingSeconds).run(channel)
            case .request(let channel, let decision):
                guard let head = decision.head else { return try await channel.executeThenClose { _, _ in } }
                try await LivePage(name: options.name, host: host).answer(channel, head, refusal: decision.refusal)
            }
        }

        // MARK: Upgrade

        private func negotiation(
            on channel: any Channel, _ open: ConnectionCount
        ) throws -> EventLoopFuture<LiveUpgrade.Negotiated> {
            // Before the request is read, so that a connection that is one too many takes no session.
            guard open.enter() else {
                channel.close(mode: .all, promise: nil)
                return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
            }
            channel.closeFuture.whenComplete { _ in open.leave() }
            let isFromThisMachine = channel.remoteAddress.map(LiveUpgrade.isLoopback) ?? false
            let negotiated = try LiveUpgrade { head async throws(LiveRefusal) in
                try await admit(head, isFromThisMachine: isFromThisMachine)
            }.configure(channel)
            let deadline = channel.eventLoop.scheduleTask(in: .milliseconds(Int64(options.requestSeconds * 1_000))) {
                channel.close(mode: .all, promise: nil)
            }
            negotiated.whenComplete { result in
                // A request for a file keeps the deadline until it is answered.
                if case .success(.socket) = result { deadline.cancel() }
            }
            channel.closeFuture.whenComplete { _ in deadline.cancel() }
            return negotiated
        }

        /// Decides on a request for a WebSocket.
        private func admit(
            _ head: HTTPRequestHead, isFromThisMachine: Bool
        ) async throws(LiveRefusal) -> any LivePeer {
            let target = LiveTarget(head.uri)
            guard target.isBelow(options.name), target.file == "socket" else { throw .notFound }
            guard head.method == .GET else { throw .method }
            try LiveUpgrade.checkOrigin(head.headers)
            let wantsPixels = target.query["frames"] == "rgba" && isFromThisMachine
            return try await host.open(target.query["session"], wantsPixels: wantsPixels)
        }
    }

    /// Counts open connections.
    private final class ConnectionCount: Sendable {
        private let limit: Int
        private let open = Mutex(0)

        init(limit: Int) { self.limit = limit }

        func enter() -> Bool {
            open.withLock { open in
                guard open < limit else { return false }
                open += 1
                return true
            }
        }

        func leave() { open.withLock { $0 -= 1 } }

        var count: Int { open.withLock { $0 } }
    }
#endif
