#if Server
    import ArgumentParser
    import VitrailLive

    /// The options of a worker of live sessions. `serve` passes them; its users do not see them.
    struct LiveWorkerOptions: ParsableArguments {
        /// Whether the worker has live sessions rather than pictures.
        @Flag var live = false
        /// Seconds without input after which a session ends, whether its page is open or not.
        @Option var liveIdle = 600.0
        /// Maximum number of frames per second of a session.
        @Option var liveFrameRate = 60.0

        /// - Parameter maxPixels: the limit of the device pixels of a picture.
        func limits(maxPixels: Int) -> LiveLimits {
            var limits = LiveLimits()
            (limits.idleSeconds, limits.reconnectSeconds, limits.frameRate) = (liveIdle, liveIdle, liveFrameRate)
            limits.pixels = min(limits.pixels, maxPixels)
            return limits
        }
    }
#endif
