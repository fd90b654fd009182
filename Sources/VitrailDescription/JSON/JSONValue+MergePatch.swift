extension JSONValue {
    /// This value with a patch applied: members of objects are merged one by one, `null` removes a member, and any
    /// other value replaces the whole value.
    ///
    /// Members keep their order; new members are appended.
    /// - Source: RFC 7396.
    func merged(with patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var members: [Member?] = []
        if case .object(let own) = self { members = own }
        var indices: [String: Int] = [:]
        for (index, member) in members.enumerated() { if let member { indices[member.name] = index } }
        for change in changes {
            let index = indices[change.name]
            if case .null = change.value {
                if let index { members[index] = nil }
            } else if let index, let own = members[index] {
                members[index] = Member(name: change.name, value: own.value.merged(with: change.value))
            } else {
                // Nulls inside a new object remove nothing and must be dropped.
                members.append(Member(name: change.name, value: JSONValue.null.merged(with: change.value)))
            }
        }
        return .object(members.compactMap { $0 })
    }

    /// The number of values: this one and all nested ones.
    var valueCount: Int {
        switch self {
        case .array(let values): values.reduce(1) { $0 + $1.valueCount }
        case .object(let members): members.reduce(1) { $0 + $1.value.valueCount }
        default: 1
        }
    }
}
