public import VitrailScene

/// What the chart knows for one painting of one series: its samples, and where its axes lie.
///
/// All places are device pixels of the picture, from its top left.
public struct SeriesContext {
    public var orientation: CartesianSeries.Orientation
    /// The coordinate calculators: data → device pixels, and back. They agree with `pixelValue(forDataValue:)` of the axes, which counts in points
    /// from the plot area's top left.
    public var xScale: AxisScale
    public var yScale: AxisScale
    /// The plot area: the clip of everything that series paint.
    public var plot: PixelRect
    /// Device pixels per point.
    public var scale: Double
    public var theme: Theme
    /// Width and place of a sample among those that stand side by side; nil for series without `slotKind`.
    public var slot: BarSlot?
    /// Where fills start: the baseline's pixel, or the plot edge of the axis' minimum where the scale has no such value.
    public var baseline: Double
    /// Indexes of the samples to draw, both ends included: those that cover the axis' range and one neighbour on each side; nil = none. All of
    /// them where the independent values are in no order.
    public var xPointRange: ClosedRange<Int>?
    /// Of a radial chart: where its axes lie. `xScale` then counts radians clockwise from 12 o'clock, `yScale` device pixels from the pole.
    public internal(set) var polar: PolarFrame?
    /// Whether each sample is drawn as geometry of its own, whatever it costs.
    public internal(set) var isRaw = false
    var edges = OpenEdges()
    /// Whether a value holds until the next sample.
    let isStepped: Bool
    var samples: LoadedSeries

    init(
        _ series: CartesianSeries, _ samples: LoadedSeries, xScale: AxisScale, yScale: AxisScale, plot: PixelRect, scale: Double,
        theme: Theme, slot: BarSlot?
    ) {
        orientation = series.orientation
        isStepped = (series as? LineSeries)?.isStepped ?? false
        (self.xScale, self.yScale) = (xScale, yScale)
        (self.plot, self.scale, self.theme, self.slot) = (plot, scale, theme, slot)
        self.samples = samples
        let (along, across) = orientation == .horizontal ? (xScale, yScale) : (yScale, xScale)
        let place = across.place(series.baseline)
        baseline = place.isNaN ? across.start : place.heldPlace
        let visible = samples.along.lend { PathReducer.visible($0, on: along, isAscending: samples.alongExtent.isAscending) }
        xPointRange = visible.isEmpty ? nil : visible.lowerBound...visible.upperBound - 1
    }

    /// The scale of the independent axis.
    public var along: AxisScale { orientation == .horizontal ? xScale : yScale }
    /// The scale of the dependent axis.
    public var across: AxisScale { orientation == .horizontal ? yScale : xScale }
    /// Whether larger dependent values have smaller pixels: as on y-axes.
    public var isReversed: Bool { across.end < across.start }

    /// Smaller side of the plot area in points.
    public var plotSide: Double { Double(min(plot.width, plot.height)) / scale }

    /// A length in points as device pixels.
    public func pixels(_ points: Double) -> Float { Float(points * scale) }

    /// The finite values of a kind, of all samples; nil when there is none.
    public func extent(of value: SeriesValue) -> NumberRange? {
        samples.values.firstIndex(of: value).flatMap { samples.acrossExtent[$0].range }
    }

    /// Whether all of a stacked series starts at one value: at its baseline, where nothing lies below it.
    func stands(on value: Double) -> Bool { extent(of: .stackBase) == NumberRange(value, value) }

    /// `xPointRange` for loops.
    var visible: Range<Int> { xPointRange.map { $0.lowerBound..<$0.upperBound + 1 } ?? 0..<0 }
}

/// The place of a bar within the spacing of its samples, in device pixels along the independent axis.
public struct BarSlot: Sendable, Equatable {
    /// Distances of the bar's edges from its sample. Where bars touch, one's high edge is the next one's low edge to the last bit.
    public var low: Double
    public var high: Double

    init(low: Double, high: Double) {
        (self.low, self.high) = (low, high)
    }

    /// Slot `number` of `count` equal ones in a set that is centred on the sample, filled to a share.
    init(number: Int, of count: Int, set: Double, filled: Double) {
        let slot = set / Double(count)
        let start = slot * Double(number) - set / 2
        let end = slot * Double(number + 1) - set / 2
        let rest = slot * (1 - filled) / 2
        (low, high) = rest > 0 ? (start + rest, end - rest) : (start, end)
    }

    public var width: Double { high - low }
    /// Of the bar's middle.
    public var offset: Double { (low + high) / 2 }
}

extension BarSlot {
    /// The edges of a sample's bar along the axis: whole pixels, so that neighbours share them and edges are crisp; as they are when narrower than
    /// a few pixels, where rounding would make widths visibly unequal.
    public func edges(at place: Double) -> (low: Double, high: Double) {
        let edges = (place + low, place + high)
        return width < Self.narrowestCrisp ? edges : (Self.whole(edges.0), Self.whole(edges.1))
    }

    /// Halves go up, whatever the last bits of the sums that touching bars come from.
    private static func whole(_ edge: Double) -> Double { (edge + 0.5 + 1e-6).rounded(.down) }

    /// Pixels; below, a rounding of one pixel changes a width by more than an eighth.
    private static let narrowestCrisp = 4.0
}
