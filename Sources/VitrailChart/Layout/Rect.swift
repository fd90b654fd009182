import VitrailScene

/// A rectangle in points, origin at the chart's top left, y down.
public struct Rect: Sendable, Hashable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public var maxX: Double { x + width }
    public var maxY: Double { y + height }
    public var midX: Double { x + width / 2 }
    public var midY: Double { y + height / 2 }

    func moved(x dx: Double, y dy: Double) -> Rect { Rect(x: x + dx, y: y + dy, width: width, height: height) }

    /// Distance from a side of an inner rectangle to the same side of this one.
    func distance(from inner: Rect, on side: Side) -> Double {
        switch side {
        case .top: inner.y - y
        case .left: inner.x - x
        case .bottom: maxY - inner.maxY
        case .right: maxX - inner.maxX
        }
    }

    /// The rectangle reduced at each side; its size does not become negative.
    func inset(_ insets: Insets) -> Rect {
        // Treat NaN as 0 and clamp insets to the size.
        func held(_ inset: Double, _ side: Double) -> Double { inset.isNaN ? 0 : min(max(inset, -side), side) }
        let (left, top) = (held(insets.left, width), held(insets.top, height))
        return Rect(
            x: x + left, y: y + top, width: max(0, width - left - held(insets.right, width)),
            height: max(0, height - top - held(insets.bottom, height)))
    }
}

/// Distances from the four sides in points.
public struct Insets: Sendable, Hashable {
    public var top: Double
    public var left: Double
    public var bottom: Double
    public var right: Double

    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// The maximum of each side.
    func union(_ other: Insets) -> Insets {
        Insets(
            top: max(top, other.top), left: max(left, other.left), bottom: max(bottom, other.bottom),
            right: max(right, other.right))
    }

    func isClose(to other: Insets) -> Bool {
        abs(top - other.top) < 0.5 && abs(left - other.left) < 0.5 && abs(bottom - other.bottom) < 0.5
            && abs(right - other.right) < 0.5
    }
}

/// A side of the plot area.
enum Side: CaseIterable {
    case top, left, bottom, right

    var isHorizontal: Bool { self == .top || self == .bottom }

    var opposite: Side {
        switch self {
        case .top: .bottom
        case .left: .right
        case .bottom: .top
        case .right: .left
        }
    }
}

extension Insets {
    subscript(side: Side) -> Double {
        get {
            switch side {
            case .top: top
            case .left: left
            case .bottom: bottom
            case .right: right
            }
        }
        set {
            switch side {
            case .top: top = newValue
            case .left: left = newValue
            case .bottom: bottom = newValue
            case .right: right = newValue
            }
        }
    }
}

extension Axis {
    var side: Side {
        switch (direction, axisPosition) {
        case (.x, .normal): .bottom
        case (.x, .reverse): .top
        case (.y, .normal): .left
        case (.y, .reverse): .right
        }
    }
}

extension PlotRect {
    init(_ pixels: PixelRect) {
        self.init(minX: Float(pixels.x), minY: Float(pixels.y), maxX: Float(pixels.maxX), maxY: Float(pixels.maxY))
    }
}
