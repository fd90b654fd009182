/// A pattern for case names: `*` matches any characters including dots, `?` matches one, all others match themselves.
///
/// Matching tracks the set of reachable positions in the pattern: O(name · pattern) for any pattern.
package struct Glob: Sendable, Hashable, CustomStringConvertible {
    package let description: String
    private let pattern: [UInt8]
    /// Whether the pattern has no wildcard, so that it matches only itself.
    package let isLiteral: Bool
    private static let star = UInt8(ascii: "*")
    private static let any = UInt8(ascii: "?")

    package init(_ text: String) {
        description = text
        pattern = Array(text.utf8)
        isLiteral = !pattern.contains { $0 == Self.star || $0 == Self.any }
    }

    package func matches(_ name: String) -> Bool {
        isLiteral ? name == description : positions(after: name)[pattern.count]
    }

    /// Whether a name with this prefix could match; groups without a possible match are not created.
    package func mayMatch(prefix: String) -> Bool { positions(after: prefix).contains(true) }

    private func positions(after name: String) -> [Bool] {
        var reached = [Bool](repeating: false, count: pattern.count + 1)
        reached[0] = true
        passStars(&reached)
        for byte in name.utf8 {
            var next = [Bool](repeating: false, count: pattern.count + 1)
            for position in pattern.indices where reached[position] {
                if pattern[position] == Self.star {
                    next[position] = true
                } else if pattern[position] == Self.any || pattern[position] == byte {
                    next[position + 1] = true
                }
            }
            passStars(&next)
            reached = next
        }
        return reached
    }

    private func passStars(_ reached: inout [Bool]) {
        for position in pattern.indices where reached[position] && pattern[position] == Self.star {
            reached[position + 1] = true
        }
    }
}
