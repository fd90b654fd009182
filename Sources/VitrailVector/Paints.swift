import VitrailScene

/// A gradient; each is defined once in `<defs>` and referenced by name.
enum Gradient: Hashable {
    /// Linear, between two positions of the image.
    case between(PlotPoint, PlotPoint, Color, Color)
    /// Linear, between opposite sides of the filled shape.
    case across(RectBatch.GradientAxis, Color, Color)
    /// Radial, around a position of the image.
    case round(PlotPoint, radius: Float, Color, Color)

    var colors: (start: Color, end: Color) {
        switch self {
        case .between(_, _, let start, let end), .across(_, let start, let end), .round(_, _, let start, let end):
            (start, end)
        }
    }

    var element: StaticString {
        if case .round = self { "radialGradient" } else { "linearGradient" }
    }
}

extension SceneWriter {
    /// Writes ` fill="…"` or ` stroke="…"`. Returns false, without writing, for an invisible paint.
    mutating func writePaint(_ paint: Paint, isStroke: Bool) -> Bool {
        let color: Color
        switch paint {
        case .solid(let solid): color = solid
        case .linearGradient(let from, let start, let to, let end):
            // Equal or non-finite points give the start colour everywhere. SVG would use the end colour.
            guard from != to, from.isFinite, to.isFinite, start != end else {
                color = start
                break
            }
            guard start.alpha > 0 || end.alpha > 0 else { return false }
            let number = number(of: .between(from, to, start, end))
            body.reference(isStroke ? "stroke" : "fill", Name.gradient, number)
            return true
        case .radialGradient(let center, let radius, let start, let end):
            guard center.isFinite, radius > 0, radius.isFinite, start != end else {
                color = start
                break
            }
            guard start.alpha > 0 || end.alpha > 0 else { return false }
            body.reference(
                isStroke ? "stroke" : "fill", Name.gradient, number(of: .round(center, radius: radius, start, end)))
            return true
        }
        guard color.alpha > 0 else { return false }
        if isStroke { body.stroke(color) } else { body.fill(color) }
        return true
    }

    mutating func number(of gradient: Gradient) -> Int {
        if let known = gradients[gradient] { return known }
        let number = gradients.count
        gradients[gradient] = number
        defs.write("<")
        defs.write(gradient.element)
        defs.attribute("id") { $0.name(Name.gradient, number) }
        switch gradient {
        case .between(let from, let to, _, _):
            defs.write(" gradientUnits=\"userSpaceOnUse\"")
            defs.attribute("x1", Double(from.x))
            defs.attribute("y1", Double(from.y))
            defs.attribute("x2", Double(to.x))
            defs.attribute("y2", Double(to.y))
        case .round(let center, let radius, _, _):
            defs.write(" gradientUnits=\"userSpaceOnUse\"")
            defs.attribute("cx", Double(center.x))
            defs.attribute("cy", Double(center.y))
            defs.attribute("r", Double(radius))
        case .across(let axis, _, _):
            // The default is from left to right.
            if axis == .vertical { defs.write(" x2=\"0\" y2=\"1\"") }
        }
        defs.write(">")
        for (offset, color) in GradientStops.stops(from: gradient.colors.start, to: gradient.colors.end) {
            defs.write("<stop")
            defs.attribute("offset", offset)
            defs.paint("stop-color", "stop-opacity", color)
            defs.write("/>")
        }
        defs.write("</")
        defs.write(gradient.element)
        defs.write(">\n")
        return number
    }
}

/// Gradient stops with straight alpha that reproduce premultiplied interpolation.
enum GradientStops {
    /// Number of parts. Between two colours of different alpha, the straight colour is a curve. With 16 linear parts
    /// the visible error is below 1/255, unless one end is almost transparent.
    private static let parts = 16

    static func stops(from start: Color, to end: Color) -> [(offset: Double, color: Color)] {
        // A fully transparent end takes the colour of the other end.
        let first = start.alpha == 0 ? Color(end, alpha: 0) : start
        let last = end.alpha == 0 ? Color(start, alpha: 0) : end
        let isStraight = first.alpha == last.alpha || Color(first, alpha: 0) == Color(last, alpha: 0)
        let count = isStraight ? 1 : parts
        return (0...count).map { k in
            let t = Double(k) / Double(count)
            return (t, k == 0 ? first : k == count ? last : mixed(first, last, t))
        }
    }

    private static func mixed(_ a: Color, _ b: Color, _ t: Double) -> Color {
        let (wa, wb) = (Double(a.alpha) * (1 - t), Double(b.alpha) * t)
        func channel(_ x: UInt8, _ y: UInt8) -> UInt8 {
            UInt8(((Double(x) * wa + Double(y) * wb) / (wa + wb)).rounded())
        }
        return Color(
            red: channel(a.red, b.red), green: channel(a.green, b.green), blue: channel(a.blue, b.blue),
            alpha: UInt8((wa + wb).rounded()))
    }
}

extension Color {
    init(_ color: Color, alpha: UInt8) {
        self.init(red: color.red, green: color.green, blue: color.blue, alpha: alpha)
    }
}
