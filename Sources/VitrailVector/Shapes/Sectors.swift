import VitrailScene

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension SceneWriter {
    /// Writes the slices in order. Each slice extends one pixel beneath the neighbour that is painted over it, so that
    /// nothing shows through between them and their common edge is antialiased once.
    ///
    /// Translucent slices of equal alpha are painted opaque inside a group with that opacity. Slices of different
    /// alphas do not extend beneath each other, because the extension would be visible.
    mutating func write(_ batch: SectorBatch) {
        let slices = batch.items.compactMap { Slice($0) }
        guard !slices.isEmpty else { return }
        let alphas = Set(slices.flatMap(\.alphas))
        let common = alphas.count == 1 ? alphas.first : nil
        if let common, common != 255 {
            body.write("<g")
            body.attribute("opacity", Double(common) / 255)
            body.write(">\n")
        }
        let underlays = common == nil ? [] : Self.underlays(slices.map(\.ring))
        for (i, var slice) in slices.enumerated() {
            if let common, common != 255 { slice.makeOpaque() }
            if common != nil { slice.underlay = underlays[i] }
            write(slice)
        }
        if let common, common != 255 { body.write("</g>\n") }
    }

    /// Returns the maximum angles, in radians, of each slice's extension beneath its neighbours: half of the next slice
    /// plus the adjacent slices that are painted after it. The limit stays short of their far edge, which may belong to
    /// a slice painted before.
    private static func underlays(_ rings: [RingSector]) -> [(start: Double?, end: Double?)] {
        var result = [(start: Double?, end: Double?)](repeating: (nil, nil), count: rings.count)
        var later = 0.0
        for i in rings.indices.dropLast().reversed() {
            guard rings[i].meets(rings[i + 1], atStart: false) else {
                later = 0
                continue
            }
            result[i].end = later + abs(rings[i + 1].sweep) / 2
            later += abs(rings[i + 1].sweep)
        }
        // The last slice covers the other side of the first one.
        if let first = rings.first, let last = rings.last, rings.count > 1, first.meets(last, atStart: true) {
            result[0].start = abs(last.sweep) / 2
        }
        return result
    }

    private mutating func write(_ slice: Slice) {
        let outline = slice.outline
        guard let crust = slice.crust else { return writePath(slice.fill, [outline]) }
        let inside = slice.inside.map { $0.outline() }
        // The crust's colour comes first, so that the rim is antialiased once. A transparent fill needs the even-odd
        // path, because it shows the background.
        if slice.fill.alpha == crust.alpha {
            writePath(crust, [outline])
            if let inside { writePath(slice.fill, [inside]) }
        } else {
            writePath(crust, [outline, inside].compactMap { $0 })
            if let inside { writePath(slice.fill, [inside]) }
        }
    }

    private mutating func writePath(_ color: Color, _ outlines: [SVGWriter]) {
        guard color.alpha > 0 else { return }
        body.write("<path")
        body.fill(color)
        body.write(" fill-rule=\"evenodd\"")
        body.attribute("d") { for outline in outlines { $0.append(outline) } }
        body.write("/>\n")
    }
}

/// A visible slice.
private struct Slice {
    var ring: RingSector
    var fill: Color
    /// Its visible colour, composited over the fill. `nil`: no crust.
    var crust: Color?
    /// The part inside the crust. `nil`: empty.
    var inside: RingSector?
    var underlay: (start: Double?, end: Double?) = (nil, nil)

    init?(_ item: SectorBatch.Item) {
        guard let ring = RingSector(item) else { return nil }
        self.ring = ring
        fill = item.fill
        if item.crustWidth > 0, item.crustWidth.isFinite, item.crust.alpha > 0 {
            crust = item.crust.over(item.fill)
            inside = ring.inset(by: Double(item.crustWidth))
        }
        guard fill.alpha > 0 || crust != nil else { return nil }
    }

    /// The alphas of all painted parts.
    var alphas: [UInt8] {
        [fill.alpha > 0 && (crust == nil || inside != nil) ? fill.alpha : nil, crust?.alpha].compactMap { $0 }
    }

    mutating func makeOpaque() {
        if fill.alpha > 0 { fill.alpha = 255 }
        crust?.alpha = 255
    }

    var outline: SVGWriter { ring.outline(underlay: underlay) }
}

extension Color {
    /// Composites this colour over another.
    fileprivate func over(_ below: Color) -> Color {
        let (a, b) = (Double(alpha) / 255, Double(below.alpha) / 255)
        let sum = a + b * (1 - a)
        guard sum > 0 else { return .clear }
        func channel(_ x: UInt8, _ y: UInt8) -> UInt8 {
            UInt8(((Double(x) * a + Double(y) * b * (1 - a)) / sum).rounded())
        }
        return Color(
            red: channel(red, below.red), green: channel(green, below.green), blue: channel(blue, below.blue),
            alpha: UInt8((sum * 255).rounded()))
    }
}

/// A sector of a ring. Angles in radians, 0 at 12 o'clock, anticlockwise on screen.
private struct RingSector {
    var center: Position
    /// 0: no hole.
    var innerRadius: Double
    var outerRadius: Double
    var start: Double
    /// Signed.
    var sweep: Double
    var isFullTurn: Bool
    /// Inward distance of the radial edges from the rays at the ends, in pixels.
    var offset = 0.0

    /// A full turn that is the sum of Float fractions may differ from 2π by this, in radians.
    private static let fullTurnSlack = 1e-6
    /// Common edges of neighbours may differ by this, in radians, because each is calculated separately.
    private static let angleSlack = 1e-4
    /// Width of the underlay in pixels: enough for the pixels that an edge crosses.
    private static let underlayWidth = 1.0
    /// Distance in pixels between the underlay and the rims, which it would otherwise paint twice.
    private static let rimDistance = 0.75

