import Foundation

/// Detects the date format of a column from its cells.
package enum DateRecognition {
    /// The number that a date begins with.
    package enum Order: Hashable, Sendable { case monthFirst, dayFirst, yearFirst }

    /// Two orders fit all cells, but give different dates.
    struct Ambiguity: Hashable, Sendable {
        var chosen: Order
        /// The format with the other order.
        var other: DateFormat
    }

    enum Result: Hashable, Sendable {
        /// All non-empty cells fit.
        case format(DateFormat, ambiguity: Ambiguity?)
        /// At least half of the cells, and at least two, fit one format. Includes the index of the first misfit and the
        /// number of misfits.
        case almost(DateFormat, firstMisfit: Int, misfits: Int)
        case none
    }

    /// - Parameters:
    ///   - count: Number of cells.
    ///   - preferred: Order of the locale; `nil`: month first with slashes, otherwise day first.
    ///   - allowsBareDigits: Whether `20200102` and `20200102123000` are dates.
    ///   - cell: Calls its closure with the bytes of a cell without surrounding blanks. For a gap, it does not call the
    ///     closure.
    static func recognise(
        count: Int, preferred: Order? = nil, allowsBareDigits: Bool = false,
        _ cell: (Int, (Span<UInt8>, Range<Int>) -> Void) -> Void
    ) -> Result {
        var search = Search(count: count, allowsBareDigits: allowsBareDigits)
        return search.result(preferred: preferred, cell)
    }

    static func recognise(_ cells: [String?], preferred: Order? = nil, allowsBareDigits: Bool = false) -> Result {
        recognise(count: cells.count, preferred: preferred, allowsBareDigits: allowsBareDigits) { i, body in
            guard let text = cells[i], !text.isEmpty else { return }
            let bytes = Array(text.utf8)
            body(bytes.span, bytes.indices)
        }
    }

    /// Whether a text is a date in any detected format.
    package static func looksLikeDate(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        // `Jan 20` alone is a day without a year.
        DateShape.formats(bytes, range, allowsBareDigits: false).contains {
            $0.steps != [.monthName, .blanks, .shortYear]
        }
    }

    package static func looksLikeDate(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return looksLikeDate(bytes.span, bytes.indices)
    }

    /// The order of day and month in a locale such as `en_US` or `de-DE`. `nil`: the year comes first, or the order is
    /// unknown.
    package static func order(ofLocale identifier: String) -> Order? {
        let locale = Locale(identifier: identifier)
        guard let pattern = DateFormatter.dateFormat(fromTemplate: "yMd", options: 0, locale: locale) else {
            return nil
        }
        guard let day = pattern.firstIndex(of: "d"), let month = pattern.firstIndex(where: { $0 == "M" || $0 == "L" }),
            let year = pattern.firstIndex(of: "y"), year > min(day, month)
        else { return nil }
        return day < month ? .dayFirst : .monthFirst
    }
}

extension DateFormat {
    /// The order of a date of three numbers. `nil` for other formats.
    var order: DateRecognition.Order? {
        let parts = steps.compactMap { step -> Character? in
            switch step {
            case .year, .shortYear: "y"
            case .number(.month, _): "m"
            case .number(.day, _): "d"
            default: nil
            }
        }
        return switch String(parts) {
        case "mdy": .monthFirst
        case "dmy": .dayFirst
        case "ymd": .yearFirst
        default: nil
        }
    }

    /// The default order if several fit.
    fileprivate var usualOrder: DateRecognition.Order {
        steps.contains(.literal(UInt8(ascii: "/"))) ? .monthFirst : .dayFirst
    }
}

/// The search for the format of one column.
private struct Search {
    typealias Cells = (Int, (Span<UInt8>, Range<Int>) -> Void) -> Void

    let count: Int
    let allowsBareDigits: Bool
    /// Formats that fit all cells so far.
    private var alive: [DateFormat] = []
    /// The optional parts that occur in the cells, for each format of `alive`.
    private var parts: [DateFields.Parts] = []

    /// Maximum number of formats that are compared in one column.
    private static let maxFormats = 16

