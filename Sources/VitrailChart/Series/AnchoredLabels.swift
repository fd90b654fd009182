import VitrailScene

/// Places labels at anchors: clear of drawn marks, in a colour that is readable on the background below them.
struct AnchoredLabels {
    private let labels: DataPointLabels
    private let entries: [DataPointLabels.Entry]
    private let scale: Float
    private let gap: Float
    private let clearance: Double
    private let isStacked: Bool
    private let isPlacedByOffset: Bool
    /// The font of most labels, and the ink box of its digits.
    private let usual: (font: FontStyle, digits: PlotRect?)

    private var series: CartesianSeries { labels.series }
    private var pass: PassData { labels.pass }
    private var isHorizontal: Bool { series.orientation == .horizontal }

    /// Distance between a mark and its label, in points.
    static let gap = 3.0
    /// Distance between two labels, in points.
    static let distance = 2.0

    /// Distance between a label and the picture's edge or an axis, in points.
    static let margin: Float = 2

    init(_ labels: DataPointLabels, _ entries: [DataPointLabels.Entry]) {
        self.labels = labels
        self.entries = entries
        scale = Float(labels.typesetter.scale)
        gap = Float(Self.gap) * scale
        clearance = labels.series.labelClearance(theme: labels.pass.context.theme) * Double(scale)
        isStacked = labels.chart.isStacked(labels.series)
        let font = entries.first?.label.font ?? FontStyle()
        usual = (font, SetLabel.digits(font, labels.typesetter))
        isPlacedByOffset = labels.style.isPlacedByOffset(isDescribed: labels.chart.isDescribed)
    }

    func marks(in area: inout LabelArea) -> [Mark] {
        var placed: [Int: [Mark]] = [:]
        for k in order { placed[k] = marks(at: entries[k], in: &area) }
        let missing = placed.values.count(where: \.isEmpty)
        if missing > 0 { warn(missing) }
        return entries.indices.flatMap { placed[$0] ?? [] }
    }

    /// Indexes of the entries in placement order: the maximum, the minimum and both ends first. These labels matter
    /// most when space is short.
    private var order: [Int] {
        func height(_ k: Int) -> Float { isHorizontal ? entries[k].position.y : -entries[k].position.x }
        let range = Array(entries.indices)
        let first = [
            range.min { height($0) < height($1) }, range.max { height($0) < height($1) }, range.last, range.first,
        ].compactMap(\.self)
        let early = Set(first)
        return first.enumerated().filter { !first[..<$0.offset].contains($0.element) }.map(\.element)
            + range.filter { !early.contains($0) }
    }

    private func warn(_ missing: Int) {
        let path = "\(series.jsonPath).style.dataPointLabelStyle"
        let reason =
            "\(missing) of \(entries.count) labels do not fit beside marks and other labels and \(missing == 1 ? "is" : "are") left out;"
            + " another anchor, a smaller font or a larger size helps"
        labels.chart.warn(.doubtful(path: path, reason: reason))
    }

    private func marks(at entry: DataPointLabels.Entry, in area: inout LabelArea) -> [Mark] {
        let label = entry.label
        let digits = label.font == usual.font ? usual.digits : SetLabel.digits(label.font, labels.typesetter)
        guard
            let text = SetLabel(
                label, color: label.textColor, rotation: labels.rotation, digits: digits,
                name: "\(series.jsonPath) label",
                labels.typesetter)
        else { return [] }
        let mark = mark(entry, area.obstacles)
        for spot in spots(entry, mark) {
            if let move = position(of: text, at: spot, entry, mark, in: &area) {
                return text.marks(movedBy: move.move, color: move.color)
            }
        }
        return []
    }

    // MARK: Spots

    /// The mark that a label belongs to.
    fileprivate struct OwnMark {
        var box: PlotRect
        var isBar: Bool
    }

