public import VitrailScene

/// A title's own look: what is set here wins over the title's style.
public struct TitleLabel: Sendable, Equatable {
    public var textColor: Color?
    public var font: FontStyle?
    public var backgroundColor: Color?
    public var textAlign: TextAlignment?

    public init(
        textColor: Color? = nil, font: FontStyle? = nil, backgroundColor: Color? = nil, textAlign: TextAlignment? = nil
    ) {
        self.textColor = textColor
        self.font = font
        self.backgroundColor = backgroundColor
        self.textAlign = textAlign
    }
}
