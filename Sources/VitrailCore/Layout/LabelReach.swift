import VitrailScene

/// How far the labels of points reach beyond the outermost sample on one side.
struct LabelReach {
    let side: Side
    /// From the sample to the end of its label, points.
    let length: Double
    /// From the plot area's edge to the sample, as a share of the plot area.
    let share: Double

    /// Of a series' labels, as they will be: taken to be as large as those of its outermost values.
    static func all(_ series: CartesianSeries, of chart: Chart, _ typesetter: Typesetter) -> [LabelReach] {
        guard !series.hidden, let style = series.labelStyle(theme: chart.theme), style.showLabels == true,
            let samples = series.drawn, (1...DataPointLabels.mostPoints).contains(samples.count), let along = samples.alongExtent.range,
            let xAxis = chart.ownAxis(series, .x), let yAxis = chart.ownAxis(series, .y)
        else { return [] }
        let labelled = series.labelledValues
        let across = zip(samples.values, samples.acrossExtent).filter { labelled.contains($0.0) }.reduce(nil) { NumberRange.union($0, $1.1.range) }
        guard let across else { return [] }
        let isHorizontal = series.orientation == .horizontal
        let (x, y) = isHorizontal ? (along, across) : (across, along)
        let size = size(style, (x, xAxis), (y, yAxis), typesetter)
        let offset = style.offsetFromDataPoint ?? Offset(x: 0, y: 0)
        /// Towards larger values, negative ones the other way where they turn labels round.
        func shift(_ value: Double, isAcross: Bool, _ shift: Double) -> Double {
            isAcross && value < 0 && style.offsetFlippedForNegativeValues != false ? -shift : shift
        }
        func ends(_ range: NumberRange, _ axis: Axis, low: Side, high: Side, extent: Double, _ move: Double, isAcross: Bool) -> [LabelReach] {
            // Bars stand half a distance from the ends.
            guard isAcross || series.slotKind == nil else { return [] }
            let scale = axis.scale(from: 0, to: 1)
            let (first, last) = axis.isReversed ? (range.maximum, range.minimum) : (range.minimum, range.maximum)
            return [
                LabelReach(side: low, length: extent / 2 - shift(first, isAcross: isAcross, move), share: scale.place(first)),
                LabelReach(side: high, length: extent / 2 + shift(last, isAcross: isAcross, move), share: 1 - scale.place(last)),
            ]
        }
        let reaches = ends(x, xAxis, low: .left, high: .right, extent: size.width, offset.x, isAcross: !isHorizontal)
            + ends(y, yAxis, low: .bottom, high: .top, extent: size.height, -offset.y, isAcross: isHorizontal)
        // What is out of view has no label.
        return reaches.filter { $0.length.isFinite && $0.share >= -1e-9 }
    }

    private static func size(
        _ style: DataPointLabelStyle, _ x: (range: NumberRange, axis: Axis), _ y: (range: NumberRange, axis: Axis), _ typesetter: Typesetter
    ) -> (width: Double, height: Double) {
        let shown = [style.displayValues == .y ? nil : x, style.displayValues == .x ? nil : y].compactMap(\.self)
        let texts = shown.map { shown in
            // By the range alone, not by the ticks of a picture before: the same chart has the same layout each time.
            shown.axis.startLabels(in: shown.axis.axisRange)
            return [shown.range.minimum, shown.range.maximum].map { shown.axis.string(forId: $0) }.max { $0.count < $1.count } ?? ""
        }
        let size = typesetter.size(texts.joined(separator: ", "), style.font)
        let isTurned = style.textOrientation == .vertical || style.textOrientation == .verticalReversed
        return isTurned ? (size.height, size.width) : (size.width, size.height)
    }
}