    init?(_ item: SectorBatch.Item) {
        let inner = item.innerRadius > 0 ? Double(item.innerRadius) : 0
        guard item.center.isFinite, item.outerRadius.isFinite, Double(item.outerRadius) > inner,
            item.startAngle.isFinite, !item.sweep.isNaN,
            item.sweep != 0
        else { return nil }
        center = Position(item.center)
        innerRadius = inner
        outerRadius = Double(item.outerRadius)
        start = Double(item.startAngle)
        sweep = min(max(Double(item.sweep), -2 * .pi), 2 * .pi)
        isFullTurn = abs(sweep) >= 2 * .pi - Self.fullTurnSlack
    }

    /// Returns the points at least `width` from the edge. `nil`: no points. Beyond half a turn the apex of a pie slice
    /// is concave, so its inset is rounded.
    func inset(by width: Double) -> RingSector? {
        var result = self
        result.outerRadius -= width
        if innerRadius > 0 || !isFullTurn { result.innerRadius += width }
        if !isFullTurn { result.offset += width }
        guard result.outerRadius > result.innerRadius else { return nil }
        guard isFullTurn || abs(sweep) / 2 > asin(min(result.offset / result.outerRadius, 1)) else { return nil }
        return result
    }

    /// Whether `other` begins where this slice ends (or ends where it starts) and hides an extension beneath it.
    func meets(_ other: RingSector, atStart: Bool) -> Bool {
        guard !isFullTurn, !other.isFullTurn, center == other.center, (sweep > 0) == (other.sweep > 0) else {
            return false
        }
        guard other.innerRadius <= innerRadius, other.outerRadius >= outerRadius else { return false }
        let distance = atStart ? other.start + other.sweep - start : other.start - (start + sweep)
        return abs(distance.remainder(dividingBy: 2 * .pi)) < Self.angleSlack
    }

    private func position(of radius: Double, _ angle: Double) -> Position {
        Position(x: center.x - sin(angle) * radius, y: center.y - cos(angle) * radius)
    }

    // MARK: Path data

    /// The outer arc forwards, then the inner arc backwards or the apex.
    func outline(underlay: (start: Double?, end: Double?) = (nil, nil)) -> SVGWriter {
        var data = SVGWriter()
        if isFullTurn {
            appendCircle(outerRadius, to: &data)
            if innerRadius > 0 { appendCircle(innerRadius, to: &data) }
            return data
        }
        let (middle, sign) = (start + sweep / 2, sweep < 0 ? -1.0 : 1.0)
        let outer = half(at: outerRadius) * sign
        let first = position(of: outerRadius, middle - outer)
        data.path(UInt8(ascii: "M"), first.x, first.y)
        appendArc(outerRadius, from: middle - outer, to: middle + outer, to: &data)
        if let width = underlay.end {
            appendUnderlay(width, edge: start + sweep, sign: sign, outwards: false, to: &data)
        }
        let inner = half(at: innerRadius) * sign
        if inner != 0 {
            line(position(of: innerRadius, middle + inner), &data)
            appendArc(innerRadius, from: middle + inner, to: middle - inner, to: &data)
        } else {
            line(position(of: offset > 0 ? offset / sin(abs(sweep) / 2) : 0, middle), &data)
        }
        if let width = underlay.start { appendUnderlay(width, edge: start, sign: -sign, outwards: true, to: &data) }
        data.write("z")
        return data
    }

    /// Half of the angle between the two parallel edges on a circle, in radians.
    private func half(at radius: Double) -> Double {
        radius > 0 ? max(0, abs(sweep) / 2 - asin(min(offset / radius, 1))) : 0
    }

    private func line(_ position: Position, _ data: inout SVGWriter) {
        data.path(UInt8(ascii: "L"), position.x, position.y)
    }

    /// Splits the arc into parts of at most a third of a turn, because an arc between two close points is ambiguous.
    private func appendArc(_ radius: Double, from: Double, to: Double, to data: inout SVGWriter) {
        let pieces = max(1, (abs(to - from) / (2 * .pi / 3)).rounded(.up))
        for k in 1...Int(pieces) {
            data.arc(
                radius: radius, isAnticlockwise: to > from,
                to: position(of: radius, from + (to - from) * Double(k) / pieces))
        }
    }

    private func appendCircle(_ radius: Double, to data: inout SVGWriter) {
        let first = position(of: radius, start)
        data.path(UInt8(ascii: "M"), first.x, first.y)
        appendArc(radius, from: start, to: start + 2 * .pi, to: &data)
        data.write("z")
    }

    /// Appends a band along a radial edge, on its outer side, at most `width` radians wide.
    ///
    /// - Parameter outwards: whether the outline arrives from the centre.
    private func appendUnderlay(_ width: Double, edge: Double, sign: Double, outwards: Bool, to data: inout SVGWriter) {
        let low = innerRadius > 0 ? innerRadius + Self.rimDistance : 0
        let high = outerRadius - Self.rimDistance
        guard high > low, high > Self.underlayWidth else { return }
        func angle(_ radius: Double) -> Double {
            radius > 0 ? edge + sign * min(width, .pi / 4, asin(min(Self.underlayWidth / radius, 1))) : edge
        }
        // The radius where the band reaches its full width.
        let full = Self.underlayWidth / sin(min(width, .pi / 4))
        let radii = [low, full > low && full < high ? full : low, high]
        let strip = [position(of: low, edge)] + radii.map { position(of: $0, angle($0)) } + [position(of: high, edge)]
        for position in outwards ? strip : strip.reversed() { line(position, &data) }
    }
}
