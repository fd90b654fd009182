public import VitrailColumns
public import VitrailScene

extension BandSeries {
    /// The area between a low and a high line.
    ///
    /// Rendering throws `ChartError.columnLengths` if the lengths differ.
    /// - Parameters:
    ///   - x: numbers, dates or texts. `nil`: 0, 1, 2, …
    ///   - low: the values of one line.
    ///   - high: the values of the other line.
    ///   - title: the name in the legend.
    ///   - color: the colour of the lines and, fainter, of the area. `nil`: the next colour of the theme's palette.
    public convenience init(
        x: (any ColumnConvertible)? = nil, low: any ColumnConvertible, high: any ColumnConvertible, title: String = "",
        color: Color? = nil
    ) {
        self.init(title: title, columns: SeriesColumns(arrays: x, nil, [.low: low, .high: high]))
        if let color { style = BandSeriesStyle(color: color) }
    }
}

extension BandSeriesStyle {
    /// One colour for both lines, their symbols and, fainter, the area, also where low > high.
    public init(color: Color, lineWidth: Double? = nil) {
        self.init(
            lineColorHigh: color, lineColorLow: color, lineWidth: lineWidth, areaColorNormal: color.faded(0.3),
            areaColorInverted: color.faded(0.3), pointStyle: PointStyle(color: color))
    }
}
