/// A value in JavaScript notation.
public indirect enum ScriptValue: Sendable {
    case undefined
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([ScriptValue])
    case object(ScriptObject)
    /// `new Date(…)`: milliseconds since 1970-01-01 00:00 UTC. NaN: an invalid date.
    case date(Double)
    case function(ScriptFunction)
    /// A function of the host program.
    case native(ScriptNative)

    /// The member of an object, or `undefined`.
    public subscript(name: String) -> ScriptValue {
        if case .object(let object) = self { object[name] ?? .undefined } else { .undefined }
    }

    /// The element of an array, or `undefined`.
    public subscript(index: Int) -> ScriptValue {
        if case .array(let values) = self, values.indices.contains(index) { values[index] } else { .undefined }
    }

    public var isUndefined: Bool { if case .undefined = self { true } else { false } }

    /// Neither `undefined` nor `null`.
    public var isPresent: Bool {
        switch self {
        case .undefined, .null: false
        default: true
        }
    }

    /// The phrase in messages such as "found a string".
    public var phrase: String {
        switch self {
        case .undefined: "undefined"
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value) where value.isNaN: "NaN"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        case .date: "a date"
        case .function, .native: "a function"
        }
    }
}

/// Members in JavaScript order: whole numbers ascending, then the other names in the order of writing. A repeated name
/// replaces the value.
public struct ScriptObject: Sendable {
    private var written: [String] = []
    private var values: [ScriptValue] = []
    private var positions: [String: Int] = [:]
    private var hasNumbers = false

    public init() {}

    public init(_ members: KeyValuePairs<String, ScriptValue>) {
        for (name, value) in members { self[name] = value }
    }

    public var count: Int { written.count }

    public var names: [String] { order.map { written[$0] } }

    public var members: [(name: String, value: ScriptValue)] {
        order.map { (name: written[$0], value: values[$0]) }
    }

    private var order: [Int] {
        guard hasNumbers else { return Array(written.indices) }
        let numbers = written.indices.compactMap { position in
            Self.number(written[position]).map { (number: $0, position: position) }
        }
        return numbers.sorted { $0.number < $1.number }.map(\.position)
            + written.indices.filter { Self.number(written[$0]) == nil }
    }

    /// The array index in a name, for example "12".
    private static func number(_ name: String) -> UInt32? {
        guard let number = UInt32(name), String(number) == name, number < .max else { return nil }
        return number
    }

    /// Setting `nil` has no effect.
    public subscript(name: String) -> ScriptValue? {
        get { positions[name].map { values[$0] } }
        set {
            guard let newValue else { return }
            if let position = positions[name] {
                values[position] = newValue
            } else {
                positions[name] = written.count
                written.append(name)
                hasNumbers = hasNumbers || Self.number(name) != nil
                values.append(newValue)
            }
        }
    }
}

/// A function that the host program offers to expressions.
public struct ScriptNative: Sendable {
    public let name: String
    let body: @Sendable ([ScriptValue]) throws(ScriptError) -> ScriptValue

    public init(_ name: String, _ body: @escaping @Sendable ([ScriptValue]) throws(ScriptError) -> ScriptValue) {
        self.name = name
        self.body = body
    }
}

/// A function as written: parameters, statements without loops and assignments, and the names that it may use.
public struct ScriptFunction: Sendable {
    let code: FunctionSyntax
    let scope: Scope?

    /// The text of the function.
    public var text: String { code.text }

    /// Calls the function.
    ///
    /// - Parameters:
    ///   - this: the value of `this` in a function that is not an arrow function.
    ///   - budget: the limit for all calls of a document together.
    /// - Throws: if the function uses an unknown name, member or operation, or if the budget is exhausted.
    public func callAsFunction(
        _ arguments: [ScriptValue], this: ScriptValue = .undefined, budget: ScriptBudget
    ) throws(ScriptError) -> ScriptValue {
        var evaluation = Evaluation(budget: budget)
        return try evaluation.call(self, arguments, this: this)
    }
}
