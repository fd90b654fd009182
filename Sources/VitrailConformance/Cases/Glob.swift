/// A pattern for case names: `*` matches any characters including dots, `?` matches one, all others match themselves.
///
/// Matching tracks the set of reachable positions in the pattern: O(name · pattern) for any pattern.
package struct Glob: Sendable, Hashable, CustomStringConvertible {
    package let description: String
    private let pattern: [UInt8]
    private static let star = UInt8(ascii: "*")
    private static let any = UInt8(ascii: "?")

    package init(_ text: String) {
        description = text
        pattern = Array(text.utf8)
    }

    package func matches(_ name: String) -> Bool { places(after: name)[pattern.count] }

    /// Whether a name with this prefix could match; groups without a possible match are not created.
    package func mayMatch(prefix: String) -> Bool { places(after: prefix).contains(true) }

    private func places(after name: String) -> [Bool] {
        var reached = [Bool](repeating: false, count: pattern.count + 1)
        reached[0] = true
        passStars(&reached)
        for byte in name.utf8 {
            var next = [Bool](repeating: false, count: pattern.count + 1)
            for place in pattern.indices where reached[place] {
                if pattern[place] == Self.star {
                    next[place] = true
                } else if pattern[place] == Self.any || pattern[place] == byte {
                    next[place + 1] = true
                }
            }
            passStars(&next)
            reached = next
        }
        return reached
    }

    private func passStars(_ reached: inout [Bool]) {
        for place in pattern.indices where reached[place] && pattern[place] == Self.star { reached[place + 1] = true }
    }
}
