import Foundation
@_exported public import Vitrail
@_exported public import VitrailLive

#if Server
    import VitrailServer
#endif

/// Shows the charts of a program on a live page, as `vitrail live` does for files.
///
/// ```swift
/// import VitrailLiveServer
///
/// try await LiveProgram.run {
///     let chart = Chart(width: 800, height: 400)
///     chart.add(LineSeries(x: x, y: y))
///     chart.xAxis.enableGesturePanning = true
///     return chart
/// }
/// ```
///
/// Each page that is opened gets its own content from the closure. Build with the trait `Server`: `swift build --traits
/// Server` in this package, `.package(…, traits: ["Server"])` in a package that depends on it. Without the trait, `run`
/// throws `Failure.noServer`.
public enum LiveProgram {
    /// Address and limits; `docs/live.md` describes them.
    public struct Options: Sendable {
        /// Address to listen on.
        public var host = "127.0.0.1"
        /// 0…65535. 0: a free port.
        public var port = 0
        /// Maximum number of pages at the same time.
        public var maxSessions = 16
        /// Seconds without input after which a page's content is released.
        public var idleSeconds = 600.0
        /// Seconds that a content waits for a page whose connection was lost.
        public var reconnectSeconds = 60.0
        /// Maximum number of frames per second of one page, 1…240.
        public var frameRate = 60.0

        public init(host: String = "127.0.0.1", port: Int = 0) { (self.host, self.port) = (host, port) }
    }

    public enum Failure: Error, Sendable, CustomStringConvertible {
        /// The program was built without the trait `Server`.
        case noServer
        /// An option is out of its range.
        case option(String)

        public var description: String {
            switch self {
            case .noServer: "live pages need the trait Server: swift build --traits Server"
            case .option(let message): message
            }
        }
    }

    /// Serves until the process receives SIGTERM or SIGINT.
    ///
    /// - Parameters:
    ///   - renderer: draws all pages.
    ///   - isListening: called with the address of the page, which contains a name that cannot be guessed. By default,
    ///     the address is written to standard output.
    ///   - content: makes the content of a new page. Called on any thread. Errors are shown to the client.
    /// - Throws: `Failure`; an error in the address; the errors of `Renderer.open`.
    public static func run(
        _ options: Options = Options(), renderer: Renderer = Renderer(),
        isListening: @escaping @Sendable (String) -> Void = LiveProgram.tell,
        content: @escaping @Sendable () throws -> any LiveContent
    ) async throws {
        #if Server
            var limits = LiveLimits()
            (limits.sessions, limits.idleSeconds) = (options.maxSessions, options.idleSeconds)
            (limits.reconnectSeconds, limits.frameRate) = (options.reconnectSeconds, options.frameRate)
            try check(options)
            try await renderer.open()
            let sessions = LiveSessions(renderer: renderer, limits: limits) { try content().makeFigure() }
            var server = LiveServer.Options(name: UnguessableName.make())
            (server.host, server.port) = (options.host, options.port)
            try await LiveServer(server, SessionHost(sessions: sessions)).run(isListening: isListening)
        #else
            throw Failure.noServer
        #endif
    }

    /// Writes the address to standard output at once, also if that is a pipe.
    public static let tell: @Sendable (String) -> Void = { address in
        // The page also works if the output is closed.
        try? FileHandle.standardOutput.write(contentsOf: Data("\(address)\n".utf8))
    }

    private static func check(_ options: Options) throws(Failure) {
        guard (0...65_535).contains(options.port) else { throw .option("port is 0 to 65535, not \(options.port)") }
        guard options.maxSessions >= 1 else { throw .option("maxSessions is at least 1, not \(options.maxSessions)") }
        guard options.idleSeconds > 0, options.reconnectSeconds > 0 else {
            throw .option("idleSeconds and reconnectSeconds are above 0")
        }
        guard (1...240).contains(options.frameRate) else {
            throw .option("frameRate is 1 to 240, not \(options.frameRate)")
        }
    }
}
