import VitrailColumns
import VitrailScene

/// Titles of lines beside their ends, instead of a legend.
///
/// Each title is as close as possible to the height of its line's end. Titles that would overlap move apart by the
/// least total displacement (least squares). A thin leader connects the end of a line with a title that is not beside
/// it.
struct EndLabels {
    struct Item {
        let series: CartesianSeries
        let block: TextBlock
    }

    let items: [Item]
    /// Gap, titles and margin in points, between the plot area (or the axes beside it) and the edge.
    let width: Double

    /// Maximum fraction of the chart's width for titles; longer ones are broken or truncated.
    private static let largestShare = 0.3
    /// Maximum fraction of the chart's height for all titles.
    private static let tallestShare = 0.75
    /// Distances in points between a line's end and its title, and between titles.
    static let gap = 6.0
    private static let margin = 8.0
    static let distance = 2.0

    /// `nil`: no line has a title beside it.
    init?(_ chart: Chart, _ typesetter: Typesetter) {
        let lines = Self.lines(of: chart)
        guard !lines.isEmpty else {
            if chart.endLabels { chart.warn(.ignored(path: "endLabels", reason: "no line runs from left to right")) }
            return nil
        }
        let limits = TextBlock.Limits(
            width: chart.frame.width * Self.largestShare, height: chart.frame.height * Self.tallestShare)
        let font = chart.drawnLegendStyle().font
        items = lines.compactMap { series in
            TextBlock(fitting: series.legendTitle, font, within: limits, typesetter).map { block in
                var block = block
                block.alignment = .left
                return Item(series: series, block: block)
            }
        }
        let height = items.reduce(0) { $0 + $1.block.height + Self.distance }
        guard items.count == lines.count, height <= limits.height else {
            chart.warn(
                .doubtful(
                    path: "endLabels",
                    reason: "\(lines.count) titles do not fit beside the ends of the lines; the legend shows them"))
            return nil
        }
        width = Self.gap + (items.map(\.block.width).max() ?? 0) + Self.margin
    }

    /// Visible lines from left to right that have samples.
    private static func lines(of chart: Chart) -> [CartesianSeries] {
        guard chart.endLabels, !chart.isRadial, !chart.isPie else { return [] }
        return chart.cartesian.filter { series in
            series is LineSeries && series.orientation == .horizontal && series.isShown && series.showInLegend
                && (series.drawn?.count ?? 0) > 0
        }
    }

    /// Whether the title of a series stands beside its end.
    func names(_ seriesIndex: Int) -> Bool { items.contains { $0.series.index == seriesIndex } }
}

/// End labels → marks.
struct EndLabelMarks {
    let labels: EndLabels
    let chart: Chart
    /// Rightmost start of the titles in device pixels.
    let start: Double
    let plot: PixelRect
    let paper: Color
    let typesetter: Typesetter

    private var scale: Double { typesetter.scale }

    private struct End {
        let item: EndLabels.Item
        /// End of the line in device pixels.
        let position: PlotPoint
        let color: Color
        var height: Double
    }

    /// Reserves the space of the titles before other labels are placed.
    func marks(in area: inout LabelArea) -> [Mark] {
        var ends = labels.items.compactMap(end).sorted {
            ($0.position.y, $0.item.series.index) < ($1.position.y, $1.item.series.index)
        }
        var inner: [Mark] = []
        let latest = ends.map(\.position.x).max() ?? 0
        ends.removeAll { end in
            guard end.position.x < latest - Float(Self.early * Double(plot.width)), let marks = inline(end, in: &area)
            else { return false }
            inner += marks
            return true
        }
        let tops = Self.apart(
            ends.map { (Double($0.position.y) - $0.height / 2, $0.height + EndLabels.distance * scale) },
            in: (Double(plot.y) - slack, Double(plot.maxY) + slack))
        let start = start(after: latest, ends, area)
        var (leaders, texts): ([Mark], [Mark]) = ([], [])
        for (end, top) in zip(ends, tops) {
            let color = end.color.readableTint(on: paper)
            let position = TextAnchor(x: start, y: top.rounded(), across: 0, down: 0)
            let block = end.item.block
            let name = "\(end.item.series.jsonPath) end label"
            texts += block.marks(at: position, TextBlock.ResolvedStyle(color: color, label: name), typesetter)
            let box = PlotRect(
                minX: Float(start), minY: Float(top.rounded()), maxX: Float(start + block.width * scale),
                maxY: Float(top.rounded() + end.height))
            _ = area.take(box)
            leaders += leader(
                from: end, to: PlotPoint(x: Float(start - EndLabels.gap / 3 * scale), y: (box.minY + box.maxY) / 2),
                name)
        }
        return leaders + texts + inner
    }

