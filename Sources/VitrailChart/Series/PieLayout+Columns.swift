#if canImport(Glibc)
    import Glibc
#endif

/// Labels of charts from descriptions: inside if the slice can hold them, otherwise in two columns, aligned towards the
/// pie.
///
/// ```
///            ╭───╮
/// Opera ────╱  ▒▒▒╲──── Firefox
/// Edge  ───│ ▒▒▒▒▒▒│
///            ╲▒▒▒▒╱ ──── Safari
/// ```
extension PieLayout {
    /// Points from the rim to the bend of a spoke, and to the closest position of a column.
    static let flushBend = 6.0
    static let flushReach = 12.0
    /// Additional distances of a column, in points. The larger one is used if a spoke would cross the pie.
    private static let flushFreedom = [16.0, 40]
    /// Outer radius of the pie beside long labels, as a share of the plot area's smaller side.
    static let wantedShareWithLabels = 0.38
    /// Minimum share of the largest radius. If avoiding crossed spokes would make the pie smaller, the label is
    /// omitted.
    private static let minShareForSpokes = 0.62
    private static let steps = 24

    /// Whether a spoke may lead to a column: neither its start nor its length is set.
    static func isFlush(_ spoke: SpokeStyle) -> Bool {
        spoke.anchorOffset == nil && spoke.length == nil && spoke.anchorRadius == 0
    }

    /// The largest pie with space between the columns, and without spokes that cross it.
    func flushFit(largest: Double, smallest: Double) -> PieFit {
        func fit(_ share: Double, _ freedom: Double) -> PieFit {
            PieFit(outer: smallest + (largest - smallest) * share, reach: Self.flushReach + freedom)
        }
        var widest: PieFit?
        for step in 0...Self.steps {
            for freedom in Self.flushFreedom {
                let fit = fit(1 - Double(step) / Double(Self.steps), freedom)
                let arrangement = arrangement(fit)
                guard arrangement.fits else { continue }
                widest = widest ?? fit
                if fit.outer < largest * Self.minShareForSpokes { return widest ?? fit }
                if crossing(arrangement.labels, rings(fit)) == nil { return fit }
            }
        }
        return widest ?? fit(0, 0)
    }

    /// Distance from the centre to the ends of the spokes, the same on both sides.
    func column(_ rings: [PieRing]) -> Double {
        var (rim, widest) = (0.0, 0.0)
        for note in notes {
            guard let spoke = note.spoke else { continue }
            let slice = rings[note.ring].slice(note.slice)
            rim = max(rim, slice.outer + max(slice.protrusion, 0))
            widest = max(widest, note.size.width + (spoke.labelPadding ?? 0))
        }
        // Protruding slices without a label beside them.
        for ring in rings where ring.series.isDescribed {
            for k in ring.series.selectedSlices where ring.angles.indices.contains(k) {
                rim = max(rim, ring.slice(k).outer + ring.slice(k).protrusion)
            }
        }
        let center = context.center
        let free = min(context.room.maxX - center.x, center.x - context.room.x) - widest
        return max(rim + Self.flushReach, min(rim + (rings.first?.fit.reach ?? Self.flushReach), free))
    }

    func flushLabel(_ index: Int, _ spoke: SpokeStyle, _ slice: SliceGeometry, column: Double) -> SpokeArrangement.Label
    {
        let center = context.center
        let isRight = (slice.direction.x > -1e-9) != notes[index].isSwitched
        let bend = slice.along(slice.outer + slice.protrusion + Self.flushBend)
        var label = SpokeArrangement.Label(
            note: index, center: center, end: (center.x + (isRight ? column : -column), center.y + bend.y),
            isRight: isRight,
            size: notes[index].size, padding: notes[index].block == nil ? 0 : spoke.labelPadding ?? 0,
            weight: abs(slice.angles.sweep))
        (label.isFlush, label.isMoved) = (true, true)
        return label
    }

