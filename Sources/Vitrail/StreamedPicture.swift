public import VitrailCore
public import VitrailGL
public import VitrailImage
public import VitrailScene

/// A picture whose rows were handed over band by band, with what it took to make it.
public struct StreamedPicture: Sendable {
    /// Device pixels.
    public var size: PixelSize
    /// Device pixels per point.
    public var scale: Double
    public var title = ""
    /// What the picture shows, in words.
    public var altText = ""
    public var statistics: RenderStatistics
}

extension Renderer {
    /// Renders a chart of any size, and hands its rows over from the top: what is in memory is a band of them and a tile on the device.
    ///
    /// ```
    ///  Scene ──► DrawList ──► band: tiles drawn, read back ──► receive ──► next band
    /// ```
    ///
    /// The pixels are those of `render(_:for:hooks:)`. A chart with hooks comes in one band: a host's GL knows nothing of tiles.
    /// - Parameters:
    ///   - chart: each side at most `PictureLimits.side` pixels.
    ///   - hooks: by token, run where the chart's hooks lie, as for `render(_:for:hooks:)`.
    ///   - receive: takes a band, as wide as the picture, premultiplied RGBA. What it throws ends the picture.
    /// - Throws: as `render(_:for:hooks:)`, at any band; what `receive` throws.
    public nonisolated(nonsending) func render(
        _ chart: Chart, hooks: [Hook: HookAction] = [:], bands receive: nonisolated(nonsending) (PixelImage) async throws -> Void
    ) async throws -> StreamedPicture {
        try await stream(chart, hooks: hooks) { band in try await receive(band.image) }
    }

    /// Renders a chart as the bytes of a picture file, handed over as they are made. PNG and raw pixels are encoded band by band; JPEG and WebP take the
    /// picture as a whole.
    ///
    /// The bytes of a picture that is drawn in one piece are those of `RenderedImage.encoded`. One in bands has alpha if its background has.
    /// - Parameters:
    ///   - chart: each side at most `PictureLimits.side` pixels.
    ///   - format: of the file.
    ///   - quality: as for `RenderedImage.encoded`.
    ///   - hooks: as for `render(_:for:hooks:)`.
    ///   - write: takes the next bytes of the file. What it throws ends the picture.
    /// - Throws: as `render(_:for:hooks:)`, `ImageError`, and what `write` throws; the file is then incomplete.
    public nonisolated(nonsending) func render(
        _ chart: Chart, as format: ImageFormat, quality: Int? = nil, hooks: [Hook: HookAction] = [:], to write: ([UInt8]) throws -> Void
    ) async throws -> StreamedPicture {
        guard format == .png || format == .rgba else { return try await renderWhole(chart, as: format, quality: quality, hooks: hooks, to: write) }
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
        _ chart: Chart, as format: ImageFormat, quality: Int?, hooks: [Hook: HookAction], to write: ([UInt8]) throws -> Void
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
            size: image.image.size, scale: image.scale, title: image.title, altText: image.altText, statistics: image.statistics)
    }
}

/// Rows of a picture on their way to whoever takes them.
struct PictureBand {
    var image: PixelImage
    /// All that is known of the picture so far.
    var picture: StreamedPicture
    /// Whether every pixel of the picture has alpha 255, as far as that can be told from its first band.
    var isOpaque: Bool
}

/// A file that is encoded band by band.
private final class PictureFile {
    private let format: ImageFormat
    private var png: PNGStream?

    init(_ format: ImageFormat) { self.format = format }

    /// The bytes that are ready then; may be none.
    func append(_ band: PictureBand) throws(ImageError) -> [UInt8] {
        guard format == .png else { return band.image.straightAlphaBytes() }
        if png == nil {
            let picture = band.picture
            let options = EncodingOptions(
                quality: nil, scale: picture.scale, title: picture.title, altText: picture.altText, renderer: picture.statistics.renderer)
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
