import ArgumentParser
import Foundation
import Vitrail

/// Options that every command with a picture has.
struct RenderOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "Picture to write, or - for standard output. Default: the input's name with the format's extension.")
    var output: String?
    @Option(help: "png, jpeg, webp or rgba. Default: by the output's extension.")
    var format: String?
    @Option(help: "Size in points, as 960x540.")
    var size: String?
    @Option(help: "Device pixels per point.")
    var scale: Double?
    @Option(help: "flat, light or dark.")
    var theme: String?
    @Option(help: "JPEG or lossy WebP quality, 0 to 100.")
    var quality: Int?
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
        _ = try deviceChoice()
        guard CanvasSurface(rawValue: surface) != nil else { throw ValidationError("--surface is framebuffer or pbuffer, not \(surface)") }
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

    /// Sets what the command line overrides.
    func apply(to chart: Chart) throws {
        if let points = try sizeInPoints() { chart.frame = Rect(x: 0, y: 0, width: points.width, height: points.height) }
        if let scale { chart.scale = scale }
        if let theme, let named = Theme.named(theme) { chart.applyTheme(named) }
    }

    /// Renders, encodes and writes.
    nonisolated(nonsending) func write(_ chart: Chart, defaultName: String) async throws {
        try apply(to: chart)
        let path: String
        if let output { path = output } else { path = defaultName == "-" ? "-" : defaultName + "." + (format ?? "png") }
        let target = try Output(path: path, format: format)
        for directory in fontDir { try TextEngine.shared.addFontDirectory(directory) }
        let options = GLOptions(
            device: try deviceChoice(), requireHardware: requireHardware, surface: CanvasSurface(rawValue: surface) ?? .framebuffer,
            eglLibrary: eglLibrary)
        let renderer = Renderer(options)
        var picture = try await renderer.render(chart)
        let clock = ContinuousClock()
        let start = clock.now
        let bytes = try picture.encoded(as: target.format, quality: quality)
        picture.statistics.milliseconds.encode = (clock.now - start) / .milliseconds(1)
        try target.write(bytes)
        if stats { try print(picture.statistics) }
    }

    private func print(_ statistics: RenderStatistics) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        Console.plain(String(decoding: try encoder.encode(statistics), as: UTF8.self))
    }
}
