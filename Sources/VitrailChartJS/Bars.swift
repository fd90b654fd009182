import VitrailScript

/// Which bars are side by side, and which share a slot.
struct BarLayout {
    /// The bars along one scale.
    struct Group {
        let index: Scale
        /// The slots side by side, in order. Bars in one slot overlap or are stacked.
        var slots: [[Plot]]
    }

    private(set) var groups: [Group] = []

    init(_ plots: [Plot]) {
        for plot in plots {
            let position = groups.firstIndex { $0.index === plot.index } ?? groups.count
            if position == groups.count { groups.append(Group(index: plot.index, slots: [])) }
            let stacked = plot.index.stacked
            let isOverlapping = plot.dataset.node["grouped"].bool == false
            let slot = groups[position].slots.firstIndex { slot in
                guard let first = slot.first else { return false }
                if isOverlapping { return true }
                return stacked != false && !(stacked == nil && plot.stack == nil) && first.stack == plot.stack
            }
            if let slot { groups[position].slots[slot].append(plot) } else { groups[position].slots.append([plot]) }
        }
    }

    var first: Plot? { groups.first?.slots.first?.first }

    /// `interSeriesSetPadding` and `interSeriesPadding` of a scale. `nil`: the scale has no bars.
    func shares(along scale: Scale, _ importer: Importer) -> (set: Double, bar: Double)? {
        guard let group = groups.first(where: { $0.index === scale }), let plot = group.slots.first?.first else {
            return nil
        }
        let widths = importer.widths(of: plot, group.slots.count, group.slots.flatMap { $0 })
        return (set: min(max(1 - widths.set, 0), 1), bar: min(max(widths.bar, 0), 1))
    }
}

extension Importer {
    /// The distance between neighbouring bars in pixels.
    func spacing(_ plots: [Plot], _ scale: Scale) -> Double {
        if scale.kind == .category { return scale.length / max(scale.end - scale.start, 1e-300) }
        var positions = Set(plots.flatMap { $0.samples.compactMap(\.position) }).map { scale.pixels($0) }.sorted()
        var minimum = scale.length
        for (a, b) in zip(positions, positions.dropFirst()) where b - a > 0 { minimum = min(minimum, b - a) }
        positions = scale.ticks.map { scale.pixels($0.value) }.sorted()
        for (a, b) in zip(positions, positions.dropFirst()) where b - a > 0 { minimum = min(minimum, b - a) }
        return minimum
    }

    /// The option of the dataset, or of the axis as in Chart.js 2.
    func barOption(_ plot: Plot, _ name: String) -> Double? {
        let found =
            option(plot.dataset, [name], element: "bar")
            ?? (plot.index.node[name].isPresent ? plot.index.node[name] : nil)
        return found?.number
    }

    /// The share of a category that its bars take, and the share of each slot that the bar fills.
    func widths(of plot: Plot, _ slots: Int, _ all: [Plot]) -> (set: Double, bar: Double) {
        func value(_ name: String) -> Double? { barOption(plot, name) }
        let room = spacing(all, plot.index)
        var set = min(max(value("categoryPercentage") ?? 0.8, 0), 1),
            bar = min(max(value("barPercentage") ?? 0.9, 0), 1)
        if let thickness = value("barThickness"), thickness > 0 {
            set = min(thickness * Double(slots) / room, 1)
            bar = min(thickness * Double(slots) / room / set, 1)
        }
        let chunk = room * set / Double(max(slots, 1))
        if let maximum = value("maxBarThickness"), maximum > 0, chunk * bar > maximum { bar = maximum / chunk }
        return (set: set, bar: bar)
    }

    func addBars(_ layout: BarLayout, _ drawing: inout Drawing) throws(ChartJSError) {
        for (number, group) in layout.groups.enumerated() {
            let depth = group.slots.map(\.count).max() ?? 1
            guard depth * group.slots.count <= ChartJSLimits.series else {
                throw error(
                    config["data"]["datasets"],
                    "\(group.slots.count) dodged bars with \(depth) at one position are too many", "use fewer datasets")
            }
            // Each level has one series per slot. The first datasets are on top.
            for level in 0..<depth {
                for slot in group.slots {
                    if level < slot.count {
                        try addBar(slot[slot.count - 1 - level], slot, number * 1_000 + level, &drawing)
                    } else {
                        addEmpty(slot[0], number * 1_000 + level, &drawing)
                    }
                }
            }
        }
    }

