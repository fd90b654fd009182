import VitrailChart
import VitrailColumns
import VitrailSystem

/// Reads the members of an object one by one. `finish` rejects members that have not been read.
struct DescriptionObject {
    let node: DescriptionNode
    private let members: [String: JSONValue]
    private let order: [String]
    private var asked: Set<String> = []

    init(_ node: DescriptionNode) throws(DescriptionError) {
        guard case .object(let members) = node.value else { throw node.mismatch("an object") }
        self.node = node
        order = members.map(\.name)
        self.members = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// Member names in the order of the text.
    var names: [String] { order }

    mutating func optional(_ name: String) -> DescriptionNode? {
        asked.insert(name)
        guard let value = members[name] else { return nil }
        return node.child(name, value)
    }

    mutating func required(_ name: String) throws(DescriptionError) -> DescriptionNode {
        if let node = optional(name) { return node }
        // A misspelt name is more likely than a missing one.
        if let near = order.first(where: { !asked.contains($0) && nearestName(to: $0, in: [name]) != nil }) {
            throw unknownKey(near, suggestion: name)
        }
        throw node.error("\(quoted(name)) is missing")
    }

    mutating func optional<Value: DescriptionValue>(
        _ name: String, _ type: Value.Type = Value.self
    ) throws(DescriptionError) -> Value? {
        guard let node = optional(name) else { return nil }
        return try Value.read(node)
    }

    mutating func optional(_ name: String, in range: ClosedRange<Double>) throws(DescriptionError) -> Double? {
        try optional(name)?.number(in: range)
    }

    /// A nested style; an empty one if the member is missing.
    mutating func style<Style: StyleObject>(_ name: String) throws(DescriptionError) -> Style {
        guard let node = optional(name) else { return Style() }
        return try Style.read(node)
    }

    func finish() throws(DescriptionError) {
        guard let unknown = order.first(where: { !asked.contains($0) }) else { return }
        let free = asked.filter { members[$0] == nil }.sorted()
        if let own = ForeignNames.key(unknown, in: node, known: asked) {
            throw node.child(unknown, .null).error("unknown key; \(own)")
        }
        throw unknownKey(unknown, suggestion: nearestName(to: unknown, in: free))
    }

    private func unknownKey(_ name: String, suggestion: String?) -> DescriptionError {
        node.child(name, .null).error("unknown key" + didYouMean(suggestion))
    }
}
