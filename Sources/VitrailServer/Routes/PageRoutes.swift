#if Server
    import HTTPTypes
    import Hummingbird

    /// The page for trying out descriptions. Its files are embedded in the program. Their addresses are relative, so
    /// the page works below any root path.
    struct PageRoutes {
        let rootPath: String

        private struct File: Sendable {
            var bytes: [UInt8]
            var type: String
            var tag: String

            init(_ name: String, _ type: String) {
                (bytes, self.type) = (ServerFiles.bytes(name), type)
                tag = "\"\(SHA256.hex(bytes))\""
            }
        }

        private static let index = File("index.html", "text/html; charset=utf-8")

        private static let files: [String: File] = {
            let scripts = ["app.js", "drawing.js", "editor.js", "json.js", "picker.js", "schema.js", "snippets.js"]
            var files = Dictionary(
                uniqueKeysWithValues: scripts.map { ($0, File($0, "text/javascript; charset=utf-8")) })
            files["style.css"] = File("style.css", "text/css; charset=utf-8")
            files["gallery.json"] = File("gallery.json", "application/json")
            return files
        }()

        /// Allows scripts, styles and requests only for this host, and forbids frames on other pages.
        private static let policy =
            "default-src 'self'; img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"

        /// Routes without a token: the page reveals nothing about charts, and asks for a token if one is needed.
        func addOpen(to routes: RouterGroup<ServerContext>) {
            routes.get("") { request, _ in
                // Relative addresses need the slash.
                guard request.uri.path.hasSuffix("/") else {
                    return Response.redirect(to: rootPath + "/", type: .permanent)
                }
                return Self.response(Self.index, request)
            }
            routes.get("page/:name") { request, context in
                guard let file = context.parameters.get("name").flatMap({ Self.files[$0] }) else {
                    throw HTTPError(.notFound)
                }
                return Self.response(file, request)
            }
        }

        /// Browsers revalidate each file every time, so files of two versions do not mix.
        private static func response(_ file: File, _ request: Request) -> Response {
            var headers: HTTPFields = [
                .contentType: file.type, .cacheControl: "no-cache", .eTag: file.tag, .contentSecurityPolicy: policy,
            ]
            if request.headers[.ifNoneMatch]?.contains(file.tag) == true {
                headers[.contentType] = nil
                return Response(status: .notModified, headers: headers)
            }
            return Response(
                status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
        }
    }
#endif
