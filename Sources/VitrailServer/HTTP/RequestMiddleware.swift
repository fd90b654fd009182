#if Server
    import Hummingbird
    import Logging
    import NIOHTTP1
    import Synchronization

    /// Wraps all routes: request ID, log, metrics, and errors as problems.
    struct RequestRecord: RouterMiddleware {
        let metrics: ServerMetrics
        let logger: Logger
        let rootPath: String

        func handle(
            _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
        ) async throws -> Response {
            let begin = ContinuousClock.now
            let id = Self.identity(request) ?? String(UInt64.random(in: .min ... .max), radix: 16)
            var logger = logger
            logger[metadataKey: "request"] = "\(id)"
            var (response, reason): (Response, String?)
            do {
                (response, reason) = (try await next(request, context), nil)
            } catch let error as HTTPParserError {
                // The connection answers and closes.
                metrics.note(
                    route: context.endpointPath ?? "unknown", status: 400, ContinuousClock.now - begin, reason: nil)
                throw error
            } catch {
                let problem = Self.problem(error, request, rootPath, logger)
                (response, reason) = (problem.response, problem.code)
            }
            // Do not wait for the rest of a body.
            if response.status == .contentTooLarge { response.headers[.connection] = "close" }
            if reason == nil { reason = response.headers[.problemCode] }
            response.headers[.problemCode] = nil
            response.headers[.requestID] = id
            response.headers[.contentTypeOptions] = "nosniff"
            let duration = ContinuousClock.now - begin
            let route = context.endpointPath ?? "unknown"
            metrics.note(route: route, status: response.status.code, duration, reason: reason)
            log(request, context, response, route, duration, reason, logger)
            return response
        }

        /// The ID that the client or a proxy has set.
        private static func identity(_ request: Request) -> String? {
            if let id = request.headers[.requestID], (1...128).contains(id.utf8.count),
                id.utf8.allSatisfy({ (33...126).contains($0) })
            {
                return id
            }
            // version-trace-parent-flags
            let parts = request.headers[.traceParent]?.split(separator: "-") ?? []
            guard parts.count == 4, parts[1].utf8.count == 32, parts[1].allSatisfy(\.isHexDigit) else { return nil }
            return String(parts[1])
        }

        private static func problem(
            _ error: any Error, _ request: Request, _ rootPath: String, _ logger: Logger
        ) -> Problem {
            switch error {
            case let problem as Problem: return problem
            case is CancellationError:
                return Problem(.serviceUnavailable, code: "stopping", "the server is stopping", retryAfter: 1)
            case let error as any HTTPResponseError:
                if error.status == .notFound, let methods = RouteMethods.of(request.uri.path, below: rootPath),
                    !methods.contains("\(request.method)")
                {
                    var problem = Problem(.methodNotAllowed, "\(request.method) is not answered here; \(methods) are")
                    problem.allowed = methods
                    return problem
                }
                if error.status == .notFound {
                    return Problem(
                        .notFound, "there is nothing at this path; / has an editor, /openapi.json the routes")
                }
                return Problem(error.status, error.status.reasonPhrase)
            default:
                logger.error("fault", metadata: ["error": "\(error)"])
                return Problem(.internalServerError, code: "internal-error", "a fault of the server")
            }
        }

        /// Logs neither chart values nor the query, which may contain some.
        private func log(
            _ request: Request, _ context: ServerContext, _ response: Response, _ route: String, _ duration: Duration,
            _ reason: String?, _ logger: Logger
        ) {
            let facts = context.facts.current
            var about: Logger.Metadata = [
                "method": "\(request.method)", "route": "\(route)", "status": .stringConvertible(response.status.code),
                "milliseconds": .stringConvertible(Self.rounded(duration / .milliseconds(1))),
                "client": "\(context.peer)", "in": .stringConvertible(facts.bodyBytes),
                "out": .stringConvertible(response.body.contentLength ?? 0),
            ]
            if let reason { about["reason"] = "\(reason)" }
            if let chart = facts.chart {
                about["cache"] = chart.worker == nil ? "hit" : "miss"
                if let worker = chart.worker { about["worker"] = .stringConvertible(worker) }
                for (stage, milliseconds) in chart.milliseconds {
                    about[stage] = .stringConvertible(Self.rounded(milliseconds))
                }
                if !chart.warnings.isEmpty { about["warnings"] = .stringConvertible(chart.warnings.count) }
            }
            logger.log(level: response.status.code >= 500 ? .error : .info, "request", metadata: about)
        }

        private static func rounded(_ milliseconds: Double) -> Double { (milliseconds * 100).rounded() / 100 }
    }

    /// The methods of each path.
    enum RouteMethods {
        private static let both = "GET, HEAD, POST"
        private static let reading = "GET, HEAD"
        private static let all = [
            "/": reading, "/render": both, "/live": "POST", "/chart": both, "/chart/create": "POST",
            "/healthz": reading,
            "/readyz": reading, "/metrics": reading, "/version": reading,
            "/openapi.json": reading, "/schema.json": reading,
        ]

        /// `nil`: there is no such path.
        static func of(_ path: String, below rootPath: String) -> String? {
            guard path.hasPrefix(rootPath) else { return nil }
            let path = String(path.dropFirst(rootPath.count))
            if let methods = all[path.isEmpty ? "/" : path] { return methods }
            if path.hasPrefix("/live/") {
                return path.dropFirst("/live/".count).contains("/") ? reading : "DELETE, GET, HEAD"
            }
            return path.hasPrefix("/chart/render/") || path.hasPrefix("/page/") ? reading : nil
        }
    }

    /// Admits requests up to the limits for all clients and for one client, and only with a valid token.
    struct Admission: RouterMiddleware {
        let options: ServerOptions
        let load: RequestLoad

        func handle(
            _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
        ) async throws -> Response {
            guard isKnown(request) else {
                throw Problem(.unauthorized, code: "unauthorized", "a bearer token is needed: Authorization: Bearer …")
            }
            let client = client(request, context)
            switch load.begin(client) {
            case .accepted: break
            case .tooManyOfAll:
                throw Problem(
                    .serviceUnavailable, code: "too-many-requests",
                    "as many requests are in work as may (--max-requests)", retryAfter: 1)
            case .tooManyOfOne:
                throw Problem(
                    .tooManyRequests, code: "too-many-requests",
                    "as many requests of this client are in work as may (--max-client-requests)", retryAfter: 1)
            }
            defer { load.end(client) }
            return try await next(request, context)
        }

        private func isKnown(_ request: Request) -> Bool {
            guard !options.tokens.isEmpty else { return true }
            let words = request.headers[.authorization]?.split(separator: " ", maxSplits: 1) ?? []
            guard words.count == 2, words[0].lowercased() == "bearer" else { return false }
            let given = Array(words[1].utf8)
            // Compare every token completely, so that the duration reveals nothing.
            return options.tokens.reduce(false) { $0 || Self.isEqual(Array($1.utf8), given) }
        }

        static func isEqual(_ token: [UInt8], _ given: [UInt8]) -> Bool {
            var difference = token.count ^ given.count
            for (k, byte) in token.enumerated() { difference |= Int(byte ^ (k < given.count ? given[k] : 0)) }
            return difference == 0
        }

        private func client(_ request: Request, _ context: ServerContext) -> String {
            guard options.trustsProxy, let chain = request.headers[.forwardedFor] else { return context.peer }
            // The proxy wrote the last address; anyone can forge the earlier ones.
            return chain.split(separator: ",").last.map { $0.trimmingPrefix(while: { $0 == " " }) }.map {
                String($0.prefix(64))
            } ?? context.peer
        }
    }

    /// Counts the requests in work.
    final class RequestLoad: Sendable {
        enum Answer { case accepted, tooManyOfAll, tooManyOfOne }

        private let state = Mutex((all: 0, byClient: [String: Int]()))
        private let limit: Int
        private let clientLimit: Int

        init(limit: Int, clientLimit: Int) { (self.limit, self.clientLimit) = (limit, clientLimit) }

        func begin(_ client: String) -> Answer {
            state.withLock { state in
                guard state.all < limit else { return .tooManyOfAll }
                guard state.byClient[client, default: 0] < clientLimit else { return .tooManyOfOne }
                state.all += 1
                state.byClient[client, default: 0] += 1
                return .accepted
            }
        }

        func end(_ client: String) {
            state.withLock { state in
                state.all -= 1
                let left = (state.byClient[client] ?? 1) - 1
                state.byClient[client] = left > 0 ? left : nil
            }
        }

        var inWork: Int { state.withLock { $0.all } }
    }

    /// Adds CORS headers for allowed origins, and answers the preflight requests of browsers.
    struct CrossOrigin: RouterMiddleware {
        let origins: [String]

        func handle(
            _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
        ) async throws -> Response {
            guard let origin = request.headers[.origin], origins.contains(origin) || origins.contains("*") else {
                return try await next(request, context)
            }
            let allowed = origins.contains("*") ? "*" : origin
            if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
                return Response(
                    status: .noContent,
                    headers: [
                        .accessControlAllowOrigin: allowed, .accessControlAllowMethods: "GET, POST, HEAD, DELETE",
                        .accessControlAllowHeaders: "Authorization, Content-Type, If-None-Match, X-Request-ID",
                        .accessControlMaxAge: "86400", .vary: "Origin",
                    ])
            }
            var response = try await next(request, context)
            response.headers[.accessControlAllowOrigin] = allowed
            response.headers[.accessControlExposeHeaders] =
                "ETag, Location, Server-Timing, X-Quickchart-Error, X-Request-ID, X-Vitrail-Warnings"
            if allowed != "*" { response.headers[.vary] = "Origin" }
            return response
        }
    }
#endif
