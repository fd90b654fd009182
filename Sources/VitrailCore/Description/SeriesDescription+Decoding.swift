/// JSON names of `LineCurve`.
enum CurveName: String, CaseIterable {
    case straight, monotone, smooth

    static let usualTension = 0.4
}

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
        var orientation = kind == .bar ? CartesianSeries.Orientation.vertical : .horizontal
        if kind.mayBeVertical, let chosen: CartesianSeries.Orientation = try object.optional("orientation") {
            orientation = chosen
        }
        var columns = try readColumns(&object, roles(kind, orientation))
        if kind == .column || kind == .bar, let from = object.optional(SeriesRole.from.rawValue) {
            columns[.from] = try String.read(from)
            if let stack = object.optional("stackIndex") {
                throw stack.error("columns and bars with a \"from\" begin there and cannot be stacked; leave it out")
            }
        }
        if kind == .errorBar { try readErrorBars(&object, orientation, &columns) }
        var aggregation = DensityAggregation.count
        if kind == .density { aggregation = try readAggregation(&object, &columns) }
        let combination = kind == .density ? nil : object.optional("aggregation")
        var series = SeriesDescription(try readStyle(&object, kind, "style"), data: name, columns: columns)
        series.aggregation = aggregation
        series.orientation = orientation
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
        if kind == .errorBar { try series.checkErrorBars(node, in: chart) }
        try readLabels(&series, node, in: chart)
        series.combination = try combination.map { node throws(DescriptionError) in
            try readCombination(node, of: series, in: chart)
        }
        if !kind.isCartesian { series.slices = try SlicesDescription.read(&object) }
        if kind.hasBaseline { series.baseline = try object.optional("baseline") }
        if kind.hasGroups { series.groupIndex = try object.optional("groupIndex")?.integer(in: -1_000_000...1_000_000) }
        if kind.isStackable {
            series.stackIndex = try object.optional("stackIndex")?.integer(in: -1_000_000...1_000_000)
        }
        if kind.isSelectable { try readSelection(&object, of: &series) }
        if kind == .radialLine { series.pointsWrapAround = try object.optional("pointsWrapAround") ?? false }
        if kind.drawsLines { try readGaps(&object, of: &series, in: chart) }
        if kind == .line || kind == .radialLine { series.curve = try readCurve(&object, of: kind) }
        if kind == .line || kind == .stepLine { series.fillTo = try readFill(&object) }
        if kind == .stepLine { series.steps = try readSteps(&object, of: series, in: chart) }
        if kind == .density { series.spread = try readSpread(&object) }
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

    private static func readCurve(
        _ object: inout DescriptionObject, of kind: Kind
    ) throws(DescriptionError) -> LineCurve {
        let node = object.optional("curve")
        let curve: CurveName = try node?.choice() ?? .straight
        // A radial line has periodic directions, so it cannot be monotone.
        if let node, curve == .monotone, kind == .radialLine { throw node.error("a radial line is straight or smooth") }
        let tension = object.optional("tension")
        guard let tension else {
            return switch curve {
            case .straight: .straight
            case .monotone: .monotone
            case .smooth: .smooth(tension: CurveName.usualTension)
            }
        }
        guard curve == .smooth else { throw tension.error("only \"curve\": \"smooth\" has a tension") }
        return .smooth(tension: try tension.number(in: 0...1))
    }

    private static func readSteps(
        _ object: inout DescriptionObject, of series: SeriesDescription, in chart: ChartDescription
    ) throws(DescriptionError) -> StepLineSeries.Steps {
        guard let node = object.optional("steps") else { return .after }
        let steps: StepLineSeries.Steps = try node.choice()
        // The stack may have samples of other series between the step and the samples of this series.
        if steps == .middle, series.stackIndex != nil,
            chart.kind(series.orientation == .horizontal ? .x : .y, of: series) != .category
        {
            throw node.error("a stacked step line changes half way on category axes only; take \"after\" or \"before\"")
        }
        return steps
    }

    private static func readSpread(_ object: inout DescriptionObject) throws(DescriptionError) -> DensitySpread {
        guard let node = object.optional("spread") else { return .automatic }
        guard case .string(let text) = node.value else {
            return .pixels(try node.number(in: 0...DensitySpread.maxPixels))
        }
        guard text == "auto" else { throw node.error("expected \"auto\" or a number of pixels, found \(quoted(text))") }
        return .automatic
    }

    private static func readSelection(
        _ object: inout DescriptionObject, of series: inout SeriesDescription
    ) throws(DescriptionError) {
        series.selected = try object.optional("selected") ?? false
        series.selectedStyle = try readStyle(&object, series.kind, "selectedStyle")
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

    /// Reads the aggregation. The default depends on the columns: the shares of categories, the mean of values, or else
    /// the number of samples.
    private static func readAggregation(
        _ object: inout DescriptionObject, _ columns: inout [SeriesRole: String]
    ) throws(DescriptionError) -> DensityAggregation {
        let chosen: DensityAggregation? = try object.optional("aggregation")
        let (value, category) = (
            object.optional(SeriesRole.value.rawValue), object.optional(SeriesRole.category.rawValue)
        )
        let aggregation = chosen ?? (category != nil ? .category : value != nil ? .mean : .count)
        let role = aggregation.value == nil ? nil : aggregation == .category ? SeriesRole.category : .value
        for (node, own) in [(value, SeriesRole.value), (category, .category)] {
            guard let node, own != role else { continue }
            let others = own == .category ? "category" : "sum, mean, max or min"
            throw node.error(
                "the aggregation \(quoted(aggregation.rawValue)) does not read this column; leave it out, or aggregate by \(others)"
            )
        }
        if let role { columns[role] = try String.read(try object.required(role.rawValue)) }
        return aggregation
    }

    private static func readCombination(
        _ node: DescriptionNode, of series: SeriesDescription, in chart: ChartDescription
    ) throws(DescriptionError) -> SampleAggregation {
        let chosen: SampleAggregation = try node.choice()
        if series.kind.isOfPrices, chosen != .last {
            throw node.error(
                "prices take \"last\": the first open, the highest high, the lowest low and the last close of equal values"
            )
        }
        if series.kind == .errorBar, chosen != .last {
            throw node.error(
                "error bars take \"last\": the error of combined samples does not follow from their errors")
        }
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

    private static func readStyle(
        _ object: inout DescriptionObject, _ kind: Kind, _ name: String
    ) throws(DescriptionError) -> Style {
        switch kind {
        case .line: .line(try object.style(name))
        case .stepLine: .stepLine(try object.style(name))
        case .radialLine: .radialLine(try object.style(name))
        case .radialColumn: .radialColumn(try object.style(name))
        case .band: .band(try object.style(name))
        case .column: .column(try object.style(name))
        case .bar: .bar(try object.style(name))
        case .candlestick: .candlestick(try object.style(name))
        case .ohlc: .ohlc(try object.style(name))
        case .errorBar: .errorBar(try object.style(name))
        case .bubble: .bubble(try object.style(name))
        case .scatter: .scatter(try object.style(name))
        case .density: .density(try object.style(name))
        case .donut: .donut(try object.style(name))
        case .pie: .pie(try object.style(name))
        }
    }
}
