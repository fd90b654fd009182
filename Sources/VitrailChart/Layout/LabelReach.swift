import VitrailColumns

/// Extension of point labels beyond the outermost sample on one side.
struct LabelReach {
    let side: Side
    /// Distance from the sample to the end of its label in points.
    let length: Double
    /// Value of the sample on its axis.
    let value: Double
    let axis: Axis
    /// Whether the axis range is widened for the label if no space can be reserved beside the plot area.
    let widensRange: Bool

    /// Distance from the plot area's edge to the sample as a fraction of the plot area, for the present axis range; <
    /// 0: out of view.
    var share: Double {
        let share = axis.scale(from: 0, to: 1).position(of: value)
        return side == .left || side == .bottom ? share : 1 - share
    }

    /// Extensions of a series' labels, estimated from the labels of its outermost values.
    static func all(_ series: CartesianSeries, of chart: Chart, _ typesetter: Typesetter) -> [LabelReach] {
        guard !series.hidden, let style = series.labelStyle(theme: chart.theme), style.showLabels == true,
            let samples = series.drawn, (1...DataPointLabels.maxPoints).contains(samples.count),
            let along = samples.alongExtent.range,
            let xAxis = chart.ownAxis(series, .x), let yAxis = chart.ownAxis(series, .y)
        else { return [] }
        let labelled = series.labelledValues
        let across = zip(samples.values, samples.acrossExtent).filter { labelled.contains($0.0) }.reduce(nil) {
            NumberRange.union($0, $1.1.range)
        }
        guard let across else { return [] }
        let isHorizontal = series.orientation == .horizontal
        let (x, y) = isHorizontal ? (along, across) : (across, along)
        let size = size(of: series, style, (x, xAxis), (y, yAxis), typesetter)
        let spans = LabelSpans(series, style, size, of: chart)
        func ends(_ range: NumberRange, _ axis: Axis, low: Side, high: Side, isAcross: Bool) -> [LabelReach] {
            // Bars stand half a spacing from the ends.
            guard isAcross || series.slotKind == nil else { return [] }
            let (first, last) = axis.isReversed ? (range.maximum, range.minimum) : (range.minimum, range.maximum)
            return [(low, first), (high, last)].compactMap { side, value in
                spans.length(side, isAcross: isAcross, value).map {
                    LabelReach(side: side, length: $0, value: value, axis: axis, widensRange: spans.widensRange)
                }
            }
        }
        let reaches =
            ends(x, xAxis, low: .left, high: .right, isAcross: !isHorizontal)
            + ends(y, yAxis, low: .bottom, high: .top, isAcross: isHorizontal)
        return reaches.filter(\.length.isFinite)
    }

    /// Extensions of the labels of stack totals.
    static func totals(of chart: Chart, _ typesetter: Typesetter) -> [LabelReach] {
        StackTotals.stacks(of: chart).flatMap { members -> [LabelReach] in
            guard let top = members.last, let style = top.labelStyle(theme: chart.theme),
                let axis = chart.ownAxis(top, top.orientation == .horizontal ? .y : .x)
            else { return [] }
            axis.startLabels(in: axis.axisRange)
            let sums = StackTotals.sums(of: members)
            let isHorizontal = top.orientation == .horizontal
            func reach(_ sum: StackTotals.Sum?) -> LabelReach? {
                guard let sum else { return nil }
                let label = StackTotals.label(sum, style, axis, chart.theme)
                let size = typesetter.size(label.text, label.font)
                let side: Side =
                    (sum.value < 0) != axis.isReversed
                    ? (isHorizontal ? .bottom : .left) : (isHorizontal ? .top : .right)
                return LabelReach(
                    side: side,
                    length: AnchoredLabels.gap + LabelSpans.margin
                        + (isHorizontal ? LabelSpans.bodyHeight(size) : size.width),
                    value: sum.end, axis: axis,
                    widensRange: chart.isDescribed)
            }
            let low = sums.filter { $0.value < 0 }.min { $0.low < $1.low },
                high = sums.filter { $0.value >= 0 }.max { $0.high < $1.high }
            return [reach(low), reach(high)].compactMap(\.self).filter(\.length.isFinite)
        }
    }

    private static func size(
        of series: CartesianSeries, _ style: DataPointLabelStyle, _ x: (range: NumberRange, axis: Axis),
        _ y: (range: NumberRange, axis: Axis),
        _ typesetter: Typesetter
    ) -> TextSize {
        if let texts = series.pointLabels {
            return typesetter.size(texts.max { $0.count < $1.count } ?? "", style.font)
        }
        let isHorizontal = series.orientation == .horizontal
        let shown = [(x, Axis.Direction.x), (y, .y)].filter { style.shows($0.1, series.orientation) }
        let texts = shown.map { shown, direction in
            // Use the range alone, not the ticks of an earlier render, so that the same chart always has the same
            // layout.
            shown.axis.startLabels(in: shown.axis.axisRange)
            let isDependent = (direction == .y) == isHorizontal
            let format = isDependent || style.displayValues != .both ? style.labelFormatString : nil
            return [shown.range.minimum, shown.range.maximum].map { shown.axis.string(forId: $0, pattern: format) }.max
            { $0.count < $1.count } ?? ""
        }
        return typesetter.size(texts.joined(separator: ", "), style.font)
    }
}

