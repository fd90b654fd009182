import VitrailScene

/// A candidate position of a label beside a point or a bar. The point (`across`, `down`) of the label's box lies there:
/// 0 is left or top, 1 right or bottom.
struct LabelSpot {
    var x: Float
    var y: Float
    var across: Float
    var down: Float
    /// Whether the label must lie completely inside of its mark.
    var isInside = false
    /// Whether the label lies on its point, so that its own line is no obstacle.
    var isOnPoint = false

    /// Whether a label may move by `shift` to stay within the picture. The limit is half of its box, and only along the
    /// side of the mark that it stands at.
    func allows(_ shift: (x: Float, y: Float), of box: PlotRect) -> Bool {
        let isFree = (x: isInside || isOnPoint || down != 0.5, y: isInside || isOnPoint || across != 0.5)
        return abs(shift.x) <= (isFree.x ? box.width / 2 : 0) + 0.5
            && abs(shift.y) <= (isFree.y ? box.height / 2 : 0) + 0.5
    }

    func moved(x: Float, y: Float) -> LabelSpot {
        var spot = self
        (spot.x, spot.y) = (self.x + x, self.y + y)
        return spot
    }
}

/// The candidate positions of a label beside a box: a point with its symbol, a bar or a candle.
struct LabelSpots {
    /// The box of the mark.
    let mark: PlotRect
    /// The reference point for labels that are not aligned with the middle of the box.
    let point: PlotPoint
    /// Distance between mark and label in device pixels.
    let gap: Float

    var above: LabelSpot { LabelSpot(x: point.x, y: mark.minY - gap, across: 0.5, down: 1) }
    var below: LabelSpot { LabelSpot(x: point.x, y: mark.maxY + gap, across: 0.5, down: 0) }
    var left: LabelSpot { LabelSpot(x: mark.minX - gap, y: point.y, across: 1, down: 0.5) }
    var right: LabelSpot { LabelSpot(x: mark.maxX + gap, y: point.y, across: 0, down: 0.5) }
    var center: LabelSpot { LabelSpot(x: point.x, y: point.y, across: 0.5, down: 0.5, isOnPoint: true) }

    /// At a corner of the mark, closer to the point than the positions at its sides.
    func corner(isRight: Bool, isAbove: Bool) -> LabelSpot {
        let (x, y) = (mark.width / 2 * Self.cosine + gap / 2, mark.height / 2 * Self.cosine + gap / 2)
        return LabelSpot(
            x: point.x + (isRight ? x : -x), y: point.y + (isAbove ? -y : y), across: isRight ? 0 : 1,
            down: isAbove ? 1 : 0)
    }

    private static let cosine: Float = 0.7071

    /// Outside of the mark, at a side.
    func beyond(_ side: Side) -> LabelSpot {
        switch side {
        case .top: above
        case .bottom: below
        case .left: left
        case .right: right
        }
    }

    /// Inside of the mark, at a side.
    func inside(_ side: Side) -> LabelSpot {
        var spot: LabelSpot
        switch side {
        case .top: spot = LabelSpot(x: point.x, y: mark.minY + gap, across: 0.5, down: 0)
        case .bottom: spot = LabelSpot(x: point.x, y: mark.maxY - gap, across: 0.5, down: 1)
        case .left: spot = LabelSpot(x: mark.minX + gap, y: point.y, across: 0, down: 0.5)
        case .right: spot = LabelSpot(x: mark.maxX - gap, y: point.y, across: 1, down: 0.5)
        }
        spot.isInside = true
        return spot
    }

    /// In the middle of the mark.
    var middle: LabelSpot {
        LabelSpot(
            x: (mark.minX + mark.maxX) / 2, y: (mark.minY + mark.maxY) / 2, across: 0.5, down: 0.5, isInside: true)
    }
}

