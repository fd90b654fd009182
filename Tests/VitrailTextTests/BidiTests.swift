import Testing

@testable import VitrailText

/// Levels computed by hand from UAX #9; letters a–z are Latin, א–ת Hebrew.
@Suite struct BidiTests {
    struct Case: CustomTestStringConvertible {
        var text: String
        var levels: [UInt8]
        var testDescription: String { text }
    }

    @Test(arguments: [
        Case(text: "abc 12", levels: [0, 0, 0, 0, 0, 0]),
        Case(text: "אב", levels: [1, 1]),
        Case(text: "a אב b", levels: [0, 0, 1, 1, 0, 0]),
        Case(text: "א 12", levels: [1, 1, 2, 2]),
        Case(text: "א a", levels: [1, 1, 2]),
        // W4: separators inside numbers.
        Case(text: "א1,2.3", levels: [1, 2, 2, 2, 2, 2]),
        Case(text: "א1-2", levels: [1, 2, 2, 2]),
        // W2: European digits after an Arabic letter are Arabic numbers; a minus does not join them.
        Case(text: "ع1-2", levels: [1, 2, 1, 2]),
        // W5: a terminator beside digits.
        Case(text: "א5%", levels: [1, 2, 2]),
        Case(text: "ع5%", levels: [1, 2, 1]),
        // W7: digits after Latin are Latin.
        Case(text: "א a1", levels: [1, 1, 2, 2]),
        // N0: brackets around Latin in a right-to-left line take the direction of the line.
        Case(text: "א (a) b", levels: [1, 1, 1, 2, 1, 1, 2]),
        Case(text: "א a(b)", levels: [1, 1, 2, 2, 2, 2]),
        Case(text: "a (א) b", levels: [0, 0, 0, 1, 0, 0, 0]),
        // L1: trailing blanks.
        Case(text: "א a ", levels: [1, 1, 2, 1]),
        Case(text: "a א ", levels: [0, 0, 1, 0]),
        // W1: marks take the level of their letter; joiners take that of the preceding character.
        Case(text: "aא\u{5B0}b", levels: [0, 1, 1, 0]),
        Case(text: "aא\u{200D}אb", levels: [0, 1, 1, 1, 0]),
        // Direction marks.
        Case(text: "\u{200F}a!", levels: [1, 2, 1]),
        // X5c, P2: an isolate has a direction of its own, and does not decide the direction of the line.
        Case(text: "\u{2068}a\u{2069} א", levels: [1, 2, 1, 1, 1]),
        Case(text: "a \u{2067}א 1\u{2069} b", levels: [0, 0, 0, 1, 1, 2, 0, 0, 0]),
        // X2: an embedding; its controls take the level of the preceding character.
        Case(text: "א\u{202B}ב a\u{202C} ג", levels: [1, 1, 3, 3, 4, 4, 1, 1]),
        // Flags run left to right, other emoji take the direction of the text, also those newer than Unicode 10.
        Case(text: "🇮🇱 א", levels: [0, 0, 0, 1]),
        Case(text: "🥇 א", levels: [1, 1, 1]),
        Case(text: "🟢 א", levels: [1, 1, 1]),
        Case(text: "🫠 א", levels: [1, 1, 1]),
        // U+0870, an Arabic letter of Unicode 14: digits after it are Arabic numbers (W2).
        Case(text: "\u{870}1-2", levels: [1, 2, 1, 2]),
        // U+1AC1, a mark of Unicode 14.
        Case(text: "א\u{1AC1}ב", levels: [1, 1, 1]),
        Case(text: "12", levels: [0, 0]),
        Case(text: "", levels: []),
    ])
    func levels(of item: Case) {
        #expect(BidiLine(Array(item.text.unicodeScalars)).levels == item.levels)
    }

    @Test(
        arguments: [
            ([0, 0, 0], [0, 1, 2]),
            ([1, 1], [1, 0]),
            ([0, 1, 1, 0], [0, 2, 1, 3]),
            ([1, 2, 1], [2, 1, 0]),
            ([1, 2, 2, 1], [3, 1, 2, 0]),
            ([0, 1, 2, 1, 0], [0, 3, 2, 1, 4]),
        ] as [([UInt8], [Int])])
    func visualOrder(levels: [UInt8], order: [Int]) {
        #expect(BidiLine.visualOrder(levels) == order)
    }

    /// Every text of up to four of these characters: a permutation, with at most two levels per isolate.
    @Test func anyTextIsOrdered() {
        let alphabet: [Unicode.Scalar] = [
            "a", "א", "ع", "1", "٣", "(", ")", " ", "%", "\u{301}", "\u{2067}", "\u{2069}",
        ]
        func check(_ text: [Unicode.Scalar]) {
            let levels = BidiLine(text).levels
            guard levels.count == text.count, levels.allSatisfy({ $0 <= 2 + 2 * 4 }),
                BidiLine.visualOrder(levels).sorted() == Array(text.indices)
            else {
                Issue.record("\(text)")
                return
            }
            if text.count < 4 { for scalar in alphabet { check(text + [scalar]) } }
        }
        check([])
    }
}
