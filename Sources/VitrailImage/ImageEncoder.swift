import CImage
public import VitrailScene

/// A picture as the bytes of a file.
public enum ImageEncoder {
    /// Encodes the whole picture in memory.
    ///
    /// PNG and WebP are lossless: they give back round(v · 255 / a) for premultiplied v under alpha a, exactly.
    /// - Parameter image: at least 1×1, at most `format.maximumSide` on each side.
    /// - Throws: `ImageError.size`, `.option`, `.text` for what the caller can mend, `.encode` when the library refuses.
    public static func encode(
        _ image: PixelImage, as format: ImageFormat, options: EncodingOptions = EncodingOptions()
    ) throws(ImageError) -> [UInt8] {
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

    /// A PNG whose strips were encoded before; where that failed, it is encoded now.
    ///
    /// - Parameters:
    ///   - strips: finished, of the image's pixels.
    ///   - image: is encoded once more where strips took it to be opaque, and it is not.
    package static func encode(_ strips: PNGStrips, of image: PixelImage, options: EncodingOptions) throws(ImageError) -> [UInt8] {
        guard let encoded = try? strips.encoded() else { return try png(image, options) }
        if strips.isOpaque, !encoded.allSatisfy(\.isOpaque) { return try png(image, isOpaque: false, options).finish() }
        var stream = try PNGStream(size: image.size, isOpaque: strips.isOpaque, options: options)
        stream.append(encoded)
        return try stream.finish()
    }

    private static func png(_ image: PixelImage, _ options: EncodingOptions) throws(ImageError) -> [UInt8] {
        // Looking at every pixel's alpha is a pass over memory of its own. Pictures that begin opaque are so, nearly always; where one turns out not to
        // be, it is encoded once more.
        if image.beginsOpaque {
            let stream = try png(image, isOpaque: true, options)
            if stream.isOpaqueSoFar { return try stream.finish() }
        }
        return try png(image, isOpaque: false, options).finish()
    }

    private static func png(_ image: PixelImage, isOpaque: Bool, _ options: EncodingOptions) throws(ImageError) -> PNGStream {
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
            vi_jpeg_encode(image.pixels, Int32(image.width), Int32(image.height), jpeg, &out, &message)
        }
    }

    private static func webp(_ image: PixelImage, _ options: EncodingOptions) throws(ImageError) -> [UInt8] {
        let webp = vi_webp_options(
            quality: Int32(options.quality ?? -1), effort: Int32(options.webPEffort))
        return try bytes(of: .webp) { out, message in
            vi_webp_encode(image.pixels, Int32(image.width), Int32(image.height), webp, &out, &message)
        }
    }

    /// Runs a C encoder and copies what it allocated.
    private static func bytes(
        of format: ImageFormat, _ encode: (inout vi_bytes, inout vi_message) -> vi_status
    ) throws(ImageError) -> [UInt8] {
        var out = vi_bytes()
        var message = vi_message()
        guard encode(&out, &message) == vi_ok, let data = out.data else {
            throw .encode(format, reason: message.string)
        }
        defer { vi_free(data) }
        return Array(UnsafeBufferPointer(start: data, count: out.count))
    }
}

extension EncodingOptions {
    /// 72 · `scale` dots per inch stays inside JFIF's sixteen bits.
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
    /// Whether every pixel has alpha 255. A tenth of a millisecond for 1920×1080.
    public var isOpaque: Bool { vi_is_opaque(pixels, size.width * size.height) == 1 }

    /// Whether the first row has alpha 255.
    var beginsOpaque: Bool { vi_is_opaque(pixels, size.width) == 1 }

    /// The pixels as red, green, blue, straight alpha: round(v · 255 / a), halves up, and 0 where a is 0.
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
    /// The library's words; a plain sentence where it has none.
    var string: String {
        let words = withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return words.isEmpty ? "no reason given" : words
    }
}
