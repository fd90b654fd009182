import Testing
import VitrailScript
import VitrailTestNumbers

/// Texts that are rejected, and expressions without a value: the error gives position and reason.
@Suite struct RefusalTests {
    @Test(
        "A text that is not read names the line and the column",
        arguments: [
            ("", "expected a value, found the end of the text (line 1, column 1)"),
            ("{a: 1", "expected ',' or '}', found the end of the text (line 1, column 6)"),
            ("{a: {b: [1,\n  2 3]}}", "a.b: expected ',' or ']', found a number (line 2, column 5)"),
            ("{a: 1} x", "'x' behind the value (line 1, column 8)"),
            ("{a 1}", "expected ',' or '}', found a number (line 1, column 4)"),
            ("{'a' 1}", "a: expected ':' behind the name 'a' (line 1, column 6)"),
            ("'abc", "the text has no end (line 1, column 1)"),
            ("'abc\n'", "the text has no end on its line (line 1, column 1)"),
            ("{t: `abc", "the template has no end (line 1, column 5)"),
            ("`${1", "the expression in the template has no end (line 1, column 5)"),
            ("/* x", "the comment has no end (line 1, column 1)"),
            ("12px", "a number ends in 'p' (line 1, column 1)"),
            ("0x", "the number has no digits (line 1, column 1)"),
            ("'\\u12'", "an escape that is no character (line 1, column 2)"),
            ("#", "'#' does not belong here (line 1, column 1)"),
            ("{é: [ä#]}", "'#' does not belong here (line 1, column 7)"),
            ("{a: /x/}", "a: regular expressions are not read here (line 1, column 5)"),
            ("a = 1", "'=' sets a value; only 'const' and 'let' name values here (line 1, column 3)"),
            (
                "{f: () => { x += 1 }}",
                "f: '+=' sets a value; only 'const' and 'let' name values here (line 1, column 15)"
            ),
            (
                "{f() { for (;;) {} }}",
                "f: loops are not run here; functions of lists such as map, filter and reduce are (line 1, column 8)"
            ),
            (
                "{f: function () { while (true) {} }}",
                "f: loops are not run here; functions of lists such as map, filter and reduce are (line 1, column 19)"
            ),
            ("{f: async () => 1}", "f: 'async' is not read here (line 1, column 5)"),
            ("{f: x => x & 1}", "f: the operator '&' is not read here (line 1, column 12)"),
            ("{f: x => 'a' in x}", "f: the operator 'in' is not read here (line 1, column 14)"),
            ("{f: () => { throw 1 }}", "f: 'throw' is not read here (line 1, column 13)"),
            ("{f: ([a]) => a}", "f: names in brackets are not read here (line 1, column 6)"),
            ("{f: () => { let a; }}", "f: expected '=' behind 'let' and a name, found ';' (line 1, column 18)"),
        ])
    func refused(_ text: String, _ message: String) {
        #expect { try Script.value(text) } throws: { String(describing: $0) == message }
    }

    @Test(
        "An expression without a value names its member",
        arguments: [
            ("{a: {b: [1, c]}}", "a.b[1]: there is no 'c' here"),
            ("{a: fetch('x')}", "a: there is no 'fetch' here"),
            ("{a: process.env}", "a: there is no 'process' here"),
            ("{a: [null.x]}", "a[0]: 'x' of null"),
            ("{a: {}.b.c}", "a: 'c' of undefined"),
            ("{a: (1)()}", "a: the value is no function that can be called here"),
            ("{a: {}.f()}", "a: 'f' is no function that can be called here"),
            ("{a: [1].push(2)}", "a: 'push' changes a list, and lists are not changed here"),
            ("{a: 'x'.link()}", "a: there is no 'link' of a text here"),
            ("{a: 'x'.constructor('y')}", "a: there is no 'constructor' of a text here"),
            ("{a: (x => x).constructor('y')()}", "a: 'constructor' is no function that can be called here"),
            ("{a: new Function('x')}", "a: 'new Function' is not here; only 'new Date(…)' is"),
            (
                "{a: new Date()}",
                "a: 'new Date()' without a date is not here, so that the same chart is the same picture; write the date out"
            ),
            (
                "{a: Date.now()}",
                "a: 'Date.now' is not here, so that the same chart is the same picture; write the date out"
            ),
            (
                "{a: Math.random()}",
                "a: 'Math.random' is not here, so that the same chart is the same picture; write the numbers out"
            ),
            (
                "{a: new Date('14/06/2020')}",
                "a: '14/06/2020' is no date that is read here; write it as 2020-06-14 or 2020-06-14T16:08:20Z"
            ),
            (
                "{a: new Date('2021-02-29')}",
                "a: '2021-02-29' is no date that is read here; write it as 2020-06-14 or 2020-06-14T16:08:20Z"
            ),
            (
                "{a: (5).toLocaleString('de')}",
                "a: 'toLocaleString' writes numbers as 'en-US' does, not 'de'; use the chart's locale"
            ),
            ("{a: (5).toFixed(101)}", "a: 'toFixed' takes 0 to 100, not 101"),
            ("{a: (5).toString(2)}", "a: 'toString' writes numbers to the base 10"),
            ("{a: 'x'.repeat(2e6)}", "a: 'repeat' takes 0 to 1000000, not 2000000"),
            ("{a: 'xy'.repeat(1e6)}", "a: more than 1000000 characters or elements"),
            ("{a: [...5]}", "a: '...' takes a list, not a number"),
        ])
    func withoutValue(_ text: String, _ message: String) {
        #expect { try Script.value(text) } throws: { String(describing: $0) == message }
    }

