import VitrailScript

/// Areas below and between lines.
extension Importer {
    private enum Target {
        case value(Double)
        case dataset(Int)
    }

    func addFill(
        _ plot: Plot, _ plots: [Plot], _ series: inout JSON, _ style: inout JSON, _ drawing: inout Drawing
    ) throws(ChartJSError) {
        let dataset = plot.dataset
        let node = option(dataset, ["fill"], element: "line")
        if plugins["filler"].bool == false { return }
        let found = try node.map { node throws(ChartJSError) in try resolved(node, dataset) }
        guard let target = try target(found, plot, plots) else { return }
        var fill = try paint(option(dataset, ["backgroundColor"], element: "line"), dataset) ?? usual(dataset).fill
        var above = fill, below = fill
        if let found, found.isObject {
            above = try paint(found["above"], dataset) ?? fill
            below = try paint(found["below"], dataset) ?? fill
            fill = above
        }
        switch target {
        case .value(let value):
            series["baseline"] = .number(min(max(value, -1e300), 1e300))
            style["showFill"] = true
            style["fillWithGradient"] = .bool(fill.far != nil)
            style["areaColor"] = .string(above.color)
            style["areaColorBelowBaseline"] = .string(below.color)
            if let far = fill.far { style["areaColorLowGradient"] = .string(far) }
            style["lineColorBelowBaseline"] = style["lineColor"]
            setEdge(&style)
        case .dataset(let index):
            guard let other = plots.first(where: { $0.dataset.index == index }), other !== plot else { return }
            guard !other.dataset.isHidden, other.dataset.type == "line" else {
                return try addBand(plot, other, above, below, series["curve"] != nil, &drawing)
            }
            // The index of the series is known only at the end.
            drawing.targets[drawing.series.count] = index
            style["showFill"] = true
            style["fillWithGradient"] = false
            style["areaColor"] = .string(above.color)
            style["areaColorBelowBaseline"] = .string(below.color)
            style["lineColorBelowBaseline"] = style["lineColor"]
            setEdge(&style)
        }
    }

    /// The line along the area is the line of the series.
    private func setEdge(_ style: inout JSON) {
        style["areaLineColor"] = style["lineColor"]
        style["areaLineColorBelowBaseline"] = style["lineColor"]
        style["areaLineWidth"] = style["lineWidth"]
    }

    /// Whether the option `fill` is set.
    func isFilled(_ dataset: Dataset) throws(ChartJSError) -> Bool {
        guard let fill = option(dataset, ["fill"], element: "line") else { return context.version == .v2 }
        let found = try resolved(fill, dataset)
        return found.isPresent && found.text != "false"
    }

    private func target(_ node: Node?, _ plot: Plot, _ plots: [Plot]) throws(ChartJSError) -> Target? {
        let isUsual = context.version == .v2 && plot.dataset.type == "line"
        guard let node, node.isPresent else { return isUsual ? .value(origin(plot)) : nil }
        var given = node
        if node.isObject {
            if let value = node["value"].number { return .value(value) }
            given = node["target"]
        }
        switch given.value {
        case .bool(let isOn): return isOn ? .value(origin(plot)) : nil
        case .number(let number):
            return number.rounded() == number && number >= 0 && number < 1e6 ? .dataset(Int(number)) : nil
        case .object: return given["value"].number.map { .value($0) }
        case .string(let text):
            switch text {
            case "origin", "zero": return .value(origin(plot))
            case "start": return .value(plot.value.isReversed ? plot.value.end : plot.value.start)
            case "end": return .value(plot.value.isReversed ? plot.value.start : plot.value.end)
            case "stack":
                let below = plots.last {
                    $0.dataset.index < plot.dataset.index && $0.value === plot.value && $0.dataset.type == "line"
                        && !$0.dataset.isHidden && $0.stack == plot.stack
                }
                return below.map { .dataset($0.dataset.index) } ?? .value(origin(plot))
            case "shape", "false", "none": return nil
            default:
                if text.hasPrefix("+") || text.hasPrefix("-"), let shift = Int(text) {
                    let index = plot.dataset.index + shift
                    return datasets.indices.contains(index) ? .dataset(index) : nil
                }
                if let index = Int(text) { return datasets.indices.contains(index) ? .dataset(index) : nil }
                warn(
                    node.path, "\"\(text.prefix(40))\" is no target of a fill; use origin, start, end, a number or '-1'"
                )
                return nil
            }
        default: return nil
        }
    }

    /// Zero, or the end of the range that is nearest to zero.
    private func origin(_ plot: Plot) -> Double {
        if plot.value.kind == .logarithmic { return plot.value.start }
        return min(max(0, plot.value.start), plot.value.end)
    }

    /// Fills the area between two lines with the same positions.
    private func addBand(
        _ plot: Plot, _ other: Plot, _ above: Paint, _ below: Paint, _ isCurved: Bool, _ drawing: inout Drawing
    ) throws(ChartJSError) {
        let path = "\(plot.dataset.node.path).fill"
        if isCurved { warn(path, "the fill between two curves has straight edges") }
        var values: [Double: Double] = [:]
        for (k, sample) in other.samples.enumerated() {
            if let position = sample.position, let value = other.top(k) { values[position] = value }
        }
        let rows = plot.samples.indices.map { k in
            let position = plot.samples[k].position
            let value = plot.top(k), far = position.flatMap { values[$0] }
            return (position: position, high: far == nil ? nil : value, low: value == nil ? nil : far)
        }
        var series: JSON = [
            "type": "band",
            "data": .string(
                drawing.table([
                    ("place", rows.map { drawing.cell($0.position, plot.index) }),
                    ("high", rows.map { drawing.cell($0.high, plot.value) }),
                    ("low", rows.map { drawing.cell($0.low, plot.value) }),
                ])),
        ]
        series[plot.isHorizontal ? "y" : "x"] = "place"
        series["high"] = "high"
        series["low"] = "low"
        series["xAxis"] = .string(plot.isHorizontal ? plot.value.id : plot.index.id)
        series["yAxis"] = .string(plot.isHorizontal ? plot.index.id : plot.value.id)
        if plot.isHorizontal { series["orientation"] = "vertical" }
        series["showInLegend"] = false
        if option(plot.dataset, ["spanGaps"], element: "line")?.bool == true { series["connectGaps"] = true }
        series["style"] = [
            "showFill": true, "lineWidth": 0, "areaColorNormal": .string(above.color),
            "areaColorInverted": .string(below.color),
            "pointStyle": ["showPoints": false],
        ]
        drawing.series.append(series)
    }
}
