package import VitrailScene

/// A description's changes to its theme: the colours of series and slices, and the font of all texts.
package struct ThemeChanges: Sendable, Equatable {
    /// Empty: the theme's colours.
    var colors: [Color] = []
    /// `nil` properties keep the theme's values. `size` is the size of labels; other texts are scaled by the same
    /// factor.
    var font = FontStyle()
    /// Whether small pictures have smaller texts, to leave more space for data. An explicit font size takes precedence.
    var shrinksTexts = false

    package init(colors: [Color] = [], font: FontStyle = FontStyle(), shrinksTexts: Bool = false) {
        self.colors = colors
        self.font = font
        self.shrinksTexts = shrinksTexts
    }

    func applied(to theme: Theme, in frame: Rect) -> Theme {
        var theme = theme
        var font = font
        if shrinksTexts { font.size = font.size ?? Self.labelSize(in: frame) }
        if !colors.isEmpty { (theme.palette.lines, theme.palette.fills) = (colors, colors) }
        if font != FontStyle() { theme.changeFonts { $0.changed(by: font) } }
        return theme
    }

    /// Size of labels, points; `nil`: the theme's.
    private static func labelSize(in frame: Rect) -> Double? {
        let share = min(frame.width / fullTexts.width, frame.height / fullTexts.height)
        return share < 1 ? max(minLabelSize, (Theme.labelSize * share * 2).rounded() / 2) : nil
    }

    /// Frames smaller than this have smaller texts, points.
    private static let fullTexts = (width: 360.0, height: 240.0)
    private static let minLabelSize = 9.0
}

extension FontStyle {
    fileprivate func changed(by font: FontStyle) -> FontStyle {
        var changed = FontStyle(family: font.family ?? family, size: size, isBold: font.isBold ?? isBold)
        guard let wanted = font.size, let size else { return changed }
        // Round to half points: smaller size differences look like mistakes.
        changed.size = min(max((size * wanted / Theme.labelSize * 2).rounded() / 2, 1), 1_000)
        return changed
    }
}

extension Theme {
    /// Font size (em) of labels in the named themes, points.
    static let labelSize = 11.0

    /// Applies `change` to every font of the theme.
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
