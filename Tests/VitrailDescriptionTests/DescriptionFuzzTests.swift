import Testing
import VitrailTestNumbers

@testable import VitrailDescription

/// Any changed description decodes or throws; it never ends the process.
@Suite struct DescriptionFuzzTests {
    private static let tokens = [
        "null", "true", "-1", "0", "1e300", "-1e300", "1e999", "\"\"", "\"x\"", "[]", "{}", "[[", "}", ",", ":",
        "\\u0000", "\"2013-01-01\"",
        "16384", "0.1", "\u{FFFD}", "\"type\":\"pie\"",
    ].map { Array($0.utf8) }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededNumbers) {
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let at = Int.random(in: bytes.indices, using: &random)
            let end = min(bytes.count, at + Int.random(in: 0...12, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(at..<end)
            case 2: bytes.insert(contentsOf: tokens.randomElement(using: &random)!, at: at)
            case 3: bytes.replaceSubrange(at..<end, with: tokens.randomElement(using: &random)!)
            default:
                bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: 0...bytes.count, using: &random))
            }
        }
    }

    @Test(arguments: DescriptionFiles.examples)
    func mutationsOfExamplesAreSurvived(name: String) throws {
        let original = try DescriptionFiles.bytes(DescriptionFiles.example(name))
        var random = SeededNumbers(seed: 1)
        var decoded = 0
        var refused = 0
        for _ in 0..<300 {
            var bytes = original
            Self.mutate(&bytes, &random)
            do throws(DescriptionError) {
                let chart = try ChartDescription(json: bytes, directory: "\(DescriptionFiles.root)/Examples")
                decoded += 1
                _ = try chart.loadSeriesData()
            } catch {
                #expect(!error.description.isEmpty)
                refused += 1
            }
        }
        #expect(decoded > 0 && refused > 100)
    }

    /// Replaces every value in turn by a value of every kind.
    @Test(arguments: DescriptionFiles.examples)
    func valuesOfAnotherKindAreSurvived(name: String) throws {
        let root = try JSONParser.parse(try DescriptionFiles.bytes(DescriptionFiles.example(name)))
        let others: [JSONValue] = [
            .null, .bool(true), .number(-1), .number(1e300), .number(0.5), .string("x"), .string(""),
            .array([]),
            .array([.number(1), .number(1)]), .object([]),
        ]
        var count = 0
        for i in 0..<Self.size(root) {
            for other in others {
                var left = i
                let text = Self.text(Self.replacing(root, at: &left, with: other))
                _ = try? ChartDescription(json: text)
                count += 1
            }
        }
        #expect(count > 100)
    }

    private static func size(_ value: JSONValue) -> Int {
        switch value {
        case .array(let values): 1 + values.reduce(0) { $0 + size($1) }
        case .object(let members): 1 + members.reduce(0) { $0 + size($1.value) }
        default: 1
        }
    }

    /// The value with its `index`th part (in text order) replaced.
    private static func replacing(_ value: JSONValue, at index: inout Int, with other: JSONValue) -> JSONValue {
        index -= 1
        if index == -1 { return other }
        switch value {
        case .array(let values): return .array(values.map { replacing($0, at: &index, with: other) })
        case .object(let members):
            return .object(
                members.map { .init(name: $0.name, value: replacing($0.value, at: &index, with: other)) })
        default: return value
        }
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let number): "\(number)"
        case .string(let string):
            "\"" + string.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        case .array(let values): "[" + values.map(text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { text(.string($0.name)) + ":" + text($0.value) }.joined(separator: ",") + "}"
        }
    }
}
