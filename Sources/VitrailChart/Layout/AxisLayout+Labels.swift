import VitrailScales

/// Chooses the visible labels once the axis has its position.
extension AxisLayout {
    /// Gap between labels that were not generated to fit (set frequencies, custom ticks, texts of the host), as a
    /// fraction of the line height.
    private static let minGap = 0.25
    /// Invisible extension of a label past its end, in points.
    private static let slack = 1.0

    /// Removes labels that extend past the ends, according to the clipping modes, and labels that overlap a neighbour.
    ///
    /// - Parameters:
    ///   - length: length of the axis in points.
    ///   - free: maximum extension of labels beyond the axis's start and end if no mode is set.
    mutating func chooseLabels(length: Double, free: (start: Double, end: Double)) {
        guard showsLabels, length > 0 else { return }
        let scale = axis.scale(from: 0, to: length)
        let positions = ticks.map { position(of: $0, on: scale) }
        for i in ticks.indices where ticks[i].block != nil {
            let (first, last) = axis.clippingModes
            let before = ticks[i].box.before - positions[i]
            let after = ticks[i].box.after + positions[i] - length
            if before > (first == nil ? free.start : 0) + Self.slack { clip(i, first ?? .ticksPersist) }
            if after > (last == nil ? free.end : 0) + Self.slack { clip(i, last ?? .ticksPersist) }
        }
        thin(positions)
    }

    /// Position along the axis in points from its start, including the host's label offset.
    func position(of tick: LaidTick, on scale: AxisScale) -> Double {
        let position = scale.position(of: tick.value)
        guard let mark = tick.mark else { return position }
        return position + (axis.isHorizontal ? mark.labelOffset.x : -mark.labelOffset.y)
    }

    private mutating func clip(_ i: Int, _ mode: TickLabelClippingMode) {
        switch mode {
        case .ticksAndLabelsPersist: return
        case .ticksPersist: ticks[i].hasRoom = false
        case .neitherPersist:
            ticks[i].hasRoom = false
            ticks[i].showsTick = false
        }
    }

    // MARK: Overlaps

    private mutating func thin(_ positions: [Double]) {
        let majors = shown(positions) { $0.isMajor }
        if overlaps(majors, positions) {
            let kept =
                regular(majors, positions, apart: true) ?? regular(majors, positions, apart: false)
                ?? greedy(majors, positions)
            let isGrey = zip(majors, majors.dropFirst()).contains {
                positions[$1] - positions[$0] < TickLimits.apart.wanted
            }
            for i in majors where !kept.contains(i) {
                ticks[i].hasRoom = false
                // Gridlines this close would merge into a grey area.
                if isGrey { ticks[i].showsGridline = false }
            }
        }
        let minors = shown(positions) { !$0.isMajor }
        guard !minors.isEmpty else { return }
        fillIn(minors, positions)
    }

    /// Labelled ticks in their order along the axis.
    private func shown(_ positions: [Double], _ test: (LaidTick) -> Bool) -> [Int] {
        ticks.indices.filter { ticks[$0].showLabel && test(ticks[$0]) && positions[$0].isFinite }.sorted {
            positions[$0] < positions[$1]
        }
    }

    private func collide(_ a: Int, _ b: Int, _ positions: [Double]) -> Bool {
        let geometry = LabelGeometry(side: axis.side, orientation: setting.orientation)
        let line = max(ticks[a].block?.lineHeight ?? 0, ticks[b].block?.lineHeight ?? 0)
        // For stacked labels the ascent and descent of the lines are enough distance.
        let isStacked = setting.orientation == .diagonal || axis.isHorizontal == (setting.orientation == .vertical)
        let distance = geometry.distance(ticks[a].box, ticks[b].box, lineHeight: line, gap: isStacked ? 0 : Self.minGap)
        return positions[b] - positions[a] < distance - 1e-6
    }

    private func overlaps(_ order: [Int], _ positions: [Double]) -> Bool {
        zip(order, order.dropFirst()).contains { collide($0, $1, positions) }
    }

