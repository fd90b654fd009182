package import VitrailChart

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
        get { kind.described.labelStyle(of: self) }
        set { if let newValue { kind.described.setLabelStyle(newValue, in: &self) } }
    }
}
