import VitrailScene
import VitrailTessellation

#if canImport(Glibc)
    import Glibc
#endif

/// A point symbol of any shape, in device pixels.
struct PaintedSymbol: Equatable {
    var symbol = PointSymbol.circle
    var center: PlotPoint
    /// Radius of the circle around the symbol.
    var radius: Float
    /// Radians, anticlockwise.
    var rotation: Float = 0
    var fill: Color
    /// Colour of the outline, which is centred on the edge, or of a symbol that consists of lines.
    var line = Color.clear
    var lineWidth: Float = 0

    var hasLine: Bool { lineWidth > 0 && line.alpha > 0 }
    /// Pixels from the centre.
    var reach: Float { radius + (hasLine ? lineWidth / 2 : 0) }
}

/// Converts point symbols to shapes of a scene, in paint order. Consecutive symbols with the same style share a shape
/// if that gives the same result as painting them one after another.
struct SymbolPainter {
    /// The kinds of shapes that symbols can share.
    private enum Kind: Equatable {
        case discs
        /// Translucent discs with outlines.
        case rings
        case rects(lineWidth: Float)
        case polygons(fill: Color, line: Color, lineWidth: Float)
        case strokes(Color, width: Float)
    }

    /// The largest distance of a painted pixel from its point.
    private(set) var reach: Float = 0
    private var shapes: [Shape] = []
    private var kind: Kind?
    /// Right edge of the open shape.
    private var end: Float = 0
    private var discs: [DiscBatch.Item] = []
    private var sectors: [SectorBatch.Item] = []
    private var rects: [RectBatch.Item] = []
    private var samples: [Area.Sample] = []
    private var points: [PlotPoint] = []

    /// Paints a symbol over all earlier ones. A symbol without an extent is skipped.
    mutating func add(_ item: PaintedSymbol) {
        guard item.center.isFinite, item.radius.isFinite, item.radius > 0, item.rotation.isFinite else { return }
        switch item.symbol {
        case .circle: addCircle(item)
        case .square where item.isUpright, .roundedSquare where item.isUpright: addSquare(item)
        case .square, .roundedSquare, .diamond, .triangle: addPolygon(item)
        case .plus, .cross, .star, .line, .halfLine: addStrokes(item)
        }
    }

    /// The shapes, back to front. The painter is empty afterwards.
    mutating func finish() -> [Shape] {
        close()
        defer { (shapes, reach) = ([], 0) }
        return shapes
    }

    /// Continues a shape or starts another one.
    ///
    /// - Parameter mayTouch: whether symbols of the shape may overlap. If not, each lies to the right of the one
    ///   before.
    private mutating func open(_ kind: Kind, _ item: PaintedSymbol, mayTouch: Bool) {
        let (low, high) = (item.center.x - item.reach - 1, item.center.x + item.reach + 1)
        if kind != self.kind || !mayTouch && low <= end {
            close()
            self.kind = kind
            end = high
        } else {
            end = max(end, high)
        }
        reach = max(reach, item.reach)
    }

    private mutating func close() {
        switch kind {
        case .discs: shapes.append(.discs(DiscBatch(items: discs)))
        case .rings:
            if !discs.isEmpty { shapes.append(.discs(DiscBatch(items: discs))) }
            shapes.append(.sectors(SectorBatch(items: sectors)))
        case .rects(let lineWidth): shapes.append(.rects(RectBatch(items: rects, strokeWidth: lineWidth)))
        case .polygons(let fill, let line, let lineWidth):
            if fill.alpha > 0 { shapes.append(.area(Area(samples: samples, paint: .solid(fill)))) }
            if lineWidth > 0 {
                shapes.append(.polyline(Polyline(points: points, width: lineWidth, paint: .solid(line))))
            }
        case .strokes(let color, let width):
            shapes.append(.polyline(Polyline(points: points, width: width, paint: .solid(color))))
        case nil: break
        }
        (kind, discs, sectors, rects, samples, points) = (nil, [], [], [], [], [])
    }

    private mutating func addCircle(_ item: PaintedSymbol) {
        func disc(_ radius: Float, _ color: Color) -> DiscBatch.Item {
            DiscBatch.Item(center: item.center, radius: radius, color: color)
        }
        let half = item.lineWidth / 2
        guard item.hasLine else {
            open(.discs, item, mayTouch: true)
            return discs.append(disc(item.radius, item.fill))
        }
        if item.fill.alpha == 255, item.line.alpha == 255 {
            open(.discs, item, mayTouch: true)
            discs.append(disc(item.radius + half, item.line))
            if item.radius > half { discs.append(disc(item.radius - half, item.fill)) }
            return
        }
        open(.rings, item, mayTouch: false)
        if item.fill.alpha > 0 { discs.append(disc(item.radius, item.fill)) }
        sectors.append(
            SectorBatch.Item(
                center: item.center, innerRadius: max(item.radius - half, 0), outerRadius: item.radius + half,
                startAngle: 0, sweep: 2 * .pi, fill: item.line))
    }