    @Test("A function that fails when it is called names the member that it is")
    func called() throws {
        let value = try Script.value("{ticks: [{callback: (v) => v.label.length}]}")
        guard case .function(let function) = value["ticks"][0]["callback"] else {
            Issue.record("no function")
            return
        }
        #expect(throws: ScriptError(path: "ticks[0].callback", message: "'length' of undefined")) {
            try function([.object(ScriptObject())], budget: ScriptBudget())
        }
    }

    @Test("Names of the caller are values and functions")
    func names() throws {
        let double = ScriptValue.native(
            ScriptNative("double") { (values) throws(ScriptError) in
                guard case .number(let value)? = values.first else {
                    throw ScriptError(message: "double takes a number")
                }
                return .number(2 * value)
            })
        guard
            case .number(let result) = try Script.value(
                "double(limit) + 1", names: ["double": double, "limit": .number(4)])
        else {
            Issue.record("no number")
            return
        }
        #expect(result == 9)
        #expect(throws: ScriptError(path: "a", message: "double takes a number")) {
            try Script.value("{a: double('x')}", names: ["double": double])
        }
    }
}

/// A text may come from an untrusted source: its work and its depth are bounded.
@Suite struct BoundTests {
    private static let deepTexts: [String] = {
        func many(_ text: String, _ count: Int = 100_000) -> String { String(repeating: text, count: count) }
        var texts: [String] = ["[", "{a:", "(", "- ", "!", "1?", "`${", "x=>", "typeof ", "1+", "2**"].map {
            many($0) + "1"
        }
        texts += [".a", "[0]", "()", "?.a"].map { "a" + many($0) }
        texts.append("()=>" + many("{if(1)", 50_000))
        texts.append("()=>{" + many("if(1)", 50_000))
        texts.append("()=>{if(1)1;" + many("else if(1)1;", 50_000) + "}")
        texts.append("((a=" + many("(b=", 50_000))
        return texts
    }()

    @Test("Deep texts are refused, not followed to the end of the stack", arguments: deepTexts)
    func deep(_ text: String) {
        #expect(throws: ScriptError.self) { try Script.value(text) }
    }

    private static let endlessTexts: [String] = {
        let ten = "[1,2,3,4,5,6,7,8,9,10].map("
        func steps(_ step: (Int, Int) -> String) -> String {
            (0..<40).map { "const a\($0 + 1) = " + step($0, $0) + "; " }.joined()
        }
        return [
            "(f => f(f))(f => f(f))",
            "(f => f(f, 1))((f, n) => n > 1e9 ? n : f(f, n + 1))",
            ["a", "b", "c", "d", "e", "g", "h"].map { ten + $0 + " => " }.joined() + "1"
                + String(repeating: ")", count: 7),
            "(a0 => { " + steps { "a\($0) + a\($1)" } + "return a40 })('xx')",
            "(a0 => { " + steps { "[...a\($0), ...a\($1)]" } + "return a40 })([1])",
            "(a0 => { " + steps { "[a\($0), a\($1)]" } + "return '' + a40 })([1])",
            "'x'.repeat(1e6).split('').map(a => 'x'.repeat(1e6).indexOf('y'))",
            "'x'.repeat(1e6).split('x').join('y'.repeat(1e5))",
            "'x'.repeat(1e5).replaceAll('x', 'y'.repeat(1e5))",
        ]
    }()

    @Test("Work without an end is given up", arguments: endlessTexts)
    func endless(_ text: String) {
        let clock = ContinuousClock()
        let time = clock.measure {
            #expect(throws: ScriptError.self) { try Script.value(text) }
        }
        #expect(time < .seconds(30))
    }

    @Test("A list of 10⁵ numbers is read within some seconds")
    func long() throws {
        let text = "[" + (0..<100_000).map { "\($0).5" }.joined(separator: ", ") + "]"
        let time = try ContinuousClock().measure {
            guard case .array(let values) = try Script.value(text) else {
                Issue.record("no list")
                return
            }
            #expect(values.count == 100_000)
        }
        #expect(time < .seconds(10))
    }

    @Test("Any bytes are read or refused")
    func noise() {
        var numbers = SeededNumbers(seed: 55)
        let marks = [
            "{", "}", "[", "]", "(", ")", "=>", "`", "${", ",", ":", ".", "?.", "?", "...", "+", "**", "&&", "=", ";",
            "!",
        ]
        let words = [
            "a", "1", "'x'", "return", "if", "const", "function", "new", "Date", "typeof", "0x", "1e", "é", "\u{1F600}",
            "\n", "//", "/*", "\\",
        ]
        for _ in 0..<5_000 {
            let count = Int.random(in: 1...14, using: &numbers)
            let parts = (0..<count).map { _ in (marks + words).randomElement(using: &numbers) ?? "" }
            _ = try? Script.value(
                parts.joined(separator: Bool.random(using: &numbers) ? " " : ""), budget: ScriptBudget(10_000))
        }
    }
}
