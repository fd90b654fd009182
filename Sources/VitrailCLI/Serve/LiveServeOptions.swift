#if Server
    import ArgumentParser

    /// The options of `serve` for live charts.
    struct LiveServeOptions: ParsableArguments {
        @Option(help: "Maximum number of live charts at the same time; 0 = no live charts.")
        var liveSessions = 16
        @Option(
            help:
                "Maximum number of worker processes for live charts; they start when they are needed. Default: the number of processors."
        )
        var liveWorkers: Int?
        @Option(
            help:
                "Memory limit of all live charts, such as 2G, in equal parts for their workers: a chart whose estimate does not fit is rejected. Default: a quarter of the machine's memory."
        )
        var liveMemory: MemorySize?
        @Option(help: "Seconds without input after which a live chart ends.")
        var liveIdle = 600.0
        @Option(help: "Maximum number of frames per second of a live chart.")
        var liveFrameRate = 60.0

        func validate() throws {
            guard (0...10_000).contains(liveSessions) else {
                throw ValidationError("--live-sessions is 0 to 10000, not \(liveSessions)")
            }
            if let liveWorkers, !(1...256).contains(liveWorkers) {
                throw ValidationError("--live-workers is 1 to 256, not \(liveWorkers)")
            }
            guard (0.1...604_800).contains(liveIdle) else {
                throw ValidationError("--live-idle is 0.1 to 604800 seconds, not \(liveIdle)")
            }
            guard (1...240).contains(liveFrameRate) else {
                throw ValidationError("--live-frame-rate is 1 to 240, not \(liveFrameRate)")
            }
        }

        /// The options of a worker.
        var arguments: [String] { ["--live", "--live-idle=\(liveIdle)", "--live-frame-rate=\(liveFrameRate)"] }
    }
#endif
