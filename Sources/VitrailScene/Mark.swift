/// How a shape is filled.
public enum Paint: Sendable, Hashable {
    case solid(Color)
    /// From `start` at the first point to `end` at the second, constant beyond them and along their perpendicular;
    /// interpolated premultiplied.
    case linearGradient(from: PlotPoint, start: Color, to: PlotPoint, end: Color)
    /// From `start` at the centre to `end` at the radius, constant beyond it; interpolated premultiplied. A radius that is not > 0 gives `start`
    /// everywhere.
    case radialGradient(center: PlotPoint, radius: Float, start: Color, end: Color)
}

/// One batch of equal things to be painted: the unit that a Scene is made of.
public struct Mark: Sendable, Equatable {
    public var shape: Shape
    /// Nothing is painted outside; nil is the whole picture.
    public var clip: PixelRect?
    /// Names the mark in errors, draw labels and SVG: `series[2] line`.
    public var label: String
    /// What it is painted and faded with; nil = it is painted by itself. Hooks are in no group.
    public var group: FadedGroup?
    /// For statistics; nil = it shows no data.
    public var source: MarkSource?

    public init(_ shape: Shape, clip: PixelRect? = nil, label: String = "") {
        self.shape = shape
        self.clip = clip
        self.label = label
    }
}

/// Marks that fade as a whole: those in a row of one layer that have an equal group are painted over one another, and the outcome on the picture, with
/// the group's opacity. What one of them covers does not shine through it.
public struct FadedGroup: Sendable, Hashable {
    /// Tells neighbours apart.
    public var id: Int
    /// 0…1.
    public var opacity: Float

    public init(id: Int, opacity: Float) {
        self.id = id
        self.opacity = opacity
    }
}

/// What a mark is. Items of a batch are painted in order, each over the ones before it, unless the batch says otherwise.
public enum Shape: Sendable, Equatable {
    case polyline(Polyline)
    case trajectory(Trajectory)
    case area(Area)
    case rects(RectBatch)
    case discs(DiscBatch)
    case markers(Markers)
    case sectors(SectorBatch)
    case glyphs(GlyphRun)
    case image(ImageMark)
    case field(Field)
    case samples(Samples)
    case hook(Hook)
}

/// A stroked line of any number of runs: one shape, so that a translucent one does not darken where it meets itself.
/// Round joins (SVG 2 §13), butt caps.
public struct Polyline: Sendable, Equatable {
    /// Points in order; a non-finite one is a gap. A run of a single point paints nothing.
    public var points: [PlotPoint]
    /// Stroke width in pixels, > 0; anything else paints nothing.
    public var width: Float
    public var paint: Paint

    public init(points: [PlotPoint], width: Float, paint: Paint) {
        self.points = points
        self.width = width
        self.paint = paint
    }
}

/// What lies between two curves over a common coordinate.
public struct Area: Sendable, Equatable {
    /// One place along the area; non-finite in any field = gap.
    @frozen
    public struct Sample: Sendable, Hashable {
        /// Along: x when horizontal, y when vertical.
        public var along: Float
        /// Across, on the first curve.
        public var first: Float
        /// Across, on the second curve.
        public var second: Float

        @inlinable
        public init(along: Float, first: Float, second: Float) {
            self.along = along
            self.first = first
            self.second = second
        }
    }
    public enum Orientation: Sendable, Hashable { case horizontal, vertical }

    /// In order; where the curves cross inside a slice, both parts are filled. Equal `along` is a jump.
    public var samples: [Sample]
    public var orientation: Orientation
    public var paint: Paint
    /// Where the first curve lies beyond the second (below it, right of it); nil = the same paint. Both tile: where they share a pixel, what they cover of
    /// it adds. Only of samples that go to and fro the inverted slices are painted over the others.
    public var invertedPaint: Paint?

