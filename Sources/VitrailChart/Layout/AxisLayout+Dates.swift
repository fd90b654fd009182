/// Dates next to labels of times, and years next to labels of days: `DateContext`.
///
/// ```
///  ├──────┼──────┼──────┤      6 May 2024 ┐
/// 12:00  12:20  12:40  13:00        12:00 ┤
/// 6 May 2024                        11:40 ┤
/// ```
/// On a horizontal axis, dates stand below the labels. On a vertical axis they stand above them, because labels of a
/// crossing axis may stand under the lowest label.
extension AxisLayout {
    /// Space along the axis in points.
    struct LabelBoundsAlong {
        var length: Double
        /// Maximum extension of texts beyond the axis's start and end.
        var free: (start: Double, end: Double)
    }

    /// Minimum distance of a date from the canvas edge in points.
    private static let dateEdge = 2.0
    /// Minimum gap between dates of neighbouring labels, as a fraction of the line height.
    private static let dateGap = 0.6

    /// A new context for the labels. `nil`: labels are hidden, or have whole values.
    private var dateContext: DateContext? { major.showLabels == true ? axis.dateContext : nil }

    /// Depth across the axis of the dates that its labels need; 0 if they need none.
    func datesDepth(_ typesetter: Typesetter) -> Double {
        guard let unused = dateContext else { return 0 }
        var texts: Set<String> = []
        let labelled = ticks.indices.filter { ticks[$0].block != nil }.sorted { ticks[$0].value < ticks[$1].value }
        var context = unused
        for i in labelled {
            context.next(ticks[i].value, label: label(i)) { texts.insert($0).inserted || true }
        }
        guard !texts.isEmpty else { return 0 }
        if axis.isHorizontal { return typesetter.size("0", major.labelFont).height }
        // If the first labels are removed, another label has the full date.
        for i in labelled.prefix(Self.measuredDates) {
            var first = unused
            first.next(ticks[i].value, label: label(i)) { texts.insert($0).inserted || true }
        }
        return texts.flatMap { $0.split(separator: "\n") }.map { typesetter.size(String($0), major.labelFont).width }
            .max() ?? 0
    }

    private static let measuredDates = 32

    /// Adds dates as second lines of labels, for labels that do not form a row.
    mutating func addDates(_ measure: LabelMeasure) {
        guard var context = dateContext else { return }
        for i in ticks.indices.sorted(by: { ticks[$0].value < ticks[$1].value }) {
            guard let block = ticks[i].block else { continue }
            context.next(ticks[i].value, label: label(i)) { text in
                ticks[i].block = measure.whole("\(label(i))\n\(text)", block.font)
                return true
            }
        }
    }

    private func label(_ i: Int) -> String { ticks[i].mark?.label ?? ticks[i].tick.label }

    /// Chooses the visible labels that get a date.
    mutating func positionDates(length: Double, free: (start: Double, end: Double), _ typesetter: Typesetter) {
        chosenRoom = LabelBoundsAlong(length: length, free: free)
        positionDates(typesetter)
    }

    /// Chooses the dates again after a label was removed.
    mutating func positionDates(_ typesetter: Typesetter) {
        for i in ticks.indices where ticks[i].context != nil { ticks[i].context = nil }
        guard var context = dateContext, shownDateDepth > 0, let room = chosenRoom else { return }
        let scale = axis.scale(from: 0, to: room.length)
        let positions = ticks.map { position(of: $0, on: scale) }
        let order = ticks.indices.filter { ticks[$0].showLabel && positions[$0].isFinite }.sorted {
            positions[$0] < positions[$1]
        }
        var end = -Double.infinity
        for (k, i) in order.enumerated() {
            let neighbours = (
                before: k > 0 ? positions[order[k - 1]] + ticks[order[k - 1]].box.after : -.infinity,
                after: k + 1 < order.count ? positions[order[k + 1]] - ticks[order[k + 1]].box.before : .infinity
            )
            context.next(ticks[i].value, label: label(i)) { text in
                let block = TextBlock(text, major.labelFont, typesetter)
                let found =
                    axis.isHorizontal
                    ? middleBelow(positions[i], block, from: end, room)
                    : middleBeside(
                        positions[i], ticks[i].box, block, (max(neighbours.before, end), neighbours.after), room)
                guard let middle = found else { return false }
                end = middle + (axis.isHorizontal ? block.width : block.height) / 2
                ticks[i].context = TickContext(block: block, shift: middle - positions[i])
                return true
            }
        }
    }

    /// Middle of a text in the row of dates, as near to its tick as the canvas allows. `nil`: an earlier date is too
    /// near.
    private func middleBelow(
        _ position: Double, _ block: TextBlock, from end: Double, _ room: LabelBoundsAlong
    ) -> Double? {
        let half = block.width / 2
        let (low, high) = (Self.dateEdge - room.free.start + half, room.length + room.free.end - Self.dateEdge - half)
        guard low <= high else { return nil }
        let middle = min(max(position, low), high)
        return middle - half >= end + Self.dateGap * block.lineHeight ? middle : nil
    }

    /// Middle of a text above a label, or below it if there is space. `nil`: no space.
    private func middleBeside(
        _ position: Double, _ box: LabelGeometry.Box, _ block: TextBlock, _ neighbours: (before: Double, after: Double),
        _ room: LabelBoundsAlong
    ) -> Double? {
        guard block.width <= shownDateDepth + 0.5 else { return nil }
        let height = block.height
        let above = (position + box.after, position + box.after + height)
        if above.1 <= min(neighbours.after, room.length + min(room.free.end, height)) { return (above.0 + above.1) / 2 }
        let below = (position - box.before - height, position - box.before)
        return below.0 >= max(neighbours.before, 0) ? (below.0 + below.1) / 2 : nil
    }
}

extension DateTimeAxis {
    /// Whether labels may omit a part of the date that must then be shown elsewhere.
    var mayLeaveOutDates: Bool { showsDateAtMidnight && labelFormatString == nil && labelFormatter == nil }
}
