public import VitrailColumns
public import VitrailScene

extension ErrorBarSeries {
    /// Error bars with the same distance to both ends.
    ///
    /// Rendering throws `ChartError.columnLengths` if the lengths differ.
    /// - Parameters:
    ///   - x: numbers, dates or texts. `nil`: 0, 1, 2, …
    ///   - y: the values.
    ///   - error: distances from the values to both ends, ≥ 0. A negative one exchanges the ends, with a warning.
    ///   - title: the name in the legend, or the title of the columns that carry the error bars.
    ///   - color: the colour of whiskers, caps and points. `nil`: the next colour of the theme's palette, or on columns
    ///     the colour of texts.
    /// - Precondition: `y` and `error` hold numbers.
    public convenience init(
        x: (any ColumnConvertible)? = nil, y: any ColumnConvertible, error: any ColumnConvertible, title: String = "",
        color: Color? = nil
    ) {
        self.init(x: x, y: y, errorLow: error, errorHigh: error, title: title, color: color)
    }

    /// Error bars with distances to each end.
    ///
    /// - Parameters:
    ///   - errorLow: distances down to the low ends, ≥ 0.
    ///   - errorHigh: distances up to the high ends, ≥ 0.
    /// - Precondition: `y`, `errorLow` and `errorHigh` hold numbers.
    public convenience init(
        x: (any ColumnConvertible)? = nil, y: any ColumnConvertible, errorLow: any ColumnConvertible,
        errorHigh: any ColumnConvertible,
        title: String = "", color: Color? = nil
    ) {
        let (y, down, up) = (y.asColumn(), errorLow.asColumn(), errorHigh.asColumn())
        precondition([y, down, up].allSatisfy { $0.kind == .number }, "values and errors are numbers")
        self.init(
            x: x, y: y, low: y.moved(by: down, sign: -1), high: y.moved(by: up, sign: 1), title: title, color: color)
    }

    /// Error bars between a low and a high end.
    ///
    /// - Parameters:
    ///   - low: the values at the low ends.
    ///   - high: the values at the high ends.
    public convenience init(
        x: (any ColumnConvertible)? = nil, y: any ColumnConvertible, low: any ColumnConvertible,
        high: any ColumnConvertible,
        title: String = "", color: Color? = nil
    ) {
        self.init(title: title, columns: SeriesColumns(arrays: x, y, [.low: low, .high: high]))
        if let color { style = ErrorBarSeriesStyle(color: color) }
    }
}

extension ErrorBarSeriesStyle {
    /// One colour for whiskers, caps and points.
    public init(color: Color, lineWidth: Double? = nil) {
        self.init(lineColor: color, lineWidth: lineWidth, pointStyle: PointStyle(color: color))
    }
}
