/// The fill of a shape.
public enum Paint: Sendable, Hashable {
    case solid(Color)
    /// From `start` at the first point to `end` at the second. Constant beyond the points and along their
    /// perpendicular. Interpolated premultiplied.
    case linearGradient(from: PlotPoint, start: Color, to: PlotPoint, end: Color)
    /// From `start` at the centre to `end` at the radius, and constant beyond it. Interpolated premultiplied. A radius
    /// that is not > 0 gives `start` everywhere.
    case radialGradient(center: PlotPoint, radius: Float, start: Color, end: Color)
}

/// One batch of equal shapes: the unit of a Scene.
public struct Mark: Sendable, Equatable {
    public var shape: Shape
    /// Nothing is painted outside this rectangle. `nil`: the whole picture.
    public var clip: PixelRect?
    /// Names the mark in errors, draw labels and SVG: `series[2] line`.
    public var label: String
    /// The marks that share its opacity. `nil`: the mark is painted alone. Hooks are in no group.
    public var group: FadedGroup?
    /// For statistics. `nil`: the mark shows no data.
    public var source: MarkSource?

    public init(_ shape: Shape, clip: PixelRect? = nil, label: String = "") {
        self.shape = shape
        self.clip = clip
        self.label = label
    }
}

/// Marks that share one opacity.
///
/// Consecutive marks of one layer with equal groups are painted over one another, and the result is composited onto the
/// picture with the group's opacity. A mark hides the group's marks below it.
public struct FadedGroup: Sendable, Hashable {
    /// Distinguishes neighbouring groups.
    public var id: Int
    /// 0…1.
    public var opacity: Float

    public init(id: Int, opacity: Float) {
        self.id = id
        self.opacity = opacity
    }
}

/// The kind and geometry of a mark. Items of a batch are painted in order, each over the previous ones, unless the
/// batch states otherwise.
public enum Shape: Sendable, Equatable {
    case polyline(Polyline)
    case unorderedPolyline(UnorderedPolyline)
    case area(Area)
    case rects(RectBatch)
    case discs(DiscBatch)
    case markers(Markers)
    case sectors(SectorBatch)
    case glyphs(GlyphRun)
    case image(ImageMark)
    case field(Field)
    case samples(Samples)
    case line(LineMark)
    case points(PointsMark)
    case bars(BarsMark)
    case samplesArea(AreaMark)
    case hook(Hook)
}

/// A stroked line of any number of runs. It is one shape, so a translucent line does not darken where it meets itself.
/// Round joins (SVG 2 §13), butt caps.
public struct Polyline: Sendable, Equatable {
    /// Points in order. A non-finite point is a gap. A run of a single point paints nothing.
    public var points: [PlotPoint]
    /// Stroke width in pixels, > 0. Any other value paints nothing.
    public var width: Float
    public var paint: Paint

    public init(points: [PlotPoint], width: Float, paint: Paint) {
        self.points = points
        self.width = width
        self.paint = paint
    }
}

/// The area between two curves over a common coordinate.
public struct Area: Sendable, Equatable {
    /// One position along the area. A non-finite field makes it a gap.
    @frozen
    public struct Sample: Sendable, Hashable {
        /// Position along the area: x when horizontal, y when vertical.
        public var along: Float
        /// Position across the area, on the first curve.
        public var first: Float
        /// Position across the area, on the second curve.
        public var second: Float

        @inlinable
        public init(along: Float, first: Float, second: Float) {
            self.along = along
            self.first = first
            self.second = second
        }
    }
    public enum Orientation: Sendable, Hashable { case horizontal, vertical }

    /// In order. Where the curves cross between two samples, both parts are filled. Equal `along` is a jump.
    public var samples: [Sample]
    public var orientation: Orientation
    public var paint: Paint
    /// The paint where the first curve lies beyond the second (below it, or right of it). `nil`: the same paint.
    ///
    /// Both parts tile: where they share a pixel, their coverages add. Exception: if the samples are not monotonic, the
    /// inverted parts are painted over the others.
    public var invertedPaint: Paint?

    /// Whether `along` never falls, or never rises, from sample to sample.
    package var isMonotonic: Bool {
        var (rises, falls, last) = (false, false, Float.nan)
        for sample in samples where (sample.along + sample.first + sample.second).isFinite {
            if sample.along > last { rises = true }
            if sample.along < last { falls = true }
            last = sample.along
        }
        return !(rises && falls)
    }

