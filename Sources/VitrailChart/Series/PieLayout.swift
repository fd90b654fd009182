import VitrailScene

#if canImport(Glibc)
    import Glibc
#endif

/// The properties of the picture that slices depend on.
struct PieContext {
    let chart: Chart
    /// The clip of slices.
    let plot: PixelRect
    /// The bounds of labels outside of pies, in points of the surface.
    let room: Rect
    let typesetter: Typesetter

    init(chart: Chart, plot: PixelRect, room: Rect, typesetter: Typesetter) {
        (self.chart, self.plot, self.typesetter) = (chart, plot, typesetter)
        let margin = min(Self.margin, room.width / 8, room.height / 8)
        self.room = room.inset(Insets(top: margin, left: margin, bottom: margin, right: margin))
    }

    /// Minimum distance between a label outside and the edge of the picture, in points.
    private static let margin = 5.0

    var scale: Double { typesetter.scale }
    /// The smaller side of the plot area, in points.
    var side: Double { Double(min(plot.width, plot.height)) / scale }
    /// The centre of all pies, in points of the surface.
    var center: (x: Double, y: Double) {
        ((Double(plot.x) + Double(plot.width) / 2) / scale, (Double(plot.y) + Double(plot.height) / 2) / scale)
    }

    func pixels(_ position: (x: Double, y: Double)) -> PlotPoint {
        PlotPoint(x: Float(position.x * scale), y: Float(position.y * scale))
    }
}

/// Layout of all pies and donuts of a chart together. Labels are created first; pies without a set radius leave space
/// for labels outside.
struct PieLayout {
    let context: PieContext
    private(set) var rings: [PieRing]
    var notes: [SliceNote] = []
    /// Placed labels of notes with a spoke.
    private(set) var outside: [SpokeArrangement.Label] = []
    /// Number of omitted labels with spokes.
    private var dropped = 0
    /// Whether labels outside stand in two columns.
    private(set) var isFlush = false

    /// - Parameter keepsRadii: whether to use the radii of the last render, because its slices are shown again.
    init(_ context: PieContext, keepsRadii: Bool) {
        self.context = context
        rings = context.chart.pies.filter(\.isShown).map {
            PieRing($0, drawnStyle: $0.drawnStyle, fit: PieFit(outer: PieFit.outerShare * context.side))
        }
        let writer = SliceNotes(context: context)
        for (index, ring) in rings.enumerated() {
            let widest = ring.angles.indices.first.map { ring.slice($0).outer } ?? 0
            notes += writer.notes(of: ring, at: index, widest: max(widest, ring.drawnStyle.selected.outerRadius ?? 0))
        }
        let kept = keepsRadii ? rings.lazy.compactMap(\.series.shown).first : nil
        repeat {
            isFlush = notes.contains { $0.spoke != nil } && notes.allSatisfy { $0.spoke.map(Self.isFlush) ?? true }
            dropCrowded()
            apply(kept ?? fit())
            settle()
        } while moveOutside() || switchSide() || dropCrossing()
        warnOfDropped()
    }

    /// Moves labels beside slices that cannot hold them.
    ///
    /// - Returns: whether a label was moved. The pies may then become smaller and hold fewer labels.
    private mutating func moveOutside() -> Bool {
        var isMoved = false
        for k in notes.indices {
            guard let other = notes[k].fallback.first, position(inside: notes[k]) == nil else { continue }
            notes[k] = other
            isMoved = true
        }
        return isMoved
    }

    // MARK: Radii

    private mutating func apply(_ fit: PieFit) {
        rings = rings.map { PieRing($0.series, drawnStyle: $0.drawnStyle, angles: $0.angles, fit: fit) }
        for ring in rings { ring.series.shown = fit }
    }

    /// The largest pie and the longest spokes with all labels in the picture. The pies shrink first, then spokes
    /// without a set length.
    private func fit() -> PieFit {
        let side = context.side
        let largest = max(min(PieFit.outerShare * side, side / 2 - protrusion), side * Self.minShare)
        guard notes.contains(where: { $0.spoke != nil }) else { return PieFit(outer: largest) }
        let smallest = min(largest, side * Self.minShareWithLabels)
        guard !isFlush else { return flushFit(largest: largest, smallest: smallest) }
        func fit(_ freedom: Double) -> PieFit {
            PieFit(
                outer: smallest + (largest - smallest) * max(0, 2 * freedom - 1),
                reach: Self.minReach + (PieFit.reach - Self.minReach) * min(1, 2 * freedom))
        }
        if arrangement(fit(1)).fits { return fit(1) }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<Self.steps {
            let middle = (low + high) / 2
            if arrangement(fit(middle)).fits { low = middle } else { high = middle }
        }
        return fit(low)
    }

