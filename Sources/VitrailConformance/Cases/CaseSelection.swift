/// Which cases are run.
public struct CaseSelection: Sendable, Equatable {
    /// Any of them; empty = all.
    public var globs: [String]
    /// Names, one a line, as a case list has them; nil = no list. What both name is run. Patterns are no names.
    public var caseList: String?
    /// Every `step`-th case from the `start`-th, counted from 1.
    public var fraction: CaseFraction?

    public init(globs: [String] = [], caseList: String? = nil, fraction: CaseFraction? = nil) {
        self.globs = globs
        self.caseList = caseList
        self.fraction = fraction
    }

    /// Names in order.
    ///
    /// - Throws: `ConformanceError.noMatch` naming a pattern or a listed name that no case has, `noCases` where nothing is left.
    public func names() throws(ConformanceError) -> [String] {
        let listed = caseList.map(Self.lines)
        if let listed {
            let known = CaseRegistry.cases(named: listed)
            if let unknown = listed.first(where: { known[$0] == nil }) { throw .noMatch(unknown) }
            if listed.isEmpty { throw .noCases(what: "the list of cases has no name in it") }
        }
        // Hidden ones are in no `*`.
        var names = try globs.isEmpty && listed != nil ? listed ?? [] : CaseRegistry.names(matching: globs.isEmpty ? [Glob("*")] : globs.map(Glob.init))
        if let listed, !globs.isEmpty {
            names = names.filter(Set(listed).contains)
            if names.isEmpty { throw .noCases(what: "no case of the list is named \(globs.joined(separator: " or "))") }
        }
        guard let fraction else { return names }
        let taken = fraction.taken(of: names)
        if taken.isEmpty { throw .noCases(what: "every \(fraction.step)th of \(names.count) cases, from number \(fraction.start), is none") }
        return taken
    }

    /// Empty lines and those that begin with `#` say nothing; a name stands once.
    private static func lines(_ text: String) -> [String] {
        var seen: Set<String> = []
        return text.split(whereSeparator: \.isNewline).map { $0.trimmed }.filter { !$0.isEmpty && !$0.hasPrefix("#") && seen.insert($0).inserted }
    }
}

/// Every `step`-th case from the `start`-th.
public struct CaseFraction: Sendable, Equatable {
    public var start: Int
    public var step: Int

    /// `N,M` with 1 ≤ N ≤ M; nil when the text is not that.
    public init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let start = parts[0], let step = parts[1], start >= 1, step >= start, step <= 1_000_000 else { return nil }
        (self.start, self.step) = (start, step)
    }

    func taken(of names: [String]) -> [String] { names.enumerated().filter { $0.offset % step == start - 1 }.map(\.element) }
}

extension StringProtocol {
    /// Without blanks at either end.
    package var trimmed: String {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
        while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
        return String(rest)
    }
}
