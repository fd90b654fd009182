import VitrailScene

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension SceneWriter {
    /// Slices in order, each under the next: a slice reaches a pixel beneath the neighbour that is painted over it, so that nothing shines through
    /// between them and the common edge is antialiased once.
    ///
    /// Translucent ones of one alpha are painted opaque in a group that has it. Where alphas differ nothing is underlaid, since it would be seen.
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

    /// How far each slice may reach beneath others, radians: over those in a row that are painted later, but for half of the last, whose far edge
    /// may be that of one painted before.
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
        // The first one's other side is under the last one.
        if let first = rings.first, let last = rings.last, rings.count > 1, first.meets(last, atStart: true) {
            result[0].start = abs(last.sweep) / 2
        }
        return result
    }

    private mutating func write(_ slice: Slice) {
        let outline = slice.outline
        guard let crust = slice.crust else { return writePath(slice.fill, [outline]) }
        let inside = slice.inside.map { $0.outline() }
        // The crust's colour first, so that the rim is antialiased once; a clear fill shows what is behind.
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

/// A slice that can be seen.
private struct Slice {
    var ring: RingSector
    var fill: Color
    /// As it is seen, over the fill; nil = none.
    var crust: Color?
    /// What the crust leaves; nil = nothing.
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

    /// Of all that is painted.
    var alphas: [UInt8] { [fill.alpha > 0 && (crust == nil || inside != nil) ? fill.alpha : nil, crust?.alpha].compactMap { $0 } }

    mutating func makeOpaque() {
        if fill.alpha > 0 { fill.alpha = 255 }
        crust?.alpha = 255
    }

    var outline: SVGWriter { ring.outline(underlay: underlay) }
}

extension Color {
    /// What is seen of this colour on top of another.
    fileprivate func over(_ below: Color) -> Color {
        let (a, b) = (Double(alpha) / 255, Double(below.alpha) / 255)
        let sum = a + b * (1 - a)
        guard sum > 0 else { return .clear }
        func channel(_ x: UInt8, _ y: UInt8) -> UInt8 { UInt8(((Double(x) * a + Double(y) * b * (1 - a)) / sum).rounded()) }
        return Color(
            red: channel(red, below.red), green: channel(green, below.green), blue: channel(blue, below.blue),
            alpha: UInt8((sum * 255).rounded()))
    }
}

/// A part of a ring. Angles in radians, 0 at 12 o'clock, anticlockwise on screen.
private struct RingSector {
    var center: Place
    /// 0 = no hole.
    var innerRadius: Double
    var outerRadius: Double
    var start: Double
    /// Signed.
    var sweep: Double
    var isFullTurn: Bool
    /// Distance of the radial edges from the rays at the ends, inwards.
    var offset = 0.0

    /// A full turn added up from Float shares may miss 2π by this, radians.
    private static let fullTurnSlack = 1e-6
    /// Neighbours' edges are calculated apart.
    private static let angleSlack = 1e-4
    /// What reaches beneath a neighbour: enough for the pixels that an edge crosses.
    private static let underlayWidth = 1.0
    /// The underlay ends this far from the rims, which it would paint twice.
    private static let rimDistance = 0.75

    init?(_ item: SectorBatch.Item) {
        let inner = item.innerRadius > 0 ? Double(item.innerRadius) : 0
        guard item.center.isFinite, item.outerRadius.isFinite, Double(item.outerRadius) > inner, item.startAngle.isFinite, !item.sweep.isNaN,
            item.sweep != 0
        else { return nil }
        center = Place(item.center)
        innerRadius = inner
        outerRadius = Double(item.outerRadius)
        start = Double(item.startAngle)
        sweep = min(max(Double(item.sweep), -2 * .pi), 2 * .pi)
        isFullTurn = abs(sweep) >= 2 * .pi - Self.fullTurnSlack
    }

    /// The points at least `width` from the edge; nil when there are none. Beyond half a turn a pie's apex is an edge, and rounded.
    func inset(by width: Double) -> RingSector? {
        var result = self
        result.outerRadius -= width
        if innerRadius > 0 || !isFullTurn { result.innerRadius += width }
        if !isFullTurn { result.offset += width }
        guard result.outerRadius > result.innerRadius else { return nil }
        guard isFullTurn || abs(sweep) / 2 > asin(min(result.offset / result.outerRadius, 1)) else { return nil }
        return result
    }

    /// Whether another slice begins where this one ends, or ends where it starts, and hides what reaches beneath it.
    func meets(_ other: RingSector, atStart: Bool) -> Bool {
        guard !isFullTurn, !other.isFullTurn, center == other.center, (sweep > 0) == (other.sweep > 0) else { return false }
        guard other.innerRadius <= innerRadius, other.outerRadius >= outerRadius else { return false }
        let distance = atStart ? other.start + other.sweep - start : other.start - (start + sweep)
        return abs(distance.remainder(dividingBy: 2 * .pi)) < Self.angleSlack
    }

    private func place(_ radius: Double, _ angle: Double) -> Place {
        Place(x: center.x - sin(angle) * radius, y: center.y - cos(angle) * radius)
    }

    // MARK: Path data

    /// Outer arc forwards, inner arc back, or the apex.
    func outline(underlay: (start: Double?, end: Double?) = (nil, nil)) -> SVGWriter {
        var data = SVGWriter()
        if isFullTurn {
            appendCircle(outerRadius, to: &data)
            if innerRadius > 0 { appendCircle(innerRadius, to: &data) }
            return data
        }
        let (middle, sign) = (start + sweep / 2, sweep < 0 ? -1.0 : 1.0)
        let outer = half(at: outerRadius) * sign
        let first = place(outerRadius, middle - outer)
        data.path(UInt8(ascii: "M"), first.x, first.y)
        appendArc(outerRadius, from: middle - outer, to: middle + outer, to: &data)
        if let width = underlay.end { appendUnderlay(width, edge: start + sweep, sign: sign, outwards: false, to: &data) }
        let inner = half(at: innerRadius) * sign
        if inner != 0 {
            line(place(innerRadius, middle + inner), &data)
            appendArc(innerRadius, from: middle + inner, to: middle - inner, to: &data)
        } else {
            line(place(offset > 0 ? offset / sin(abs(sweep) / 2) : 0, middle), &data)
        }
        if let width = underlay.start { appendUnderlay(width, edge: start, sign: -sign, outwards: true, to: &data) }
        data.write("z")
        return data
    }

    /// Half the angle that the parallel edges leave of a circle, radians.
    private func half(at radius: Double) -> Double {
        radius > 0 ? max(0, abs(sweep) / 2 - asin(min(offset / radius, 1))) : 0
    }

    private func line(_ place: Place, _ data: inout SVGWriter) { data.path(UInt8(ascii: "L"), place.x, place.y) }

    /// In pieces of at most a third of a turn: an arc between two places close together could be any.
    private func appendArc(_ radius: Double, from: Double, to: Double, to data: inout SVGWriter) {
        let pieces = max(1, (abs(to - from) / (2 * .pi / 3)).rounded(.up))
        for k in 1...Int(pieces) {
            data.arc(radius: radius, isAnticlockwise: to > from, to: place(radius, from + (to - from) * Double(k) / pieces))
        }
    }

    private func appendCircle(_ radius: Double, to data: inout SVGWriter) {
        let first = place(radius, start)
        data.path(UInt8(ascii: "M"), first.x, first.y)
        appendArc(radius, from: start, to: start + 2 * .pi, to: &data)
        data.write("z")
    }

    /// A strip along a radial edge, on the other side of it, no wider than `width` radians.
    ///
    /// - Parameter outwards: whether the outline comes from the inside.
    private func appendUnderlay(_ width: Double, edge: Double, sign: Double, outwards: Bool, to data: inout SVGWriter) {
        let low = innerRadius > 0 ? innerRadius + Self.rimDistance : 0
        let high = outerRadius - Self.rimDistance
        guard high > low, high > Self.underlayWidth else { return }
        func angle(_ radius: Double) -> Double {
            radius > 0 ? edge + sign * min(width, .pi / 4, asin(min(Self.underlayWidth / radius, 1))) : edge
        }
        // Where the strip gets its full width.
        let full = Self.underlayWidth / sin(min(width, .pi / 4))
        let radii = [low, full > low && full < high ? full : low, high]
        let strip = [place(low, edge)] + radii.map { place($0, angle($0)) } + [place(high, edge)]
        for place in outwards ? strip : strip.reversed() { line(place, &data) }
    }
}