    /// Fraction of the plot area's width: a line that ends this much before the others has its title inside the plot
    /// area if there is space.
    private static let early = 0.1

    /// Title to the right of its line's end. `nil`: the space is occupied.
    private func inline(_ end: End, in area: inout LabelArea) -> [Mark]? {
        let color = end.color.readableTint(on: paper)
        let label = DataPointLabel(
            text: end.item.series.legendTitle, font: end.item.block.font ?? FontStyle(), textColor: color,
            offset: Offset(x: 0, y: 0))
        guard
            let text = SetLabel(
                label, color: color, rotation: 0, digits: SetLabel.digits(label.font, typesetter),
                name: "\(end.item.series.jsonPath) end label", typesetter)
        else { return nil }
        let reach = Float(end.item.series.labelClearance(theme: chart.theme) * scale)
        let mark = PlotRect(minX: end.position.x, minY: end.position.y, maxX: end.position.x, maxY: end.position.y)
            .grown(by: reach)
        let spots = LabelSpots(mark: mark, point: end.position, gap: Float(AnchoredLabels.gap * scale))
        for spot in [
            spots.right, spots.corner(isRight: true, isAbove: true), spots.corner(isRight: true, isAbove: false),
        ] {
            let move = text.move(to: spot)
            let box = text.ink.moved(x: Float(move.x), y: Float(move.y))
            guard PlotRect(plot).contains(box), area.obstacles?.isFree(box.grown(by: Float(scale))) != false,
                Color.readable(color, on: area.grounds?.colors(under: box, []) ?? [paper]) == color,
                area.take(box.grown(by: Float(scale)))
            else { continue }
            return text.marks(movedBy: move, color: color)
        }
        return nil
    }

    /// Start of the titles: just after the last end if nothing is drawn behind it.
    private func start(after latest: Float, _ ends: [End], _ area: LabelArea) -> Double {
        let reach = ends.map { $0.item.series.labelClearance(theme: chart.theme) }.max() ?? 0
        let near = Double(latest) + (reach + EndLabels.gap) * scale
        let (edge, widest) = (Double(plot.maxX), ends.map(\.item.block.width).max() ?? 0)
        // An axis may lie between the plot area and the titles.
        let isBeside = start - edge <= (EndLabels.gap + 1) * scale
        guard near < edge - 2 * EndLabels.gap * scale, isBeside || near + widest * scale < edge else { return start }
        var rest = PlotRect(plot)
        rest.minX = Float(Double(latest) + (reach + 1) * scale)
        return area.obstacles?.isFree(rest) == true ? near.rounded() : start
    }

    /// Maximum extension of titles above and below the plot area.
    private var slack: Double { 4 * scale }

