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

/// The place of a bar within the spacing of its samples.
struct BarSlot: Equatable {
    /// Offset of the bar's centre from its sample, and the bar's width, in device pixels along the independent axis.
    var offset: Double
    var width: Double
}
