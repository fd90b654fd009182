/// A point in plot space: device pixels, origin at the picture's top left, y down. Pixel (i, j) covers [i, i+1) × [j,
/// j+1).
@frozen
public struct PlotPoint: Sendable, Hashable {
    public var x: Float
    public var y: Float

    @inlinable
    public init(x: Float, y: Float) {
        self.x = x
        self.y = y
    }

    /// A break: a polyline or area ends before it and starts again after it.
    public static let gap = PlotPoint(x: .nan, y: .nan)

    /// Whether this is a position and not a break.
    @inlinable
    public var isFinite: Bool { x.isFinite && y.isFinite }
}

/// A size in device pixels.
@frozen
public struct PixelSize: Sendable, Hashable {
    public var width: Int
    public var height: Int

    @inlinable
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A rectangle of whole device pixels with its origin at the top left: clip rectangles, scissors, parts of a picture.
@frozen
public struct PixelRect: Sendable, Hashable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    @inlinable
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    @inlinable public var maxX: Int { x + width }
    @inlinable public var maxY: Int { y + height }
    @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The common part of both rectangles. Empty (zero size) if they do not overlap.
    public func intersection(_ other: PixelRect) -> PixelRect {
        let left = Swift.max(x, other.x)
        let top = Swift.max(y, other.y)
        return PixelRect(
            x: left, y: top, width: Swift.max(0, Swift.min(maxX, other.maxX) - left),
            height: Swift.max(0, Swift.min(maxY, other.maxY) - top))
    }
}

/// A rectangle in plot space. Its edges may lie between pixel borders.
@frozen
public struct PlotRect: Sendable, Hashable {
    public var minX: Float
    public var minY: Float
    public var maxX: Float
    public var maxY: Float

    @inlinable
    public init(minX: Float, minY: Float, maxX: Float, maxY: Float) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    @inlinable public var width: Float { maxX - minX }
    @inlinable public var height: Float { maxY - minY }
}
