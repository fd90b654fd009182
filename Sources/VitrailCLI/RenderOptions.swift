import ArgumentParser
import Foundation
import Synchronization
import Vitrail

/// Options that every command with one picture has.
struct RenderOptions: ParsableArguments {
    @Option(
        name: [.customShort("o", allowingJoined: true), .long],
        help: """
            Picture to write, or - for standard output. Default: the input's name with the format's extension; standard output where the input is -.
            """)
    var output: String?
    @OptionGroup var picture: PictureOptions
    @OptionGroup var device: DeviceOptions
    @Option(help: "Refuse what is estimated to take more memory, as 512M or 2G, before anything is taken. Default: no limit.")
    var maxMemory: MemorySize?
    @Flag(help: "Print a JSON object of counts and milliseconds on standard error.")
    var stats = false

    func validate() throws {
        do { _ = try Output.format(picture.format, path: output) } catch { throw ValidationError("\(error)") }
    }

    // MARK: Rendering

    /// What is drawn.
    enum Subject {
        case chart(Chart)
        /// - room: for shapes of samples in no order, bytes; nil = no limit.
        case frames(ChartDescription, room: Int?)
    }

    /// Makes the chart, renders, encodes and writes; nothing is written when any of it fails.
    ///
    /// - Parameter makeSubject: reads description and data; of frames, the description.
    nonisolated(nonsending) func render(from input: Input, _ makeSubject: () throws -> Subject) async throws {
        let target = try Output(path: output, format: picture.format, input: input)
        let renderer = Renderer(try device.glOptions())
        // An SVG needs a device for large series only.
        if target.format != .svg { renderer.startOpening() }
        do {
            try await render(into: target, on: renderer, named: input.name, makeSubject)
        } catch {
            await renderer.close()
            throw device.described(error)
        }
        // Giving the device back in order takes a software rasteriser longer than the process needs to end, and changes nothing.
        Self.untilExit.withLock { $0 = renderer }
    }

    private static let untilExit = Mutex<Renderer?>(nil)

    private nonisolated(nonsending) func render(
        into target: Output, on renderer: Renderer, named name: String, _ makeSubject: () throws -> Subject
    ) async throws {
        try device.addFonts()
        let choices = try picture.choices()
        var watch = Stopwatch()
        let chart: Chart
        switch try makeSubject() {
        case .chart(let made): chart = made
        case .frames(let description, let room):
            do {
                return try await animate(Animation(description: description, choices: choices, room: room), into: target, on: renderer)
            } catch let error as DescriptionError {
                throw CommandError.description(error, source: name)
            }
        }
        try choices.apply(to: chart)
        let read = watch.lap()
        if case .image(let format) = target.format, Self.isLarge(chart), Self.isBanded(target.format) {
            return try await stream(chart, as: format, into: target, on: renderer, read: read)
        }
        var made = try await choices.picture(of: consume chart, as: target.format, on: renderer)
        tell(made.warnings)
        made.statistics.milliseconds.read = read
        _ = watch.lap()
        try target.write(made.bytes)
        made.statistics.milliseconds.write = watch.lap()
        if stats { StandardStreams.tell(try Self.json(made.statistics)) }
    }

    /// What is larger than a tile is written as it is drawn.
    private nonisolated(nonsending) func stream(
        _ chart: Chart, as format: ImageFormat, into target: Output, on renderer: Renderer, read: Double
    ) async throws {
        let file = try target.begin()
        var picture = try await renderer.render(chart, as: format) { bytes in try file.append(bytes) }
        tell(chart.warnings.map { "\($0)" })
        var watch = Stopwatch()
        try file.finish()
        picture.statistics.milliseconds.write += watch.lap()
        picture.statistics.milliseconds.read = read
        if stats { StandardStreams.tell(try Self.json(picture.statistics)) }
    }

    /// Standard output gets the animation when it is whole.
    private nonisolated(nonsending) func animate(_ animation: Animation, into target: Output, on renderer: Renderer) async throws {
        let file = target.isStandardOutput ? nil : try target.begin()
        var bytes: [UInt8] = []
        var made = try await animation.write(on: renderer) { part in if let file { try file.append(part) } else { bytes += part } }
        tell(made.picture.warnings)
        var watch = Stopwatch()
        if let file { try file.finish() } else { try target.write(bytes) }
        made.picture.statistics.milliseconds.write += watch.lap()
        if stats { StandardStreams.tell(try Self.json(made.picture.statistics)) }
    }

    private func tell(_ warnings: [String]) {
        for warning in warnings { StandardStreams.tell("vitrail: warning: \(warning)") }
    }

    /// What the picture is written as.
    func format(for input: Input) throws(CommandError) -> OutputFormat { try Output(path: output, format: picture.format, input: input).format }

    /// Whether a large picture is written band by band.
    static func isBanded(_ format: OutputFormat) -> Bool { format == .image(.png) || format == .image(.rgba) }

    private static func isLarge(_ chart: Chart) -> Bool {
        (chart.frame.width * chart.scale).rounded() * (chart.frame.height * chart.scale).rounded() > Double(TileLimits.defaultPixels)
    }

    private static func json(_ statistics: RenderStatistics) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(statistics), as: UTF8.self)
    }
}
