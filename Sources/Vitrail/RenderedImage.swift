public import VitrailChart
public import VitrailImage
public import VitrailScene
import VitrailSystem

/// A picture with its statistics.
public struct RenderedImage: Sendable {
    /// Premultiplied RGBA.
    public var image: PixelImage { didSet { strips = nil } }
    /// Device pixels per point.
    public var scale: Double
    public var title = ""
    /// The content of the picture in words. Empty for a scene.
    public var altText = ""
    /// The parts of the chart that are not shown as requested.
    public var warnings: [ChartWarning] = []
    public var statistics: RenderStatistics
    /// The parts of the picture that were encoded during readback.
    private(set) var strips: PNGStrips?

    init(image: PixelImage, scale: Double, statistics: RenderStatistics, strips: PNGStrips?) {
        (self.image, self.scale, self.statistics, self.strips) = (image, scale, statistics, strips)
    }

    /// The bytes of an image file. A PNG contains title, description, resolution and the renderer's name as text.
    ///
    /// - Parameters:
    ///   - format: the file format.
    ///   - quality: 0…100 for JPEG and lossy WebP. `nil`: the format's default.
    ///   - deadline: time at which encoding stops. `nil`: it stops only if the calling task is cancelled.
    /// - Throws: `ImageError`, for example if a side is longer than the format allows; `.interrupted` if encoding was
    ///   stopped.
    public func encoded(
        as format: ImageFormat, quality: Int? = nil, deadline: ContinuousClock.Instant? = nil
    ) throws(ImageError) -> [UInt8] {
        // Helper threads poll the limit, too. All of them have ended when this function returns.
        let bytes = withUnsafeCurrentTask { task -> Result<[UInt8], ImageError> in
            nonisolated(unsafe) let task = task
            let limit = WorkLimit(deadline: WorkLimit.deadline(deadline), isCancelled: { task?.isCancelled ?? false })
            return WorkLimit.$current.withValue(limit) {
                Result { () throws(ImageError) in try encodedNow(as: format, quality: quality) }
            }
        }
        return try bytes.get()
    }

    private func encodedNow(as format: ImageFormat, quality: Int?) throws(ImageError) -> [UInt8] {
        let options = EncodingOptions(
            quality: quality, scale: scale, title: title, altText: altText, renderer: statistics.renderer)
        if format == .png, let strips { return try ImageEncoder.encode(strips, of: image, options: options) }
        return try ImageEncoder.encode(image, as: format, options: options)
    }
}

extension EncodingOptions {
    /// The metadata of an image file.
    init(quality: Int?, scale: Double, title: String, altText: String, renderer: String) {
        self.init(quality: quality, scale: scale)
        text = [TextEntry("Software", "Vitrail"), TextEntry("Renderer", renderer)]
        if !altText.isEmpty { text.insert(TextEntry("Description", altText), at: 0) }
        if !title.isEmpty { text.insert(TextEntry("Title", title), at: 0) }
    }
}
