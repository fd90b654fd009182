import VitrailScript

/// Lines and their points, scatter charts and bubble charts.
extension Importer {
    /// The symbols of Chart.js, with their names in descriptions.
    private static let symbols: [String: String] = [
        "circle": "circle", "rect": "square", "rectRounded": "roundedSquare", "rectRot": "diamond",
        "triangle": "triangle", "cross": "plus", "crossRot": "cross",
        "star": "star", "line": "line", "dash": "halfLine",
    ]

    /// The colours of a dataset that has none: those from QuickChart or Chart.js 4, otherwise a faint black.
    func usual(_ dataset: Dataset) -> (line: Paint, fill: Paint) {
        guard hasPalette else {
            let color = options["borderColor"].text.flatMap { Paint.read($0) } ?? "#0000001a"
            return (
                Paint(color: color),
                Paint(color: options["backgroundColor"].text.flatMap { Paint.read($0) } ?? "#0000001a")
            )
        }
        let color = Paint(color: palette[dataset.index % palette.count])
        // QuickChart's bars and bubbles are opaque.
        let isOpaque = context.hasQuickChartDefaults && (dataset.type == "bar" || dataset.type == "bubble")
        return (isOpaque ? Paint(color: "#0000001a") : color, isOpaque ? color : color.opacity(0.5))
    }

    /// The values of the samples, or a list of one value if all are equal.
    private func rows<T>(
        _ count: Int, _ node: Node?, _ read: (Int) throws(ChartJSError) -> T
    ) throws(ChartJSError) -> [T] where T: Equatable {
        guard isIndexed(node), count > 0 else { return [try read(0)] }
        if count > ChartJSLimits.rows, let node {
            warn(node.path, "the list repeats after the first \(ChartJSLimits.rows) samples")
        }
        let count = min(count, ChartJSLimits.rows)
        var values: [T] = []
        for k in 0..<count { values.append(try read(k)) }
        return values.allSatisfy { $0 == values[0] } ? [values[0]] : values
    }

