import Testing
import VitrailTestNumbers
import VitrailText

@testable import VitrailChart

@Suite("Text blocks")
struct TextBlockTests {
    private let typesetter = Typesetter(frame: TextEngine.shared.frame(), scale: 1)
    private let font = FontStyle(size: 10)

    private func fit(_ text: String, width: Double, height: Double = 1_000, scale: Double = 1) -> TextBlock? {
        TextBlock(fitting: text, font, within: TextBlock.Limits(width: width, height: height, scale: scale), typesetter)
    }

    private func width(_ text: String) -> Double { typesetter.size(text, font).width }
    private var line: Double { typesetter.size("0", font).height }

    @Test("what fits is one line as it is; line feeds break")
    func whole() throws {
        let one = try #require(fit("a b c", width: 100))
        #expect(one.lines.map(\.text) == ["a b c"] && one.width == width("a b c") && one.height == line && !one.isCut)
        let two = try #require(fit("first\n\nthird line", width: 100))
        #expect(
            two.lines.map(\.text) == ["first", "", "third line"] && two.height == 3 * line
                && two.width == width("third line"))
        #expect(TextBlock("", font, typesetter).width == 0)
        #expect(TextBlock(String(repeating: "\n", count: 100_000), font, typesetter).lines.count <= 101)
    }

    @Test("lines break between words, after hyphens and between ideographs, and are of like length")
    func breaks() throws {
        let text = "one two three four five six seven eight"
        let block = try #require(fit(text, width: width(text) * 0.6))
        #expect(block.lines.count == 2 && block.lines.map(\.text).joined(separator: " ") == text)
        // The text is balanced, not one full line and a rest.
        #expect(abs(block.lines[0].width - block.lines[1].width) < width("three "))
        for line in block.lines { #expect(abs(line.width - width(line.text)) < 0.2) }
        #expect(try #require(fit("left-right", width: width("left-ri"))).lines.map(\.text) == ["left-", "right"])
        #expect(try #require(fit("日本語日本語", width: width("日本語日"))).lines.map(\.text) == ["日本語", "日本語"])
    }

    @Test("numbers and dates are not broken at their signs", arguments: ["-100000", "2024-01-31", "24/7", "-", "a -5"])
    func signs(text: String) throws {
        let words = text.split(separator: " ").map(String.init)
        let block = try #require(fit(text, width: words.map(width).max()! + 0.5))
        #expect(block.lines.map(\.text) == words)
    }

    @Test("where lines do not fit the font shrinks, as far as it may")
    func shrinks() throws {
        let text = "some words in a row"
        let block = try #require(fit(text, width: width(text) * 0.8, height: line, scale: 0.7))
        let size = try #require(block.font?.size)
        #expect(block.lines.map(\.text) == [text] && size <= 8 && size > 7.4 && !block.isCut)
        #expect(block.width <= width(text) * 0.8 && block.height < line)
    }

    @Test("what still does not fit ends in an ellipsis; without room for a letter there is nothing")
    func cuts() throws {
        let word = "Donaudampfschifffahrtsgesellschaft"
        let block = try #require(fit(word, width: width(word) / 2))
        let text = block.lines[0].text
        #expect(block.isCut && text.hasSuffix("…") && word.hasPrefix(text.dropLast()) && text.count > 10)
        #expect(block.width <= width(word) / 2 && block.width > width(word) / 2 - width("mm"))
        let lines = try #require(fit("one two three four five six", width: width("three four"), height: 2 * line))
        #expect(lines.lines.count == 2 && lines.lines[1].text.hasSuffix("…") && lines.lines[0].text == "one two")
        #expect(fit("a\nb", width: 100, height: line)?.lines.map(\.text) == ["a b"])
        // A word that is joined again contains no hyphen or space at the joint.
        let joined = try #require(fit("Baden-Württemberg", width: width("Baden-Württem"), height: line))
        #expect(joined.lines[0].text.hasPrefix("Baden-Würt") && joined.lines[0].text.hasSuffix("…"))
        #expect(fit("日本語日本語日本語", width: width("日本語日"), height: line)?.lines.map(\.text) == ["日本語…"])
        #expect(fit(word, width: 3) == nil)
        #expect(fit(word, width: 1_000, height: line - 1) == nil)
        #expect(fit(word, width: .nan) == nil && fit(word, width: -5, height: -5) == nil)
    }

    @Test("no block exceeds its limits, whatever the text")
    func random() {
        var random = SeededNumbers(seed: 3)
        let words = [
            "a", "of", "the", "wind", "temperature", "日本", "x-y", "Überraschung", "…", "12,345.6", "\n", "\u{301}",
            "مرحبا", "🙂",
        ]
        for _ in 0..<2_000 {
            let text = (0..<random.next(12)).map { _ in words[random.next(words.count)] }.joined(
                separator: random.next(3) > 0 ? " " : "")
            let limits = TextBlock.Limits(
                width: Double(random.next(200)), height: Double(random.next(60)), scale: [1, 0.75, 0.3][random.next(3)])
            guard let block = TextBlock(fitting: text, font, within: limits, typesetter) else { continue }
            #expect(block.width <= limits.width + 1e-6 && block.height <= limits.height + 1e-6, "\(text)")
            for line in block.lines {
                let measured = typesetter.size(line.text, block.font).width
                #expect(measured <= limits.width + 1, "\(line.text) in \(text)")
            }
        }
    }

    @Test("a text of many words is set in time")
    func long() {
        let text = String(repeating: "word ", count: 50_000)
        let clock = ContinuousClock()
        let start = clock.now
        let block = fit(text, width: 300, height: 40, scale: 0.5)
        #expect(block?.isCut == true)
        #expect(clock.now - start < .seconds(5))
    }

    @Test(
        "a turned box is a rectangle of the block's size with its padding",
        arguments: [0, 0.3, Double.pi / 4, Double.pi / 2, 2])
    func box(rotation: Double) {
        let frame = TurnedFrame(
            TextAnchor(x: 100, y: 100, across: 0.5, down: 0.5, rotation: rotation), width: 40, height: 12)
        let area: Double
        switch frame.filled(.black, padding: (4, 2)) {
        case .rects(let rects):
            area = Double(rects.items[0].rect.width * rects.items[0].rect.height)
        case .area(let shape):
            area = zip(shape.samples, shape.samples.dropFirst()).reduce(0) { sum, pair in
                let heights = (abs(pair.0.first - pair.0.second) + abs(pair.1.first - pair.1.second)) / 2
                return sum + Double((pair.1.along - pair.0.along) * heights)
            }
        default: area = 0
        }
        #expect(abs(area - 48 * 16) < 1)
        let middle = frame.point(20, 6)
        #expect(abs(middle.x - 100) < 1e-9 && abs(middle.y - 100) < 1e-9)
    }
}

extension SeededNumbers {
    mutating func unit() -> Double { double(0...1) }

    /// 0 ..< bound.
    mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
