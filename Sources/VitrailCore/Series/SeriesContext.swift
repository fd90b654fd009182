import VitrailScene

/// What a series needs to turn its samples into marks: where its axes lie, in device pixels.
struct SeriesContext {
    /// Data to device pixels, absolute.
    var xScale: AxisScale
    var yScale: AxisScale
    /// The plot area: the clip of everything that series paint.
    var plot: PixelRect
    /// Device pixels per point.
    var scale: Double
    var theme: Theme
    /// Width and centre of bars and columns; nil for other series.
    var slot: BarSlot?
    /// Smaller side of the canvas in points, for automatic bubble sizes.
    var canvasSide: Double

    func along(_ orientation: CartesianSeries.Orientation) -> AxisScale {
        orientation == .horizontal ? xScale : yScale
    }

    func across(_ orientation: CartesianSeries.Orientation) -> AxisScale {
        orientation == .horizontal ? yScale : xScale
    }

    /// A length in points as device pixels.
    func pixels(_ points: Double) -> Float { Float(points * scale) }

    /// Where a fill starts: the baseline's pixel, or the plot edge of the axis' minimum where the scale has no such value.
    func baseline(of series: CartesianSeries) -> Double {
        let scale = across(series.orientation)
        let place = scale.place(series.baseline)
        return place.isFinite ? place : scale.start
    }
}

/// The place of a bar within the spacing of its samples, in device pixels along the independent axis.
struct BarSlot: Equatable {
    /// Distances of the bar's edges from its sample. Where bars touch, one's high edge is the next one's low edge to the last bit.
    var low: Double
    var high: Double

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

    var width: Double { high - low }
    /// Of the bar's middle.
    var offset: Double { (low + high) / 2 }
}
