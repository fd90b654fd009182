import Foundation
import VitrailScript

/// Pie and doughnut charts.
extension Importer {
    /// A length in pixels, or a percentage of `whole` such as "80%".
    func length(_ node: Node, of whole: Double) -> Double? {
        if let text = node.text, text.hasSuffix("%") { return Double(text.dropLast()).map { $0 / 100 * whole } }
        return node.number
    }

    /// Degrees. Version 2 used radians.
    private func turns(_ name: String, _ dataset: Dataset?) -> Double? {
        let node = dataset.map { $0.node[name] }.flatMap { $0.isPresent ? $0 : nil } ?? options[name]
        guard let value = node.number, value.isFinite, abs(value) < 1e6 else { return nil }
        guard context.version == .v2 || isWrittenAsOld("options.cutout"), abs(value) <= 6.5 else { return value }
        let degrees = value * 180 / .pi
        return name == "rotation" ? degrees + 90 : degrees
    }

    func pies() throws(ChartJSError) -> JSON {
        var chart = try frame()
        let shown = datasets.filter { !$0.isHidden }
        for dataset in datasets where dataset.type != "pie" && dataset.type != "doughnut" {
            throw error(
                dataset.node["type"], "a \(dataset.type) is not possible in a \(type)", "use datasets without a type")
        }
        let texts = labels.map { String((Node.text($0) ?? "").prefix(ChartJSLimits.characters)) }
        chart["legend"] = try legend(hasEntries: texts.contains { !$0.isEmpty } && !shown.isEmpty)
        var area = padding
        let hasTexts = chart["title"] != nil || chart["subtitle"] != nil || chart["legend"] != nil
        if hasTexts { area = area + Insets(left: 4, top: 4, right: 4, bottom: 4) }
        // The space that title and legend leave, approximately.
        var room = (width: context.width - area.left - area.right, height: context.height - area.top - area.bottom)
        if chart["title"] != nil { room.height -= lineHeight(plugins["title"]) + 12 }
        if chart["legend"] != nil {
            let position = plugins["legend"]["position"].text ?? "top"
            if position == "left" || position == "right" {
                room.width -= 70 + (texts.map { TextWidth.of($0) }.max() ?? 0)
            } else {
                room.height -= legendHeight(texts)
            }
        }
        guard room.width > 1, room.height > 1 else {
            throw error(options["layout"]["padding"], "it leaves no room for the chart")
        }
        var border = 0.0, offset = 0.0
        if let first = shown.first {
            for k in first.data.indices {
                if try text(option(first, ["borderAlign"], element: "arc"), first, k) != "inner" {
                    border = max(border, try number(option(first, ["borderWidth"], element: "arc"), first, k) ?? 2)
                }
                offset = max(offset, try number(option(first, ["offset"], element: "arc"), first, k) ?? 0)
            }
        }
        let spacing = border + offset + (options["spacing"].number ?? shown.first?.node["spacing"].number ?? 0)
        let whole = max((min(room.width, room.height) - spacing) / 2, 0)
        let cut = options["cutout"].isPresent ? options["cutout"] : options["datasets"][type]["cutout"]
        let usualCut = type == "doughnut" ? 0.5 : 0
        let cutout = whole > 0 ? min(max((length(cut, of: whole) ?? usualCut * whole) / whole, 0), 1) : 0
        let extents = Extents(shown.map { (turns("rotation", $0) ?? 0, turns("circumference", $0) ?? 360) }, cutout)
        let maximum = max(min((room.width - spacing) / extents.ratioX, (room.height - spacing) / extents.ratioY) / 2, 0)
        let radiusNode = options["radius"]
        let outer = min(max(length(radiusNode, of: maximum) ?? maximum, 0), 16_384)
        let weights = shown.map { max($0.node["weight"].number ?? 1, 0) }
        let total = max(weights.reduce(0, +), 1e-9)
        let step = outer * (1 - cutout) / total
        // The centre of the plot area is the centre of the pie.
        let middle = (
            x: area.left + room.width / 2 + extents.offsetX * outer,
            y: area.top + room.height / 2 + extents.offsetY * outer
        )
        if !hasTexts {
            func sides(_ middle: Double, _ whole: Double) -> (Double, Double) {
                let half = max(min(middle, whole - middle), 0.5)
                return (max(middle - half, 0), max(whole - middle - half, 0))
            }
            let x = sides(middle.x, context.width), y = sides(middle.y, context.height)
            area = Insets(left: x.0, top: y.0, right: x.1, bottom: y.1)
        }
        chart["canvasInset"] = area.json
        var drawing = Drawing()
        var edge = outer
        for (dataset, weight) in zip(shown, weights) {
            let inner = max(edge - step * weight, 0)
            try addPie(dataset, inner, edge, texts, isExact: !hasTexts, cutout: cutout, &drawing)
            edge -= step * weight
        }
        chart["data"] = .object(drawing.tables)
        chart["series"] = .array(drawing.series)
        let free = (width: context.width - area.left - area.right, height: context.height - area.top - area.bottom)
        let note = try middleText(width: min(edge * 1.8, free.width), height: min(edge * 1.8, free.height))
        chart["annotations"] = note.map { [$0] }
        return chart
    }

