import VitrailRaster
public import VitrailScene

#if canImport(Glibc)
    import Glibc
#endif

/// Finds the sample of a pass that a position hits, for example inside a marker or a column.
public struct HitProvider<Pass: PassData> {
    /// Maps a position in device pixels to the index of a sample; `nil`: no hit.
    let hit: (PlotPoint, Pass) -> Int?

    /// Whether a tap that hits nothing may select the nearest series. False for a host's own provider.
    let reachesAfar: Bool

    public init(_ hit: @escaping (PlotPoint, Pass) -> Int?) { self.init(reachesAfar: false, hit) }

    init(reachesAfar: Bool, _ hit: @escaping (PlotPoint, Pass) -> Int?) {
        (self.reachesAfar, self.hit) = (reachesAfar, hit)
    }

    /// Never hits, and taps select nothing.
    public static var none: HitProvider { HitProvider { _, _ in nil } }

    /// Hits the nearest sample within a distance of its position.
    ///
    /// - Parameter radius: the distance in points.
    public static func markers(radius: Double = 10) -> HitProvider {
        HitProvider(reachesAfar: true) { position, pass in
            guard let nearest = NearestPointProvider.points.nearest(position, pass) else { return nil }
            return nearest.distance <= Double(pass.context.pixels(radius)) ? nearest.index : nil
        }
    }

    /// Hits the nearest sample if the position is near the sample or near the line to its neighbour.
    ///
    /// - Parameter radius: the distance in points.
    public static func lines(radius: Double = 10) -> HitProvider {
        HitProvider(reachesAfar: true) { position, pass in
            guard let nearest = NearestPointProvider.segments.nearest(position, pass) else { return nil }
            return nearest.distance <= Double(pass.context.pixels(radius)) ? nearest.index : nil
        }
    }

    /// Hits the sample whose slot contains the position, between the baseline and its value; among several, the last.
    public static var columns: HitProvider {
        HitProvider(reachesAfar: true) { position, pass in
            guard let slot = pass.context.slot, let range = pass.xPointRange else { return nil }
            let position = position.pathPoint(pass.context.orientation)
            let (points, bases) = (pass.points(), pass.bases())
            return range.reversed().first { i in
                let k = i - range.lowerBound
                return !points[k].isGap
                    && slot.distance(to: points[k], from: bases?[k] ?? Float(pass.context.baseline), position) == 0
            }
        }
    }
}

extension PassData {
    /// Base of each column in a stack; `nil`: on the baseline.
    fileprivate func bases() -> [Float]? { values(.stackBase) == nil ? nil : coordinates(.stackBase) }
}

extension BarSlot {
    /// Distance of a position from a column; 0 inside.
    fileprivate func distance(to tip: PathPoint, from baseValue: Float, _ position: PathPoint) -> Double {
        func beyond(_ position: Double, _ low: Double, _ high: Double) -> Double {
            max(low - position, position - high, 0)
        }
        let edges = edges(at: Double(tip.along))
        return hypot(
            beyond(Double(position.along), edges.low, edges.high),
            beyond(Double(position.across), Double(min(baseValue, tip.across)), Double(max(baseValue, tip.across))))
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
        NearestPointProvider { position, pass in
            guard let range = pass.xPointRange else { return nil }
            let isHorizontal = pass.context.orientation == .horizontal
            let (along, across) = isHorizontal ? (position.x, position.y) : (position.y, position.x)
            let positions = pass.independentCoordinates
            var best: NearestPoint?
            for value in type(of: pass).values where value.isOnAxis {
                for (k, other) in pass.coordinates(value).enumerated() {
                    let distance = Double(hypot(positions[k] - along, other - across))
                    if distance < best?.distance ?? .infinity {
                        best = NearestPoint(index: range.lowerBound + k, distance: distance)
                    }
                }
            }
            return best
        }
    }

    /// Uses the distance to a sample's column, 0 inside. Among equal distances, the last sample wins. Without slots, it
    /// uses the distance to the values.
    public static var columns: NearestPointProvider {
        NearestPointProvider { position, pass in
            guard let slot = pass.context.slot, let range = pass.xPointRange else {
                return points.nearest(position, pass)
            }
            let position = position.pathPoint(pass.context.orientation)
            let bases = pass.bases()
            var best: NearestPoint?
            for (k, point) in pass.points().enumerated() where !point.isGap {
                let distance = slot.distance(to: point, from: bases?[k] ?? Float(pass.context.baseline), position)
                if distance <= best?.distance ?? .infinity {
                    best = NearestPoint(index: range.lowerBound + k, distance: distance)
                }
            }
            return best
        }
    }

    /// Also uses the distance to the lines or steps between neighbouring samples. The result is the sample at the
    /// nearer end of the nearest line.
    public static var segments: NearestPointProvider {
        NearestPointProvider { position, pass in
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
                    func drawnStyle(from start: PathPoint, to end: PathPoint, _ index: (_ share: Double) -> Int) {
                        let (share, distance) = Self.foot(
                            of: position, from: start.plotPoint(orientation), to: end.plotPoint(orientation))
                        if distance < best?.distance ?? .infinity {
                            best = NearestPoint(index: index(share), distance: distance)
                        }
                    }
                    guard let last, let steps = pass.context.steps else {
                        drawnStyle(from: last?.point ?? point, to: point) {
                            $0 < 0.5 ? last?.index ?? here.index : here.index
                        }
                        continue
                    }
                    let nearerEnd = { (share: Double) in share < 0.5 ? last.index : here.index }
                    let positions = steps.corners(from: last.point.along, to: point.along)
                    let first = PathPoint(along: positions.first, across: last.point.across)
                    let second = PathPoint(along: positions.second, across: point.across)
                    if steps != .before {
                        drawnStyle(from: last.point, to: first, steps == .middle ? { _ in last.index } : nearerEnd)
                    }
                    drawnStyle(from: first, to: second) {
                        steps == .after ? here.index : steps == .before ? last.index : nearerEnd($0)
                    }
                    if steps != .after {
                        drawnStyle(from: second, to: point, steps == .middle ? { _ in here.index } : nearerEnd)
                    }
                }
            }
            return best
        }
    }

    /// The point of a line segment nearest to a position, 0 at its start and 1 at its end, and its distance.
    private static func foot(
        of position: PlotPoint, from start: PlotPoint, to end: PlotPoint
    ) -> (share: Double, distance: Double) {
        let (dx, dy) = (Double(end.x) - Double(start.x), Double(end.y) - Double(start.y))
        let (px, py) = (Double(position.x) - Double(start.x), Double(position.y) - Double(start.y))
        let square = dx * dx + dy * dy
        let share = square > 0 ? min(max((px * dx + py * dy) / square, 0), 1) : 1
        return (share, hypot(px - share * dx, py - share * dy))
    }
}
