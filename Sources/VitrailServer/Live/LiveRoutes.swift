#if Server
    import Foundation
    import HTTPTypes
    import Hummingbird
    import VitrailWorkers

    /// `/live`: takes a chart description and returns the address of a page with the live chart.
    struct LiveRoutes {
        let pool: LivePool
        let bodies: BodyBudget
        let options: ServerOptions

        /// Routes without a token: the name in the address is the permission. The socket is also here, for requests that
        /// are not the first of their connection.
        func addOpen(to routes: RouterGroup<ServerContext>) {
            routes.get("live/:name") { request, context in
                let name = try session(context)
                guard request.uri.path.hasSuffix("/") else {
                    return LiveAnswer(
                        movedTo: "\(options.rootPath)/live/\(name)/", query: request.uri.string
                    ).response
                }
                return file("")
            }
            routes.get("live/:name/:file") { request, context in
                _ = try session(context)
                return file(context.parameters.get("file") ?? "")
            }
        }

        func add(to routes: RouterGroup<ServerContext>) {
            routes.post("live") { request, context in
                let query = try Query(request.uri.query)
                try query.check(["axes", "theme"])
                return try await bodies.withBody(of: request, context) { body in
                    try await open(body, request.headers[.contentType] ?? "", query)
                }
            }
            routes.delete("live/:name") { _, context in
                guard pool.end(context.parameters.get("name") ?? "", reason: "the chart was deleted") else {
                    throw Problem(.noSession)
                }
                return Response(status: .noContent)
            }
        }

        /// - Throws: `Problem`: there is no such session.
        private func session(_ context: ServerContext) throws(Problem) -> String {
            guard let name = context.parameters.get("name"), pool.has(name) else { throw Problem(.noSession) }
            return name
        }

        private func file(_ name: String) -> Response {
            if name == "socket" { return LiveAnswer(.upgrade).response }
            return (LiveAnswer(file: name[...]) ?? LiveAnswer(.notFound)).response
        }

        private func open(_ body: [UInt8], _ contentType: String, _ query: Query) async throws -> Response {
            var request = WorkerRequest(.description)
            request.theme = try RenderRoutes.theme(query)
            let job = try RenderRoutes.job(body, contentType, request)
            var opening = LiveOpening()
            (opening.theme, opening.fileNames) = (job.request.theme, job.request.fileNames)
            if let axes = query["axes"] {
                guard ["x", "y", "xy"].contains(axes) else {
                    throw Problem(
                        .badRequest, code: "bad-query", path: "axes",
                        "\"\(Query.clean(axes))\" is none of x, y, xy: the axes that can be moved")
                }
                opening.axes = axes
            }
            do throws(LivePool.Failure) {
                let (name, opened) = try await pool.open(opening, [job.text] + job.files)
                return created(name, opened)
            } catch {
                throw Problem(error)
            }
        }

        private struct Created: Encodable {
            var url: String
            var title: String
            var altText: String
            var warnings: [String]
        }

        private func created(_ name: String, _ opened: LiveWorkerReply.Opened) -> Response {
            let url = "\(options.rootPath)/live/\(name)/"
            let body = Created(url: url, title: opened.title, altText: opened.altText, warnings: opened.warnings)
            let encoder = Foundation.JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            // Texts cannot fail.
            let bytes = (try? encoder.encode(body)) ?? Data()
            return Response(
                status: .created,
                headers: [.contentType: "application/json", .location: url, .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        }
    }

    extension LiveAnswer {
        /// The answer of a route.
        fileprivate var response: Response {
            var headers = HTTPFields()
            for (name, value) in fields where name != "Content-Length" {
                if let name = HTTPField.Name(name) { headers[name] = value }
            }
            return Response(
                status: .init(code: status), headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
        }
    }

    extension Problem {
        fileprivate init(_ failure: LivePool.Failure) {
            switch failure {
            case .tooMany(let limit):
                self.init(
                    .serviceUnavailable, code: "too-many-sessions",
                    "there are \(limit) live charts, as many as there may be (--live-sessions)", retryAfter: 10)
            case .full:
                self.init(
                    .serviceUnavailable, code: "live-memory",
                    "the live charts take all memory that there is for them (--live-memory)", retryAfter: 10)
            case .refused(let failure): self.init(failure)
            case .timedOut(let limit): self.init(WorkerPool.Failure.timedOut(limit))
            case .crashed(let words, let tries): self.init(WorkerPool.Failure.crashed(words: words, tries: tries))
            case .unavailable(let failure): self.init(WorkerPool.Failure.unavailable(failure))
            case .stopped: self.init(WorkerPool.Failure.stopped)
            }
        }
    }
#endif
