#if Server
    import Hummingbird
    import NIOCore
    import NIOHTTP1
    import Synchronization

    /// Limits the bytes of all clients' bodies in memory.
    final class BodyBudget: Sendable {
        private let free: Mutex<Int>
        let maxBody: Int

        /// Number of maximum-size bodies that may be in memory together.
        private static let maxLargeBodies = 32

        init(maxBody: Int) {
            self.maxBody = maxBody
            free = Mutex(maxBody * Self.maxLargeBodies)
        }

        /// Reads the body of a request and passes it to `use`. The body counts until `use` returns.
        ///
        /// - Throws: `Problem` for a body that is too large, or while too many bodies are in memory.
        func withBody<Result: Sendable>(
            of request: Request, _ context: ServerContext, _ use: ([UInt8]) async throws -> Result
        ) async throws -> Result {
            let said = request.headers[.contentLength].flatMap { Int($0) }
            guard said ?? 0 <= maxBody else { throw tooLarge }
            var bytes: [UInt8] = []
            // Count received bytes, not announced ones: a client that announces much and sends nothing takes no budget.
            var share = 0
            defer { free.withLock { $0 += share } }
            do {
                for try await part in request.body {
                    let count = part.readableBytes
                    guard bytes.count + count <= maxBody else { throw tooLarge }
                    guard take(count) else {
                        throw Problem(
                            .serviceUnavailable, code: "memory",
                            "the bodies of other requests take all memory there is for them", retryAfter: 1)
                    }
                    share += count
                    bytes.append(contentsOf: part.readableBytesView)
                }
            } catch let error as Problem {
                throw error
            } catch let error as HTTPParserError {
                throw error
            } catch {
                throw Problem(.badRequest, code: "bad-body", "the body ended before its end")
            }
            guard said.map({ $0 == bytes.count }) ?? true else {
                throw Problem(.badRequest, code: "bad-body", "the body ended before its end")
            }
            context.facts.update { $0.bodyBytes = bytes.count }
            return try await use(bytes)
        }

        private func take(_ count: Int) -> Bool {
            free.withLock { free in
                guard free >= count else { return false }
                free -= count
                return true
            }
        }

        private var tooLarge: Problem {
            Problem(.contentTooLarge, code: "too-large", "the body is larger than \(maxBody) bytes (--max-body)")
        }
    }
#endif
