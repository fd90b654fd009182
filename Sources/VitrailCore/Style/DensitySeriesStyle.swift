public import VitrailScene

/// Densities: which colour a pixel has for what it holds.
public struct DensitySeriesStyle: StyleObject {
    public var colorMap: ColorMap?
    /// Whether a description named the map: then its ends may be cut off where they are like the background.
    var hasNamedMap = false
    /// nil = `log` for counts, `linear` for values.
    public var colorScaling: ColorScaling?
    /// What the first and the last colour of the map stand for; nil = the least and the greatest value in the picture.
    public var valueRange: NumberRange?
    /// The same as percentiles of the pixels with samples, 0…100: `[2, 98]` gives few extreme pixels no colours of their own. `valueRange` goes before.
    public var colorDomain: NumberRange?
    /// The colour of samples without a category, which are then counted as one, `missing`; nil = they are left out. Read when the chart loads.
    public var missingColor: Color?
    /// Of categories in turn; nil = those that series have, or where there are more categories than such colours, those of slices.
    public var categoryColors: [Color]?
    /// Of pixels with the fewest samples, where categories are counted, 0…1; those with the most are opaque.
    public var minOpacity: Double?
    /// In the legend: a colour bar with its values, or a solid block; nil = a colour bar.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        colorMap: ColorMap? = nil, colorScaling: ColorScaling? = nil, valueRange: NumberRange? = nil, categoryColors: [Color]? = nil,
        minOpacity: Double? = nil, useSeriesSymbols: Bool? = nil, colorDomain: NumberRange? = nil, missingColor: Color? = nil
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
        .init("colorMap", \.colorMap, read: ColorMap.read) { $0.hasNamedMap = $0.colorMap?.hasName == true },
        .init("colorScaling", \.colorScaling), .init("valueRange", \.valueRange),
        .init("colorDomain", \.colorDomain, read: readPercentiles), .init("missingColor", \.missingColor),
        .init("categoryColors", \.categoryColors), .init("minOpacity", \.minOpacity, in: 0...1),
        .init("useSeriesSymbols", \.useSeriesSymbols),
    ]

    private static func readPercentiles(_ node: DescriptionNode) throws(DescriptionError) -> NumberRange {
        let range = try NumberRange.read(node)
        guard range.minimum >= 0, range.maximum <= 100 else { throw node.error("percentiles are 0 to 100") }
        return range
    }
}

extension ColorScaling: DescriptionChoice {}

extension ColorMap: DescriptionValue {
    fileprivate var hasName: Bool { Self.names.contains { Self.named($0) == self || Self.named($0 + "_r") == self } }

    static func read(_ node: DescriptionNode) throws(DescriptionError) -> ColorMap {
        guard case .string(let name) = node.value else {
            if case .array = node.value { return ColorMap(try [Color].read(node)) }
            throw node.mismatch("the name of a colour map or a list of colours")
        }
        guard let map = ColorMap.named(name) else {
            throw node.error("no colour map is named \(quoted(name))" + didYouMean(nearestName(to: name, in: ColorMap.names)))
        }
        return map
    }
}

/// Two numbers, the first below the second.
extension NumberRange: DescriptionValue {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> NumberRange {
        let nodes = try node.elements(limit: 2)
        guard nodes.count == 2 else { throw node.error("a range is a list of two numbers, [low, high]") }
        let range = NumberRange(try Double.read(nodes[0]), try Double.read(nodes[1]))
        guard range.isValid else { throw node.error("the second number is not above the first") }
        return range
    }
}
