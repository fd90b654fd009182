/// A JSON document with all members in their original order.
enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// Names are unique.
    case object([Member])

    struct Member: Equatable, Sendable {
        var name: String
        var value: JSONValue
    }

    /// The phrase after "found", for example "a string".
    var phrase: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value) where value.isNaN: "NaN"
        case .number(let value) where value.isInfinite: value > 0 ? "Infinity" : "-Infinity"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
