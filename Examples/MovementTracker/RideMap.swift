import Vitrail

/// A path in the plane, drawn to scale in a rectangle: north is up.
struct RideMap {
    /// Points of the chart.
    let rect: Rect
    private let path: [Location]
    /// Metres per point.
    let metresPerPoint: Double
    /// Metres east and north of the start, at the middle of the map.
    let center: (east: Double, north: Double)

    static let pathColor = Color(0xD7263D)
    static let markColor = Color.black
    private static let background = Color(0xE9EFE2)
    private static let gridColor = Color(0xD0DAC6)
    private static let textColor = Color(0x5A6652)
    /// Minimum map size, metres.
    private static let smallest = 250.0
    /// Margin from path to edge, points.
    private static let margin = 14.0

    /// The map of a whole path.
    ///
    /// - Parameter path: at least one location.
    init(of path: [Location], in rect: Rect) {
        func range(_ value: KeyPath<Location, Double>) -> (low: Double, high: Double) {
            path.reduce((.infinity, -.infinity)) { (min($0.0, $1[keyPath: value]), max($0.1, $1[keyPath: value])) }
        }
        let (east, north) = (range(\.east), range(\.north))
        center = ((east.low + east.high) / 2, (north.low + north.high) / 2)
        metresPerPoint = max(
            max(east.high - east.low, Self.smallest) / (rect.width - 2 * Self.margin),
            max(north.high - north.low, Self.smallest) / (rect.height - 2 * Self.margin))
        (self.path, self.rect) = (path, rect)
    }

    /// The position of a location on the map, in points of the chart.
    func point(of location: Location) -> (x: Double, y: Double) {
        (
            rect.midX + (location.east - center.east) / metresPerPoint,
            rect.midY - (location.north - center.north) / metresPerPoint
        )
    }

    func draw(_ context: inout OverlayContext) {
        context.fill(rect, Self.background)
        let unit = gridUnit
        drawGrid(unit, &context)
        context.line(thinned(), Self.pathColor, width: 2)
        let text = unit < 1_000 ? "\(Int(unit)) m" : "\(Int(unit / 1_000)) km"
        context.text(
            "□ \(text)", x: rect.maxX - 4, y: rect.maxY - 3, across: 1, down: 1, font: FontStyle(size: 9),
            color: Self.textColor)
    }

    /// Marks a location.
    func mark(_ location: Location, _ context: inout OverlayContext) {
        let (x, y) = point(of: location)
        context.disc(x: x, y: y, radius: 5.5, .white)
        context.disc(x: x, y: y, radius: 4, Self.markColor)
    }

    /// Metres between gridlines: about a fifth of the map.
    private var gridUnit: Double {
        let units: [Double] = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000]
        return units.first { $0 / metresPerPoint >= rect.width / 6 } ?? 100_000
    }

    private func drawGrid(_ unit: Double, _ context: inout OverlayContext) {
        // Lines are at multiples of the unit from the start.
        func positions(_ middle: Double, _ length: Double) -> [Double] {
            let reach = length / 2 * metresPerPoint
            let (first, last) = (((middle - reach) / unit).rounded(.up), ((middle + reach) / unit).rounded(.down))
            return stride(from: first, through: last, by: 1).map { ($0 * unit - middle) / metresPerPoint }
        }
        for position in positions(center.east, rect.width) {
            context.fill(Rect(x: rect.midX + position, y: rect.y, width: 1, height: rect.height), Self.gridColor)
        }
        for position in positions(center.north, rect.height) {
            context.fill(Rect(x: rect.x, y: rect.midY - position, width: rect.width, height: 1), Self.gridColor)
        }
    }

    /// The path without points in the same half point of the map as the point before.
    private func thinned() -> [(x: Double, y: Double)] {
        var points: [(x: Double, y: Double)] = []
        for location in path {
            let point = point(of: location)
            if let last = points.last, abs(last.x - point.x) + abs(last.y - point.y) < 0.5 { continue }
            points.append(point)
        }
        if let last = path.last { points.append(point(of: last)) }
        return points
    }
}
