public import VitrailScene

/// Style of a radial column series: sectors around the pole whose radii are values.
public struct RadialColumnSeriesStyle: StyleObject {
    /// Fill colour of all sectors.
    public var areaColor: Color?
    /// Fill colour per row, repeated cyclically; replaces `areaColor`.
    public var areaColors: [Color]?
    /// Colour of the outline, which lies inside the edge.
    public var lineColor: Color?
    /// Outline colour per row, repeated cyclically; replaces `lineColor`.
    public var lineColors: [Color]?
    /// Outline width, points; 0: no outline.
    public var lineWidth: Double?
    /// Position of a sector relative to its direction; `nil`: centred on it.
    public var sectorAlignment: SectorAlignment?
    /// Legend symbol: true for a miniature of the series, false for a solid block; `nil`: true.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        areaColor: Color? = nil, areaColors: [Color]? = nil, lineColor: Color? = nil, lineColors: [Color]? = nil,
        lineWidth: Double? = nil,
        sectorAlignment: SectorAlignment? = nil, useSeriesSymbols: Bool? = nil
    ) {
        (self.areaColor, self.areaColors, self.lineColor, self.lineColors) = (
            areaColor, areaColors, lineColor, lineColors
        )
        (self.lineWidth, self.sectorAlignment, self.useSeriesSymbols) = (lineWidth, sectorAlignment, useSeriesSymbols)
    }

    /// Merges this style with the theme's: a fill for all sectors replaces the theme's fills per row.
    func over(_ theme: RadialColumnSeriesStyle) -> RadialColumnSeriesStyle {
        var style = filled(from: theme)
        if areaColor != nil, areaColors == nil { style.areaColors = nil }
        if lineColor != nil, lineColors == nil { style.lineColors = nil }
        return style
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("areaColor", \.areaColor), .init(rows: "areaColors", \.areaColors), .init("lineColor", \.lineColor),
        .init(rows: "lineColors", \.lineColors),
        .init("lineWidth", \.lineWidth, in: 0...1_000), .init("sectorAlignment", \.sectorAlignment),
        .init("useSeriesSymbols", \.useSeriesSymbols),
    ]
}

/// Position of a sector relative to its direction on a radial chart.
public enum SectorAlignment: String, Sendable, CaseIterable {
    /// Symmetric about its direction.
    case centered
    /// From its direction clockwise to the next direction.
    case afterDirection
}