    init(count: Int, allowsBareDigits: Bool) {
        self.count = count
        self.allowsBareDigits = allowsBareDigits
    }

    mutating func result(preferred: DateRecognition.Order?, _ cells: Cells) -> DateRecognition.Result {
        if fitAll(cells) {
            guard !alive.isEmpty else { return .none }
            for i in alive.indices { alive[i].describeTime(parts[i]) }
            let chosen = choose(preferred)
            guard !SomethingElse.isMeant(by: chosen, count: count, cells) else { return .none }
            return .format(chosen, ambiguity: ambiguity(of: chosen, cells))
        }
        return almost(preferred, cells)
    }

    // MARK: One format for all

    /// Whether at least one format fits all cells, or all cells are gaps.
    private mutating func fitAll(_ cells: Cells) -> Bool {
        var isFirst = true
        for i in 0..<count {
            var fits = true
            cells(i) { bytes, range in
                if isFirst {
                    isFirst = false
                    alive = DateShape.formats(bytes, range, allowsBareDigits: allowsBareDigits)
                    parts = alive.map { _ in [] }
                }
                fits = narrow(bytes, range)
            }
            guard fits else { return false }
        }
        return true
    }

    /// Drops the formats that do not fit a cell. - Returns: Whether any format is left.
    private mutating func narrow(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var k = 0
        while k < alive.count {
            var fields = DateFields()
            if alive[k].parse(bytes, range, &fields) != nil {
                parts[k].formUnion(fields.parts)
                if alive[k].hours == .any, fields.parts.contains(.clock) {
                    alive[k].hours = fields.parts.contains(.half) ? .twelve : .twentyFour
                }
                k += 1
            } else {
                alive.remove(at: k)
                parts.remove(at: k)
            }
        }
        return !alive.isEmpty
    }

    private func choose(_ preferred: DateRecognition.Order?) -> DateFormat {
        alive.first { $0.order == preferred && preferred != nil } ?? alive.first { $0.order == $0.usualOrder }
            ?? alive[0]
    }

    private func ambiguity(of chosen: DateFormat, _ cells: Cells) -> DateRecognition.Ambiguity? {
        guard let order = chosen.order else { return nil }
        for other in alive where other != chosen {
            for i in 0..<count {
                var differs = false
                cells(i) { bytes, range in differs = chosen.parse(bytes, range) != other.parse(bytes, range) }
                if differs { return DateRecognition.Ambiguity(chosen: order, other: other) }
            }
        }
        return nil
    }

    // MARK: One format for most

    private func almost(_ preferred: DateRecognition.Order?, _ cells: Cells) -> DateRecognition.Result {
        guard let formats = collectFormats(cells), !formats.isEmpty else { return .none }
        var tallies = formats.map { _ in Tally() }
        var filled = 0
        for i in 0..<count {
            cells(i) { bytes, range in
                filled += 1
                for k in formats.indices { tallies[k].add(formats[k], bytes, range, index: i) }
            }
        }
        let maximum = tallies.map(\.fits).max() ?? 0
        guard maximum >= 2, maximum * 2 >= filled else { return .none }
        let best = formats.indices.filter { tallies[$0].fits == maximum }
        let k =
            best.first { formats[$0].order == preferred && preferred != nil }
            ?? best.first { formats[$0].order == formats[$0].usualOrder } ?? best[0]
        var format = formats[k]
        format.describeTime(tallies[k].parts)
        guard !SomethingElse.isMeant(by: format, count: count, cells) else { return .none }
        // The format fits all cells, but was found from a later cell than the first.
        guard let firstMisfit = tallies[k].firstMisfit else { return .format(format, ambiguity: nil) }
        return .almost(format, firstMisfit: firstMisfit, misfits: filled - maximum)
    }

    private struct Tally {
        var fits = 0
        var firstMisfit: Int?
        var parts: DateFields.Parts = []

        mutating func add(_ format: DateFormat, _ bytes: Span<UInt8>, _ range: Range<Int>, index: Int) {
            var fields = DateFields()
            if format.parse(bytes, range, &fields) != nil {
                fits += 1
                parts.formUnion(fields.parts)
            } else if firstMisfit == nil {
                firstMisfit = index
            }
        }
    }