    /// The largest protrusion of a slice.
    private var protrusion: Double {
        rings.filter(\.isFitted).reduce(0) { maximum, ring in
            ring.angles.indices.reduce(maximum) { ring.angles[$1].sweep != 0 ? max($0, ring.slice($1).protrusion) : $0 }
        }
    }

    /// Shares of the plot area's smaller side: minimum outer radius beside protruding slices, and beside labels.
    private static let minShare = 0.25
    static let minShareWithLabels = 0.3
    /// Minimum distance from the rim to the end of a spoke, in points.
    static let minReach = 8.0
    /// Steps of the bisection: precise to about 1/1000 point.
    private static let steps = 16

    // MARK: Labels outside

    private func label(_ index: Int, _ rings: [PieRing], column: Double) -> SpokeArrangement.Label? {
        let note = notes[index]
        guard let spoke = note.spoke else { return nil }
        let slice = rings[note.ring].slice(note.slice)
        if isFlush { return flushLabel(index, spoke, slice, column: column) }
        let center = context.center
        let end = slice.along(spokeEnd(spoke, slice, rings[note.ring].fit))
        let isRight = slice.direction.x > -1e-9
        return SpokeArrangement.Label(
            note: index, center: center, end: (center.x + end.x, center.y + end.y), isRight: isRight, size: note.size,
            padding: note.block == nil ? 0 : spoke.labelPadding ?? 0, weight: abs(slice.angles.sweep))
    }

    /// Distance from the centre to the start of a spoke. In descriptions, a spoke without an offset starts at the rim.
    private func anchor(_ spoke: SpokeStyle, _ slice: SliceGeometry) -> Double {
        if let offset = spoke.anchorOffset { return slice.middleDistance + offset }
        return spoke.anchorRadius == 0 ? slice.outer + slice.protrusion : slice.middleDistance
    }

    private func spokeEnd(_ spoke: SpokeStyle, _ slice: SliceGeometry, _ fit: PieFit) -> Double {
        if let length = spoke.length { return anchor(spoke, slice) + length }
        return slice.outer + slice.protrusion + (spoke.anchorOffset ?? 0) + fit.reach
    }

    func arrangement(_ fit: PieFit) -> SpokeArrangement { arrangement(rings(fit)) }

    func rings(_ fit: PieFit) -> [PieRing] {
        rings.map { PieRing($0.series, drawnStyle: $0.drawnStyle, angles: $0.angles, fit: fit) }
    }

    private func arrangement(_ rings: [PieRing]) -> SpokeArrangement {
        let column = isFlush ? self.column(rings) : 0
        return SpokeArrangement(notes.indices.compactMap { label($0, rings, column: column) }, in: context.room)
    }

    private mutating func dropCrowded() {
        leaveOut(SpokeArrangement.crowded(arrangement(rings).labels, in: context.room))
    }

    private mutating func settle() {
        let arrangement = arrangement(rings)
        let homeless = Set(arrangement.outside.filter { notes[$0].hidesWithoutRoom && notes[$0].block != nil })
        outside = arrangement.labels.filter { !homeless.contains($0.note) }
    }

    /// Omits a label if a spoke would cross the pie or another spoke on the way to its label: that side has too many
    /// labels.
    ///
    /// - Returns: whether a label was omitted. It is the label of the smallest slice among the moved labels on that
    ///   side, and leaves more space for the others.
    private mutating func dropCrossing() -> Bool {
        guard let crossing = crossing(outside, rings) else { return false }
        let moved = outside.filter {
            $0.isMoved && $0.isRight == outside[crossing].isRight && notes[$0.note].hidesWithoutRoom
        }
        guard let smallest = moved.min(by: { $0.rank < $1.rank }) else { return false }
        leaveOut([smallest.note])
        return true
    }

    /// The first label whose spoke crosses a pie or another spoke.
    func crossing(_ labels: [SpokeArrangement.Label], _ rings: [PieRing]) -> Int? {
        let bends = labels.map { bend($0, rings) }
        return labels.indices.first { crossesPie(labels[$0], bends[$0], rings) || crossesSpoke($0, labels, bends) }
    }

    /// The bend of a moved label's spoke; `nil`: the spoke is straight.
    private func bend(_ label: SpokeArrangement.Label, _ rings: [PieRing]) -> (x: Double, y: Double)? {
        guard label.isMoved, let spoke = notes[label.note].spoke else { return nil }
        let points = points(label, spoke, rings)
        return points.count == 3 ? points[1] : nil
    }

