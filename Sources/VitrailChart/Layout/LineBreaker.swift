/// Breaks a text between words, and measures each word once.
///
/// Lines end at blanks, after hyphens and slashes that neither begin a word nor precede a digit, and between
/// ideographs. This is a subset of UAX #14, sufficient for titles and labels.
struct LineBreaker {
    private struct Piece {
        var text: String
        /// Width in points at the font's own size.
        var width: Double
        /// Width of the blank before the piece, unless it begins a line.
        var gap: Double
    }

    private let paragraphs: [[Piece]]

    /// Maximum words in a label; the rest counts as one word.
    private static let maxPieces = 2_000

    init(_ paragraphs: [String], _ font: FontStyle?, _ typesetter: Typesetter) {
        let blank = typesetter.size(" ", font).width
        self.paragraphs = paragraphs.map { paragraph in
            Self.split(paragraph).map { text, isGlued in
                Piece(text: text, width: typesetter.size(text, font).width, gap: isGlued ? 0 : blank)
            }
        }
    }

    /// Words, and whether each one follows its predecessor without a blank.
    private static func split(_ text: String) -> [(text: String, isGlued: Bool)] {
        var pieces: [(text: String, isGlued: Bool)] = []
        var word = ""
        var isGlued = false
        func end(gluesNext: Bool) {
            if !word.isEmpty { pieces.append((word, isGlued)) }
            word = ""
            isGlued = gluesNext
        }
        var characters = text.makeIterator()
        var next = characters.next()
        while let character = next {
            next = characters.next()
            if pieces.count >= maxPieces {
                word.append(character)
            } else if character.isWhitespace {
                end(gluesNext: false)
            } else if isIdeograph(character) {
                if !word.isEmpty { end(gluesNext: true) }
                word.append(character)
                end(gluesNext: true)
            } else {
                // Do not break −100, 2024-01-31 and 24/7.
                let mayEnd = (character == "-" || character == "/") && !word.isEmpty && next?.isNumber != true
                word.append(character)
                if mayEnd { end(gluesNext: true) }
            }
        }
        end(gluesNext: true)
        return pieces
    }

    /// Kana, Han and Hangul: a line may end after each of them.
    private static func isIdeograph(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first?.value else { return false }
        return (0x3040...0x9FFF).contains(scalar) || (0xAC00...0xD7AF).contains(scalar)
            || (0x20000...0x3FFFF).contains(scalar)
    }

    /// Lines of similar length within the limits. `nil`: a word is too long, or there are too many lines.
    func lines(scale: Double, lineHeight: Double, within limits: TextBlock.Limits) -> [TextBlock.Line]? {
        let width = limits.width / scale
        var result: [TextBlock.Line] = []
        for pieces in paragraphs {
            guard pieces.allSatisfy({ $0.width <= width }) else { return nil }
            result += join(pieces, balanced(pieces, width), scale)
            guard Double(result.count) * lineHeight <= limits.height else { return nil }
        }
        return result
    }

    /// As many lines as the limits allow, with overlong ones truncated. `nil`: no space for one line, or for a single
    /// letter.
    func cutLines(
        scale: Double, lineHeight: Double, within limits: TextBlock.Limits, _ font: FontStyle?,
        _ typesetter: Typesetter, keepingEnd: Bool = false
    ) -> [TextBlock.Line]? {
        let room = limits.height / max(lineHeight, 1e-3)
        // The test also fails for NaN from a host.
        guard room >= 1 else { return nil }
        let count = Int(min(room, 1_000))
        let broken = paragraphs.map { (pieces: $0, ends: ends($0, limits.width / scale)) }
        var lines = broken.flatMap { join($0.pieces, $0.ends, scale) }
        if lines.count > count {
            // The last line takes the rest, so that truncation happens at the end of the space.
            let isGlued = broken.flatMap { pieces, ends in [false] + ends.dropLast().map { pieces[$0].gap == 0 } }
            let rest = (count..<lines.count).reduce(lines[count - 1].text) {
                $0 + (isGlued[$1] ? "" : " ") + lines[$1].text
            }
            lines = lines[..<(count - 1)] + [TextBlock.Line(text: rest, width: typesetter.size(rest, font).width)]
        }
        let cut = lines.compactMap { line -> TextBlock.Line? in
            if line.width <= limits.width { return line }
            return Self.cut(line.text, font, width: limits.width, typesetter, keepingEnd: keepingEnd)
        }
        return cut.count == lines.count ? cut : nil
    }

    /// Longest beginning of a text that fits with an ellipsis after it. `nil`: none.
    ///
    /// - Parameter keepingEnd: whether the ellipsis stands in the middle, with equal parts of the beginning and the
    ///   end.
    static func cut(
        _ text: String, _ font: FontStyle?, width: Double, _ typesetter: Typesetter, keepingEnd: Bool = false
    ) -> TextBlock.Line? {
        let characters = Array(text.prefix(1_000))
        func line(_ count: Int) -> TextBlock.Line {
            let ending = keepingEnd ? count / 2 : 0
            var kept = characters[..<(count - ending)]
            while kept.last?.isWhitespace == true { kept.removeLast() }
            let text = String(kept) + "…" + String(characters.suffix(ending).drop { $0.isWhitespace })
            return TextBlock.Line(text: text, width: typesetter.size(text, font).width)
        }
        var (low, high) = (0, characters.count)
        while low < high {
            let middle = (low + high + 1) / 2
            if line(middle).width <= width { low = middle } else { high = middle - 1 }
        }
        return low > 0 ? line(low) : nil
    }

    // MARK: Breaking

    /// Ends of greedily filled lines: indexes after their last pieces.
    private func ends(_ pieces: [Piece], _ width: Double) -> [Int] {
        var ends: [Int] = []
        var used = 0.0
        for (k, piece) in pieces.enumerated() {
            if k > 0, used + piece.gap + piece.width > width {
                ends.append(k)
                used = piece.width
            } else {
                used += (k == 0 ? 0 : piece.gap) + piece.width
            }
        }
        return ends + [pieces.count]
    }

    /// Breaks of the narrowest block with the minimum number of lines for the width.
    private func balanced(_ pieces: [Piece], _ width: Double) -> [Int] {
        let greedy = ends(pieces, width)
        guard greedy.count > 1 else { return greedy }
        var low = pieces.map(\.width).max() ?? 0
        var high = width
        for _ in 0..<10 where high - low > 1 {
            let middle = (low + high) / 2
            if ends(pieces, middle).count <= greedy.count { high = middle } else { low = middle }
        }
        return ends(pieces, high)
    }

    private func join(_ pieces: [Piece], _ ends: [Int], _ scale: Double) -> [TextBlock.Line] {
        var start = 0
        return ends.map { end in
            var line = TextBlock.Line(text: "", width: 0)
            for k in start..<end {
                let piece = pieces[k]
                if k > start {
                    if piece.gap > 0 { line.text += " " }
                    line.width += piece.gap
                }
                line.text += piece.text
                line.width += piece.width
            }
            line.width *= scale
            start = end
            return line
        }
    }
}
