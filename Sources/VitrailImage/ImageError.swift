public import VitrailScene

/// Errors of encoding and decoding images.
public enum ImageError: Error, Sendable, Equatable {
    /// A side is zero or exceeds the format's maximum.
    case size(PixelSize, format: ImageFormat, maximumSide: Int)
    /// A numeric option is outside its range.
    case option(String, value: Double, allowed: ClosedRange<Double>)
    /// PNG cannot store a text entry.
    case text(keyword: String, reason: String)
    /// A band is not a whole number of rows, has rows after the last one, or rows are missing at the end; in bytes.
    case rows(expectedBytes: Int, gotBytes: Int)
    /// A frame's size differs from its animation's.
    case frameSize(PixelSize, expected: PixelSize)
    /// Frames were appended after the last one, or are missing at the end.
    case frames(expected: Int, got: Int)
    /// The frame at this index has translucent pixels, but its animation has no alpha.
    case translucentFrame(Int)
    /// The encoding library failed; with its message.
    case encode(ImageFormat, reason: String)
    /// The file is damaged, truncated or too large; with the message of the library or of the decoder.
    case decode(ImageFormat, reason: String)
    /// The task was cancelled, or the deadline has passed.
    case interrupted
}

extension ImageError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .size(let size, let format, let maximum):
            "\(format) cannot hold \(size.width)×\(size.height) pixels: each side must be 1…\(maximum)"
        case .option(let name, let value, let allowed):
            "encoding option \(name) is \(value), allowed is \(allowed.lowerBound)…\(allowed.upperBound)"
        case .text(let keyword, let reason):
            "text entry \(keyword.debugDescription) cannot be stored: \(reason)"
        case .rows(let expected, let got):
            "PNG rows: expected \(expected) bytes, got \(got)"
        case .frameSize(let size, let expected):
            "a frame has \(size.width)×\(size.height) pixels, its animation \(expected.width)×\(expected.height)"
        case .frames(let expected, let got):
            "the animation has \(expected) \(expected == 1 ? "frame" : "frames"), got \(got)"
        case .translucentFrame(let index):
            "frame \(index) is translucent, and the animation was begun as opaque"
        case .encode(let format, let reason):
            "\(format) encoding failed: \(reason)"
        case .decode(let format, let reason):
            "\(format) decoding failed: \(reason)"
        case .interrupted:
            "encoding was interrupted before it was finished"
        }
    }
}
