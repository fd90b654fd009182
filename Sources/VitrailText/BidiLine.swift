import CText

/// Embedding levels of one line of text: even levels run left to right, odd ones right to left.
///
/// FriBidi has the rules and the tables. A line is a paragraph, and its first strong character decides the direction.
/// - Source: UAX #9.
struct BidiLine {
    /// One level per scalar.
    let levels: [UInt8]

    init(_ scalars: [Unicode.Scalar]) {
        // No character below U+0590 runs right to left.
        guard scalars.contains(where: { $0.value >= 0x0590 }) else {
            levels = [UInt8](repeating: 0, count: scalars.count)
            return
        }
        let characters = scalars.map(Self.standIn)
        levels = [UInt8](unsafeUninitializedCapacity: characters.count) { levels, count in
            vitrail_bidi_levels(characters, Int32(characters.count), levels.baseAddress)
            count = characters.count
        }
    }

    /// Returns an older character of the same bidi class for a character that is newer than FriBidi's tables.
    ///
    /// FriBidi treats unknown characters as letters. Debian 12 has tables of Unicode 10, without 239 emoji, so that
    /// "🟢 פעיל" would run left to right.
    private static func standIn(_ scalar: Unicode.Scalar) -> UInt32 {
        guard scalar.value >= 0x0590, let age = scalar.properties.age, age > tableVersion else { return scalar.value }
        switch (scalar.properties.generalCategory, scalar.value) {
        case (.nonspacingMark, _), (.enclosingMark, _): return 0x0301
        case (_, 0x0600...0x08FF), (_, 0x1EC70...0x1EEFF): return 0x0627
        case (.otherSymbol, _), (.mathSymbol, _), (.modifierSymbol, _), (.dashPunctuation, _), (.otherPunctuation, _):
            return 0x2605
        default: return scalar.value
        }
    }

    /// The version of Unicode of FriBidi's tables.
    private static let tableVersion: Unicode.Version = {
        let numbers = String(cString: vitrail_bidi_unicode_version()).split(separator: ".").map { Int($0) ?? 0 }
        return (major: numbers.first ?? 0, minor: numbers.dropFirst().first ?? 0)
    }()

    /// L2: returns the indices of runs with these levels in visual order, from left to right.
    static func visualOrder(_ levels: [UInt8]) -> [Int] {
        guard levels.contains(where: { $0 > 0 }) else { return Array(levels.indices) }
        let order = [Int32](unsafeUninitializedCapacity: levels.count) { order, count in
            vitrail_visual_order(levels, Int32(levels.count), order.baseAddress)
            count = levels.count
        }
        return order.map(Int.init)
    }
}
