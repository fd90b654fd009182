import ArgumentParser
import Vitrail

struct RenderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Render a chart description (JSON) into a picture.")

    @Argument(
        help:
            "File of the description, or - for standard input. Paths in it are relative to its folder, or to the current folder for standard input."
    )
    var spec: String
    @OptionGroup var options: RenderOptions

    func run() async throws {
        try await Exit.reporting {
            let input = Input(spec)
            try await options.render(from: input) {
                do {
                    var description = try Self.description(input)
                    description.reading = options.picture.reading
                    let format = try options.format(for: input).holding(description)
                    let estimate = try options.picture.choices().memoryEstimate(
                        of: description, as: format, isBanded: RenderOptions.isBanded(format))
                    let limit = options.memoryLimit
                    try estimate.check(limit)
                    return (
                        try Self.subject(description, room: estimate.unorderedMemoryBudget(within: limit)),
                        estimate.total
                    )
                } catch let error as DescriptionError {
                    throw CommandError.description(error, source: input.name)
                }
            }
        }
    }

    private static func subject(
        _ description: ChartDescription, room: Int
    ) throws(DescriptionError) -> RenderOptions.Subject {
        guard description.frames == nil else { return .frames(description, room: room) }
        let chart = try description.makeChart(pictures: .standard)
        chart.unorderedMemoryBudget = room
        return .chart(chart)
    }

    private static func description(_ input: Input) throws -> ChartDescription {
        guard input.isStream else { return try ChartDescription(contentsOf: input.path) }
        return try ChartDescription(json: try input.read(limit: ChartDescription.maxBytes))
    }
}
