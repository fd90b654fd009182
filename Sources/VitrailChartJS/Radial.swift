import Foundation
import VitrailScript

/// Radar and polar area charts.
extension Importer {
    func radar() throws(ChartJSError) -> JSON {
        var chart = try frame()
        let node = options["scales"]["r"]
        for dataset in datasets where dataset.type != type {
            throw error(
                dataset.node["type"], "a \(dataset.type) is not possible in a \(type) chart",
                "use datasets without a type")
        }
        let isPolar = type == "polarArea"
        let scale = Scale(id: "r", isHorizontal: false, kind: .linear, node: node)
        if let kind = node["type"].text, kind != "radialLinear" {
            throw error(node["type"], "a radar chart has no scale of type \"\(kind.prefix(40))\"", "use radialLinear")
        }
        let angles = Scale(
            id: "angle", isHorizontal: true, kind: .category, node: Node(value: .undefined, path: "data.labels"))
        angles.categories = labels
        var plots: [Plot] = []
        for dataset in datasets {
            let plot = Plot(dataset: dataset, index: angles, value: scale)
            for (k, node) in dataset.data.enumerated() {
                let key = (dataset.node["parsing"].isObject ? dataset.node["parsing"] : options["parsing"])["key"].text
                let found =
                    key.map { key in key.split(separator: ".").reduce(node) { $0[String($1)] } }
                    ?? (node["r"].isPresent ? node["r"] : node["y"])
                let number = node.isObject ? found.number : node.number
                var sample = Sample()
                sample.position = Double(k)
                sample.value = number.flatMap { $0.isFinite && abs($0) < 1e300 ? $0 : nil }
                plot.samples.append(sample)
            }
            plots.append(plot)
        }
        let count = max(labels.count, plots.map(\.samples.count).max() ?? 0)
        guard count <= ChartJSLimits.ticks else {
            throw error(config["data"], "\(count) directions; \(ChartJSLimits.ticks) are drawn")
        }
        scale.isIndex = true
        let inset = padding
        let side = min(context.width - inset.left - inset.right, context.height - inset.top - inset.bottom)
        guard side > 2 else { throw error(options["layout"]["padding"], "it leaves no room for the chart") }
        // The space that title and legend leave, approximately.
        var rest = side
        if chart["title"] != nil { rest -= lineHeight(plugins["title"]) + 20 }
        var entries = isPolar ? labels.map { Node.text($0) ?? "" } : []
        if !isPolar { for dataset in datasets { if let text = try title(of: dataset) { entries.append(text) } } }
        if try legend(hasEntries: entries.contains { !$0.isEmpty }) != nil { rest -= legendHeight(entries) }
        if scale.isShown, node["pointLabels"]["display"].bool != false, !isPolar || context.version == .v2 {
            rest -= 30
        }
        scale.length = max(rest / 2, 1)
        try setRange(scale, plots)
        let names = (0..<count).map {
            labels.indices.contains($0) ? String((Node.text(labels[$0]) ?? "").prefix(ChartJSLimits.characters)) : ""
        }
        let isShown = scale.isShown
        let hasNames = isShown && node["pointLabels"]["display"].bool != false && names.contains { !$0.isEmpty }
        chart["legend"] = try legend(hasEntries: isPolar ? names.contains { !$0.isEmpty } : hasTitles())
        chart["canvasInset"] = inset.json
        let start = (node["startAngle"].number ?? 0) / 360
        chart["xAxis"] = try angleAxis(
            node, names, isShown: isShown, hasNames: hasNames && !isPolar, start: start, isPolar: isPolar)
        chart["yAxis"] = try radiusAxis(scale, isShown: isShown)
        var drawing = Drawing()
        let positions = Self.directions(count, start)
        for plot in plots.reversed() where !plot.dataset.isHidden {
            if isPolar {
                try addPolar(plot, names, positions, &drawing)
            } else {
                try addRadar(plot, positions, &drawing)
            }
        }
        // Without a series, the axes would be rectangular.
        if drawing.series.isEmpty {
            let table = drawing.table([
                ("place", positions.map { .number($0) }), ("value", positions.map { _ in .null }),
            ])
            drawing.series.append([
                "type": "radialLine", "data": .string(table), "x": "place", "y": "value", "showInLegend": false,
            ])
        }
        chart["data"] = .object(drawing.tables)
        chart["series"] = .array(drawing.series)
        return chart
    }

