import VitrailScene

/// The area coverage of each pixel of a rectangle by a shape, 0…1, row by row from the top.
struct Coverage {
    let bounds: PixelRect
    var values: [Double]

    init(bounds: PixelRect, values: [Double]) {
        self.bounds = bounds
        self.values = values
    }

    /// No pixel covered.
    init(bounds: PixelRect) {
        self.init(bounds: bounds, values: Array(repeating: 0, count: bounds.width * bounds.height))
    }

    /// Returns the coverage of this shape without `inner`, which must lie inside this shape. Same bounds.
    func subtracting(_ inner: Coverage) -> Coverage {
        precondition(bounds == inner.bounds, "coverages of different pixels")
        return Coverage(bounds: bounds, values: zip(values, inner.values).map { max(0, $0 - $1) })
    }
}

/// A position or a direction in plot space, in Double.
struct ExactPoint: Equatable {
    var x: Double
    var y: Double

    init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    init(_ point: PlotPoint) {
        self.init(x: Double(point.x), y: Double(point.y))
    }

    var isFinite: Bool { x.isFinite && y.isFinite }
}

/// A rectangle in plot space, in Double. If a maximum is below its minimum, it is empty.
struct ExactRect: Equatable {
    var minX: Double
    var minY: Double
    var maxX: Double
    var maxY: Double

    init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    init(_ rect: PlotRect) {
        self.init(
            minX: Double(rect.minX), minY: Double(rect.minY), maxX: Double(rect.maxX), maxY: Double(rect.maxY))
    }

    /// Bounding box of a disc or circle.
    init(center: ExactPoint, radius: Double) {
        self.init(
            minX: center.x - radius, minY: center.y - radius, maxX: center.x + radius, maxY: center.y + radius)
    }

    var width: Double { maxX - minX }
    var height: Double { maxY - minY }
    var isFinite: Bool { minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite }
    /// Whether all edges are finite and no minimum exceeds its maximum; width or height 0 is valid.
    var isValid: Bool { isFinite && minX <= maxX && minY <= maxY }

    func outset(by distance: Double) -> ExactRect {
        ExactRect(
            minX: minX - distance, minY: minY - distance, maxX: maxX + distance, maxY: maxY + distance)
    }

    func union(_ other: ExactRect) -> ExactRect {
        ExactRect(
            minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
            maxY: max(maxY, other.maxY))
    }

    func intersects(_ other: ExactRect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    /// Returns the pixels that the rectangle touches and one more on each side, inside `clip`. `nil`: none.
    func pixels(clip: PixelRect) -> PixelRect? {
        guard isFinite else { return nil }
        func clamped(_ value: Double, _ range: ClosedRange<Int>) -> Int {
            Int(min(max(value, Double(range.lowerBound)), Double(range.upperBound)))
        }
        let left = clamped(minX.rounded(.down) - 1, clip.x...clip.maxX)
        let top = clamped(minY.rounded(.down) - 1, clip.y...clip.maxY)
        let right = clamped(maxX.rounded(.up) + 1, clip.x...clip.maxX)
        let bottom = clamped(maxY.rounded(.up) + 1, clip.y...clip.maxY)
        guard left < right, top < bottom else { return nil }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension ExactRect {
    init(_ rect: PixelRect) {
        self.init(
            minX: Double(rect.x), minY: Double(rect.y), maxX: Double(rect.maxX), maxY: Double(rect.maxY))
    }
}
