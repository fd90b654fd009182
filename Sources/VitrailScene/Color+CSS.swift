/// The reason why a text is not a colour.
public struct ColorTextError: Error, Equatable, Sendable {
    /// The mistake, for example `rgb() takes three numbers and an opacity`. Empty: the text has the form of no colour.
    public var reason: String
    /// An unknown colour name or function name. `nil`: the mistake is another one.
    public var unknownName: String?
}

extension Color {
    /// Parses a CSS colour: a name, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()`, `hsla()` or
    /// `oklch()`.
    ///
    /// Letters may be upper or lower case. Commas or spaces separate the arguments. The chroma of an `oklch()` colour
    /// outside sRGB is reduced until the colour is inside.
    ///
    /// - Source: CSS Color Module Level 4.
    public init(css text: some StringProtocol) throws(ColorTextError) {
        let trimmed = text.drop { $0.isWhitespace }
        let end = trimmed.lastIndex { !$0.isWhitespace }.map(trimmed.index(after:)) ?? trimmed.startIndex
        let word = trimmed[..<end]
        if word.first == "#" {
            guard let color = Color(hex: word) else {
                throw ColorTextError(reason: "# is followed by 3, 4, 6 or 8 hexadecimal digits")
            }
            self = color
        } else if let open = word.firstIndex(of: "(") {
            self = try ColorFunction(
                name: word[..<open].lowercased(), rest: word[word.index(after: open)...].lowercased()
            ).color
        } else if let color = Color(named: word) {
            self = color
        } else {
            let isName = !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            throw ColorTextError(reason: "", unknownName: isName ? word.lowercased() : nil)
        }
    }

    /// The names of the functions that `init(css:)` reads.
    public static let functionNames = ["rgb", "rgba", "hsl", "hsla", "oklch"]
}

/// A CSS colour function with its arguments.
private struct ColorFunction {
    let color: Color

    init(name: String, rest: String) throws(ColorTextError) {
        guard Color.functionNames.contains(name) else { throw ColorTextError(reason: "", unknownName: name) }
        guard rest.last == ")" else { throw ColorTextError(reason: "the closing parenthesis of \(name)() is missing") }
        let parts = try Self.parts(String(rest.dropLast()), of: name)
        switch name {
        case "rgb", "rgba": color = try Self.rgb(parts)
        case "hsl", "hsla": color = try Self.hsl(parts)
        default: color = try Self.oklch(parts)
        }
    }

    /// Splits the arguments: three parts, and optionally an opacity after a slash or a third comma.
    private static func parts(_ text: String, of name: String) throws(ColorTextError) -> [ColorNumber] {
        let wanted =
            name.hasPrefix("rgb")
            ? "three numbers"
            : name.hasPrefix("hsl")
                ? "an angle and two percentages" : "lightness, chroma and an angle"
        let mistake = ColorTextError(
            reason: "\(name)() takes \(wanted), and an opacity, as \(example(of: name))")
        let texts: [Substring]
        if text.contains(",") {
            guard name != "oklch", !text.contains("/") else { throw mistake }
            texts = text.split(separator: ",", omittingEmptySubsequences: false)
        } else {
            let sides = text.split(separator: "/", omittingEmptySubsequences: false)
            let first = sides.first?.split(whereSeparator: \.isWhitespace) ?? []
            guard sides.count <= 2, first.count == 3 else { throw mistake }
            texts = first + sides.dropFirst()
        }
        guard texts.count == 3 || texts.count == 4 else { throw mistake }
        var parts: [ColorNumber] = []
        for text in texts {
            guard let part = ColorNumber(text) else { throw mistake }
            parts.append(part)
        }
        return parts
    }

    private static func example(of name: String) -> String {
        switch name {
        case "rgb", "rgba": "rgb(0 102 204 / 50%)"
        case "hsl", "hsla": "hsl(210 100% 40% / 50%)"
        default: "oklch(55% 0.15 250 / 50%)"
        }
    }

    private static func rgb(_ parts: [ColorNumber]) throws(ColorTextError) -> Color {
        var channels: [Double] = []
        for part in parts.prefix(3) { channels.append(try part.share(of: 255, in: "rgb()")) }
        return Color(SIMD3(channels[0], channels[1], channels[2]), alpha: try alpha(parts, in: "rgb()"))
    }

    private static func hsl(_ parts: [ColorNumber]) throws(ColorTextError) -> Color {
        let hue = try parts[0].degrees(in: "hsl()")
        let saturation = min(max(try parts[1].share(of: 100, in: "hsl()"), 0), 1)
        let lightness = min(max(try parts[2].share(of: 100, in: "hsl()"), 0), 1)
        func channel(_ n: Double) -> Double {
            let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
            return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))
        }
        return Color(SIMD3(channel(0), channel(8), channel(4)), alpha: try alpha(parts, in: "hsl()"))
    }

    private static func oklch(_ parts: [ColorNumber]) throws(ColorTextError) -> Color {
        let lightness = min(max(try parts[0].share(of: 1, in: "oklch()"), 0), 1)
        let chroma = max(try parts[1].share(of: 0.4, in: "oklch()") * 0.4, 0)
        let hue = try parts[2].degrees(in: "oklch()")
        return Color(
            Oklab.rgb(lightness: lightness, chroma: chroma, degrees: hue), alpha: try alpha(parts, in: "oklch()"))
    }

    private static func alpha(_ parts: [ColorNumber], in function: String) throws(ColorTextError) -> Double {
        parts.count < 4 ? 1 : try parts[3].share(of: 1, in: function)
    }
}

/// A number with its unit.
private struct ColorNumber {
    enum Unit: String, CaseIterable {
        // Longer names first: `grad` ends with `rad`.
        case percent = "%"
        case grad, deg, rad, turn
        case none = ""
    }
    let value: Double
    let unit: Unit

    /// `nil`: the text is not a number. The keyword `none` is 0.
    init?(_ text: Substring) {
        var text = text.drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        if text == "none" {
            (value, unit) = (0, .none)
            return
        }
        let unit = Unit.allCases.first { text.hasSuffix($0.rawValue) } ?? .none
        let digits = text.dropLast(unit.rawValue.count)
        let isDecimal = digits.allSatisfy { $0.isASCII && ($0.isNumber || "+-.e".contains($0)) }
        guard isDecimal, let value = Double(digits), value.isFinite else { return nil }
        (self.value, self.unit) = (value, unit)
    }

    /// The fraction of a percentage, or of a number relative to `whole`.
    func share(of whole: Double, in function: String) throws(ColorTextError) -> Double {
        switch unit {
        case .percent: return value / 100
        case .none: return value / whole
        default: throw ColorTextError(reason: "the unit \(unit.rawValue) is of angles; \(function) has no angle there")
        }
    }

    /// The angle in degrees. Numbers without a unit are degrees.
    func degrees(in function: String) throws(ColorTextError) -> Double {
        let degrees: Double
        switch unit {
        case .none, .deg: degrees = value
        case .rad: degrees = value * 180 / .pi
        case .grad: degrees = value * 0.9
        case .turn: degrees = value * 360
        case .percent: throw ColorTextError(reason: "the angle of \(function) is a number of degrees")
        }
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }
}

extension Color {
    /// - Parameters:
    ///   - rgb: sRGB-encoded, 0…1; clamped.
    ///   - alpha: 0…1; clamped.
    fileprivate init(_ rgb: SIMD3<Double>, alpha: Double) {
        self.init(
            red: Color.byte(rgb.x), green: Color.byte(rgb.y), blue: Color.byte(rgb.z), alpha: Color.byte(alpha))
    }
}
