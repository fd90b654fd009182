/// All cases, in the fixed order of their groups.
public enum CaseRegistry {
    package static var groups: [CaseGroup] { SceneGroups.all + FeatureGroups.all + [SelfTest.group] }

    /// Returns the names that match any of the patterns, in order, each once.
    ///
    /// - Throws: `ConformanceError.noMatch` with the first pattern that matches no case.
    package static func names(matching globs: [Glob]) throws(ConformanceError) -> [String] {
        var unmatched = Set(globs.indices)
        var names: [String] = []
        for group in groups {
            let meant = globs.indices.filter { group.isMeant(by: globs[$0]) }
            guard !meant.isEmpty else { continue }
            for one in group.cases() {
                let matching = meant.filter { globs[$0].matches(one.name) }
                unmatched.subtract(matching)
                if !matching.isEmpty { names.append(one.name) }
            }
        }
        if let first = unmatched.min() { throw .noMatch(globs[first].description) }
        return names
    }

    /// Returns the cases with these names, for the worker; unknown names are ignored.
    package static func cases(named names: [String]) -> [String: ConformanceCase] {
        let wanted = Set(names)
        var found: [String: ConformanceCase] = [:]
        for group in groups where names.contains(where: { $0.hasPrefix(group.prefix + ".") }) {
            for one in group.cases() where wanted.contains(one.name) { found[one.name] = one }
        }
        return found
    }
}
