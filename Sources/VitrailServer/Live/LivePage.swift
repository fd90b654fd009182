#if Server
    import HTTPTypes
    import NIOCore
    import NIOHTTP1

    /// The files of the page, and answers to all other requests that are no WebSocket. Each answer closes its
    /// connection.
    struct LivePage {
        let name: String
        let host: any LiveHost

        private static let files: [Substring: (file: String, type: String)] = [
            "": ("live.html", "text/html; charset=utf-8"),
            "live.js": ("live.js", "text/javascript; charset=utf-8"),
            "live-canvas.js": ("live-canvas.js", "text/javascript; charset=utf-8"),
            "live.css": ("live.css", "text/css; charset=utf-8"),
        ]

        /// Allows the page's own script, style and socket, and nothing else.
        private static let policy =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

        private struct Answer {
            var status: HTTPResponseStatus
            var headers: HTTPHeaders
            var body: [UInt8]
        }

        /// - Parameter refusal: the reason why the request did not become a WebSocket. `nil`: it did not ask for that.
        func answer(
            _ channel: NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>, _ head: HTTPRequestHead,
            refusal: LiveRefusal?
        ) async throws {
            try await channel.executeThenClose { _, outbound in
                let answer = await answer(head, refusal)
                let response = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers)
                try await outbound.write(.head(response))
                if head.method != .HEAD { try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))) }
                try await outbound.write(.end(nil))
            }
        }

        private func answer(_ head: HTTPRequestHead, _ refusal: LiveRefusal?) async -> Answer {
            if let refusal { return problem(refusal) }
            let target = LiveTarget(head.uri)
            guard target.isBelow(name) else { return problem(.notFound) }
            guard head.method == .GET || head.method == .HEAD else {
                return problem(.method)
            }
            guard let path = target.file else {
                // Relative addresses need the slash.
                guard target.parts.count == 2 else { return problem(.notFound) }
                let query = head.uri.firstIndex(of: "?").map { head.uri[$0...] } ?? ""
                return Answer(
                    status: .permanentRedirect, headers: headers(["Location": "/\(name)/\(query)"], 0), body: [])
            }
            if path == "socket" {
                // A browser does not tell a page why its socket was refused, so the page asks again without an upgrade.
                if let refusal = await host.refusal(target.query["session"]) { return problem(refusal) }
                return problem(
                    LiveRefusal(426, "upgrade-required", "this address takes WebSockets"), ["Upgrade": "websocket"])
            }
            guard let (file, type) = Self.files[path] else { return problem(.notFound) }
            let bytes = ServerFiles.bytes(file)
            return Answer(
                status: .ok,
                headers: headers(["Content-Type": type, "Content-Security-Policy": Self.policy], bytes.count),
                body: bytes)
        }

        private func problem(_ refusal: LiveRefusal, _ more: [String: String] = [:]) -> Answer {
            let body = Problem(.init(code: refusal.status), code: refusal.code, refusal.message).json
            var fields = ["Content-Type": "application/problem+json"].merging(more) { $1 }
            if refusal.status == 429 { fields["Retry-After"] = "10" }
            if refusal == .method { fields["Allow"] = "GET, HEAD" }
            return Answer(
                status: HTTPResponseStatus(statusCode: refusal.status), headers: headers(fields, body.count),
                body: body)
        }

        private func headers(_ fields: [String: String], _ count: Int) -> HTTPHeaders {
            // The address holds the name, so it goes to no other site.
            let common = [
                "Content-Length": "\(count)", "Connection": "close", "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            ]
            return HTTPHeaders(common.merging(fields) { $1 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }
    }
#endif
