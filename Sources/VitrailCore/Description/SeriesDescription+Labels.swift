extension SeriesDescription {
    /// Reads the column of texts for labels from the label style, and checks the label format against the axis of the
    /// values.
    static func readLabels(
        _ series: inout SeriesDescription, _ node: DescriptionNode, in chart: ChartDescription
    )
        throws(DescriptionError)
    {
        guard let style = series.style.labelStyle, let own = node.member("style")?.member("dataPointLabelStyle") else {
            return
        }
        series.columns[.label] = style.labels
        if style.labels != nil, let labels = own.member("labels"), node.member("aggregation") != nil {
            throw labels.error(
                "rows that are aggregated have no text of their own; leave \"labels\" or \"aggregation\" out")
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
    /// Style of the point labels. `nil`: the kind has no point labels; setting has no effect then.
    package var labelStyle: DataPointLabelStyle? {
        get {
            switch self {
            case .line(let style), .stepLine(let style): style.dataPointLabelStyle
            case .band(let style): style.dataPointLabelStyle
            case .column(let style), .bar(let style): style.dataPointLabelStyle
            case .candlestick(let style): style.dataPointLabelStyle
            case .ohlc(let style): style.dataPointLabelStyle
            case .errorBar(let style): style.dataPointLabelStyle
            case .bubble(let style): style.dataPointLabelStyle
            case .scatter(let style): style.dataPointLabelStyle
            case .radialLine, .radialColumn, .density, .donut, .pie: nil
            }
        }
        set {
            guard let newValue else { return }
            func with<Style>(_ style: Style, _ path: WritableKeyPath<Style, DataPointLabelStyle>) -> Style {
                var style = style
                style[keyPath: path] = newValue
                return style
            }
            switch self {
            case .line(let style): self = .line(with(style, \.dataPointLabelStyle))
            case .stepLine(let style): self = .stepLine(with(style, \.dataPointLabelStyle))
            case .band(let style): self = .band(with(style, \.dataPointLabelStyle))
            case .column(let style): self = .column(with(style, \.dataPointLabelStyle))
            case .bar(let style): self = .bar(with(style, \.dataPointLabelStyle))
            case .candlestick(let style): self = .candlestick(with(style, \.dataPointLabelStyle))
            case .ohlc(let style): self = .ohlc(with(style, \.dataPointLabelStyle))
            case .errorBar(let style): self = .errorBar(with(style, \.dataPointLabelStyle))
            case .bubble(let style): self = .bubble(with(style, \.dataPointLabelStyle))
            case .scatter(let style): self = .scatter(with(style, \.dataPointLabelStyle))
            case .radialLine, .radialColumn, .density, .donut, .pie: break
            }
        }
    }
}
