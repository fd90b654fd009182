import VitrailChart
import VitrailColumns
import VitrailRaster
import VitrailScales
import VitrailScene
import VitrailSystem

/// A type that a member of a description can be read as.
protocol DescriptionValue: Sendable {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> Self
}

extension Bool: DescriptionValue {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> Bool {
        guard case .bool(let value) = node.value else { throw node.mismatch("true or false") }
        return value
    }
}

extension Double: DescriptionValue {
    /// Legal numbers: finite, and far enough from the largest Double that spans and paddings stay finite.
    static let describable = -1e300...1e300

    static func read(_ node: DescriptionNode) throws(DescriptionError) -> Double {
        try node.number(in: describable)
    }
}

extension String: DescriptionValue {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> String {
        let text = try node.string()
        // Longer texts are not titles, and shaping takes time.
        guard text.utf8.count <= 10_000 else { throw node.error("the text is longer than 10000 bytes") }
        return text
    }
}

extension Color: DescriptionValue {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> Color {
        guard case .string(let text) = node.value else {
            throw node.mismatch("a colour, as \"steelblue\" or \"#4682b4\"")
        }
        do throws(ColorTextError) {
            return try Color(css: text)
        } catch {
            throw node.error("\(quoted(text)) is not a colour" + hint(error))
        }
    }

    /// Suggests a correction.
    private static func hint(_ error: ColorTextError) -> String {
        if !error.reason.isEmpty { return ": \(error.reason)" }
        if let name = error.unknownName {
            if name.contains(where: \.isNumber), Color(hex: "#" + name) != nil { return didYouMean("#" + name) }
            if let near = nearestName(to: name, in: names) { return didYouMean(near) }
            if let near = nearestName(to: name, in: functionNames) { return didYouMean(near + "()") }
        }
        return "; write a CSS name as steelblue, #rrggbb, rgb(), hsl() or oklch()"
    }
}

/// A list of 1 to 256 elements.
extension Array: DescriptionValue where Element: DescriptionValue {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> [Element] {
        let nodes = try node.elements(limit: 256)
        guard !nodes.isEmpty else { throw node.error("the list is empty") }
        var values: [Element] = []
        for node in nodes { values.append(try Element.read(node)) }
        return values
    }
}

/// An enum with a JSON name for each case.
protocol DescriptionChoice: DescriptionValue, RawRepresentable, CaseIterable where RawValue == String {}

extension DescriptionChoice {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> Self { try node.choice() }
}

extension AxisType: DescriptionChoice {}
extension Axis.Position: DescriptionChoice {}
extension Axis.GridPosition: DescriptionChoice {}
extension Annotation.Position: DescriptionChoice {}
extension Annotation.Anchor: DescriptionChoice {}
extension CartesianSeries.Orientation: DescriptionChoice {}
extension Legend.Position: DescriptionChoice {}
extension Legend.Placement: DescriptionChoice {}
extension Crosshair.OutOfRangeBehavior: DescriptionChoice {}
extension LineRenderMode: DescriptionChoice {}
extension DrawDirection: DescriptionChoice {}
extension SliceLabelContent: DescriptionChoice {}
extension ChartEffect: DescriptionChoice {}
extension DensityAggregation: DescriptionChoice {}
extension TickLabelOrientation: DescriptionChoice {}
extension TickLabelClippingMode: DescriptionChoice {}
extension DiscontinuousTickLabelClipping: DescriptionChoice {}
extension TextAlignment: DescriptionChoice {}
extension TitlePosition: DescriptionChoice {}
extension TitleCentresOn: DescriptionChoice {}
extension TitleOrientation: DescriptionChoice {}
extension SymbolAlignment: DescriptionChoice {}
extension LegendOrientation: DescriptionChoice {}
extension DataPointLabelStyle.TextOrientation: DescriptionChoice {}
extension DataPointLabelStyle.Position: DescriptionChoice {}
extension DataPointLabelStyle.DisplayValues: DescriptionChoice {}
extension DataPointLabelStyle.Anchor: DescriptionChoice {}
extension ColorScaling: DescriptionChoice {}
extension SampleAggregation: DescriptionChoice {}
extension FillTarget: DescriptionChoice {}
extension PointSymbol: DescriptionChoice {}
extension SectorAlignment: DescriptionChoice {}

extension Offset: DescriptionValue {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> Offset {
        let nodes = try node.elements(limit: 2)
        guard nodes.count == 2 else { throw node.error("an offset is a list of two numbers, [x, y]") }
        let limit = PictureLimits.length
        return Offset(x: try nodes[0].number(in: -limit...limit), y: try nodes[1].number(in: -limit...limit))
    }
}

extension Insets: DescriptionValue {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> Insets {
        var object = try DescriptionObject(node)
        func side(_ name: String) throws(DescriptionError) -> Double {
            try object.optional(name, in: 0...PictureLimits.length) ?? 0
        }
        let insets = Insets(
            top: try side("top"), left: try side("left"), bottom: try side("bottom"), right: try side("right"))
        try object.finish()
        return insets
    }
}