    public init(samples: [Sample], orientation: Orientation = .horizontal, paint: Paint, invertedPaint: Paint? = nil) {
        self.samples = samples
        self.orientation = orientation
        self.paint = paint
        self.invertedPaint = invertedPaint
    }
}

/// Axis-parallel rectangles: columns, bars, gridlines, stripes, frames, legend boxes.
public struct RectBatch: Sendable, Equatable {
    /// The rounded end, which is away from the baseline. `all` rounds the four corners.
    public enum Tip: Int, Sendable, Hashable { case none, top, right, bottom, left, all }
    public enum GradientAxis: Sendable, Hashable { case horizontal, vertical }

    public struct Item: Sendable, Equatable {
        /// Edges in pixels. min > max on either axis paints nothing.
        public var rect: PlotRect
        /// Radius of the tip corners in pixels. The tessellator limits it to half the width of the tip edge (for `all`:
        /// half the shorter side) and to the length perpendicular to that edge.
        public var tipRadius: Float
        public var tip: Tip
        /// Fill at the start of the gradient axis (left or top), and at its end. Equal: flat.
        public var fill: Color
        public var fillEnd: Color
        /// Outline centred on the edge and painted over the fill.
        public var stroke: Color

        public init(
            rect: PlotRect, fill: Color, fillEnd: Color? = nil, tip: Tip = .none, tipRadius: Float = 0,
            stroke: Color = .clear
        ) {
            self.rect = rect
            self.tipRadius = tipRadius
            self.tip = tip
            self.fill = fill
            self.fillEnd = fillEnd ?? fill
            self.stroke = stroke
        }
    }

    public var items: [Item]
    public var gradientAxis: GradientAxis
    /// Outline width in pixels. 0: no outlines.
    public var strokeWidth: Float
    /// True width of the items in pixels, > 0, for slivers: items so narrow that thousands may share a pixel. `nil`:
    /// the items are not slivers.
    ///
    /// Without outlines, the items lie side by side: their coverages in a pixel are added and painted once, so adjacent
    /// items leave no seam. Only `rect` and `fill` are used. With a stroke width, each item is painted over the
    /// previous ones as usual, but with more than eight bits.
    ///
    /// Side by side, an item that is alone in its pixel is shown as if it were `narrowestSliver` wide: a pixel with
    /// coverage c shows `max(c, min(s, c s / sliverWidth))` with s = `narrowestSliver`, at most 1. Rectangles of items
    /// narrower than `thinnestRect` are drawn that wide, because a Float cannot represent their edges, and are weighted
    /// down accordingly.
    public var sliverWidth: Float?
    /// Whether the coverages of the items are added.
    public var addsUp: Bool { (sliverWidth ?? 0) > 0 && !(strokeWidth > 0) }

    /// Pixels. Narrower items are shown this wide, so that they are visible.
    public static let narrowestSliver: Float = 0.25
    /// Pixels. The minimum width of the rectangles of slivers.
    public static let thinnestRect: Float = 1 / 64

    public init(
        items: [Item], gradientAxis: GradientAxis = .horizontal, strokeWidth: Float = 0, sliverWidth: Float? = nil
    ) {
        self.items = items
        self.gradientAxis = gradientAxis
        self.strokeWidth = strokeWidth
        self.sliverWidth = sliverWidth
    }
}

/// Filled circles: point symbols, bubbles, anchors.
public struct DiscBatch: Sendable, Equatable {
    @frozen
    public struct Item: Sendable, Hashable {
        public var center: PlotPoint
        /// Pixels. ≤ 0 or non-finite paints nothing.
        public var radius: Float
        public var color: Color

        @inlinable
        public init(center: PlotPoint, radius: Float, color: Color) {
            self.center = center
            self.radius = radius
            self.color = color
        }
    }

    public var items: [Item]

    public init(items: [Item]) {
        self.items = items
    }
}

/// Ring sectors about their centres: pie and donut slices.
///
/// Sectors tile: where two share a pixel, their coverages add, so no seam shows between neighbours. The whole batch is
/// then composited once.
public struct SectorBatch: Sendable, Equatable {
    public struct Item: Sendable, Equatable {
        public var center: PlotPoint
        /// Pixels, 0 ≤ inner < outer.
        public var innerRadius: Float
        public var outerRadius: Float
        /// Radians, 0 at 12 o'clock, positive anticlockwise on screen.
        public var startAngle: Float
        /// Radians, signed, |sweep| limited to 2π. A full turn has no radial edges.
        public var sweep: Float
        public var fill: Color
        /// Outline inside the sector's edge, painted over the fill.
        public var crust: Color
        /// Pixels. 0: no outline.
        public var crustWidth: Float

