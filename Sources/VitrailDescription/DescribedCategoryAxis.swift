import VitrailChart
import VitrailColumns

enum DescribedCategoryAxis: DescribedAxisType {
    static var foreignNames: [String] {
        ["categorical", "categories", "nominal", "ordinal", "text", "string", "band"]
    }

    static func readLabelFormat(_ node: DescriptionNode) throws(DescriptionError) -> String {
        let pattern = try String.read(node)
        guard pattern.contains("%@") else { throw node.error("\(quoted(pattern)) has no %@ for the item's text") }
        return pattern
    }

    static func make(_ description: AxisDescription, origin: Int, locale: String?) -> Axis {
        CategoryAxis(defaultRange: description.defaultRange)
    }
}
