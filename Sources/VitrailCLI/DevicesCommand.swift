import ArgumentParser
import Vitrail

struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List what EGL offers, and what each can do.",
        discussion: "Exit code 69 when nothing opens: then it says what was tried, what each step answered, and what to install.")

    @Option(help: "The EGL library to open.")
    var eglLibrary: String?

    func run() async throws {
        try await Exit.reporting {
            try StandardStreams.print("\(try await DeviceList.survey(eglLibrary: eglLibrary))")
        }
    }
}
