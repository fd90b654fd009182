#if canImport(Glibc)
    import Glibc
#endif
public import VitrailScene

/// Finds the sample of a pass that a position hits, for example inside a marker or a column.
public struct HitProvider<Pass: PassData> {
    /// Maps a position in device pixels to the index of a sample; `nil`: no hit.
    let hit: (PlotPoint, Pass) -> Int?

    /// Whether a tap that hits nothing may select the nearest series. False for a host's own provider.
    let reachesAfar: Bool

    public init(_ hit: @escaping (PlotPoint, Pass) -> Int?) { self.init(reachesAfar: false, hit) }

    init(reachesAfar: Bool, _ hit: @escaping (PlotPoint, Pass) -> Int?) { (self.reachesAfar, self.hit) = (reachesAfar, hit) }

    /// Never hits, and taps select nothing.
    public static var none: HitProvider { HitProvider { _, _ in nil } }

    /// Hits the nearest sample within a distance of its position.
    ///
    /// - Parameter radius: the distance in points.
    public static func markers(radius: Double = 10) -> HitProvider {
        HitProvider(reachesAfar: true) { place, pass in
            guard let nearest = NearestPointProvider.points.nearest(place, pass) else { return nil }
            return nearest.distance <= Double(pass.context.pixels(radius)) ? nearest.index : nil
        }
    }

    /// Hits the nearest sample if the position is near the sample or near the line to its neighbour.
    ///
    /// - Parameter radius: the distance in points.
    public static func lines(radius: Double = 10) -> HitProvider {
        HitProvider(reachesAfar: true) { place, pass in
            guard let nearest = NearestPointProvider.segments.nearest(place, pass) else { return nil }
            return nearest.distance <= Double(pass.context.pixels(radius)) ? nearest.index : nil
        }
    }

    /// Hits the sample whose slot contains the position, between the baseline and its value; among several, the last.
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
    /// Base of each column in a stack; `nil`: on the baseline.
    fileprivate func feet() -> [Float]? { values(.stackBase) == nil ? nil : coordinates(.stackBase) }
}

extension BarSlot {
    /// Distance of a position from a column; 0 inside.
    fileprivate func distance(to tip: PathPoint, from foot: Float, _ place: PathPoint) -> Double {
        func beyond(_ place: Double, _ low: Double, _ high: Double) -> Double { max(low - place, place - high, 0) }
        let edges = edges(at: Double(tip.along))
        return hypot(
            beyond(Double(place.along), edges.low, edges.high),
            beyond(Double(place.across), Double(min(foot, tip.across)), Double(max(foot, tip.across))))
    }
}

/// A sample and its distance from the given position.
public struct NearestPoint: Sendable, Equatable {
    /// The sample's index. In results for hosts, it counts as in `dataPoint(at:)`.
    public var index: Int
    /// In points; in results of providers, in device pixels.
    public var distance: Double

    public init(index: Int, distance: Double) {
        (self.index, self.distance) = (index, distance)
    }
}

/// Finds the sample of a pass that is nearest to a position.
public struct NearestPointProvider<Pass: PassData> {
    /// Maps a position in device pixels to the nearest sample and its distance in device pixels; `nil` if there is
    /// none.
    let nearest: (PlotPoint, Pass) -> NearestPoint?

    public init(_ nearest: @escaping (PlotPoint, Pass) -> NearestPoint?) { self.nearest = nearest }

    /// Uses the distance to the nearest value of a sample on the dependent axis. Among equal distances, the first
    /// sample wins.
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

    /// Uses the distance to a sample's column, 0 inside. Among equal distances, the last sample wins. Without slots, it
    /// uses the distance to the values.
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

    /// Also uses the distance to the lines or steps between neighbouring samples. The result is the sample at the
    /// nearer end of the nearest line.
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
                    guard let last, let steps = pass.context.steps else {
                        look(from: last?.point ?? point, to: point) { $0 < 0.5 ? last?.index ?? here.index : here.index }
                        continue
                    }
                    let nearerEnd = { (share: Double) in share < 0.5 ? last.index : here.index }
                    let places = steps.corners(from: last.point.along, to: point.along)
                    let first = PathPoint(along: places.first, across: last.point.across)
                    let second = PathPoint(along: places.second, across: point.across)
                    if steps != .before { look(from: last.point, to: first, steps == .middle ? { _ in last.index } : nearerEnd) }
                    look(from: first, to: second) { steps == .after ? here.index : steps == .before ? last.index : nearerEnd($0) }
                    if steps != .after { look(from: second, to: point, steps == .middle ? { _ in here.index } : nearerEnd) }
                }
            }
            return best
        }
    }

    /// The point of a line segment nearest to a position, 0 at its start and 1 at its end, and its distance.
    private static func foot(of place: PlotPoint, from start: PlotPoint, to end: PlotPoint) -> (share: Double, distance: Double) {
        let (dx, dy) = (Double(end.x) - Double(start.x), Double(end.y) - Double(start.y))
        let (px, py) = (Double(place.x) - Double(start.x), Double(place.y) - Double(start.y))
        let square = dx * dx + dy * dy
        let share = square > 0 ? min(max((px * dx + py * dy) / square, 0), 1) : 1
        return (share, hypot(px - share * dx, py - share * dy))
    }
}
