#if Server
    import Foundation
    import Hummingbird
    import HummingbirdCore
    import Logging
    import NIOCore
    import ServiceLifecycle
    package import VitrailWorkers

    /// The server: a front process that speaks HTTP, and workers that draw.
    ///
    /// ```
    ///  clients ─► connection guard ─► record ─► admission ─► route ─► studio ─► workers
    ///             closes slow         log,      token,      parses   cache,
    ///             connections         metrics   limits               shared jobs
    /// ```
    package struct ChartServer {
        let options: ServerOptions
        let pool: WorkerPool
        /// `nil`: there are no live charts.
        let live: LivePool?

        /// - Parameter pool: a pool that has started or is about to start.
        package init(_ options: ServerOptions, _ pool: WorkerPool, live: LivePool?) {
            (self.options, self.pool, self.live) = (options, pool, live)
        }

        /// Serves until the process receives SIGTERM or SIGINT, finishes the accepted requests, and returns.
        ///
        /// - Throws: an error in the address or in a folder.
        package func run() async throws {
            let isJSON = options.logsJSON
            var logger = Logger(label: "vitrail") { _ in LineLog(isJSON: isJSON) }
            logger.logLevel = .info
            let metrics = ServerMetrics()
            let studio = try ChartStudio(pool, options, metrics)
            let load = RequestLoad(limit: options.maxRequests, clientLimit: options.maxClientRequests)
            let router = try router(studio, load, metrics, logger)
            let limits = GuardedHTTP.Limits(
                head: .seconds(options.headerTimeout), body: .seconds(options.bodyTimeout),
                idle: .seconds(options.idleTimeout), write: .seconds(options.writeTimeout))
            let (maxHeader, maxBody) = (options.maxHeader, options.maxBody)
            let (host, port) = (options.host, options.port)
            let gate = live.map { [options] pool in
                LiveGate(
                    pool: pool, rootPath: options.rootPath, maxHeader: maxHeader, origins: options.corsOrigins,
                    metrics: metrics, logger: logger)
            }
            let app = Application(
                router: router,
                server: HTTPServerBuilder {
                    GuardedHTTP($0, maxHeader: maxHeader, maxBody: maxBody, limits, live: gate)
                },
                configuration: ApplicationConfiguration(
                    address: .hostname(host, port: port), serverName: nil,
                    availableConnectionsDelegate: .maximum(options.maxConnections, logger: Self.quiet)),
                onServerRunning: { [logger, pool] channel in
                    let port = channel.localAddress?.port ?? port
                    logger.info(
                        "listening", metadata: ["url": "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"])
                    try? await pool.ready()
                    ServiceNotice.send("READY=1")
                }, logger: Self.quiet)
            var configuration = ServiceGroupConfiguration(
                // The last one stops first: clients of live charts learn the reason before their sockets are closed.
                services: [app] + (live.map { [LiveService(pool: $0)] } ?? []),
                gracefulShutdownSignals: [.sigterm, .sigint], logger: Self.quiet)
            configuration.maximumGracefulShutdownDuration = .seconds(options.drain)
            do {
                try await ServiceGroup(configuration: configuration).run()
            } catch is CancellationError {
                // Requests were still in work after the grace period.
            }
            ServiceNotice.send("STOPPING=1")
            await pool.stop()
            logger.info("stopped")
        }

        /// Discards the framework's own messages, which do not concern operators.
        private static let quiet = Logger(label: "framework") { _ in SwiftLogNoOpLogHandler() }

        private func router(
            _ studio: ChartStudio, _ load: RequestLoad, _ metrics: ServerMetrics, _ logger: Logger
        ) throws -> Router<ServerContext> {
            let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
            router.addMiddleware {
                RequestRecord(metrics: metrics, logger: logger, rootPath: options.rootPath)
                CrossOrigin(origins: options.corsOrigins)
            }
            let root = options.rootPath.isEmpty ? router.group() : router.group(RouterPath(options.rootPath))
            let operation = OperationRoutes(
                pool: pool, live: live, studio: studio, load: load, metrics: metrics, options: options)
            operation.addOpen(to: root)
            PageRoutes(rootPath: options.rootPath).addOpen(to: root)
            let guarded = root.group().add(middleware: Admission(options: options, load: load))
            operation.add(to: guarded)
            let answer = PictureAnswer(studio: studio, options: options)
            let bodies = BodyBudget(maxBody: options.maxBody)
            RenderRoutes(answer: answer, bodies: bodies).add(to: guarded)
            if let live {
                let routes = LiveRoutes(pool: live, bodies: bodies, options: options)
                routes.addOpen(to: root)
                routes.add(to: guarded)
            }
            QuickChartRoutes(answer: answer, bodies: bodies, links: try ShortLinks(options), options: options).add(
                to: guarded)
            return router
        }
    }

    /// Ends the live charts when the server stops.
    private struct LiveService: Service {
        let pool: LivePool

        func run() async throws {
            try await gracefulShutdown()
            await pool.stop(reason: "the server is stopping")
        }
    }

    extension TimeAmount {
        fileprivate static func seconds(_ seconds: Double) -> TimeAmount {
            .nanoseconds(Int64(min(max(seconds, 0.001), 1e9) * 1e9))
        }
    }
#endif
