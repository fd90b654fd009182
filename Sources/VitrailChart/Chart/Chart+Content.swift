import VitrailColumns

// MARK: - From series

extension Chart {
    /// Makes a chart of series and annotations. The data determine the types of the axes.
    ///
    /// ```swift
    /// let chart = Chart(title: "Temperatures") {
    ///     LineSeries(x: dates, y: oslo, title: "Oslo")
    ///     LineSeries(x: dates, y: rome, title: "Rome", color: .orange)
    ///     Annotation.horizontalLine(y: 0, color: .gray)
    /// }
    /// ```
    ///
    /// An axis of texts is a category axis, an axis of dates a date axis, and any other axis a number axis that ends at
    /// ticks (`Axis.nice`). A category axis also shows numbers, as texts. The legend is visible if at least two series
    /// have a title, or if there is a pie. A pie has no axes.
    /// - Parameters:
    ///   - width: points.
    ///   - height: points.
    ///   - title: above the chart. Empty: none.
    ///   - xTitle: title of the x-axis. Empty: the axis keeps its own.
    ///   - yTitle: title of the y-axis. Empty: the axis keeps its own.
    ///   - xAxis: the primary x-axis, such as `.logarithmic(1...1000)`. `nil`: the data determine it.
    ///   - yAxis: the primary y-axis.
    ///   - theme: colours and fonts.
    ///   - content: series and annotations, from back to front.
    public convenience init(
        width: Double = Chart.defaultWidth, height: Double = Chart.defaultHeight, title: String = "",
        xTitle: String = "",
        yTitle: String = "", xAxis: Axis? = nil, yAxis: Axis? = nil, theme: Theme = .global,
        @ChartContentBuilder content: () throws -> ChartContent
    ) rethrows {
        self.init(frame: Rect(x: 0, y: 0, width: width, height: height), theme: theme)
        fill(with: try content(), title: title, titles: (xTitle, yTitle), axes: (xAxis, yAxis))
    }

    /// Makes a chart of series, as the initialiser with a closure does.
    ///
    /// ```swift
    /// Chart(LineSeries(y: [0, 1, 4, 9, 16]), title: "Squares")
    /// ```
    public convenience init(
        _ first: Series, _ others: Series..., width: Double = Chart.defaultWidth, height: Double = Chart.defaultHeight,
        title: String = "", xTitle: String = "", yTitle: String = "", xAxis: Axis? = nil, yAxis: Axis? = nil,
        theme: Theme = .global
    ) {
        self.init(frame: Rect(x: 0, y: 0, width: width, height: height), theme: theme)
        fill(with: ChartContent(series: [first] + others), title: title, titles: (xTitle, yTitle), axes: (xAxis, yAxis))
    }

    /// Width and height, in points, of charts that are made without a size.
    public static var defaultWidth: Double { 960 }
    public static var defaultHeight: Double { 540 }

    private func fill(
        with content: ChartContent, title: String, titles: (x: String, y: String), axes: (x: Axis?, y: Axis?)
    ) {
        self.title = title
        if content.series.first?.chartKind != .slices {
            addXAxis(axes.x ?? content.makeAxis(.x))
            addYAxis(axes.y ?? content.makeAxis(.y))
            if !titles.x.isEmpty { xAxis.title = titles.x }
            if !titles.y.isEmpty { yAxis.title = titles.y }
        }
        for series in content.series { add(series) }
        annotations = content.annotations
        legend.hidden = !content.needsLegend
        inputWarnings += content.warnings
    }
}

extension ChartContent {
    /// Whether the titles of series, or the names of slices, are needed to tell them apart.
    fileprivate var needsLegend: Bool {
        series.first?.chartKind == .slices || series.count { $0.showInLegend && !$0.title.isEmpty } > 1
    }

    /// An axis for the columns of the series without an axis of their own.
    fileprivate func makeAxis(_ direction: Axis.Direction) -> Axis {
        let columns = series.compactMap { $0 as? CartesianSeries }.flatMap { $0.columns(on: direction) }
        if columns.contains(where: { $0.kind == .category }) { return CategoryAxis() }
        guard let first = columns.first, columns.allSatisfy({ $0.kind == .date }) else {
            let axis = NumberAxis()
            axis.nice = true
            return axis
        }
        let axis = DateTimeAxis()
        axis.origin = first.origin
        return axis
    }

    /// Bars whose lengths are texts are probably bars with x and y exchanged.
    fileprivate var warnings: [ChartWarning] {
        series.enumerated().compactMap { index, series in
            guard let bars = series as? BarColumnSeries else { return nil }
            let isColumn = bars.orientation == .horizontal
            guard (isColumn ? bars.columns.y : bars.columns.x)?.kind == .category else { return nil }
            let (name, other, kind) = isColumn ? ("y", "x", "BarSeries") : ("x", "y", "ColumnSeries")
            return .doubtful(
                path: "series[\(index)].\(name)",
                reason:
                    "the lengths are texts; exchange x and y, or use a \(kind) for texts on \(other == "x" ? "y" : "x")"
            )
        }
    }
}

extension CartesianSeries {
    /// The columns that the primary axis of a direction shows, with numbers in place of an absent independent column.
    fileprivate func columns(on direction: Axis.Direction) -> [Column] {
        guard (direction == .x ? xAxis : yAxis) == nil else { return [] }
        if (orientation == .horizontal) == (direction == .x) {
            return [columns[independentField] ?? .indices(count: columns.count)]
        }
        return values.filter(\.isOnAxis).compactMap { columns[field($0)] }
    }
}