    /// Every n-th label by tick index, so that the choice is stable while panning. `nil`: no n fits.
    ///
    /// - Parameter apart: whether the middles of labels must also have a readable distance.
    private func regular(_ order: [Int], _ positions: [Double], apart: Bool) -> Set<Int>? {
        guard axis.customMajorTicks == nil, !ticks.contains(where: { $0.mark != nil }) else { return nil }
        let numbers = order.map { ticks[$0].tick.index }
        let step = max(1, zip(numbers, numbers.dropFirst()).map { abs($1 - $0) }.min() ?? 1)
        for stride in strides where stride < 2 * order.count {
            let kept = order.filter { ticks[$0].tick.index / step % stride == 0 }
            guard !kept.isEmpty, !overlaps(kept, positions) else { continue }
            if !apart
                || kept.count > 1
                    && zip(kept, kept.dropFirst()).allSatisfy({ positions[$1] - positions[$0] >= Self.thinnedSpacing })
            {
                return Set(kept)
            }
        }
        return nil
    }

    /// Minimum distance in points between the middles of labels after some were removed.
    private static let thinnedSpacing = 20.0

    /// Candidate strides of visible labels, ascending.
    private var strides: [Int] {
        guard case .calendar(let frequency) = axis.currentMajorTickFrequency, axis.isDate else {
            return [2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000]
        }
        return frequency.strides
    }

    /// From the start, each label that does not overlap the last kept one.
    private func greedy(_ order: [Int], _ positions: [Double]) -> Set<Int> {
        var kept: [Int] = []
        for i in order {
            if let last = kept.last, collide(last, i, positions) { continue }
            kept.append(i)
        }
        return Set(kept)
    }

    /// Chooses minor labels between the major ones: on a linear axis the same ones between any two majors.
    private mutating func fillIn(_ minors: [Int], _ positions: [Double]) {
        let majors = shown(positions) { $0.isMajor }
        let kept = even(minors, majors, positions) ?? greedy(minors, between: majors, positions)
        for i in minors where !kept.contains(i) { ticks[i].hasRoom = false }
    }

    /// All minor labels, every n-th one if n divides the parts of a major step, or none. `nil`: the major steps are not
    /// divided equally.
    private func even(_ minors: [Int], _ majors: [Int], _ positions: [Double]) -> Set<Int>? {
        guard axis.isLinear else { return nil }
        let bounds = ticks.indices.filter { ticks[$0].isMajor }.map { positions[$0] }.sorted()
        guard bounds.count >= 2 else { return nil }
        var gaps = [[Int]](repeating: [], count: bounds.count + 1)
        var gap = 0
        for i in minors {
            while gap < bounds.count, bounds[gap] < positions[i] { gap += 1 }
            gaps[gap].append(i)
        }
        let parts = gaps[1].count + 1
        guard gaps[1..<bounds.count].allSatisfy({ $0.count == parts - 1 }) else { return nil }
        for n in 1..<parts where parts % n == 0 {
            // Minors before the first major are counted from it, too.
            let kept = gaps.enumerated().flatMap { gap, order in
                order.indices.filter { ($0 + (gap == 0 ? parts - order.count : 1)) % n == 0 }.map { order[$0] }
            }
            if !overlaps((kept + majors).sorted { positions[$0] < positions[$1] }, positions) { return Set(kept) }
        }
        return []
    }

    /// From the start, each minor label that overlaps neither the last kept one nor a major label.
    private func greedy(_ minors: [Int], between majors: [Int], _ positions: [Double]) -> Set<Int> {
        var kept: Set<Int> = []
        var next = 0
        var last: Int?
        for i in minors {
            while next < majors.count, positions[majors[next]] < positions[i] {
                last = majors[next]
                next += 1
            }
            if let last, collide(last, i, positions) { continue }
            if next < majors.count, collide(i, majors[next], positions) { continue }
            kept.insert(i)
            last = i
        }
        return kept
    }
}
