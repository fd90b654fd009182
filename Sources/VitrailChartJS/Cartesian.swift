import VitrailScript

/// Charts with rectangular axes.
extension Importer {
    func cartesian() throws(ChartJSError) -> JSON {
        var chart = try frame()
        let scales = try makeScales()
        let plots = try makePlots(scales)
        let inset = padding
        guard inset.left + inset.right <= context.width, inset.top + inset.bottom <= context.height else {
            throw error(options["layout"]["padding"], "it leaves no room for the chart")
        }
        // Ticks depend on the space, which depends on the ticks' labels. Two passes: with the whole canvas, then
        // without the axes.
        var area = inset
        for _ in 0..<2 {
            for scale in scales {
                scale.length = max(
                    scale.isHorizontal
                        ? context.width - area.left - area.right : context.height - area.top - area.bottom, 1)
                try setRange(scale, plots)
            }
            area = inset + room(scales)
        }
        var hasTexts = chart["title"] != nil || chart["subtitle"] != nil
        for scale in scales where try self.hasTexts(scale) { hasTexts = true }
        chart["legend"] = try legend(hasEntries: hasTitles())
        if chart["legend"] != nil { hasTexts = true }
        let bars = BarLayout(plots.filter { $0.dataset.type == "bar" && !$0.dataset.isHidden })
        if hasTexts {
            chart["canvasInset"] = (inset + Insets(left: 4, top: 4, right: 6, bottom: 4)).json
        } else {
            let marks = room(scales, withTexts: false)
            area = inset + marks
            let minimum = try overflow(plots)
            area = Insets(
                left: max(area.left, minimum), top: max(area.top, minimum), right: max(area.right, minimum),
                bottom: max(area.bottom, minimum))
            chart["canvasInset"] = area.json
            for scale in scales {
                scale.length =
                    scale.isHorizontal
                    ? context.width - area.left - area.right : context.height - area.top - area.bottom
            }
        }
        let texts = scales.filter { isOfTexts($0, plots) }
        var axes: [Bool: [JSON]] = [true: [], false: []]
        // The first used axis of each direction is the primary one.
        for scale in scales.sorted(by: { ($0.isUsed ? 0 : 1) < ($1.isUsed ? 0 : 1) }) {
            let shares = bars.shares(along: scale, self)
            // The tick marks of an axis without texts lie in the canvas's inset.
            let width: Double? = hasTexts ? nil : 0
            let other = scales.first { $0.isHorizontal != scale.isHorizontal }
            let isOfTexts = texts.contains { $0 === scale }
            axes[scale.isHorizontal]?.append(
                try axis(scale, crossing: other, width: width, isOfTexts: isOfTexts, bars: shares))
        }
        for scale in scales { if let grid = try gridAxis(scale) { axes[scale.isHorizontal]?.append(grid) } }
        chart["xAxes"] = axes[true].map { .array($0) }
        chart["yAxes"] = axes[false].map { .array($0) }
        var drawing = Drawing(texts: texts)
        try addSeries(plots, bars, isExact: !hasTexts, &drawing)
        chart["data"] = .object(drawing.tables)
        drawing.setTargets()
        chart["series"] = .array(drawing.series)
        let notes = try annotations(scales)
        guard drawing.series.count <= ChartJSLimits.series else {
            throw error(
                config["data"]["datasets"],
                "they make \(drawing.series.count) series; \(ChartJSLimits.series) are drawn", "use fewer datasets")
        }
        if drawing.annotations.count > ChartJSLimits.notes {
            warn("options.plugins.datalabels", "the first \(ChartJSLimits.notes) labels are drawn")
        }
        chart["annotations"] = JSON.array(drawing.annotations.prefix(ChartJSLimits.notes) + notes).ifNotEmpty
        return chart
    }

    /// The space that the axes take at the four sides.
    private func room(_ scales: [Scale], withTexts: Bool = true) -> Insets {
        var room = Insets()
        for scale in scales {
            let size = thickness(scale, withTexts)
            switch scale.side {
            case "left": room.left += size
            case "right": room.right += size
            case "top": room.top += size
            case "bottom": room.bottom += size
            default: break
            }
        }
        return room
    }

