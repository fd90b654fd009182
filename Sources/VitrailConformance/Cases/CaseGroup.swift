/// Cases whose names begin alike, made when they are asked for.
package struct CaseGroup: Sendable {
    /// All names begin with it and a dot: `series.line`.
    package var prefix: String
    /// Found by its own name only: what tests the harness is no part of a run.
    package var isHidden: Bool
    private let make: @Sendable () -> [ConformanceCase]

    /// - Parameter make: cases named relative to the prefix.
    package init(_ prefix: String, isHidden: Bool = false, make: @escaping @Sendable () -> [ConformanceCase]) {
        self.prefix = prefix
        self.isHidden = isHidden
        self.make = make
    }

    package func cases() -> [ConformanceCase] {
        make().map { one in
            var one = one
            one.name = "\(prefix).\(one.name)"
            return one
        }
    }

    /// Whether a case of it could be meant.
    func isMeant(by glob: Glob) -> Bool {
        if isHidden { return glob.description.hasPrefix(prefix + ".") }
        return glob.mayMatch(prefix: prefix + ".")
    }
}
