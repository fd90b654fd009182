public import VitrailColumns
public import VitrailScene

extension PieSeries {
    /// Slices of a pie, or of a donut.
    ///
    /// Rendering throws `ChartError.columnLengths` if there are not as many names as values.
    /// - Parameters:
    ///   - names: names of the slices, for legend and labels. `nil`: 1, 2, 3, …
    ///   - values: the sizes, in any unit. A value that is not > 0 has no slice.
    ///   - title: the name of the series.
    ///   - colors: colours of the slices, repeated cyclically. `nil` or empty: the theme's.
    public convenience init(
        names: (any ColumnConvertible)? = nil, values: any ColumnConvertible, title: String = "", colors: [Color]? = nil
    ) {
        self.init(title: title, columns: SeriesColumns(arrays: names, values))
        if let colors, !colors.isEmpty { style.flavourColors = colors }
    }
}
