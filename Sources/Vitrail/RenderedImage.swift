public import VitrailCore
public import VitrailImage
public import VitrailScene

/// A picture with what it took to make it.
public struct RenderedImage: Sendable {
    /// Premultiplied RGBA.
    public var image: PixelImage { didSet { strips = nil } }
    /// Device pixels per point.
    public var scale: Double
    public var title = ""
    /// What the picture shows, in words; empty for a scene's.
    public var altText = ""
    /// What of the chart is not shown as it was asked for.
    public var warnings: [ChartWarning] = []
    public var statistics: RenderStatistics
    /// What was encoded of the picture before it was asked for.
    private(set) var strips: PNGStrips?

    init(image: PixelImage, scale: Double, statistics: RenderStatistics, strips: PNGStrips?) {
        (self.image, self.scale, self.statistics, self.strips) = (image, scale, statistics, strips)
    }

    /// Bytes of a picture file; PNG carries title, description, resolution and the renderer's name as text.
    ///
    /// - Parameters:
    ///   - format: of the file.
    ///   - quality: 0…100 for JPEG and lossy WebP; nil = the format's default.
    /// - Throws: `ImageError`, as when a side is longer than the format allows.
    public func encoded(as format: ImageFormat, quality: Int? = nil) throws(ImageError) -> [UInt8] {
        let options = EncodingOptions(quality: quality, scale: scale, title: title, altText: altText, renderer: statistics.renderer)
        if format == .png, let strips { return try ImageEncoder.encode(strips, of: image, options: options) }
        return try ImageEncoder.encode(image, as: format, options: options)
    }
}

extension EncodingOptions {
    /// What a picture's file says of it.
    init(quality: Int?, scale: Double, title: String, altText: String, renderer: String) {
        self.init(quality: quality, scale: scale)
        text = [TextEntry("Software", "Vitrail"), TextEntry("Renderer", renderer)]
        if !altText.isEmpty { text.insert(TextEntry("Description", altText), at: 0) }
        if !title.isEmpty { text.insert(TextEntry("Title", title), at: 0) }
    }
}
