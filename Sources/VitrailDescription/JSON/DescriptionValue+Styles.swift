import VitrailChart
import VitrailColumns
import VitrailRaster
import VitrailScales
import VitrailScene
import VitrailSystem

extension CornerRadii: DescriptionValue {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> CornerRadii {
        var object = try DescriptionObject(node)
        func corner(_ name: String) throws(DescriptionError) -> Double { try object.optional(name, in: 0...1_000) ?? 0 }
        let radii = CornerRadii(
            topLeft: try corner("topLeft"), topRight: try corner("topRight"), bottomRight: try corner("bottomRight"),
            bottomLeft: try corner("bottomLeft"))
        try object.finish()
        return radii
    }
}

extension ColorMap: DescriptionValue {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> ColorMap {
        guard case .string(let name) = node.value else {
            if case .array = node.value { return ColorMap(try [Color].read(node)) }
            throw node.mismatch("the name of a colour map or a list of colours")
        }
        guard let map = ColorMap.named(name) else {
            throw node.error(
                "no colour map is named \(quoted(name))" + didYouMean(nearestName(to: name, in: ColorMap.names)))
        }
        return map
    }
}

/// Read from a list of two numbers, the first below the second.
extension NumberRange: DescriptionValue {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> NumberRange {
        let nodes = try node.elements(limit: 2)
        guard nodes.count == 2 else { throw node.error("a range is a list of two numbers, [low, high]") }
        let range = NumberRange(try Double.read(nodes[0]), try Double.read(nodes[1]))
        guard range.isValid else { throw node.error("the second number is not above the first") }
        return range
    }

    static func readPercentiles(_ node: DescriptionNode) throws(DescriptionError) -> NumberRange {
        let range = try read(node)
        guard range.minimum >= 0, range.maximum <= 100 else { throw node.error("percentiles are 0 to 100") }
        return range
    }
}

extension NumberPattern {
    /// Reads a pattern of a description.
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> String {
        let pattern = try String.read(node)
        guard NumberPattern(pattern) != nil else {
            throw node.error(
                "\(quoted(pattern)) is no pattern of one number: neither one with %f, %e or %g in it, as \"%.1f km\" (a per cent sign is written %%), nor a "
                    + "specifier as \"$,.0f\", \".0%\" or \"~s\"")
        }
        return pattern
    }
}