    /// The space that points at the edges of the plot need.
    private func overflow(_ plots: [Plot]) throws(ChartJSError) -> Double {
        guard options["layout"]["autoPadding"].bool ?? (context.version >= .v3) else { return 0 }
        var maximum = 0.0
        for plot in plots where plot.dataset.type != "bar" {
            let dataset = plot.dataset
            let line =
                try drawsLine(dataset) ? try number(option(dataset, ["borderWidth"], element: "line"), dataset) ?? 3 : 0
            maximum = max(maximum, line / 2)
            let all = Array(dataset.data.indices)
            let ends =
                dataset.type == "line" || (dataset.type == "scatter" && line > 0)
                ? [all.first, all.last].compactMap { $0 } : all
            for k in ends {
                let given =
                    try number(
                        option(dataset, ["pointRadius", "radius"], element: "point", short: "radius"), dataset, k) ?? 3
                let hover =
                    try number(
                        option(dataset, ["pointHoverRadius", "hoverRadius"], element: "point", short: "hoverRadius"),
                        dataset, k) ?? 4
                let radius =
                    dataset.type == "bubble" ? (plot.samples[k].radius ?? given) : given > 0 ? max(given, hover) : 0
                let border =
                    try number(
                        option(dataset, ["pointBorderWidth", "borderWidth"], element: "point", short: "borderWidth"),
                        dataset, k) ?? 1
                maximum = max(maximum, radius > 0 ? radius + border : 0)
            }
        }
        return min(maximum, min(context.width, context.height) / 2 - 1)
    }

    /// Whether the texts themselves can be the positions on a scale: each occurs once, and every dataset has their
    /// order.
    private func isOfTexts(_ scale: Scale, _ plots: [Plot]) -> Bool {
        guard scale.kind == .category, scale.showsLabels, scale.isIndex, scale.low == 0,
            Int(scale.high) == scale.categories.count - 1
        else { return false }
        guard scale.ticks.count == scale.categories.count, Set(scale.ticks.map(\.label)).count == scale.ticks.count
        else { return false }
        guard
            scale.ticks.allSatisfy({ tick in
                !tick.label.isEmpty && !tick.label.contains("\n")
                    && tick.label == Node.text(scale.categories[Int(tick.value)])
            })
        else { return false }
        guard !plots.contains(where: { $0.value === scale }) else { return false }
        return plots.filter { $0.index === scale }.allSatisfy { plot in
            plot.samples.count <= scale.categories.count
                && plot.samples.indices.allSatisfy { plot.samples[$0].position == Double($0) }
        }
    }

    // MARK: Series

    /// Adds the series from the lowest to the topmost: the first dataset is on top.
    private func addSeries(
        _ plots: [Plot], _ bars: BarLayout, isExact: Bool, _ drawing: inout Drawing
    ) throws(ChartJSError) {
        let order = plots.enumerated().sorted { a, b in
            Self.order(a.element) == Self.order(b.element)
                ? a.offset > b.offset : Self.order(a.element) > Self.order(b.element)
        }.map(\.element)
        var hasBars = false
        for plot in order where !plot.dataset.isHidden {
            if plot.dataset.type == "bar", isExact {
                try addExactBars(plot, bars, &drawing)
            } else if plot.dataset.type == "bar" {
                // The order of bars determines their slots.
                if !hasBars { try addBars(bars, &drawing) }
                hasBars = true
            } else {
                try addLine(plot, plots, &drawing)
            }
        }
    }

    func drawsLine(_ dataset: Dataset) throws(ChartJSError) -> Bool {
        guard dataset.type == "line" || dataset.type == "scatter" else { return false }
        if let own = try bool(dataset.node["showLine"], dataset) { return own }
        if let all = options["datasets"][dataset.type]["showLine"].bool ?? options["showLine"].bool
            ?? options["showLines"].bool
        {
            return all
        }
        return dataset.type == "line"
    }
}

/// The tables and series of a description under construction.
struct Drawing {
    /// Scales whose positions are texts.
    let texts: [Scale]
    private(set) var tables: [JSONMember] = []
    var series: [JSON] = []
    var annotations: [JSON] = []
    /// Fill targets: the index of a dataset, by the index of the series that is filled to its line.
    var targets: [Int: Int] = [:]
    /// The index of a dataset's series, by the index of the dataset.
    var positions: [Int: Int] = [:]

    init(texts: [Scale] = []) { self.texts = texts }

    /// - Returns: the name of the new table.
    mutating func table(_ columns: [(String, [JSON])]) -> String {
        let name = "d\(tables.count)"
        var values: JSON = [:]
        for (column, cells) in columns { values[column] = .array(cells) }
        tables.append(JSONMember(name: name, value: ["values": values]))
        return name
    }

    mutating func setTargets() {
        for (series, dataset) in targets {
            if let position = positions[dataset] {
                self.series[series]["fillTo"] = ["series": .number(Double(position))]
            }
        }
    }

    /// A table cell with a value on a scale.
    func cell(_ value: Double?, _ scale: Scale) -> JSON {
        guard let value, value.isFinite else { return .null }
        if scale.kind == .time { return .string(Moment.iso(value)) }
        if texts.contains(where: { $0 === scale }) {
            return .string(Node.text(scale.categories[min(max(Int(value), 0), scale.categories.count - 1)]) ?? "")
        }
        return .number(value)
    }
}
