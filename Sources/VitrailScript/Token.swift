/// A token of a text in JavaScript notation.
struct Token: Sendable {
    let kind: Kind
    /// Its position in bytes.
    let range: Range<Int>
    /// Whether a line ends before it.
    let followsLineBreak: Bool

    enum Kind: Equatable, Sendable {
        case number(Double)
        case string(String)
        case name(String)
        case mark(String)
        /// Strings, and the tokens of the expressions between them.
        case template([String], [[Token]])
        case end

        static func == (first: Kind, second: Kind) -> Bool {
            switch (first, second) {
            case (.number(let a), .number(let b)): a == b
            case (.string(let a), .string(let b)), (.name(let a), .name(let b)), (.mark(let a), .mark(let b)): a == b
            case (.end, .end): true
            default: false
            }
        }
    }

    var phrase: String {
        switch kind {
        case .number: "a number"
        case .string(let text): "the text '\(text.prefix(30))'"
        case .name(let name): "'\(name.prefix(30))'"
        case .mark(let mark): "'\(mark)'"
        case .template: "a template"
        case .end: "the end of the text"
        }
    }
}