    /// Whether samples turn back: some lie behind the one before them, and some before it.
    package var goesToAndFro: Bool {
        var (rises, falls, last) = (false, false, Float.nan)
        for sample in samples where (sample.along + sample.first + sample.second).isFinite {
            if sample.along > last { rises = true }
            if sample.along < last { falls = true }
            last = sample.along
        }
        return rises && falls
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
    /// The end that is rounded: away from the baseline. `all` rounds the four corners.
    public enum Tip: Int, Sendable, Hashable { case none, top, right, bottom, left, all }
    public enum GradientAxis: Sendable, Hashable { case horizontal, vertical }

    public struct Item: Sendable, Equatable {
        /// Edges; min > max on either axis paints nothing.
        public var rect: PlotRect
        /// Radius of the tip corners in pixels, limited by the tessellator to half the width of the tip edge (for `all`, half the smaller
        /// side) and to the length perpendicular to it.
        public var tipRadius: Float
        public var tip: Tip
        /// Fill at the start of the gradient axis (left or top), and at its end. Equal = flat.
        public var fill: Color
        public var fillEnd: Color
        /// Outline centred on the edge, painted over the fill.
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
    /// Outline width in pixels; 0 = no outlines.
    public var strokeWidth: Float
    /// How narrow items are of which thousands may share a pixel, pixels, > 0; nil = they are no slivers.
    ///
    /// Without outlines they lie side by side: what they cover of a pixel is added up, and painted as one, so that those that touch leave no seam. Only
    /// their rectangles and `fill` count. With a stroke width, each is painted over those before it, as always, but in more than eight bits.
    ///
    /// Side by side, what stands alone in its pixel is shown as if it were `narrowestSliver` wide: where items cover c of a pixel,
    /// `max(c, min(s, c s / sliverWidth))` is seen with s = `narrowestSliver`, at most all of it. Rectangles of what is narrower than `thinnestRect` are
    /// as wide as that, since a Float cannot tell such edges apart, and count less.
    public var sliverWidth: Float?
    /// Whether what items cover is added up.
    public var addsUp: Bool { (sliverWidth ?? 0) > 0 && !(strokeWidth > 0) }

    /// Pixels: so wide is shown what is narrower, so that it can be seen.
    public static let narrowestSliver: Float = 0.25
    /// Pixels: the rectangles of slivers are not narrower.
    public static let thinnestRect: Float = 1 / 64

    public init(items: [Item], gradientAxis: GradientAxis = .horizontal, strokeWidth: Float = 0, sliverWidth: Float? = nil) {
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
        /// Pixels; ≤ 0 or non-finite paints nothing.
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

/// Ring sectors round their centres: pie and donut slices. They tile: where two share a pixel their coverages add, so that no seam shows
/// between neighbours; the whole batch is then composited once.
public struct SectorBatch: Sendable, Equatable {
    public struct Item: Sendable, Equatable {
        public var center: PlotPoint
        /// Pixels, 0 ≤ inner < outer.
        public var innerRadius: Float
        public var outerRadius: Float
        /// Radians, 0 at 12 o'clock, positive anticlockwise on screen.
        public var startAngle: Float
        /// Radians, signed, |sweep| limited to 2π; a full turn has no radial edges.
        public var sweep: Float
        public var fill: Color
        /// Outline that lies inside the sector's edge, painted over the fill.
        public var crust: Color
        /// Pixels; 0 = none.
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

/// A picture scaled into a rectangle, bilinear between texel centres, clamped at its edges.
public struct ImageMark: Sendable, Equatable {
    public var image: PixelImage
    /// Texels that are shown, as if there were no others; nil = all. One that reaches beyond the picture shows nothing.
    public var source: PixelRect?
    public var rect: PlotRect
    /// 0…1.
    public var opacity: Float

    /// Texels that are shown; nil = none.
    public var texels: PixelRect? {
        let all = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
        let source = source ?? all
        return !source.isEmpty && all.intersection(source) == source ? source : nil
    }

    /// What is shown as a picture of its own; nil = nothing.
    public var shown: PixelImage? { source == nil ? image : texels.map(image.cropped) }

    public init(image: PixelImage, source: PixelRect? = nil, rect: PlotRect, opacity: Float = 1) {
        self.image = image
        self.source = source
        self.rect = rect
        self.opacity = opacity
    }
}

/// A grid of values, one per pixel or coarser: density, counted markers, heat maps.
public struct Field: Sendable, Equatable {
    public var columns: Int
    public var rows: Int
    /// Row by row from the top, `columns · rows` of them; NaN paints nothing.
    public var values: [Float]
    /// Where the grid is painted; each cell gets an equal share, picked by pixel centre, not interpolated.
    public var rect: PlotRect
    /// Values that get the first and the last colour; beyond them the ends go on.
    public var low: Float
    public var high: Float
    /// 1 to 1024 colours over `low…high`; value v takes the entry at `round((v − low)/(high − low) · (n − 1))`.
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

/// Names a buffer that stays on the device between frames.
public struct ResidentID: Sendable, Hashable, CustomStringConvertible {
    public var rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public var description: String { "resident \(rawValue)" }
}

/// Points uploaded once and kept: Float offsets from a Double origin, so that neighbours stay apart far from zero.
public struct ResidentPoints: Sendable, Equatable {
    public var id: ResidentID
    /// A new generation is uploaded again.
    public var generation: Int
    /// Data units minus `origin`; a non-finite one is a gap.
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

/// A polyline drawn raw, sample by sample, from resident points through an affine transform: `decimation: none`.
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

/// A host's own GL drawing, run in mark order on the GL thread with state saved and restored.
/// Readers of a Scene that have no GL skip it and say so.
public struct Hook: Sendable, Hashable {
    /// Resolved by the renderer that draws.
    public var token: UInt64

    public init(token: UInt64) {
        self.token = token
    }
}
