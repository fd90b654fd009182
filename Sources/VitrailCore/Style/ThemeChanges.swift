import VitrailScene

/// The colours of series and slices, and the font of all texts, that a description sets on its theme.
struct ThemeChanges: Sendable, Equatable {
    /// Empty = the theme's.
    var colors: [Color] = []
    /// Properties that are nil are the theme's; `size` is that of labels, and other texts keep their share of it.
    var font = FontStyle()

    func applied(to theme: Theme) -> Theme {
        var theme = theme
        if !colors.isEmpty { (theme.palette.lines, theme.palette.fills) = (colors, colors) }
        if font != FontStyle() { theme.changeFonts { $0.changed(by: font) } }
        return theme
    }
}

extension FontStyle {
    fileprivate func changed(by font: FontStyle) -> FontStyle {
        var changed = FontStyle(family: font.family ?? family, size: size, isBold: font.isBold ?? isBold)
        guard let wanted = font.size, let size else { return changed }
        // Half points: sizes that differ by less look like a mistake.
        changed.size = min(max((size * wanted / Theme.labelSize * 2).rounded() / 2, 1), 1_000)
        return changed
    }
}

extension Theme {
    /// Em size of labels of the named themes, points.
    static let labelSize = 11.0

    /// Every font of the theme.
    fileprivate mutating func changeFonts(_ change: (FontStyle) -> FontStyle) {
        for font in Self.fonts { self[keyPath: font] = self[keyPath: font].map(change) }
        annotationFont = change(annotationFont)
    }

    private static let fonts: [WritableKeyPath<Theme, FontStyle?> & Sendable] = [
        \.title.font, \.xAxis.majorTickStyle.labelFont, \.xAxis.minorTickStyle.labelFont, \.xAxis.titleStyle.font,
        \.yAxis.majorTickStyle.labelFont, \.yAxis.minorTickStyle.labelFont, \.yAxis.titleStyle.font, \.legend.font,
        \.legend.titleFont, \.crosshair.defaultFont, \.dataPointLabel.font,
    ]
}
