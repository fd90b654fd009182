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
            Exit codes: 0 done · 1 unexpected results of a driver under test · 64 usage · 65 bad data · 66 no input · 69 no device · 70 a bug in vitrail · 73 cannot write · 75 took too long.
            """,
        version: Entry.version,
        subcommands: [RenderCommand.self, PlotCommand.self, BatchCommand.self] + servers + [
            DevicesCommand.self, ConformanceCommand.self, ConformanceWorkerCommand.self, WorkerCommand.self,
        ])

    #if Server
        private static let servers: [any ParsableCommand.Type] = [ServeCommand.self, LiveCommand.self]
    #else
        private static let servers: [any ParsableCommand.Type] = []
    #endif
}

/// The command as a program: the executable `vitrail`.
public enum Entry {
    package static let version = "0.1.0"

    /// Prepares the process, or ends it. Must run first: with the first task, Swift starts threads. These open files,
    /// which could take the descriptors of closed standard streams.
    public static func start() {
        do throws(CommandError) {
            try prepare()
        } catch {
            StandardStreams.tell("vitrail: \(error)")
            exit(Exit.code(for: error).rawValue)
        }
    }

    /// Runs the command with the process's arguments, and ends the process.
    public static func main() async {
        #if Server
            await VitrailCommand.main(EnvironmentOptions.joined(Array(CommandLine.arguments.dropFirst())))
        #else
            await VitrailCommand.main()
        #endif
    }

    /// Runs the command inside the process of another program, and returns.
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
            if !text.isEmpty {
                if status.isSuccess { try? StandardStreams.print(text) } else { StandardStreams.tell(text) }
            }
            return status.rawValue
        }
    }

    private static func prepare() throws(CommandError) {
        // Swift's runtime may treat it as a crash: it prints a report and continues.
        signal(SIGQUIT, SIG_DFL)
        StandardStreams.occupy()
        try ThreadLimit.check()
        try KernelFiles.check()
        MallocTuning.retainFreedMemory()
        DriverShaderCache.separateVectorWidths()
    }
}
