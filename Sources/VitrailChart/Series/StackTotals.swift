import VitrailColumns
import VitrailRaster
import VitrailScene

/// The sums of stacked columns and bars, written beyond the ends of their stacks.
struct StackTotals {
    private let typesetter: Typesetter
    private let chart: Chart
    private let stacks: [[CartesianSeries]]

    /// Whether there is a stack with visible sums.
    var areWanted: Bool { !stacks.isEmpty }

    init(chart: Chart, typesetter: Typesetter) {
        (self.chart, self.typesetter) = (chart, typesetter)
        stacks = Self.stacks(of: chart)
    }

    /// The stacks with visible sums, each with its members from the lowest up. Stacks of lines have none.
    static func stacks(of chart: Chart) -> [[CartesianSeries]] {
        struct Key: Hashable {
            var along, across: ObjectIdentifier
            var kind: SlotKind
            var index: Int
        }
        guard !chart.isRadial else { return [] }
        var stacks: [(key: Key, members: [CartesianSeries])] = []
        for series in chart.cartesian where series.isShown {
            guard let kind = series.slotKind, let index = series.shownStack, let x = chart.ownAxis(series, .x),
                let y = chart.ownAxis(series, .y)
            else { continue }
            let key = Key(along: ObjectIdentifier(x), across: ObjectIdentifier(y), kind: kind, index: index)
            if let k = stacks.firstIndex(where: { $0.key == key }) {
                stacks[k].members.append(series)
            } else {
                stacks.append((key, [series]))
            }
        }
        return stacks.map(\.members).filter { members in
            chart.stackTotals || members.contains { $0.labelStyle(theme: chart.theme)?.stackTotals == true }
        }
    }

    /// The sum and the drawn ends for each independent value of a stack, in ascending order. Series with more than
    /// `DataPointLabels.maxPoints` samples are skipped.
    static func sums(of members: [CartesianSeries]) -> [Sum] {
        var sums: [Double: Sum] = [:]
        for series in members {
            guard let loaded = series.loaded, let drawn = series.drawn, loaded.count <= DataPointLabels.maxPoints
            else { continue }
            ColumnView.withView(loaded.along, loaded.across[0]) { along, values in
                for i in along.indices where along[i].isFinite && values[i].isFinite {
                    sums[along[i], default: Sum(along: along[i])].value += values[i]
                }
            }
            guard let k = drawn.values.firstIndex(of: .single) else { continue }
            ColumnView.withView(drawn.along, drawn.across[k]) { along, ends in
                for i in along.indices where ends[i].isFinite { sums[along[i]]?.include(ends[i]) }
            }
        }
        return sums.values.filter { $0.low <= $0.high }.sorted { $0.along < $1.along }
    }

    struct Sum {
        let along: Double
        var value = 0.0
        /// The ends of the stack on both sides of the baseline.
        var low = Double.infinity
        var high = -Double.infinity

        init(along: Double) { self.along = along }

        mutating func include(_ end: Double) { (low, high) = (min(low, end), max(high, end)) }
        /// The end where the sum is written.
        var end: Double { value < 0 ? low : high }
    }

    func marks(in area: inout LabelArea) -> [Mark] {
        if chart.stackTotals, stacks.isEmpty {
            chart.warn(
                .ignored(path: "stackTotals", reason: "no columns or bars are stacked; \"stackIndex\" stacks them"))
        }
        var marks: [Mark] = []
        for members in stacks { marks += self.marks(of: members, in: &area) }
        return marks
    }

    private func marks(of members: [CartesianSeries], in area: inout LabelArea) -> [Mark] {
        guard let top = members.last, let context = top.drawnContext, let style = top.labelStyle(theme: chart.theme),
            let axis = chart.ownAxis(top, top.orientation == .horizontal ? .y : .x)
        else { return [] }
        let sums = Self.sums(of: members)
        let plot = PlotRect(context.plot)
        var (marks, missing, count): ([Mark], Int, Int) = ([], 0, 0)
        for sum in sums {
            let point = PathPoint(
                along: Float(context.along.position(of: sum.along) + (context.slot?.offset ?? 0)),
                across: Float(context.across.position(of: sum.end)))
            guard !point.isGap, plot.grown(by: 0.5).holds(point.plotPoint(context.orientation)) else { continue }
            count += 1
            let label = Self.label(sum, style, axis, chart.theme)
            let own = self.marks(
                label, at: point, isDown: sum.value < 0, context, name: "\(top.jsonPath) total", in: &area)
            if own.isEmpty { missing += 1 }
            marks += own
        }
        if missing > 0 {
            let reason =
                "\(missing) of \(count) totals do not fit and \(missing == 1 ? "is" : "are") left out; a smaller font or a larger size helps"
            chart.warn(.doubtful(path: "stackTotals", reason: reason))
        }
        return marks
    }

    static func label(_ sum: Sum, _ style: DataPointLabelStyle, _ axis: Axis, _ theme: Theme) -> DataPointLabel {
        var font = style.font ?? theme.annotationFont
        font.isBold = true
        return DataPointLabel(
            text: axis.string(forId: sum.value, pattern: style.labelFormatString), font: font,
            textColor: style.textColor ?? .black, offset: Offset(x: 0, y: 0))
    }

    private func marks(
        _ label: DataPointLabel, at point: PathPoint, isDown: Bool, _ context: SeriesContext, name: String,
        in area: inout LabelArea
    ) -> [Mark] {
        guard
            let text = SetLabel(
                label, color: label.textColor, rotation: 0, digits: SetLabel.digits(label.font, typesetter), name: name,
                typesetter)
        else { return [] }
        let position = point.plotPoint(context.orientation)
        let spots = LabelSpots(
            mark: PlotRect(minX: position.x, minY: position.y, maxX: position.x, maxY: position.y), point: position,
            gap: Float(AnchoredLabels.gap * context.scale))
        let isLow = context.isReversed != isDown
        let spot = spots.beyond(
            context.orientation == .horizontal ? (isLow ? .top : .bottom) : (isLow ? .left : .right))
        var move = text.move(to: spot)
        var box = text.ink.moved(x: Float(move.x), y: Float(move.y))
        let wide = box.grown(by: AnchoredLabels.margin * Float(context.scale))
        let held = area.held(wide).position
        let shift = (x: held.minX - wide.minX, y: held.minY - wide.minY)
        guard spot.allows(shift, of: wide) else { return [] }
        move.x += Int(shift.x.rounded(shift.x > 0 ? .up : .down))
        move.y += Int(shift.y.rounded(shift.y > 0 ? .up : .down))
        box = text.ink.moved(x: Float(move.x), y: Float(move.y))
        guard area.obstacles?.isFree(box.grown(by: Float(0.5 * context.scale))) != false,
            let color = Color.readable(label.textColor, on: area.grounds?.colors(under: box, []) ?? [area.background]),
            area.take(box.grown(by: Float(AnchoredLabels.distance / 2 * context.scale)))
        else { return [] }
        return text.marks(movedBy: move, color: color)
    }
}
