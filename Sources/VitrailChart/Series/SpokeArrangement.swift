/// Places labels outside of pies without overlap, in points of the surface.
///
/// ```
///          ╲______  Opera        A label that would overlap its neighbour moves up or down. The end of its spoke moves
///     ______\_____  Safari       along the circle through the end, and the spoke gets a bend.
///    ▒▒▒▒▒──┴─────  Firefox
/// ```
struct SpokeArrangement {
    /// A label at the end of its spoke.
    struct Label {
        /// Index of the note.
        let note: Int
        /// Centre of the pie.
        let center: (x: Double, y: Double)
        /// End of the spoke.
        var end: (x: Double, y: Double)
        let isRight: Bool
        let size: (width: Double, height: Double)
        let padding: Double
        /// The sweep of the slice. If there is no space for all labels, the largest slices keep theirs.
        let weight: Double
        var isMoved = false
        /// Whether the label stands in a column with the others of its side. It then moves vertically.
        var isFlush = false

        /// Labels with the lowest rank are omitted first: the labels of the smallest slices. Among equal slices, the
        /// remaining labels are spread around the pie (steps of the golden ratio).
        var rank: (weight: Double, position: UInt32) { (weight, UInt32(truncatingIfNeeded: note) &* 0x9E37_79B9) }

        /// The text's edge on the side of the pie is `padding` from the end, and its middle is at the end's height.
        var box: Rect {
            Rect(
                x: isRight ? end.x + padding : end.x - padding - size.width, y: end.y - size.height / 2,
                width: size.width,
                height: size.height)
        }
    }

    private(set) var labels: [Label]
    /// Whether every label was between the upper and lower bounds before it moved.
    private(set) var wasInside: Bool
    private let bounds: Rect

    init(_ labels: [Label], in bounds: Rect) {
        self.labels = labels
        self.bounds = bounds
        wasInside = labels.allSatisfy { $0.isFlush || Self.isBetween($0.box, bounds) }
        for isRight in [true, false] { settle(isRight) }
    }

    /// Whether all labels are within the bounds, with their spokes.
    var fits: Bool { wasInside && labels.allSatisfy { Self.isBeside($0.box, bounds) } }

    /// Labels that are not within the bounds after they moved.
    var outside: [Int] {
        labels.filter { !Self.isBeside($0.box, bounds) || !Self.isBetween($0.box, bounds) }.map(\.note)
    }

    private static let slack = 0.5
    /// Distance between two labels, in points.
    private static let gap = 2.0

    private static func isBetween(_ box: Rect, _ bounds: Rect) -> Bool {
        box.y >= bounds.y - slack && box.maxY <= bounds.maxY + slack
    }
    private static func isBeside(_ box: Rect, _ bounds: Rect) -> Bool {
        box.x >= bounds.x - slack && box.maxX <= bounds.maxX + slack
    }

    /// The notes whose labels do not fit above one another, smallest slices first.
    static func crowded(_ labels: [Label], in bounds: Rect) -> Set<Int> {
        var dropped: Set<Int> = []
        for isRight in [true, false] {
            let side = labels.filter { $0.isRight == isRight }
            var height = side.reduce(-gap) { $0 + $1.size.height + gap }
            for label in side.sorted(by: { $0.rank < $1.rank }) where height > bounds.height {
                height -= label.size.height + gap
                dropped.insert(label.note)
            }
        }
        return dropped
    }

    // MARK: One side

    private mutating func settle(_ isRight: Bool) {
        let side = labels.indices.filter { labels[$0].isRight == isRight && labels[$0].size.height > 0 }
            .sorted { (labels[$0].end.y, $0) < (labels[$1].end.y, $1) }
        guard !side.isEmpty, overlap(side) || side.contains(where: { !Self.isBetween(labels[$0].box, bounds) }) else {
            return
        }
        for (index, y) in zip(side, heights(side)) where abs(y - labels[index].end.y) > 1e-6 { move(index, to: y) }
    }

    private func overlap(_ side: [Int]) -> Bool {
        side.indices.contains { i in
            side[(i + 1)...].contains { other in
                let (a, b) = (labels[side[i]].box, labels[other].box)
                return a.x < b.maxX && b.x < a.maxX && a.y < b.maxY && b.y < a.maxY
            }
        }
    }

    /// The positions of labels without overlap that are closest to the wanted ones in least squares. Wanted positions
    /// minus the heights above must ascend; neighbours that do not are pooled (isotonic regression).
    private func heights(_ side: [Int]) -> [Double] {
        var above = [0.0]
        for (last, next) in zip(side, side.dropFirst()) {
            above.append(above[above.count - 1] + (labels[last].size.height + labels[next].size.height) / 2 + Self.gap)
        }
        var pools: [(sum: Double, count: Int)] = []
        for (index, offset) in zip(side, above) {
            pools.append((labels[index].end.y - offset, 1))
            while pools.count > 1,
                pools[pools.count - 2].sum / Double(pools[pools.count - 2].count) > pools[pools.count - 1].sum
                    / Double(pools[pools.count - 1].count)
            {
                let last = pools.removeLast()
                pools[pools.count - 1].sum += last.sum
                pools[pools.count - 1].count += last.count
            }
        }
        let low = bounds.y + labels[side[0]].size.height / 2 - Self.slack
        let high = bounds.maxY - labels[side[side.count - 1]].size.height / 2 - above[above.count - 1] + Self.slack
        let settled = pools.flatMap {
            Array(repeating: max(min($0.sum / Double($0.count), high), low), count: $0.count)
        }
        return zip(settled, above).map { $0 + $1 }
    }

    /// Moves a label along the circle through its end; above the top of the circle, vertically.
    private mutating func move(_ index: Int, to y: Double) {
        let label = labels[index]
        guard !label.isFlush else {
            labels[index].end.y = y
            return
        }
        let (dx, dy) = (label.end.x - label.center.x, label.end.y - label.center.y)
        let rest = dx * dx + dy * dy - (y - label.center.y) * (y - label.center.y)
        let x = rest > 0 ? rest.squareRoot() : 0
        labels[index].end = (label.center.x + (label.isRight ? x : -x), y)
        labels[index].isMoved = true
    }
}
