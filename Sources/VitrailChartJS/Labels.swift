import VitrailScript

/// Labels of QuickChart's plug-in `datalabels`.
extension Importer {
    /// The options of a dataset's labels. `nil`: labels are not shown.
    func labelOptions(_ dataset: Dataset) -> [Node]? {
        let own = dataset.node["datalabels"], all = plugins["datalabels"]
        guard own.isPresent || all.isPresent else { return nil }
        if own.bool == false && !own.isObject || all.bool == false && !all.isObject && !own.isPresent { return nil }
        return [own, all, options["datasets"][dataset.type]["datalabels"]]
    }

    private func find(_ nodes: [Node], _ name: String) -> Node? { nodes.lazy.map { $0[name] }.first { $0.isPresent } }

    /// The labels of the samples. `nil`: the dataset has none.
    func pointTexts(_ plot: Plot) throws(ChartJSError) -> [String?]? {
        try texts(plot.dataset) { plot.samples[$0].position != nil && plot.samples[$0].value != nil }
    }

    func texts(_ dataset: Dataset, _ isThere: (Int) -> Bool) throws(ChartJSError) -> [String?]? {
        guard let nodes = labelOptions(dataset) else { return nil }
        let display = find(nodes, "display"), formatter = find(nodes, "formatter")
        if let display, !display.isFunction, !display.isArray, display.text != "auto", display.bool == false {
            return nil
        }
        var texts: [String?] = []
        for k in dataset.data.indices {
            guard isThere(k) else {
                texts.append(nil)
                continue
            }
            if let display {
                let shown = try resolved(display, dataset, k)
                if shown.text != "auto", shown.bool == false || !shown.isPresent {
                    texts.append(nil)
                    continue
                }
            }
            let raw = dataset.data[k].value
            var text: String?
            if let formatter, formatter.isFunction {
                let result = try call(formatter, [raw, scope(dataset, k)])
                text = result.isPresent ? Node.text(result) : nil
            } else {
                text = Self.usualText(raw)
            }
            texts.append(text.flatMap { $0.isEmpty ? nil : String($0.prefix(ChartJSLimits.characters)) })
        }
        return texts.contains { $0 != nil } ? texts : nil
    }

    /// The plug-in's default text for a value.
    private static func usualText(_ value: ScriptValue) -> String? {
        if let object = value.object {
            for name in ["label", "r", "y", "value"] {
                if let member = object[name], member.isPresent { return Node.text(member) }
            }
            return nil
        }
        if let list = value.list { return list.compactMap { Node.text($0) }.joined(separator: ", ") }
        return Node.text(value)
    }

    func labelStyle(_ dataset: Dataset, hasTexts: Bool) throws(ChartJSError) -> JSON? {
        guard hasTexts, let nodes = labelOptions(dataset) else { return nil }
        let first = dataset.data.indices.first
        let anchor = try text(find(nodes, "anchor"), dataset, first) ?? "center"
        let align = try text(find(nodes, "align"), dataset, first) ?? "center"
        var style: JSON = ["showLabels": true, "labels": "label", "font": font(fontNode(nodes))]
        if let color = try paint(find(nodes, "color"), dataset, first) {
            style["textColor"] = .string(color.color)
        } else {
            style["textColor"] = "#666666"
        }
        style["anchor"] = .string(position(of: anchor, align, dataset))
        return style
    }

    /// Labels as texts at positions in the data. They are shown over any other mark, and may have boxes.
    ///
    /// - Parameter positions: the start and end of each sample's mark, on the index scale and the value scale.
    func labelNotes(
        _ plot: Plot, _ texts: [String?], _ positions: (Int) -> (at: Double, from: Double, to: Double)?
    ) throws(ChartJSError) -> [JSON] {
        guard let nodes = labelOptions(plot.dataset) else { return [] }
        let dataset = plot.dataset
        var notes: [JSON] = []
        for (k, text) in texts.enumerated() {
            guard let text, let position = positions(k), notes.count < ChartJSLimits.labels else { continue }
            let anchor = try self.text(find(nodes, "anchor"), dataset, k) ?? "center",
                align = try self.text(find(nodes, "align"), dataset, k) ?? "center"
            let value =
                anchor == "end" ? position.to : anchor == "start" ? position.from : (position.from + position.to) / 2
            guard value >= plot.value.start, value <= plot.value.end, position.at >= plot.index.start,
                position.at <= plot.index.end
            else { continue }
            let drawing = Drawing()
            var note: JSON = ["type": "text", "text": .string(text)]
            note[plot.isHorizontal ? "y" : "x"] = drawing.cell(position.at, plot.index)
            note[plot.isHorizontal ? "x" : "y"] = drawing.cell(value, plot.value)
            note["xAxis"] = .string(plot.isHorizontal ? plot.value.id : plot.index.id)
            note["yAxis"] = .string(plot.isHorizontal ? plot.index.id : plot.value.id)
            note["anchor"] = .string(side(align, isUp: position.to >= position.from, plot))
            note["font"] = font(fontNode(nodes))
            note["textColor"] = .string((try paint(find(nodes, "color"), dataset, k) ?? Paint(color: textColor)).color)
            if let background = try paint(find(nodes, "backgroundColor"), dataset, k), !background.isClear {
                note["background"] = .string(background.color)
            }
            note["includeInRange"] = false
            notes.append(note)
        }
        if find(nodes, "borderColor") != nil {
            warn("options.plugins.datalabels.borderColor", "boxes of labels have no borders")
        }
        return notes
    }

    /// The side of the position at which a text is placed.
    private func side(_ align: String, isUp: Bool, _ plot: Plot) -> String {
        switch align {
        case "top": return "above"
        case "bottom": return "below"
        case "left", "right": return align
        case "end", "start":
            let isForward = (align == "end") == isUp
            guard plot.dataset.type == "bar", plot.isHorizontal else { return isForward ? "above" : "below" }
            return isForward ? "right" : "left"
        default: return "center"
        }
    }

    /// Whether the labels have boxes.
    func hasBoxes(_ dataset: Dataset) -> Bool {
        labelOptions(dataset).map { find($0, "backgroundColor") != nil } ?? false
    }

    private func fontNode(_ nodes: [Node]) -> Node { nodes.first { $0["font"].isPresent } ?? nodes[0] }

    /// The placement of a label, from its anchor at the mark and its alignment.
    private func position(of anchor: String, _ align: String, _ dataset: Dataset) -> String {
        guard dataset.type == "bar" else {
            switch align {
            case "top", "end": return "above"
            case "bottom", "start": return "below"
            case "left", "right": return align
            default: return "center"
            }
        }
        switch (anchor, align) {
        case ("end", "end"), ("end", "top"), ("end", "right"): return "outsideEnd"
        case ("end", "center"): return "outsideEnd"
        case ("end", _): return "insideEnd"
        case ("start", _): return "insideBase"
        default: return "center"
        }
    }
}
