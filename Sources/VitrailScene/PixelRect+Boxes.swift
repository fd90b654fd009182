extension PixelRect {
    /// The whole pixels that a box touches, cut to `clip`; empty if the box lies outside of it. Bounds may have any
    /// size, but not be NaN.
    package init(touching box: PlotRect, in clip: PixelRect) {
        let left = max(box.minX, Float(clip.x)).rounded(.down)
        let top = max(box.minY, Float(clip.y)).rounded(.down)
        let right = min(box.maxX, Float(clip.maxX)).rounded(.up)
        let bottom = min(box.maxY, Float(clip.maxY)).rounded(.up)
        guard left < right, top < bottom else {
            self.init(x: clip.x, y: clip.y, width: 0, height: 0)
            return
        }
        self.init(
            x: Int(left), y: Int(top), width: Int(right) - Int(left), height: Int(bottom) - Int(top))
    }

    package var plotRect: PlotRect {
        PlotRect(minX: Float(x), minY: Float(y), maxX: Float(maxX), maxY: Float(maxY))
    }

    /// The smallest rectangle that contains both. Empty rectangles are ignored.
    package func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelRect(
            x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }
}

extension PlotRect {
    /// Whether the edges are finite and in order, and the rectangle is not empty.
    package var isDrawable: Bool { isFinite && minX < maxX && minY < maxY }

    package var isFinite: Bool { minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite }

    package func meets(_ clip: PixelRect) -> Bool {
        maxX > Float(clip.x) && minX < Float(clip.maxX) && maxY > Float(clip.y) && minY < Float(clip.maxY)
    }
}
