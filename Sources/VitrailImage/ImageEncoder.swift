import CImage
public import VitrailScene
import VitrailSystem

/// Encodes images in memory.
public enum ImageEncoder {
    /// Returns the encoded file.
    ///
    /// PNG and WebP are lossless: they store exactly round(v · 255 / a) for premultiplied v and alpha a.
    /// - Parameter image: at least 1×1, at most `format.maximumSide` on each side.
    /// - Throws: `ImageError.size`, `.option`, `.text` for errors of the caller; `.encode` if the library fails;
    ///   `.interrupted`.
    public static func encode(
        _ image: PixelImage, as format: ImageFormat, options: EncodingOptions = EncodingOptions()
    ) throws(ImageError) -> [UInt8] {
        if WorkLimit.isReached { throw .interrupted }
        try checkSize(image.size, for: format)
        try options.check(for: format)
        switch format {
        case .png: return try png(image, options)
        case .jpeg: return try jpeg(image, options)
        case .webp: return try webp(image, options)
        case .rgba: return image.straightAlphaBytes()
        }
    }

    static func checkSize(_ size: PixelSize, for format: ImageFormat) throws(ImageError) {
        let sides = 1...format.maximumSide
        guard sides.contains(size.width), sides.contains(size.height) else {
            throw .size(size, format: format, maximumSide: format.maximumSide)
        }
    }

    /// Returns the PNG file of encoded bands. If a band could not be encoded, encodes the whole image again.
    ///
    /// - Parameters:
    ///   - strips: the finished bands of `image`.
    ///   - image: also encoded again if the bands were encoded as opaque and a pixel is not.
    package static func encode(
        _ strips: PNGStrips, of image: PixelImage, options: EncodingOptions
    ) throws(ImageError) -> [UInt8] {
        guard let encoded = try? strips.encoded() else {
            if WorkLimit.isReached { throw .interrupted }
            return try png(image, options)
        }
        if strips.isOpaque, !encoded.allSatisfy(\.isOpaque) { return try png(image, isOpaque: false, options).finish() }
        var stream = try PNGStream(size: image.size, isOpaque: strips.isOpaque, options: options)
        stream.append(encoded)
        return try stream.finish()
    }

    private static func png(_ image: PixelImage, _ options: EncodingOptions) throws(ImageError) -> [UInt8] {
        // Testing every pixel's alpha costs a pass over memory. Almost every image whose first row is opaque is opaque
        // as a whole; otherwise the image is encoded again.
        if image.beginsOpaque {
            let stream = try png(image, isOpaque: true, options)
            if stream.isOpaqueSoFar { return try stream.finish() }
        }
        return try png(image, isOpaque: false, options).finish()
    }

    private static func png(
        _ image: PixelImage, isOpaque: Bool, _ options: EncodingOptions
    ) throws(ImageError) -> PNGStream {
        var stream = try PNGStream(size: image.size, isOpaque: isOpaque, options: options)
        try stream.append(image.pixels.span)
        return stream
    }

    private static func jpeg(_ image: PixelImage, _ options: EncodingOptions) throws(ImageError) -> [UInt8] {
        let background = options.background
        let jpeg = vi_jpeg_options(
            quality: Int32(options.quality ?? EncodingOptions.defaultJPEGQuality),
            dots_per_inch: Int32(((options.scale ?? 0) * 72).rounded()),
            red: background.red, green: background.green, blue: background.blue)
        return try bytes(of: .jpeg) { out, message in
            vi_jpeg_encode(image.pixels, Int32(image.width), Int32(image.height), jpeg, stop, nil, &out, &message)
        }
    }

    private static func webp(_ image: PixelImage, _ options: EncodingOptions) throws(ImageError) -> [UInt8] {
        let webp = vi_webp_options(
            quality: Int32(options.quality ?? -1), effort: Int32(options.webPEffort))
        return try bytes(of: .webp) { out, message in
            vi_webp_encode(image.pixels, Int32(image.width), Int32(image.height), webp, stop, nil, &out, &message)
        }
    }

    /// Callback of the C encoders, on the thread that called them.
    private static let stop: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { _ in WorkLimit.isReached ? 1 : 0 }

    /// Runs a C encoder, copies its output and frees it.
    private static func bytes(
        of format: ImageFormat, _ encode: (inout vi_bytes, inout vi_message) -> vi_status
    ) throws(ImageError) -> [UInt8] {
        var out = vi_bytes()
        var message = vi_message()
        guard encode(&out, &message) == vi_ok, let data = out.data else {
            if WorkLimit.isReached { throw .interrupted }
            throw .encode(format, reason: message.string)
        }
        defer { vi_free(data) }
        return Array(UnsafeBufferPointer(start: data, count: out.count))
    }
}

extension EncodingOptions {
    /// The limits keep 72 · `scale` dots per inch within the 16 bits of JFIF.
    static let scales = 0.01...900.0

    func check(for format: ImageFormat) throws(ImageError) {
        if let quality, format == .jpeg || format == .webp {
            try Self.check("quality", Double(quality), in: 0...100)
        }
        if let scale, format == .png || format == .jpeg {
            try Self.check("scale", scale, in: Self.scales)
        }
        if format == .webp { try Self.check("webPEffort", Double(webPEffort), in: 0...9) }
        if format == .png { for entry in text { try entry.check() } }
    }

    static func check(
        _ name: String, _ value: Double, in allowed: ClosedRange<Double>
    ) throws(ImageError) {
        guard allowed.contains(value) else { throw .option(name, value: value, allowed: allowed) }
    }
}

extension PixelImage {
    /// Whether every pixel has alpha 255. Cost: 0.1 ms for 1920×1080.
    public var isOpaque: Bool { vi_is_opaque(pixels, size.width * size.height) == 1 }

    /// Whether every pixel of the first row has alpha 255.
    var beginsOpaque: Bool { vi_is_opaque(pixels, size.width) == 1 }

    /// Returns the pixels as red, green, blue, straight alpha: round(v · 255 / a), halves up; 0 where a is 0.
    public func straightAlphaBytes() -> [UInt8] {
        let count = size.width * size.height
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count * 4) { buffer, initialised in
            vi_straighten(pixels, buffer.baseAddress!, count)
            initialised = count * 4
        }
    }
}

extension vi_message {
    /// The library's message, or "no reason given" if it is empty.
    var string: String {
        let words = withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return words.isEmpty ? "no reason given" : words
    }
}