    private mutating func addSquare(_ item: PaintedSymbol) {
        let isRounded = item.symbol == .roundedSquare
        let half = item.radius * (isRounded ? PaintedSymbol.roundedSide : Float(0.5).squareRoot())
        let center = item.center
        open(.rects(lineWidth: item.hasLine ? item.lineWidth : 0), item, mayTouch: true)
        rects.append(
            RectBatch.Item(
                rect: PlotRect(
                    minX: center.x - half, minY: center.y - half, maxX: center.x + half, maxY: center.y + half),
                fill: item.fill,
                tip: isRounded ? .all : .none, tipRadius: isRounded ? item.radius * PaintedSymbol.cornerShare : 0,
                stroke: item.hasLine ? item.line : .clear))
    }

    private mutating func addPolygon(_ item: PaintedSymbol) {
        open(
            .polygons(
                fill: item.fill, line: item.hasLine ? item.line : .clear, lineWidth: item.hasLine ? item.lineWidth : 0),
            item, mayTouch: false)
        let corners = item.corners
        if item.fill.alpha > 0 {
            samples += PolygonSlices.samples([corners.map { SIMD2(Double($0.x), Double($0.y)) }])
            samples.append(Area.Sample(along: .nan, first: .nan, second: .nan))
        }
        // The first side is repeated, for the join.
        if item.hasLine { points += corners + corners.prefix(2) + [.gap] }
    }

    private mutating func addStrokes(_ item: PaintedSymbol) {
        guard item.hasLine else { return }
        // A single polyline does not darken where it crosses itself, so overlapping translucent symbols must not share
        // one.
        open(.strokes(item.line, width: item.lineWidth), item, mayTouch: item.line.alpha == 255)
        func line(_ angle: Float, isWhole: Bool = true) {
            points += [isWhole ? item.position(of: angle + .pi) : item.center, item.position(of: angle), .gap]
        }
        switch item.symbol {
        case .plus, .star:
            line(0)
            line(.pi / 2)
            if item.symbol == .star { fallthrough }
        case .cross:
            line(.pi / 4)
            line(.pi * 3 / 4)
        case .halfLine: line(0, isWhole: false)
        case .line, .circle, .square, .roundedSquare, .diamond, .triangle: line(0)
        }
    }
}

extension PaintedSymbol {
    /// Radius of a rounded square's corners, as a share of the symbol's radius.
    static let cornerShare: Float = 0.5
    /// Half a side of a rounded square, as a share of the radius. Its corners touch the circle.
    static let roundedSide = cornerShare + (1 - cornerShare) * Float(0.5).squareRoot()

    /// Whether a square's sides are parallel to x and y.
    fileprivate var isUpright: Bool { rotation.remainder(dividingBy: .pi / 2).magnitude < 1e-6 }

    /// Corners of a symbol that is a polygon, in order.
    fileprivate var corners: [PlotPoint] {
        switch symbol {
        case .triangle: (0..<3).map { position(of: .pi / 2 + Float($0) * 2 * .pi / 3) }
        case .diamond: (0..<4).map { position(of: Float($0) * .pi / 2) }
        case .roundedSquare:
            // Circular arcs; each is within 1/100 of a pixel up to a radius of 20.
            (0..<4).flatMap { corner in
                let middle = (Float(corner) + 0.5) * .pi / 2
                let center = position(of: middle, 1 - Self.cornerShare)
                return (0...Self.cornerPieces).map { piece in
                    let angle = rotation + middle + (Float(piece) / Float(Self.cornerPieces) - 0.5) * .pi / 2
                    return PlotPoint(
                        x: center.x + radius * Self.cornerShare * cos(angle),
                        y: center.y - radius * Self.cornerShare * sin(angle))
                }
            }
        case .square, .circle, .plus, .cross, .star, .line, .halfLine:
            (0..<4).map { position(of: (Float($0) + 0.5) * .pi / 2) }
        }
    }

    private static let cornerPieces = 12

    /// A point in a direction from the centre; the symbol's rotation is added to the angle.
    ///
    /// - Parameter share: distance from the centre as a share of the radius.
    fileprivate func position(of angle: Float, _ share: Float = 1) -> PlotPoint {
        PlotPoint(
            x: center.x + share * radius * cos(angle + rotation), y: center.y - share * radius * sin(angle + rotation))
    }
}
