import VitrailDrawList

/// Layout of a uniform block, from the driver or from the Swift struct with the block's values.
package struct UniformBlock: Sendable, Equatable {
    package var name: String
    /// Size in bytes.
    package var size: Int
    /// Byte offset of each member from the start of the block.
    package var offsets: [String: Int]

    package init(name: String, size: Int, offsets: [String: Int]) {
        (self.name, self.size, self.offsets) = (name, size, offsets)
    }
}

extension UniformBlock {
    /// Layouts of all Swift structs that are uploaded as uniform blocks.
    package static let structs = [UniformBlock(name: UniformStore.blockName, of: DrawUniforms.self, drawUniforms)]

    private static let drawUniforms: [String: PartialKeyPath<DrawUniforms> & Sendable] = [
        "viewport": \.viewport, "transform": \.transform, "color0": \.color0, "color1": \.color1,
        "gradient": \.gradient, "shape": \.shape,
    ]

    /// The layout of stored properties in memory.
    private init<Value>(name: String, of type: Value.Type, _ members: [String: PartialKeyPath<Value> & Sendable]) {
        self.init(
            name: name, size: MemoryLayout<Value>.size,
            offsets: members.compactMapValues { MemoryLayout<Value>.offset(of: $0) })
    }

    /// The differences between the layout of a block and the layout of its struct, one text each; empty: none.
    ///
    /// - Parameters:
    ///   - blocks: active blocks of a program.
    ///   - structs: the candidates. A block without a struct of its name is a difference.
    package static func differences(of blocks: [UniformBlock], from structs: [UniformBlock] = structs) -> [String] {
        blocks.flatMap { block in
            guard let expected = structs.first(where: { $0.name == block.name }) else {
                return ["uniform block \(block.name) has no Swift struct"]
            }
            return block.differences(from: expected)
        }
    }

    private func differences(from expected: UniformBlock) -> [String] {
        var texts: [String] = []
        if size != expected.size { texts.append("\(name): \(size) bytes in the program, \(expected.size) in Swift") }
        for member in Set(offsets.keys).union(expected.offsets.keys).sorted() {
            let (found, wanted) = (offsets[member], expected.offsets[member])
            guard found != wanted else { continue }
            func text(_ offset: Int?) -> String { offset.map { "at byte \($0)" } ?? "missing" }
            texts.append("\(name).\(member): \(text(found)) in the program, \(text(wanted)) in Swift")
        }
        return texts
    }
}
