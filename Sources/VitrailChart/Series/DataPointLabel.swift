import VitrailColumns
import VitrailRaster
public import VitrailScene

/// The label of one data point. The delegate may change it before it is added.
public final class DataPointLabel {
    public var text: String
    public var font: FontStyle
    public var textColor: Color
    public var backgroundColor = Color.clear
    /// From the point to the middle of the label, in points, y down. For a label with an anchor: from the anchored
    /// position.
    public var offset: Offset
    public var isHidden = false

    init(text: String, font: FontStyle, textColor: Color, offset: Offset) {
        (self.text, self.font, self.textColor, self.offset) = (text, font, textColor, offset)
    }
}

/// Places the labels of one series' points in the plot area. A label that would cover another one, of any series, is
/// omitted. Labels with an anchor also keep clear of drawn marks.
struct DataPointLabels {
    let chart: Chart
    let series: CartesianSeries
    let pass: PassData
    let style: DataPointLabelStyle
    let typesetter: Typesetter

    /// With more points in view there are no labels: even a tenth of them would not fit.
    static let maxPoints = 10_000

    /// A label before its placement.
    struct Entry {
        let label: DataPointLabel
        /// The label's sample, value and position.
        let sample: Int
        let value: SeriesValue
        let position: PlotPoint
        /// The points before and after it on the path.
        let neighbours: (before: PathPoint?, after: PathPoint?)
    }

    func marks(in area: inout LabelArea) -> [Mark] {
        let entries = entries()
        guard style.anchor != nil else { return entries.flatMap { marks(at: $0, in: &area) } }
        return AnchoredLabels(self, entries).marks(in: &area)
    }

    private func entries() -> [Entry] {
        guard let range = pass.xPointRange else { return [] }
        guard range.count <= Self.maxPoints else {
            chart.warn(
                .ignored(
                    path: "\(series.jsonPath).dataPointLabelStyle",
                    reason: "more than \(Self.maxPoints) points are in view"))
            return []
        }
        guard let xAxis = chart.ownAxis(series, .x), let yAxis = chart.ownAxis(series, .y) else { return [] }
        var entries: [Entry] = []
        for value in series.labelledValues where value.isOnAxis {
            let points = pass.labelledPoints(value)
            for (k, point) in points.enumerated() {
                guard !point.isGap,
                    let index = series.dataPointIndex(ofSample: range.lowerBound + k, pass.context.samples),
                    let data = series.dataPoint(at: index)
                else { continue }
                let position = anchor(point)
                guard isInside(position) else { continue }
                let label = label(data, series.pointOnAxes(at: index) ?? data, value, xAxis, yAxis)
                chart.delegate?.chart(chart, alter: label, at: data, of: series)
                guard !label.isHidden, !label.text.isEmpty else { continue }
                func neighbour(_ k: Int) -> PathPoint? {
                    points.indices.contains(k) && !points[k].isGap ? points[k] : nil
                }
                entries.append(
                    Entry(
                        label: label, sample: range.lowerBound + k, value: value, position: position,
                        neighbours: (neighbour(k - 1), neighbour(k + 1))))
            }
        }
        return entries
    }

    /// Places a label with its middle on the point, moved by its offset.
    private func marks(at entry: Entry, in area: inout LabelArea) -> [Mark] {
        let label = entry.label
        var center = TextAnchor(
            x: Double(entry.position.x) + label.offset.x * typesetter.scale,
            y: Double(entry.position.y) + label.offset.y * typesetter.scale, across: 0.5,
            down: 0.5, rotation: rotation)
        let wanted = box(label, center)
        guard let box = area.take(wanted, or: mirrored(wanted, label.offset)) else { return [] }
        let move = (x: box.minX - wanted.minX, y: box.minY - wanted.minY)
        center.x += Double(move.x)
        center.y += Double(move.y)
        let isMoved = abs(move.x) + abs(move.y) > LabelArea.minimum
        let drawnStyle = drawnStyle(label, in: box, isMoved: isMoved, sample: entry.sample, on: area.background)
        return typesetter.boxed(
            label.text, font: label.font, color: drawnStyle.color, background: drawnStyle.background, at: center,
            label: "\(series.jsonPath) label")
    }

    /// The box on the other side of the point, along the dependent axis; `nil` if the offset is 0.
    private func mirrored(_ box: PlotRect, _ offset: Offset) -> PlotRect? {
        let isHorizontal = series.orientation == .horizontal
        let move = Float(-2 * (isHorizontal ? offset.y : offset.x) * typesetter.scale)
        return move == 0 ? nil : box.moved(x: isHorizontal ? 0 : move, y: isHorizontal ? move : 0)
    }

    /// The colours of a label. A label on its bar gets a readable colour, unless the host chose its colour and it has
    /// not moved. A label that had to move and lies only partly on its bar gets a background.
    private func drawnStyle(
        _ label: DataPointLabel, in box: PlotRect, isMoved: Bool, sample: Int, on paper: Color
    ) -> (color: Color, background: Color) {
        let own = (label.textColor, label.backgroundColor)
        guard series.slotKind != nil, label.backgroundColor.alpha == 0 else { return own }
        let bar = series.bar(ofSample: sample, pass)
        if let bar { warn(ofLabelAt: box, behind: bar) }
        guard isMoved || !isChosen(label) else { return own }
        guard let bar, bar.rect.contains(box), bar.color.alpha == 255 else {
            return isMoved ? (label.textColor, paper) : own
        }
        return (
            bar.color.contrast(with: label.textColor) < Color.minTextContrast
                ? bar.color.readableText : label.textColor, .clear
        )
    }

