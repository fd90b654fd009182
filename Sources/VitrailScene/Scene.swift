/// A picture as ordered layers of a few marks, in device pixels, not yet triangles.
///
/// A Scene has three readers: the tessellator, the reference rasteriser and the vector writer. It does not depend on
/// charts, axes or GL.
public struct Scene: Sendable, Equatable {
    public var size: PixelSize
    /// Device pixels per point. Marks are already in device pixels.
    public var scale: Double
    /// The picture is cleared to this colour. May be translucent.
    public var background: Color
    /// Back to front.
    public var layers: [Layer]
    public var atlas: GlyphAtlas
    /// The rectangle of the plot area, reported in statistics.
    public var plotArea: PixelRect
    /// Whether marks of many items may be drawn with fewer items.
    public var decimation = Decimation.automatic
    /// The strategy that marks are drawn with, where they can be; `nil`: the best one for each mark.
    public var strategy: RenderStrategy?

    public init(
        size: PixelSize, scale: Double = 1, background: Color = .white, layers: [Layer] = [],
        atlas: GlyphAtlas = .empty, plotArea: PixelRect? = nil
    ) {
        self.size = size
        self.scale = scale
        self.background = background
        self.layers = layers
        self.atlas = atlas
        self.plotArea = plotArea ?? PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// Every mark, back to front.
    public var marks: some Sequence<Mark> { layers.lazy.flatMap(\.marks) }
}

/// A layer of the chart, painted after the previous ones.
public struct Layer: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case background, underlay, series, axes, overlay
        /// Title, legend and the other parts outside the plot.
        case chrome = "furniture"
    }

    public var kind: Kind
    public var marks: [Mark]

    public init(_ kind: Kind, marks: [Mark] = []) {
        self.kind = kind
        self.marks = marks
    }
}