/// Extension of a label from its point to each side.
struct LabelSpans {
    private let series: CartesianSeries
    private let style: DataPointLabelStyle
    private let width: Double
    private let height: Double
    /// Height of the aligned part.
    private let body: Double
    private let isPlacedByOffset: Bool
    private let isStacked: Bool
    /// Whether larger values lie to the left, or further down.
    private let isReversed: Bool
    /// Whether the axis range is widened for labels of bars: in descriptions.
    let widensRange: Bool
    /// Distance from a point to a label beside it.
    private let distance: Double

    init(_ series: CartesianSeries, _ style: DataPointLabelStyle, _ size: TextSize, of chart: Chart) {
        (self.series, self.style) = (series, style)
        let isTurned = style.textOrientation == .vertical || style.textOrientation == .verticalReversed
        (width, height) = isTurned ? (size.height, size.width) : (size.width, size.height)
        body = isTurned ? size.width : Self.bodyHeight(size)
        isPlacedByOffset = style.isPlacedByOffset(isDescribed: chart.isDescribed)
        isStacked = chart.isStacked(series)
        isReversed = chart.ownAxis(series, series.orientation == .horizontal ? .y : .x)?.isReversed == true
        widensRange = chart.isDescribed && !isPlacedByOffset && series.slotKind != nil
        distance = AnchoredLabels.gap + series.labelClearance(theme: chart.theme)
    }

    /// Distance in points between a label and the edge before it, plus one for whole pixels.
    static let margin = Double(AnchoredLabels.margin) + 1

    /// Height from the top of digits to the baseline in points.
    static func bodyHeight(_ size: TextSize) -> Double { size.ascent * 0.8 }

    private var offset: Offset { style.offsetFromDataPoint ?? Offset(x: 0, y: 0) }

    /// Extension in points beyond a value on a side. `nil`: no space is reserved.
    func length(_ side: Side, isAcross: Bool, _ value: Double) -> Double? {
        if isPlacedByOffset {
            return (side.isHorizontal ? height : width) / 2
                + moved(side, isFlipped: isAcross && value < 0 && style.offsetFlippedForNegativeValues != false)
        }
        let length = series.slotKind == .column || series.slotKind == .bar ? beyondBar(side, value) : beyondPoint(side)
        return length.map {
            $0 + Self.margin
                + moved(side, isFlipped: isAcross && value < 0 && style.offsetFlippedForNegativeValues != false)
        }
    }

    /// Movement by the offset towards a side.
    private func moved(_ side: Side, isFlipped: Bool) -> Double {
        let length =
            switch side {
            case .left: -offset.x
            case .right: offset.x
            case .top: -offset.y
            case .bottom: offset.y
            }
        return isFlipped ? -length : length
    }

    private func beyondBar(_ side: Side, _ value: Double) -> Double? {
        let isHigh = (side == .top || side == .right) != isReversed
        let isOutside: Bool
        switch style.anchor ?? .auto {
        case .auto: isOutside = !isStacked && (isHigh ? value > series.baseline : value < series.baseline)
        case .outsideEnd: isOutside = isHigh ? value > series.baseline : value < series.baseline
        case .above: isOutside = side == .top
        case .below: isOutside = side == .bottom
        case .left: isOutside = side == .left
        case .right: isOutside = side == .right
        case .center, .insideEnd, .insideBase: isOutside = false
        }
        return isOutside ? AnchoredLabels.gap + (side.isHorizontal ? body : width) : nil
    }

    private func beyondPoint(_ side: Side) -> Double {
        let beside = distance + (side.isHorizontal ? body : width)
        let half = (side.isHorizontal ? body : width) / 2
        let isAlong = side.isHorizontal != (series.orientation == .horizontal)
        switch style.anchor ?? .auto {
        case .auto where series.joinsSamples: return isAlong ? half : beside
        case .auto: return side == .right ? beside : side == .left ? 0 : half
        case .outsideEnd, .insideEnd, .insideBase: return isAlong ? half : beside
        case .center: return half
        case .above: return side == .top ? beside : side == .bottom ? 0 : half
        case .below: return side == .bottom ? beside : side == .top ? 0 : half
        case .left: return side == .left ? beside : side == .right ? 0 : half
        case .right: return side == .right ? beside : side == .left ? 0 : half
        }
    }
}
