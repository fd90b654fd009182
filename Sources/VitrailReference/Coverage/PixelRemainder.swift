import Glibc

/// The rest of a pixel after subtracting convex pieces one after another. The coverage of their union is 1 minus its
/// area.
///
/// The rest is stored as convex polygons without overlap. To subtract a convex piece, each polygon is split along the
/// piece's edges, one after the other: the part outside an edge stays, the part inside all edges is removed. This is
/// exact for straight edges, and robust, because no crossings are sorted. Discs are replaced by polygons of equal area.
struct PixelRemainder {
    /// The vertices of all polygons; `ends` contains the end index of each polygon.
    private var points: [ExactPoint] = []
    private var ends: [Int] = []
    private var nextPoints: [ExactPoint] = []
    private var nextEnds: [Int] = []
    // The polygon that is being cut, its part inside an edge, and the signed distances of its vertices.
    private var current: [ExactPoint] = []
    private var inside: [ExactPoint] = []
    private var distances: [Double] = []

    /// Polygons with a smaller area, in px², are dropped.
    private static let dust = 1e-10
    /// Vertices at most this far from an edge, in px, count as on it.
    private static let onEdge = 1e-11

    /// Resets to the whole pixel whose top left corner is (x, y).
    mutating func reset(x: Double, y: Double) {
        points.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        points.append(ExactPoint(x: x, y: y))
        points.append(ExactPoint(x: x + 1, y: y))
        points.append(ExactPoint(x: x + 1, y: y + 1))
        points.append(ExactPoint(x: x, y: y + 1))
        ends.append(4)
    }

    var isEmpty: Bool { ends.isEmpty }

    var area: Double {
        var (sum, start) = (0.0, 0)
        for end in ends {
            sum += Self.area(points[start..<end])
            start = end
        }
        return sum
    }

    mutating func subtract(_ piece: StrokePiece) {
        nextPoints.removeAll(keepingCapacity: true)
        nextEnds.removeAll(keepingCapacity: true)
        var start = 0
        for end in ends {
            current.removeAll(keepingCapacity: true)
            for i in start..<end { current.append(points[i]) }
            if piece.isDisc { cut(by: piece) } else { cut(byEdgesOf: piece) }
            start = end
        }
        swap(&points, &nextPoints)
        swap(&ends, &nextEnds)
    }

    private mutating func cut(byEdgesOf piece: StrokePiece) {
        let along = piece.direction
        let across = ExactPoint(x: along.y, y: -along.x)
        let startAlong = along.x * piece.start.x + along.y * piece.start.y
        let startAcross = across.x * piece.start.x + across.y * piece.start.y
        // The long edges come first: most pixels are cut only by them.
        cut(normal: across, limit: startAcross + piece.radius)
        cut(normal: ExactPoint(x: -across.x, y: -across.y), limit: piece.radius - startAcross)
        cut(normal: along, limit: startAlong + piece.length)
        cut(normal: ExactPoint(x: -along.x, y: -along.y), limit: -startAlong)
    }

    /// Subtracts a disc. Every pixel uses the same polygon for it, so subtracting the disc twice has no effect. Only
    /// the sides that face the current polygon are used.
    private mutating func cut(by disc: StrokePiece) {
        let sides = Arc.sides(radius: disc.radius, turn: 2 * .pi)
        let step = 2 * Double.pi / Double(sides)
        let cornerRadius = disc.radius * Arc.equalAreaFactor(step: step)
        guard let view = view(from: disc.start, radius: cornerRadius) else {
            keep(current)
            return
        }
        let first = Int((view.start / step).rounded(.down))
        let last = min(Int(((view.start + view.turn) / step).rounded(.up)), first + sides)
        for side in first..<max(last, first + 1) where !current.isEmpty {
            let angle = (Double(side) + 0.5) * step
            let normal = ExactPoint(x: cos(angle), y: sin(angle))
            cut(
                normal: normal,
                limit: cornerRadius * cos(step / 2) + normal.x * disc.start.x + normal.y * disc.start.y)
        }
    }

