import VitrailScript

/// A value of the configuration with its path.
struct Node {
    let value: ScriptValue
    let path: String

    subscript(name: String) -> Node { Node(value: value[name], path: path.isEmpty ? name : "\(path).\(name)") }

    subscript(index: Int) -> Node { Node(value: value[index], path: "\(path)[\(index)]") }

    var isPresent: Bool { value.isPresent }

    var elements: [Node] {
        guard case .array(let values) = value else { return [] }
        return values.indices.map { self[$0] }
    }

    var members: [(name: String, node: Node)] {
        guard case .object(let object) = value else { return [] }
        return object.names.map { (name: $0, node: self[$0]) }
    }

    var isObject: Bool { if case .object = value { true } else { false } }

    var isArray: Bool { if case .array = value { true } else { false } }

    var isFunction: Bool {
        switch value {
        case .function, .native: true
        default: false
        }
    }

    /// A number, or a text that contains a number.
    var number: Double? {
        switch value {
        case .number(let number): number.isNaN ? nil : number
        case .string(let text):
            Self.number(text)
        case .bool(let flag): flag ? 1 : 0
        case .date(let time): time.isNaN ? nil : time
        default: nil
        }
    }

    private static func number(_ text: String) -> Double? {
        let digits = text.utf8.count < 400 ? text.filter { !$0.isWhitespace } : ""
        // Words such as "nan" and "infinity" are not numbers here.
        guard let last = digits.utf8.last, last != UInt8(ascii: "."),
            digits.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) })
        else { return nil }
        return Double(digits)
    }

    var bool: Bool? {
        switch value {
        case .bool(let flag): flag
        case .number(let number): number != 0
        case .string(let text): text == "true" ? true : text == "false" ? false : nil
        default: nil
        }
    }

    /// The value as JavaScript converts it to text. `nil`: a chart shows no text for it.
    var text: String? { Self.text(value) }

    static func text(_ value: ScriptValue) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): ScriptNumber.text(number)
        case .bool(let flag): flag ? "true" : "false"
        case .date(let time): time.isNaN ? nil : ScriptDate.text(time)
        case .array(let lines): lines.compactMap { text($0) }.joined(separator: "\n")
        default: nil
        }
    }
}

extension Int {
    /// The value rounded down, clamped to ±10¹⁵. NaN gives 0.
    init(clamping value: Double) {
        self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value.rounded(.down), -1e15), 1e15))
    }
}

extension ScriptObject {
    /// A copy with the member added or replaced.
    func with(_ name: String, _ value: ScriptValue) -> ScriptObject {
        var object = self
        object[name] = value
        return object
    }
}

extension ScriptValue {
    var object: ScriptObject? { if case .object(let object) = self { object } else { nil } }

    var list: [ScriptValue]? { if case .array(let values) = self { values } else { nil } }

    /// Merges the members of both recursively. The members of `over` take precedence.
    func merged(_ over: ScriptValue) -> ScriptValue {
        guard case .object(var result) = self, case .object(let other) = over else {
            return over.isUndefined ? self : over
        }
        for (name, value) in other.members { result[name] = (result[name] ?? .undefined).merged(value) }
        return .object(result)
    }

    /// A copy with a value at the end of a member path.
    func setting(_ path: [String], _ value: ScriptValue) -> ScriptValue {
        guard let first = path.first else { return value }
        let object = self.object ?? ScriptObject()
        return .object(object.with(first, (object[first] ?? .undefined).setting(Array(path.dropFirst()), value)))
    }
}
