/// The formats of encoded images.
///
///     PixelImage ──► ImageEncoder ──► png · jpeg · webp · rgba
///     row bands  ──► PNGStream    ──► png
///     frames     ──► AnimatedPNG  ──► animated png
///     PNG bytes  ──► PNGDecoder   ──► PixelImage
///
/// This module does not scale images, convert colour spaces (everything is 8-bit sRGB) or write files.
public enum ImageFormat: String, CaseIterable, Sendable {
    /// Lossless: 8-bit RGB if every pixel is opaque, otherwise RGBA with straight alpha. The fastest format.
    case png
    /// Lossy and without alpha; chroma at full resolution.
    case jpeg
    /// Lossless, or lossy on request. Smaller than PNG and about ten times as slow.
    case webp
    /// No header: the pixels as red, green, blue, straight alpha, row by row from the top.
    case rgba

    /// The format for a file extension: `png`, `jpg`, `jpeg`, `jpe`, `webp` or `rgba`, in any case, with or without the
    /// dot.
    public init?(fileExtension: some StringProtocol) {
        var name = fileExtension.lowercased()
        if name.hasPrefix(".") { name.removeFirst() }
        switch name {
        case "jpg", "jpe": self = .jpeg
        default: self.init(rawValue: name)
        }
    }

    /// The usual file extension, without the dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The media type (MIME).
    public var mediaType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .webp: "image/webp"
        case .rgba: "application/octet-stream"
        }
    }

    /// The maximum width and height in this format, in pixels.
    public var maximumSide: Int {
        switch self {
        // The format allows 2³¹ − 1, but libpng's readers reject more than this.
        case .png: 1_000_000
        // libjpeg's JPEG_MAX_DIMENSION; the format allows 65535.
        case .jpeg: 65_500
        // WebP stores sides in 14 bits.
        case .webp: 16_383
        case .rgba: Int(Int32.max)
        }
    }
}
