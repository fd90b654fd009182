import VitrailChart
import VitrailColumns
import VitrailSystem

extension SeriesDescription {
    static func read(
        _ node: DescriptionNode, in chart: ChartDescription
    ) throws(DescriptionError)
        -> SeriesDescription
    {
        var object = try DescriptionObject(node)
        let kind: Kind = try object.required("type").choice()
        let data = try object.required("data")
        let name = try data.string()
        guard chart.data[name] != nil else {
            throw data.error(
                "no data are named \(quoted(name))"
                    + didYouMean(nearestName(to: name, in: chart.data.keys.sorted())))
        }
        let described = kind.described
        var series = SeriesDescription(described.emptyStyle, data: name, columns: [:])
        if described.mayBeVertical, let chosen: CartesianSeries.Orientation = try object.optional("orientation") {
            series.orientation = chosen
        }
        series.columns = try readColumns(&object, roles(kind, series.orientation))
        try described.readColumns(&series, &object)
        let combination = described.isCombinable ? object.optional("aggregation") : nil
        series.style = try described.readStyle(&object, "style")
        series.title = try object.optional("title")
        if kind.isCartesian {
            series.by = try object.optional("by")
            series.sorted = try object.optional("sorted") ?? false
            series.firstIndex = try object.optional("firstIndex")?.integer(in: -1_000_000_000...1_000_000_000) ?? 0
        }
        if kind.isCartesian {
            series.xAxis = try readAxis(&object, "xAxis", chart, chart.xAxes)
            series.yAxis = try readAxis(&object, "yAxis", chart, chart.yAxes)
        }
        try described.check(series, node, in: chart)
        try readLabels(&series, node, in: chart)
        series.combination = try combination.map { node throws(DescriptionError) in
            try readCombination(node, of: series, in: chart)
        }
        if !kind.isCartesian { series.slices = try SlicesDescription.read(&object) }
        if described.hasBaseline { series.baseline = try object.optional("baseline") }
        if described.hasGroups {
            series.groupIndex = try object.optional("groupIndex")?.integer(in: -1_000_000...1_000_000)
        }
        if described.isStackable {
            series.stackIndex = try object.optional("stackIndex")?.integer(in: -1_000_000...1_000_000)
        }
        if described.isSelectable { try readSelection(&object, of: &series) }
        if described.drawsLines { try readGaps(&object, of: &series, in: chart) }
        try described.readKeys(&series, &object, in: chart)
        series.textures = try TexturedPoints.paths(in: node)
        series.hidden = try object.optional("hidden") ?? false
        series.showInLegend = try object.optional("showInLegend") ?? true
        try object.finish()
        return series
    }

    /// Reads gap rules. Distances are along the independent axis.
    private static func readGaps(
        _ object: inout DescriptionObject, of series: inout SeriesDescription, in chart: ChartDescription
    ) throws(DescriptionError) {
        let (axes, id) = series.orientation == .horizontal ? (chart.xAxes, series.xAxis) : (chart.yAxes, series.yAxis)
        let axis = axes.first { $0.id == id } ?? axes.first ?? AxisDescription(.number)
        if let node = object.optional("connectGaps") {
            if case .bool(let isConnected) = node.value {
                series.connectGaps = isConnected ? .all : .none
            } else {
                series.connectGaps = .within(try axis.readDistance(node))
            }
        }
        series.breakAt = try object.optional("breakAt").map { node throws(DescriptionError) in
            try axis.readDistance(node)
        }
    }

    private static func readSelection(
        _ object: inout DescriptionObject, of series: inout SeriesDescription
    ) throws(DescriptionError) {
        series.selected = try object.optional("selected") ?? false
        series.selectedStyle = try series.kind.described.readStyle(&object, "selectedStyle")
        for node in try object.optional("selectedPoints")?.elements(limit: 100_000) ?? [] {
            series.selectedPoints.append(try node.integer(in: 0...100_000_000))
        }
    }

    private static func readColumns(
        _ object: inout DescriptionObject, _ roles: (independent: SeriesRole, required: [SeriesRole])
    ) throws(DescriptionError) -> [SeriesRole: String] {
        var columns: [SeriesRole: String] = [:]
        columns[roles.independent] = try object.optional(roles.independent.rawValue)
        for role in roles.required { columns[role] = try String.read(try object.required(role.rawValue)) }
        return columns
    }

    private static func readCombination(
        _ node: DescriptionNode, of series: SeriesDescription, in chart: ChartDescription
    ) throws(DescriptionError) -> SampleAggregation {
        let chosen: SampleAggregation = try node.choice()
        if chosen != .last, let reason = series.kind.described.reasonForLast { throw node.error(reason) }
        let dependent = roles(series.kind, series.orientation).required
        if dependent.contains(where: { chart.kind($0, of: series) == .category }) {
            throw node.error("the values are on a category axis; only numbers and dates can be combined")
        }
        return chosen
    }

    private static func readAxis(
        _ object: inout DescriptionObject, _ name: String, _ chart: ChartDescription, _ axes: [AxisDescription]
    ) throws(DescriptionError) -> String? {
        try chart.axis(object.optional(name), of: axes).id
    }
}
