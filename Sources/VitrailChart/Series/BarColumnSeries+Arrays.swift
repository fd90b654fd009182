public import VitrailColumns
public import VitrailScene

extension ColumnSeries {
    /// Vertical columns.
    ///
    /// ```swift
    /// ColumnSeries(x: ["apples", "pears"], y: [3, 5])
    /// ```
    ///
    /// Rendering throws `ChartError.columnLengths` if `x` and `y` have different lengths.
    /// - Parameters:
    ///   - x: names, dates or numbers. `nil`: 0, 1, 2, …
    ///   - y: the heights.
    ///   - title: the name in the legend.
    ///   - color: `nil`: the next colour of the theme's palette.
    ///   - stackIndex: series with the same number are stacked. `nil`: the columns stand on the baseline, beside those
    ///     of other series.
    public convenience init(
        x: (any ColumnConvertible)? = nil, y: any ColumnConvertible, title: String = "", color: Color? = nil,
        stackIndex: Int? = nil
    ) {
        self.init(title: title, columns: SeriesColumns(arrays: x, y))
        if let color { style = BarColumnSeriesStyle(color: color) }
        self.stackIndex = stackIndex
    }

    /// Columns for each group of samples, with the group's name as their title.
    ///
    /// - Parameter groups: the group of each sample, for example names. Samples without a group are left out.
    /// - Throws: `ChartError.columnLengths`.
    public static func grouped(
        x: (any ColumnConvertible)? = nil, y: any ColumnConvertible, by groups: any ColumnConvertible,
        stackIndex: Int? = nil
    ) throws(ChartError) -> [ColumnSeries] {
        try SeriesColumns(arrays: x, y).split(by: groups).map { group in
            ColumnSeries(
                x: group.columns.x, y: group.columns.y ?? Column.indices(count: 0), title: group.name,
                stackIndex: stackIndex)
        }
    }
}

extension BarSeries {
    /// Horizontal bars. The values are on the x-axis and the names on the y-axis, where the picture has them.
    ///
    /// ```swift
    /// BarSeries(x: [3, 5], y: ["apples", "pears"])
    /// ```
    ///
    /// Rendering throws `ChartError.columnLengths` if `x` and `y` have different lengths.
    /// - Parameters:
    ///   - x: the lengths.
    ///   - y: names, dates or numbers. `nil`: 0, 1, 2, …
    ///   - title: the name in the legend.
    ///   - color: `nil`: the next colour of the theme's palette.
    ///   - stackIndex: series with the same number are stacked. `nil`: the bars stand on the baseline, beside those of
    ///     other series.
    public convenience init(
        x: any ColumnConvertible, y: (any ColumnConvertible)? = nil, title: String = "", color: Color? = nil,
        stackIndex: Int? = nil
    ) {
        self.init(title: title, columns: SeriesColumns(arrays: x, y))
        if let color { style = BarColumnSeriesStyle(color: color) }
        self.stackIndex = stackIndex
    }
}

extension BarColumnSeriesStyle {
    /// One colour for the fill and the outline. An outline is drawn only with a `lineWidth`, in points.
    public init(color: Color, lineWidth: Double? = nil) {
        self.init(areaColor: color, lineColor: color, lineWidth: lineWidth)
    }
}

/// The style of columns under the name of their series.
public typealias ColumnSeriesStyle = BarColumnSeriesStyle
/// The style of bars under the name of their series.
public typealias BarSeriesStyle = BarColumnSeriesStyle