    private func mark(_ entry: DataPointLabels.Entry, _ obstacles: LabelObstacles?) -> OwnMark {
        if let bar = series.bar(ofSample: entry.sample, pass) { return OwnMark(box: bar.rect, isBar: true) }
        let radius = Float(series.labelClearance(ofSample: entry.sample, pass) ?? clearance)
        var box = PlotRect(
            minX: entry.position.x, minY: entry.position.y, maxX: entry.position.x, maxY: entry.position.y
        ).grown(
            by: radius)
        guard let slot = pass.context.slot, let obstacles else { return OwnMark(box: box, isBar: false) }
        // A candle with its sticks, or an OHLC bar with its arms.
        let half = Float(slot.width / 2)
        var strip = PlotRect(pass.context.plot)
        if isHorizontal {
            (strip.minX, strip.maxX) = (entry.position.x - half, entry.position.x + half)
        } else {
            (strip.minY, strip.maxY) = (entry.position.y - half, entry.position.y + half)
        }
        for item in obstacles.items(in: strip) where isOwn(item, entry) { box = box.union(item.shape.box) }
        return OwnMark(box: box, isBar: false)
    }

    private func spots(_ entry: DataPointLabels.Entry, _ mark: OwnMark) -> [LabelSpot] {
        let offset = (x: Float(entry.label.offset.x) * scale, y: Float(entry.label.offset.y) * scale)
        let spots = mark.isBar ? barSpots(entry, mark.box) : pointSpots(entry, mark.box)
        if isPlacedByOffset { return placed(entry) + spots }
        return offset == (0, 0) ? spots : spots.map { $0.moved(x: offset.x, y: offset.y) }
    }

    /// The spot at the label's offset, and the mirrored spot on the other side of the point.
    private func placed(_ entry: DataPointLabels.Entry) -> [LabelSpot] {
        let offset = (x: Float(entry.label.offset.x) * scale, y: Float(entry.label.offset.y) * scale)
        func spot(_ x: Float, _ y: Float) -> LabelSpot {
            LabelSpot(x: entry.position.x + x, y: entry.position.y + y, across: 0.5, down: 0.5, isOnPoint: true)
        }
        return [spot(offset.x, offset.y), isHorizontal ? spot(offset.x, -offset.y) : spot(-offset.x, offset.y)]
    }

    private func barSpots(_ entry: DataPointLabels.Entry, _ bar: PlotRect) -> [LabelSpot] {
        let spots = LabelSpots(
            mark: bar,
            point: isHorizontal
                ? PlotPoint(x: (bar.minX + bar.maxX) / 2, y: entry.position.y)
                : PlotPoint(x: entry.position.x, y: (bar.minY + bar.maxY) / 2), gap: gap)
        let end = end(of: bar, entry.position)
        switch labels.style.anchor ?? .auto {
        case .auto: return isStacked ? [spots.middle] : [spots.beyond(end), spots.inside(end)]
        case .center: return [spots.middle]
        case .insideEnd: return [spots.inside(end)]
        case .insideBase: return [spots.inside(end.opposite)]
        case .outsideEnd: return [spots.beyond(end)]
        case .above: return [spots.above]
        case .below: return [spots.below]
        case .left: return [spots.left]
        case .right: return [spots.right]
        }
    }

    /// The side of a bar where its value is.
    private func end(of bar: PlotRect, _ position: PlotPoint) -> Side {
        let isLow: Bool
        let (low, high, value) = isHorizontal ? (bar.minY, bar.maxY, position.y) : (bar.minX, bar.maxX, position.x)
        isLow = high - low < 0.5 ? pass.context.isReversed : abs(value - low) < abs(value - high)
        return isHorizontal ? (isLow ? .top : .bottom) : (isLow ? .left : .right)
    }

    private func pointSpots(_ entry: DataPointLabels.Entry, _ mark: PlotRect) -> [LabelSpot] {
        let spots = LabelSpots(mark: mark, point: entry.position, gap: gap)
        let away = awayFromBaseline(entry)
        switch labels.style.anchor ?? .auto {
        case .auto: return automatic(entry, spots)
        case .center: return [spots.center]
        case .outsideEnd: return stepped(spots.beyond(away))
        case .insideEnd, .insideBase: return stepped(spots.beyond(away.opposite))
        case .above: return stepped(spots.above)
        case .below: return stepped(spots.below)
        case .left: return stepped(spots.left)
        case .right: return stepped(spots.right)
        }
    }

