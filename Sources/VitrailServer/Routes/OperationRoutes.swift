#if Server
    import Hummingbird
    import VitrailWorkers

    /// Routes for operators, probes and programs: health, metrics, versions, the API and the schema.
    struct OperationRoutes {
        let pool: WorkerPool
        let live: LivePool?
        let studio: ChartStudio
        let load: RequestLoad
        let metrics: ServerMetrics
        let options: ServerOptions

        /// Routes without a token: probes have none, and these routes reveal nothing about charts.
        func addOpen(to routes: RouterGroup<ServerContext>) {
            // The process answers, so it is alive, whatever the state of its workers.
            routes.get("healthz") { _, _ in Self.text("ok\n") }
            routes.get("readyz") { _, _ in
                let facts = pool.facts
                guard facts.ready > 0 else {
                    throw Problem(
                        .serviceUnavailable, code: "no-worker",
                        facts.failure.map { "no worker starts: \($0.message)" } ?? "no worker is ready yet",
                        retryAfter: 1)
                }
                return Self.text("ready\n")
            }
        }

        func add(to routes: RouterGroup<ServerContext>) {
            routes.get("metrics") { _, _ in
                Self.text(
                    metrics.text(
                        pool.facts, live?.facts, inWork: load.inWork, cachedBytes: studio.cachedBytes,
                        folderFailures: await studio.folderFailures),
                    "text/plain; version=0.0.4; charset=utf-8")
            }
            routes.get("version") { _, _ in
                Self.text("{\"name\":\"vitrail\",\"version\":\"\(options.version)\"}\n", "application/json")
            }
            routes.get("openapi.json") { _, _ in Self.text(ServerFiles.bytes("openapi.json"), "application/json") }
            routes.get("schema.json") { _, _ in Self.text(ServerFiles.bytes("schema.json"), "application/schema+json") }
        }

        private static func text(_ text: String, _ type: String = "text/plain; charset=utf-8") -> Response {
            Self.text(Array(text.utf8), type, "no-store")
        }

        static func text(_ bytes: [UInt8], _ type: String, _ caching: String = "max-age=3600") -> Response {
            Response(
                status: .ok, headers: [.contentType: type, .cacheControl: caching],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        }
    }
#endif
