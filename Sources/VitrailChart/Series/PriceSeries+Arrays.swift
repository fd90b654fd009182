public import VitrailColumns

extension CandlestickSeries {
    /// Candles of prices.
    ///
    /// Rendering throws `ChartError.columnLengths` if the lengths differ.
    /// - Parameters:
    ///   - x: dates, numbers or texts. `nil`: 0, 1, 2, …
    ///   - open: the first price of each period.
    ///   - high: the highest price.
    ///   - low: the lowest price.
    ///   - close: the last price.
    ///   - title: the name in the legend.
    public convenience init(
        x: (any ColumnConvertible)? = nil, open: any ColumnConvertible, high: any ColumnConvertible,
        low: any ColumnConvertible,
        close: any ColumnConvertible, title: String = ""
    ) {
        self.init(
            title: title, columns: SeriesColumns(arrays: x, nil, [.open: open, .high: high, .low: low, .close: close]))
    }
}

extension OHLCSeries {
    /// Bars of prices, with an arm at the opening and one at the closing price.
    ///
    /// Rendering throws `ChartError.columnLengths` if the lengths differ.
    /// - Parameters:
    ///   - x: dates, numbers or texts. `nil`: 0, 1, 2, …
    ///   - open: the first price of each period.
    ///   - high: the highest price.
    ///   - low: the lowest price.
    ///   - close: the last price.
    ///   - title: the name in the legend.
    public convenience init(
        x: (any ColumnConvertible)? = nil, open: any ColumnConvertible, high: any ColumnConvertible,
        low: any ColumnConvertible,
        close: any ColumnConvertible, title: String = ""
    ) {
        self.init(
            title: title, columns: SeriesColumns(arrays: x, nil, [.open: open, .high: high, .low: low, .close: close]))
    }
}