    /// Adds bars that each have their position and width in pixels, for pictures with a known chart area.
    func addExactBars(_ plot: Plot, _ layout: BarLayout, _ drawing: inout Drawing) throws(ChartJSError) {
        guard let group = layout.groups.first(where: { $0.index === plot.index }) else { return }
        let scale = plot.index
        let all = group.slots.flatMap { $0 }.sorted { $0.dataset.index < $1.dataset.index }
        let grouped = all.filter {
            $0.dataset.node["grouped"].bool ?? options["grouped"].bool ?? options["datasets"]["bar"]["grouped"].bool
                ?? true
        }
        let room = spacing(all, scale)
        let set = min(max(barOption(plot, "categoryPercentage") ?? 0.8, 0), 1),
            share = min(max(barOption(plot, "barPercentage") ?? 0.9, 0), 1)
        let maximum = barOption(plot, "maxBarThickness").flatMap { $0 > 0 ? $0 : nil } ?? .infinity
        let thickness = barOption(plot, "barThickness").flatMap { $0 > 0 ? $0 : nil }
        let isFlexible = option(plot.dataset, ["barThickness"], element: "bar")?.text == "flex"
        var skipsNull = option(plot.dataset, ["skipNull"], element: "bar")?.bool == true
        if skipsNull, plot.samples.count * grouped.count * grouped.count > 1_000_000 {
            warn("\(plot.dataset.node.path).skipNull", "is ignored with so many bars")
            skipsNull = false
        }
        let full = slots(grouped)
        let valued =
            skipsNull
            ? grouped.map { plot in Set(plot.samples.compactMap { $0.value == nil ? nil : $0.position }) } : []
        let isGrouped = grouped.contains { $0 === plot }
        let pixels = plot.samples.map { $0.position.map { scale.down($0) } }
        var widths: [Int: [(row: Int, center: Double)]] = [:]
        for (k, sample) in plot.samples.enumerated() {
            guard let middle = pixels[k], sample.value != nil else { continue }
            var center = middle, size = min(maximum, room * set * share)
            if isGrouped {
                let slots =
                    skipsNull
                    ? slots(
                        grouped.indices.filter { k in sample.position.map { valued[k].contains($0) } ?? false }.map {
                            grouped[$0]
                        }) : full
                let mine = slots.firstIndex { slot in slot.contains { $0 === plot } } ?? 0
                let count = Double(max(slots.count, 1))
                var start: Double, chunk: Double, filled = share
                if isFlexible {
                    let before = k > 0 ? pixels[k - 1] : nil, after = k + 1 < pixels.count ? pixels[k + 1] : nil
                    let previous = before ?? middle - (after.map { $0 - middle } ?? scale.length)
                    let next = after ?? middle + middle - previous
                    start = middle - (middle - min(previous, next)) / 2 * set
                    chunk = abs(next - previous) / 2 * set / count
                } else {
                    let whole = thickness.map { $0 * count } ?? room * set
                    if thickness != nil { filled = 1 }
                    start = middle - whole / 2
                    chunk = whole / count
                }
                center = start + chunk * (Double(mine) + 0.5)
                size = min(maximum, chunk * filled)
            }
            guard size > 0, size.isFinite else { continue }
            widths[Int(min(size * 1_000, 1e9)), default: []].append((row: k, center: center))
        }
        if widths.count > ChartJSLimits.widths, let minimum = widths.keys.min() {
            warn(
                "\(plot.dataset.node.path).barThickness",
                "bars have more than \(ChartJSLimits.widths) widths; all have the least one")
            widths = [minimum: widths.values.flatMap { $0 }.sorted { $0.row < $1.row }]
        }
        for (width, rows) in widths.sorted(by: { $0.key < $1.key }) {
            try addBar(
                plot, group.slots.first { slot in slot.contains { $0 === plot } } ?? [plot], drawing.series.count,
                rows: rows, width: Double(width) / 1_000, &drawing)
        }
    }

    /// The bars of each slot.
    private func slots(_ plots: [Plot]) -> [[Plot]] { BarLayout(plots).groups.first?.slots ?? [] }

    /// Keeps a slot free.
    private func addEmpty(_ plot: Plot, _ group: Int, _ drawing: inout Drawing) {
        var series = bar(
            plot,
            drawing.table([
                ("place", [drawing.cell(plot.samples.first?.position ?? 0, plot.index)]), ("value", [.null]),
            ]))
        series["groupIndex"] = .number(Double(group))
        series["showInLegend"] = false
        drawing.series.append(series)
    }

