import Testing

@testable import VitrailDescription

@Suite struct MergePatchTests {
    /// RFC 7396, appendix A: original, patch, result.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        (#"{"a":"foo"}"#, "null", "null"),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
    func examples(original: String, patch: String, expected: String) throws {
        func value(_ text: String) throws(DescriptionError) -> JSONValue { try JSONParser.parse(Array(text.utf8)) }
        #expect(try value(original).merged(with: value(patch)) == value(expected))
    }

    @Test func membersKeepTheirOrder() throws {
        let value = try JSONParser.parse(Array(#"{"z": 1, "y": {"b": 1, "a": 2}, "x": 3}"#.utf8))
        let patch = try JSONParser.parse(Array(#"{"w": 0, "y": {"a": 5, "c": 6}, "z": null}"#.utf8))
        guard case .object(let members) = value.merged(with: patch), case .object(let inner) = members[0].value else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.name) == ["y", "x", "w"] && inner.map(\.name) == ["b", "a", "c"])
    }
}
