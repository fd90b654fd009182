#if Server
    import NIOCore
    import NIOHTTP1

    /// The files of the page, and answers to all other requests that are no WebSocket. Each answer closes its
    /// connection.
    struct LivePage {
        let name: String
        let host: any LiveHost

        /// - Parameter refusal: the reason why the request did not become a WebSocket. `nil`: it did not ask for that.
        func answer(
            _ channel: NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>, _ head: HTTPRequestHead,
            refusal: LiveRefusal?
        ) async throws {
            try await answer(head, refusal).write(to: channel, head)
        }

        private func answer(_ head: HTTPRequestHead, _ refusal: LiveRefusal?) async -> LiveAnswer {
            if let refusal { return LiveAnswer(refusal) }
            let target = LiveTarget(head.uri)
            guard target.isBelow(name) else { return LiveAnswer(.notFound) }
            guard head.method == .GET || head.method == .HEAD else { return LiveAnswer(.method) }
            guard let path = target.file else {
                guard target.parts.count == 2 else { return LiveAnswer(.notFound) }
                return LiveAnswer(movedTo: "/\(name)/", query: head.uri)
            }
            if path == "socket" {
                // A browser does not tell a page why its socket was refused, so the page asks again without an upgrade.
                return LiveAnswer(await host.refusal(target.query["session"]) ?? .upgrade)
            }
            return LiveAnswer(file: path) ?? LiveAnswer(.notFound)
        }
    }
#endif
