public import VitrailColumns
public import VitrailRaster
public import VitrailScales
public import VitrailScene

/// The chart's data for one drawing of one series: the samples and the positions of the axes.
///
/// All positions are device pixels of the picture, from its top left.
public struct SeriesContext {
    public var orientation: CartesianSeries.Orientation
    /// The coordinate calculators: data to device pixels and back. They agree with `pixelValue(forDataValue:)` of the
    /// axes, whose unit is points from the plot area's top left.
    public var xScale: AxisScale
    public var yScale: AxisScale
    /// The plot area, the clip of everything that series draw.
    public var plot: PixelRect
    /// Device pixels per point.
    public var scale: Double
    public var theme: Theme
    /// Width and position of a sample beside the samples of other series; `nil` for series without `slotKind`.
    public var slot: BarSlot?
    /// The position where fills start: the baseline's pixel, or the plot edge at the axis' minimum if the scale has no
    /// such value.
    public var baseline: Double
    /// Indexes of the samples to draw, both ends included: the samples in the axis' range, and one neighbour on each
    /// side. All samples if the independent values are unordered. `nil`: none.
    public var xPointRange: ClosedRange<Int>?
    /// The axes of a radial chart. `xScale` then gives radians clockwise from 12 o'clock, `yScale` device pixels from
    /// the pole.
    public internal(set) var polar: PolarFrame?
    /// Whether each sample is drawn as separate geometry, whatever the cost.
    public internal(set) var isRaw = false
    /// The summaries of samples that drawing may use.
    var summaries = SampleSummaries.none
    /// The strategy that the chart asks for; it is used if the series can. `nil`: the best one.
    var strategy: RenderStrategy?
    /// The device that draws the picture.
    var device = DrawingDevice.software
    var edges = OpenEdges()
    /// The target line of a fill between two lines, in device pixels.
    var fillPath: [PathPoint]?
    /// For a step line: the position of its vertical parts.
    let steps: StepLineSeries.Steps?
    var samples: LoadedSeries

    init(
        _ series: CartesianSeries, _ samples: LoadedSeries, xScale: AxisScale, yScale: AxisScale, plot: PixelRect,
        scale: Double,
        theme: Theme, slot: BarSlot?
    ) {
        orientation = series.orientation
        steps = (series as? StepLineSeries)?.steps
        (self.xScale, self.yScale) = (xScale, yScale)
        (self.plot, self.scale, self.theme, self.slot) = (plot, scale, theme, slot)
        self.samples = samples
        let (along, across) = orientation == .horizontal ? (xScale, yScale) : (yScale, xScale)
        let position = across.position(of: series.baseline)
        baseline = position.isNaN ? across.start : position.clampedPosition
        let visible = samples.along.withView {
            PathReducer.visible($0, on: along, isAscending: samples.alongExtent.isAscending)
        }
        xPointRange = visible.isEmpty ? nil : visible.lowerBound...visible.upperBound - 1
    }

    /// The scale of the independent axis.
    public var along: AxisScale { orientation == .horizontal ? xScale : yScale }
    /// The scale of the dependent axis.
    public var across: AxisScale { orientation == .horizontal ? yScale : xScale }
    /// Whether larger dependent values have smaller pixel coordinates, as on y-axes.
    public var isReversed: Bool { across.end < across.start }

    /// Smaller side of the plot area in points.
    public var plotSide: Double { Double(min(plot.width, plot.height)) / scale }

    /// A length in points, converted to device pixels.
    public func pixels(_ points: Double) -> Float { Float(points * scale) }

    /// The range of a value over all samples; `nil` if there is no finite value.
    public func extent(of value: SeriesValue) -> NumberRange? {
        samples.values.firstIndex(of: value).flatMap { samples.acrossExtent[$0].range }
    }

    /// Whether all samples of a stacked series start at one value. At the baseline this means that no series lies
    /// below.
    func stands(on value: Double) -> Bool { extent(of: .stackBase) == NumberRange(value, value) }

    /// `xPointRange` as a half-open range.
    var visible: Range<Int> { xPointRange.map { $0.lowerBound..<$0.upperBound + 1 } ?? 0..<0 }
}
