import ArgumentParser
import Foundation
import Vitrail

struct RenderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Render a chart description (JSON) into a picture.")

    @Argument(help: "The description's file, or - for standard input. Paths in it are relative to it.")
    var spec: String
    @OptionGroup var options: RenderOptions

    func run() async throws {
        try await Exit.reporting {
            let description = try load()
            let chart = try description.makeChart()
            let name = spec == "-" ? "-" : (spec as NSString).deletingPathExtension
            try await options.write(chart, defaultName: name)
        }
    }

    private func load() throws -> ChartDescription {
        guard spec == "-" else { return try ChartDescription(contentsOf: spec) }
        return try ChartDescription(json: [UInt8](FileHandle.standardInput.readDataToEndOfFile()))
    }
}