    private func bar(_ plot: Plot, _ table: String) -> JSON {
        [
            "type": plot.isHorizontal ? "bar" : "column", "data": .string(table),
            "x": plot.isHorizontal ? "value" : "place",
            "y": plot.isHorizontal ? "place" : "value",
            "xAxis": .string(plot.isHorizontal ? plot.value.id : plot.index.id),
            "yAxis": .string(plot.isHorizontal ? plot.index.id : plot.value.id),
        ]
    }

    /// The base of a bar without a start value of its own.
    private func base(_ plot: Plot) -> Double {
        if plot.value.kind == .logarithmic { return plot.value.start }
        return min(max(plot.dataset.node["base"].number ?? 0, plot.value.start), plot.value.end)
    }

    /// Both ends of the bars. `nil` start: the bar starts at the base.
    private func ends(_ plot: Plot) -> [(from: Double?, to: Double?)] {
        let base = base(plot)
        let minimum = option(plot.dataset, ["minBarLength"], element: "bar")?.number ?? 0
        return plot.samples.indices.map { k in
            let sample = plot.samples[k]
            guard sample.position != nil, let value = plot.top(k) else { return (from: nil, to: nil) }
            var from = sample.ends?.near ?? sample.base
            if let ends = sample.ends, let stacked = sample.base {
                from = ends.near * ends.far < 0 ? ends.near : stacked + ends.near
            }
            if plot.value.kind == .logarithmic, let own = from, own <= 0 { from = nil }
            guard minimum > 0, plot.value.kind == .linear, plot.value.length > 0 else { return (from: from, to: value) }
            let needed = minimum / plot.value.length * (plot.value.end - plot.value.start)
            let start = from ?? base
            if value == start {
                // A bar of zero is centred on its base, but stays inside the chart.
                let low = min(max(start - needed / 2, plot.value.start), plot.value.end)
                let high = min(max(start + needed / 2, plot.value.start), plot.value.end)
                return plot.value.low >= base ? (from: low, to: low + needed) : (from: high, to: high - needed)
            }
            return abs(value - start) < needed
                ? (from: from, to: start + (value > start ? needed : -needed)) : (from: from, to: value)
        }
    }

    /// - Parameters:
    ///   - rows: the drawn rows, with the pixels of the bars' centres. `nil`: all rows, at their positions on the axis.
    private func addBar(
        _ plot: Plot, _ slot: [Plot], _ group: Int, rows: [(row: Int, center: Double)]? = nil, width: Double? = nil,
        _ drawing: inout Drawing
    ) throws(ChartJSError) {
        let dataset = plot.dataset
        let texts = try pointTexts(plot)
        let ends = ends(plot)
        let shown = rows ?? plot.samples.indices.map { (row: $0, center: 0) }
        var columns: [(String, [JSON])] = [
            (
                "place",
                shown.map {
                    drawing.cell(
                        rows == nil ? plot.samples[$0.row].position : plot.index.value(down: $0.center), plot.index)
                }
            ),
            ("value", shown.map { drawing.cell(ends[$0.row].to, plot.value) }),
        ]
        let hasStarts = shown.contains { ends[$0.row].from != nil }
        if hasStarts { columns.append(("from", shown.map { drawing.cell(ends[$0.row].from, plot.value) })) }
        if let texts { columns.append(("label", shown.map { texts[$0.row].map { .string($0) } ?? .null })) }
        // The first table contains all categories in order.
        if rows == nil, drawing.texts.contains(where: { $0 === plot.index }),
            plot.samples.count < plot.index.categories.count
        {
            for k in plot.samples.count..<plot.index.categories.count {
                columns[0].1.append(drawing.cell(Double(k), plot.index))
                for column in 1..<columns.count { columns[column].1.append(.null) }
            }
        }
        var series = bar(plot, drawing.table(columns))
        if hasStarts { series["from"] = "from" }
        series["groupIndex"] = .number(Double(group))
        series["baseline"] = .number(base(plot))
        if let title = try title(of: dataset) {
            series["title"] = .string(title)
        } else {
            series["showInLegend"] = false
        }
        var style = try barStyle(plot, slot, shown.map(\.row))
        if let width { style["barWidth"] = .number(clamp(width, 16_384)) }
        if let texts, rows != nil {
            let base = base(plot)
            var positions: [Int: Double] = [:]
            for row in shown { positions[row.row] = plot.index.value(down: row.center) }
            drawing.annotations += try labelNotes(plot, texts) { k in
                positions[k].flatMap { at in ends[k].to.map { (at: at, from: ends[k].from ?? base, to: $0) } }
            }
        } else if let labels = try labelStyle(dataset, hasTexts: texts != nil) {
            style["dataPointLabelStyle"] = labels
        }
        series["style"] = style
        drawing.series.append(series)
    }
}