    private func angleAxis(
        _ node: Node, _ names: [String], isShown: Bool, hasNames: Bool, start: Double, isPolar: Bool
    ) throws(ChartJSError) -> JSON {
        let lines = node["angleLines"], grid = node["grid"]
        let color =
            try paint(lines["color"].isPresent ? lines["color"] : grid["color"], nil, 0) ?? Paint(color: "#0000001a")
        let isCircle = grid["circular"].bool ?? (type == "polarArea")
        let width = clamp(
            try number(lines["lineWidth"].isPresent ? lines["lineWidth"] : grid["lineWidth"], nil, 0) ?? 1, 100)
        // The spokes form a ring: the last position equals the first one.
        let from = Self.turn(start, names.count)
        var axis: JSON = [
            "type": "number", "id": "angle",
            "defaultRange": [.number(from), .number(from + Double(max(names.count, 1)))],
            "majorTickValues": JSON(Self.directions(names.count, start).map { Optional($0) }),
            "majorTickLabels": .array(names.map { .string($0) }),
        ]
        // The texts of a category axis are entries of the legend.
        if isPolar, start == 0, !names.isEmpty, Set(names).count == names.count, !names.contains("") {
            axis = ["type": "category", "id": "angle"]
        }
        let labels = node["pointLabels"]
        axis["style"] = [
            "lineWidth": 0,
            "majorTickStyle": [
                "showTicks": false, "showLabels": .bool(hasNames), "labelFont": font(labels, size: 10),
                "labelColor": .string(try paint(labels["color"], nil, 0)?.color ?? textColor), "tickGap": 5,
            ],
            "minorTickStyle": ["showTicks": false, "showLabels": false],
            "majorGridLineStyle": [
                "showMajorGridLines": .bool(isShown && (lines["display"].bool ?? !isPolar)),
                "lineColor": .string(color.color), "lineWidth": .number(width),
                "lineRenderMode": .string(isCircle ? "curved" : "linear"),
            ],
            "gridStripeStyle": ["showGridStripes": false],
        ]
        if !hasNames { axis["width"] = 0 }
        return axis
    }

    private func radiusAxis(_ scale: Scale, isShown: Bool) throws(ChartJSError) -> JSON {
        let node = scale.node, grid = node["grid"], ticks = node["ticks"]
        let color = try paint(grid["color"], nil, 0) ?? Paint(color: "#0000001a")
        let isCircle = grid["circular"].bool ?? (type == "polarArea")
        let showsLabels = isShown && ticks["display"].bool != false
        return [
            "type": "number", "id": "r", "defaultRange": [.number(scale.start), .number(scale.end)],
            "majorTickValues": JSON(scale.ticks.map { Optional($0.value) }),
            "majorTickLabels": .array(scale.ticks.map { .string($0.label) }),
            "style": [
                "lineWidth": 0,
                "majorTickStyle": [
                    "showTicks": false, "showLabels": .bool(showsLabels), "labelFont": font(ticks),
                    "labelColor": .string(try paint(ticks["color"], nil, 0)?.color ?? textColor),
                ],
                "minorTickStyle": ["showTicks": false, "showLabels": false],
                "majorGridLineStyle": [
                    "showMajorGridLines": .bool(isShown && grid["display"].bool != false),
                    "lineColor": .string(color.color),
                    "lineWidth": .number(clamp(try number(grid["lineWidth"], nil, 0) ?? 1, 100)),
                    "lineRenderMode": .string(isCircle ? "curved" : "linear"),
                ],
                "gridStripeStyle": ["showGridStripes": false],
            ],
        ]
    }

    /// The start of the direction range at 12 o'clock. The first sample lies `start` turns after 12 o'clock.
    private static func turn(_ start: Double, _ count: Int) -> Double {
        let share = start - start.rounded(.down)
        return share.isFinite ? -share * Double(max(count, 1)) : 0
    }

    /// The directions of the samples, all within one turn.
    private static func directions(_ count: Int, _ start: Double) -> [Double] {
        let minimum = turn(start, count)
        return (0..<count).map { Double($0) < minimum + Double(count) - 1e-9 ? Double($0) : Double($0 - count) }
    }

