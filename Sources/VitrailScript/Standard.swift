import Foundation

/// Names that every expression may use.
enum Standard {
    static let names: [String: ScriptValue] = {
        var names: [String: ScriptValue] = [:]
        for name in ["Math", "Number", "String", "Boolean", "Array", "Object", "Date"] {
            names[name] = .native(function(name))
        }
        names["parseFloat"] = native("parseFloat") { (values) throws(ScriptError) in
            .number(ScriptNumber.prefix(try text(values.first)))
        }
        names["parseInt"] = native("parseInt") { (values) throws(ScriptError) in
            guard values.count < 2 || number(values[1]) == 10 || !values[1].isPresent else {
                throw ScriptError(message: "'parseInt' reads numbers to the base 10")
            }
            return .number(
                ScriptNumber.prefix(String(try text(values.first).prefix { $0 != "." && $0 != "e" && $0 != "E" })))
        }
        names["isNaN"] = native("isNaN") { .bool(number($0.first).isNaN) }
        names["isFinite"] = native("isFinite") { .bool(number($0.first).isFinite) }
        return names
    }()

    /// Members of these names, for example "Math.PI".
    static let members: [String: ScriptValue] = {
        var members: [String: ScriptValue] = [
            "Math.PI": .number(.pi), "Math.E": .number(M_E), "Math.LN2": .number(M_LN2), "Math.LN10": .number(M_LN10),
            "Math.LOG2E": .number(M_LOG2E),
            "Math.LOG10E": .number(M_LOG10E), "Math.SQRT2": .number(2.0.squareRoot()),
            "Math.SQRT1_2": .number(0.5.squareRoot()),
            "Number.MAX_SAFE_INTEGER": .number(9_007_199_254_740_991),
            "Number.MIN_SAFE_INTEGER": .number(-9_007_199_254_740_991),
            "Number.MAX_VALUE": .number(.greatestFiniteMagnitude), "Number.MIN_VALUE": .number(.leastNonzeroMagnitude),
            "Number.EPSILON": .number(.ulpOfOne),
            "Number.POSITIVE_INFINITY": .number(.infinity), "Number.NEGATIVE_INFINITY": .number(-.infinity),
            "Number.NaN": .number(.nan),
        ]
        let functions: [String: @Sendable (Double) -> Double] = [
            "abs": { abs($0) }, "floor": { $0.rounded(.down) }, "ceil": { $0.rounded(.up) },
            "trunc": { $0.rounded(.towardZero) },
            // Halves are rounded up; -0.5 gives -0.
            "round": { abs($0) < 0x1p52 ? ($0 - $0.rounded(.down) < 0.5 ? $0.rounded(.down) : $0.rounded(.up)) : $0 },
            "sign": { $0 > 0 ? 1 : $0 < 0 ? -1 : $0 }, "sqrt": { $0.squareRoot() }, "cbrt": { cubeRoot($0) },
            "exp": { exp($0) }, "log": { log($0) },
            "log10": { log10($0) }, "log2": { log2($0) }, "log1p": { log1p($0) }, "sin": { sin($0) },
            "cos": { cos($0) }, "tan": { tan($0) },
            "asin": { asin($0) }, "acos": { acos($0) }, "atan": { atan($0) },
        ]
        for (name, function) in functions {
            members["Math.\(name)"] = native("Math.\(name)") { .number(function(number($0.first))) }
        }
        members["Math.pow"] = native("Math.pow") { .number(pow(number($0.first), number($0.dropFirst().first))) }
        members["Math.atan2"] = native("Math.atan2") { .number(atan2(number($0.first), number($0.dropFirst().first))) }
        members["Math.max"] = native("Math.max") { values in
            .number(values.reduce(-.infinity) { $0.isNaN || number($1).isNaN ? .nan : max($0, number($1)) })
        }
        members["Math.min"] = native("Math.min") { values in
            .number(values.reduce(.infinity) { $0.isNaN || number($1).isNaN ? .nan : min($0, number($1)) })
        }
        members["Math.random"] = native("Math.random") { (_) throws(ScriptError) in
            throw ScriptError(
                message: "'Math.random' is not here, so that the same chart is the same picture; write the numbers out")
        }
        members["Number.isInteger"] = native("Number.isInteger") {
            if case .number(let value)? = $0.first {
                .bool(value.rounded() == value && value.isFinite)
            } else {
                .bool(false)
            }
        }
        members["Number.isFinite"] = native("Number.isFinite") {
            if case .number(let value)? = $0.first { .bool(value.isFinite) } else { .bool(false) }
        }
        members["Number.isNaN"] = native("Number.isNaN") {
            if case .number(let value)? = $0.first { .bool(value.isNaN) } else { .bool(false) }
        }
        members["Number.parseFloat"] = names["parseFloat"]
        members["Number.parseInt"] = names["parseInt"]
        members["Array.isArray"] = native("Array.isArray") {
            if case .array? = $0.first { .bool(true) } else { .bool(false) }
        }
        members["Object.keys"] = native("Object.keys") { (values) throws(ScriptError) in
            .array(try object(values).names.map { .string($0) })
        }
        members["Object.values"] = native("Object.values") { (values) throws(ScriptError) in
            .array(try object(values).members.map(\.value))
        }
        members["Object.entries"] = native("Object.entries") { (values) throws(ScriptError) in
            .array(try object(values).members.map { .array([.string($0.name), $0.value]) })
        }
        members["Date.now"] = native("Date.now") { (_) throws(ScriptError) in
            throw ScriptError(
                message: "'Date.now' is not here, so that the same chart is the same picture; write the date out")
        }
        members["Date.UTC"] = native("Date.UTC") { .number(ScriptDate.milliseconds(parts($0.map { number($0) }))) }
        members["Date.parse"] = native("Date.parse") { (values) throws(ScriptError) in
            .number(try date(try text(values.first)))
        }
        return members
    }()

