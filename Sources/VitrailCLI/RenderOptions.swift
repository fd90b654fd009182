import ArgumentParser
import Foundation
import Synchronization
import Vitrail

/// Options that every command with a picture has.
struct RenderOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "Picture to write, or - for standard output. Default: the input's name with the format's extension.")
    var output: String?
    @Option(help: "png, jpeg, webp, rgba or svg. Default: by the output's extension.")
    var format: String?
    @Option(help: "Size in points, as 960x540.")
    var size: String?
    @Option(help: "Device pixels per point.")
    var scale: Double?
    @Option(help: "flat, light or dark.")
    var theme: String?
    @Option(help: "JPEG or lossy WebP quality, 0 to 100.")
    var quality: Int?
    @Option(
        help: """
            SVG: always, auto or never. Whether series are written as shapes: auto draws as a picture what has more than \
            \(SVGOptions.defaultLargestMark) points or shapes.
            """)
    var vector = "auto"
    @Option(help: "auto, surfaceless, default, gbm:PATH, or an index from `vitrail devices`.")
    var device = "auto"
    @Option(help: "framebuffer or pbuffer: what the picture is drawn on.")
    var surface = "framebuffer"
    @Option(help: "The EGL library to open, to choose a driver by path.")
    var eglLibrary: String?
    @Flag(help: "Refuse software rasterisers.")
    var requireHardware = false
    @Option(help: "Folder with more fonts; may be repeated.")
    var fontDir: [String] = []
    @Flag(help: "Print a JSON object of counts and milliseconds on standard error.")
    var stats = false

    func validate() throws {
        do { _ = try Output.format(format, path: output) } catch { throw ValidationError("\(error)") }
        _ = try deviceChoice()
        guard CanvasSurface(rawValue: surface) != nil else { throw ValidationError("--surface is framebuffer or pbuffer, not \(surface)") }
        guard VectorPolicy(rawValue: vector) != nil else { throw ValidationError("--vector is always, auto or never, not \(vector)") }
        if let theme, Theme.named(theme) == nil { throw ValidationError("--theme is flat, light or dark, not \(theme)") }
        if let scale, !(0.1...16).contains(scale) { throw ValidationError("--scale is 0.1 to 16, not \(scale)") }
        if let quality, !(0...100).contains(quality) { throw ValidationError("--quality is 0 to 100, not \(quality)") }
        if size != nil { _ = try sizeInPoints() }
    }

    func sizeInPoints() throws -> (width: Double, height: Double)? {
        guard let size else { return nil }
        let parts = size.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (1...16_384).contains(width), (1...16_384).contains(height)
        else { throw ValidationError("--size is WIDTHxHEIGHT in points, each 1 to 16384, not \(size)") }
        return (width, height)
    }

    func deviceChoice() throws -> DeviceChoice {
        switch device {
        case "auto": return .auto
        case "surfaceless": return .surfaceless
        case "default": return .defaultDisplay
        default:
            if device.hasPrefix("gbm:") { return .gbm(String(device.dropFirst(4))) }
            if let index = Int(device), index >= 0 { return .index(index) }
            throw ValidationError("--device is auto, surfaceless, default, gbm:PATH or an index, not \(device)")
        }
    }

    // MARK: Rendering

    /// Makes the chart, renders, encodes and writes; nothing is written when any of it fails.
    ///
    /// - Parameter makeChart: reads description and data.
    nonisolated(nonsending) func render(from input: Input, _ makeChart: () throws -> Chart) async throws {
        let target = try Output(path: output, format: format, input: input)
        let renderer = try makeRenderer()
        // An SVG needs a device for large series only.
        if target.format != .svg { renderer.startOpening() }
        do {
            try await render(into: target, on: renderer, makeChart)
        } catch {
            await renderer.close()
            throw error
        }
        // Giving the device back in order takes a software rasteriser longer than the process needs to end, and changes nothing.
        Self.untilExit.withLock { $0 = renderer }
    }

    private static let untilExit = Mutex<Renderer?>(nil)

    private func makeRenderer() throws -> Renderer {
        Renderer(
            GLOptions(
                device: try deviceChoice(), requireHardware: requireHardware,
                surface: CanvasSurface(rawValue: surface) ?? .framebuffer, eglLibrary: eglLibrary))
    }

    private nonisolated(nonsending) func render(into target: Output, on renderer: Renderer, _ makeChart: () throws -> Chart) async throws {
        try addFonts()
        var watch = Stopwatch()
        let chart = try makeChart()
        try apply(to: chart)
        let read = watch.lap()
        var (bytes, statistics) = try await picture(of: chart, as: target.format, on: renderer)
        for warning in chart.warnings { StandardStreams.tell("vitrail: warning: \(warning)") }
        statistics.milliseconds.read = read
        _ = watch.lap()
        try target.write(bytes)
        statistics.milliseconds.write = watch.lap()
        if stats { StandardStreams.tell(try Self.json(statistics)) }
    }

    private func addFonts() throws(CommandError) {
        for directory in fontDir {
            do throws(TextError) {
                try TextEngine.shared.addFontDirectory(directory)
            } catch {
                throw .fontFolder(error)
            }
        }
    }

    /// Sets what the command line overrides.
    private func apply(to chart: Chart) throws {
        if let points = try sizeInPoints() { chart.frame = Rect(x: 0, y: 0, width: points.width, height: points.height) }
        if let scale { chart.scale = scale }
        if let theme, let named = Theme.named(theme) { chart.applyTheme(named, keepingStyles: true) }
        guard size != nil || scale != nil else { return }
        // Each is in its bounds, but the other may come from the description.
        for points in [chart.frame.width, chart.frame.height] {
            let pixels = (points * chart.scale).rounded()
            guard (1...Double(PictureLimits.side)).contains(pixels) else {
                throw CommandError.usage(
                    "\(Self.text(chart.frame.width))x\(Self.text(chart.frame.height)) points at scale \(Self.text(chart.scale)) is no picture that can "
                        + "be drawn: a side is 1 to \(PictureLimits.side) pixels")
            }
        }
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
    }

    /// The picture's bytes. Hardware that is not there is told with what each device answered.
    private nonisolated(nonsending) func picture(
        of chart: Chart, as format: OutputFormat, on renderer: Renderer
    ) async throws -> (bytes: [UInt8], statistics: RenderStatistics) {
        do {
            switch format {
            case .image(let format):
                var picture = try await renderer.render(chart)
                var watch = Stopwatch()
                let bytes = try picture.encoded(as: format, quality: quality)
                picture.statistics.milliseconds.encode = watch.lap()
                return (bytes, picture.statistics)
            case .svg:
                let picture = try await renderer.renderVector(chart, policy: VectorPolicy(rawValue: vector) ?? .auto)
                for note in picture.notes { StandardStreams.tell("vitrail: warning: left out: \(note)") }
                return (picture.bytes, picture.statistics)
            }
        } catch GLError.noDevice(let attempts) where requireHardware {
            throw CommandError.noHardware(attempts)
        }
    }

    private static func json(_ statistics: RenderStatistics) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(statistics), as: UTF8.self)
    }
}

/// Milliseconds between one call and the next.
private struct Stopwatch {
    private var last = ContinuousClock.now

    mutating func lap() -> Double {
        let now = ContinuousClock.now
        defer { last = now }
        return (now - last) / .milliseconds(1)
    }
}
