#if Server
    /// The target of a request: `/NAME/socket?session=…`.
    struct LiveTarget {
        /// Parts of the path.
        let parts: [Substring]
        let query: [String: String]

        init(_ uri: String) {
            let halves = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            parts = (halves.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
            // Values are names without escapes; others match nothing.
            let pairs = (halves.count > 1 ? halves[1] : "").split(separator: "&").map { pair in
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(sides[0]), sides.count > 1 ? String(sides[1]) : "")
            }
            query = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        }

        /// Whether the path begins with the name. Takes the same time for every wrong name of the same length.
        func isBelow(_ name: String) -> Bool {
            guard parts.count >= 2, parts[0].isEmpty, parts[1].utf8.count == name.utf8.count else { return false }
            return zip(parts[1].utf8, name.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
        }

        /// The part below the name; empty for the page. `nil`: there is no slash after the name, or more than one part.
        var file: Substring? { parts.count == 3 ? parts[2] : nil }
    }
#endif