/// A typeset label with its boxes in device pixels. It moves by whole pixels, so that the shapes of its letters stay
/// the same.
struct SetLabel {
    private let marks: [Mark]
    /// The painted box, including the plate.
    let ink: PlotRect
    /// The box that is aligned. For a horizontal line of text, it reaches from the top of its digits to the baseline.
    let body: PlotRect
    /// Whether the text has a background.
    let hasBackground: Bool

    /// The ink box of a font's digits, centred on the origin.
    static func digits(_ font: FontStyle, _ typesetter: Typesetter) -> PlotRect? {
        typesetter.mark("0", font: font, color: .black, at: TextAnchor(x: 0, y: 0, across: 0.5, down: 0.5), label: "")
            .inkBox
    }

    /// `nil` if nothing is visible.
    ///
    /// - Parameter digits: ink box of the digits in the label's font.
    init?(
        _ label: DataPointLabel, color: Color, rotation: Double, digits: PlotRect?, name: String,
        _ typesetter: Typesetter
    ) {
        let origin = TextAnchor(x: 0, y: 0, across: 0.5, down: 0.5, rotation: rotation)
        marks = typesetter.boxed(
            label.text, font: label.font, color: color, background: label.backgroundColor, at: origin, label: name)
        let letters = marks.compactMap(\.inkBox)
        guard let first = letters.first else { return nil }
        let text = letters.dropFirst().reduce(first) { $0.union($1) }
        hasBackground = label.backgroundColor.alpha > 0
        ink = marks.reduce(text) { box, mark in mark.plate.map(box.union) ?? box }
        var body = text
        // Commas and accents do not move a line up or down.
        if rotation == 0, letters.count == 1, !hasBackground, let digits {
            (body.minY, body.maxY) = (digits.minY, digits.maxY)
        }
        self.body = hasBackground ? ink : body
    }

    /// The move to a spot, in whole pixels.
    func move(to spot: LabelSpot) -> (x: Int, y: Int) {
        let (x, y) = (spot.x - (body.minX + spot.across * body.width), spot.y - (body.minY + spot.down * body.height))
        guard abs(x) < 1e6, abs(y) < 1e6 else { return (0, 0) }
        // Round away from the mark.
        func whole(_ value: Float, _ share: Float) -> Int {
            Int(share == 0 ? value.rounded(.up) : share == 1 ? value.rounded(.down) : value.rounded())
        }
        return (whole(x, spot.across), whole(y, spot.down))
    }

    /// The marks, moved and in another colour.
    func marks(movedBy move: (x: Int, y: Int), color: Color) -> [Mark] {
        marks.map { mark in
            var mark = mark
            mark.shape = mark.shape.moved(move, color)
            return mark
        }
    }
}

extension Mark {
    /// The box under a text.
    fileprivate var plate: PlotRect? {
        switch shape {
        case .rects(let batch): batch.items.first?.rect
        case .area(let area):
            area.samples.reduce(nil) { box, sample in
                let own = PlotRect(
                    minX: sample.along, minY: min(sample.first, sample.second), maxX: sample.along,
                    maxY: max(sample.first, sample.second))
                return box?.union(own) ?? own
            }
        default: nil
        }
    }
}

extension Shape {
    fileprivate func moved(_ move: (x: Int, y: Int), _ color: Color) -> Shape {
        let (x, y) = (Float(move.x), Float(move.y))
        switch self {
        case .glyphs(var run):
            for i in run.glyphs.indices {
                run.glyphs[i].x += Int32(move.x)
                run.glyphs[i].y += Int32(move.y)
            }
            run.source.origin = PlotPoint(x: run.source.origin.x + x, y: run.source.origin.y + y)
            run.color = color
            return .glyphs(run)
        case .rects(var batch):
            for i in batch.items.indices { batch.items[i].rect = batch.items[i].rect.moved(x: x, y: y) }
            return .rects(batch)
        case .area(var area):
            for i in area.samples.indices {
                area.samples[i].along += x
                area.samples[i].first += y
                area.samples[i].second += y
            }
            return .area(area)
        default: return self
        }
    }
}
