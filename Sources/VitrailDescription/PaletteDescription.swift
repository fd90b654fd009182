import VitrailChart
import VitrailColumns
public import VitrailScene
import VitrailSystem

/// The colours of series and slices, used in turn: a list or a named palette.
public struct PaletteDescription: Sendable, Equatable, DescriptionValue {
    /// `nil`: a list.
    public let name: String?
    /// At least one colour.
    public let colors: [Color]

    /// - Precondition: `colors` is not empty.
    public init(_ colors: [Color]) {
        precondition(!colors.isEmpty, "a palette has at least one colour")
        (name, self.colors) = (nil, colors)
    }

    /// `nil` for an unknown name.
    public init?(named name: String) {
        guard let colors = Palette.colors(named: name) else { return nil }
        (self.name, self.colors) = (name, colors)
    }

    /// Names of palettes.
    public static let names = Palette.names

    /// Reads colours separated by commas, or the name of a palette.
    ///
    /// - Throws: `DescriptionError` with an empty JSON path.
    public init(text: String) throws(DescriptionError) {
        let parts = Self.parts(of: text)
        let isName = parts.count == 1 && (try? Color(css: text)) == nil
        let value = isName ? JSONValue.string(text) : .array(parts.map { .string($0) })
        self = try Self.read(DescriptionNode(value: value, path: ""))
    }

    /// Splits a text at commas outside of parentheses.
    private static func parts(of text: String) -> [String] {
        var (parts, depth) = ([""], 0)
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts
    }

    static func read(_ node: DescriptionNode) throws(DescriptionError) -> PaletteDescription {
        guard case .string(let name) = node.value else {
            guard case .array = node.value else { throw node.mismatch("a list of colours or the name of a palette") }
            return PaletteDescription(try [Color].read(node))
        }
        if let palette = PaletteDescription(named: name) { return palette }
        let hint = nearestName(to: name, in: Palette.names).map { didYouMean($0) }
        throw node.error(
            "no palette is named \(quoted(name))" + (hint ?? "; there are \(Palette.names.joined(separator: ", "))"))
    }
}

extension FontStyle {
    /// Reads a font family, or an object with family and size.
    static func readChart(_ node: DescriptionNode) throws(DescriptionError) -> FontStyle {
        guard case .string = node.value else {
            guard case .object = node.value else { throw node.mismatch("the name of a font or {family, size}") }
            return try FontStyle.read(node)
        }
        let family = try String.read(node)
        guard !family.isEmpty else { throw node.error("the name is empty") }
        return FontStyle(family: family)
    }
}
