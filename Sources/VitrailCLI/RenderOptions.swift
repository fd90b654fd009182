import ArgumentParser
import Foundation
import Synchronization
import Vitrail
import VitrailChart
import VitrailColumns
import VitrailDescription
import VitrailSystem

/// Options of all commands with one picture.
struct RenderOptions: ParsableArguments {
    @Option(
        name: [.customShort("o", allowingJoined: true), .long],
        help: """
            Picture to write, or - for standard output. Default: the input's name with the format's extension; standard output where the input is -.
            """)
    var output: String?
    @OptionGroup var picture: PictureOptions
    @OptionGroup var device: DeviceOptions
    @Option(
        help:
            "Memory limit, such as 512M or 2G: a chart that is estimated to need more is rejected before it is drawn. Default: the memory of the machine or container."
    )
    var maxMemory: MemorySize?
    @Option(help: "Time limit in seconds; after it, the command ends with exit code 75. Default: no limit.")
    var timeout: Double?
    @Flag(help: "Print a JSON object of counts and milliseconds on standard error.")
    var stats = false

    func validate() throws {
        do { _ = try Output.format(picture.format, path: output) } catch { throw ValidationError("\(error)") }
        // Upper limit of one year.
        if let timeout, !(timeout > 0 && timeout <= 31_536_000) {
            throw ValidationError("--timeout is \(timeout); it is above 0, up to 31536000 seconds")
        }
    }

    /// The maximum memory estimate of one picture.
    var memoryLimit: MemorySize { maxMemory ?? .ofMachine }

    // MARK: Rendering

    /// The subject of the picture.
    enum Subject {
        case chart(Chart)
        /// - room: memory limit in bytes for shapes of unordered samples.
        case frames(ChartDescription, room: Int)
    }

    /// Makes the chart, renders, encodes and writes. If any step fails, nothing is written.
    ///
    /// - Parameter makeSubject: reads the description and the data (for frames, only the description). It also returns
    ///   the estimated bytes for drawing.
    nonisolated(nonsending) func render(
        from input: Input, _ makeSubject: () throws -> (Subject, estimated: Int)
    ) async throws {
        let deadline = timeout.map { ContinuousClock.now + .seconds($0) }
        let target = try Output(path: output, format: picture.format, input: input)
        let renderer = Renderer(try device.glOptions())
        // An SVG needs a device only for large series.
        if target.format != .svg { renderer.startOpening() }
        do {
            try await WorkLimit.run(until: deadline) {
                try await render(into: target, on: renderer, named: input.name, makeSubject)
            }
        } catch {
            await renderer.close()
            throw device.described(error)
        }
        // Releasing a software device in order takes longer than ending the process, without any benefit.
        Self.untilExit.withLock { $0 = renderer }
    }

    private static let untilExit = Mutex<Renderer?>(nil)

    private nonisolated(nonsending) func render(
        into target: Output, on renderer: Renderer, named name: String,
        _ makeSubject: () throws -> (Subject, estimated: Int)
    ) async throws {
        try device.addFonts()
        let choices = try picture.choices()
        var watch = Stopwatch()
        let chart: Chart
        let (subject, estimated) = try makeSubject()
        switch subject {
        case .chart(let made): chart = made
        case .frames(let description, let room):
            do {
                let animation = Animation(description: description, choices: choices, room: room)
                return try await animate(animation, into: target, on: renderer, estimated: estimated)
            } catch let error as DescriptionError {
                throw CommandError.description(error, source: name)
            }
        }
        try choices.apply(to: chart)
        let read = watch.lap()
        if case .image(let format) = target.format, Self.isLarge(chart), Self.isBanded(target.format) {
            return try await stream(chart, as: format, into: target, on: renderer, read: read, estimated: estimated)
        }
        var made = try await choices.picture(of: consume chart, as: target.format, on: renderer)
        tell(made.warnings)
        made.statistics.milliseconds.read = read
        _ = watch.lap()
        try target.write(made.bytes)
        made.statistics.milliseconds.write = watch.lap()
        try tell(made.statistics, estimated: estimated)
    }

    /// Pictures larger than a tile are written while they are drawn.
    private nonisolated(nonsending) func stream(
        _ chart: Chart, as format: ImageFormat, into target: Output, on renderer: Renderer, read: Double, estimated: Int
    ) async throws {
        let file = try target.begin()
        var picture = try await renderer.render(chart, as: format) { bytes in try file.append(bytes) }
        tell(chart.warnings.map { "\($0)" })
        var watch = Stopwatch()
        try file.finish()
        picture.statistics.milliseconds.write += watch.lap()
        picture.statistics.milliseconds.read = read
        try tell(picture.statistics, estimated: estimated)
    }

    /// Standard output receives the animation when it is complete.
    private nonisolated(nonsending) func animate(
        _ animation: Animation, into target: Output, on renderer: Renderer, estimated: Int
    ) async throws {
        let file = target.isStandardOutput ? nil : try target.begin()
        var bytes: [UInt8] = []
        var made = try await animation.write(on: renderer) { part in
            if let file { try file.append(part) } else { bytes += part }
        }
        tell(made.picture.warnings)
        var watch = Stopwatch()
        if let file { try file.finish() } else { try target.write(bytes) }
        made.picture.statistics.milliseconds.write += watch.lap()
        try tell(made.picture.statistics, estimated: estimated)
    }

    private func tell(_ warnings: [String]) {
        for warning in warnings { StandardStreams.tell("vitrail: warning: \(warning)") }
    }

    /// The file format of the picture.
    func format(for input: Input) throws(CommandError) -> OutputFormat {
        try Output(path: output, format: picture.format, input: input).format
    }

    /// Whether a large picture is written band by band.
    static func isBanded(_ format: OutputFormat) -> Bool { format == .image(.png) || format == .image(.rgba) }

    private static func isLarge(_ chart: Chart) -> Bool {
        (chart.frame.width * chart.scale).rounded() * (chart.frame.height * chart.scale).rounded()
            > Double(TileLimits.defaultPixels)
    }

    private func tell(_ statistics: RenderStatistics, estimated: Int) throws {
        guard stats else { return }
        var statistics = statistics
        statistics.memory.estimated = estimated
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        StandardStreams.tell(String(decoding: try encoder.encode(statistics), as: UTF8.self))
    }
}