    /// The formats of all cells. `nil`: more than half of the cells are not dates.
    private func collectFormats(_ cells: Cells) -> [DateFormat]? {
        var formats: [DateFormat] = []
        var others = 0
        for i in 0..<count {
            cells(i) { bytes, range in
                guard DateShape.mayBeDate(bytes, range) else {
                    others += 1
                    return
                }
                guard !formats.contains(where: { $0.parse(bytes, range) != nil }) else { return }
                let found = DateShape.formats(bytes, range, allowsBareDigits: allowsBareDigits)
                if found.isEmpty { others += 1 }
                for format in found.flatMap(Self.withHours)
                where formats.count < Self.maxFormats && !formats.contains(format) {
                    formats.append(format)
                }
            }
            if others * 2 > count { return nil }
        }
        return formats
    }

    /// The format with 24-hour and with 12-hour times: a cell without a time of day fits both.
    private static func withHours(_ format: DateFormat) -> [DateFormat] {
        [DateFormat.Hours.twentyFour, .twelve].map { hours in
            var result = format
            result.hours = hours
            return result
        }
    }
}

/// Detects columns that fit a date format by chance.
private enum SomethingElse {
    static func isMeant(by format: DateFormat, count: Int, _ cells: Search.Cells) -> Bool {
        let isNumbers =
            !format.steps.contains(.literal(UInt8(ascii: "M"))) && !format.steps.contains(.literal(UInt8(ascii: "m")))
        if isNumbers, format.steps.contains(.number(.month, isPadded: false)), !hasDay(format) {
            return isSeasonsOrQuarters(format, count, cells)
        }
        if format.steps.first == .monthName, format.steps.contains(.shortYear), !hasDay(format) {
            return isDaysOfMonths(format, count, cells)
        }
        return false
    }

    private static func hasDay(_ format: DateFormat) -> Bool {
        format.steps.contains { if case .number(.day, _) = $0 { true } else { false } }
    }

    /// `2009-10`, `2010-11` are seasons. `2020-1` to `2020-4` may be quarters.
    private static func isSeasonsOrQuarters(_ format: DateFormat, _ count: Int, _ cells: Search.Cells) -> Bool {
        var fits = 0
        var seasons = 0
        var lastMonth = 0
        var hasShort = false
        var first: WrittenDate?
        var varies = false
        for i in 0..<count {
            cells(i) { bytes, range in
                var fields = DateFields()
                guard let date = format.parse(bytes, range, &fields) else { return }
                fits += 1
                if (fields.year + 1) % 100 == fields.month { seasons += 1 }
                lastMonth = max(lastMonth, fields.month)
                hasShort = hasShort || range.count == 6
                varies = varies || first.map { $0 != date } ?? false
                first = first ?? date
            }
        }
        return varies && seasons == fits || hasShort && lastMonth < 5
    }

    /// `Jan-01`, `Jan-02`, `Jan-03` are days rather than the Januaries of three years. With a blank, `Jan 20` is a day,
    /// unless consecutive cells have consecutive months, or a number is greater than 31.
    private static func isDaysOfMonths(_ format: DateFormat, _ count: Int, _ cells: Search.Cells) -> Bool {
        var steps = 0
        var dayLike = 0
        var monthLike = 0
        var previous: (month: Int, number: Int)?
        var largest = 0
        for i in 0..<count {
            cells(i) { bytes, range in
                var fields = DateFields()
                guard format.parse(bytes, range, &fields) != nil else { return }
                let number = fields.year % 100
                largest = max(largest, number)
                if let previous {
                    steps += 1
                    if previous.month == fields.month, abs(previous.number - number) == 1 { dayLike += 1 }
                    if [1, 11].contains(abs(previous.month - fields.month)) { monthLike += 1 }
                }
                previous = (fields.month, number)
            }
        }
        guard largest <= 31 else { return false }
        return dayLike * 2 > steps || format.steps == [.monthName, .blanks, .shortYear] && monthLike * 2 <= steps
    }
}
