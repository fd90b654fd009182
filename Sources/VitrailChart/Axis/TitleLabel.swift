public import VitrailScene

/// Style of one title; its properties override the title's style.
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
