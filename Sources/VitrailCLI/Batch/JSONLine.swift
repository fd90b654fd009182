/// One line with a JSON object. Members keep the order of adding.
struct JSONLine {
    private var text: [UInt8] = [UInt8(ascii: "{")]

    /// The line with its newline.
    var bytes: [UInt8] { text + Array("}\n".utf8) }

    mutating func add(_ name: String, _ value: String) { add(name, raw: Self.quoted(value)) }
    mutating func add(_ name: String, _ value: Int) { add(name, raw: Array(String(value).utf8)) }
    mutating func add(_ name: String, _ values: [String]) {
        add(name, raw: Array("[".utf8) + values.map(Self.quoted).joined(separator: Array(",".utf8)) + Array("]".utf8))
    }

    /// Rounded to two decimals.
    mutating func add(_ name: String, _ value: Double) {
        add(name, raw: Array("\((value * 100).rounded() / 100)".utf8))
    }

    mutating func add(_ name: String, _ members: JSONLine) { add(name, raw: members.text + Array("}".utf8)) }

    /// - Parameter raw: JSON without a newline.
    mutating func add(_ name: String, raw: [UInt8]) {
        if text.count > 1 { text.append(UInt8(ascii: ",")) }
        text += Self.quoted(name)
        text.append(UInt8(ascii: ":"))
        text += raw
    }

    private static func quoted(_ value: String) -> [UInt8] {
        var bytes = [UInt8(ascii: "\"")]
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<32:
                let hex = String(byte, radix: 16)
                bytes += Array("\\u00".utf8) + Array((hex.utf8.count == 1 ? "0" + hex : hex).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        return bytes
    }
}