    private func crossesPie(
        _ label: SpokeArrangement.Label, _ bend: (x: Double, y: Double)?, _ rings: [PieRing]
    ) -> Bool {
        guard let bend else { return false }
        let (x, y) = (bend.x - label.center.x, bend.y - label.center.y)
        let (dx, dy) = (label.end.x - bend.x, label.end.y - bend.y)
        let length = dx * dx + dy * dy
        // The point of the line nearest to the centre.
        let t = length > 0 ? min(max(-(x * dx + y * dy) / length, 0), 1) : 0
        let note = notes[label.note]
        return hypot(x + t * dx, y + t * dy) < rings[note.ring].slice(note.slice).outer - Self.slack
    }

    private func crossesSpoke(
        _ index: Int, _ labels: [SpokeArrangement.Label], _ bends: [(x: Double, y: Double)?]
    ) -> Bool {
        guard let bend = bends[index] else { return false }
        let end = labels[index].end
        func isLeft(_ point: (x: Double, y: Double), of a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Bool
        {
            (b.x - a.x) * (point.y - a.y) > (b.y - a.y) * (point.x - a.x)
        }
        return labels.indices.contains { other in
            guard other != index, let otherBend = bends[other], labels[other].isRight == labels[index].isRight else {
                return false
            }
            let otherEnd = labels[other].end
            return isLeft(otherBend, of: bend, end) != isLeft(otherEnd, of: bend, end)
                && isLeft(bend, of: otherBend, otherEnd) != isLeft(end, of: otherBend, otherEnd)
        }
    }

    /// Points.
    private static let slack = 0.5

    private mutating func leaveOut(_ crowded: Set<Int>) {
        let gone = crowded.filter { notes[$0].hidesWithoutRoom }
        notes = notes.indices.filter { !gone.contains($0) }.map { notes[$0] }
        dropped += gone.count
    }

    private func warnOfDropped() {
        let count = dropped + notes.count { $0.spoke != nil } - outside.count
        guard !rings.contains(where: \.series.isDescribed) else { return warnOfMissingLabels() }
        guard count > 0 else { return }
        context.chart.warn(
            .ignored(path: "slice labels", reason: "\(count) of them, with their spokes, do not fit beside the pie"))
    }
}

// MARK: - Marks

extension PieLayout {
    /// The slices, series by series in paint order.
    func slices() -> [Mark] {
        rings.compactMap { ring in
            warn(ofEffect: ring)
            let items = ring.angles.indices.compactMap { ring.angles[$0].sweep != 0 ? item($0, ring) : nil }
            guard !items.isEmpty else { return nil }
            // A radius that a description sets may be larger than the plot area.
            let isSet = ring.series.isDescribed && ring.drawnStyle.normal.outerRadius != nil
            var mark = Mark(
                .sectors(SectorBatch(items: items)), clip: isSet ? nil : context.plot,
                label: "\(ring.series.jsonPath) slices")
            mark.source = MarkSource(series: ring.series.index, tier: context.chart.drawsEverySample ? .raw : .exact)
            return AnnotationMarks.faded([mark], ring.series.animatedStyle?.alpha ?? 1, id: ring.series.index).first
        }
    }

    private func warn(ofEffect ring: PieRing) {
        guard let effect = ring.drawnStyle.normal.chartEffect, effect != .flat else { return }
        context.chart.warn(
            .ignored(path: "\(ring.series.jsonPath).style.chartEffect", reason: "\(effect) slices are drawn flat"))
    }

    private func item(_ k: Int, _ ring: PieRing) -> SectorBatch.Item {
        var slice = ring.slice(k)
        let style = ring.drawnStyle.style(isSelected: ring.series.isSelected(row: k))
        let center = context.center
        if let drawnStyle = ring.series.animatedStyle {
            let share = max(drawnStyle.radius, 0)
            (slice.inner, slice.outer, slice.protrusion) = (
                slice.inner * share, slice.outer * share, slice.protrusion * share
            )
        }
        // A thin slice keeps its fill colour. Many very thin slices form a pie together, and their crusts would hide
        // its middle.
        let thickness = style.showCrust == true ? max(style.crustThickness ?? 0, 0) : 0
        let crust = thickness > 0 ? min(thickness, slice.width / 3, slice.width * slice.width / (12 * thickness)) : 0
        let drawn = slice.angles(leaving: style.sliceGap ?? 0)
        return SectorBatch.Item(
            center: context.pixels((center.x + slice.apex.x, center.y + slice.apex.y)),
            innerRadius: Float(slice.inner * context.scale),
            outerRadius: Float(slice.outer * context.scale), startAngle: Float(drawn.start), sweep: Float(drawn.sweep),
            fill: style.showFlavour == true ? ring.series.color(k, style) : .clear,
            crust: PieSeries.cycled(style.crustColors, k),
            crustWidth: Float(crust * context.scale))
    }

