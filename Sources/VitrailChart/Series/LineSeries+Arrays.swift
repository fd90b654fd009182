public import VitrailColumns
public import VitrailScene

extension LineSeries {
    /// A line, or an area, through samples.
    ///
    /// ```swift
    /// LineSeries(x: dates, y: temperatures, title: "Oslo", color: .steelBlue)
    /// ```
    ///
    /// Rendering throws `ChartError.columnLengths` if `x` and `y` have different lengths.
    /// - Parameters:
    ///   - x: numbers, dates or texts, in the order in which the line joins them. `nil`: 0, 1, 2, …
    ///   - y: the values; a gap interrupts the line.
    ///   - title: the name in the legend.
    ///   - color: `nil`: the next colour of the theme's palette.
    ///   - lineWidth: points. `nil`: the theme's width.
    ///   - fill: whether the area between the line and the baseline is filled.
    ///   - stackIndex: series with the same number are stacked. `nil`: the series stands on the baseline.
    public convenience init(
        x: (any ColumnConvertible)? = nil, y: any ColumnConvertible, title: String = "", color: Color? = nil,
        lineWidth: Double? = nil, fill: Bool = false, stackIndex: Int? = nil
    ) {
        self.init(title: title, columns: SeriesColumns(arrays: x, y))
        if let color { style = LineSeriesStyle(color: color) }
        if let lineWidth { (style.lineWidth, style.areaLineWidth) = (lineWidth, lineWidth) }
        if fill { style.showFill = true }
        self.stackIndex = stackIndex
    }

    /// A line for each group of samples, with the group's name as its title.
    ///
    /// - Parameter groups: the group of each sample, for example names. Samples without a group are left out.
    /// - Throws: `ChartError.columnLengths`.
    public static func grouped(
        x: (any ColumnConvertible)? = nil, y: any ColumnConvertible, by groups: any ColumnConvertible,
        fill: Bool = false,
        stackIndex: Int? = nil
    ) throws(ChartError) -> [LineSeries] {
        try SeriesColumns(arrays: x, y).split(by: groups).map { group in
            LineSeries(
                x: group.columns.x, y: group.columns.y ?? Column.indices(count: 0), title: group.name, fill: fill,
                stackIndex: stackIndex)
        }
    }
}

extension LineSeriesStyle {
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