    /// The texts of the plug-in `doughnutlabel`.
    private func middleText(width: Double, height: Double) throws(ChartJSError) -> JSON? {
        let node = plugins["doughnutlabel"].isPresent ? plugins["doughnutlabel"] : plugins["doughnutLabel"]
        var lines: [String] = []
        for label in node["labels"].elements {
            // Line feeds only create space, also if they were escaped twice.
            guard let text = try shown(label["text"]) else { continue }
            let trimmed = text.replacingOccurrences(of: "\\n", with: "\n").trimmingCharacters(
                in: .whitespacesAndNewlines)
            if !trimmed.isEmpty { lines.append(trimmed) }
        }
        guard !lines.isEmpty, let first = node["labels"].elements.first else { return nil }
        return [
            "type": "rectangle", "width": .number(max(width, 10)), "height": .number(max(height, 10)),
            "color": "#00000000",
            "text": .string(lines.joined(separator: "\n")), "font": font(first, size: 14),
            "textColor": .string(try paint(first["color"])?.color ?? textColor),
        ]
    }

    private func addPie(
        _ dataset: Dataset, _ inner: Double, _ outer: Double, _ names: [String], isExact: Bool, cutout: Double,
        _ drawing: inout Drawing
    ) throws(ChartJSError) {
        let key =
            (dataset.node["parsing"].isObject ? dataset.node["parsing"] : options["parsing"])["key"].text ?? "value"
        var values: [Double] = []
        for node in dataset.data {
            let value = node.isObject ? key.split(separator: ".").reduce(node) { $0[String($1)] }.number : node.number
            values.append(value.flatMap { $0.isFinite && abs($0) < 1e300 ? abs($0) : nil } ?? 0)
        }
        let sum = values.reduce(0, +)
        guard sum > 0, sum.isFinite else { return }
        let hasColors = hasPalette
        // Chart.js continues the colours from ring to ring.
        let first = context.hasQuickChartDefaults ? 0 : datasets.prefix(dataset.index).reduce(0) { $0 + $1.count }
        let fill = option(dataset, ["backgroundColor"], element: "arc"),
            edge = option(dataset, ["borderColor"], element: "arc")
        let width = option(dataset, ["borderWidth"], element: "arc")
        var fills: [JSON] = [], edges: [JSON] = []
        if values.count > 256 { warn("\(dataset.node.path).data", "more than 256 slices; the colours repeat") }
        for k in values.indices.prefix(255) {
            let usual = hasColors ? palette[(k + first) % palette.count] : "#0000001a"
            fills.append(.string((try paint(fill, dataset, k) ?? Paint(color: usual)).color))
            edges.append(.string((try paint(edge, dataset, k) ?? Paint(color: "#ffffffff")).color))
        }
        var cells = values.map { JSON.number($0) }
        var texts = values.indices.map {
            JSON.string(names.indices.contains($0) && !names[$0].isEmpty ? names[$0] : "\($0 + 1)")
        }
        let circumference = min(max(turns("circumference", dataset) ?? 360, 0), 360)
        if circumference < 360, circumference > 0 {
            // The omitted part of the circle is an invisible slice.
            cells.append(.number(sum * (360 / circumference - 1)))
            texts.append(" ")
            fills.append("#00000000")
            edges.append("#00000000")
        }
        let border = clamp(try number(width, dataset, 0) ?? 2, 200)
        let isInner = try text(option(dataset, ["borderAlign"], element: "arc"), dataset, 0) == "inner"
        var style: JSON = [
            "drawDirection": "clockwise", "flavourColors": .array(fills), "showCrust": .bool(border > 0),
            "crustColors": .array(edges),
            // Outlines lie inside the edges: the halves of two neighbours form one outline that is centred on the edge.
            "crustThickness": .number(isInner ? border : border / 2), "sliceGap": 0, "protrusion": 0,
            "spokeStyle": ["showSpokes": false],
        ]
        // A description counts anticlockwise.
        style["initialRotation"] = .number(
            (-(turns("rotation", dataset) ?? 0) * .pi / 180).remainder(dividingBy: 2 * .pi))
        // With few slices, the arcs are longer than the edges between slices. Then the outline is exact along the arcs
        // instead.
        let isSeen = edges.contains { if case .string("#ffffffff") = $0 { false } else { true } }
        if isExact, !isInner, isSeen, Double(values.count) * (outer - inner) < .pi * (outer + inner) {
            style["crustThickness"] = .number(border)
            style["innerRadius"] = .number(inner > 0 ? max(inner - border / 2, 0) : 0)
            style["outerRadius"] = .number(outer + border / 2)
        } else if isExact {
            style["innerRadius"] = .number(inner)
            style["outerRadius"] = .number(outer)
        } else if cutout > 0 {
            style["innerRadius"] = .number(inner)
            style["outerRadius"] = .number(outer)
        }
        style["showLabels"] = false
        let labels = try self.texts(dataset) { values.indices.contains($0) }
        if try outerLabels(dataset, values, names, &style) {
            warn("options.plugins.outlabels", "labels beside the pie have no boxes, and their own sizes")
        } else if var labels {
            if cells.count > labels.count { labels.append(nil) }
            try addSliceLabels(dataset, labels, &style)
        }
        drawing.series.append([
            "type": inner > 0 ? "donut" : "pie", "data": .string(drawing.table([("name", texts), ("value", cells)])),
            "x": "name", "y": "value", "style": style,
        ])
    }

