/// Reads parts of dates from bytes at a position. If the part is missing, a function does not move the position.
struct DateScanner {
    var at: Int
    let end: Int

    init(_ range: Range<Int>) {
        at = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { at == end }

    // MARK: Digits

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }

    func hasDigit(_ bytes: Span<UInt8>) -> Bool { at < end && Self.isDigit(bytes[at]) }

    /// Exactly `count` digits.
    mutating func digits(_ count: Int, _ bytes: Span<UInt8>) -> Int? {
        guard at + count <= end else { return nil }
        var value = 0
        for i in at..<at + count {
            let digit = bytes[i] &- 48
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        at += count
        return value
    }

    /// As many digits as there are, up to `limit`.
    mutating func digits(upTo limit: Int, _ bytes: Span<UInt8>) -> Int? {
        let start = at
        let last = min(end, at + limit)
        var value = 0
        while at < last {
            let digit = bytes[at] &- 48
            guard digit < 10 else { break }
            value = value * 10 + Int(digit)
            at += 1
        }
        return at > start ? value : nil
    }

    /// The digits after a decimal sign. Digits after the 15th are skipped, because a date cannot represent them.
    mutating func fraction(_ bytes: Span<UInt8>) -> Double? {
        let start = at
        var value = 0.0
        var unit = 1.0
        while at < end, Self.isDigit(bytes[at]) {
            if unit < 1e15 {
                value = value * 10 + Double(bytes[at] &- 48)
                unit *= 10
            }
            at += 1
        }
        return at > start ? value / unit : nil
    }

    // MARK: Signs and words

    mutating func skip(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        guard at < end, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    /// Skips a character; letters match in either case.
    mutating func skip(anyCase byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        guard at < end, bytes[at] == byte || Self.isLetter(byte) && bytes[at] | 0x20 == byte | 0x20 else {
            return false
        }
        at += 1
        return true
    }

    /// The length in bytes of a blank at a position: space, tab, no-break space or narrow no-break space; 0: none.
    func blankLength(at i: Int, _ bytes: Span<UInt8>) -> Int {
        guard i < end else { return 0 }
        switch bytes[i] {
        case 0x20, 0x09: return 1
        case 0xC2: return i + 1 < end && bytes[i + 1] == 0xA0 ? 2 : 0
        case 0xE2: return i + 2 < end && bytes[i + 1] == 0x80 && bytes[i + 2] == 0xAF ? 3 : 0
        default: return 0
        }
    }

    @discardableResult
    mutating func skipBlanks(_ bytes: Span<UInt8>) -> Bool {
        let start = at
        while case let length = blankLength(at: at, bytes), length > 0 { at += length }
        return at > start
    }

    /// The number of letters from this position on.
    func wordLength(_ bytes: Span<UInt8>) -> Int {
        var i = at
        while i < end, Self.isLetter(bytes[i]) { i += 1 }
        return i - at
    }

    /// The first letters of a word, at most eight, in lower case, packed into an integer: "jan" is `0x6a616e`.
    func word(_ length: Int, _ bytes: Span<UInt8>) -> UInt64 {
        var value: UInt64 = 0
        for i in 0..<min(length, 8) { value = value << 8 | UInt64(bytes[at + i] | 0x20) }
        return value
    }

    mutating func skipWord(_ word: DateWord, _ bytes: Span<UInt8>) -> Bool {
        let length = wordLength(bytes)
        guard length == word.length, self.word(length, bytes) == word.letters else { return false }
        at += length
        return true
    }

    /// The month, 1…12, from its English name in full or shortened to three letters (also `Sept`). A point after it is
    /// skipped if a blank follows.
    package mutating func monthName(_ bytes: Span<UInt8>) -> Int? {
        guard let month = name(DateWord.months, bytes, others: DateWord.otherMonths) else { return nil }
        if at < end, bytes[at] == UInt8(ascii: "."), blankLength(at: at + 1, bytes) > 0 { at += 1 }
        return month + 1
    }

    /// The weekday, 0 = Sunday.
    mutating func weekdayName(_ bytes: Span<UInt8>) -> Int? {
        name(DateWord.weekdays, bytes, others: DateWord.otherWeekdays)
    }

    private mutating func name(
        _ names: [DateWord], _ bytes: Span<UInt8>, others: [(word: DateWord, index: Int)]
    ) -> Int? {
        let length = wordLength(bytes)
        guard length >= 3, length <= 9 else { return nil }
        let letters = word(length, bytes)
        let start = letters >> (8 * UInt64(min(length, 8) - 3))
        for i in names.indices where names[i].start == start {
            if length == 3 || length == names[i].length && letters == names[i].letters && isWhole(names[i], bytes) {
                at += length
                return i
            }
        }
        for other in others where other.word.length == length && other.word.letters == letters {
            at += length
            return other.index
        }
        return nil
    }

    /// Whether the ninth letter also matches.
    private func isWhole(_ name: DateWord, _ bytes: Span<UInt8>) -> Bool {
        name.length < 9 || bytes[at + 8] | 0x20 == name.ninth
    }

    // MARK: Time of day

    /// Reads `am`, `pm`, `a.m.` or `p.m.`.
    mutating func half(_ bytes: Span<UInt8>) -> DateFields.Half? {
        guard at + 2 <= end else { return nil }
        let first = bytes[at] | 0x20
        guard first == UInt8(ascii: "a") || first == UInt8(ascii: "p") else { return nil }
        var next = self
        next.at += 1
        let hasPoints = next.skip(UInt8(ascii: "."), bytes)
        guard next.skip(anyCase: UInt8(ascii: "m"), bytes) else { return nil }
        if hasPoints {
            guard next.skip(UInt8(ascii: "."), bytes) else { return nil }
        } else if next.at < end, Self.isLetter(bytes[next.at]) {
            return nil
        }
        at = next.at
        return first == UInt8(ascii: "a") ? .am : .pm
    }

    /// Seconds ahead of UTC, from `+hh`, `+hhmm`, `+hh:mm`, `+h`, `Z`, `UTC`, `GMT`, or from a name and number:
    /// `GMT+0200`.
    mutating func offset(_ bytes: Span<UInt8>) -> Int? {
        guard at < end else { return nil }
        if Self.isLetter(bytes[at]) {
            var next = self
            guard let named = next.zoneName(bytes) else { return nil }
            if named == 0, let written = next.signedOffset(bytes) {
                at = next.at
                return written
            }
            at = next.at
            return named
        }
        return signedOffset(bytes)
    }

    private mutating func signedOffset(_ bytes: Span<UInt8>) -> Int? {
        guard at < end, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") else { return nil }
        var next = self
        next.at += 1
        let start = next.at
        guard let hour = next.digits(upTo: 2, bytes), hour < 24 else { return nil }
        var minute = 0
        if next.at - start == 2 {
            var rest = next
            let hasColon = rest.skip(UInt8(ascii: ":"), bytes)
            if let written = rest.digits(2, bytes) {
                guard written < 60 else { return nil }
                minute = written
                next = rest
            } else if hasColon {
                return nil
            }
        }
        // Not an offset if another digit follows: -2024 is an offset, -20240 is not.
        guard !next.hasDigit(bytes) else { return nil }
        let isAhead = bytes[at] == UInt8(ascii: "+")
        at = next.at
        return (isAhead ? 1 : -1) * (hour * 3600 + minute * 60)
    }

    /// Seconds ahead of UTC for the short name of a zone.
    mutating func zoneName(_ bytes: Span<UInt8>) -> Int? {
        let length = wordLength(bytes)
        guard length >= 1, length <= 4 else { return nil }
        let letters = word(length, bytes)
        for zone in DateWord.zones where zone.word.letters == letters {
            at += length
            return zone.offset
        }
        return nil
    }
}

/// An English date word, stored for comparison with bytes.
struct DateWord: Sendable {
    let length: Int
    /// The first eight letters, in lower case.
    let letters: UInt64
    /// The first three letters.
    let start: UInt64
    let ninth: UInt8

    init(_ text: StaticString) {
        let all = text.description.utf8.map { $0 | 0x20 }
        length = all.count
        letters = all.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        start = all.prefix(3).reduce(0) { $0 << 8 | UInt64($1) }
        ninth = all.count > 8 ? all[8] : 0
    }

    static let months = [
        DateWord("January"), DateWord("February"), DateWord("March"), DateWord("April"), DateWord("May"),
        DateWord("June"),
        DateWord("July"), DateWord("August"), DateWord("September"), DateWord("October"), DateWord("November"),
        DateWord("December"),
    ]
    static let otherMonths = [(word: DateWord("Sept"), index: 8)]
    static let weekdays = [
        DateWord("Sunday"), DateWord("Monday"), DateWord("Tuesday"), DateWord("Wednesday"), DateWord("Thursday"),
        DateWord("Friday"), DateWord("Saturday"),
    ]
    static let otherWeekdays = [
        (word: DateWord("Tues"), index: 2), (word: DateWord("Thur"), index: 4), (word: DateWord("Thurs"), index: 4),
    ]
    /// - Source: RFC 2822 §4.3, and other zone names with only one offset.
    static let zones: [(word: DateWord, offset: Int)] = [
        (DateWord("Z"), 0), (DateWord("UTC"), 0), (DateWord("GMT"), 0), (DateWord("UT"), 0),
        (DateWord("EST"), -5 * 3600),
        (DateWord("EDT"), -4 * 3600), (DateWord("CST"), -6 * 3600), (DateWord("CDT"), -5 * 3600),
        (DateWord("MST"), -7 * 3600), (DateWord("MDT"), -6 * 3600), (DateWord("PST"), -8 * 3600),
        (DateWord("PDT"), -7 * 3600), (DateWord("WET"), 0), (DateWord("WEST"), 3600), (DateWord("CET"), 3600),
        (DateWord("CEST"), 2 * 3600), (DateWord("EET"), 2 * 3600), (DateWord("EEST"), 3 * 3600),
        (DateWord("JST"), 9 * 3600),
    ]
}
