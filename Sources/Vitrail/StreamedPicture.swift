public import VitrailChart
public import VitrailGL
public import VitrailImage
public import VitrailScene
import VitrailSystem

/// A picture whose rows were passed on band by band, with its statistics.
public struct StreamedPicture: Sendable {
    /// Device pixels.
    public var size: PixelSize
    /// Device pixels per point.
    public var scale: Double
    public var title = ""
    /// The content of the picture in words.
    public var altText = ""
    public var statistics: RenderStatistics
}

extension Renderer {
    /// Renders a chart of any size, and passes its rows on from the top. Only one band of rows and one tile on the
    /// device are in memory.
    ///
    /// ```
    ///  Scene ──► DrawList ──► band: tiles drawn, read back ──► receive ──► next band
    /// ```
    ///
    /// `render(_:for:hooks:deadline:)` gives the same pixels. A chart with hooks is drawn as one band, because a
    /// host's GL code does not know about tiles.
    /// - Parameters:
    ///   - chart: each side at most `PictureLimits.side` pixels.
    ///   - hooks: closures by token. They run at the positions of the chart's hooks, as in
    ///     `render(_:for:hooks:deadline:)`.
    ///   - deadline: as for `render(_:for:hooks:deadline:)`. The time of `receive` counts.
    ///   - receive: takes a band, as wide as the picture, premultiplied RGBA. An error that it throws ends the picture.
    /// - Throws: the errors of `render(_:for:hooks:deadline:)`, at any band; the errors of `receive`.
    public nonisolated(nonsending) func render(
        _ chart: Chart, hooks: [Hook: HookAction] = [:], deadline: ContinuousClock.Instant? = nil,
        bands receive: nonisolated(nonsending) (PixelImage) async throws -> Void
    ) async throws -> StreamedPicture {
        try await WorkLimit.run(until: deadline) {
            try await stream(chart, hooks: hooks) { band in try await receive(band.image) }
        }
    }

    /// Renders a chart as the bytes of an image file, and passes them on as they are made. PNG and raw pixels are
    /// encoded band by band. JPEG and WebP need the whole picture.
    ///
    /// For a picture in one band, `RenderedImage.encoded` gives the same bytes. A picture in several bands has alpha
    /// if its background has.
    /// - Parameters:
    ///   - chart: each side at most `PictureLimits.side` pixels.
    ///   - format: the file format.
    ///   - quality: as for `RenderedImage.encoded`.
    ///   - hooks: as for `render(_:for:hooks:deadline:)`.
    ///   - deadline: as for `render(_:for:hooks:deadline:)`. The time of `write` counts.
    ///   - write: takes the next bytes of the file. An error that it throws ends the picture.
    /// - Throws: the errors of `render(_:for:hooks:deadline:)`, `ImageError`, and the errors of `write`. The file is
    ///   then incomplete.
    public nonisolated(nonsending) func render(
        _ chart: Chart, as format: ImageFormat, quality: Int? = nil, hooks: [Hook: HookAction] = [:],
        deadline: ContinuousClock.Instant? = nil,
        to write: ([UInt8]) throws -> Void
    ) async throws -> StreamedPicture {
        try await WorkLimit.run(until: deadline) {
            try await renderFile(chart, as: format, quality: quality, hooks: hooks, to: write)
        }
    }

    private nonisolated(nonsending) func renderFile(
        _ chart: Chart, as format: ImageFormat, quality: Int?, hooks: [Hook: HookAction],
        to write: ([UInt8]) throws -> Void
    ) async throws -> StreamedPicture {
        guard format == .png || format == .rgba else {
            return try await renderWhole(chart, as: format, quality: quality, hooks: hooks, to: write)
        }
        let file = PictureFile(format)
        let clock = ContinuousClock()
        var encoding = Duration.zero
        var writing = Duration.zero
        func timed(_ bytes: () throws -> [UInt8]) throws {
            let start = clock.now
            let bytes = try bytes()
            let encoded = clock.now
            if !bytes.isEmpty { try write(bytes) }
            encoding += encoded - start
            writing += clock.now - encoded
        }
        var picture = try await stream(chart, hooks: hooks) { band in try timed { try file.append(band) } }
        try timed { try file.finish() }
        picture.statistics.milliseconds.encode = encoding.milliseconds
        picture.statistics.milliseconds.write = writing.milliseconds
        picture.statistics.milliseconds.total -= (encoding + writing).milliseconds
        return picture
    }

    private nonisolated(nonsending) func renderWhole(
        _ chart: Chart, as format: ImageFormat, quality: Int?, hooks: [Hook: HookAction],
        to write: ([UInt8]) throws -> Void
    ) async throws -> StreamedPicture {
        let clock = ContinuousClock()
        var image = try await render(chart, for: format, hooks: hooks)
        let start = clock.now
        let bytes = try image.encoded(as: format, quality: quality)
        let encoded = clock.now
        try write(bytes)
        image.statistics.milliseconds.encode += (encoded - start).milliseconds
        image.statistics.milliseconds.write = (clock.now - encoded).milliseconds
        return StreamedPicture(
            size: image.image.size, scale: image.scale, title: image.title, altText: image.altText,
            statistics: image.statistics)
    }
}

/// A band of rows with the metadata for its receiver.
struct PictureBand {
    var image: PixelImage
    /// The metadata of the picture so far.
    var picture: StreamedPicture
    /// Whether every pixel of the picture has alpha 255, as far as its first band shows.
    var isOpaque: Bool
}

/// A file that is encoded band by band.
private final class PictureFile {
    private let format: ImageFormat
    private var png: PNGStream?

    init(_ format: ImageFormat) { self.format = format }

    /// The bytes that are ready after this band. May be empty.
    func append(_ band: PictureBand) throws(ImageError) -> [UInt8] {
        guard format == .png else { return band.image.straightAlphaBytes() }
        if png == nil {
            let picture = band.picture
            let options = EncodingOptions(
                quality: nil, scale: picture.scale, title: picture.title, altText: picture.altText,
                renderer: picture.statistics.renderer)
            png = try PNGStream(size: picture.size, isOpaque: band.isOpaque, options: options)
        }
        try png!.append(band.image)
        return png!.takeBytes()
    }

    func finish() throws(ImageError) -> [UInt8] {
        guard let png = png.take() else { return [] }
        return try png.finish()
    }
}