    /// End of a line: its last sample in view.
    private func end(_ item: EndLabels.Item) -> End? {
        guard let context = item.series.drawnContext, let range = context.xPointRange,
            let k = context.samples.values.firstIndex(of: .single)
        else { return nil }
        let samples = context.samples
        let base = samples.values.firstIndex(of: .stackBase)
        let position = ColumnView.withView(samples.along, samples.across[k]) { along, across -> PlotPoint? in
            var best: PlotPoint?
            for i in range.reversed() where !context.along.isExcluded(along[i]) && !context.across.isExcluded(across[i])
            {
                var height = context.across.position(of: across[i])
                // The title of an area stands beside the middle of its own layer.
                if let base {
                    height = (height + context.across.position(of: samples.across[base].withView { $0[i] })) / 2
                }
                let point = PlotPoint(x: Float(context.along.position(of: along[i])), y: Float(height))
                guard point.isFinite, point.x <= Float(plot.maxX) + 0.5, point.x >= Float(plot.x) - 0.5 else {
                    continue
                }
                if point.x > best?.x ?? -.infinity { best = point }
                if samples.alongExtent.isAscending { break }
            }
            return best
        }
        guard var position else { return nil }
        position.y = min(max(position.y, Float(plot.y)), Float(plot.maxY))
        return End(
            item: item, position: position, color: item.series.lineColor(theme: chart.theme),
            height: item.block.height * scale)
    }

    /// In points.
    private static let longLeader = 40.0
    private static let leaderDots = [1.0, 3]

    /// Thin line to a title that is not beside the end.
    private func leader(from end: End, to position: PlotPoint, _ name: String) -> [Mark] {
        let reach = Float((end.item.series.labelClearance(theme: chart.theme) + 2) * scale)
        let from = PlotPoint(x: end.position.x + reach, y: end.position.y)
        let isBeside =
            abs(position.y - from.y) < Float(end.height / 2) && position.x - from.x < Float(3 * EndLabels.gap * scale)
        guard !isBeside, position.x > from.x else { return [] }
        // Horizontal to the titles' side, then to the title.
        let knee = PlotPoint(x: max(from.x, position.x - Float(EndLabels.gap * scale)), y: from.y)
        var points = [from, knee, position]
        // A long solid leader could be mistaken for data.
        if Double(position.x - from.x) > Self.longLeader * scale,
            let dots = DashedLine.cut(points, pattern: Self.leaderDots.map { $0 * scale })
        {
            points = dots
        }
        let line = Polyline(points: points, width: Float(max(1, 0.75 * scale)), paint: .solid(end.color.faded(0.6)))
        return [Mark(.polyline(line), label: name + " leader")]
    }

    /// Positions of boxes in a row, as close as possible to the wanted ones, without overlaps.
    ///
    /// After subtraction of the preceding boxes' sizes, positions must not decrease. The optimal positions are the
    /// means of runs of touching boxes (pool adjacent violators).
    static func apart(_ boxes: [(wanted: Double, size: Double)], in bounds: (low: Double, high: Double)) -> [Double] {
        var runs: [(sum: Double, count: Int)] = []
        var before = 0.0
        for box in boxes {
            runs.append((box.wanted - before, 1))
            before += box.size
            while runs.count > 1,
                runs[runs.count - 2].sum / Double(runs[runs.count - 2].count) > runs[runs.count - 1].sum
                    / Double(runs[runs.count - 1].count)
            {
                let last = runs.removeLast()
                runs[runs.count - 1] = (runs[runs.count - 1].sum + last.sum, runs[runs.count - 1].count + last.count)
            }
        }
        let highest = max(bounds.low, bounds.high - before)
        var positions: [Double] = []
        var offset = 0.0
        var k = 0
        for run in runs {
            let position = min(max(run.sum / Double(run.count), bounds.low), highest)
            for _ in 0..<run.count {
                positions.append(position + offset)
                offset += boxes[k].size
                k += 1
            }
        }
        return positions
    }
}

extension Color {
    /// The colour, made darker or lighter until text in it has a contrast of 4.5 : 1 to the background.
    func readableTint(on paper: Color) -> Color {
        let end = paper.luminance > 0.18 ? Color.black : .white
        let steps = (0...20).lazy.map { end.faded(Double($0) / 20).over(Color(red: red, green: green, blue: blue)) }
        return steps.first { $0.contrast(with: paper) >= Self.minTextContrast } ?? end
    }
}