    /// Names that are functions and have members.
    private static func function(_ name: String) -> ScriptNative {
        ScriptNative(name) { (values) throws(ScriptError) in
            switch name {
            case "Number": .number(values.isEmpty ? 0 : number(values[0]))
            case "String": .string(values.isEmpty ? "" : try text(values[0]))
            case "Boolean": .bool(values.first?.isTrue ?? false)
            case "Array": .array(values)
            case "Date": throw ScriptError(message: "write 'new Date(…)'")
            default: throw ScriptError(message: "'\(name)' is no function that can be called here")
            }
        }
    }

    private static func native(
        _ name: String, _ body: @escaping @Sendable ([ScriptValue]) throws(ScriptError) -> ScriptValue
    ) -> ScriptValue {
        .native(ScriptNative(name, body))
    }

    /// Exact for cubes of whole numbers. The C library's result may be off by one bit.
    private static func cubeRoot(_ value: Double) -> Double {
        let root = cbrt(value)
        let whole = root.rounded()
        return whole * whole * whole == value ? whole : root
    }

    private static let plain = Evaluation(budget: ScriptBudget(.max))

    static func number(_ value: ScriptValue?) -> Double { (try? plain.number(value ?? .undefined)) ?? .nan }

    static func text(_ value: ScriptValue?) throws(ScriptError) -> String { try plain.text(value ?? .undefined) }

    private static func object(_ values: [ScriptValue]) throws(ScriptError) -> ScriptObject {
        switch values.first {
        case .object(let object): return object
        case .array(let elements):
            var object = ScriptObject()
            for (index, element) in elements.enumerated() { object[String(index)] = element }
            return object
        default: throw ScriptError(message: "the members of \((values.first ?? .undefined).phrase)")
        }
    }

    static func date(_ text: String) throws(ScriptError) -> Double {
        guard let milliseconds = ScriptDate.read(text) else {
            throw ScriptError(
                message:
                    "'\(text.prefix(40))' is no date that is read here; write it as 2020-06-14 or 2020-06-14T16:08:20Z")
        }
        return milliseconds
    }

    static func parts(_ values: [Double]) -> ScriptDate.Parts {
        var parts = ScriptDate.Parts()
        let positions: [WritableKeyPath<ScriptDate.Parts, Double> & Sendable] = [
            \.year, \.month, \.day, \.hour, \.minute, \.second, \.millisecond,
        ]
        for (position, value) in zip(positions, values) { parts[keyPath: position] = value }
        if let year = values.first, (0...99).contains(year) { parts.year = 1900 + year }
        return parts
    }
}

extension Evaluation {
    /// `new Date(…)`. Other types are refused.
    func made(_ type: String, _ values: [ScriptValue]) throws(ScriptError) -> ScriptValue {
        guard type == "Date" else { throw ScriptError(message: "'new \(type)' is not here; only 'new Date(…)' is") }
        switch values.count {
        case 0:
            throw ScriptError(
                message:
                    "'new Date()' without a date is not here, so that the same chart is the same picture; write the date out"
            )
        case 1:
            if case .string(let text) = values[0] { return .date(try Standard.date(text)) }
            return .date(try number(values[0]))
        default: return .date(ScriptDate.milliseconds(Standard.parts(values.map { Standard.number($0) })))
        }
    }
}
