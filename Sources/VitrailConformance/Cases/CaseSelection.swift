/// Selects the cases to run.
public struct CaseSelection: Sendable, Equatable {
    /// Patterns; a case must match one of them. Empty: all cases.
    public var globs: [String]
    /// Text of a case list: exact names, one per line. With `globs`, a case must also match a pattern. `nil`: no list.
    public var caseList: String?
    /// Selects every `step`-th case from the `start`-th, counted from 1. `nil`: all.
    public var fraction: CaseFraction?

    public init(globs: [String] = [], caseList: String? = nil, fraction: CaseFraction? = nil) {
        self.globs = globs
        self.caseList = caseList
        self.fraction = fraction
    }

    /// Returns the selected names in order.
    ///
    /// - Throws: `ConformanceError.noMatch` with a pattern or a listed name that matches no case, `noCases` if no case
    ///   remains.
    public func names() throws(ConformanceError) -> [String] {
        let listed = caseList.map(Self.lines)
        if let listed {
            let known = CaseRegistry.cases(named: listed)
            if let unknown = listed.first(where: { known[$0] == nil }) { throw .noMatch(unknown) }
            if listed.isEmpty { throw .noCases(what: "the list of cases has no name in it") }
        }
        // `*` does not match hidden cases.
        var names =
            try globs.isEmpty && listed != nil
            ? listed ?? [] : CaseRegistry.names(matching: globs.isEmpty ? [Glob("*")] : globs.map(Glob.init))
        if let listed, !globs.isEmpty {
            names = names.filter(Set(listed).contains)
            if names.isEmpty { throw .noCases(what: "no case of the list is named \(globs.joined(separator: " or "))") }
        }
        guard let fraction else { return names }
        let taken = fraction.taken(of: names)
        if taken.isEmpty {
            throw .noCases(
                what: "every \(fraction.step)th of \(names.count) cases, from number \(fraction.start), is none")
        }
        return taken
    }

    /// Returns the names of a list, each once; empty lines and lines that start with `#` are ignored.
    private static func lines(_ text: String) -> [String] {
        var seen: Set<String> = []
        return text.split(whereSeparator: \.isNewline).map { $0.trimmed }.filter {
            !$0.isEmpty && !$0.hasPrefix("#") && seen.insert($0).inserted
        }
    }
}

/// Every `step`-th case from the `start`-th, counted from 1.
public struct CaseFraction: Sendable, Equatable {
    public var start: Int
    public var step: Int

    /// Parses `N,M` with 1 ≤ N ≤ M ≤ 1,000,000. `nil`: another text.
    public init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let start = parts[0], let step = parts[1], start >= 1, step >= start, step <= 1_000_000
        else { return nil }
        (self.start, self.step) = (start, step)
    }

    func taken(of names: [String]) -> [String] {
        names.enumerated().filter { $0.offset % step == start - 1 }.map(\.element)
    }
}

extension StringProtocol {
    /// The text without whitespace at both ends.
    package var trimmed: String {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
        while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
        return String(rest)
    }
}
