import ArgumentParser
import Vitrail

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The command `vitrail`.
struct VitrailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vitrail",
        abstract: "Renders charts into pictures, without a window, on the GPU or on a software rasteriser.",
        discussion: """
            Exit codes: 0 done · 1 a driver under test does what is not expected · 64 usage · 65 bad data · 66 no input · 69 no device · 70 a bug of ours · 73 cannot write.
            """,
        version: Entry.version,
        subcommands: [RenderCommand.self, PlotCommand.self, BatchCommand.self, DevicesCommand.self, ConformanceCommand.self, ConformanceWorkerCommand.self])
}

/// The command as a program: what the executable `vitrail` is.
public enum Entry {
    package static let version = "0.1.0"

    /// Makes the process ready, or ends it. First of all: with the first task, Swift starts threads, which opens files, also in the place of
    /// standard streams that are closed.
    public static func start() {
        do throws(CommandError) {
            try prepare()
        } catch {
            StandardStreams.tell("vitrail: \(error)")
            exit(Exit.code(for: error).rawValue)
        }
    }

    /// Runs the command with the process's arguments, and ends the process.
    public static func main() async { await VitrailCommand.main() }

    /// Runs the command within a process of another program, and returns.
    ///
    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit status.
    package static func run(_ arguments: [String]) async -> Int32 {
        do throws(CommandError) {
            try prepare()
        } catch {
            StandardStreams.tell("vitrail: \(error)")
            return Exit.code(for: error).rawValue
        }
        do {
            var command = try VitrailCommand.parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
            return 0
        } catch {
            let status = VitrailCommand.exitCode(for: error)
            let text = VitrailCommand.fullMessage(for: error)
            if !text.isEmpty { if status.isSuccess { try? StandardStreams.print(text) } else { StandardStreams.tell(text) } }
            return status.rawValue
        }
    }

    private static func prepare() throws(CommandError) {
        // Swift's runtime may take it for a crash: it prints a report, and goes on.
        signal(SIGQUIT, SIG_DFL)
        StandardStreams.occupy()
        try ThreadLimit.check()
        try KernelFiles.check()
        FreedMemory.keepForNextPicture()
        DriverShaderCache.separateVectorWidths()
    }
}
