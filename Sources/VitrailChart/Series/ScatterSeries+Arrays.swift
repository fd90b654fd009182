public import VitrailColumns
public import VitrailRaster
public import VitrailScene

extension ScatterSeries {
    /// Points.
    ///
    /// Rendering throws `ChartError.columnLengths` if `x` and `y` have different lengths.
    /// - Parameters:
    ///   - x: numbers, dates or texts. `nil`: 0, 1, 2, …
    ///   - y: numbers, dates or texts.
    ///   - title: the name in the legend.
    ///   - color: `nil`: the next colour of the theme's palette.
    ///   - radius: points. `nil`: the theme's radius.
    public convenience init(
        x: (any ColumnConvertible)? = nil, y: any ColumnConvertible, title: String = "", color: Color? = nil,
        radius: Double? = nil
    ) {
        self.init(title: title, columns: SeriesColumns(arrays: x, y))
        (style.pointStyle.color, style.pointStyle.radius) = (color, radius)
    }

    /// Points in a colour for each group, with the group's name as title:
    ///
    /// ```swift
    /// try Chart { try ScatterSeries.grouped(x: lengths, y: widths, by: species) }
    /// ```
    ///
    /// - Parameter groups: the group of each point, for example names. Points without a group are left out.
    /// - Throws: `ChartError.columnLengths`.
    public static func grouped(
        x: (any ColumnConvertible)? = nil, y: any ColumnConvertible, by groups: any ColumnConvertible,
        radius: Double? = nil
    ) throws(ChartError) -> [ScatterSeries] {
        try SeriesColumns(arrays: x, y).split(by: groups).map { group in
            ScatterSeries(
                x: group.columns.x, y: group.columns.y ?? Column.indices(count: 0), title: group.name, radius: radius)
        }
    }
}

extension BubbleSeries {
    /// Points whose areas show a third value.
    ///
    /// Rendering throws `ChartError.columnLengths` if the lengths differ.
    /// - Parameters:
    ///   - x: numbers, dates or texts. `nil`: 0, 1, 2, …
    ///   - y: numbers, dates or texts.
    ///   - area: numbers > 0. The largest bubble has a fixed size; see `BubbleSeriesStyle.scale`.
    ///   - title: the name in the legend.
    ///   - color: `nil`: the next colour of the theme's palette, translucent.
    public convenience init(
        x: (any ColumnConvertible)? = nil, y: any ColumnConvertible, area: any ColumnConvertible, title: String = "",
        color: Color? = nil
    ) {
        self.init(title: title, columns: SeriesColumns(arrays: x, y, [.area: area]))
        style.pointStyle.color = color
    }
}

extension DensitySeries {
    /// A picture of how many samples are in each pixel, or of the mean, sum, … of their values. For millions of points.
    ///
    /// Rendering throws `ChartError.columnLengths` if the lengths differ.
    /// - Parameters:
    ///   - x: numbers or dates. `nil`: 0, 1, 2, …
    ///   - y: numbers or dates.
    ///   - values: the values that `aggregation` reads: numbers, or for `.category` numbers or texts. `nil` for
    ///     `.count`.
    ///   - aggregation: the value of a pixel.
    ///   - title: the name in the legend.
    ///   - colorMap: `nil`: the theme's.
    public convenience init(
        x: (any ColumnConvertible)? = nil, y: any ColumnConvertible, values: (any ColumnConvertible)? = nil,
        aggregation: DensityAggregation = .count, title: String = "", colorMap: ColorMap? = nil
    ) {
        var columns = SeriesColumns(arrays: x, y)
        if let key = aggregation.value?.key { columns[key] = values?.asColumn() }
        self.init(title: title, columns: columns, aggregation: aggregation)
        style.colorMap = colorMap
    }
}

extension ScatterSeriesStyle {
    /// Points of one colour. - Parameter radius: points. `nil`: the theme's radius.
    public init(color: Color, radius: Double? = nil) { self.init(pointStyle: PointStyle(color: color, radius: radius)) }
}

extension BubbleSeriesStyle {
    /// Bubbles of one colour.
    public init(color: Color) { self.init(pointStyle: PointStyle(color: color)) }
}