    private func awayFromBaseline(_ entry: DataPointLabels.Entry) -> Side {
        let baseline = Float(pass.context.baseline)
        let isReversed = pass.context.isReversed
        if isHorizontal {
            return (isReversed ? entry.position.y <= baseline : entry.position.y < baseline) ? .top : .bottom
        }
        return (isReversed ? entry.position.x <= baseline : entry.position.x < baseline) ? .left : .right
    }

    /// A spot, then three spots farther away in steps of `gap`: a steep line leaves no space close to the point.
    private func stepped(_ spot: LabelSpot) -> [LabelSpot] {
        (0..<4).map { step in
            let length = Float(step) * gap
            return spot.moved(
                x: spot.down == 0.5 ? (spot.across == 0 ? length : -length) : 0,
                y: spot.down == 0.5 ? 0 : spot.down == 0 ? length : -length)
        }
    }

    private func automatic(_ entry: DataPointLabels.Entry, _ spots: LabelSpots) -> [LabelSpot] {
        let corners = [(true, true), (true, false), (false, true), (false, false)].map {
            spots.corner(isRight: $0.0, isAbove: $0.1)
        }
        guard series.joinsSamples else {
            let around = [spots.right, spots.left, spots.above, spots.below]
            let isSymbol = series.slotKind == nil
            if series is BubbleSeries {
                var middle = spots.center
                middle.isInside = true
                return [middle] + around + corners
            }
            return around + (isSymbol ? corners : [])
        }
        let away = side(entry)
        let near = [away, away.opposite].flatMap { side -> [LabelSpot] in
            switch side {
            case .top: return [spots.above, corners[2], corners[0]]
            case .bottom: return [spots.below, corners[3], corners[1]]
            case .left: return [spots.left, corners[2], corners[3]]
            case .right: return [spots.right, corners[0], corners[1]]
            }
        }
        let beside = isHorizontal ? [spots.right, spots.left] : [spots.above, spots.below]
        return near + beside + stepped(spots.beyond(away)).dropFirst()
            + stepped(spots.beyond(away.opposite)).dropFirst()
    }

    /// The outer side of a path at a point: above a peak, below a dip.
    private func side(_ entry: DataPointLabels.Entry) -> Side {
        let own = isHorizontal ? entry.position.y : entry.position.x
        let isReversed = pass.context.isReversed
        let around = [entry.neighbours.before, entry.neighbours.after].compactMap(\.self).map(\.across)
        let mean = around.isEmpty ? own : around.reduce(0, +) / Float(around.count)
        switch entry.value {
        // Pixels of a vertical axis run down.
        case .keyed(.high): return isHorizontal ? isReversed ? .top : .bottom : isReversed ? .left : .right
        case .keyed(.low): return isHorizontal ? isReversed ? .bottom : .top : isReversed ? .right : .left
        default: break
        }
        if isHorizontal { return mean >= own - 0.5 ? .top : .bottom }
        return mean <= own + 0.5 ? .right : .left
    }

    // MARK: Placing

    /// The move, in whole pixels, and the colour of a label at a spot. `nil` if something is in the way or the label is
    /// not readable there.
    private func position(
        of text: SetLabel, at spot: LabelSpot, _ entry: DataPointLabels.Entry, _ mark: OwnMark, in area: inout LabelArea
    )
        -> (move: (x: Int, y: Int), color: Color)?
    {
        var move = text.move(to: spot)
        var box = text.ink.moved(x: Float(move.x), y: Float(move.y))
        let wide = box.grown(by: Self.margin * scale)
        let held = area.held(wide).position
        let shift = (x: held.minX - wide.minX, y: held.minY - wide.minY)
        guard spot.allows(shift, of: wide) else { return nil }
        move.x += Int(shift.x.rounded(shift.x > 0 ? .up : .down))
        move.y += Int(shift.y.rounded(shift.y > 0 ? .up : .down))
        box = text.ink.moved(x: Float(move.x), y: Float(move.y))
        if spot.isInside, !mark.holds(box) { return nil }
        let isOnPoint = spot.isOnPoint && box.grown(by: 1).holds(entry.position)
        if let obstacles = area.obstacles {
            let room = box.grown(by: 0.5 * scale)
            guard
                obstacles.isFree(
                    room, except: { isOwn($0, entry) && !isHalfOn($0, box, spot) || (isOnPoint && isOwnLine($0)) })
            else { return nil }
        }
        let own = area.obstacles?.items(in: box).filter { isOwn($0, entry) } ?? []
        guard
            let color = color(
                entry.label, on: area.grounds?.colors(under: box, own) ?? [area.background], isOnPoint, area)
        else { return nil }
        guard area.take(box.grown(by: Float(Self.distance) / 2 * scale)) else { return nil }
        if mark.isBar, let bar = series.bar(ofSample: entry.sample, pass) { labels.warn(ofLabelAt: box, behind: bar) }
        return (move, color)
    }

