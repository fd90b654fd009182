import Vitrail

/// The file of a picture in memory.
struct EncodedPicture: Sendable {
    var bytes: [UInt8]
    /// Pixels, or user units for an SVG.
    var width: Int
    var height: Int
    /// Parts of the picture that differ from the request, one sentence each.
    var warnings: [String]
    var statistics: RenderStatistics
    /// The content of the picture in words.
    var altText = ""
}

/// Draws charts: a renderer, or a slot of a pool.
protocol ChartRenderer {
    nonisolated(nonsending) func render(
        _ chart: consuming Chart, for format: ImageFormat?, hooks: [Hook: HookAction],
        deadline: ContinuousClock.Instant?
    ) async throws -> RenderedImage
    nonisolated(nonsending) func renderVector(
        _ chart: Chart, policy: VectorPolicy, largestMark: Int, deadline: ContinuousClock.Instant?
    ) async throws -> RenderedVector
}

extension Renderer: ChartRenderer {}
extension RendererPool.Slot: ChartRenderer {}

extension PictureChoices {
    /// Plans, draws and encodes.
    nonisolated(nonsending) func picture(
        of chart: consuming Chart, as format: OutputFormat, on renderer: some ChartRenderer
    ) async throws -> EncodedPicture {
        switch format {
        case .image(let format):
            var picture = try await renderer.render(consume chart, for: format, hooks: [:], deadline: nil)
            var watch = Stopwatch()
            let bytes = try picture.encoded(as: format, quality: quality)
            picture.statistics.milliseconds.encode += watch.lap()
            return EncodedPicture(
                bytes: bytes, width: picture.image.width, height: picture.image.height,
                warnings: picture.warnings.map { "\($0)" },
                statistics: picture.statistics, altText: picture.altText)
        case .apng:
            var picture = try await renderer.render(consume chart, for: nil, hooks: [:], deadline: nil)
            var watch = Stopwatch()
            var file = try AnimatedPNG(first: picture, frameCount: 1)
            try file.append(picture, delay: 1)
            let bytes = try file.finish()
            picture.statistics.milliseconds.encode += watch.lap()
            return EncodedPicture(
                bytes: bytes, width: picture.image.width, height: picture.image.height,
                warnings: picture.warnings.map { "\($0)" },
                statistics: picture.statistics, altText: picture.altText)
        case .svg:
            let picture = try await renderer.renderVector(
                chart, policy: vector, largestMark: SVGOptions.defaultLargestMark, deadline: nil)
            return EncodedPicture(
                bytes: picture.bytes, width: Int(chart.frame.width.rounded()),
                height: Int(chart.frame.height.rounded()),
                warnings: picture.notes.map { "left out: \($0)" } + chart.warnings.map { "\($0)" },
                statistics: picture.statistics,
                altText: chart.altText)
        }
    }
}

/// Milliseconds between consecutive calls.
struct Stopwatch {
    private var last = ContinuousClock.now

    mutating func lap() -> Double {
        let now = ContinuousClock.now
        defer { last = now }
        return (now - last) / .milliseconds(1)
    }
}
