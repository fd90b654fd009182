public import VitrailScene

/// Why bytes could not be made from a picture, or a picture from bytes.
public enum ImageError: Error, Sendable, Equatable {
    /// A side is zero, or beyond what the format can hold.
    case size(PixelSize, format: ImageFormat, maximumSide: Int)
    /// A number among the options is outside its range.
    case option(String, value: Double, allowed: ClosedRange<Double>)
    /// A text entry that PNG has no form for.
    case text(keyword: String, reason: String)
    /// A band that is no whole number of rows, or rows beyond the last, or too few at the end; in bytes.
    case rows(expectedBytes: Int, gotBytes: Int)
    /// A frame of another size than its animation.
    case frameSize(PixelSize, expected: PixelSize)
    /// Frames beyond the last one of an animation, or too few at its end.
    case frames(expected: Int, got: Int)
    /// A frame with translucent pixels, by its index, in an animation that was begun without alpha.
    case translucentFrame(Int)
    /// The encoding library refused, in its own words.
    case encode(ImageFormat, reason: String)
    /// The file is broken, cut off or too large, in the library's words or ours.
    case decode(ImageFormat, reason: String)
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
        }
    }
}
