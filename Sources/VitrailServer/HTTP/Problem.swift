#if Server
    import Foundation
    import HTTPTypes
    import Hummingbird
    import VitrailWorkers

    /// The reason why a request fails, in the form of RFC 9457.
    struct Problem: Error, Sendable {
        var status: HTTPResponse.Status
        /// For programs: `bad-chart`, `too-large`, …
        var code: String
        /// The path of a value in the chart, for example `series[2].y`.
        var path: String?
        var message: String
        var suggestion: String?
        /// Seconds until another try may succeed.
        var retryAfter: Int?
        /// The methods that the path accepts.
        var allowed: String?

        init(
            _ status: HTTPResponse.Status, code: String? = nil, path: String? = nil, _ message: String,
            suggestion: String? = nil, retryAfter: Int? = nil
        ) {
            (self.status, self.path, self.retryAfter) = (status, path, retryAfter)
            self.code = code ?? Self.code(of: status)
            let parts = Self.split(message)
            (self.message, self.suggestion) = (parts.message, suggestion ?? parts.suggestion)
        }

        private static func code(of status: HTTPResponse.Status) -> String {
            status.reasonPhrase.lowercased().split(whereSeparator: { !$0.isLetter }).joined(separator: "-")
        }

        /// Extracts the suggestion from a message: `unknown column "clsoe"; did you mean "close"?`.
        private static func split(_ message: String) -> (message: String, suggestion: String?) {
            guard let words = message.range(of: "; did you mean ", options: .backwards), message.hasSuffix("?") else {
                return (message, nil)
            }
            let proposal = message[words.upperBound...].dropLast()
            let isQuoted =
                proposal.count > 1 && proposal.hasPrefix("\"") && proposal.hasSuffix("\"")
                && !proposal.dropFirst().dropLast().contains("\"")
            return (message, String(isQuoted ? proposal.dropFirst().dropLast() : proposal))
        }

        /// Converts a worker's error.
        init(_ failure: WorkerReply.Failure) {
            let (status, code): (HTTPResponse.Status, String) =
                switch failure.code {
                case _ where failure.isTooLarge: (.contentTooLarge, "too-large")
                case 65: (.badRequest, "bad-chart")
                case 66: (.badRequest, "no-input")
                case 69: (.serviceUnavailable, "no-device")
                case 75: (.gatewayTimeout, "timeout")
                default: (.internalServerError, "internal-error")
                }
            self.init(
                status, code: code, path: failure.place, failure.message,
                retryAfter: status == .serviceUnavailable ? 5 : nil)
        }

        init(_ failure: WorkerPool.Failure) {
            switch failure {
            case .busy: self.init(.serviceUnavailable, code: "queue-full", "as many charts wait as may", retryAfter: 1)
            case .waitedTooLong:
                self.init(.serviceUnavailable, code: "busy", "no worker was free in time", retryAfter: 1)
            case .timedOut(let limit):
                self.init(
                    .gatewayTimeout, code: "timeout",
                    "the chart took more than \(limit / .seconds(1)) seconds; draw fewer or smaller shapes, or raise --job-timeout"
                )
            case .crashed(let words, let tries):
                self.init(
                    .internalServerError, code: "crash",
                    "the chart ended \(tries) workers with \(words), because of a lack of memory or a bug in vitrail; the server continues"
                )
            case .unavailable(let failure):
                self.init(.serviceUnavailable, code: "no-worker", "no worker starts: \(failure.message)", retryAfter: 5)
            case .stopped: self.init(.serviceUnavailable, code: "stopping", "the server is stopping", retryAfter: 1)
            }
        }

        private struct Body: Encodable {
            var type = "about:blank"
            var title: String
            var status: Int
            var detail: String
            var code: String
            var path: String?
            var message: String
            var suggestion: String?
        }

        /// The body of the response.
        var json: [UInt8] {
            let body = Body(
                title: status.reasonPhrase, status: status.code, detail: path.map { "\($0): \(message)" } ?? message,
                code: code, path: path, message: message,
                suggestion: suggestion)
            let encoder = Foundation.JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            // Texts and whole numbers cannot fail.
            return Array((try? encoder.encode(body)) ?? Data())
        }

        var response: Response {
            var headers: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
            if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
            if let allowed { headers[.allow] = allowed }
            if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
            return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
        }
    }
#endif
