import VitrailScene

extension BarColumnSeries {
    /// Draws columns that are narrower than a pixel, but have no neighbour within two pixels, one pixel wide: where most columns lie close together, the
    /// others would be too pale to be seen.
    ///
    /// Outlines can be seen as they are. Series that stand side by side are left as they are: each would hide the others in its pixel.
    func drawApart(_ pass: ColumnPassData, _ slot: BarSlot, _ look: Look, _ each: ((Int) -> Look)?, in context: DrawContext) {
        guard let range = pass.xPointRange, look.outline(1) == 0, mayBeApart(pass), abs(slot.offset) < 1e-9 else { return }
        let (alongScale, acrossScale) = (context.series.along, context.series.across)
        let bases = pass.values(.stackBase)
        var items: [RectBatch.Item] = []
        SharedValues.lend(pass.independentValues, pass.values(.single) ?? pass.independentValues) { along, across in
            /// Whether a sample and the one before it are two pixels apart.
            func isFar(_ i: Int, from before: Double, to place: Double) -> Bool {
                !along.indices.contains(i - 1) || !along.indices.contains(i) || abs(place - before) >= 2
            }
            func place(_ i: Int) -> Double { along.indices.contains(i) ? alongScale.place(along[i]) : .nan }
            // Each place is found once.
            var (here, next) = (place(range.lowerBound - 1), place(range.lowerBound))
            var isFarBehind = isFar(range.lowerBound, from: here, to: next)
            for i in range {
                let isFarBefore = isFarBehind
                (here, next) = (next, place(i + 1))
                isFarBehind = isFar(i + 1, from: here, to: next)
                guard isFarBefore, isFarBehind else { continue }
                guard !alongScale.isExcluded(along[i]), !acrossScale.isExcluded(across[i]) else { continue }
                let base = bases?.lend { $0[i] } ?? baseline
                let start = base == baseline ? pass.zeroLineCoordinate : acrossScale.place(base)
                let (place, end) = (here, acrossScale.place(across[i]))
                guard place.isFinite, end.isFinite, start.isFinite, end != start else { continue }
                let own = each.map { $0(i - range.lowerBound) } ?? look
                let colors = across[i] < base ? own.below : own.above
                let pixel = place.rounded(.down)
                items.append(item((pixel, pixel + 1), from: start, to: end, radius: 0, colors, isThin: true))
            }
        }
        guard !items.isEmpty else { return }
        let axis: RectBatch.GradientAxis = orientation == .horizontal ? .horizontal : .vertical
        context.rects(items, gradientAxis: axis, strokeWidth: 0, label: "columns apart")
    }

    /// Whether neighbours may be two pixels apart, as known without reading them: if all but one distance are the smallest one, the last takes the rest.
    private func mayBeApart(_ pass: ColumnPassData) -> Bool {
        let extent = pass.context.samples.alongExtent
        guard extent.isAscending, let span = extent.range?.span else { return false }
        let count = pass.context.samples.count
        // Stretches that are left out bring samples closer to each other.
        guard pass.context.along.mapper.isLinear, let smallest = extent.smallestStep, count > 1 else { return true }
        let least = smallest * Double(count - 1)
        // More than all of them: some values are equal.
        if least > span * (1 + 1e-9) { return true }
        return (span - least + smallest) * abs(pass.context.along.factor) >= 2
    }
}
