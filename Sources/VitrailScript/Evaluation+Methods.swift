import Foundation

/// Methods of strings, arrays, numbers and dates.
extension Evaluation {
    /// - Returns: `nil` if the value is an object or a function of the script, whose own members are called.
    mutating func standardMethod(
        _ object: ScriptValue, _ name: String, _ arguments: [Syntax.Element], _ scope: Scope?
    ) throws(ScriptError) -> ScriptValue? {
        func evaluated(_ evaluation: inout Evaluation) throws(ScriptError) -> [ScriptValue] {
            try evaluation.arguments(arguments, scope)
        }
        switch object {
        case .object(let members) where name == "hasOwnProperty" && members[name] == nil:
            return .bool(members[try text(try evaluated(&self).first ?? .undefined)] != nil)
        case .object, .function: return nil
        case .native(let native):
            guard let function = Standard.members["\(native.name).\(name)"] else {
                throw ScriptError(message: "there is no '\(native.name).\(name)' here")
            }
            return try call(function, try evaluated(&self), this: object)
        case .string(let value): return try method(name, of: value, try evaluated(&self))
        case .array(let values): return try method(name, of: values, try evaluated(&self))
        case .number(let value): return try method(name, of: value, try evaluated(&self))
        case .date(let milliseconds): return try method(name, ofDate: milliseconds, try evaluated(&self))
        case .bool(let value):
            guard name == "toString" else { throw missing(name, "true and false") }
            return .string(value ? "true" : "false")
        case .undefined, .null: throw ScriptError(message: "'\(name)' of \(object.phrase)")
        }
    }

    private func missing(_ name: String, _ type: String) -> ScriptError {
        ScriptError(message: "there is no '\(name)' of \(type) here")
    }

    /// An index in `0...count` from an optional argument. Negative numbers count from the end.
    private func position(of value: ScriptValue?, otherwise: Int, count: Int) throws(ScriptError) -> Int {
        guard let value, !value.isUndefined else { return otherwise }
        let number = try number(value)
        guard !number.isNaN else { return 0 }
        let clamped = max(min(number.rounded(.towardZero), 1e9), -1e9)
        return min(max(clamped < 0 ? count + Int(clamped) : Int(clamped), 0), count)
    }

    private func digits(
        _ value: ScriptValue?, otherwise: Int, _ range: ClosedRange<Int>, _ name: String
    ) throws(ScriptError) -> Int {
        guard let value, !value.isUndefined else { return otherwise }
        let number = try number(value)
        guard let whole = Int(exactly: number.rounded(.towardZero)), range.contains(whole) else {
            throw ScriptError(
                message: "'\(name)' takes \(range.lowerBound) to \(range.upperBound), not \(ScriptNumber.text(number))")
        }
        return whole
    }

    // MARK: Numbers

    private func method(_ name: String, of value: Double, _ arguments: [ScriptValue]) throws(ScriptError) -> ScriptValue
    {
        switch name {
        case "toFixed":
            return .string(ScriptNumber.fixed(value, try digits(arguments.first, otherwise: 0, 0...100, name)))
        case "toPrecision":
            guard let count = arguments.first, !count.isUndefined else { return .string(ScriptNumber.text(value)) }
            return .string(ScriptNumber.precise(value, try digits(count, otherwise: 1, 1...100, name)))
        case "toString":
            guard arguments.first.map({ Standard.number($0) == 10 }) ?? true else {
                throw ScriptError(message: "'toString' writes numbers to the base 10")
            }
            return .string(ScriptNumber.text(value))
        case "toLocaleString": return .string(try localText(value, arguments))
        case "valueOf": return .number(value)
        default: throw missing(name, "a number")
        }
    }

