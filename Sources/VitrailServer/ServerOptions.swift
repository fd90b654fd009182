#if Server
    /// The options of `vitrail serve`. Sizes are in bytes.
    package struct ServerOptions: Sendable {
        // Address.
        package var host = "127.0.0.1"
        package var port = 8080
        /// Prefix of all paths, for example `/charts`. Empty: no prefix.
        package var rootPath = ""

        // Access.
        /// Bearer tokens. A request needs one of them. Empty: no token is needed.
        package var tokens: [String] = []
        /// Origins whose pages may send requests. `*`: all.
        package var corsOrigins: [String] = []
        /// Whether `X-Forwarded-For` identifies clients, as set by a proxy.
        package var trustsProxy = false

        // Limits.
        package var maxBody = 10 << 20
        package var maxHeader = 64 << 10
        /// Requests in work at the same time, for all clients and for one client.
        package var maxRequests = 1_024
        package var maxClientRequests = 256
        package var maxConnections = 4_096
        /// Maximum number of charts that wait for a worker.
        package var queueLength = 256
        /// Seconds for a request's head, for its body, between requests, and for a client that does not read.
        package var headerTimeout = 10.0
        package var bodyTimeout = 30.0
        package var idleTimeout = 60.0
        package var writeTimeout = 30.0
        /// Seconds that requests in work have when the server stops.
        package var drain = 30.0

        /// Maximum number of live charts. 0: `/live` does not exist.
        package var liveSessions = 16

        // Caches.
        package var cacheMemory = 128 << 20
        /// `nil`: pictures are cached only in memory.
        package var cacheFolder: String?
        package var cacheFolderSize = 1 << 30
        /// Seconds that clients may cache a picture.
        package var maxAge = 604_800
        /// Lifetime of a short link in seconds, and maximum number of links.
        package var linkLifetime = 604_800.0
        package var maxLinks = 100_000
        /// The folder that keeps short links across restarts. `nil`: links are lost.
        package var linkFolder: String?

        package var logsJSON = false
        /// The version in `/version`, which is also a part of cache keys.
        package var version = ""

        package init() {}
    }
#endif
