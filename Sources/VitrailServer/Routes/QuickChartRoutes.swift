#if Server
    import Foundation
    import Hummingbird
    import VitrailWorkers

    /// `/chart` for QuickChart's clients: takes a Chart.js configuration and returns a picture.
    struct QuickChartRoutes {
        let answer: PictureAnswer
        let bodies: BodyBudget
        let links: ShortLinks
        let options: ServerOptions

        private static let defaultSize = (width: 500.0, height: 300.0)
        private static let defaultScale = 2.0
        /// The limit of the hosted service.
        private static let maxPoints = 3_000.0

        func add(to routes: RouterGroup<ServerContext>) {
            routes.get("chart") { request, context in
                try await picture(request, context) { try Self.parameters(try Query(request.uri.query)) }
            }
            routes.post("chart") { request, context in
                try await bodies.withBody(of: request, context) { body in
                    try await picture(request, context) { try Self.parameters(body) }
                }
            }
            routes.post("chart/create") { request, context in
                try await bodies.withBody(of: request, context) { body in try await create(body, request) }
            }
            routes.get("chart/render/:id") { request, context in
                try await picture(request, context) {
                    guard let known = await links[context.parameters.get("id") ?? ""] else {
                        throw Problem(.notFound, code: "no-link", "there is no such link, or its time is over")
                    }
                    return known
                }
            }
        }

        // MARK: Parameters

        /// The client's parameters as written.
        struct Parameters: Codable, Sendable {
            var chart: String
            var width: String?
            var height: String?
            var background: String?
            var scale: String?
            var format: String?
            var version: String?
            var encoding: String?

            /// `nil`: there is no chart.
            ///
            /// - Throws: `Problem` for a parameter with different values under its two names.
            init?(_ value: (String) -> String?) throws(Problem) {
                func given(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
                func either(_ name: String, _ other: String) throws(Problem) -> String? {
                    guard let first = given(name), let second = given(other) else { return given(name) ?? given(other) }
                    guard first == second else {
                        throw Problem(
                            .badRequest, code: "bad-query", path: other,
                            "\(name) is the same parameter, with another value: leave one out")
                    }
                    return first
                }
                guard let chart = try either("chart", "c") else { return nil }
                self.chart = chart
                (width, height) = (try either("width", "w"), try either("height", "h"))
                (background, scale) = (try either("backgroundColor", "bkg"), value("devicePixelRatio"))
                (format, version, encoding) = (try either("format", "f"), try either("version", "v"), value("encoding"))
            }
        }

        private static func parameters(_ query: Query) throws(Problem) -> Parameters {
            let asked = try Parameters { query[$0] }
            guard let asked else {
                throw Problem(.badRequest, code: "bad-query", "the parameter c is missing: the chart's configuration")
            }
            return asked
        }

        private static func parameters(_ body: [UInt8]) throws(Problem) -> Parameters {
            let members = try JSONMembers(body)
            let asked = try Parameters { members[$0] }
            guard let asked else {
                throw Problem(
                    .badRequest, code: "bad-chart", "the member \"chart\" is missing: the chart's configuration")
            }
            for (names, kinds) in memberKinds {
                for name in names {
                    guard let kind = members.kind(name), kind != .null, !kinds.contains(kind) else { continue }
                    throw Problem(
                        .badRequest, code: "bad-chart", path: name,
                        "expected \(kinds.map(\.rawValue).joined(separator: " or ")), found \(kind.rawValue)")
                }
            }
            return asked
        }

        private static let memberKinds: [([String], [JSONMembers.Kind])] = [
            (["chart", "c"], [.text, .object]),
            (["width", "w", "height", "h", "devicePixelRatio", "version", "v"], [.number, .text]),
            (["backgroundColor", "bkg", "format", "f", "encoding"], [.text]),
        ]

        private static func job(_ parameters: Parameters) throws(Problem) -> ChartJob {
            var request = WorkerRequest(.chartJS)
            request.format = try format(parameters.format)
            request.width = try number("width", parameters.width, in: 1...maxPoints) ?? defaultSize.width
            request.height = try number("height", parameters.height, in: 1...maxPoints) ?? defaultSize.height
            request.scale = try number("devicePixelRatio", parameters.scale, in: 0.1...4) ?? defaultScale
            request.background = parameters.background
            request.version = parameters.version
            var text = Array(parameters.chart.utf8)
            switch parameters.encoding ?? "url" {
            case "url": break
            case "base64":
                guard let decoded = Packed.base64(parameters.chart) else {
                    throw Problem(.badRequest, code: "bad-query", path: "c", "it is no base64")
                }
                text = decoded
            default:
                throw Problem(
                    .badRequest, code: "bad-query", path: "encoding",
                    "expected url or base64, found \"\(Query.clean(parameters.encoding ?? ""))\"")
            }
            return ChartJob(request: request, text: text)
        }

        private static func format(_ word: String?) throws(Problem) -> String {
            guard word?.lowercased() != "pdf" else {
                throw Problem(
                    .badRequest, code: "bad-query", path: "format", "PDF is not written; svg is drawn from shapes, too")
            }
            return try RenderRoutes.format(word) ?? "png"
        }

        private static func number(
            _ name: String, _ text: String?, in range: ClosedRange<Double>
        ) throws(Problem) -> Double? {
            guard let text, !text.isEmpty else { return nil }
            // Decimal, not hexadecimal.
            guard text.unicodeScalars.allSatisfy({ "0123456789.eE+-".unicodeScalars.contains($0) }),
                let value = Double(text), range.contains(value)
            else {
                throw Problem(
                    .badRequest, code: "bad-query", path: name,
                    "expected a number in \(range.lowerBound)…\(range.upperBound), found \"\(Query.clean(text))\"")
            }
            return value
        }

        // MARK: Answers

        /// Answers with the picture, or with a picture of the error, so that a page with the chart in it shows the
        /// reason.
        private func picture(
            _ request: Request, _ context: ServerContext, _ parameters: () async throws -> Parameters
        ) async throws -> Response {
            var asked: Parameters?
            do {
                asked = try await parameters()
                guard let asked else { throw Problem(.badRequest, "no chart") }
                return try await answer.response(to: try Self.job(asked), request, context)
            } catch let problem as Problem where problem.status.kind == .clientError {
                return try await errorPicture(problem, asked, context)
            } catch let problem as Problem {
                // Workers cannot draw a picture of a server error.
                var response = problem.response
                response.headers[.quickChartError] = Self.header(
                    problem.path.map { "\($0): \(problem.message)" } ?? problem.message)
                response.headers[.problemCode] = problem.code
                return response
            }
        }

        private func errorPicture(
            _ problem: Problem, _ asked: Parameters?, _ context: ServerContext
        ) async throws -> Response {
            let message = problem.path.map { "\($0): \(problem.message)" } ?? problem.message
            var request = WorkerRequest(.description)
            request.format = (try? Self.format(asked?.format)) ?? "png"
            request.width = (try? Self.number("width", asked?.width, in: 1...Self.maxPoints)) ?? Self.defaultSize.width
            request.height =
                (try? Self.number("height", asked?.height, in: 1...Self.maxPoints)) ?? Self.defaultSize.height
            request.scale = Self.defaultScale
            let text = try Self.description(of: message, width: request.width ?? 500)
            let job = ChartJob(request: request, text: text)
            let chart = try await answer.studio.picture(of: job, answer.studio.key(job))
            context.facts.update { $0.chart = chart }
            return Response(
                status: problem.status,
                headers: [
                    .contentType: chart.mediaType, .cacheControl: "no-store", .quickChartError: Self.header(message),
                    .problemCode: problem.code,
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: chart.bytes)))
        }

        /// A description without axes that shows a text in lines.
        private static func description(of message: String, width: Double) throws -> [UInt8] {
            let perLine = max(20, Int(width / 7.5))
            var lines = [""]
            for word in message.split(separator: " ") {
                if lines[lines.count - 1].count + word.count >= perLine, !lines[lines.count - 1].isEmpty {
                    lines.append("")
                }
                lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
            }
            let message = String(
                decoding: try Foundation.JSONEncoder().encode(lines.prefix(12).joined(separator: "\n")), as: UTF8.self)
            let hidden = """
                {"width": 0, "style": {"lineWidth": 0, "majorTickStyle": {"showTicks": false, "showLabels": false}, "minorTickStyle": {"showTicks": false}, \
                "majorGridLineStyle": {"showMajorGridLines": false}}}
                """
            return Array(
                #"{"theme": "flat", "font": {"size": 12}, "noDataText": \#(message), "xAxis": \#(hidden), "yAxis": \#(hidden)}"#
                    .utf8)
        }

        /// One line of ASCII.
        private static func header(_ message: String) -> String {
            String(message.unicodeScalars.prefix(500).map { (32..<127).contains($0.value) ? Character($0) : "?" })
        }

        private func create(_ body: [UInt8], _ request: Request) async throws -> Response {
            let asked = try Self.parameters(body)
            // A chart that cannot be drawn gets no link.
            _ = try Self.job(asked)
            let id = try await links.add(asked)
            struct Answer: Encodable {
                var success = true
                var url: String
            }
            let host = request.head.authority ?? "\(options.host):\(options.port)"
            let isSecure = options.trustsProxy && request.headers[.forwardedProtocol]?.lowercased() == "https"
            let answer = Answer(url: "\(isSecure ? "https" : "http")://\(host)\(options.rootPath)/chart/render/\(id)")
            let encoder = Foundation.JSONEncoder()
            encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
            return OperationRoutes.text([UInt8](try encoder.encode(answer)), "application/json", "no-store")
        }
    }
#endif
