import VitrailScript

extension Importer {
    /// The thickness of an axis without texts, or an estimate with its texts.
    func thickness(_ scale: Scale, _ all: Bool = true) -> Double {
        guard scale.isShown, scale.side != nil else { return 0 }
        var size = markLength(scale)
        if all, let title = try? axisTitle(scale), !title.isEmpty { size += lineHeight(scale.node["title"]) + 8 }
        guard all, scale.showsLabels, !scale.ticks.isEmpty else { return size }
        let font = lineHeight(scale.node["ticks"]) / 1.2
        let lines = Double(scale.ticks.map { $0.label.split(separator: "\n").count }.max() ?? 1)
        return size + 6
            + (scale.isHorizontal
                ? lines * font * 1.2 : scale.ticks.map { TextWidth.of($0.label, size: font) }.max() ?? 0)
    }

    func markLength(_ scale: Scale) -> Double {
        let grid = scale.node["grid"]
        guard grid["drawTicks"].bool ?? true else { return 0 }
        return min(
            max(grid["tickLength"].number ?? grid["tickMarkLength"].number ?? (context.version == .v2 ? 10 : 8), 0), 200
        )
    }

    func axisTitle(_ scale: Scale) throws(ChartJSError) -> String? {
        let node = scale.node["title"]
        guard scale.isShown, node["display"].bool == true else { return nil }
        return try shown(node["text"])
    }

    /// Whether the axis shows any text.
    func hasTexts(_ scale: Scale) throws(ChartJSError) -> Bool {
        guard scale.isShown else { return false }
        return try axisTitle(scale) != nil || scale.showsLabels && scale.ticks.contains { !$0.label.isEmpty }
    }

    /// The colour of a scale's lines.
    private func lineColor(_ node: Node) throws(ChartJSError) -> String {
        try paint(node, nil, 0)?.color ?? (options["borderColor"].text.flatMap { Paint.read($0) } ?? "#0000001a")
    }

    /// - Parameters:
    ///   - width: the thickness of the axis. `nil`: as its texts need.
    ///   - isOfTexts: whether the positions are the texts of a category axis.
    func axis(
        _ scale: Scale, crossing other: Scale?, width: Double?, isOfTexts: Bool, bars: (set: Double, bar: Double)?
    ) throws(ChartJSError) -> JSON {
        var axis: JSON = [:]
        switch scale.kind {
        case .linear: axis["type"] = "number"
        case .category: axis["type"] = isOfTexts ? "category" : "number"
        case .logarithmic: axis["type"] = "logarithmic"
        case .time:
            axis["type"] = "dateTime"
            axis["timeZone"] = "UTC"
            axis["showsDateAtMidnight"] = false
        }
        axis["id"] = .string(scale.id)
        let (from, to) = (min(scale.start, scale.end), max(scale.start, scale.end))
        axis["defaultRange"] =
            scale.kind == .time ? [.string(Moment.iso(from)), .string(Moment.iso(to))] : [.number(from), .number(to)]
        axis["reversed"] = .bool(scale.isFlipped)
        let isFar = scale.side == "right" || scale.side == "top"
        axis["axisPosition"] = .string(isFar ? "reverse" : "normal")
        axis["axisPositionValue"] = crossing(scale, other)
        if let title = try axisTitle(scale) { axis["title"] = .string(title) }
        let isShown = scale.isShown
        let showsLabels = isShown && scale.showsLabels
        // Gridlines between categories belong to a separate axis.
        let isBetween = isGridBetween(scale)
        if !isOfTexts || scale.ticks.count != scale.categories.count {
            // Every n-th tick if there are very many.
            let stride = (scale.ticks.count + ChartJSLimits.ticks - 1) / ChartJSLimits.ticks
            let ticks =
                stride > 1 ? scale.ticks.enumerated().filter { $0.offset % stride == 0 }.map(\.element) : scale.ticks
            axis["majorTickValues"] = .array(
                ticks.map { scale.kind == .time ? .string(Moment.iso($0.value)) : .number($0.value) })
            axis["majorTickLabels"] = .array(ticks.map { .string($0.label) })
        }
        axis["width"] = width.map { .number($0) } ?? (isShown ? nil : 0)
        let grid = scale.node["grid"], ticks = scale.node["ticks"], border = scale.node["border"]
        let gridColor = try lineColor(grid["color"])
        let hasGrid = isShown && grid["display"].bool != false
        let marks = hasGrid && !isBetween && (grid["drawTicks"].bool ?? true)
        let tickColor = try paint(grid["tickColor"], nil, 0)?.color ?? gridColor
        let lineWidth = try number(grid["lineWidth"], nil, 0) ?? 1
        var tickStyle: JSON = [
            "showTicks": .bool(marks), "showLabels": .bool(showsLabels), "lineColor": .string(tickColor),
            "lineLength": .number(markLength(scale)),
            "lineWidth": .number(clamp(try number(grid["tickWidth"], nil, 0) ?? lineWidth, 100)),
            "labelFont": font(ticks), "labelColor": .string(try paint(ticks["color"], nil, 0)?.color ?? textColor),
            "tickGap": .number(
                clamp(ticks["padding"].number ?? (context.version == .v2 ? 0 : 3), 200)
                    + (isBetween ? markLength(scale) : 0)),
        ]
        let turned = ticks["minRotation"].number ?? 0
        if scale.isHorizontal, turned > 0 { tickStyle["tickLabelOrientation"] = turned >= 70 ? "vertical" : "diagonal" }
        if scale.isHorizontal, ticks["maxRotation"].number == 0 { tickStyle["tickLabelOrientation"] = "horizontal" }
        let hasLine = isShown && border["display"].bool != false
        let titleNode = scale.node["title"]
        axis["style"] = [
            "lineColor": .string(try border["color"].isPresent ? lineColor(border["color"]) : gridColor),
            "lineWidth": .number(hasLine ? clamp(border["width"].number ?? 1, 100) : 0),
            "interSeriesSetPadding": bars.map { .number($0.set) },
            "interSeriesPadding": bars.map { .number($0.bar) }, "majorTickStyle": tickStyle,
            "minorTickStyle": ["showTicks": false, "showLabels": false],
            "majorGridLineStyle": [
                "showMajorGridLines": .bool(hasGrid && !isBetween && grid["drawOnChartArea"].bool != false),
                "lineColor": .string(gridColor),
                "lineWidth": .number(clamp(lineWidth, 100)),
                "dashStyle": try dashes(border["dash"].isPresent ? border["dash"] : grid["borderDash"]),
            ],
            "gridStripeStyle": ["showGridStripes": false],
            "titleStyle": [
                "font": font(titleNode), "textColor": .string(try paint(titleNode["color"])?.color ?? textColor),
            ],
        ]
        return axis
    }

