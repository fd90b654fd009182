public import VitrailScene

/// Densities: which colour a pixel has for what it holds.
public struct DensitySeriesStyle: StyleObject {
    public var colorMap: ColorMap?
    /// nil = `log` for counts, `linear` for values.
    public var colorScaling: ColorScaling?
    /// What the first and the last colour of the map stand for; nil = the least and the greatest value in the picture.
    public var valueRange: NumberRange?
    /// Of categories in turn; nil = those that series have, or where there are more categories than such colours, those of slices.
    public var categoryColors: [Color]?
    /// Of pixels with the fewest samples, where categories are counted, 0…1; those with the most are opaque.
    public var minOpacity: Double?
    /// In the legend: a colour bar with its values, or a solid block; nil = a colour bar.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        colorMap: ColorMap? = nil, colorScaling: ColorScaling? = nil, valueRange: NumberRange? = nil, categoryColors: [Color]? = nil,
        minOpacity: Double? = nil, useSeriesSymbols: Bool? = nil
    ) {
        self.colorMap = colorMap
        self.colorScaling = colorScaling
        self.valueRange = valueRange
        self.categoryColors = categoryColors
        self.minOpacity = minOpacity
        self.useSeriesSymbols = useSeriesSymbols
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("colorMap", \.colorMap), .init("colorScaling", \.colorScaling), .init("valueRange", \.valueRange),
        .init("categoryColors", \.categoryColors), .init("minOpacity", \.minOpacity, in: 0...1),
        .init("useSeriesSymbols", \.useSeriesSymbols),
    ]
}

extension ColorScaling: DescriptionChoice {}

extension ColorMap: DescriptionValue {
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