    /// The label's colour, or a readable replacement; `nil` if there is none. A label with a background keeps its own
    /// colour; the host is responsible for its contrast.
    private func color(_ label: DataPointLabel, on grounds: [Color], _ isOnPoint: Bool, _ area: LabelArea) -> Color? {
        if label.backgroundColor.alpha > 0 { return label.textColor }
        return Color.readable(label.textColor, on: grounds) ?? (isOnPoint ? label.textColor : nil)
    }

    /// Whether a shape belongs to the entry's sample.
    private func isOwn(_ item: LabelObstacles.Item, _ entry: DataPointLabels.Entry) -> Bool {
        guard item.series == Int32(series.index) else { return false }
        switch item.shape {
        case .segment: return false
        case .disc(let center, _):
            return abs(center.x - entry.position.x) < 0.5 && abs(center.y - entry.position.y) < 0.5
        case .rect(let rect):
            let (middle, position) =
                isHorizontal
                ? ((rect.minX + rect.maxX) / 2, entry.position.x) : ((rect.minY + rect.maxY) / 2, entry.position.y)
            let half = Float(pass.context.slot?.width ?? 1) / 2
            guard abs(middle - position) < max(half, 1) else { return false }
            return series.slotKind != nil || (rect.holds(entry.position) && rect.height > 0)
        }
    }

    /// Whether a label only partly covers its own bar, candle or symbol. The move into the picture may have put it
    /// there.
    private func isHalfOn(_ item: LabelObstacles.Item, _ box: PlotRect, _ spot: LabelSpot) -> Bool {
        switch item.shape {
        case .segment: return false
        case .rect(let rect): return series.slotKind != nil && !rect.grown(by: 0.5).contains(box)
        case .disc(let center, let radius):
            guard !spot.isInside, !spot.isOnPoint else { return false }
            let (x, y) = (
                min(max(center.x, box.minX), box.maxX) - center.x, min(max(center.y, box.minY), box.maxY) - center.y
            )
            return x * x + y * y < radius * radius
        }
    }

    private func isOwnLine(_ item: LabelObstacles.Item) -> Bool {
        if case .segment = item.shape { item.series == Int32(series.index) } else { false }
    }
}

extension AnchoredLabels.OwnMark {
    /// Whether a text fits into the mark: into a bar, or into the disc of a bubble.
    fileprivate func holds(_ text: PlotRect) -> Bool {
        if isBar { return box.grown(by: 0.5).contains(text) }
        let (x, y) = ((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2)
        let reach = (x: max(abs(text.minX - x), abs(text.maxX - x)), y: max(abs(text.minY - y), abs(text.maxY - y)))
        return reach.x * reach.x + reach.y * reach.y <= box.width * box.width / 4
    }
}

extension PlotRect {
    func holds(_ point: PlotPoint) -> Bool { point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY }
}

extension Chart {
    /// Whether the series is a bar or column series that shares its stack with another one.
    func isStacked(_ series: CartesianSeries) -> Bool {
        guard series.slotKind != nil, let stack = series.shownStack else { return false }
        return cartesian.contains { $0 !== series && $0.shownStack == stack && $0.slotKind == series.slotKind }
    }
}