    /// Whether the host chose the label's colour.
    private func isChosen(_ label: DataPointLabel) -> Bool {
        label.textColor != pass.context.theme.dataPointLabel.textColor
    }

    func warn(ofLabelAt box: PlotRect, behind bar: (rect: PlotRect, color: Color)) {
        let across = min(box.maxX, bar.rect.maxX) - max(box.minX, bar.rect.minX),
            down = min(box.maxY, bar.rect.maxY) - max(box.minY, bar.rect.minY)
        // The space below letters without descenders may overlap the bar.
        guard style.position != .aboveData, min(across, down) > min(box.width, box.height) / 4, bar.color.alpha == 255
        else { return }
        let path = "\(series.jsonPath).style.dataPointLabelStyle.position"
        chart.warn(
            .doubtful(
                path: path,
                reason: "labels below the data are hidden by their bars; with aboveData they are in front of them"))
    }

    /// The middle of the sample's bar, or the sample itself if it has none.
    private func anchor(_ point: PathPoint) -> PlotPoint {
        PathPoint(along: point.along + Float(pass.context.slot?.offset ?? 0), across: point.across).plotPoint(
            series.orientation)
    }

    private func isInside(_ position: PlotPoint) -> Bool {
        let plot = PlotRect(pass.context.plot)
        return position.x >= plot.minX - 0.5 && position.x <= plot.maxX + 0.5 && position.y >= plot.minY - 0.5
            && position.y <= plot.maxY + 0.5
    }

    var rotation: Double {
        switch style.textOrientation ?? .horizontal {
        case .horizontal: 0
        case .vertical: -.pi / 2
        case .horizontalReversed: .pi
        case .verticalReversed: .pi / 2
        }
    }

    private func box(_ label: DataPointLabel, _ center: TextAnchor) -> PlotRect {
        let size = typesetter.size(label.text, label.font)
        let isTurned = style.textOrientation == .vertical || style.textOrientation == .verticalReversed
        let (width, height) = isTurned ? (size.height, size.width) : (size.width, size.height)
        let (halfWidth, halfHeight) = (width * typesetter.scale / 2, height * typesetter.scale / 2)
        return PlotRect(
            minX: Float(center.x - halfWidth), minY: Float(center.y - halfHeight), maxX: Float(center.x + halfWidth),
            maxY: Float(center.y + halfHeight))
    }
}

// MARK: - Texts

extension DataPointLabels {
    /// - Parameter positions: the same point with dates as numbers on the axes.
    fileprivate func label(
        _ data: ChartPoint, _ positions: ChartPoint, _ value: SeriesValue, _ xAxis: Axis, _ yAxis: Axis
    ) -> DataPointLabel {
        let isHorizontal = series.orientation == .horizontal
        let x = isHorizontal ? data.xValue : dependent(data, value)
        let y = isHorizontal ? dependent(data, value) : data.yValue
        var offset = style.offsetFromDataPoint ?? Offset(x: 0, y: 0)
        if style.offsetFlippedForNegativeValues != false, case .number(let number) = isHorizontal ? y : x, number < 0 {
            if isHorizontal { offset.y = -offset.y } else { offset.x = -offset.x }
        }
        return DataPointLabel(
            text: text(data, positions, value, xAxis, yAxis), font: style.font ?? pass.context.theme.annotationFont,
            textColor: style.textColor ?? .black, offset: offset)
    }

    private func text(
        _ data: ChartPoint, _ positions: ChartPoint, _ value: SeriesValue, _ xAxis: Axis, _ yAxis: Axis
    ) -> String {
        if let texts = series.pointLabels {
            return texts.indices.contains(data.dataPointIndex) ? texts[data.dataPointIndex] : ""
        }
        let isHorizontal = series.orientation == .horizontal
        let format = style.labelFormatString
        let texts = [
            style.shows(.x, series.orientation)
                ? Self.text(
                    isHorizontal ? positions.xValue : dependent(positions, value), xAxis,
                    isHorizontal && style.displayValues != .x ? nil : format) : nil,
            style.shows(.y, series.orientation)
                ? Self.text(
                    isHorizontal ? dependent(positions, value) : positions.yValue, yAxis,
                    !isHorizontal && style.displayValues != .y ? nil : format) : nil,
        ]
        return texts.compactMap { $0 }.joined(separator: ", ")
    }

    /// The value as the host gave it, without the sum of a stack.
    private func dependent(_ data: ChartPoint, _ value: SeriesValue) -> DataValue? {
        let isHorizontal = series.orientation == .horizontal
        guard let key = value.key else { return isHorizontal ? data.yValue : data.xValue }
        return isHorizontal ? data.yValue(for: key) : data.xValue(for: key)
    }

    private static func text(_ value: DataValue?, _ axis: Axis, _ format: String?) -> String? {
        switch value {
        case nil: nil
        case .number(let number), .date(let number):
            axis.string(forId: axis.value(of: value ?? .number(number)) ?? number, pattern: format)
        case .text(let text): text
        }
    }
}
