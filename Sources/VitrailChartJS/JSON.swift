/// A value in the written description.
indirect enum JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    /// Members in order.
    case object([JSONMember])

    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON?)...) {
        self = .object(elements.compactMap { name, value in value.map { JSONMember(name: name, value: $0) } })
    }

    init(_ values: [Double?]) { self = .array(values.map { $0.map { .number($0) } ?? .null }) }

    /// The member of an object. Setting `nil` removes it.
    subscript(name: String) -> JSON? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.last { $0.name == name }?.value
        }
        set {
            var members: [JSONMember] = []
            if case .object(let own) = self { members = own }
            if let position = members.firstIndex(where: { $0.name == name }) {
                if let newValue { members[position].value = newValue } else { members.remove(at: position) }
            } else if let newValue {
                members.append(JSONMember(name: name, value: newValue))
            }
            self = .object(members)
        }
    }

    /// `nil`: an empty object or list, which is not worth writing.
    var ifNotEmpty: JSON? {
        switch self {
        case .object(let members) where members.isEmpty: nil
        case .array(let values) where values.isEmpty: nil
        default: self
        }
    }

    var bytes: [UInt8] {
        var text: [UInt8] = []
        write(to: &text)
        return text
    }

    private func write(to text: inout [UInt8]) {
        switch self {
        case .null: text += "null".utf8
        case .bool(let value): text += (value ? "true" : "false").utf8
        case .number(let value):
            // Numbers that JSON cannot represent are gaps.
            guard value.isFinite else { return text.append(contentsOf: "null".utf8) }
            if value.rounded() == value, abs(value) < 1e15 {
                text += String(Int64(value)).utf8
            } else {
                text += "\(value)".utf8
            }
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            text.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                value.write(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &text)
                text.append(UInt8(ascii: ":"))
                member.value.write(to: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ value: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                text += "\\u00".utf8
                text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}

struct JSONMember {
    let name: String
    var value: JSON
}
