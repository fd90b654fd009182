#if canImport(Glibc)
    import Glibc
#endif

/// Labels around a circle: labels in the right half begin at it, labels in the left half end at it, and the labels at
/// the top and the bottom are centred. All in points.
struct CircleLabels {
    /// Position of a label around the circle, and its size.
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

        /// Edges relative to the pole: x to the right, y down.
        func box(at distance: Double) -> (left: Double, top: Double, right: Double, bottom: Double) {
            let position = PolarFrame.offset(angle: angle, distance: distance)
            let anchor = anchor
            let (left, top) = (position.x - anchor.across * width, position.y - anchor.down * height)
            return (left, top, left + width, top + height)
        }
    }

    var labels: [Label]
    /// Distance from the circle to the labels.
    let distance: Double
    /// Extent beyond the circle without labels: tick marks and half of the line.
    let rim: Double

    /// Extension of circle and labels from the pole.
    func reach(radius: Double) -> Insets {
        let bare = radius + rim
        var reach = Insets(top: bare, left: bare, bottom: bare, right: bare)
        for label in labels {
            let box = label.box(at: radius + distance)
            reach = reach.union(Insets(top: -box.top, left: -box.left, bottom: box.bottom, right: box.right))
        }
        return reach
    }

    /// Radius of the largest circle that fits with its labels; 0 if none fits.
    func radius(width: Double, height: Double) -> Double {
        func fits(_ radius: Double) -> Bool {
            let reach = reach(radius: radius)
            return reach.left + reach.right <= width && reach.top + reach.bottom <= height
        }
        guard fits(0) else { return 0 }
        var (low, high) = (0.0, min(width, height) / 2)
        // A precision of 0.001 points for every image size.
        for _ in 0..<24 {
            let middle = (low + high) / 2
            if fits(middle) { low = middle } else { high = middle }
        }
        return low
    }

    /// Whether each label keeps a distance to the next ones around the circle.
    func keepApart(radius: Double, gap: Double) -> Bool { crowded(radius: radius, gap: gap).isEmpty }

    /// Indexes of labels that would overlap an earlier one; the first label stays.
    func crowded(radius: Double, gap: Double) -> Set<Int> {
        let boxes = labels.map { $0.box(at: radius + distance) }
        func collide(_ a: Int, _ b: Int) -> Bool {
            let (a, b) = (boxes[a], boxes[b])
            return a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom && b.top < a.bottom
        }
        var left: Set<Int> = []
        var kept: [Int] = []
        for k in labels.indices {
            // On a circle the last labels meet the first ones.
            let isCrowded = kept.suffix(2).contains { collide($0, k) } || kept.prefix(2).contains { collide($0, k) }
            if isCrowded { left.insert(k) } else { kept.append(k) }
        }
        return left
    }
}
