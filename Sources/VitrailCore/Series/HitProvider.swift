#if canImport(Glibc)
    import Glibc
#endif
public import VitrailScene

/// Answers which sample of a pass a place hits: inside a marker, inside a column.
public struct HitProvider<Pass: PassData> {
    /// A place in device pixels → the index of a sample; nil = none.
    let hit: (PlotPoint, Pass) -> Int?

    /// Whether a tap that hits nothing may select what is nearest all the same: not where a host has said no.
    let reachesAfar: Bool

    public init(_ hit: @escaping (PlotPoint, Pass) -> Int?) { self.init(reachesAfar: false, hit) }

    init(reachesAfar: Bool, _ hit: @escaping (PlotPoint, Pass) -> Int?) { (self.reachesAfar, self.hit) = (reachesAfar, hit) }

    /// Nothing is ever hit, and no tap selects anything.
    public static var none: HitProvider { HitProvider { _, _ in nil } }

    /// The nearest sample within a distance of its place on the axes.
    ///
    /// - Parameter radius: points.
    public static func markers(radius: Double = 10) -> HitProvider {
        HitProvider(reachesAfar: true) { place, pass in
            guard let nearest = NearestPointProvider.points.nearest(place, pass) else { return nil }
            return nearest.distance <= Double(pass.context.pixels(radius)) ? nearest.index : nil
        }
    }

    /// The nearest sample, where the place is near it or near the line to its neighbour.
    ///
    /// - Parameter radius: points.
    public static func lines(radius: Double = 10) -> HitProvider {
        HitProvider(reachesAfar: true) { place, pass in
            guard let nearest = NearestPointProvider.segments.nearest(place, pass) else { return nil }
            return nearest.distance <= Double(pass.context.pixels(radius)) ? nearest.index : nil
        }
    }

    /// The sample whose slot holds the place, between the baseline and its value; of several, the last.
    public static var columns: HitProvider {
        HitProvider(reachesAfar: true) { place, pass in
            guard let slot = pass.context.slot, let range = pass.xPointRange else { return nil }
            let place = place.pathPoint(pass.context.orientation)
            let (points, feet) = (pass.points(), pass.feet())
            return range.reversed().first { i in
                let k = i - range.lowerBound
                return !points[k].isGap && slot.distance(to: points[k], from: feet?[k] ?? Float(pass.context.baseline), place) == 0
            }
        }
    }
}

extension PassData {
    /// Where each column of a stack begins; nil = on the baseline.
    fileprivate func feet() -> [Float]? { values(.stackBase) == nil ? nil : coordinates(.stackBase) }
}

extension BarSlot {
    /// How far a place is from a column; 0 inside.
    fileprivate func distance(to tip: PathPoint, from foot: Float, _ place: PathPoint) -> Double {
        func beyond(_ place: Double, _ low: Double, _ high: Double) -> Double { max(low - place, place - high, 0) }
        let edges = edges(at: Double(tip.along))
        return hypot(
            beyond(Double(place.along), edges.low, edges.high),
            beyond(Double(place.across), Double(min(foot, tip.across)), Double(max(foot, tip.across))))
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

    /// By the distance to the column of a sample, 0 inside; of equally near ones, the last. Without columns, by that to its value.
    public static var columns: NearestPointProvider {
        NearestPointProvider { place, pass in
            guard let slot = pass.context.slot, let range = pass.xPointRange else { return points.nearest(place, pass) }
            let place = place.pathPoint(pass.context.orientation)
            let feet = pass.feet()
            var best: NearestPoint?
            for (k, point) in pass.points().enumerated() where !point.isGap {
                let distance = slot.distance(to: point, from: feet?[k] ?? Float(pass.context.baseline), place)
                if distance <= best?.distance ?? .infinity { best = NearestPoint(index: range.lowerBound + k, distance: distance) }
            }
            return best
        }
    }

    /// By the distance to the lines that join neighbouring samples, too, or to the steps: of the line that is nearest, the nearer end along it.
    public static var segments: NearestPointProvider {
        NearestPointProvider { place, pass in
            guard let range = pass.xPointRange else { return nil }
            let orientation = pass.context.orientation
            var best: NearestPoint?
            for value in type(of: pass).values where value.isOnAxis {
                var last: (point: PathPoint, index: Int)?
                for (k, point) in pass.points(value).enumerated() {
                    guard !point.isGap else {
                        last = nil
                        continue
                    }
                    let here = (point: point, index: range.lowerBound + k)
                    defer { last = here }
                    func look(from start: PathPoint, to end: PathPoint, _ index: (_ share: Double) -> Int) {
                        let (share, distance) = Self.foot(of: place, from: start.plotPoint(orientation), to: end.plotPoint(orientation))
                        if distance < best?.distance ?? .infinity { best = NearestPoint(index: index(share), distance: distance) }
                    }
                    guard let last, pass.context.isStepped else {
                        look(from: last?.point ?? point, to: point) { $0 < 0.5 ? last?.index ?? here.index : here.index }
                        continue
                    }
                    let corner = PathPoint(along: point.along, across: last.point.across)
                    look(from: last.point, to: corner) { $0 < 0.5 ? last.index : here.index }
                    look(from: corner, to: point) { _ in here.index }
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