    private func addPolar(
        _ plot: Plot, _ names: [String], _ positions: [Double], _ drawing: inout Drawing
    ) throws(ChartJSError) {
        let dataset = plot.dataset
        let isOfTexts =
            Set(names).count == names.count && !names.contains("") && positions.first == 0
            && options["scales"]["r"]["startAngle"].number ?? 0 == 0
        let fill = option(dataset, ["backgroundColor"], element: "arc"),
            edge = option(dataset, ["borderColor"], element: "arc")
        var fills: [JSON] = [], edges: [JSON] = []
        for k in positions.indices {
            let usual = hasPalette ? palette[k % palette.count] : "#0000001a"
            let faint = hasPalette && !context.hasQuickChartDefaults ? Paint(color: usual).opacity(0.5).color : usual
            fills.append(.string((try paint(fill, dataset, k) ?? Paint(color: faint)).color))
            edges.append(.string((try paint(edge, dataset, k) ?? Paint(color: "#ffffffff")).color))
        }
        let cells: [JSON] = positions.indices.map { isOfTexts ? .string(names[$0]) : .number(positions[$0]) }
        let values = positions.indices.map { k -> JSON in
            plot.samples.indices.contains(k) ? plot.samples[k].value.map { .number($0) } ?? .null : .null
        }
        let width = clamp(try number(option(dataset, ["borderWidth"], element: "arc"), dataset, 0) ?? 2, 1_000)
        let isInner = try text(option(dataset, ["borderAlign"], element: "arc"), dataset, 0) == "inner"
        drawing.series.append([
            "type": "radialColumn", "data": .string(drawing.table([("place", cells), ("value", values)])), "x": "place",
            "y": "value",
            "style": [
                "areaColors": JSON.array(fills).ifNotEmpty, "lineColors": JSON.array(edges).ifNotEmpty,
                // Outlines lie inside the edges: the halves of two neighbours form one outline that is centred on the
                // edge.
                "lineWidth": .number(isInner ? width : width / 2), "sectorAlignment": "afterDirection",
            ],
        ])
        for name in ["angle", "circumference"]
        where dataset.node[name].isPresent || options["elements"]["arc"][name].isPresent {
            warn("\(dataset.node.path).\(name)", "all sectors have one angle")
        }
    }

    private func addRadar(_ plot: Plot, _ directions: [Double], _ drawing: inout Drawing) throws(ChartJSError) {
        let dataset = plot.dataset
        let usual = usual(dataset)
        let positions = directions.map { JSON.number($0) }
        let values = directions.indices.map { k -> JSON in
            plot.samples.indices.contains(k) ? plot.samples[k].value.map { .number($0) } ?? .null : .null
        }
        var series: JSON = [
            "type": "radialLine", "data": .string(drawing.table([("place", positions), ("value", values)])),
            "x": "place", "y": "value", "pointsWrapAround": true,
        ]
        if let title = try title(of: dataset) {
            series["title"] = .string(title)
        } else {
            series["showInLegend"] = false
        }
        let isLine = dataset.node["showLine"].bool ?? options["showLine"].bool ?? true
        let color = try paint(option(dataset, ["borderColor"], element: "line"), dataset) ?? usual.line
        var style: JSON = [
            "lineColor": .string(color.color),
            "lineWidth": .number(
                isLine ? clamp(try number(option(dataset, ["borderWidth"], element: "line"), dataset) ?? 3, 1_000) : 0),
            "dashStyle": try dashes(option(dataset, ["borderDash"], element: "line"), dataset),
            "pointStyle": try pointStyle(dataset),
        ]
        let fill = option(dataset, ["fill"], element: "line")
        let isFilled =
            fill.map {
                $0.isObject || $0.number != nil && $0.bool != false || !["false", "", "none"].contains($0.text ?? "")
            } ?? true
        style["showFill"] = .bool(isFilled && plugins["filler"].bool != false)
        style["fillWithGradient"] = false
        style["areaLineWidth"] = 0
        if isFilled {
            style["areaColor"] = .string(
                (try paint(option(dataset, ["backgroundColor"], element: "line"), dataset) ?? usual.fill).color)
            if let fill, fill.isObject || !["true", "origin", "start"].contains(fill.text ?? "true") {
                warn("\(dataset.node.path).fill", "radar charts are filled to their middle")
            }
        }
        if option(dataset, ["spanGaps"], element: "line")?.bool == true { series["connectGaps"] = true }
        if let tension = try number(option(dataset, ["tension", "lineTension"], element: "line"), dataset), tension > 0
        {
            series["curve"] = "smooth"
            series["tension"] = .number(min(tension, 1))
        }
        series["style"] = style
        drawing.series.append(series)
    }
}
