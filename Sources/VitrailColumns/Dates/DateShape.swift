/// The structure of a text: the date formats it may have.
///
/// The text is split into numbers, names and separators. These determine the fields. Only the order of numbers may be
/// ambiguous, so that several formats remain.
struct DateShape {
    enum Kind: Equatable {
        /// A number with this count of digits.
        case digits(Int)
        /// One or two digits and `st`, `nd`, `rd` or `th`.
        case ordinal
        case month(isShort: Bool)
        /// `Q1`
        case quarter
        /// `1Q`
        case quarterBehind
        /// `W05`, `W5` or `W053`, with the count of digits.
        case week(Int)
        /// `M05`
        case numberedMonth
    }

    private struct Item {
        var kind: Kind
        var range: Range<Int>
        /// Value of a number of at most four digits.
        var value = 0
    }

    /// Maximum length of a date: the format of JavaScript with the name of a zone.
    private static let longest = 96

    /// The date formats that can read a text.
    ///
    /// - Parameter allowsBareDigits: Whether `20200102` and `20200102123000` are dates rather than numbers.
    static func formats(_ bytes: Span<UInt8>, _ range: Range<Int>, allowsBareDigits: Bool) -> [DateFormat] {
        guard mayBeDate(bytes, range), let found = Self(bytes, range) else { return [] }
        return found.candidates(allowsBareDigits: allowsBareDigits).filter { format in
            format.parse(bytes, range) != nil
        }
    }

    /// Quickly rejects most texts that are not dates.
    static func mayBeDate(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.count >= 4, range.count <= longest else { return false }
        let first = bytes[range.lowerBound]
        if DateScanner.isDigit(first) { return true }
        guard DateScanner.isLetter(first) else { return false }
        // The text must begin with a digit, the name of a month or weekday, or `Q1`, `W05`.
        let scanner = DateScanner(range)
        if DateScanner.isDigit(bytes[range.lowerBound + 1]) { return true }
        guard scanner.wordLength(bytes) >= 3 else { return false }
        var name = scanner
        if name.weekdayName(bytes) != nil { return true }
        return name.monthName(bytes) != nil
    }

    private var items: [Item] = []
    /// Separators before each item and before the time of day.
    private var separators: [Range<Int>] = []
    private var hasWeekday = false
    private var isShortWeekday = false
    /// Index of the item after the time of day. `nil`: the time of day is at the end or missing.
    private var clockIndex: Int?
    private var hasTail = false
    private var steps: [DateFormat.Step] = []
    private var text: [UInt8]

