public import VitrailImage

extension AnimatedPNG {
    /// Begins an animation of rendered charts. Its text (title, description, renderer) comes from the first frame; the
    /// description also states the number of frames.
    ///
    /// - Parameters:
    ///   - first: the first frame. It must still be appended.
    ///   - frameCount: 1…`maximumFrames`.
    ///   - loopCount: how often the animation is played. 0: without end.
    ///   - isOpaque: whether the file has no alpha channel. All pixels of all frames must then have alpha 255.
    /// - Throws: the errors of `init(size:frameCount:loopCount:isOpaque:options:)`.
    public init(first: RenderedImage, frameCount: Int, loopCount: Int = 0, isOpaque: Bool = false) throws(ImageError) {
        let count =
            frameCount == 1
            ? "" : (first.altText.isEmpty ? "" : " ") + "The first of \(frameCount) frames of an animation."
        let options = EncodingOptions(
            quality: nil, scale: first.scale, title: first.title, altText: first.altText + count,
            renderer: first.statistics.renderer)
        try self.init(
            size: first.image.size, frameCount: frameCount, loopCount: loopCount, isOpaque: isOpaque, options: options)
    }

    /// Appends a rendered chart.
    ///
    /// - Throws: the errors of `append(_:delay:)` for pixels.
    public mutating func append(_ frame: RenderedImage, delay: Double) throws(ImageError) {
        try append(frame.image, delay: delay)
    }
}
