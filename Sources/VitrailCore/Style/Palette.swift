public import VitrailScene

/// The colours that series take in turn: red, green, blue, orange, purple, yellow.
public struct Palette: Sendable, Equatable {
    /// Lines and points.
    public var lines: [Color]
    /// Fills.
    public var fills: [Color]

    /// - Precondition: neither list is empty.
    public init(lines: [Color], fills: [Color]) {
        precondition(!lines.isEmpty && !fills.isEmpty, "a palette has at least one colour")
        self.lines = lines
        self.fills = fills
    }

    /// Indexes beyond the end start again.
    public func line(_ index: Int) -> Color { lines[index % lines.count] }
    public func fill(_ index: Int) -> Color { fills[index % fills.count] }

    static let flat = Palette(
        lines: [0xE0443E, 0x2E9E5B, 0x2C6FDB, 0xE8811A, 0x8A4FC4, 0xC99A06].map { Color($0) },
        fills: [0xE0443E, 0x2E9E5B, 0x2C6FDB, 0xE8811A, 0x8A4FC4, 0xC99A06].map { Color($0) })
    static let light = Palette(
        lines: [0xE25B56, 0x4CAF73, 0x4A86E8, 0xF09A3E, 0x9B6DD0, 0xD9B02C].map { Color($0) },
        fills: [0xB9302B, 0x1F7F45, 0x2158B5, 0xC46A0C, 0x6E3AA6, 0xA37C00].map { Color($0) })
    static let dark = Palette(
        lines: [0xFF8078, 0x74D69B, 0x7FB2FF, 0xFFB668, 0xC39BEF, 0xF2D25C].map { Color($0) },
        fills: [0xC2504A, 0x3C9C66, 0x4A7ECB, 0xC98338, 0x8B63BC, 0xB99A2E].map { Color($0) })
}
