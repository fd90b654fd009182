import VitrailScene

/// A point by its place along, on a grid of sixteen a pixel, and across in pixels.
struct GridPlace: Equatable {
    var along: Float
    var across: Float
}

/// Where the grid of an envelope begins, and along which axis.
struct GridFrame {
    let isVertical: Bool
    /// Pixels.
    let origin: Float

    @inline(__always)
    func place(_ point: PlotPoint) -> GridPlace {
        let (along, across) = isVertical ? (point.y, point.x) : (point.x, point.y)
        return GridPlace(along: (along - origin) * Float(ColumnEnvelope.gridPerPixel), across: across)
    }
}

/// What a path passes at each place of a grid: the greatest place across, and the greatest of the negated ones.
struct PathMarks {
    /// One for each place from `origin` on; −∞ = nothing passes.
    private(set) var second: [Float]
    private(set) var first: [Float]
    private var seen = 0...0
    private var origin = 0

    init(count: Int) {
        second = Array(repeating: -.infinity, count: count)
        first = second
    }

    /// Begins anew: nothing passes the places that are `seen`, which are marked from now on.
    mutating func clear(_ seen: ClosedRange<Int>, origin: Int) {
        (self.seen, self.origin) = (seen, origin)
        for i in seen.lowerBound - origin...seen.upperBound - origin { (second[i], first[i]) = (-.infinity, -.infinity) }
    }

    /// Marks a path from one of its points to another, or to where nothing more is seen.
    ///
    /// - Parameters:
    ///   - step: 1 or −1: along which places do not fall.
    mutating func note(_ points: Span<PlotPoint>, from start: Int, to end: Int, step: Int, in frame: GridFrame) {
        Marks(seen: seen, origin: origin).note(points, from: start, to: end, step: step, in: frame, &second, &first)
    }
}

/// Which marks there are.
private struct Marks {
    let seen: ClosedRange<Int>
    let origin: Int

    func note(
        _ points: Span<PlotPoint>, from start: Int, to end: Int, step: Int, in frame: GridFrame, _ seconds: inout [Float],
        _ firsts: inout [Float]
    ) {
        var second = seconds.mutableSpan
        var first = firsts.mutableSpan
        var i = start
        var from = frame.place(points[i])
        note(from, &second, &first)
        while i != end, from.along <= Float(seen.upperBound) {
            i += step
            let to = frame.place(points[i])
            note(from, to, &second, &first)
            from = to
        }
    }

    /// Marks a point, at the nearest place.
    @inline(__always)
    func note(_ point: GridPlace, _ second: inout MutableSpan<Float>, _ first: inout MutableSpan<Float>) {
        let along = Self.bounded(point.along)
        mark(point.across, at: Int(along + (along < 0 ? -0.5 : 0.5)), &second, &first)
    }

    /// Marks a segment behind its first point, which does not lie behind its second. Where its ends lie at places, those are marked by themselves.
    @inline(__always)
    func note(_ from: GridPlace, _ to: GridPlace, _ second: inout MutableSpan<Float>, _ first: inout MutableSpan<Float>) {
        let (start, end) = (Self.bounded(from.along), Self.bounded(to.along))
        var place = max(Int(start), seen.lowerBound)
        if Float(place) <= start { place += 1 }
        var last = min(Int(end), seen.upperBound)
        if Float(last) >= end { last -= 1 }
        if place <= last, to.along > from.along {
            let slope = (to.across - from.across) / (to.along - from.along)
            while place <= last {
                mark(from.across + (Float(place) - from.along) * slope, at: place, &second, &first)
                place += 1
            }
        }
        note(to, &second, &first)
    }

    /// So that it fits an Int.
    @inline(__always)
    private static func bounded(_ along: Float) -> Float { min(max(along, -1e6), 1e6) }

    @inline(__always)
    private func mark(_ across: Float, at place: Int, _ second: inout MutableSpan<Float>, _ first: inout MutableSpan<Float>) {
        guard place >= seen.lowerBound, place <= seen.upperBound else { return }
        let i = place - origin
        second[i] = max(second[i], across)
        first[i] = max(first[i], -across)
    }
}
