/// Cases with a common name prefix, created on demand.
package struct CaseGroup: Sendable {
    /// All names start with it and a dot: `series.line`.
    package var prefix: String
    /// Whether only a pattern that starts with the prefix selects the group. Tests of the harness are not part of a
    /// run.
    package var isHidden: Bool
    private let make: @Sendable () -> [ConformanceCase]

    /// - Parameter make: returns cases whose names are relative to the prefix.
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

    /// Whether a case of the group may match the pattern.
    func isMeant(by glob: Glob) -> Bool {
        if isHidden { return glob.description.hasPrefix(prefix + ".") }
        return glob.mayMatch(prefix: prefix + ".")
    }
}
