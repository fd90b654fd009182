/// A theme's styles for one kind of series, in addition to the styles derived from its palette.
public struct SeriesTheme<Style: StyleObject>: Sendable, Equatable {
    /// Series k takes style `k % normal.count`; unset properties are derived from the palette. Empty: all properties
    /// are.
    public var normal: [Style] = []
    /// The same for selected series; unset properties come from `normal`.
    public var selected: [Style] = []

    public init(normal: [Style] = [], selected: [Style] = []) {
        (self.normal, self.selected) = (normal, selected)
    }

    /// - Parameters:
    ///   - palette: The properties derived from the palette.
    ///   - raised: The default properties that change when a series is selected.
    func style(_ index: Int, isSelected: Bool, palette: Style, raised: Style) -> Style {
        let normal = Self.cycled(normal, index).filled(from: palette)
        guard isSelected else { return normal }
        return Self.cycled(selected, index).filled(from: raised).filled(from: normal)
    }

    private static func cycled(_ styles: [Style], _ index: Int) -> Style {
        styles.isEmpty ? Style() : styles[max(index, 0) % styles.count]
    }
}
