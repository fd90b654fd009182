import VitrailScene

/// Labels of points, and the obstacles that they avoid.
extension Layers {
    /// - Parameters:
    ///   - content: the marks of series.
    ///   - axes: the marks of axes: lines, ticks and labels.
    func pointLabels(
        among content: [Mark], _ axes: [Mark], _ notes: (below: [Mark], above: [Mark]),
        grids: @autoclosure () -> [Mark], in area: inout LabelArea
    ) -> (below: [Mark], above: [Mark]) {
        guard !chart.isRadial else { return ([], []) }
        let styled = chart.cartesian.compactMap { series -> (series: CartesianSeries, style: DataPointLabelStyle)? in
            guard series.isShown, let style = series.labelStyle(theme: chart.theme) else { return nil }
            return (series, style)
        }
        let shown = styled.filter { $0.style.showLabels == true }
        let totals = StackTotals(chart: chart, typesetter: typesetter)
        if shown.contains(where: { $0.style.anchor != nil }) || totals.areWanted || layout.endLabels != nil {
            (area.obstacles, area.grounds) = (obstacles(content, axes, notes), self.grounds(content, notes, grids()))
        }
        let ends =
            layout.endLabels.map { ends in
                EndLabelMarks(
                    labels: ends, chart: chart, start: (layout.canvas.maxX - ends.width + EndLabels.gap) * scale,
                    plot: plot, paper: background,
                    typesetter: typesetter
                ).marks(in: &area)
            } ?? []
        // The sums of stacks have priority.
        let sums = totals.marks(in: &area)
        func marks(_ position: DataPointLabelStyle.Position) -> [Mark] {
            shown.filter { ($0.style.position ?? .belowData) == position }.flatMap {
                $0.series.labels(chart, $0.style, typesetter, in: &area)
            }
        }
        let below = marks(.belowData)
        return (below, marks(.aboveData) + sums + ends)
    }

    private func obstacles(_ content: [Mark], _ axes: [Mark], _ notes: (below: [Mark], above: [Mark])) -> LabelObstacles
    {
        var obstacles = LabelObstacles(pixels(layout.labelRoom).union(PlotRect(plot)), cell: Float(Self.cell * scale))
        obstacles.add(content)
        obstacles.add(axes)
        obstacles.add(notes.below, areNotes: true)
        obstacles.add(notes.above, areNotes: true)
        if let legend = layout.legend {
            let item = RectBatch.Item(rect: pixels(legend), fill: .black)
            obstacles.add([Mark(.rects(RectBatch(items: [item])))])
        }
        return obstacles
    }

    /// In points: half a line of text.
    private static let cell = 6.0

    private func grounds(_ content: [Mark], _ notes: (below: [Mark], above: [Mark]), _ grids: [Mark]) -> LabelGrounds {
        var grounds = LabelGrounds(paper: papers)
        grounds.add(grids.filter { $0.label == "stripes" } + notes.below, overSeries: false)
        grounds.add(series: content)
        grounds.add(notes.above, overSeries: true)
        return grounds
    }

    /// The background colours of the data: both ends of a gradient.
    private var papers: [Color] {
        let style = chart.style.filled(from: chart.theme.chart)
        let isCovered = [style.plotAreaBackgroundColor, style.canvasBackgroundColor].contains { $0?.alpha == 255 }
        guard !isCovered, let end = style.backgroundColorGradient, end != background,
            chart.style.backgroundColor == nil || chart.style.backgroundColorGradient != nil
        else { return [background] }
        return [background, end]
    }
}