    /// `toLocaleString` with the rules of the United States. Other locales are refused.
    private func localText(_ value: Double, _ arguments: [ScriptValue]) throws(ScriptError) -> String {
        if let locale = arguments.first, locale.isPresent {
            let name = try text(locale)
            guard ["en", "en-US"].contains(name) else {
                throw ScriptError(
                    message: "'toLocaleString' writes numbers as 'en-US' does, not '\(name)'; use the chart's locale")
            }
        }
        let options = arguments.count > 1 ? arguments[1] : .undefined
        let names: [String] = if case .object(let object) = options { object.names } else { [] }
        for name in names
        where ![
            "style", "currency", "minimumFractionDigits", "maximumFractionDigits", "useGrouping", "notation",
            "currencyDisplay",
        ].contains(name) {
            throw ScriptError(message: "'toLocaleString' has no option '\(name)' here")
        }
        let style = options["style"].isPresent ? try text(options["style"]) : "decimal"
        var (symbol, suffix, factor) = ("", "", 1.0)
        var usual = 0...3
        switch style {
        case "decimal": break
        case "percent": (suffix, factor, usual) = ("%", 100, 0...0)
        case "currency":
            let currency = try text(options["currency"])
            let symbols = [
                "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "CNY": "CN¥", "KRW": "₩", "BRL": "R$",
                "CAD": "CA$", "AUD": "A$", "MXN": "MX$",
            ]
            symbol = symbols[currency] ?? currency + "\u{a0}"
            usual = ["JPY", "KRW"].contains(currency) ? 0...0 : 2...2
        default: throw ScriptError(message: "'toLocaleString' has no style '\(style)' here")
        }
        var scaled = value * factor
        let notation = options["notation"].isPresent ? try text(options["notation"]) : "standard"
        switch notation {
        case "standard": break
        case "compact":
            let steps = [(1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "K")]
            if let (step, letter) = steps.first(where: { abs(scaled) >= $0.0 }) {
                scaled /= step
                suffix = letter + suffix
            }
            usual = abs(scaled) < 10 ? 0...1 : 0...0
        default: throw ScriptError(message: "'toLocaleString' has no notation '\(notation)' here")
        }
        let fewest = try digits(
            options["minimumFractionDigits"], otherwise: usual.lowerBound, 0...20, "minimumFractionDigits")
        let maximum = try digits(
            options["maximumFractionDigits"], otherwise: max(usual.upperBound, fewest), 0...20, "maximumFractionDigits")
        var written = ScriptNumber.local(abs(scaled), digits: min(fewest, maximum)...maximum)
        if case .bool(false) = options["useGrouping"] { written.removeAll { $0 == "," } }
        return (value < 0 ? "-" : "") + symbol + written + suffix
    }

    // MARK: Texts

    private func method(_ name: String, of value: String, _ arguments: [ScriptValue]) throws(ScriptError) -> ScriptValue
    {
        try budget.spend(value.utf8.count / 16)
        let units = Array(value.utf16)
        func part(_ range: Range<Int>) -> ScriptValue { .string(String(decoding: units[range], as: UTF16.self)) }
        func argument(_ index: Int) throws(ScriptError) -> String {
            try text(index < arguments.count ? arguments[index] : .undefined)
        }
        func first(_ pattern: String, from start: Int = 0) throws(ScriptError) -> Int? {
            let sought = Array(pattern.utf16)
            guard sought.count <= units.count else { return nil }
            try budget.spend(units.count * sought.count / 16)
            return (start...max(start, units.count - sought.count)).first {
                $0 + sought.count <= units.count && units[$0...].starts(with: sought)
            }
        }
        switch name {
        case "toString", "valueOf": return .string(value)
        case "toUpperCase", "toLocaleUpperCase": return .string(value.uppercased())
        case "toLowerCase", "toLocaleLowerCase": return .string(value.lowercased())
        case "trim": return .string(value.trimmingCharacters(in: .whitespacesAndNewlines))
        case "charAt":
            let position = try position(of: arguments.first, otherwise: 0, count: units.count)
            return position < units.count ? part(position..<position + 1) : .string("")
        case "slice", "substring":
            var start = try position(of: arguments.first, otherwise: 0, count: units.count)
            var end = try position(
                of: arguments.count > 1 ? arguments[1] : nil, otherwise: units.count, count: units.count)
            if name == "substring" {
                if try number(arguments.first ?? .number(0)) < 0 { start = 0 }
                if arguments.count > 1, try number(arguments[1]) < 0 { end = 0 }
                (start, end) = (min(start, end), max(start, end))
            }
            return part(start..<max(start, end))
        case "substr":
            let start = try position(of: arguments.first, otherwise: 0, count: units.count)
            let count = try position(
                of: arguments.count > 1 ? arguments[1] : nil, otherwise: units.count, count: units.count)
            return part(start..<min(start + count, units.count))
        case "indexOf": return .number(Double(try first(try argument(0)) ?? -1))
        case "includes": return .bool(try first(try argument(0)) != nil)
        case "startsWith": return .bool(value.utf16.starts(with: try argument(0).utf16))
        case "endsWith": return .bool(value.utf16.reversed().starts(with: try argument(0).utf16.reversed()))
        case "concat":
            var joined = value
            for index in arguments.indices { joined += try argument(index) }
            try checkLength(joined.utf8.count)
            return .string(joined)
        case "repeat":
            let count = try digits(arguments.first, otherwise: 0, 0...Self.longest, name)
            try checkLength(count * max(value.utf8.count, 1))
            return .string(String(repeating: value, count: count))
        case "padStart", "padEnd":
            let length = try digits(arguments.first, otherwise: 0, 0...Self.longest, name)
            let filler = Array((arguments.count > 1 ? try argument(1) : " ").utf16)
            guard length > units.count, !filler.isEmpty else { return .string(value) }
            try checkLength(length)
            let pad = String(decoding: (0..<length - units.count).map { filler[$0 % filler.count] }, as: UTF16.self)
            return .string(name == "padStart" ? pad + value : value + pad)
        case "split":
            guard let separator = arguments.first, !separator.isUndefined else { return .array([.string(value)]) }
            let text = try text(separator)
            if text.isEmpty { return .array(units.map { .string(String(decoding: [$0], as: UTF16.self)) }) }
            try budget.spend(units.count)
            return .array(value.components(separatedBy: text).map { .string($0) })
        case "replace", "replaceAll":
            let (old, new) = (try argument(0), try argument(1))
            guard !old.isEmpty else { return .string(new + value) }
            var parts = value.components(separatedBy: old)
            if name == "replace", parts.count > 2 { parts = [parts[0], parts.dropFirst().joined(separator: old)] }
            try checkLength(value.utf8.count + parts.count * new.utf8.count)
            return .string(parts.joined(separator: new))
        default: throw missing(name, "a text")
        }
    }

