#if Server
    import Hummingbird
    import Logging
    import NIOCore
    import Synchronization

    /// The state of a request in work.
    struct ServerContext: RequestContext {
        var coreContext: CoreRequestContextStorage
        /// The peer's address. Behind a proxy, the proxy's address.
        let peer: String
        let facts = RequestFacts()

        init(source: ApplicationRequestContextSource) {
            coreContext = CoreRequestContextStorage(source: source)
            peer = source.channel.remoteAddress?.ipAddress ?? "local"
        }
    }

    /// The facts for the log in addition to the status. The route fills them in.
    final class RequestFacts: Sendable {
        struct Values: Sendable {
            var bodyBytes = 0
            var chart: DrawnChart?
            var isNotModified = false
        }
        private let values = Mutex(Values())

        func update(_ change: (inout Values) -> Void) { values.withLock { change(&$0) } }
        var current: Values { values.withLock { $0 } }
    }
#endif