    func pointStyle(_ dataset: Dataset, isShown: Bool = true) throws(ChartJSError) -> JSON {
        let count = dataset.count
        let usual = usual(dataset)
        let isLine = dataset.type == "line" || dataset.type == "radar"
        func option(_ name: String, _ short: String) -> Node? {
            self.option(dataset, ["point" + name, short], element: "point", short: short)
        }
        var style: JSON = ["showPoints": true, "innerRadius": 0]
        let radius = self.option(dataset, ["pointRadius", "radius"], element: "point", short: "radius")
        let radii = try rows(count, radius) { k throws(ChartJSError) in
            self.clamp(try self.number(radius, dataset, k) ?? 3, 1_000)
        }
        let kind = self.option(dataset, ["pointStyle"], element: "point")
        var isHidden: Set<Int> = []
        let symbols = try rows(count, kind) { k throws(ChartJSError) in
            guard let kind else { return "circle" }
            let found = try self.resolved(kind, dataset, k)
            if found.bool == false, found.text == "false" { isHidden.insert(k) }
            guard let name = found.text, let symbol = Self.symbols[name] else {
                if found.text != "false" {
                    self.warn(
                        kind.path,
                        "found \(found.text.map { "\"\($0.prefix(40))\"" } ?? found.value.phrase); a circle is drawn")
                }
                return "circle"
            }
            return symbol
        }
        if symbols.count == 1, isHidden.contains(0) || radii == [0] || !isShown { return ["showPoints": false] }
        set(&style, "symbol", "symbols", symbols) { .string($0) }
        var sizes = radii
        if !isHidden.isEmpty { sizes = (0..<count).map { isHidden.contains($0) ? 0 : radii[$0 % radii.count] } }
        set(&style, "radius", "radii", sizes) { .number($0) }
        let turn = option("Rotation", "rotation")
        let turns = try rows(count, turn) { k throws(ChartJSError) in
            (try self.number(turn, dataset, k) ?? 0) * -.pi / 180
        }
        if turns != [0] {
            set(&style, "rotation", "rotations", turns) { .number($0.isFinite ? min(max($0, -1_000), 1_000) : 0) }
        }
        let fill = fillOfPoints(dataset)
        let fills = try rows(count, fill) { k throws(ChartJSError) in
            (try self.paint(fill, dataset, k) ?? usual.fill).color
        }
        set(&style, "color", "colors", fills) { .string($0) }
        let edge = edgeOfPoints(dataset)
        let edges = try rows(count, edge) { k throws(ChartJSError) in
            (try self.paint(edge, dataset, k) ?? usual.line).color
        }
        set(&style, "outlineColor", "outlineColors", edges) { .string($0) }
        let width = self.option(
            dataset, context.version == .v2 && isLine ? ["pointBorderWidth"] : ["pointBorderWidth", "borderWidth"],
            element: "point", short: "borderWidth")
        let widths = try rows(count, width) { k throws(ChartJSError) in
            self.clamp(try self.number(width, dataset, k) ?? 1, 1_000)
        }
        set(&style, "outlineWidth", "outlineWidths", widths) { .number($0) }
        return style
    }

    private func fillOfPoints(_ dataset: Dataset) -> Node? {
        option(dataset, ["pointBackgroundColor", "backgroundColor"], element: "point", short: "backgroundColor")
    }

    private func edgeOfPoints(_ dataset: Dataset) -> Node? {
        option(dataset, ["pointBorderColor", "borderColor"], element: "point", short: "borderColor")
    }

    private func set<T>(_ style: inout JSON, _ one: String, _ many: String, _ values: [T], _ json: (T) -> JSON) {
        if values.count == 1 { style[one] = json(values[0]) } else { style[many] = .array(values.map(json)) }
    }

    // MARK: Lines

    func addLine(_ plot: Plot, _ plots: [Plot], _ drawing: inout Drawing) throws(ChartJSError) {
        let dataset = plot.dataset
        if dataset.type == "bubble" { return try addBubbles(plot, &drawing) }
        let usual = usual(dataset)
        let isDrawn = try drawsLine(dataset)
        // A line that is not drawn may still be filled.
        let isFilled = try isFilled(dataset)
        let line = isDrawn || dataset.type == "line" && isFilled
        var samples = plot.samples.indices.map { (position: plot.samples[$0].position, value: plot.top($0)) }
        if plot.value.kind == .logarithmic {
            samples = samples.map { (position: $0.position, value: $0.value.flatMap { $0 > 0 ? $0 : nil }) }
        }
        // A sample without a position is a gap at the previous position.
        var last = samples.lazy.compactMap(\.position).first
        for k in samples.indices where line {
            if samples[k].position == nil {
                samples[k] = (position: last, value: nil)
            } else {
                last = samples[k].position
            }
        }
        let texts = try pointTexts(plot)
        var columns: [(String, [JSON])] = [
            ("place", samples.map { drawing.cell($0.value == nil && !line ? nil : $0.position, plot.index) }),
            ("value", samples.map { drawing.cell($0.position == nil ? nil : $0.value, plot.value) }),
        ]
        if let texts { columns.append(("label", texts.map { $0.map { .string($0) } ?? .null })) }
        let isHorizontal = plot.isHorizontal
        var series: JSON = ["type": .string(line ? "line" : "scatter")]
        // Positions without a value, and values without a position, are gaps in a line.
        let table = drawing.table(columns)
        series["data"] = .string(table)
        if line || !isHorizontal {
            series["x"] = .string(isHorizontal ? "value" : "place")
            series["y"] = .string(isHorizontal ? "place" : "value")
        } else {
            series["x"] = "value"
            series["y"] = "place"
        }
        series["xAxis"] = .string(isHorizontal ? plot.value.id : plot.index.id)
        series["yAxis"] = .string(isHorizontal ? plot.index.id : plot.value.id)
        let title = try title(of: dataset)
        if let title { series["title"] = .string(title) } else { series["showInLegend"] = false }
        var style: JSON = ["pointStyle": try pointStyle(dataset)]
        if let texts, samples.count <= ChartJSLimits.labels {
            drawing.annotations += try labelNotes(plot, texts) { k in
                samples[k].position.flatMap { at in samples[k].value.map { (at: at, from: $0, to: $0) } }
            }
        } else if let labels = try labelStyle(dataset, hasTexts: texts != nil) {
            style["dataPointLabelStyle"] = labels
        }
        guard line else {
            series["style"] = style
            drawing.series.append(series)
            return
        }
        if isHorizontal { series["orientation"] = "vertical" }
        let width = clamp(try number(option(dataset, ["borderWidth"], element: "line"), dataset) ?? 3, 1_000)
        let color = try paint(option(dataset, ["borderColor"], element: "line"), dataset) ?? usual.line
        style["lineColor"] = .string(color.color)
        style["lineWidth"] = .number(isDrawn ? width : 0)
        style["dashStyle"] = try dashes(option(dataset, ["borderDash"], element: "line"), dataset)
        try addShape(plot, &series)
        if let span = option(dataset, ["spanGaps"], element: "line") {
            if case .number(let distance) = span.value, distance > 0, distance.isFinite {
                series["connectGaps"] = .number(plot.index.kind == .time ? distance / 1_000 : distance)
            } else if span.bool == true {
                series["connectGaps"] = true
            }
        }
        for name in ["borderCapStyle", "borderJoinStyle", "borderDashOffset", "segment"]
        where option(dataset, [name], element: "line") != nil {
            warn("\(dataset.node.path).\(name)", "is ignored")
        }
        try addFill(plot, plots, &series, &style, &drawing)
        series["style"] = style
        drawing.positions[dataset.index] = drawing.series.count
        drawing.series.append(series)
    }

    /// Adds steps and curves.
    private func addShape(_ plot: Plot, _ series: inout JSON) throws(ChartJSError) {
        let dataset = plot.dataset
        if let stepped = option(dataset, ["stepped", "steppedLine"], element: "line").map({
            (try? resolved($0, dataset)) ?? $0
        }), stepped.isPresent,
            stepped.text != "false"
        {
            series["type"] = "stepLine"
            switch stepped.text {
            case "after": series["steps"] = "before"
            case "middle": series["steps"] = "middle"
            default: series["steps"] = "after"
            }
            return
        }
        if try text(option(dataset, ["cubicInterpolationMode"], element: "line"), dataset) == "monotone" {
            series["curve"] = "monotone"
            return
        }
        // Lines of version 2 are curved, except in QuickChart.
        let usual = context.version == .v2 && !context.hasQuickChartDefaults ? 0.4 : 0
        let tension = try number(option(dataset, ["tension", "lineTension"], element: "line"), dataset) ?? usual
        if tension > 0 {
            series["curve"] = "smooth"
            series["tension"] = .number(min(tension, 1))
        }
    }

    // MARK: Bubbles

    private func addBubbles(_ plot: Plot, _ drawing: inout Drawing) throws(ChartJSError) {
        let dataset = plot.dataset
        let radius = option(dataset, ["radius", "pointRadius"], element: "point", short: "radius")
        var cells: [[JSON]] = [[], [], []]
        var radii: [Double] = []
        for (k, sample) in plot.samples.enumerated() {
            let usual = try number(radius, dataset, k) ?? 3
            let isWritten = dataset.data[k]["r"].isPresent
            radii.append(clamp(sample.radius ?? (isWritten ? 0 : usual), 1_000))
            cells[0].append(drawing.cell(sample.position, plot.index))
            cells[1].append(drawing.cell(sample.value, plot.value))
        }
        let texts = try pointTexts(plot)
        var columns = [("x", plot.isHorizontal ? cells[1] : cells[0]), ("y", plot.isHorizontal ? cells[0] : cells[1])]
        if let texts { columns.append(("label", texts.map { $0.map { .string($0) } ?? .null })) }
        var series: JSON = ["type": "scatter", "data": .string(drawing.table(columns)), "x": "x", "y": "y"]
        series["xAxis"] = .string(plot.isHorizontal ? plot.value.id : plot.index.id)
        series["yAxis"] = .string(plot.isHorizontal ? plot.index.id : plot.value.id)
        if let title = try title(of: dataset) {
            series["title"] = .string(title)
        } else {
            series["showInLegend"] = false
        }
        var point = try pointStyle(dataset)
        if case .bool(true)? = point["showPoints"], !radii.isEmpty {
            point["radius"] = nil
            if radii.count > ChartJSLimits.rows {
                throw error(dataset.node["data"], "\(radii.count) bubbles; \(ChartJSLimits.rows) are drawn")
            }
            point["radii"] = JSON(radii.map { Optional($0) })
        }
        var style: JSON = ["pointStyle": point]
        if let labels = try labelStyle(dataset, hasTexts: texts != nil) { style["dataPointLabelStyle"] = labels }
        series["style"] = style
        drawing.series.append(series)
    }
}