    /// The range of angles under which `eye` sees the current polygon. `nil`: the polygon is at least `radius` away.
    private func view(from eye: ExactPoint, radius: Double) -> (start: Double, turn: Double)? {
        var isCentreInside = true
        var nearest = Double.infinity
        var previous = current[current.count - 1]
        for point in current {
            let (ex, ey) = (point.x - previous.x, point.y - previous.y)
            let (cx, cy) = (eye.x - previous.x, eye.y - previous.y)
            if ex * cy - ey * cx <= 0 { isCentreInside = false }
            let t = min(max((cx * ex + cy * ey) / (ex * ex + ey * ey), 0), 1)
            let (dx, dy) = (cx - t * ex, cy - t * ey)
            nearest = min(nearest, dx * dx + dy * dy)
            previous = point
        }
        if isCentreInside { return (0, 2 * .pi) }
        guard nearest < radius * radius else { return nil }
        // From outside, a convex polygon spans less than half a turn; from a point on its edge, at most half a turn.
        let reference = angle(of: center(of: current), from: eye)
        var (minimum, greatest) = (0.0, 0.0)
        for point in current where point != eye {
            let turn = remainder(angle(of: point, from: eye) - reference, 2 * .pi)
            minimum = min(minimum, turn)
            greatest = max(greatest, turn)
        }
        return (reference + minimum, greatest - minimum)
    }

    private func angle(of point: ExactPoint, from eye: ExactPoint) -> Double {
        atan2(point.y - eye.y, point.x - eye.x)
    }

    private func center(of polygon: [ExactPoint]) -> ExactPoint {
        var (x, y) = (0.0, 0.0)
        for point in polygon {
            x += point.x
            y += point.y
        }
        return ExactPoint(x: x / Double(polygon.count), y: y / Double(polygon.count))
    }

    /// Keeps the part of the current polygon beyond `normal · p = limit`; the rest becomes the current polygon.
    private mutating func cut(normal: ExactPoint, limit: Double) {
        guard !current.isEmpty else { return }
        var (minimum, greatest) = (Double.infinity, -Double.infinity)
        distances.removeAll(keepingCapacity: true)
        for point in current {
            let distance = normal.x * point.x + normal.y * point.y - limit
            distances.append(distance)
            minimum = min(minimum, distance)
            greatest = max(greatest, distance)
        }
        if greatest <= Self.onEdge { return }
        if minimum >= -Self.onEdge {
            keep(current)
            current.removeAll(keepingCapacity: true)
            return
        }
        split()
    }

    /// Splits the current polygon where `distances` change sign.
    private mutating func split() {
        inside.removeAll(keepingCapacity: true)
        let kept = nextPoints.count
        var (previous, before) = (current[current.count - 1], distances[current.count - 1])
        for (point, distance) in zip(current, distances) {
            if before * distance < 0 {
                let t = before / (before - distance)
                let crossing = ExactPoint(
                    x: previous.x + (point.x - previous.x) * t, y: previous.y + (point.y - previous.y) * t)
                inside.append(crossing)
                nextPoints.append(crossing)
            }
            if distance <= 0 { inside.append(point) }
            if distance >= 0 { nextPoints.append(point) }
            (previous, before) = (point, distance)
        }
        finishKept(from: kept)
        swap(&current, &inside)
        if current.count < 3 { current.removeAll(keepingCapacity: true) }
    }

    private mutating func keep(_ polygon: [ExactPoint]) {
        let start = nextPoints.count
        nextPoints.append(contentsOf: polygon)
        finishKept(from: start)
    }

    private mutating func finishKept(from start: Int) {
        if nextPoints.count - start >= 3, Self.area(nextPoints[start...]) > Self.dust {
            nextEnds.append(nextPoints.count)
        } else {
            nextPoints.removeSubrange(start...)
        }
    }

    private static func area(_ polygon: ArraySlice<ExactPoint>) -> Double {
        let origin = polygon[polygon.startIndex]
        var previous = polygon[polygon.endIndex - 1]
        var twice = 0.0
        for point in polygon {
            twice += (previous.x - origin.x) * (point.y - origin.y)
            twice -= (point.x - origin.x) * (previous.y - origin.y)
            previous = point
        }
        return twice / 2
    }
}
