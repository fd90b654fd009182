import VitrailColumns
import VitrailRaster
import VitrailScene

extension BarColumnSeries {
    /// Draws columns that are narrower than a pixel and have no neighbour within two pixels, one pixel wide. Where most
    /// columns lie close together, isolated ones would be too pale to see.
    ///
    /// Series with outlines are skipped, because outlines are visible at any width. Series side by side with others are
    /// skipped, because each would hide the others in its pixel.
    func drawApart(
        _ pass: ColumnPassData, _ slot: BarSlot, _ drawnStyle: ResolvedStyle, _ each: ((Int) -> ResolvedStyle)?,
        in context: DrawContext
    ) {
        guard let range = pass.xPointRange, drawnStyle.outline(1) == 0, mayBeApart(pass), abs(slot.offset) < 1e-9 else {
            return
        }
        let (alongScale, acrossScale) = (context.series.along, context.series.across)
        let bases = pass.values(.stackBase)
        var items: [RectBatch.Item] = []
        ColumnView.withView(pass.independentValues, pass.values(.single) ?? pass.independentValues) { along, across in
            /// Whether a sample and the one before it are at least two pixels apart.
            func isFar(_ i: Int, from before: Double, to position: Double) -> Bool {
                !along.indices.contains(i - 1) || !along.indices.contains(i) || abs(position - before) >= 2
            }
            func position(of i: Int) -> Double { along.indices.contains(i) ? alongScale.position(of: along[i]) : .nan }
            // Each position is computed once.
            var (here, next) = (position(of: range.lowerBound - 1), position(of: range.lowerBound))
            var isFarBehind = isFar(range.lowerBound, from: here, to: next)
            for i in range {
                let isFarBefore = isFarBehind
                (here, next) = (next, position(of: i + 1))
                isFarBehind = isFar(i + 1, from: here, to: next)
                guard isFarBefore, isFarBehind else { continue }
                guard !alongScale.isExcluded(along[i]), !acrossScale.isExcluded(across[i]) else { continue }
                let base = bases?.withView { $0[i] } ?? baseline
                let start = base == baseline ? pass.zeroLineCoordinate : acrossScale.position(of: base)
                let (position, end) = (here, acrossScale.position(of: across[i]))
                guard position.isFinite, end.isFinite, start.isFinite, end != start else { continue }
                let own = each.map { $0(i - range.lowerBound) } ?? drawnStyle
                let colors = across[i] < base ? own.below : own.above
                let pixel = position.rounded(.down)
                items.append(item((pixel, pixel + 1), from: start, to: end, radius: 0, colors, isThin: true))
            }
        }
        guard !items.isEmpty else { return }
        let axis: RectBatch.GradientAxis = orientation == .horizontal ? .horizontal : .vertical
        context.rects(items, gradientAxis: axis, strokeWidth: 0, label: "columns apart")
    }

    /// Whether neighbours may be two pixels apart, decided without reading the samples. If all steps but one have the
    /// smallest length, the last one takes the rest of the span.
    private func mayBeApart(_ pass: ColumnPassData) -> Bool {
        let extent = pass.context.samples.alongExtent
        guard extent.isAscending, let span = extent.range?.span else { return false }
        let count = pass.context.samples.count
        // Ranges that the axis leaves out bring samples closer together.
        guard pass.context.along.mapper.isLinear, let smallest = extent.smallestStep, count > 1 else { return true }
        let minimum = smallest * Double(count - 1)
        // More than the whole span: some values are equal.
        if minimum > span * (1 + 1e-9) { return true }
        return (span - minimum + smallest) * abs(pass.context.along.factor) >= 2
    }
}
