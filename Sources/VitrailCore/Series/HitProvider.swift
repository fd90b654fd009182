#if canImport(Glibc)
    import Glibc
#endif
public import VitrailScene

/// Answers which sample of a pass a place hits: inside a marker, inside a column.
public struct HitProvider<Pass: PassData> {
    /// A place in device pixels → the index of a sample; nil = none.
    let hit: (PlotPoint, Pass) -> Int?

    public init(_ hit: @escaping (PlotPoint, Pass) -> Int?) { self.hit = hit }

    /// Nothing is ever hit.
    public static var none: HitProvider { HitProvider { _, _ in nil } }

    /// The nearest sample within a distance of its place on the axes.
    ///
    /// - Parameter radius: points.
    public static func markers(radius: Double = 10) -> HitProvider {
        HitProvider { place, pass in
            guard let nearest = NearestPointProvider.points.nearest(place, pass) else { return nil }
            return nearest.distance <= Double(pass.context.pixels(radius)) ? nearest.index : nil
        }
    }

    /// The nearest sample, where the place is near it or near the line to its neighbour.
    ///
    /// - Parameter radius: points.
    public static func lines(radius: Double = 10) -> HitProvider {
        HitProvider { place, pass in
            guard let nearest = NearestPointProvider.segments.nearest(place, pass) else { return nil }
            return nearest.distance <= Double(pass.context.pixels(radius)) ? nearest.index : nil
        }
    }

    /// The sample whose slot holds the place, between the baseline and its value; of several, the last.
    public static var columns: HitProvider {
        HitProvider { place, pass in
            guard let slot = pass.context.slot, let range = pass.xPointRange else { return nil }
            let isHorizontal = pass.context.orientation == .horizontal
            let (along, across) = isHorizontal ? (place.x, place.y) : (place.y, place.x)
            let base = Float(pass.context.baseline)
            let points = pass.points()
            for i in range.reversed() {
                let point = points[i - range.lowerBound]
                guard !point.isGap, across >= min(base, point.across), across <= max(base, point.across) else { continue }
                let edges = slot.edges(at: Double(point.along))
                if Double(along) >= edges.low, Double(along) <= edges.high { return i }
            }
            return nil
        }
    }
}

/// A sample, and how far it is from the place that was asked for.
public struct NearestPoint: Sendable, Equatable {
    /// Of the sample; for hosts, as `dataPoint(at:)` counts.
    public var index: Int
    /// Points; for providers, device pixels.
    public var distance: Double

    public init(index: Int, distance: Double) {
        (self.index, self.distance) = (index, distance)
    }
}

/// Answers which sample of a pass is nearest to a place.
public struct NearestPointProvider<Pass: PassData> {
    /// A place in device pixels → the nearest sample and its distance in device pixels; nil when there is none.
    let nearest: (PlotPoint, Pass) -> NearestPoint?

    public init(_ nearest: @escaping (PlotPoint, Pass) -> NearestPoint?) { self.nearest = nearest }

    /// By the distance to any of the values that a sample has on the dependent axis; of equally near ones, the first.
    public static var points: NearestPointProvider {
        NearestPointProvider { place, pass in
            guard let range = pass.xPointRange else { return nil }
            let isHorizontal = pass.context.orientation == .horizontal
            let (along, across) = isHorizontal ? (place.x, place.y) : (place.y, place.x)
            let places = pass.independentCoordinates
            var best: NearestPoint?
            for value in type(of: pass).values where value.isOnAxis {
                for (k, other) in pass.coordinates(value).enumerated() {
                    let distance = Double(hypot(places[k] - along, other - across))
                    if distance < best?.distance ?? .infinity { best = NearestPoint(index: range.lowerBound + k, distance: distance) }
                }
            }
            return best
        }
    }

    /// By the distance to the lines that join neighbouring samples, too: of the line that is nearest, the nearer end.
    public static var segments: NearestPointProvider {
        NearestPointProvider { place, pass in
            guard let range = pass.xPointRange else { return nil }
            let orientation = pass.context.orientation
            var best: NearestPoint?
            for value in type(of: pass).values where value.isOnAxis {
                var last: (point: PlotPoint, index: Int)?
                for (k, point) in pass.points(value).enumerated() {
                    guard !point.isGap else {
                        last = nil
                        continue
                    }
                    let here = (point: point.plotPoint(orientation), index: range.lowerBound + k)
                    let (share, distance) = Self.foot(of: place, from: last?.point ?? here.point, to: here.point)
                    let index = share < 0.5 ? last?.index ?? here.index : here.index
                    if distance < best?.distance ?? .infinity { best = NearestPoint(index: index, distance: distance) }
                    last = here
                }
            }
            return best
        }
    }

    /// Where a line is nearest to a place, 0 at its start and 1 at its end, and how near.
    private static func foot(of place: PlotPoint, from start: PlotPoint, to end: PlotPoint) -> (share: Double, distance: Double) {
        let (dx, dy) = (Double(end.x) - Double(start.x), Double(end.y) - Double(start.y))
        let (px, py) = (Double(place.x) - Double(start.x), Double(place.y) - Double(start.y))
        let square = dx * dx + dy * dy
        let share = square > 0 ? min(max((px * dx + py * dy) / square, 0), 1) : 1
        return (share, hypot(px - share * dx, py - share * dy))
    }
}
