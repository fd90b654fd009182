import VitrailScene

#if canImport(Glibc)
    import Glibc
#endif

/// Pie and donut styles of a theme.
extension Theme {
    func pieStyle(isDonut: Bool = false) -> PieSeriesStyle {
        let base = PieSeriesStyle(
            drawDirection: .antiClockwise, initialRotation: 0, showFlavour: true, flavourColors: palette.slices,
            showCrust: true,
            crustColors: isDonut ? Self.crusts(of: palette.slices) : [chart.backgroundColor ?? .white],
            crustThickness: isDonut ? 5 : 1,
            sliceGap: 0, protrusion: 0, chartEffect: .flat,
            showLabels: true, labelFont: dataPointLabel.font, labelBackgroundColor: .clear,
            labelFormatString: "%.2f", labelContent: .value, spokeStyle: spokeStyle)
        guard let own = (isDonut ? donutSeries : pieSeries).normal.first else { return base }
        return crusted(own, isDonut: isDonut).filled(from: base)
    }

    /// Adds crusts that match the style's own slice colours. Applies to donuts whose crusts are not set by the style or
    /// the theme.
    func crusted(_ style: PieSeriesStyle, isDonut: Bool) -> PieSeriesStyle {
        guard isDonut, style.crustColors == nil, donutSeries.normal.first?.crustColors == nil,
            let colors = style.flavourColors
        else { return style }
        var style = style
        style.crustColors = Self.crusts(of: colors)
        return style
    }

    private static func crusts(of colors: [Color]) -> [Color] { colors.map { $0.shaded(0.85) } }

    /// The properties that differ for selected slices.
    func selectedPieStyle(isDonut: Bool) -> PieSeriesStyle {
        let raised = PieSeriesStyle(protrusion: 10)
        return (isDonut ? donutSeries : pieSeries).selected.first?.filled(from: raised) ?? raised
    }

    var spokeStyle: SpokeStyle {
        SpokeStyle(
            showSpokes: false, anchorOffset: 0, anchorColor: spokeColor, width: 1, color: spokeColor, labelPadding: 10)
    }

    /// Black if it is readable on the background, else the text colour.
    private var spokeColor: Color {
        guard let paper = chart.backgroundColor, paper.contrast(with: .black) < 4.5 else { return .black }
        return sliceTextColor
    }

    /// Colour of labels outside slices.
    var sliceTextColor: Color { legend.fontColor ?? title.textColor ?? .black }

    /// Colours of categories: the palette's fills from the series's index on.
    func categoryColors(_ count: Int, of series: Int) -> [Color] { (0..<count).map { palette.fill(series + $0) } }
}

extension Color {
    /// The colour mixed with black; `share` is the fraction of the colour that remains, 0…1.
    func shaded(_ share: Double) -> Color {
        func shade(_ channel: UInt8) -> UInt8 { UInt8(Double(channel) * share) }
        return Color(red: shade(red), green: shade(green), blue: shade(blue), alpha: alpha)
    }

    /// The colour mixed with white; `share` is the fraction of the colour that remains, 0…1.
    func tinted(_ share: Double) -> Color {
        func tint(_ channel: UInt8) -> UInt8 { UInt8(255 - Double(255 - channel) * share) }
        return Color(red: tint(red), green: tint(green), blue: tint(blue), alpha: alpha)
    }

    /// White if it is readable on this colour, else dark grey.
    var readableText: Color { contrast(with: .white) >= Self.readable ? .white : Color(0x1F2937) }

    /// Minimum contrast of large text and graphics (WCAG 2.2, 1.4.3 and 1.4.11).
    private static let readable = 3.0
}
