import VitrailScene

/// Pie and donut styles of descriptions: clockwise from 12 o'clock, with names in the labels, and with thin outlines in
/// the background colour, so that thin slices show their own colour.
extension Theme {
    /// The style has no number format and no label content: labels then show the name, and the share with as few digits
    /// as necessary. It leaves `showSpokes` unset: a slice gets a spoke if its label does not fit inside.
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

    /// Grey, so that slices and texts stand out against the spokes.
    private var spokeLine: Color { xAxis.lineColor ?? sliceTextColor }
}
