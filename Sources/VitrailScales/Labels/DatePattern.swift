import Foundation
import VitrailColumns

/// A Unicode date pattern (TR 35), parsed once. Supports the fields y, M, d, H, m, s, S, E and literal text.
struct DatePattern {
    private enum Field {
        case text(String)
        case year(width: Int)
        case month(width: Int)
        case monthName(isShort: Bool)
        case day(width: Int)
        case hour(width: Int)
        case minute(width: Int)
        case second(width: Int)
        case fraction(width: Int)
        case weekday(isShort: Bool)
    }

    private let fields: [Field]

    /// `nil` if the pattern has an unsupported field, which needs a `DateFormatter`.
    init?(_ pattern: String) {
        var fields: [Field] = []
        var rest = Substring(pattern)
        while let letter = rest.first {
            if letter == "'" {
                guard let text = Self.quoted(&rest) else { return nil }
                fields.append(.text(text))
                continue
            }
            let run = rest.prefix { $0 == letter }
            rest = rest[run.endIndex...]
            guard letter.isLetter else {
                fields.append(.text(String(run)))
                continue
            }
            guard let field = Self.field(letter, width: run.count) else { return nil }
            fields.append(field)
        }
        self.fields = fields
    }

    /// Text between quotes; two quotes are one.
    private static func quoted(_ rest: inout Substring) -> String? {
        rest.removeFirst()
        if rest.first == "'" {
            rest.removeFirst()
            return "'"
        }
        var text = ""
        while let next = rest.popFirst() {
            guard next == "'" else {
                text.append(next)
                continue
            }
            guard rest.first == "'" else { return text }
            text.append("'")
            rest.removeFirst()
        }
        return nil
    }

    private static func field(_ letter: Character, width: Int) -> Field? {
        guard width <= 9 else { return nil }
        switch (letter, width) {
        case ("y", _): return .year(width: width)
        case ("M", 1...2): return .month(width: width)
        case ("M", 3...4): return .monthName(isShort: width == 3)
        case ("d", 1...2): return .day(width: width)
        case ("H", 1...2): return .hour(width: width)
        case ("m", 1...2): return .minute(width: width)
        case ("s", 1...2): return .second(width: width)
        case ("S", _): return .fraction(width: width)
        case ("E", 1...4): return .weekday(isShort: width < 4)
        default: return nil
        }
    }

    /// - Parameters:
    ///   - wall: wall-clock seconds since 1970-01-01 00:00.
    ///   - nanoseconds: fraction of the second if `wall` is whole: 0 ..< 10⁹. `nil`: `wall` contains the fraction.
    func text(wall: Double, nanoseconds: Int? = nil, days: DayCalendar, symbols: DateSymbols) -> String {
        let day = LocalClock.day(of: wall)
        let parts = days.parts(day)
        let time = wall - Double(day) * 86_400
        let second = Int(time)
        var result = ""
        for field in fields {
            switch field {
            case .text(let text): result += text
            case .year(2): result.append(number: abs(parts.year) % 100, width: 2)
            case .year(let width): result.append(number: parts.year, width: width)
            case .month(let width): result.append(number: parts.month, width: width)
            case .monthName(let isShort):
                result += (isShort ? symbols.shortMonths : symbols.months)[(parts.month - 1) % 12]
            case .day(let width): result.append(number: parts.day, width: width)
            case .hour(let width): result.append(number: second / 3600, width: width)
            case .minute(let width): result.append(number: second / 60 % 60, width: width)
            case .second(let width): result.append(number: second % 60, width: width)
            case .fraction(let width):
                let size = (0..<width).reduce(1) { size, _ in size * 10 }
                if let nanoseconds {
                    result.append(number: nanoseconds / (1_000_000_000 / size), width: width)
                    continue
                }
                // Half a microsecond, the precision of present-day seconds in a Double; for smaller units half a unit.
                let slack = min(0.5e-6 * Double(size), 0.5)
                let part = min(Int(((time - Double(second)) * Double(size) + slack).rounded(.down)), size - 1)
                result.append(number: part, width: width)
            case .weekday(let isShort):
                result += (isShort ? symbols.shortWeekdays : symbols.weekdays)[DayCalendar.weekday(day)]
            }
        }
        return result
    }
}

extension String {
    /// Appends digits with leading zeros.
    fileprivate mutating func append(number: Int, width: Int) {
        let digits = String(number)
        for _ in 0..<max(0, width - digits.utf8.count) { append("0") }
        self += digits
    }
}
