import VitrailScene

/// The colours of series and slices, and the font of all texts, that a description sets on its theme.
struct ThemeChanges: Sendable, Equatable {
    /// Empty = the theme's.
    var colors: [Color] = []
    /// Properties that are nil are the theme's; `size` is that of labels, and other texts keep their share of it.
    var font = FontStyle()
    /// Whether small pictures have smaller texts, so that they leave room for data; a size of the font wins.
    var shrinksTexts = false

    func applied(to theme: Theme, in frame: Rect) -> Theme {
        var theme = theme
        var font = font
        if shrinksTexts { font.size = font.size ?? Self.labelSize(in: frame) }
        if !colors.isEmpty { (theme.palette.lines, theme.palette.fills) = (colors, colors) }
        if font != FontStyle() { theme.changeFonts { $0.changed(by: font) } }
        return theme
    }

    /// Of labels; nil = the theme's.
    private static func labelSize(in frame: Rect) -> Double? {
        let share = min(frame.width / fullTexts.width, frame.height / fullTexts.height)
        return share < 1 ? max(leastLabelSize, (Theme.labelSize * share * 2).rounded() / 2) : nil
    }

    /// Smaller frames have smaller texts.
    private static let fullTexts = (width: 360.0, height: 240.0)
    private static let leastLabelSize = 9.0
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
