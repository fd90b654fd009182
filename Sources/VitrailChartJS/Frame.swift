import VitrailScript

/// The space at the four sides of a rectangle, in pixels.
struct Insets {
    var left = 0.0, top = 0.0, right = 0.0, bottom = 0.0

    static func + (a: Insets, b: Insets) -> Insets {
        Insets(left: a.left + b.left, top: a.top + b.top, right: a.right + b.right, bottom: a.bottom + b.bottom)
    }

    var json: JSON {
        func side(_ value: Double) -> JSON { .number(value.isFinite ? min(max(0, value), 16_384) : 0) }
        return ["left": side(left), "top": side(top), "right": side(right), "bottom": side(bottom)]
    }
}

extension Importer {
    /// The common parts of all charts.
    func frame() throws(ChartJSError) -> JSON {
        var background = Paint.none
        if let text = context.backgroundColor {
            guard let color = Paint.read(text) else {
                throw ChartJSError(path: "backgroundColor", message: "\"\(text.prefix(40))\" is no colour")
            }
            background = Paint(color: color)
        }
        let ratio =
            options["devicePixelRatio"].number.flatMap { $0 > 0 && $0 <= 16 ? $0 : nil } ?? context.devicePixelRatio
        var chart: JSON = [
            "size": ["width": .number(context.width), "height": .number(context.height)],
            "scale": .number(min(max(ratio, 0.1), 16)), "theme": "flat",
            "noDataText": "",
        ]
        chart["style"] = [
            "backgroundColor": .string(background.color), "canvasBackgroundColor": "#00000000", "borderWidth": 0,
            "plotAreaBackgroundColor": "#00000000",
            "plotAreaBorderWidth": 0,
        ]
        chart["font"] = font(Node(value: .undefined, path: ""))
        try addTitles(to: &chart)
        return chart
    }

    var textColor: String {
        options["color"].text.flatMap { Paint.read($0) } ?? "#666666ff"
    }

    private func addTitles(to chart: inout JSON) throws(ChartJSError) {
        for name in ["title", "subtitle"] {
            let node = plugins[name]
            guard node["display"].bool == true, let text = try shown(node["text"]) else { continue }
            chart[name] = .string(text)
            if let position = node["position"].text, position != "top" {
                warn("\(node.path).position", "the \(name) is at the top")
            }
            guard name == "title" else { continue }
            let color = try paint(node["color"])?.color ?? textColor
            var style: JSON = ["font": font(node, isBold: true), "textColor": .string(color)]
            style["textAlign"] = .string(["start": "left", "end": "right"][node["align"].text ?? ""] ?? "center")
            style["titleCentresOn"] = "canvas"
            chart["titleStyle"] = style
        }
    }

    /// `layout.padding`.
    var padding: Insets {
        let node = options["layout"]["padding"]
        if let all = node.number { return Insets(left: all, top: all, right: all, bottom: all) }
        func side(_ name: String, _ both: String) -> Double {
            let value = node[name].number ?? node[both].number ?? 0
            return value.isFinite ? min(max(value, 0), 16_384) : 0
        }
        return Insets(
            left: side("left", "x"), top: side("top", "y"), right: side("right", "x"), bottom: side("bottom", "y"))
    }

    /// The legend. `nil`: it is not shown.
    ///
    /// - Parameter hasEntries: whether any entry has a name.
    func legend(hasEntries: Bool) throws(ChartJSError) -> JSON? {
        let node = plugins["legend"]
        if node.bool == false || node["display"].bool == false || !hasEntries { return nil }
        let labels = node["labels"]
        let align = node["align"].text ?? "center"
        var position = node["position"].text ?? "top"
        if !["top", "bottom", "left", "right"].contains(position) {
            warn("\(node.path).position", "the legend is at the top, bottom, left or right; the top is used")
            position = "top"
        }
        let isBeside = position == "left" || position == "right"
        let corner: String
        if isBeside {
            corner =
                (align == "start" ? "top" : align == "end" ? "bottom" : "middle")
                + (position == "left" ? "Left" : "Right")
        } else {
            corner = position + (align == "start" ? "Left" : align == "end" ? "Right" : "Middle")
        }
        for name in ["generateLabels", "filter", "sort"] where labels[name].isPresent {
            warn("\(labels.path).\(name)", "functions of the legend are ignored")
        }
        let color = try paint(labels["color"])?.color ?? textColor
        let title = node["title"]["display"].bool == true ? try shown(node["title"]["text"]) : nil
        return [
            "position": .string(corner), "placement": "outsidePlotArea", "title": title.map { .string($0) },
            "symbolWidth": .number(min(max(labels["boxWidth"].number ?? 40, 1), 200)),
            "style": [
                "font": font(labels), "fontColor": .string(color),
                "orientation": .string(isBeside ? "vertical" : "horizontal"), "borderWidth": 0,
                "areaColor": "#00000000",
            ],
        ]
    }

    /// The approximate height of a legend above or below the chart.
    func legendHeight(_ texts: [String]) -> Double {
        var rows = 1.0, used = 0.0
        for text in texts {
            let width = TextWidth.of(text) + 80
            if used > 0, used + width > context.width * 0.8 {
                rows += 1
                used = 0
            }
            used += width
        }
        return rows * 20 + 16
    }

    func describe() throws(ChartJSError) -> JSON {
        warnOfIgnored()
        switch type {
        case "pie", "doughnut": return try pies()
        case "radar", "polarArea": return try radar()
        default: return try cartesian()
        }
    }
}
