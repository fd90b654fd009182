/// Ranges that follow from the data and from the room that layout leaves: rounded to ticks where the axis is `nice`, then wide enough for whole
/// marks.
struct AutomaticRanges {
    private let chart: Chart
    /// Axes that show their default range, and go on showing it.
    private let followers: Set<ObjectIdentifier>
    /// Labels that need room on an axis.
    private var labels: [LabelReach] = []

    /// Begins a layout: it starts from ranges without room for marks.
    init(_ chart: Chart) {
        self.chart = chart
        let axes = chart.isPie ? [] : chart.allAxes
        followers = Set(axes.filter { $0.followsDefaultRange() }.map { ObjectIdentifier($0) })
    }

    /// Leaves room for labels of the outermost samples, too. Beside the plot area, room is reserved only where no axis is.
    func holding(_ labels: [LabelReach]) -> Self {
        var ranges = self
        ranges.labels = labels.filter { label in label.widensRange && chart.allAxes.contains { $0.side == label.side } }
        return ranges
    }

    /// Gives an axis the default range for its length, and shows it where the axis follows that.
    ///
    /// - Parameter plotSide: the smaller side of the plot area, in points.
    func widen(_ axis: Axis, _ room: TickRoom, plotSide: Double) {
        guard room.length > 0, let range = axis.automaticRange else { return }
        let follows = followers.contains(ObjectIdentifier(axis))
        // While another range is shown, the default stays where animations to it lead.
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

    /// Whether bars or cells end where the range does: more would be empty.
    private func holdsWidths(_ axis: Axis) -> Bool {
        chart.cartesian.contains { series in
            guard !series.hidden else { return false }
            let along: Axis.Direction = series.orientation == .horizontal ? .x : .y
            if series.slotKind != nil, chart.ownAxis(series, along) === axis { return true }
            return [Axis.Direction.x, .y].contains { chart.ownAxis(series, $0) === axis && series.ownRange(on: $0) != nil }
        }
    }
}

/// A default range with room for whole marks.
struct WholeRange {
    /// The range of the data that it was made of.
    let of: NumberRange
    /// With ends at ticks, where the axis is `nice`.
    let rounded: NumberRange
    let range: NumberRange
}

extension Axis {
    /// Where ticks on the ends of the axis are: marks of the outermost samples may lie beyond.
    var tickEnds: NumberRange {
        guard let wholeRange, wholeRange.range == axisRange, automaticRange == wholeRange.of else { return axisRange }
        return wholeRange.rounded
    }

    /// Begins a layout with the default range as it is without room for marks, so that no picture depends on the one before it.
    ///
    /// - Returns: whether the axis shows its default range.
    fileprivate func followsDefaultRange() -> Bool {
        guard automaticRange != nil, axisRange == defaultRange else { return false }
        wholeRange = nil
        axisRange = bareDefaultRange
        return true
    }
}
