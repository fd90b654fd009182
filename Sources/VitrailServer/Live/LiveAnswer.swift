#if Server
    import HTTPTypes
    import NIOCore
    import NIOHTTP1

    /// An answer about the page of a live chart: one of its files, or a problem.
    struct LiveAnswer {
        var status: Int
        var fields: [String: String]
        var body: [UInt8]

        private static let files: [Substring: (file: String, type: String)] = [
            "": ("live.html", "text/html; charset=utf-8"),
            "live.js": ("live.js", "text/javascript; charset=utf-8"),
            "live-canvas.js": ("live-canvas.js", "text/javascript; charset=utf-8"),
            "live.css": ("live.css", "text/css; charset=utf-8"),
        ]

        /// Allows the page's own script, style and socket, and nothing else.
        private static let policy =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

        /// A file of the page; empty for the page itself. `nil`: there is none of this name.
        init?(file path: Substring) {
            guard let (file, type) = Self.files[path] else { return nil }
            self.init(200, ["Content-Type": type, "Content-Security-Policy": Self.policy], ServerFiles.bytes(file))
        }

        /// The page's address with a slash at its end, which relative addresses need.
        ///
        /// - Parameter query: a target whose query is kept.
        init(movedTo path: String, query: String) {
            let query = query.firstIndex(of: "?").map { query[$0...] } ?? ""
            self.init(308, ["Location": path + query], [])
        }

        init(_ refusal: LiveRefusal) {
            var fields = ["Content-Type": "application/problem+json"]
            if refusal.status == 429 { fields["Retry-After"] = "10" }
            if refusal.status == 426 { fields["Upgrade"] = "websocket" }
            if refusal == .method { fields["Allow"] = "GET, HEAD" }
            self.init(refusal.status, fields, Problem(refusal).json)
        }

        private init(_ status: Int, _ fields: [String: String], _ body: [UInt8]) {
            (self.status, self.body) = (status, body)
            // The address holds the name, so it goes to no other site.
            let common = [
                "Content-Length": "\(body.count)", "Connection": "close", "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            ]
            self.fields = common.merging(fields) { $1 }
        }

        /// Writes the answer and closes the connection.
        func write(
            to channel: NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>, _ head: HTTPRequestHead
        ) async throws {
            try await channel.executeThenClose { _, outbound in
                let headers = HTTPHeaders(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
                let response = HTTPResponseHead(
                    version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: headers)
                try await outbound.write(.head(response))
                if head.method != .HEAD { try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: body)))) }
                try await outbound.write(.end(nil))
            }
        }
    }

    extension Problem {
        init(_ refusal: LiveRefusal) {
            let phrase = HTTPResponseStatus(statusCode: refusal.status).reasonPhrase
            self.init(.init(code: refusal.status, reasonPhrase: phrase), code: refusal.code, refusal.message)
        }
    }
#endif
