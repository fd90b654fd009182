import VitrailScales

/// Ranges computed from the data and the available space: rounded to ticks if the axis is `nice`, then widened for
/// complete marks.
struct AutomaticRanges {
    private let chart: Chart
    /// Axes that show their default range and continue to follow it.
    private let followers: Set<ObjectIdentifier>
    /// Labels that need space on an axis.
    private var labels: [LabelReach] = []

    /// Begins a layout: resets the ranges to those without space for marks.
    init(_ chart: Chart) {
        self.chart = chart
        let axes = chart.isPie ? [] : chart.allAxes
        followers = Set(axes.filter { $0.followsDefaultRange() }.map { ObjectIdentifier($0) })
    }

    /// Also reserves space for labels of the outermost samples. Space beside the plot area is reserved only on sides
    /// without an axis.
    func holding(_ labels: [LabelReach]) -> Self {
        var ranges = self
        ranges.labels = labels.filter { label in label.widensRange && chart.allAxes.contains { $0.side == label.side } }
        return ranges
    }

    /// Computes the default range of an axis for its length, and shows it if the axis follows its default range.
    ///
    /// - Parameter plotSide: shorter side of the plot area in points.
    func widen(_ axis: Axis, _ room: TickSpace, plotSide: Double) {
        guard room.length > 0, let range = axis.automaticRange else { return }
        let follows = followers.contains(ObjectIdentifier(axis))
        // While another range is shown, keep the default range: animations may lead to it.
        guard follows || axis.wholeRange?.of != range else { return }
        let marks = WholeMarks(
            axis, of: chart, range: range, plotSide: plotSide,
            labels: labels.filter { $0.axis === axis }.map { WholeMarks.End(value: $0.value, reach: $0.length) })
        let zero = SharedZero(chart)
        let bare = zero.leading(axis, range)
        let rounded = holdsWidths(axis) ? bare : axis.rounded(bare, room: room)
        let whole = axis.showsWholeMarks ? marks.widened(rounded, mapper: axis.mapper, length: room.length) : rounded
        let wished = zero.following(axis, axis.wished(axis.accepts(whole) ? whole : rounded))
        let shown = axis.accepts(wished) ? wished : range
        axis.wholeRange = WholeRange(of: range, rounded: shown == whole ? rounded : shown, range: shown)
        if follows { axis.axisRange = axis.defaultRange }
    }

    /// Whether bars or cells end exactly at the range's ends; a rounded range would add empty space.
    private func holdsWidths(_ axis: Axis) -> Bool {
        chart.cartesian.contains { series in
            guard !series.hidden else { return false }
            let along: Axis.Direction = series.orientation == .horizontal ? .x : .y
            if series.slotKind != nil, chart.ownAxis(series, along) === axis { return true }
            return [Axis.Direction.x, .y].contains {
                chart.ownAxis(series, $0) === axis && series.ownRange(on: $0) != nil
            }
        }
    }
}

extension Axis {
    /// Resets the default range to the one without space for marks, so that a render does not depend on earlier ones.
    ///
    /// - Returns: whether the axis shows its default range.
    fileprivate func followsDefaultRange() -> Bool {
        guard automaticRange != nil, axisRange == defaultRange else { return false }
        wholeRange = nil
        axisRange = bareDefaultRange
        return true
    }
}
