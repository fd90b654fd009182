extension SeriesDescription {
    /// What the styles of labels say of the series: their column, and a format that the axis of the value has to take.
    static func readLabels(_ series: inout SeriesDescription, _ node: DescriptionNode, in chart: ChartDescription) throws(DescriptionError) {
        guard let style = series.style.labelStyle, let own = node.member("style")?.member("dataPointLabelStyle") else { return }
        series.columns[.label] = style.labels
        if style.labels != nil, let labels = own.member("labels"), node.member("aggregation") != nil {
            throw labels.error("rows that are aggregated have no text of their own; leave \"labels\" or \"aggregation\" out")
        }
        if let format = own.member("labelFormatString") {
            let dependent: Axis.Direction = series.orientation == .horizontal ? .y : .x
            let shown: Axis.Direction =
                switch style.displayValues {
                case .x: .x
                case .y: .y
                case .both, nil: dependent
                }
            _ = try (chart.axis(shown, of: series) ?? AxisDescription(.number)).readLabelFormat(format)
        }
    }
}

extension SeriesDescription.Style {
    /// How points are labelled; nil = the kind has no labels of points.
    var labelStyle: DataPointLabelStyle? {
        switch self {
        case .line(let style), .stepLine(let style): style.dataPointLabelStyle
        case .band(let style): style.dataPointLabelStyle
        case .column(let style), .bar(let style): style.dataPointLabelStyle
        case .candlestick(let style): style.dataPointLabelStyle
        case .ohlc(let style): style.dataPointLabelStyle
        case .bubble(let style): style.dataPointLabelStyle
        case .scatter(let style): style.dataPointLabelStyle
        case .radialLine, .density, .donut, .pie: nil
        }
    }
}
