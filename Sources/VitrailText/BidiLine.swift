/// Embedding levels of one line of text: even levels run left to right, odd ones right to left.
///
/// Explicit embeddings, overrides and isolates (X1–X8) are not supported; their characters are ignored.
/// - Source: UAX #9, rules P2–P3, W1–W7, N0–N2, I1–I2, L1–L2 on one paragraph.
struct BidiLine {
    /// One level per scalar.
    private(set) var levels: [UInt8]
    private let base: UInt8

    /// Indices of the scalars that the rules apply to (all except boundary neutrals, rule X9), and their types, which
    /// the rules change step by step.
    private var places: [Int] = []
    private var types: [BidiClass] = []

    init(_ scalars: [Unicode.Scalar]) {
        // No character below U+0590 runs right to left.
        guard scalars.contains(where: { $0.value >= 0x0590 }) else {
            levels = [UInt8](repeating: 0, count: scalars.count)
            base = 0
            return
        }
        let classes = scalars.map(BidiClass.init)
        base = BidiLine.paragraphLevel(classes)
        levels = [UInt8](repeating: base, count: scalars.count)
        places = classes.indices.filter { classes[$0] != .boundaryNeutral }
        types = places.map { classes[$0] }
        resolveWeakTypes()
        resolveBrackets(scalars)
        resolveNeutralTypes()
        assignLevels(classes)
    }

    /// P2, P3: the first strong character decides.
    private static func paragraphLevel(_ classes: [BidiClass]) -> UInt8 {
        for type in classes {
            switch type {
            case .left: return 0
            case .right, .arabicLetter: return 1
            default: continue
            }
        }
        return 0
    }

    private var baseDirection: BidiClass { base == 0 ? .left : .right }

    /// W1–W7.
    private mutating func resolveWeakTypes() {
        var strong = baseDirection
        for i in types.indices {
            if types[i] == .nonspacingMark { types[i] = i == 0 ? baseDirection : types[i - 1] }  // W1
            switch types[i] {
            case .left, .right, .arabicLetter: strong = types[i]
            case .europeanNumber where strong == .arabicLetter: types[i] = .arabicNumber  // W2
            default: break
            }
        }
        for i in types.indices where types[i] == .arabicLetter { types[i] = .right }  // W3
        joinSeparators()
        joinTerminators()
        strong = baseDirection
        for i in types.indices {
            switch types[i] {
            case .europeanSeparator, .europeanTerminator, .commonSeparator: types[i] = .otherNeutral  // W6
            case .left, .right: strong = types[i]
            case .europeanNumber where strong == .left: types[i] = .left  // W7
            default: break
            }
        }
    }

    /// W4: a single separator between two numbers of the same type becomes part of them.
    private mutating func joinSeparators() {
        for i in types.indices.dropFirst().dropLast() {
            let before = types[i - 1]
            guard before.isNumber, before == types[i + 1] else { continue }
            switch types[i] {
            case .commonSeparator: types[i] = before
            case .europeanSeparator where before == .europeanNumber: types[i] = before
            default: break
            }
        }
    }

    /// W5: terminators next to a European number become part of it.
    private mutating func joinTerminators() {
        var i = 0
        while i < types.count {
            guard types[i] == .europeanTerminator else {
                i += 1
                continue
            }
            let end = types[i...].firstIndex { $0 != .europeanTerminator } ?? types.count
            let touchesNumber =
                (i > 0 && types[i - 1] == .europeanNumber)
                || (end < types.count && types[end] == .europeanNumber)
            if touchesNumber { for k in i..<end { types[k] = .europeanNumber } }
            i = end
        }
    }

    /// Left or right for strong types and numbers (numbers count as right). `nil`: neutral.
    private func direction(_ i: Int) -> BidiClass? {
        switch types[i] {
        case .left: .left
        case .right, .europeanNumber, .arabicNumber: .right
        default: nil
        }
    }

