public import VitrailColumns
public import VitrailRaster
public import VitrailScene

/// Style of a density series: maps the count or aggregate of each pixel to a colour.
public struct DensitySeriesStyle: StyleObject {
    public var colorMap: ColorMap?
    /// Whether a description gave the map by name. If so, ends of the map that resemble the background may be cut off.
    var hasNamedMap = false
    /// `nil`: `log` for counts, `linear` for values.
    public var colorScaling: ColorScaling?
    /// Values of the first and the last colour of the map; `nil`: the minimum and maximum in the picture.
    public var valueRange: NumberRange?
    /// The same as percentiles of the pixels with samples, 0…100: `[2, 98]` keeps a few extreme pixels from stretching
    /// the range. `valueRange` takes precedence.
    public var colorDomain: NumberRange?
    /// Colour of samples without a category, which then form a category of their own, `missing`; `nil`: such samples
    /// are left out. Read when the chart loads its data.
    public var missingColor: Color?
    /// Colours of the categories, repeated cyclically; `nil` or empty: the palette's fills from the series's index on,
    /// continued with tints and shades.
    public var categoryColors: [Color]?
    /// With counted categories: opacity of the pixels with the fewest samples, 0…1; pixels with the most samples are
    /// opaque.
    public var minOpacity: Double?
    /// Legend symbol: true for a colour bar with its values, false for a solid block; `nil`: true.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        colorMap: ColorMap? = nil, colorScaling: ColorScaling? = nil, valueRange: NumberRange? = nil,
        categoryColors: [Color]? = nil,
        minOpacity: Double? = nil, useSeriesSymbols: Bool? = nil, colorDomain: NumberRange? = nil,
        missingColor: Color? = nil
    ) {
        self.colorMap = colorMap
        self.colorScaling = colorScaling
        self.valueRange = valueRange
        self.categoryColors = categoryColors
        self.minOpacity = minOpacity
        self.useSeriesSymbols = useSeriesSymbols
        self.colorDomain = colorDomain
        self.missingColor = missingColor
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("colorMap", \.colorMap) { $0.hasNamedMap = $0.colorMap?.hasName == true },
        .init("colorScaling", \.colorScaling), .init("valueRange", \.valueRange),
        .init("colorDomain", \.colorDomain, .percentiles), .init("missingColor", \.missingColor),
        .init("categoryColors", \.categoryColors), .init("minOpacity", \.minOpacity, in: 0...1),
        .init("useSeriesSymbols", \.useSeriesSymbols),
    ]
}

extension ColorMap {
    fileprivate var hasName: Bool { Self.names.contains { Self.named($0) == self || Self.named($0 + "_r") == self } }
}
