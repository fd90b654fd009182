import VitrailChart
import VitrailColumns
import VitrailScales

/// Reads the properties of a style from an object of a description. Keeps the first error.
final class StyleDecoder: StyleReader {
    private var object: DescriptionObject
    private var error: DescriptionError?

    init(_ node: DescriptionNode) throws(DescriptionError) {
        object = try DescriptionObject(node)
    }

    /// Throws the first error, or an error for a member that no property has.
    func finish() throws(DescriptionError) {
        if let error { throw error }
        try object.finish()
    }

    func value<Value: Sendable>(_ name: String, _ form: StyleForm) -> Value? {
        guard error == nil, let node = object.optional(name) else { return nil }
        do throws(DescriptionError) {
            guard let value = try form.read(node, as: Value.self) else { return nil }
            guard let result = value as? Value else {
                preconditionFailure("\(Value.self) cannot have the form \(form)")
            }
            return result
        } catch {
            self.error = error
            return nil
        }
    }

    func style<Value: StyleObject>(_ name: String) -> Value? {
        guard error == nil, let node = object.optional(name) else { return nil }
        do throws(DescriptionError) {
            return try Value.read(node)
        } catch {
            self.error = error
            return nil
        }
    }
}

extension StyleObject {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> Self {
        let decoder = try StyleDecoder(node)
        var style = Self()
        for property in properties { property.read(&style, decoder) }
        try decoder.finish()
        return style
    }
}

extension StyleForm {
    /// The value of `node`; `nil` if styles do not hold it.
    fileprivate func read(_ node: DescriptionNode, as type: Any.Type) throws(DescriptionError) -> (any Sendable)? {
        switch self {
        case .any: return try Self.described(type).read(node)
        case .number(let range): return try node.number(in: range)
        case .wholeNumber(let range): return try node.integer(in: range)
        case .rows(let range?): return try StyleRows.numbers(node, in: range)
        case .rows(nil):
            guard let list = type as? any DescribedRows.Type else { preconditionFailure("\(type) has no rows") }
            return try list.readRows(node)
        case .dashes(solid: true): return try DashLengths.read(node)
        case .dashes(solid: false): return try DashLengths.readPattern(node)
        case .percentiles: return try NumberRange.readPercentiles(node)
        case .numberPattern: return try NumberPattern.read(node)
        case .picture:
            _ = try node.filePath()
            return nil
        }
    }

    private static func described(_ type: Any.Type) -> any DescriptionValue.Type {
        guard let described = type as? any DescriptionValue.Type else {
            preconditionFailure("\(type) is a property of a style, but no DescriptionValue")
        }
        return described
    }
}

/// Lists in styles with one value per row of the data, repeated cyclically.
enum StyleRows {
    /// Maximum number of values in a list.
    static let maximum = 100_000

    static func nodes(_ node: DescriptionNode) throws(DescriptionError) -> [DescriptionNode] {
        let nodes = try node.elements(limit: maximum)
        guard !nodes.isEmpty else { throw node.error("the list is empty") }
        return nodes
    }

    static func numbers(_ node: DescriptionNode, in range: ClosedRange<Double>) throws(DescriptionError) -> [Double] {
        let nodes = try nodes(node)
        var values: [Double] = []
        values.reserveCapacity(nodes.count)
        for node in nodes { values.append(try node.number(in: range)) }
        return values
    }
}

/// A list with one value per row of the data.
private protocol DescribedRows: Sendable {
    static func readRows(_ node: DescriptionNode) throws(DescriptionError) -> Self
}

extension Array: DescribedRows where Element: DescriptionValue {
    fileprivate static func readRows(_ node: DescriptionNode) throws(DescriptionError) -> [Element] {
        let nodes = try StyleRows.nodes(node)
        var values: [Element] = []
        values.reserveCapacity(nodes.count)
        for node in nodes { values.append(try Element.read(node)) }
        return values
    }
}

/// Lengths of dashes and gaps in a description.
enum DashLengths {
    /// - Returns: at most 16 lengths; empty: solid.
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> [Double] {
        let lengths = try numbers(node)
        guard !lengths.isEmpty else { return [] }
        // An odd number of lengths is repeated, so that each length is a dash once.
        let dashes = lengths.count % 2 == 0 ? stride(from: 0, to: lengths.count, by: 2).map { lengths[$0] } : lengths
        guard dashes.contains(where: { $0 > 0 }) else {
            throw node.error("no dash is longer than 0: nothing would be drawn")
        }
        return lengths
    }

    /// - Returns: 1 to 16 lengths, not all 0.
    static func readPattern(_ node: DescriptionNode) throws(DescriptionError) -> [Double] {
        let lengths = try numbers(node)
        guard lengths.contains(where: { $0 > 0 }) else { throw node.error("no length is greater than 0") }
        return lengths
    }

    private static func numbers(_ node: DescriptionNode) throws(DescriptionError) -> [Double] {
        var lengths: [Double] = []
        for node in try node.elements(limit: 16) { lengths.append(try node.number(in: 0...1_000)) }
        return lengths
    }
}
