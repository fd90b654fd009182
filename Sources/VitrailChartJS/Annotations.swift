import VitrailScript

/// Lines, boxes and texts of the plug-in `annotation`.
extension Importer {
    func annotations(_ scales: [Scale]) throws(ChartJSError) -> [JSON] {
        let node = plugins["annotation"]["annotations"]
        let all = node.isArray ? node.elements : node.members.map(\.node)
        guard all.count <= 500 else { throw error(node, "\(all.count) annotations; 500 are drawn") }
        var notes: [JSON] = []
        for node in all where node.isObject && node["display"].bool != false {
            switch node["type"].text {
            case "line": notes += try line(node, scales)
            case "box": notes += try box(node, scales)
            case "label": notes += try label(node, scales)
            case let name:
                warn(
                    node.path, "annotations of type \"\(name?.prefix(40) ?? "")\" are left out; use line, box or label")
            }
        }
        return notes
    }

    private func scale(_ node: Node, _ scales: [Scale], isHorizontal: Bool) -> Scale? {
        let own = scales.filter { $0.isHorizontal == isHorizontal }
        guard let id = node.text else { return own.first }
        return own.first { $0.id == id } ?? own.first
    }

    private func isHorizontal(_ id: String, _ scales: [Scale]) -> Bool {
        scales.first { $0.id == id }?.isHorizontal ?? id.hasPrefix("x")
    }

    /// The value of an annotation on a scale.
    private func value(_ node: Node, _ scale: Scale) throws(ChartJSError) -> JSON? {
        let node = try resolved(node)
        guard node.isPresent else { return nil }
        switch scale.kind {
        case .time: return try time(node, scale).map { .string(Moment.iso($0)) }
        case .category:
            if let index = scale.position(of: node.text) { return .number(Double(index)) }
            return node.number.map { .number($0) }
        default: return node.number.flatMap { $0.isFinite && abs($0) < 1e300 ? .number($0) : nil }
        }
    }

    /// Adds the text with its font, colour and position.
    private func addLabel(_ node: Node, to note: inout JSON) throws(ChartJSError) {
        let isShown = node["display"].bool ?? node["enabled"].bool ?? false
        guard isShown, let text = try shown(node["content"]) else { return }
        note["text"] = .string(text)
        note["font"] = font(node, isBold: true)
        let color = try paint(node["color"].isPresent ? node["color"] : node["fontColor"])
        note["textColor"] = .string(color?.color ?? "#333333")
    }

    private func line(_ node: Node, _ scales: [Scale]) throws(ChartJSError) -> [JSON] {
        var width = try number(node["borderWidth"]) ?? 2
        if width <= 0 { width = 0 }
        let color = try paint(node["borderColor"]) ?? usualLine
        var isUpright = node["mode"].text == "vertical" || node["orientation"].text == "vertical"
        var value: Node?, scaleID = node["scaleID"]
        if scaleID.isPresent {
            if node["mode"].text == nil { isUpright = isHorizontal(scaleID.text ?? "", scales) }
            value = node["value"]
            if node["endValue"].isPresent {
                warn("\(node.path).endValue", "lines run straight across; the line is at value")
            }
        } else {
            let ends = (x: node["xMin"], xMax: node["xMax"], y: node["yMin"], yMax: node["yMax"])
            if ends.x.isPresent, !ends.y.isPresent || ends.x.number == ends.xMax.number && ends.x.number != nil {
                isUpright = true
                value = ends.x
                scaleID = node["xScaleID"]
            } else if ends.y.isPresent {
                isUpright = false
                value = ends.y
                scaleID = node["yScaleID"]
                if ends.yMax.isPresent, ends.yMax.number != ends.y.number {
                    warn(node.path, "lines run straight across; the line is at yMin")
                }
            }
        }
        guard let value, let scale = scale(scaleID, scales, isHorizontal: isUpright),
            let position = try self.value(value, scale)
        else {
            warn(node.path, "a line needs scaleID and value; it is left out")
            return []
        }
        var note: JSON = ["type": isUpright ? "verticalLine" : "horizontalLine"]
        note[isUpright ? "x" : "y"] = position
        note[isUpright ? "xAxis" : "yAxis"] = .string(scale.id)
        note["color"] = .string(color.color)
        note["width"] = .number(clamp(width, 1_000))
        note["dashStyle"] = try dashes(node["borderDash"])
        note["position"] = layer(node)
        try addLabel(node["label"], to: &note)
        return [note]
    }

    private var usualLine: Paint { Paint(color: "#666666ff") }

    private func layer(_ node: Node) -> JSON {
        (node["drawTime"].text ?? "afterDatasetsDraw").hasPrefix("before") ? "belowData" : "aboveData"
    }

    private func box(_ node: Node, _ scales: [Scale]) throws(ChartJSError) -> [JSON] {
        var note: JSON = ["type": "rectangle"]
        guard let x = scale(node["xScaleID"], scales, isHorizontal: true),
            let y = scale(node["yScaleID"], scales, isHorizontal: false)
        else { return [] }
        func end(_ name: String, _ scale: Scale, _ other: Double) throws(ChartJSError) -> JSON {
            try value(node[name], scale) ?? (scale.kind == .time ? .string(Moment.iso(other)) : .number(other))
        }
        note["x"] = try end("xMin", x, x.start)
        note["xMax"] = try end("xMax", x, x.end)
        note["y"] = try end("yMin", y, y.start)
        note["yMax"] = try end("yMax", y, y.end)
        note["xAxis"] = .string(x.id)
        note["yAxis"] = .string(y.id)
        note["color"] = .string((try paint(node["backgroundColor"]) ?? Paint(color: "#0000001a")).color)
        note["position"] = layer(node)
        if node["borderColor"].isPresent { warn("\(node.path).borderColor", "boxes have no borders") }
        try addLabel(node["label"], to: &note)
        return [note]
    }

    private func label(_ node: Node, _ scales: [Scale]) throws(ChartJSError) -> [JSON] {
        guard let x = scale(node["xScaleID"], scales, isHorizontal: true),
            let y = scale(node["yScaleID"], scales, isHorizontal: false),
            let text = try shown(node["content"])
        else { return [] }
        let positions = (x: try value(node["xValue"], x), y: try value(node["yValue"], y))
        var note: JSON = [
            "type": "text", "text": .string(text), "x": positions.x ?? .number((x.start + x.end) / 2),
            "y": positions.y ?? .number((y.start + y.end) / 2),
        ]
        note["xAxis"] = .string(x.id)
        note["yAxis"] = .string(y.id)
        note["font"] = font(node)
        note["textColor"] = .string((try paint(node["color"]) ?? Paint(color: "#000000ff")).color)
        if let background = try paint(node["backgroundColor"]), !background.isClear {
            note["background"] = .string(background.color)
        }
        return [note]
    }
}
