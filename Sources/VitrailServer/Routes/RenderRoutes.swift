#if Server
    import Hummingbird
    import VitrailWorkers

    /// `/render`: takes a chart description and returns a picture.
    struct RenderRoutes {
        let answer: PictureAnswer
        let bodies: BodyBudget

        /// Maximum bytes of a description in a URL after unpacking.
        private static let maxUnpacked = 10 << 20

        func add(to routes: RouterGroup<ServerContext>) {
            routes.post("render") { request, context in
                let query = try Query(request.uri.query)
                return try await bodies.withBody(of: request, context) { body in
                    try await answer.response(
                        to: try Self.job(body, request.headers[.contentType] ?? "", try Self.request(query)), request,
                        context)
                }
            }
            routes.get("render") { request, context in
                let query = try Query(request.uri.query)
                guard let packed = query["spec"] else {
                    throw Problem(
                        .badRequest, code: "bad-query", path: "spec",
                        "the description is missing: base64url, or deflate and base64url")
                }
                let text = try Packed.text(packed, limit: Self.maxUnpacked)
                return try await answer.response(
                    to: ChartJob(request: try Self.request(query), text: text), request, context)
            }
        }

        /// The description, and files with it, in the body of a request.
        static func job(
            _ body: [UInt8], _ contentType: String, _ request: WorkerRequest
        ) throws(Problem) -> ChartJob {
            var request = request
            let type = contentType.prefix { $0 != ";" }.lowercased()
            guard type == "multipart/form-data" else {
                guard
                    [
                        "", "application/json", "text/json", "text/plain", "application/x-www-form-urlencoded",
                        "application/octet-stream",
                    ].contains(type) || type.hasSuffix("+json")
                else {
                    throw Problem(
                        .unsupportedMediaType,
                        "expected application/json or multipart/form-data, found \(Query.clean(type))")
                }
                guard !body.isEmpty else {
                    throw Problem(.badRequest, code: "bad-chart", "the body is empty; it is a chart description, JSON")
                }
                return ChartJob(request: request, text: body)
            }
            let parts = try Multipart(body, contentType: contentType).parts
            guard let chart = parts.first(where: { ["chart", "description", "spec"].contains($0.field) }) else {
                throw Problem(.badRequest, code: "bad-multipart", "no part is called \"chart\": the description")
            }
            let files = parts.filter { $0.field != chart.field }
            for (k, file) in files.enumerated() {
                guard !file.name.isEmpty, file.name.utf8.count <= 255,
                    !file.name.utf8.contains(where: { $0 < 32 || $0 == UInt8(ascii: "/") })
                else {
                    throw Problem(
                        .badRequest, code: "bad-multipart", "\"\(Query.clean(file.name))\" is no name of a file")
                }
                guard !files[..<k].contains(where: { $0.name == file.name }) else {
                    throw Problem(
                        .badRequest, code: "bad-multipart", "two files are called \"\(Query.clean(file.name))\"")
                }
            }
            request.fileNames = files.map(\.name)
            return ChartJob(request: request, text: chart.bytes, files: files.map(\.bytes))
        }

        private static func request(_ query: Query) throws(Problem) -> WorkerRequest {
            try query.check(["data", "format", "height", "quality", "scale", "spec", "theme", "width"])
            var request = WorkerRequest(.description)
            request.format = try format(query["format"])
            request.width = try query.number("width", in: 1...65_536)
            request.height = try query.number("height", in: 1...65_536)
            request.scale = try query.number("scale", in: 0.1...16)
            request.quality = try query.number("quality", in: 0...100).map { Int($0.rounded()) }
            request.theme = try theme(query)
            return request
        }

        static func theme(_ query: Query) throws(Problem) -> String? {
            guard let theme = query["theme"] else { return nil }
            guard themes.contains(theme) else {
                throw Problem(
                    .badRequest, code: "bad-query", path: "theme",
                    "\"\(Query.clean(theme))\" is no theme; it is one of \(themes.joined(separator: ", "))")
            }
            return theme
        }

        private static let themes = ["light", "dark", "flat", "flatDark"]
        static let formats = ["png", "apng", "jpeg", "webp", "rgba", "svg"]

        static func format(_ word: String?) throws(Problem) -> String? {
            guard let word else { return nil }
            let name = word.lowercased() == "jpg" ? "jpeg" : word.lowercased()
            guard formats.contains(name) else {
                throw Problem(
                    .badRequest, code: "bad-query", path: "format",
                    "\"\(Query.clean(word))\" is no picture format; it is one of \(formats.joined(separator: ", "))")
            }
            return name
        }
    }
#endif
