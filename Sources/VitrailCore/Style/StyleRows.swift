/// Lists in styles with one value per row of the data, repeated cyclically.
enum StyleRows {
    /// Maximum number of values in a list.
    static let maximum = 100_000

    static func read<Value>(
        _ node: DescriptionNode, _ read: (DescriptionNode) throws(DescriptionError) -> Value
    ) throws(DescriptionError) -> [Value] {
        let nodes = try node.elements(limit: maximum)
        guard !nodes.isEmpty else { throw node.error("the list is empty") }
        var values: [Value] = []
        values.reserveCapacity(nodes.count)
        for node in nodes { values.append(try read(node)) }
        return values
    }
}

extension Array {
    /// The value of a row; `nil` if the list is empty or `row` is negative.
    func inTurn(_ row: Int) -> Element? { isEmpty || row < 0 ? nil : self[row % count] }
}
