import Foundation

extension ScriptValue {
    /// Whether a condition with this value holds.
    public var isTrue: Bool {
        switch self {
        case .undefined, .null: false
        case .bool(let value): value
        case .number(let value): value != 0 && !value.isNaN
        case .string(let text): !text.isEmpty
        default: true
        }
    }
}

extension Evaluation {
    mutating func unary(_ sign: UnaryOperator, _ operand: Syntax, _ scope: Scope?) throws(ScriptError) -> ScriptValue {
        if sign == .typeof, case .name(let name) = operand.kind, case nil = try find(name, scope) {
            return .string("undefined")
        }
        let value = try value(operand, in: scope)
        switch sign {
        case .minus: return .number(-(try number(value)))
        case .plus: return .number(try number(value))
        case .not: return .bool(!value.isTrue)
        case .typeof:
            return switch value {
            case .undefined: .string("undefined")
            case .bool: .string("boolean")
            case .number: .string("number")
            case .string: .string("string")
            case .function, .native: .string("function")
            case .null, .array, .object, .date: .string("object")
            }
        }
    }

    func binary(_ sign: BinaryOperator, _ first: ScriptValue, _ second: ScriptValue) throws(ScriptError) -> ScriptValue
    {
        switch sign {
        case .add:
            if first.isText || second.isText {
                let text = try text(first) + text(second)
                try checkLength(text.utf8.count)
                return .string(text)
            }
            return .number(try number(first) + number(second))
        case .subtract: return .number(try number(first) - number(second))
        case .multiply: return .number(try number(first) * number(second))
        case .divide: return .number(try number(first) / number(second))
        case .remainder: return .number(fmod(try number(first), try number(second)))
        case .power: return .number(pow(try number(first), try number(second)))
        case .less:
            return .bool(
                try compare(first, second) {
                    $0 < $1
                } texts: {
                    $0 < 0
                })
        case .lessOrEqual:
            return .bool(
                try compare(first, second) {
                    $0 <= $1
                } texts: {
                    $0 <= 0
                })
        case .greater:
            return .bool(
                try compare(first, second) {
                    $0 > $1
                } texts: {
                    $0 > 0
                })
        case .greaterOrEqual:
            return .bool(
                try compare(first, second) {
                    $0 >= $1
                } texts: {
                    $0 >= 0
                })
        case .same: return .bool(isSame(first, second))
        case .notSame: return .bool(!isSame(first, second))
        case .equal: return .bool(try isEqual(first, second))
        case .notEqual: return .bool(!(try isEqual(first, second)))
        }
    }

    private func compare(
        _ first: ScriptValue, _ second: ScriptValue, numbers: (Double, Double) -> Bool, texts: (Int) -> Bool
    ) throws(ScriptError) -> Bool {
        guard case .string(let a) = first, case .string(let b) = second else {
            return numbers(try number(first), try number(second))
        }
        try budget.spend(min(a.utf8.count, b.utf8.count) / 16)
        for (x, y) in zip(a.utf16, b.utf16) where x != y { return texts(x < y ? -1 : 1) }
        return texts(a.utf16.count - b.utf16.count)
    }

    /// `===`. Two arrays or objects are never the same, because values are never changed in place.
    func isSame(_ first: ScriptValue, _ second: ScriptValue) -> Bool {
        switch (first, second) {
        case (.undefined, .undefined), (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        // Compare bytes, because Swift compares with canonical equivalence.
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        default: false
        }
    }

    private func isEqual(_ first: ScriptValue, _ second: ScriptValue) throws(ScriptError) -> Bool {
        if !first.isPresent || !second.isPresent { return !first.isPresent && !second.isPresent }
        if isSame(first, second) { return true }
        switch (first, second) {
        case (.number, .string), (.string, .number), (.bool, .number), (.number, .bool), (.bool, .string),
            (.string, .bool):
            return try number(first) == number(second)
        case (.array, .string), (.string, .array), (.array, .number), (.number, .array):
            return try isSame(.string(text(first)), .string(text(second)))
        default: return false
        }
    }

    /// The value as a number in a calculation.
    func number(_ value: ScriptValue) throws(ScriptError) -> Double {
        switch value {
        case .undefined: .nan
        case .null: 0
        case .bool(let value): value ? 1 : 0
        case .number(let value): value
        case .string(let text): ScriptNumber.read(text)
        case .date(let milliseconds): milliseconds
        case .array: ScriptNumber.read(try text(value))
        case .object, .function, .native: .nan
        }
    }

    /// The value as a string in a concatenation.
    func text(_ value: ScriptValue) throws(ScriptError) -> String {
        switch value {
        case .undefined: return "undefined"
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let value): return ScriptNumber.text(value)
        case .string(let text): return text
        case .array(let values): return try joined(values, ",", level: 0)
        case .object: return "[object Object]"
        case .date(let milliseconds): return ScriptDate.text(milliseconds)
        case .function(let function): return function.text
        case .native(let native): return native.name
        }
    }

    /// The elements as strings, joined with a separator. `undefined` and `null` are empty.
    func joined(_ values: [ScriptValue], _ separator: String, level: Int) throws(ScriptError) -> String {
        guard level < 50 else { throw ScriptError(message: "lists are nested too deeply") }
        var text = ""
        for (index, value) in values.enumerated() {
            if index > 0 { text += separator }
            if case .array(let inner) = value {
                text += try joined(inner, ",", level: level + 1)
            } else if value.isPresent {
                text += try self.text(value)
            }
            guard text.utf8.count <= Self.longest else {
                throw ScriptError(message: "more than \(Self.longest) characters")
            }
        }
        try budget.spend(values.count + text.utf8.count / 16)
        return text
    }
}

extension ScriptValue {
    /// Whether `+` concatenates it as a string.
    fileprivate var isText: Bool {
        switch self {
        case .string, .array, .object, .date, .function, .native: true
        default: false
        }
    }
}
