/// What a theme says of one kind of series, beyond what follows from its palette.
public struct SeriesTheme<Style: StyleObject>: Sendable, Equatable {
    /// Style k mod count is that of series k; what it leaves unset follows from the palette. Empty = all of it does.
    public var normal: [Style] = []
    /// The same while a series is selected; what it leaves unset is as in `normal`.
    public var selected: [Style] = []

    public init(normal: [Style] = [], selected: [Style] = []) {
        (self.normal, self.selected) = (normal, selected)
    }

    /// - Parameters:
    ///   - palette: what follows from the palette.
    ///   - raised: what of it is another while selected.
    func style(_ index: Int, isSelected: Bool, palette: Style, raised: Style) -> Style {
        let normal = Self.cycled(normal, index).filled(from: palette)
        guard isSelected else { return normal }
        return Self.cycled(selected, index).filled(from: raised).filled(from: normal)
    }

    private static func cycled(_ styles: [Style], _ index: Int) -> Style {
        styles.isEmpty ? Style() : styles[max(index, 0) % styles.count]
    }
}
