extension DateFormat {
    /// - Parameter pattern: Directives of strptime, and literal characters. A blank matches one or more blanks. Digits
    ///   may lack a leading zero, unless they are next to other digits. `-`, `_` and `0` after `%` are ignored. `%dth`
    ///   reads 1st, 2nd, 3rd and 4th.
    /// - Throws: `DateFormatError` with the directive and its position.
    package init(strptime pattern: String) throws(DateFormatError) {
        var reader = PatternReader()
        try reader.read(Array(pattern), at: 0, isNested: false)
        guard !reader.read.isEmpty else { throw .noDirective(pattern: pattern) }
        if let hour = reader.read[.hour], hour == "%I" || hour == "%l", reader.read[.half] == nil {
            throw .missingHalf(hour)
        }
        let timeParts: Set<PatternReader.Part> = [.hour, .minute, .second, .fraction, .epoch]
        self.init(
            steps: Self.padded(reader.steps), pattern: pattern,
            hasTimeOfDay: !timeParts.isDisjoint(with: reader.read.keys))
    }

    static let knownDirectives =
        "%Y %y %m %b %B %d %e %j %a %A %H %I %p %M %S %f %L %z %Z %s %Q %q %G %V %u %w %U %W %F %T %D %R %r %%"

    /// Adjacent digits get a fixed width.
    private static func padded(_ steps: [Step]) -> [Step] {
        steps.indices.map { i in
            let touches = i > 0 && isDigits(steps[i - 1]) || i + 1 < steps.count && isDigits(steps[i + 1])
            switch steps[i] {
            case .number(let part, _): return .number(part, isPadded: touches)
            case .dayOfYear: return .dayOfYear(isPadded: touches)
            default: return steps[i]
            }
        }
    }

    private static func isDigits(_ step: Step) -> Bool {
        switch step {
        case .year, .shortYear, .number, .dayOfYear, .fraction, .milliseconds, .quarter, .weekdayFromMonday,
            .weekdayFromSunday, .epochSeconds, .epochMilliseconds:
            true
        case .literal(let byte): DateScanner.isDigit(byte)
        default: false
        }
    }
}

/// Converts a strptime pattern to steps.
private struct PatternReader {
    /// Parts that only one directive may set.
    enum Part: Hashable {
        case year, isoYear, month, day, dayOfYear, hour, half, minute, second, fraction, offset, epoch, quarter, week,
            weekday
    }

    var steps: [DateFormat.Step] = []
    /// The directive that sets each part.
    private(set) var read: [Part: String] = [:]

    /// - Parameter position: For a nested pattern, the position of the directive that it replaces.
    mutating func read(_ pattern: [Character], at position: Int, isNested: Bool) throws(DateFormatError) {
        var i = 0
        while i < pattern.count {
            guard pattern[i] == "%" else {
                appendLiteral(pattern[i])
                i += 1
                continue
            }
            let start = i
            i += 1
            while i < pattern.count, "-_0".contains(pattern[i]) { i += 1 }
            guard i < pattern.count else { throw .incompleteDirective(position: start + 1) }
            let directive = "%" + String(pattern[i])
            let written = String(pattern[start...i])
            try append(directive, as: written, at: isNested ? position : start + 1)
            i += 1
        }
    }

    private mutating func appendLiteral(_ character: Character) {
        if character.isWhitespace {
            if steps.last != .blanks { steps.append(.blanks) }
        } else {
            steps += String(character).utf8.map { .literal($0) }
        }
        // %dth reads 1st, 2nd, 3rd, 4th.
        let suffix = [DateFormat.Step.literal(UInt8(ascii: "t")), .literal(UInt8(ascii: "h"))]
        if steps.count > 2, Array(steps.suffix(2)) == suffix, case .number(.day, _) = steps[steps.count - 3] {
            steps.replaceSubrange(steps.count - 2..<steps.count, with: [.ordinalSuffix])
        }
    }

    private mutating func append(_ directive: String, as written: String, at position: Int) throws(DateFormatError) {
        if directive == "%%" { return steps.append(.literal(UInt8(ascii: "%"))) }
        if directive == "%n" || directive == "%t" { return appendLiteral(" ") }
        if let pattern = Self.compositions[directive] { return try read(Array(pattern), at: position, isNested: true) }
        guard let (part, step) = Self.directives[directive] else {
            throw .unknownDirective(written, position: position)
        }
        if let previous = read.updateValue(directive, forKey: part) {
            throw .repeatedDirective(directive, position: position, previous: previous)
        }
        steps.append(step)
    }

    private static let compositions = [
        "%T": "%H:%M:%S", "%D": "%m/%d/%y", "%F": "%Y-%m-%d", "%R": "%H:%M", "%r": "%I:%M:%S %p",
    ]

    private static let directives: [String: (Part, DateFormat.Step)] = [
        "%Y": (.year, .year), "%y": (.year, .shortYear), "%G": (.year, .year),
        "%m": (.month, .number(.month, isPadded: false)),
        "%b": (.month, .monthName), "%B": (.month, .monthName), "%h": (.month, .monthName),
        "%d": (.day, .number(.day, isPadded: false)), "%e": (.day, .number(.day, isPadded: false)),
        "%j": (.dayOfYear, .dayOfYear(isPadded: false)), "%H": (.hour, .number(.hour, isPadded: false)),
        "%k": (.hour, .number(.hour, isPadded: false)), "%I": (.hour, .number(.hour12, isPadded: false)),
        "%l": (.hour, .number(.hour12, isPadded: false)), "%p": (.half, .half), "%P": (.half, .half),
        "%M": (.minute, .number(.minute, isPadded: false)), "%S": (.second, .number(.second, isPadded: false)),
        "%f": (.fraction, .fraction), "%L": (.fraction, .milliseconds), "%z": (.offset, .offset),
        "%Z": (.offset, .zoneName),
        "%s": (.epoch, .epochSeconds), "%Q": (.epoch, .epochMilliseconds), "%q": (.quarter, .quarter),
        "%V": (.week, .number(.isoWeek, isPadded: false)), "%U": (.week, .number(.weekFromSunday, isPadded: false)),
        "%W": (.week, .number(.weekFromMonday, isPadded: false)), "%u": (.weekday, .weekdayFromMonday),
        "%w": (.weekday, .weekdayFromSunday), "%a": (.weekday, .weekdayName), "%A": (.weekday, .weekdayName),
    ]
}
