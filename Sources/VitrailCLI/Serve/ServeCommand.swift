#if Server
    import ArgumentParser
    import Glibc
    import Vitrail
    import VitrailLive
    import VitrailServer
    import VitrailWorkers

    struct ServeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve", abstract: "Draw charts over HTTP.",
            discussion: """
                Listens for requests, and draws in worker processes: a chart that crashes, hangs or takes too much memory ends only its own \
                worker, which is replaced. POST /render takes a chart description and answers the picture:

                  vitrail serve &
                  curl -d '{"data": {"d": {"values": {"y": [3, 1, 2]}}}, "series": [{"type": "line", "data": "d", "y": "y"}]}' localhost:8080/render > chart.png

                POST /live takes the same description and answers the address of a page where the chart can be moved. \
                GET / is an editor; /chart answers as QuickChart does; docs/server.md has the routes, the limits and the security model.

                Each option can be given as an environment variable, too: VITRAIL_PORT=9000 for --port 9000, VITRAIL_MAX_BODY, … . \
                SIGTERM ends the server when the requests that it has accepted are answered.

                Exit codes: 0 stopped by SIGTERM or SIGINT · 64 usage · 69 no device, or the address is not free.
                """)

        @OptionGroup(title: "Address") var address: AddressOptions
        @OptionGroup(title: "Access") var access: AccessOptions
        @OptionGroup(title: "Workers") var workers: WorkerOptions
        @OptionGroup(title: "Live charts") var live: LiveServeOptions
        @OptionGroup(title: "Limits") var limits: LimitOptions
        @OptionGroup(title: "Limits of a description") var bounds: DescriptionBounds
        @OptionGroup(title: "Caches") var caches: CacheOptions
        @OptionGroup(title: "Pictures") var picture: PictureOptions
        @OptionGroup(title: "Device") var device: DeviceOptions
        @Option(help: "text or json: format of the log on standard error, one line for each request.")
        var log = "text"

        func validate() throws {
            guard ["text", "json"].contains(log) else { throw ValidationError("--log is text or json, not \(log)") }
            if let folder = access.dataDir, folder.isEmpty { throw ValidationError("--data-dir names a folder") }
        }

        func run() async throws {
            try await Exit.reporting {
                var options = ServerOptions()
                options.version = Entry.version
                options.logsJSON = log == "json"
                address.apply(to: &options)
                try access.apply(to: &options)
                limits.apply(to: &options)
                caches.apply(to: &options)
                options.liveSessions = live.liveSessions
                // One more than processors, so that no processor waits while a picture travels to the front process and
                // the next chart arrives.
                let count = workers.workers ?? RendererPool.defaultCount + 1
                let memory = workers.maxMemory ?? MemorySize(bytes: MemorySize.ofMachine.bytes / 2 / count)
                var pool = WorkerPool.Options(
                    program: WorkerProgram.arguments(
                        picture, device, count: count, maxMemory: memory.bytes, confinement: confinement), count: count)
                pool.timeout = .milliseconds(Int(workers.jobTimeout * 1_000))
                pool.queueTimeout = pool.timeout
                pool.queueLimit = limits.queue
                pool.recycleAfter = workers.recycle
                do {
                    try await ChartServer(options, WorkerPool(pool), live: livePool).run()
                } catch {
                    throw CommandError.cannotServe(address: "\(address.host):\(address.port)", reason: "\(error)")
                }
            }
        }
    }

    extension ServeCommand {
        /// `nil`: there are no live charts.
        private var livePool: LivePool? {
            guard live.liveSessions > 0 else { return nil }
            let count = min(live.liveWorkers ?? RendererPool.defaultCount, live.liveSessions)
            let memory = live.liveMemory ?? MemorySize(bytes: MemorySize.ofMachine.bytes / 4)
            let program =
                WorkerProgram.arguments(
                    picture, device, count: count, maxMemory: memory.bytes / count, confinement: confinement)
                + live.arguments
            return LivePool(
                LivePool.Options(
                    program: program, count: count, sessions: live.liveSessions,
                    timeout: .milliseconds(Int(workers.jobTimeout * 1_000)), makeName: UnguessableName.make))
        }

        private var confinement: [String] {
            ["--confined"] + (access.dataDir.map { ["--data-dir=" + $0] } ?? []) + bounds.arguments
        }
    }

    struct AddressOptions: ParsableArguments {
        @Option(help: "Address to listen on; 0.0.0.0 for all of IPv4.")
        var host = "127.0.0.1"
        @Option(help: "Port to listen on; 0 = a free port, which the log names.")
        var port = 8080
        @Option(help: "Prefix of all paths, such as /charts, behind a proxy that does not remove it.")
        var rootPath = ""

        func validate() throws {
            guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535, not \(port)") }
            guard rootPath.isEmpty || rootPath.hasPrefix("/") else {
                throw ValidationError("--root-path begins with /, such as /charts")
            }
        }

        func apply(to options: inout ServerOptions) {
            (options.host, options.port) = (host, port)
            options.rootPath = rootPath.hasSuffix("/") ? String(rootPath.dropLast()) : rootPath
        }
    }

    struct AccessOptions: ParsableArguments {
        @Option(help: "A bearer token that requests must have; may be repeated. Default: no token is needed.")
        var token: [String] = []
        @Option(help: "A file with a bearer token in each line.")
        var tokenFile: String?
        @Option(help: "An origin whose pages may send requests, such as https://example.com, or *; may be repeated.")
        var cors: [String] = []
        @Flag(help: "Identify clients by X-Forwarded-For, which a proxy in front sets.")
        var trustProxy = false
        @Option(help: "Folder of files that descriptions may read. Default: no files.")
        var dataDir: String?

        func apply(to options: inout ServerOptions) throws {
            options.tokens = token
            if let tokenFile {
                let text = String(decoding: try Input(tokenFile).read(limit: 1 << 20), as: UTF8.self)
                options.tokens += text.split(whereSeparator: \.isNewline).map {
                    $0.trimmingPrefix(while: \.isWhitespace)
                }.map(String.init).filter { !$0.isEmpty }
                guard !options.tokens.isEmpty else {
                    throw CommandError.usage("--token-file: \(tokenFile) has no token")
                }
            }
            (options.corsOrigins, options.trustsProxy) = (cors, trustProxy)
        }
    }

    struct WorkerOptions: ParsableArguments {
        @Option(help: "Worker processes. Default: the number of processors plus one.")
        var workers: Int?
        @Option(help: "Time limit for drawing a chart, in seconds, and a second limit of the same length for waiting.")
        var jobTimeout = 10.0
        @Option(
            help:
                "Memory limit of one worker, such as 512M or 2G: a chart that is estimated to need more is rejected. Default: half of the machine's memory, shared."
        )
        var maxMemory: MemorySize?
        @Option(help: "Number of charts after which a worker whose memory has grown is replaced.")
        var recycle = 1_000

        func validate() throws {
            if let workers, !(1...256).contains(workers) {
                throw ValidationError("--workers is 1 to 256, not \(workers)")
            }
            guard (0.01...86_400).contains(jobTimeout) else {
                throw ValidationError("--job-timeout is 0.01 to 86400 seconds, not \(jobTimeout)")
            }
            guard recycle >= 1 else { throw ValidationError("--recycle is 1 or more, not \(recycle)") }
        }
    }

    struct LimitOptions: ParsableArguments {
        @Option(help: "Maximum size of a request's body, such as 10M.")
        var maxBody = MemorySize(bytes: 10 << 20)
        @Option(help: "Maximum size of a request's head with its URL, such as 64K.")
        var maxHeader = MemorySize(bytes: 64 << 10)
        @Option(help: "Maximum number of requests at the same time.")
        var maxRequests = 1_024
        @Option(help: "Maximum number of requests of one client at the same time.")
        var maxClientRequests = 256
        @Option(help: "Maximum number of connections; further ones wait.")
        var maxConnections = 4_096
        @Option(help: "Maximum number of charts that wait for a worker.")
        var queue = 256
        @Option(help: "Time limit for receiving a request's head, in seconds.")
        var headerTimeout = 10.0
        @Option(help: "Time limit for receiving a request's body, in seconds.")
        var bodyTimeout = 30.0
        @Option(help: "Seconds after which an idle connection is closed.")
        var idleTimeout = 60.0
        @Option(help: "Seconds after which a client that reads nothing is disconnected.")
        var writeTimeout = 30.0
        @Option(help: "Seconds that accepted requests have to finish when the server stops.")
        var drain = 30.0

        func validate() throws {
            for (name, value) in [
                ("body", maxBody.bytes), ("header", maxHeader.bytes), ("requests", maxRequests),
                ("client-requests", maxClientRequests), ("connections", maxConnections),
            ] where !(1...1 << 40).contains(value) { throw ValidationError("--max-\(name) is 1 or more, not \(value)") }
            guard queue >= 0 else { throw ValidationError("--queue is 0 or more, not \(queue)") }
            for (name, value) in [
                ("header-timeout", headerTimeout), ("body-timeout", bodyTimeout), ("idle-timeout", idleTimeout),
                ("write-timeout", writeTimeout), ("drain", drain),
            ] where !(0.01...86_400).contains(value) {
                throw ValidationError("--\(name) is 0.01 to 86400 seconds, not \(value)")
            }
        }

        func apply(to options: inout ServerOptions) {
            (options.maxBody, options.maxHeader) = (maxBody.bytes, maxHeader.bytes)
            (options.maxRequests, options.maxClientRequests, options.maxConnections, options.queueLength) = (
                maxRequests, maxClientRequests, maxConnections, queue
            )
            (options.headerTimeout, options.bodyTimeout, options.idleTimeout, options.writeTimeout) = (
                headerTimeout, bodyTimeout, idleTimeout, writeTimeout
            )
            options.drain = drain
        }
    }

    struct CacheOptions: ParsableArguments {
        @Option(help: "Size of the picture cache in memory, such as 128M; 0 = no cache.")
        var cacheMemory: CacheSize = CacheSize(bytes: 128 << 20)
        @Option(help: "Folder of a second picture cache. Default: none.")
        var cacheDir: String?
        @Option(help: "Size of the picture cache in the folder, such as 1G.")
        var cacheDirSize = MemorySize(bytes: 1 << 30)
        @Option(help: "Seconds that clients and proxies may cache a picture.")
        var maxAge = 604_800
        @Option(help: "Lifetime of a short link of /chart/create, in seconds.")
        var linkLifetime = 604_800.0
        @Option(help: "Folder of the short links. Default: none; they are lost when the server stops.")
        var linkDir: String?

        func validate() throws {
            guard (0...31_536_000).contains(maxAge) else {
                throw ValidationError("--max-age is 0 to 31536000 seconds, not \(maxAge)")
            }
            guard (1...31_536_000).contains(linkLifetime) else {
                throw ValidationError("--link-lifetime is 1 to 31536000 seconds, not \(linkLifetime)")
            }
        }

        func apply(to options: inout ServerOptions) {
            (options.cacheMemory, options.cacheFolder, options.cacheFolderSize) = (
                cacheMemory.bytes, cacheDir, cacheDirSize.bytes
            )
            (options.maxAge, options.linkLifetime, options.linkFolder) = (maxAge, linkLifetime, linkDir)
        }
    }

    /// Like `MemorySize`, or 0.
    struct CacheSize: ExpressibleByArgument {
        var bytes: Int

        init(bytes: Int) { self.bytes = bytes }

        var defaultValueDescription: String { bytes == 0 ? "0" : MemorySize(bytes: bytes).defaultValueDescription }

        init?(argument: String) {
            if argument == "0" {
                self.init(bytes: 0)
            } else if let size = MemorySize(argument: argument) {
                self.init(bytes: size.bytes)
            } else {
                return nil
            }
        }
    }
#endif
