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

    /// Marks a path from one of its points to another, or to where nothing more is seen. None lies beyond the guard box of a picture.
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
        mark(from, &second, &first)
        while i != end, from.along <= Float(seen.upperBound) {
            i += step
            let to = frame.place(points[i])
            // Where a segment's ends lie at places, those are marked by themselves.
            let (place, last) = (Self.placeAfter(from.along), -Self.placeAfter(-to.along))
            if place <= last { mark(from, to, at: max(place, seen.lowerBound), through: min(last, seen.upperBound), &second, &first) }
            mark(to, &second, &first)
            from = to
        }
    }

    /// The first whole number above: without `floor`, which is a call where not every processor of the kind has it as an instruction.
    @inline(__always)
    private static func placeAfter(_ along: Float) -> Int {
        let whole = Int(along)
        return Float(whole) > along ? whole : whole + 1
    }

    /// Marks a point, at the nearest place.
    @inline(__always)
    private func mark(_ point: GridPlace, _ second: inout MutableSpan<Float>, _ first: inout MutableSpan<Float>) {
        let place = Int(point.along + (point.along < 0 ? -0.5 : 0.5))
        guard place >= seen.lowerBound, place <= seen.upperBound else { return }
        mark(point.across, at: place, &second, &first)
    }

    /// Marks a segment, whose second end lies behind its first one, at seen places.
    private func mark(
        _ from: GridPlace, _ to: GridPlace, at start: Int, through last: Int, _ second: inout MutableSpan<Float>, _ first: inout MutableSpan<Float>
    ) {
        let slope = (to.across - from.across) / (to.along - from.along)
        var place = start
        while place <= last {
            mark(from.across + (Float(place) - from.along) * slope, at: place, &second, &first)
            place += 1
        }
    }

    @inline(__always)
    private func mark(_ across: Float, at place: Int, _ second: inout MutableSpan<Float>, _ first: inout MutableSpan<Float>) {
        let i = place - origin
        second[i] = max(second[i], across)
        first[i] = max(first[i], -across)
    }
}