    // MARK: Lists

    private mutating func method(
        _ name: String, of values: [ScriptValue], _ arguments: [ScriptValue]
    ) throws(ScriptError) -> ScriptValue {
        try budget.spend(values.count / 4)
        let function = arguments.first ?? .undefined
        func applied(_ evaluation: inout Evaluation, _ index: Int) throws(ScriptError) -> ScriptValue {
            try evaluation.call(function, [values[index], .number(Double(index)), .array(values)], this: .undefined)
        }
        switch name {
        case "join": return .string(try joined(values, arguments.isEmpty ? "," : try text(arguments[0]), level: 0))
        case "toString": return .string(try joined(values, ",", level: 0))
        case "includes":
            if case .number(let sought) = function, sought.isNaN {
                return .bool(values.contains { if case .number(let value) = $0 { value.isNaN } else { false } })
            }
            return .bool(values.contains { isSame($0, function) })
        case "indexOf": return .number(Double(values.firstIndex { isSame($0, function) } ?? -1))
        case "at":
            let position = try number(function)
            let whole = position.isNaN ? 0 : position.rounded(.towardZero)
            return Int(exactly: whole < 0 ? whole + Double(values.count) : whole).map { ScriptValue.array(values)[$0] }
                ?? .undefined
        case "slice":
            let start = try position(of: arguments.first, otherwise: 0, count: values.count)
            let end = try position(
                of: arguments.count > 1 ? arguments[1] : nil, otherwise: values.count, count: values.count)
            return .array(Array(values[start..<max(start, end)]))
        case "concat":
            var joined = values
            for argument in arguments {
                if case .array(let more) = argument { joined += more } else { joined.append(argument) }
            }
            try checkLength(joined.count)
            return .array(joined)
        case "map":
            var results: [ScriptValue] = []
            for index in values.indices { results.append(try applied(&self, index)) }
            return .array(results)
        case "filter":
            var results: [ScriptValue] = []
            for index in values.indices where try applied(&self, index).isTrue { results.append(values[index]) }
            return .array(results)
        case "find", "findIndex", "some":
            for index in values.indices where try applied(&self, index).isTrue {
                return name == "find" ? values[index] : name == "findIndex" ? .number(Double(index)) : .bool(true)
            }
            return name == "find" ? .undefined : name == "findIndex" ? .number(-1) : .bool(false)
        case "every":
            for index in values.indices where try !applied(&self, index).isTrue { return .bool(false) }
            return .bool(true)
        case "reduce":
            var rest = values.indices
            var result: ScriptValue
            if arguments.count > 1 {
                result = arguments[1]
            } else if let first = values.first {
                result = first
                rest = rest.dropFirst()
            } else {
                throw ScriptError(message: "'reduce' of an empty list without a first value")
            }
            for index in rest {
                result = try call(
                    function, [result, values[index], .number(Double(index)), .array(values)], this: .undefined)
            }
            return result
        case "push", "pop", "shift", "unshift", "splice", "sort", "reverse", "fill":
            throw ScriptError(message: "'\(name)' changes a list, and lists are not changed here")
        default: throw missing(name, "a list")
        }
    }

    // MARK: Dates

    private func method(
        _ name: String, ofDate milliseconds: Double, _ arguments: [ScriptValue]
    ) throws(ScriptError) -> ScriptValue {
        guard let (parts, weekday) = ScriptDate.parts(milliseconds) else {
            if name.hasPrefix("get") || name == "valueOf" { return .number(.nan) }
            return .string("Invalid Date")
        }
        switch name.replacing("getUTC", with: "get") {
        case "getTime", "valueOf": return .number(milliseconds)
        case "getFullYear": return .number(parts.year)
        case "getMonth": return .number(parts.month)
        case "getDate": return .number(parts.day)
        case "getDay": return .number(Double(weekday))
        case "getHours": return .number(parts.hour)
        case "getMinutes": return .number(parts.minute)
        case "getSeconds": return .number(parts.second)
        case "getMilliseconds": return .number(parts.millisecond)
        case "toISOString", "toJSON", "toString": return .string(ScriptDate.text(milliseconds))
        case "toLocaleDateString" where arguments.isEmpty:
            return .string("\(Int(parts.month) + 1)/\(Int(parts.day))/\(Int(parts.year))")
        default: throw missing(name, "a date")
        }
    }
}
