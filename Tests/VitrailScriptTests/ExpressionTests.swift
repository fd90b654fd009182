import Foundation
import Testing
import VitrailScript

/// Values computed by Node: make_expressions.mjs.
private struct Row: Decodable, CustomTestStringConvertible {
    let expression, value: String
    var testDescription: String { expression }
}

// swift-format-ignore: NeverUseForceTry
private let rows = try! JSONDecoder().decode(
    [Row].self,
    from: Data(
        contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Resources/expressions.json")))

/// Values in the format of make_expressions.mjs.
private func shown(_ value: ScriptValue) -> String {
    switch value {
    case .undefined: "undefined"
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): ScriptNumber.text(value)
    case .string(let text): quoted(text)
    case .array(let values): "[" + values.map(shown).joined(separator: ", ") + "]"
    case .object(let object):
        "{" + object.members.map { quoted($0.name) + ": " + shown($0.value) }.joined(separator: ", ") + "}"
    case .date(let milliseconds): "Date " + (milliseconds.isNaN ? "NaN" : ScriptDate.text(milliseconds))
    case .function, .native: "function"
    }
}

private func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // swift-format-ignore: NeverUseForceTry
    return String(decoding: try! encoder.encode(text), as: UTF8.self)
}

@Suite struct ExpressionTests {
    @Test("Values are those of Node", arguments: rows)
    private func values(_ row: Row) throws {
        #expect(shown(try Script.value(row.expression)) == row.value)
    }
}
