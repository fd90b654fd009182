/// The JSON object after `RESULT `, with its members in their original order.
struct Answer {
    private var members: [String] = []

    var json: String { "{\(members.joined(separator: ", "))}" }

    mutating func add(_ name: String, _ text: String) { add(name, json: Self.quoted(text)) }
    mutating func add(_ name: String, _ number: Int) { add(name, json: "\(number)") }
    mutating func add(_ name: String, _ number: Double) { add(name, json: Self.text(of: number)) }

    mutating func add(_ name: String, _ numbers: [Double]) {
        add(name, json: "[\(numbers.map(Self.text(of:)).joined(separator: ", "))]")
    }

    mutating func add(_ name: String, _ object: Answer) { add(name, json: object.json) }

    private mutating func add(_ name: String, json: String) { members.append("\(Self.quoted(name)): \(json)") }

    /// JSON has no infinities and no NaN.
    private static func text(of number: Double) -> String { number.isFinite ? "\(number)" : "null" }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{0}"..<" ": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
