import VitrailScript

/// Colours, outlines, corners and widths of bars.
extension Importer {
    func barStyle(_ plot: Plot, _ slot: [Plot], _ rows: [Int]) throws(ChartJSError) -> JSON {
        let dataset = plot.dataset
        let usual = usual(dataset)
        let fill = option(dataset, ["backgroundColor"], element: "bar")
        var style: JSON = [:]
        let first = try paint(fill, dataset, rows.first ?? 0) ?? usual.fill
        if isIndexed(fill) {
            var colors: [JSON] = []
            for k in rows.prefix(ChartJSLimits.rows) {
                colors.append(.string((try paint(fill, dataset, k) ?? usual.fill).color))
            }
            style["areaColors"] = JSON.array(colors).ifNotEmpty
        }
        style["areaColor"] = .string(first.color)
        if style["areaColors"] == nil { style["areaColorBelowBaseline"] = .string(first.color) }
        style["showAreaWithGradient"] = false
        if first.far != nil {
            // For a gradient over the whole canvas, each bar has the gradient's colour at the bar's centre.
            warn(fill?.path ?? dataset.node.path, "each bar has one colour of the gradient")
            style["areaColors"] =
                JSON.array(
                    rows.prefix(ChartJSLimits.rows).map { k in
                        let isAlong = first.isVertical != plot.isHorizontal
                        let value =
                            ((plot.top(k) ?? 0)
                                + (plot.samples[k].base ?? min(max(0, plot.value.start), plot.value.end))) / 2
                        let share = isAlong ? plot.value.share(value) : plot.index.share(plot.samples[k].position ?? 0)
                        return .string(first.color(at: first.isVertical ? 1 - share : share))
                    }
                ).ifNotEmpty
        }
        try addOutline(plot, rows, &style, usual.line)
        try addCorners(plot, slot, rows, &style)
        if let thickness = barOption(plot, "barThickness"), thickness > 0 {
            style["barWidth"] = .number(clamp(thickness, 16_384))
        }
        if option(dataset, ["barThickness"], element: "bar")?.text == "flex" {
            warn("\(dataset.node.path).barThickness", "bars have one width, that of the nearest two")
        }
        if let maximum = barOption(plot, "maxBarThickness"), maximum > 0 {
            style["maxBarWidth"] = .number(clamp(maximum, 16_384))
        }
        return style
    }

    private func addOutline(_ plot: Plot, _ rows: [Int], _ style: inout JSON, _ usual: Paint) throws(ChartJSError) {
        let dataset = plot.dataset
        let border = option(dataset, ["borderColor"], element: "bar"),
            width = option(dataset, ["borderWidth"], element: "bar")
        let line = try paint(border, dataset, rows.first ?? 0) ?? usual
        if isIndexed(border) {
            var colors: [JSON] = []
            for k in rows.prefix(ChartJSLimits.rows) {
                colors.append(.string((try paint(border, dataset, k) ?? usual).color))
            }
            style["lineColors"] = JSON.array(colors).ifNotEmpty
        }
        style["lineColor"] = .string(line.color)
        if style["lineColors"] == nil { style["lineColorBelowBaseline"] = .string(line.color) }
        style["lineInside"] = true
        let skipped = option(dataset, ["borderSkipped"], element: "bar")
        let side = try text(skipped, dataset, rows.first ?? 0) ?? "start"
        let isUpright = !plot.isHorizontal
        var isLeftOut: String?
        switch side {
        case "start": style["lineAtBase"] = false
        case "end": style["lineAtTip"] = false
        case "false": break
        case "true": style["lineWidth"] = 0
        case "left", "right", "top", "bottom": isLeftOut = side
        default: style["lineAtBase"] = false
        }
        if let width, width.isObject {
            var sides: JSON = [:]
            for name in ["top", "right", "bottom", "left"] {
                sides[name] = .number(name == isLeftOut ? 0 : clamp(width[name].number ?? 0, 1_000))
            }
            style["sideWidths"] = sides
            return
        }
        let own = clamp(try number(width, dataset, rows.first ?? 0) ?? 0, 1_000)
        if side == "true" { return }
        if isIndexed(width) {
            var widths: [JSON] = []
            for k in rows.prefix(ChartJSLimits.rows) {
                widths.append(.number(clamp(try number(width, dataset, k) ?? 0, 1_000)))
            }
            style["lineWidths"] = JSON.array(widths).ifNotEmpty
        }
        style["lineWidth"] = .number(own)
        if let isLeftOut {
            // The base of an upright bar is its bottom.
            if isLeftOut == (isUpright ? "bottom" : "left") {
                style["lineAtBase"] = false
            } else {
                var sides: JSON = [:]
                for name in ["top", "right", "bottom", "left"] { sides[name] = .number(name == isLeftOut ? 0 : own) }
                style["sideWidths"] = sides
            }
        }
    }

    private func addCorners(_ plot: Plot, _ slot: [Plot], _ rows: [Int], _ style: inout JSON) throws(ChartJSError) {
        let dataset = plot.dataset
        var radius = option(dataset, ["borderRadius"], element: "bar")
        var isWhole = try text(option(dataset, ["borderSkipped"], element: "bar"), dataset, rows.first ?? 0) == "false"
        let rounded = plugins["roundedBars"]
        if radius == nil, rounded["cornerRadius"].isPresent {
            radius = rounded["cornerRadius"]
            isWhole = isWhole || rounded["allCorners"].bool == true
        }
        guard let radius else { return }
        // In a stack, only the last bar has round corners.
        if plot.isStacked, let last = slot.last, last !== plot { return }
        if radius.isObject {
            var corners: JSON = [:]
            for name in ["topLeft", "topRight", "bottomLeft", "bottomRight"] {
                corners[name] = .number(clamp(radius[name].number ?? 0, 1_000))
            }
            style["cornerRadii"] = corners
            return
        }
        let own = clamp(try number(radius, dataset, rows.first ?? 0) ?? 0, 1_000)
        guard own > 0 else { return }
        if isWhole {
            style["cornerRadii"] = [
                "topLeft": .number(own), "topRight": .number(own), "bottomLeft": .number(own),
                "bottomRight": .number(own),
            ]
        } else {
            style["cornerRadius"] = .number(own)
        }
    }
}
