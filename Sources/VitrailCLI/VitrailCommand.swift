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
        version: "0.1.0",
        subcommands: [RenderCommand.self, PlotCommand.self, BatchCommand.self, DevicesCommand.self, ConformanceCommand.self, ConformanceWorkerCommand.self])
}

@main
enum Entry {
    static func main() async {
        // Swift's runtime may take it for a crash: it prints a report, and goes on.
        signal(SIGQUIT, SIG_DFL)
        StandardStreams.occupy()
        do throws(CommandError) {
            try ThreadLimit.check()
            try KernelFiles.check()
        } catch {
            StandardStreams.tell("vitrail: \(error)")
            exit(Exit.code(for: error).rawValue)
        }
        FreedMemory.keepForNextPicture()
        DriverShaderCache.separateVectorWidths()
        await VitrailCommand.main()
    }
}
