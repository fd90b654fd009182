import ArgumentParser
import Vitrail

struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List the devices of EGL and their capabilities.",
        discussion:
            "Exit code 69 if no device opens; the message lists each attempt with its error, and the packages to install."
    )

    @Option(help: "The EGL library to open.")
    var eglLibrary: String?

    func run() async throws {
        try await Exit.reporting {
            try StandardStreams.print("\(try await DeviceList.survey(eglLibrary: eglLibrary))")
        }
    }
}
