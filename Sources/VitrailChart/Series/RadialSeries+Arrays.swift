public import VitrailColumns
public import VitrailScene

extension RadialLineSeries {
    /// A line around the pole of a polar or radar chart.
    ///
    /// - Parameters:
    ///   - x: directions: numbers or texts. `nil`: 0, 1, 2, …
    ///   - y: distances from the pole, as many as directions.
    ///   - title: the name in the legend.
    ///   - color: `nil`: the next colour of the theme's palette.
    ///   - fill: whether the area around the pole is filled.
    ///   - pointsWrapAround: whether the last sample is joined to the first.
    public convenience init(
        x: (any ColumnConvertible)? = nil, y: any ColumnConvertible, title: String = "", color: Color? = nil,
        fill: Bool = false,
        pointsWrapAround: Bool = true
    ) {
        self.init(title: title, columns: SeriesColumns(arrays: x, y), pointsWrapAround: pointsWrapAround)
        if let color { style = RadialLineSeriesStyle(color: color) }
        if fill { style.showFill = true }
    }
}

extension RadialColumnSeries {
    /// Sectors around the pole of a polar or radar chart.
    ///
    /// - Parameters:
    ///   - x: directions: numbers or texts. `nil`: 0, 1, 2, …
    ///   - y: distances from the pole, as many as directions.
    ///   - title: the name in the legend.
    ///   - color: the colour of all sectors. `nil`: a colour for each, from the theme's palette.
    public convenience init(
        x: (any ColumnConvertible)? = nil, y: any ColumnConvertible, title: String = "", color: Color? = nil
    ) {
        self.init(title: title, columns: SeriesColumns(arrays: x, y))
        style.areaColor = color
    }
}

extension RadialLineSeriesStyle {
    /// One colour for the line, its symbols and, fainter, its area.
    ///
    /// - Parameter lineWidth: points. `nil`: the theme's width.
    public init(color: Color, lineWidth: Double? = nil, showFill: Bool? = nil) {
        self.init(
            lineColor: color, lineWidth: lineWidth, showFill: showFill, areaColor: color.faded(0.3),
            areaLineColor: color,
            areaLineWidth: lineWidth, pointStyle: PointStyle(color: color))
    }
}
