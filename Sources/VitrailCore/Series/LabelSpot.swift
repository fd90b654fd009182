import VitrailScene

/// A place beside a point or a bar where a label may stand: the part (`across`, `down`) of its box lies on it, 0 left or top, 1 right or bottom.
struct LabelSpot {
    var x: Float
    var y: Float
    var across: Float
    var down: Float
    /// Whether the label has to lie in its mark as a whole.
    var isInside = false
    /// Whether the label lies on its point, so that its own line is no obstacle.
    var isOnPoint = false

    /// Whether a label may be moved so far to stay within the picture: by half of its box, along the side on which it stands.
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

/// The places of a label beside a box: a point with what is drawn round it, a bar, a candle.
struct LabelSpots {
    /// The box that labels stand beside.
    let mark: PlotRect
    /// Where labels stand that are not beside the middle of the box.
    let point: PlotPoint
    /// Between mark and label, device pixels.
    let gap: Float

    var above: LabelSpot { LabelSpot(x: point.x, y: mark.minY - gap, across: 0.5, down: 1) }
    var below: LabelSpot { LabelSpot(x: point.x, y: mark.maxY + gap, across: 0.5, down: 0) }
    var left: LabelSpot { LabelSpot(x: mark.minX - gap, y: point.y, across: 1, down: 0.5) }
    var right: LabelSpot { LabelSpot(x: mark.maxX + gap, y: point.y, across: 0, down: 0.5) }
    var center: LabelSpot { LabelSpot(x: point.x, y: point.y, across: 0.5, down: 0.5, isOnPoint: true) }

    /// At the corners of a point, closer to it than at its sides.
    func corner(isRight: Bool, isAbove: Bool) -> LabelSpot {
        let (x, y) = (mark.width / 2 * Self.cosine + gap / 2, mark.height / 2 * Self.cosine + gap / 2)
        return LabelSpot(
            x: point.x + (isRight ? x : -x), y: point.y + (isAbove ? -y : y), across: isRight ? 0 : 1,
            down: isAbove ? 1 : 0)
    }

    private static let cosine: Float = 0.7071

    /// Beyond a side of the mark.
    func beyond(_ side: Side) -> LabelSpot {
        switch side {
        case .top: above
        case .bottom: below
        case .left: left
        case .right: right
        }
    }

    /// In the mark, at a side.
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

/// A label set in type, with its boxes in device pixels: moved by whole pixels, so that its letters stay as they are.
struct SetLabel {
    private let marks: [Mark]
    /// Everything that is painted, the plate included.
    let ink: PlotRect
    /// The part that is aligned: of a level line, from the top of its digits to the baseline.
    let body: PlotRect
    /// Whether the text has a background.
    let hasBackground: Bool

    /// Where the digits of a font have ink, set in the middle of a place.
    static func digits(_ font: FontStyle, _ typesetter: Typesetter) -> PlotRect? {
        typesetter.mark("0", font: font, color: .black, at: TextPlace(x: 0, y: 0, across: 0.5, down: 0.5), label: "")
            .inkBox
    }

    /// nil where there is nothing to see.
    ///
    /// - Parameter digits: of the label's font.
    init?(
        _ label: DataPointLabel, color: Color, rotation: Double, digits: PlotRect?, name: String,
        _ typesetter: Typesetter
    ) {
        let origin = TextPlace(x: 0, y: 0, across: 0.5, down: 0.5, rotation: rotation)
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

    /// The whole pixels by which the label moves to a spot.
    func move(to spot: LabelSpot) -> (x: Int, y: Int) {
        let (x, y) = (spot.x - (body.minX + spot.across * body.width), spot.y - (body.minY + spot.down * body.height))
        guard abs(x) < 1e6, abs(y) < 1e6 else { return (0, 0) }
        // Away from the mark.
        func whole(_ value: Float, _ share: Float) -> Int {
            Int(share == 0 ? value.rounded(.up) : share == 1 ? value.rounded(.down) : value.rounded())
        }
        return (whole(x, spot.across), whole(y, spot.down))
    }

    /// The marks, moved, in another colour.
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
