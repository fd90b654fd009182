public import VitrailScene

/// Style of the legend's box, texts and symbols.
public struct LegendStyle: StyleObject {
    public var font: FontStyle?
    public var fontColor: Color?
    /// Alignment of the texts in their columns.
    public var textAlignment: TextAlignment?
    public var titleFont: FontStyle?
    public var titleFontColor: Color?
    /// Padding inside the border, points.
    public var marginWidth: Double?
    public var areaColor: Color?
    public var borderColor: Color?
    /// Points.
    public var borderWidth: Double?
    /// Points.
    public var cornerRadius: Double?
    /// Corner radius of solid symbols, points.
    public var symbolCornerRadius: Double?
    public var showSymbols: Bool?
    /// The side of the text that the symbols are on.
    public var symbolAlignment: SymbolAlignment?
    public var orientation: LegendOrientation?
    /// Distance between symbol and text, and between the entries of a row, points.
    public var horizontalPadding: Double?
    /// Distance between rows, points.
    public var verticalPadding: Double?

    public init() {}

    public init(
        font: FontStyle? = nil, fontColor: Color? = nil, textAlignment: TextAlignment? = nil,
        titleFont: FontStyle? = nil,
        titleFontColor: Color? = nil, marginWidth: Double? = nil, areaColor: Color? = nil,
        borderColor: Color? = nil, borderWidth: Double? = nil, cornerRadius: Double? = nil,
        symbolCornerRadius: Double? = nil,
        showSymbols: Bool? = nil, symbolAlignment: SymbolAlignment? = nil,
        orientation: LegendOrientation? = nil, horizontalPadding: Double? = nil, verticalPadding: Double? = nil
    ) {
        self.font = font
        self.fontColor = fontColor
        self.textAlignment = textAlignment
        self.titleFont = titleFont
        self.titleFontColor = titleFontColor
        self.marginWidth = marginWidth
        self.areaColor = areaColor
        self.borderColor = borderColor
        self.borderWidth = borderWidth
        self.cornerRadius = cornerRadius
        self.symbolCornerRadius = symbolCornerRadius
        self.showSymbols = showSymbols
        self.symbolAlignment = symbolAlignment
        self.orientation = orientation
        self.horizontalPadding = horizontalPadding
        self.verticalPadding = verticalPadding
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("font", \.font), .init("fontColor", \.fontColor), .init("textAlignment", \.textAlignment),
        .init("titleFont", \.titleFont),
        .init("titleFontColor", \.titleFontColor), .init("marginWidth", \.marginWidth, in: 0...1_000),
        .init("areaColor", \.areaColor), .init("borderColor", \.borderColor),
        .init("borderWidth", \.borderWidth, in: 0...1_000),
        .init("cornerRadius", \.cornerRadius, in: 0...1_000),
        .init("symbolCornerRadius", \.symbolCornerRadius, in: 0...1_000), .init("showSymbols", \.showSymbols),
        .init("symbolAlignment", \.symbolAlignment), .init("orientation", \.orientation),
        .init("horizontalPadding", \.horizontalPadding, in: 0...1_000),
        .init("verticalPadding", \.verticalPadding, in: 0...1_000),
    ]
}

/// The side of the text that a legend symbol is on.
public enum SymbolAlignment: String, Sendable, CaseIterable {
    case left, right
}

/// Whether legend entries are listed from top to bottom or from left to right.
public enum LegendOrientation: String, Sendable, CaseIterable {
    case vertical, horizontal
}