    /// Spokes, their anchors, and labels inside and outside.
    func labels() -> [Mark] {
        // Pies that are appearing or disappearing have no labels.
        var still = self
        still.outside = outside.filter { rings[notes[$0.note].ring].series.running == nil }
        return still.spokes() + still.anchors() + notes.filter { rings[$0.ring].series.running == nil }.flatMap(inside)
            + still.outside.flatMap(text)
    }

    private func inside(_ note: SliceNote) -> [Mark] {
        guard note.spoke == nil, let block = note.block, let middle = position(inside: note) else { return [] }
        let position = context.pixels((context.center.x + middle.x, context.center.y + middle.y))
        return block.marks(
            at: TextAnchor(x: Double(position.x), y: Double(position.y), across: 0.5, down: 0.5), note.drawnStyle,
            context.typesetter)
    }

    private func text(_ label: SpokeArrangement.Label) -> [Mark] {
        let note = notes[label.note]
        guard var block = note.block else { return [] }
        block.alignment = label.isRight ? .left : .right
        let box = label.box.moved(x: note.offset.x, y: note.offset.y)
        let position = TextAnchor(
            x: (box.x + box.width / 2) * context.scale, y: (box.y + box.height / 2) * context.scale, across: 0.5,
            down: 0.5)
        return block.marks(at: position, note.drawnStyle, context.typesetter)
    }

    /// One mark for all consecutive lines with the same style, so that thousands of spokes are few marks.
    private func spokes() -> [Mark] {
        var marks: [Mark] = []
        var line = Polyline(points: [], width: 0, paint: .solid(.clear))
        func flush() {
            if !line.points.isEmpty { marks.append(Mark(.polyline(line), label: "spokes")) }
        }
        for label in outside {
            guard let spoke = notes[label.note].spoke else { continue }
            let width = Float((spoke.width ?? 0) * context.scale)
            let paint = Paint.solid(spoke.color ?? .black)
            if width != line.width || paint != line.paint {
                flush()
                line = Polyline(points: [], width: width, paint: paint)
            }
            if !line.points.isEmpty { line.points.append(.gap) }
            line.points += points(label, spoke, rings).map(context.pixels)
        }
        flush()
        return marks.filter {
            if case .polyline(let line) = $0.shape { line.width > 0 && line.width.isFinite } else { false }
        }
    }

    /// The points of a spoke: from the anchor straight outwards. The spoke of a moved label has a bend between rim and
    /// end.
    private func points(
        _ label: SpokeArrangement.Label, _ spoke: SpokeStyle, _ rings: [PieRing]
    ) -> [(x: Double, y: Double)] {
        let ring = rings[notes[label.note].ring]
        let slice = ring.slice(notes[label.note].slice)
        func position(of distance: Double) -> (x: Double, y: Double) {
            let position = slice.along(distance)
            return (context.center.x + position.x, context.center.y + position.y)
        }
        let start = anchor(spoke, slice)
        guard label.isMoved else { return [position(of: start), label.end] }
        let rim = slice.outer + slice.protrusion
        if label.isFlush { return [position(of: start), position(of: rim + Self.flushBend), label.end] }
        let bend = max(start, rim + (spokeEnd(spoke, slice, ring.fit) - rim) * 0.4)
        return [position(of: start), position(of: bend), label.end]
    }

    /// Points, if the style sets no radius. The radius is smaller in thin slices, so that the slice stays visible.
    private static let anchorRadius = 5.0
    private static let minAnchorRadius = 1.5

    private func anchors() -> [Mark] {
        let discs = outside.compactMap { label -> DiscBatch.Item? in
            let note = notes[label.note]
            guard let spoke = note.spoke else { return nil }
            let slice = rings[note.ring].slice(note.slice)
            let radius = spoke.anchorRadius ?? min(Self.anchorRadius, max(slice.width * 0.4, Self.minAnchorRadius))
            guard radius > 0, radius.isFinite else { return nil }
            let position = slice.along(anchor(spoke, slice))
            return DiscBatch.Item(
                center: context.pixels((context.center.x + position.x, context.center.y + position.y)),
                radius: Float(radius * context.scale),
                color: spoke.anchorColor ?? .black)
        }
        return discs.isEmpty ? [] : [Mark(.discs(DiscBatch(items: discs)), label: "spoke anchors")]
    }
}