    /// N0: a pair of brackets takes the direction of its content, or of the text before it.
    private mutating func resolveBrackets(_ scalars: [Unicode.Scalar]) {
        for (open, close) in bracketPairs(scalars) {
            let inside = (open + 1..<close).compactMap { direction($0) }
            guard !inside.isEmpty else { continue }
            var side = baseDirection
            if !inside.contains(side) {
                let before = (0..<open).last { direction($0) != nil }
                side = before.flatMap(direction) ?? baseDirection
            }
            types[open] = side
            types[close] = side
        }
    }

    /// BD16: pairs in the order of their opening brackets, as indices into `places`.
    private func bracketPairs(_ scalars: [Unicode.Scalar]) -> [(Int, Int)] {
        var open: [(close: UInt32, at: Int)] = []
        var pairs: [(Int, Int)] = []
        for (i, place) in places.enumerated() where types[i] == .otherNeutral {
            let value = scalars[place].value
            if let close = BidiLine.closingBracket[value] {
                if open.count == 63 { break }  // The limit is part of BD16.
                open.append((close, i))
            } else if let match = open.lastIndex(where: { $0.close == value }) {
                pairs.append((open[match].at, i))
                open.removeSubrange(match...)
            }
        }
        return pairs.sorted { $0.0 < $1.0 }
    }

    /// Closing bracket for each opening bracket of running text. BidiBrackets.txt has about sixty more, for
    /// mathematics.
    private static let closingBracket: [UInt32: UInt32] = [
        0x28: 0x29, 0x5B: 0x5D, 0x7B: 0x7D, 0x2045: 0x2046, 0x207D: 0x207E, 0x208D: 0x208E,
        0x2329: 0x232A, 0x27E8: 0x27E9, 0x3008: 0x3009, 0x300A: 0x300B, 0x300C: 0x300D, 0x300E: 0x300F,
        0x3010: 0x3011, 0x3014: 0x3015, 0xFF08: 0xFF09, 0xFF3B: 0xFF3D, 0xFF5B: 0xFF5D,
    ]

    /// N1, N2: neutrals between equal directions take that direction, others the paragraph's.
    private mutating func resolveNeutralTypes() {
        var i = 0
        while i < types.count {
            guard types[i].isNeutral else {
                i += 1
                continue
            }
            let end = types[i...].firstIndex { !$0.isNeutral } ?? types.count
            let before = i == 0 ? baseDirection : direction(i - 1)
            let after = end == types.count ? baseDirection : direction(end)
            let side = before == after ? before ?? baseDirection : baseDirection
            for k in i..<end { types[k] = side }
            i = end
        }
    }

    /// I1, I2 and L1.
    private mutating func assignLevels(_ classes: [BidiClass]) {
        for (i, place) in places.enumerated() {
            switch types[i] {
            case .left: levels[place] = base == 0 ? 0 : 2
            case .europeanNumber, .arabicNumber: levels[place] = 2
            default: levels[place] = 1
            }
        }
        // Boundary neutrals, which the rules skip (X9), take the level of the preceding character.
        for i in classes.indices where i > 0 && classes[i] == .boundaryNeutral { levels[i] = levels[i - 1] }
        for i in classes.indices.reversed() {
            guard classes[i] == .whitespace || classes[i] == .boundaryNeutral else { break }
            levels[i] = base
        }
    }

    /// L2: returns the indices of runs with these levels in visual order, from left to right.
    static func visualOrder(_ levels: [UInt8]) -> [Int] {
        var order = Array(levels.indices)
        var level = levels.max() ?? 0
        while level > 0 {
            var i = 0
            while i < order.count {
                guard levels[order[i]] >= level else {
                    i += 1
                    continue
                }
                let end = order[i...].firstIndex { levels[$0] < level } ?? order.count
                order[i..<end].reverse()
                i = end
            }
            level -= 1
        }
        return order
    }
}
