public import VitrailImage

extension AnimatedPNG {
    /// Begins an animation of rendered charts; its text (title, description, renderer) is the first one's, with the number of frames.
    ///
    /// - Parameters:
    ///   - first: the first frame, which still has to be appended.
    ///   - frameCount: 1…`maximumFrames`.
    ///   - loopCount: how often it is played; 0 = without an end.
    ///   - isOpaque: whether the file has no alpha; all pixels of all frames have alpha 255 then.
    /// - Throws: as `init(size:frameCount:loopCount:isOpaque:options:)`.
    public init(first: RenderedImage, frameCount: Int, loopCount: Int = 0, isOpaque: Bool = false) throws(ImageError) {
        let count = frameCount == 1 ? "" : (first.altText.isEmpty ? "" : " ") + "The first of \(frameCount) frames of an animation."
        let options = EncodingOptions(
            quality: nil, scale: first.scale, title: first.title, altText: first.altText + count, renderer: first.statistics.renderer)
        try self.init(
            size: first.image.size, frameCount: frameCount, loopCount: loopCount, isOpaque: isOpaque, options: options)
    }

    /// Appends a rendered chart.
    ///
    /// - Throws: as `append(_:delay:)` of pixels.
    public mutating func append(_ frame: RenderedImage, delay: Double) throws(ImageError) { try append(frame.image, delay: delay) }
}