    private init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        text = range.map { bytes[$0] }
        let text = text
        var scanner = DateScanner(text.indices)
        let span = text.span
        readWeekday(span, &scanner)
        var separatorStart = scanner.at
        while !scanner.isAtEnd {
            if startsClock(span, scanner) {
                guard items.isEmpty || isMonthAndDay else {
                    hasTail = true
                    return
                }
                // The time of day is before the date or before the year.
                guard clockIndex == nil else { return nil }
                separators.append(separatorStart..<scanner.at)
                clockIndex = items.count
                var fields = DateFields()
                guard scanner.clock(span, &fields) else { return nil }
                separatorStart = scanner.at
            } else if DateScanner.isDigit(span[scanner.at]) {
                if items.count == 3 || isWholeDate {
                    hasTail = true
                    return
                }
                separators.append(separatorStart..<scanner.at)
                guard readNumber(span, &scanner) else { return nil }
                separatorStart = scanner.at
            } else if DateScanner.isLetter(span[scanner.at]) {
                if isTail(span, scanner) {
                    hasTail = true
                    return
                }
                separators.append(separatorStart..<scanner.at)
                guard readName(span, &scanner) else { return nil }
                separatorStart = scanner.at
            } else {
                guard Self.isSeparator(span[scanner.at]) else { return nil }
                scanner.at += 1
            }
        }
        guard separatorStart == text.count else { return nil }
    }

    private mutating func readWeekday(_ bytes: Span<UInt8>, _ scanner: inout DateScanner) {
        let length = scanner.wordLength(bytes)
        guard scanner.weekdayName(bytes) != nil else { return }
        hasWeekday = true
        isShortWeekday = length < 6
    }

    /// Whether a time begins here: `hh:mm`, or `hh` with AM or PM.
    private func startsClock(_ bytes: Span<UInt8>, _ scanner: DateScanner) -> Bool {
        var next = scanner
        guard next.digits(upTo: 2, bytes) != nil, !next.hasDigit(bytes) else { return false }
        if next.skip(UInt8(ascii: ":"), bytes) { return next.digits(2, bytes) != nil && !next.hasDigit(bytes) }
        next.skipBlanks(bytes)
        return next.half(bytes) != nil
    }

    /// Whether the next letters are the T before a time of day, or `at`.
    private func isTail(_ bytes: Span<UInt8>, _ scanner: DateScanner) -> Bool {
        guard items.count == 3 || isWholeDate else { return false }
        let length = scanner.wordLength(bytes)
        let first = bytes[scanner.at] | 0x20
        return length == 1 && first == UInt8(ascii: "t")
            || length == 2 && first == UInt8(ascii: "a") && bytes[scanner.at + 1] | 0x20 == UInt8(ascii: "t")
    }

    private var isMonthAndDay: Bool {
        guard items.count == 2 else { return false }
        return Self.isMonth(items[0].kind) && Self.isDay(items[1].kind)
            || Self.isDay(items[0].kind) && Self.isMonth(items[1].kind)
    }

    /// Whether the one or two items read so far are a complete date.
    private var isWholeDate: Bool {
        guard let last = items.last?.kind else { return false }
        if items.count == 1 { return last == .digits(8) }
        guard items.count == 2 else { return false }
        return items.contains { $0.kind == .quarter || $0.kind == .quarterBehind || $0.kind == .numberedMonth }
    }

    private static func isMonth(_ kind: Kind) -> Bool { if case .month = kind { true } else { false } }

    private static func isDay(_ kind: Kind) -> Bool { kind == .digits(1) || kind == .digits(2) || kind == .ordinal }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "'"),
            UInt8(ascii: "_"),
            UInt8(ascii: ":"), 0x20, 0x09, 0xC2, 0xA0, 0xE2, 0x80, 0xAF:
            true
        default: false
        }
    }

    private mutating func readNumber(_ bytes: Span<UInt8>, _ scanner: inout DateScanner) -> Bool {
        let start = scanner.at
        guard let value = scanner.digits(upTo: 15, bytes) else { return false }
        let count = scanner.at - start
        guard [1, 2, 4, 8, 14].contains(count), items.count < 3 else { return false }
        var item = Item(kind: .digits(count), range: start..<scanner.at, value: count <= 4 ? value : 0)
        let length = scanner.wordLength(bytes)
        if count <= 2, length == 2 {
            var next = scanner
            guard next.skipOrdinalSuffix(bytes) else { return false }
            scanner = next
            item.kind = .ordinal
        } else if count == 1, length == 1, bytes[scanner.at] | 0x20 == UInt8(ascii: "q") {
            scanner.at += 1
            item.kind = .quarterBehind
        }
        items.append(item)
        return true
    }

    private mutating func readName(_ bytes: Span<UInt8>, _ scanner: inout DateScanner) -> Bool {
        guard items.count < 3 else { return false }
        let start = scanner.at
        let length = scanner.wordLength(bytes)
        if scanner.monthName(bytes) != nil {
            // `Sept` is short, `June` is not.
            let isShort = length == 3 || length == 4 && bytes[start] | 0x20 == UInt8(ascii: "s")
            items.append(Item(kind: .month(isShort: isShort), range: start..<scanner.at))
            return true
        }
        guard length == 1 else { return false }
        let letter = bytes[start] | 0x20
        scanner.at += 1
        let digits = scanner.at
        guard scanner.digits(upTo: 3, bytes) != nil, !scanner.hasDigit(bytes) else { return false }
        let count = scanner.at - digits
        let kind: Kind
        switch letter {
        case UInt8(ascii: "q") where count == 1: kind = .quarter
        case UInt8(ascii: "w"): kind = .week(count)
        case UInt8(ascii: "m") where count <= 2: kind = .numberedMonth
        default: return false
        }
        items.append(Item(kind: kind, range: start..<scanner.at))
        return true
    }

    // MARK: Formats

    private enum Field { case year, shortYear, month, day, name, paddedMonth, paddedDay, time }

    private func candidates(allowsBareDigits: Bool) -> [DateFormat] {
        let kinds = items.map(\.kind)
        switch kinds.count {
        case 1: return single(kinds[0], allowsBareDigits)
        case 2: return pair(kinds[0], kinds[1])
        case 3: return triple(kinds)
        default: return []
        }
    }

    private func single(_ kind: Kind, _ allowsBareDigits: Bool) -> [DateFormat] {
        guard allowsBareDigits || hasTail, clockIndex == nil, !hasWeekday else { return [] }
        let day: [DateFormat.Step] = [.year, .number(.month, isPadded: true), .number(.day, isPadded: true)]
        if kind == .digits(8) { return [format([day], "%Y%m%d", tail: .compactTimeTail)] }
        guard kind == .digits(14) else { return [] }
        let time: [DateFormat.Step] = [
            .number(.hour, isPadded: true), .number(.minute, isPadded: true), .number(.second, isPadded: true),
        ]
        return [DateFormat(steps: day + time, pattern: "%Y%m%d%H%M%S", hasTimeOfDay: true)]
    }

    /// Formats of two items. They never have a time of day, because that needs a day: the 20 of `Jan-20 10:00` is not a
    /// year.
    private func pair(_ first: Kind, _ second: Kind) -> [DateFormat] {
        guard clockIndex == nil, !hasTail else { return [] }
        let separator = separator(1)
        switch (first, second) {
        case (.digits(4), .digits(1...2)) where separator == "-": return [format([year, month])]
        case (.digits(1...2), .digits(4)) where separator == "-" || separator == "/": return [format([month, year])]
        case (.month, .digits(4)): return [format([name(first), year])]
        case (.month, .digits(2)) where ["-", "/", "'", " '", " "].contains(separator):
            return [format([name(first), shortYear])]
        case (.digits(4), .month): return [format([year, name(second)])]
        case (.digits(4), .quarter): return [format([year, quarter])]
        case (.digits(4), .quarterBehind): return [format([year, quarterBehind])]
        case (.quarter, .digits(4)): return [format([quarter, year])]
        case (.quarter, .digits(2)): return [format([quarter, shortYear])]
        case (.quarterBehind, .digits(4)): return [format([quarterBehind, year])]
        case (.quarterBehind, .digits(2)): return [format([quarterBehind, shortYear])]
        case (.digits(4), .week(let count)): return [format([isoYear, week(count)])]
        case (.week(1...2), .digits(4)): return [format([week(2), isoYear])]
        case (.digits(4), .numberedMonth):
            return [
                format([
                    year,
                    (
                        [letter(items[1]), .number(.month, isPadded: false)],
                        "\(Character(UnicodeScalar(text[items[1].range.lowerBound])))%m"
                    ),
                ])
            ]
        default: return []
        }
    }

    private func triple(_ kinds: [Kind]) -> [DateFormat] {
        switch (kinds[0], kinds[1], kinds[2]) {
        case (.digits(4), .digits(1...2), .digits(1...2)):
            return hasEqualSeparators ? [format([year, month, day])] : []
        case (.digits(1...2), .digits(1...2), .digits(4)):
            guard hasEqualSeparators else { return [] }
            return [format([month, day, year]), format([day, month, year])]
        case (.digits(let count), .digits(1...2), .digits(2)) where count <= 2:
            guard hasEqualSeparators else { return [] }
            let orders = [format([month, day, shortYear]), format([day, month, shortYear])]
            let isYearFirst = count == 2 && kinds[1] == .digits(2) && ["-", "/"].contains(separator(1))
            return isYearFirst ? orders + [format([shortYear, month, day])] : orders
        case (.month, let second, .digits(4)) where Self.isDay(second):
            return [format([name(kinds[0]), day(second), year])]
        case (.month, let second, .digits(2)) where Self.isDay(second):
            return [format([name(kinds[0]), day(second), shortYear])]
        case (let first, .month, .digits(4)) where Self.isDay(first):
            return [format([day(first), name(kinds[1]), year])]
        case (let first, .month, .digits(2)) where Self.isDay(first):
            return [format([day(first), name(kinds[1]), shortYear])]
        case (.digits(4), .month, let third) where Self.isDay(third):
            return [format([year, name(kinds[1]), day(third)])]
        case (.digits(4), .week(2), .digits(1)): return [format([isoYear, week(2), ([.weekdayFromMonday], "%u")])]
        default: return []
        }
    }

    private typealias Reader = (steps: [DateFormat.Step], pattern: String)

    private var year: Reader { ([.year], "%Y") }
    private var isoYear: Reader { ([.year], "%G") }
    private var shortYear: Reader { ([.shortYear], "%y") }
    private var month: Reader { ([.number(.month, isPadded: false)], "%m") }
    private var day: Reader { ([.number(.day, isPadded: false)], "%d") }
    private var quarter: Reader { ([.literal(UInt8(ascii: "Q")), .quarter], "Q%q") }
    private var quarterBehind: Reader { ([.quarter, .literal(UInt8(ascii: "Q"))], "%qQ") }

    private func day(_ kind: Kind) -> Reader {
        kind == .ordinal ? ([.number(.day, isPadded: false), .ordinalSuffix], "%dth") : day
    }

    private func name(_ kind: Kind) -> Reader { ([.monthName], kind == .month(isShort: true) ? "%b" : "%B") }

    private func letter(_ item: Item) -> DateFormat.Step { .literal(text[item.range.lowerBound]) }

    private func week(_ digits: Int) -> Reader {
        let w = DateFormat.Step.literal(UInt8(ascii: "W"))
        guard digits == 3 else { return ([w, .number(.isoWeek, isPadded: false)], "W%V") }
        return ([w, .number(.isoWeek, isPadded: true), .weekdayFromMonday], "W%V%u")
    }

    /// The bytes before an item, with each run of blanks reduced to one.
    private func separator(_ item: Int) -> String {
        literal(before: clockIndex.map { $0 <= item } == true ? item + 1 : item)
    }

    /// The separator before a part, which is an item or the time of day.
    private func literal(before part: Int) -> String {
        part < separators.count ? Self.blanksJoined(text[separators[part]]) : ""
    }

    private var hasEqualSeparators: Bool {
        separator(1) == separator(2) && ["-", "/", ".", " ", "_", ". "].contains(separator(1))
    }

    private static func blanksJoined(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).split(
            separator: /[ \t\u{A0}\u{202F}]+/, omittingEmptySubsequences: false
        ).joined(separator: " ")
    }

    private func format(_ parts: [Reader], _ pattern: String? = nil) -> DateFormat {
        var readers: [Reader] = []
        if hasWeekday { readers.append(([.weekdayName], isShortWeekday ? "%a" : "%A")) }
        var all = parts
        if let clockIndex { all.insert(([.clock], DateFormat.timeMark), at: clockIndex) }
        for (i, part) in all.enumerated() {
            if let between = literal(literal(before: i)) { readers.append(between) }
            readers.append(part)
        }
        let isNumeric = !items.contains { Self.isMonth($0.kind) }
        let tail = clockIndex == nil && items.count == 3 ? DateFormat.Step.timeTail : nil
        var result = format([readers.flatMap(\.steps)], readers.map(\.pattern).joined(), tail: tail)
        result.checksWeekday = hasWeekday && isNumeric
        return result
    }

    private func format(_ steps: [[DateFormat.Step]], _ pattern: String, tail: DateFormat.Step?) -> DateFormat {
        DateFormat(steps: steps.flatMap { $0 } + (tail.map { [$0] } ?? []), pattern: pattern)
    }

    private func literal(_ separator: String) -> Reader? {
        guard !separator.isEmpty else { return nil }
        let steps = separator.utf8.map { $0 == 0x20 ? DateFormat.Step.blanks : .literal($0) }
        return (steps, separator)
    }
}
