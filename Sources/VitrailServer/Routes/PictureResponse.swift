#if Server
    import HTTPTypes
    import Hummingbird

    /// Answers with pictures: headers, and "not modified" for a picture that the client already has.
    struct PictureAnswer {
        let studio: ChartStudio
        let options: ServerOptions

        func response(to job: ChartJob, _ request: Request, _ context: ServerContext) async throws -> Response {
            let key = studio.key(job)
            // A picture is a function of its key, so a client with the tag has the picture.
            if has(key, request) { return notModified(key, context) }
            let chart = try await studio.picture(of: job, key)
            context.facts.update { $0.chart = chart }
            if chart.tag != key, has(chart.tag, request) { return notModified(chart.tag, context) }
            var headers = headers(tag: chart.tag)
            headers[.contentType] = chart.mediaType
            if !chart.warnings.isEmpty { headers[.warnings] = Self.list(chart.warnings) }
            // An SVG opened on its own must not run scripts.
            if chart.mediaType == "image/svg+xml" {
                headers[.contentSecurityPolicy] =
                    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
            }
            headers[.serverTiming] = Self.timing(chart)
            return Response(
                status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: chart.bytes)))
        }

        private func headers(tag: String) -> HTTPFields {
            // Shared caches must not store pictures that need a token.
            [
                .eTag: "\"\(tag)\"",
                .cacheControl: "\(options.tokens.isEmpty ? "public" : "private"), max-age=\(options.maxAge)",
            ]
        }

        private func notModified(_ tag: String, _ context: ServerContext) -> Response {
            context.facts.update { $0.isNotModified = true }
            return Response(status: .notModified, headers: headers(tag: tag))
        }

        private func has(_ tag: String, _ request: Request) -> Bool {
            guard let known = request.headers[.ifNoneMatch] else { return false }
            return known.split(separator: ",").contains { part in
                let name = part.trimmingPrefix(while: { $0 == " " }).trimmingPrefix("W/")
                return name == "\"\(tag)\""
            }
        }

        /// ASCII JSON, limited to the size of a header.
        static func list(_ warnings: [String]) -> String {
            var (text, count) = ("[", 0)
            for warning in warnings {
                let quoted = quoted(warning)
                guard text.utf8.count + quoted.utf8.count < 4_000 else { break }
                text += (count > 0 ? "," : "") + quoted
                count += 1
            }
            if count < warnings.count { text += (count > 0 ? "," : "") + "\"\(warnings.count - count) more\"" }
            return text + "]"
        }

        private static func quoted(_ text: String) -> String {
            var quoted = "\""
            for unit in text.utf16.prefix(1_000) {
                switch unit {
                case 0x22: quoted += "\\\""
                case 0x5C: quoted += "\\\\"
                case 0x20..<0x7F: quoted.unicodeScalars.append(UnicodeScalar(UInt8(unit)))
                default:
                    let hex = String(unit, radix: 16)
                    quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                }
            }
            return quoted + "\""
        }

        private static func timing(_ chart: DrawnChart) -> String {
            guard chart.worker != nil else { return "cache;desc=\"hit\"" }
            let stages = chart.milliseconds.sorted { $0.key < $1.key }.map {
                "\($0.key);dur=\(($0.value * 100).rounded() / 100)"
            }
            return (["queue;dur=\((chart.waited / .milliseconds(1) * 100).rounded() / 100)"] + stages).joined(
                separator: ", ")
        }
    }
#endif
