import Testing
import VitrailTestNumbers

@testable import VitrailDescription

/// Errors in JSON text are reported by line and column, with a hint for the fix.
@Suite struct JSONMistakeTests {
    private func message(_ bytes: [UInt8]) -> String? {
        DescriptionFiles.message { () throws(DescriptionError) in try ChartDescription(json: bytes) }
    }

    @Test(arguments: [
        ("{\n  \"a\": 1\n  \"b\": 2\n}", "line 2, column 9: expected , or } after a value: a comma is missing here"),
        ("[1\n2]", "line 1, column 3: expected , or ] after a value: a comma is missing here"),
        ("{\"a\": [1, 2,]}", "line 1, column 12: a comma before ]: remove it, or add a value after it"),
        ("{\"a\": 1,\n\n}", "line 1, column 8: a comma before }: remove it, or add a value after it"),
        ("{'a': 1}", "line 1, column 2: expected a name in double quotes, not in single ones"),
        ("{\"a\": 'x'}", "line 1, column 7: expected a value; texts are in double quotes, not in single ones"),
        ("{“a”: 1}", "line 1, column 2: expected a name in double quotes, not in typographic ones"),
        ("{a: 1}", "line 1, column 2: expected a name in quotes: \"a\""),
        ("{\"a\": 1, // note\n\"b\": 2}", "line 1, column 10: a comment: JSON has none; remove it"),
        ("# note\n{}", "line 1, column 1: a comment: JSON has none; remove it"),
        ("{\"a\": 1 /* note */}", "line 1, column 9: a comment: JSON has none; remove it"),
        ("{\"a\": True}", "line 1, column 7: expected a value; True is Python, JSON has true"),
        ("{\"a\": False}", "line 1, column 7: expected a value; False is Python, JSON has false"),
        ("{\"a\": None}", "line 1, column 7: expected a value; None is Python, JSON has null"),
        ("{\"a\": undefined}", "line 1, column 7: expected a value; write null"),
        ("{\"a\": nullable}", "line 1, column 7: expected a value; a text is in double quotes: \"nullable\""),
        ("{\"a\": red}", "line 1, column 7: expected a value; a text is in double quotes: \"red\""),
        ("{\"a\": +1}", "line 1, column 7: expected a value; a number has no + before it"),
        ("{\"a\": .5}", "line 1, column 7: expected a value; a number has a digit before its point, as 0.5"),
        ("{\"a\": ,}", "line 1, column 7: expected a value before the comma"),
        ("{\"a\"= 1}", "line 1, column 5: expected : after a name, not ="),
        ("{\"a\", \"b\": 1}", "line 1, column 5: expected : and a value after this name"),
        ("{\"a\": 1; \"b\": 2}", "line 1, column 8: expected , or } after a value, not ;"),
        ("{\n \"a\": [1, 2\n}", "line 2, column 7: [ is not closed: line 3, column 1 has }"),
        (
            "{\n \"a\": [1, 2,\n \"b\": 1}",
            "line 2, column 7: [ is not closed before the name in line 3, column 5; only an object, { }, has names"
        ),
        (
            "{\"a\": [1, 2 \"b\": 1}",
            "line 1, column 7: [ is not closed before the name in line 1, column 13; only an object, { }, has names"
        ),
        ("{\"a\": {\"b\": 1", "line 1, column 7: { is not closed where the text ends, in line 1, column 14"),
        (
            "{\"a\": \"b\n\"}",
            "line 1, column 7: the string is not closed on its line; a line break in it is written \\n"
        ),
        (" \n ", "line 1, column 1: the text is empty; expected a description, as {\"data\": …, \"series\": …}"),
        ("{}}", "line 1, column 3: text after the end of the description: one closing bracket too many"),
        (
            "{}\n{}",
            "line 2, column 1: text after the end of the description: a second document begins here; a file has one, `vitrail batch` takes one a line"
        ),
        ("{\"a\": 1\r\"b\": 2}", "line 1, column 8: expected , or } after a value: a comma is missing here"),
        (
            "t,v\r\n1,2\r\n",
            "line 1, column 1: expected {, where a description begins; this looks like a CSV file, which `vitrail plot` draws"
        ),
        (
            "size:\n  width: 3\n",
            "line 1, column 1: expected {, where a description begins; this looks like YAML, which is not read: write it as JSON"
        ),
    ])
    func mistakesComeWithTheirCorrection(json: String, expected: String) {
        #expect(message(Array(json.utf8)) == expected)
    }

    @Test func byteOrderMarks() {
        #expect(message([0xEF, 0xBB, 0xBF] + Array("{\"a\" 1}".utf8)) == "line 1, column 5: expected : after a name")
        let reason = "line 1, column 1: the text is UTF-16 or UTF-32; save it as UTF-8: iconv -f UTF-16 -t UTF-8 FILE"
        let wide = Array("{}".utf16).flatMap { [UInt8($0 & 255), 0] }
        for bytes in [[0xFF, 0xFE] + wide, wide, [0xFE, 0xFF, 0, 0x7B, 0, 0x7D]] { #expect(message(bytes) == reason) }
    }

    @Test func theFileIsNamedOnce() throws {
        let file = try TemporaryFile(Array("{\n\"a\" 1}".utf8), suffix: ".json")
        let message = DescriptionFiles.message { () throws(DescriptionError) in
            try ChartDescription(contentsOf: file.path)
        }
        #expect(message == "\(file.path): line 2, column 4: expected : after a name")
    }

    /// No truncated or changed text ends the process, and each error has a position in the text.
    @Test func allPrefixesOfADescriptionAreExplained() {
        let text = Array(#"{"a": [1, -2.5e3, "x\u00e9\n", true, null, NaN, -Infinity], "b": {"c": {}, "d": []}}"#.utf8)
        for end in 0..<text.count {
            let message = message(Array(text[..<end]))
            #expect(message?.hasPrefix("line 1, column ") == true, "\(end)")
        }
    }

    @Test func numbersThatAreNotFiniteAreRead() throws {
        let value = try JSONParser.parse(Array("[NaN, Infinity, -Infinity, 1]".utf8))
        guard case .array(let values) = value, case .number(let nan) = values[0] else {
            Issue.record("no list of numbers")
            return
        }
        #expect(nan.isNaN && values[1...] == [.number(.infinity), .number(-.infinity), .number(1)])
        for text in ["[nan]", "[-NaN]", "[Inf]", "[+Infinity]", "[NaNs]"] { #expect(message(Array(text.utf8)) != nil) }
    }
}
