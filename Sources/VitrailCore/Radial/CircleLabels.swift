#if canImport(Glibc)
    import Glibc
#endif

/// Labels round a circle: those of the right half begin at it, those of the left half end at it, those at the top and the bottom stand in the
/// middle. All in points.
struct CircleLabels {
    /// A label's place round the circle, and its size.
    struct Label {
        /// Radians clockwise from 12 o'clock.
        var angle: Double
        var width: Double
        var height: Double

        /// The part of the label that is nearest to the circle, 0…1 from the left and from the top.
        var anchor: (across: Double, down: Double) {
            let side = sin(angle)
            return (abs(side) < 1e-6 ? 0.5 : side > 0 ? 0 : 1, (1 + cos(angle)) / 2)
        }

        /// Edges from the pole: x to the right, y down.
        func box(at distance: Double) -> (left: Double, top: Double, right: Double, bottom: Double) {
            let place = PolarFrame.offset(angle: angle, distance: distance)
            let anchor = anchor
            let (left, top) = (place.x - anchor.across * width, place.y - anchor.down * height)
            return (left, top, left + width, top + height)
        }
    }

    var labels: [Label]
    /// From the circle to the labels.
    let distance: Double
    /// Beyond the circle, whether there are labels or not: tick marks, half of the line.
    let rim: Double

    /// How far circle and labels reach from the pole.
    func reach(radius: Double) -> Insets {
        let bare = radius + rim
        var reach = Insets(top: bare, left: bare, bottom: bare, right: bare)
        for label in labels {
            let box = label.box(at: radius + distance)
            reach = reach.union(Insets(top: -box.top, left: -box.left, bottom: box.bottom, right: box.right))
        }
        return reach
    }

    /// The largest circle that has room with its labels; 0 when none has.
    func radius(width: Double, height: Double) -> Double {
        func fits(_ radius: Double) -> Bool {
            let reach = reach(radius: radius)
            return reach.left + reach.right <= width && reach.top + reach.bottom <= height
        }
        guard fits(0) else { return 0 }
        var (low, high) = (0.0, min(width, height) / 2)
        // A thousandth of a point on any picture.
        for _ in 0..<24 {
            let middle = (low + high) / 2
            if fits(middle) { low = middle } else { high = middle }
        }
        return low
    }

    /// Whether each label keeps clear of the next ones round the circle.
    func keepApart(radius: Double, gap: Double) -> Bool { crowded(radius: radius, gap: gap).isEmpty }

    /// Labels that would run over one before them, by their indexes; the first one stays.
    func crowded(radius: Double, gap: Double) -> Set<Int> {
        let boxes = labels.map { $0.box(at: radius + distance) }
        func collide(_ a: Int, _ b: Int) -> Bool {
            let (a, b) = (boxes[a], boxes[b])
            return a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom && b.top < a.bottom
        }
        var left: Set<Int> = []
        var kept: [Int] = []
        for k in labels.indices {
            // On a circle the last ones meet the first ones.
            let isCrowded = kept.suffix(2).contains { collide($0, k) } || kept.prefix(2).contains { collide($0, k) }
            if isCrowded { left.insert(k) } else { kept.append(k) }
        }
        return left
    }
}
