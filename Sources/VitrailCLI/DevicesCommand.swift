import ArgumentParser
import Vitrail

struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List what EGL offers, and what each can do.")

    @Option(help: "The EGL library to open.")
    var eglLibrary: String?

    func run() async throws {
        try await Exit.reporting {
            let list = try await DeviceList.survey(eglLibrary: eglLibrary)
            print(list)
            guard list.entries.contains(where: { $0.info != nil }) else { throw Exit.noDevice }
        }
    }
}