    /// Moves a label to the other column if labels make the pie much smaller, or if spokes cross: the label of the
    /// longer column that is nearest to 12 or 6 o'clock.
    ///
    /// - Returns: whether a label was moved.
    mutating func switchSide() -> Bool {
        guard isFlush, let fit = rings.first?.fit else { return false }
        let wanted = PieFit(outer: PieFit.outerShare * context.side * Self.wantedShareForSpokes, reach: fit.reach)
        guard crossing(arrangement(wanted).labels, rings(wanted)) != nil else { return false }
        let right = outside.count(where: \.isRight)
        let isRightLonger = right > outside.count - right
        guard abs(outside.count - 2 * right) > 1 else { return false }
        let candidates = outside.filter { $0.isRight == isRightLonger && !notes[$0.note].isSwitched }.map { label in
            let note = notes[label.note]
            return (note: label.note, across: abs(rings[note.ring].slice(note.slice).direction.x))
        }
        guard let nearest = candidates.min(by: { ($0.across, $0.note) < ($1.across, $1.note) }),
            nearest.across < Self.maxAcross
        else {
            return false
        }
        notes[nearest.note].isSwitched = true
        return true
    }

    /// The share of the largest radius below which a label changes sides, and the sine of the largest angle from the
    /// vertical for such a label.
    private static let wantedShareForSpokes = 0.85
    private static let maxAcross = 0.35

    // MARK: Inside

    /// The middle of a label inside its slice, relative to the centre; `nil`: the slice cannot hold it.
    func position(inside note: SliceNote) -> (x: Double, y: Double)? {
        let slice = rings[note.ring].slice(note.slice)
        let (width, height) = note.size
        func position(of share: Double) -> (x: Double, y: Double)? {
            let along = slice.along(slice.inner + (slice.outer - slice.inner) * share + slice.protrusion)
            let middle = (x: along.x + note.offset.x, y: along.y + note.offset.y)
            return slice.holds(center: middle, width: width, height: height * Self.inkShare) ? middle : nil
        }
        let middle = (x: slice.middle.x + note.offset.x, y: slice.middle.y + note.offset.y)
        guard note.hidesWithoutRoom else { return middle }
        guard rings[note.ring].series.isDescribed else { return position(of: 0.5) }
        // A single slice is a disc with its label in the middle. In other slices, there is more space near the rim.
        if slice.inner == 0, abs(slice.angles.sweep) > 2 * .pi - 1e-9,
            slice.holds(center: note.offset, width: width, height: height)
        {
            return note.offset
        }
        let shares = slice.inner > 0 ? [0.5, 0.55, 0.45] : [0.6, 0.65, 0.7, 0.75, 0.55, 0.5, 0.8]
        return shares.lazy.compactMap(position).first
    }

    /// Height of the letters as a share of the height of a line.
    private static let inkShare = 0.75

    // MARK: Left out

    /// Warns about slices without a label in the picture, and about cut labels.
    func warnOfMissingLabels() {
        var (wanted, mayBeBeside) = (0, false)
        for ring in rings {
            for k in ring.angles.indices where ring.angles[k].sweep != 0 {
                let style = ring.drawnStyle.style(isSelected: ring.series.isSelected(row: k))
                guard style.showLabels == true else { continue }
                wanted += 1
                mayBeBeside = mayBeBeside || style.spokeStyle.showSpokes == false
            }
        }
        let shown =
            Set(outside.map(\.note)).filter { notes[$0].block != nil }.count
            + notes.count { $0.spoke == nil && $0.block != nil && position(inside: $0) != nil }
        let cut = outside.count { notes[$0.note].block?.isCut == true }
        if cut > 0 {
            let reason = "\(cut) of \(wanted) are cut; a larger \"size\" or shorter names help"
            context.chart.warn(.doubtful(path: "slice labels", reason: reason))
        }
        guard wanted > shown else { return }
        var remedies = ["set a larger \"size\""]
        if mayBeBeside { remedies.append("\"spokeStyle\": {\"showSpokes\": true} puts labels beside slices") }
        if context.chart.legend.hidden { remedies.append("a \"legend\" names all slices") }
        let reason = "\(wanted - shown) of \(wanted) do not fit and are left out; \(remedies.joined(separator: ", "))"
        context.chart.warn(.ignored(path: "slice labels", reason: reason))
    }
}