    func clamp(_ value: Double, _ maximum: Double) -> Double { value.isFinite ? min(max(value, 0), maximum) : 0 }

    /// Whether gridlines lie between the bars and not at their centres.
    func isGridBetween(_ scale: Scale) -> Bool {
        guard scale.kind == .category, scale.hasOffset else { return false }
        return scale.node["grid"]["offset"].bool ?? true
    }

    /// An axis that shows only gridlines between categories.
    func gridAxis(_ scale: Scale) throws(ChartJSError) -> JSON? {
        let grid = scale.node["grid"]
        guard isGridBetween(scale), scale.isShown, grid["display"].bool != false, grid["drawOnChartArea"].bool != false,
            scale.ticks.count < ChartJSLimits.ticks
        else {
            return nil
        }
        let first = scale.ticks.first.map { $0.value - 0.5 } ?? scale.start
        let positions = [first] + scale.ticks.map { $0.value + 0.5 }
        return [
            "type": "number", "id": .string("\(scale.id)\u{200B}"),
            "defaultRange": [.number(scale.start), .number(scale.end)], "reversed": .bool(scale.isFlipped),
            "majorTickValues": JSON(positions.map { Optional($0) }),
            "majorTickLabels": .array(positions.map { _ in "" }), "width": 0,
            "style": [
                "lineWidth": 0, "majorTickStyle": ["showTicks": false, "showLabels": false],
                "minorTickStyle": ["showTicks": false, "showLabels": false],
                "majorGridLineStyle": [
                    "showMajorGridLines": true, "lineColor": .string(try lineColor(grid["color"])),
                    "lineWidth": .number(clamp(try number(grid["lineWidth"], nil, 0) ?? 1, 100)),
                    "dashStyle": try dashes(
                        scale.node["border"]["dash"].isPresent ? scale.node["border"]["dash"] : grid["borderDash"]),
                ],
                "gridStripeStyle": ["showGridStripes": false],
            ],
        ]
    }

    /// The position where the axis crosses the other one. `nil`: it lies at a side.
    private func crossing(_ scale: Scale, _ other: Scale?) -> JSON? {
        let node = scale.node["position"]
        if node.text == "center", let other, other.kind != .logarithmic {
            let middle = (other.start + other.end) / 2
            return other.kind == .time ? .string(Moment.iso(middle)) : .number(middle)
        }
        guard node.isObject, let member = node.members.first, let value = member.node.number, abs(value) < 1e300 else {
            return nil
        }
        return other?.kind == .time ? .string(Moment.iso(value)) : .number(value)
    }
}