    private func addSliceLabels(_ dataset: Dataset, _ labels: [String?], _ style: inout JSON) throws(ChartJSError) {
        style["showLabels"] = true
        style["labels"] = .array(labels.map { .string($0 ?? "") })
        let nodes = labelOptions(dataset) ?? []
        style["labelFont"] = font(nodes.first { $0["font"].isPresent } ?? plugins["datalabels"])
        for node in nodes where node["color"].isPresent {
            if let color = try paint(node["color"], dataset, 0) { style["labelFontColor"] = .string(color.color) }
            break
        }
        for node in nodes where node["backgroundColor"].isPresent {
            if let color = try paint(node["backgroundColor"], dataset, 0) {
                style["labelBackgroundColor"] = .string(color.color)
            }
            break
        }
    }

    /// The texts of the plug-in `outlabels`, for example "%l %p".
    private func outerLabels(
        _ dataset: Dataset, _ values: [Double], _ names: [String], _ style: inout JSON
    ) throws(ChartJSError) -> Bool {
        let node = dataset.node["outlabels"].isPresent ? dataset.node["outlabels"] : plugins["outlabels"]
        guard node.isObject, node["display"].bool != false else { return false }
        let sum = values.reduce(0, +)
        let pattern = node["text"].text ?? "%l %p"
        var labels: [JSON] = []
        for (k, value) in values.enumerated() {
            let share =
                ScriptNumber.fixed(value / sum * 100, Int(min(max(node["percentPrecision"].number ?? 1, 0), 6))) + "%"
            let name = names.indices.contains(k) ? names[k] : ""
            let text = pattern.replacingOccurrences(of: "%l", with: name).replacingOccurrences(of: "%p", with: share)
                .replacingOccurrences(
                    of: "%v", with: ScriptNumber.text(value))
            labels.append(.string(String(text.prefix(ChartJSLimits.characters))))
        }
        style["showLabels"] = true
        style["labels"] = .array(labels)
        style["spokeStyle"] = ["showSpokes": true]
        style["labelFont"] = [
            "size": .number(min(max(node["font"]["minSize"].number ?? node["font"]["size"].number ?? 12, 6), 100))
        ]
        return true
    }

    /// The size of a part of a circle as a share of the full circle's, and the offset of its middle in radii.
    private struct Extents {
        var ratioX = 1.0, ratioY = 1.0, offsetX = 0.0, offsetY = 0.0

        init(_ arcs: [(rotation: Double, circumference: Double)], _ cutout: Double) {
            let radians = Double.pi / 180
            guard let low = arcs.map({ ($0.rotation - 90) * radians }).min(),
                let high = arcs.map({ ($0.rotation - 90 + $0.circumference) * radians }).max(),
                high - low < 2 * .pi - 1e-9
            else { return }
            func lies(_ angle: Double) -> Bool {
                let turn = 2 * Double.pi
                var distance = (angle - low).truncatingRemainder(dividingBy: turn)
                if distance < 0 { distance += turn }
                return distance <= high - low + 1e-9
            }
            func maximum(_ angle: Double, _ a: Double, _ b: Double) -> Double {
                lies(angle) ? 1 : max(a, a * cutout, b, b * cutout)
            }
            func minimum(_ angle: Double, _ a: Double, _ b: Double) -> Double {
                lies(angle) ? -1 : min(a, a * cutout, b, b * cutout)
            }
            let (cos0, sin0, cos1, sin1) = (cos(low), sin(low), cos(high), sin(high))
            let maxX = maximum(0, cos0, cos1), maxY = maximum(.pi / 2, sin0, sin1), minX = minimum(.pi, cos0, cos1),
                minY = minimum(.pi * 1.5, sin0, sin1)
            ratioX = max((maxX - minX) / 2, 1e-6)
            ratioY = max((maxY - minY) / 2, 1e-6)
            offsetX = -(maxX + minX) / 2
            offsetY = -(maxY + minY) / 2
        }
    }
}