        public init(
            center: PlotPoint, innerRadius: Float, outerRadius: Float, startAngle: Float, sweep: Float,
            fill: Color, crust: Color = .clear, crustWidth: Float = 0
        ) {
            self.center = center
            self.innerRadius = innerRadius
            self.outerRadius = outerRadius
            self.startAngle = startAngle
            self.sweep = sweep
            self.fill = fill
            self.crust = crust
            self.crustWidth = crustWidth
        }
    }

    public var items: [Item]

    public init(items: [Item]) {
        self.items = items
    }
}

/// A picture scaled into a rectangle: bilinear between texel centres, clamped at its edges.
public struct ImageMark: Sendable, Equatable {
    public var image: PixelImage
    /// The shown texels; the others have no influence. `nil`: all. A rectangle that reaches beyond the picture shows
    /// nothing.
    public var source: PixelRect?
    public var rect: PlotRect
    /// 0…1.
    public var opacity: Float

    /// The shown texels. `nil`: none.
    public var texels: PixelRect? {
        let all = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
        let source = source ?? all
        return !source.isEmpty && all.intersection(source) == source ? source : nil
    }

    /// The shown part as a separate picture. `nil`: none.
    public var shown: PixelImage? { source == nil ? image : texels.map(image.cropped) }

    public init(image: PixelImage, source: PixelRect? = nil, rect: PlotRect, opacity: Float = 1) {
        self.image = image
        self.source = source
        self.rect = rect
        self.opacity = opacity
    }
}

/// A grid of values with one cell per pixel or coarser: density, counted markers, heat maps.
public struct Field: Sendable, Equatable {
    public var columns: Int
    public var rows: Int
    /// Row by row from the top, `columns · rows` values. NaN paints nothing.
    public var values: [Float]
    /// The painted rectangle. All cells have equal size. Each pixel takes the cell at its centre, without
    /// interpolation.
    public var rect: PlotRect
    /// The values of the first and the last colour. Values outside get the nearer of these two colours.
    public var low: Float
    public var high: Float
    /// 1 to 1024 colours over `low…high`. Value v has the colour at index `round((v − low)/(high − low) · (n − 1))`.
    public var colors: [Color]

    public init(
        columns: Int, rows: Int, values: [Float], rect: PlotRect, low: Float, high: Float, colors: [Color]
    ) {
        self.columns = columns
        self.rows = rows
        self.values = values
        self.rect = rect
        self.low = low
        self.high = high
        self.colors = colors
    }
}

/// The name of a buffer that stays on the device between frames.
public struct ResidentID: Sendable, Hashable, CustomStringConvertible {
    public var rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public var description: String { "resident \(rawValue)" }
}

/// Points that are uploaded once and kept: Float offsets from a Double origin, so neighbours stay distinct far from
/// zero.
public struct ResidentPoints: Sendable, Equatable {
    public var id: ResidentID
    /// A new generation is uploaded again.
    public var generation: Int
    /// Data units minus `origin`. A non-finite offset is a gap.
    public var offsets: [PlotPoint]
    public var originX: Double
    public var originY: Double

    public init(
        id: ResidentID, generation: Int, offsets: [PlotPoint], originX: Double, originY: Double
    ) {
        self.id = id
        self.generation = generation
        self.offsets = offsets
        self.originX = originX
        self.originY = originY
    }
}

/// A polyline drawn sample by sample from resident points through an affine transform: `decimation: none`.
public struct Samples: Sendable, Equatable {
    public var points: ResidentPoints
    public var range: Range<Int>
    /// pixel = scale · data + translation, composed in Double.
    public var scaleX: Double
    public var translationX: Double
    public var scaleY: Double
    public var translationY: Double
    public var width: Float
    public var color: Color

    public init(
        points: ResidentPoints, range: Range<Int>, scaleX: Double, translationX: Double, scaleY: Double,
        translationY: Double, width: Float, color: Color
    ) {
        self.points = points
        self.range = range
        self.scaleX = scaleX
        self.translationX = translationX
        self.scaleY = scaleY
        self.translationY = translationY
        self.width = width
        self.color = color
    }
}

/// A host's own GL drawing. It runs in mark order on the GL thread, with the GL state saved before and restored after.
/// Readers of a Scene without GL skip it and report that.
public struct Hook: Sendable, Hashable {
    /// The drawing renderer resolves it.
    public var token: UInt64

    public init(token: UInt64) {
        self.token = token
    }
}
