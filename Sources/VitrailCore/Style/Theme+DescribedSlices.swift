import VitrailScene

/// Pies and donuts of descriptions: clockwise from 12 o'clock, thin slices in their colours, and labels that name them.
extension Theme {
    /// No number format and no content: labels have the name, and the share in as few digits as tell it. Whether there are spokes is left
    /// open: slices have one that cannot hold their label.
    func describedPieStyle(isDonut: Bool) -> PieSeriesStyle {
        var style = pieStyle(isDonut: isDonut)
        let own = (isDonut ? donutSeries : pieSeries).normal.first
        style.drawDirection = own?.drawDirection ?? .clockwise
        style.crustColors = own?.crustColors ?? [chart.backgroundColor ?? .white]
        style.crustThickness = own?.crustThickness ?? 1
        style.labelFormatString = own?.labelFormatString
        style.labelContent = own?.labelContent
        style.spokeStyle = (own?.spokeStyle ?? SpokeStyle()).filled(
            from: SpokeStyle(anchorRadius: 0, anchorColor: spokeLine, width: 0.75, color: spokeLine, labelPadding: 4))
        return style
    }

    /// Grey, so that spokes are seen after slices and texts.
    private var spokeLine: Color { xAxis.lineColor ?? sliceTextColor }
}
