import Vitrail
import VitrailColumns
import VitrailDescription

/// A description with the options of its picture.
struct DescribedPicture {
    let description: ChartDescription
    let choices: PictureChoices
    let format: OutputFormat
    /// Memory limit in bytes. `nil`: no limit.
    let limit: Int?

    struct Made {
        var picture: EncodedPicture
        /// `nil`: a still.
        var frameCount: Int?
    }

    /// - Throws: `DescriptionError` for frames in a format that holds one picture.
    init(
        _ description: ChartDescription, as format: OutputFormat, _ choices: PictureChoices, limit: Int?
    ) throws(DescriptionError) {
        var description = description
        description.reading = choices.reading
        (self.description, self.choices, self.limit) = (description, choices, limit)
        self.format = try format.holding(description)
    }

    /// Reads the data, draws and encodes.
    ///
    /// - Throws: `CommandError.tooMuchMemory`, before memory is allocated; `DescriptionError`; and the errors of
    ///   renderers.
    nonisolated(nonsending) func made(on renderer: some ChartRenderer) async throws -> Made {
        var watch = Stopwatch()
        let estimate = try choices.memoryEstimate(of: description, as: format, isBanded: false)
        var room: Int?
        if let limit {
            try estimate.check(MemorySize(bytes: limit))
            room = estimate.unorderedMemoryBudget(within: MemorySize(bytes: limit))
        }
        if description.frames != nil {
            var bytes: [UInt8] = []
            var made = try await Animation(description: description, choices: choices, room: room).write(on: renderer) {
                bytes += $0
            }
            made.picture.bytes = bytes
            made.picture.statistics.memory.estimated = estimate.total
            return Made(picture: made.picture, frameCount: made.frameCount)
        }
        let chart = try description.makeChart(pictures: .standard)
        if let room { chart.unorderedMemoryBudget = room }
        try choices.apply(to: chart)
        let read = watch.lap()
        var picture = try await choices.picture(of: consume chart, as: format, on: renderer)
        picture.statistics.milliseconds.read = read
        picture.statistics.memory.estimated = estimate.total
        return Made(picture: picture)
    }
}
