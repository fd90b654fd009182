package import Foundation

/// A random chart description of extreme numbers, the same for the same seed on every machine.
///
/// Its keys and their bounds come from the schema, so that the test tries a new key as soon as the schema has it.
/// Columns, sizes and kinds of series are chosen here.
package struct ExtremeDescription {
    package let json: String
    /// Raw columns referenced by `json`: file name → bytes. They contain NaN and ±∞, which JSON cannot.
    package private(set) var files: [String: Data] = [:]
    /// Ranges to show afterwards, one picture each, as if set by a gesture.
    package let laterRanges: [(x: ClosedRange<Double>, y: ClosedRange<Double>)]

    package init(seed: UInt64, schema: DescriptionSchema) {
        var writer = Writer(random: SeededNumbers(seed: seed), schema: schema)
        json = writer.chart()
        files = writer.files
        laterRanges = (0..<writer.pick([0, 0, 1, 2])).map { _ in (writer.range(), writer.range()) }
    }
}

/// The part of the schema used to make descriptions.
package struct DescriptionSchema: Sendable {
    fileprivate indirect enum Value: Sendable {
        case object([String: Value])
        case array([Value])
        case string(String)
        case number(Double)
        case other

        subscript(_ key: String) -> Value? {
            guard case .object(let members) = self else { return nil }
            return members[key]
        }

        var text: String? { if case .string(let text) = self { text } else { nil } }
        var number: Double? { if case .number(let number) = self { number } else { nil } }
        var elements: [Value]? { if case .array(let elements) = self { elements } else { nil } }

        /// Members sorted by name.
        var members: [(name: String, value: Value)] {
            guard case .object(let members) = self else { return [] }
            return members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }

        init(_ object: Any) {
            switch object {
            case let members as [String: Any]: self = .object(members.mapValues { Value($0) })
            case let elements as [Any]: self = .array(elements.map { Value($0) })
            case let text as String: self = .string(text)
            case let number as NSNumber: self = .number(number.doubleValue)
            default: self = .other
            }
        }
    }

    fileprivate let root: Value

    package init(path: String) throws {
        root = Value(try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))))
    }

    fileprivate func definition(_ name: String) -> Value { root["$defs"]?[name] ?? .other }
}

private struct Writer {
    var random: SeededNumbers
    let schema: DescriptionSchema
    var files: [String: Data] = [:]

    // MARK: Choices

    mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: values.indices, using: &random)] }
    mutating func happens(_ share: Double) -> Bool { random.double(0...1) < share }

    // MARK: Numbers

    private static let specials: [Double] = [
        0, -0.0, 1, -1, 0.1, -0.5, 3, 100, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
        .leastNormalMagnitude * 0.98, .leastNormalMagnitude, 1e-300, -1e-300, 1e-45, 1e-38, 1e-17,
        1.0000000000000002, 0.9999999999999999, 16_777_216, 16_777_217, 2_147_483_647, 2_147_483_648, -2_147_483_649,
        4.9e9,
        9_007_199_254_740_992, 9.2e18, 9.3e18, -9.3e18, 1e17, 1.7e19, 3.4e38, 3.5e38, -3.5e38, 1e100, 1e150, 1e154,
        1e155, 1e200, 1e300,
        -1e300, 1e308, 1.7976931348623157e308, -1.7976931348623157e308, 1e9, 1_577_836_800, -62_135_596_800, 1e12,
        253_402_300_800,
    ]

    mutating func extreme() -> Double {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: random.double(-100...100)
        case 1: (random.double(-1...1)) * pow(10, random.double(-320...308))
        case 2: Self.finite(Double(bitPattern: random.next()))
        default: pick(Self.specials)
        }
    }

    private static func finite(_ number: Double) -> Double { number.isFinite ? number : 1 }

    mutating func range() -> ClosedRange<Double> {
        let low = extreme()
        let high: Double
        switch Int.random(in: 0..<4, using: &random) {
        case 0: high = low.nextUp
        case 1: high = low + abs(low) * pow(10, random.double(-17...2))
        default: high = extreme()
        }
        guard low.isFinite, high.isFinite else { return 0...1 }
        return min(low, high)...max(low, high)
    }

    /// A column; NaN: gap.
    mutating func column(_ count: Int) -> [Double] {
        var values: [Double]
        switch Int.random(in: 0..<10, using: &random) {
        case 0: values = (0..<count).map { _ in extreme() }
        case 1: values = (0..<count).map { _ in extreme() }.sorted()
        case 2, 3:
            // Steps smaller than the resolution of Double, too: equal neighbours.
            let start = pick([0, extreme()])
            let step = abs(extreme())
            values = (0..<count).map { start + Double($0) * step }
        case 4: values = [Double](repeating: extreme(), count: count)
        case 5: values = (0..<count).map { _ in random.double(0...100) }
        case 6:
            let few = (0..<4).map { _ in extreme() }
            values = (0..<count).map { _ in pick(few) }
        case 7: values = (0..<count).map { _ in pow(10, random.double(-320...308)) }
        case 8:
            values = (0..<count).map { _ in random.double(-1...1) }
            for _ in 0..<2 where count > 0 { values[Int.random(in: 0..<count, using: &random)] = extreme() }
        default: values = (0..<count).map { Double($0) }
        }
        if happens(0.2) { values.reverse() }
        let gaps = pick([0, 0, 0, 0.02, 0.3, 0.9, 1])
        return values.map { !$0.isFinite || (gaps > 0 && happens(gaps)) ? .nan : $0 }
    }

    private static let words = ["", "a", "b", "Berlin", "東京", "name", "2013-01-31", "x"]

    mutating func texts(_ count: Int) -> String {
        let all = happens(0.3) ? [pick(Self.words)] : Self.words
        return "[" + (0..<count).map { _ in Self.quoted(pick(all)) }.joined(separator: ",") + "]"
    }

    static func quoted(_ text: String) -> String { "\"" + text + "\"" }

    // MARK: The chart

    mutating func chart() -> String {
        var members: [String] = []
        let scale = pick([1, 1, 1, 1, 2, 0.5, 0.1, 3.7, 16])
        let maximum = scale > 3 ? 60.0 : 300
        func side(_ wanted: Double) -> Double { min(max(wanted, 1 / scale), maximum) }
        let (width, height) = (pick([1, 1, 2, 7, 30, 60, 120, 299.5, 300]), pick([1, 2, 7, 30, 30, 60, 120, 200.4]))
        members.append("\"size\": {\"width\": \(side(width)), \"height\": \(side(height))}, \"scale\": \(scale)")
        if happens(0.15) { members.append("\"decimation\": \"none\"") }
        if happens(0.2) { members.append("\"theme\": \(Self.quoted(pick(["light", "dark", "flat", "flatDark"])))") }
        let kind = Int.random(in: 0..<8, using: &random)
        let kinds: [String]
        switch kind {
        case 0: kinds = ["pie", "donut"]
        case 1: kinds = ["radialLine"]
        default:
            kinds = [
                "line", "line", "stepLine", "band", "column", "column", "bar", "scatter", "candlestick", "ohlc",
                "bubble", "density", "density",
            ]
        }
        let count = happens(0.3) ? pick([300, 1_000, 2_500]) : pick([0, 1, 2, 3, 3, 5, 8, 20, 64, 65, 100])
        members.append(data(count))
        let axes = axes(isPie: kind == 0, isRadial: kind == 1)
        members += axes.members
        let number = kind == 0 ? 1 : pick([1, 1, 1, 2, 3])
        let only = pick(kinds)
        let series = (0..<number).map { _ in self.series(happens(0.7) ? only : pick(kinds), axes: axes.names) }
        members.append("\"series\": [\(series.joined(separator: ", "))]")
        if happens(0.15) { members.append("\"legend\": \(written(schema.definition("legend"), depth: 0))") }
        if happens(0.1) {
            members.append("\"titleStyle\": \(written(schema.definition("TitleStyle"), depth: 0)), \"title\": \"Ag\"")
        }
        if happens(0.1) { members.append("\"style\": \(written(schema.definition("ChartStyle"), depth: 0))") }
        if happens(0.05) { members.append("\"canvasInset\": \(written(schema.definition("insets"), depth: 0))") }
        if kind > 1, happens(0.3) {
            members.append(
                "\"annotations\": [\((0..<pick([1, 2, 4])).map { _ in annotation() }.joined(separator: ", "))]")
        }
        if kind > 1, count > 0, happens(0.1) {
            members.append("\"crosshair\": {\"series\": 0, \"point\": \(Int.random(in: 0..<count, using: &random))}")
        }
        return "{" + members.joined(separator: ",\n ") + "}"
    }

    private static let columns = ["x", "y", "z", "o", "h", "l", "c"]

    /// One table `d`, in text or in files.
    private mutating func data(_ count: Int) -> String {
        let values = Self.columns.map { _ in column(count) }
        if happens(0.3), count > 0 {
            var columns: [String] = []
            for (name, numbers) in zip(Self.columns, values) {
                let isDouble = happens(0.7)
                let odd = numbers.map { !$0.isNaN ? $0 : pick([Double.nan, .infinity, -.infinity]) }
                files[name] =
                    isDouble ? odd.withUnsafeBytes { Data($0) } : odd.map { Float($0) }.withUnsafeBytes { Data($0) }
                columns.append("\(Self.quoted(name)): {\(Self.quoted(isDouble ? "f64" : "f32")): \(Self.quoted(name))}")
            }
            return
                "\"data\": {\"d\": {\"columns\": {\(columns.joined(separator: ", "))}}, \"t\": {\"values\": {\"w\": \(texts(count))}}}"
        }
        var columns = zip(Self.columns, values).map { name, numbers in
            "\(Self.quoted(name)): [\(numbers.map { $0.isNaN ? "null" : "\($0)" }.joined(separator: ","))]"
        }
        columns.append("\"w\": \(texts(count))")
        return "\"data\": {\"d\": {\"values\": {\(columns.joined(separator: ",\n  "))}}}"
    }

    private mutating func axes(isPie: Bool, isRadial: Bool) -> (members: [String], names: (x: [String], y: [String])) {
        if isPie { return ([], ([], [])) }
        var members: [String] = []
        var names: (x: [String], y: [String]) = ([], [])
        for isX in [true, false] where happens(0.7) {
            let kinds =
                isRadial && isX
                ? ["numberAxis", "categoryAxis"]
                : [
                    "numberAxis", "numberAxis", "dateTimeAxis", "categoryAxis", "logarithmicAxis",
                    "symmetricLogarithmicAxis", "squareRootAxis",
                    "discontinuousNumberAxis", "discontinuousDateTimeAxis",
                ]
            if !isRadial, happens(0.15) {
                let ids = ["p", "q"]
                let axes = ids.map { axis(pick(kinds), id: $0) }
                if isX { names.x = ids } else { names.y = ids }
                members.append("\"\(isX ? "x" : "y")Axes\": [\(axes.joined(separator: ", "))]")
            } else {
                members.append("\"\(isX ? "x" : "y")Axis\": \(axis(pick(kinds), id: nil))")
            }
        }
        return (members, names)
    }

    private mutating func axis(_ kind: String, id: String?) -> String {
        let definition = schema.definition(kind)
        var members = ["\"type\": \(Self.quoted(definition["properties"]?["type"]?["const"]?.text ?? ""))"]
        if let id { members.append("\"id\": \(Self.quoted(id))") }
        let share = pick([0, 0.05, 0.1, 0.3])
        for (name, value) in definition["properties"]?.members ?? [] where !["type", "id"].contains(name) {
            // Exclusions are set often and fixed ranges rarely; all other members are set with probability `share`.
            if name == "exclusions" ? happens(0.7) : name == "defaultRange" ? happens(0.3) : happens(share) {
                members.append("\(Self.quoted(name)): \(written(value, named: name, depth: 1))")
            }
        }
        return "{" + members.joined(separator: ", ") + "}"
    }

    private mutating func series(_ type: String, axes: (x: [String], y: [String])) -> String {
        let definition = schema.definition(type + "Series")
        let properties = definition["properties"]?.members ?? []
        var members = ["\"type\": \(Self.quoted(type)), \"data\": \"d\""]
        var aggregation = ""
        if type == "density" {
            aggregation = pick(["count", "sum", "mean", "max", "min", "category"])
            members.append("\"aggregation\": \(Self.quoted(aggregation))")
        }
        let isVertical = happens(0.15)
        let share = pick([0, 0.1, 0.4])
        for (name, value) in properties where !["type", "data", "aggregation", "title"].contains(name) {
            switch name {
            case "x" where isVertical && ["candlestick", "ohlc", "band"].contains(type): break
            case "y" where !isVertical && ["candlestick", "ohlc", "band"].contains(type): break
            case "x":
                if files.isEmpty, happens(0.1) {
                    members.append("\"x\": \"w\"")
                } else if happens(0.85) || type == "bar" {
                    members.append("\"x\": \"x\"")
                }
            case "y":
                members.append(
                    files.isEmpty && happens(0.05) ? "\"y\": \"w\"" : "\"y\": \"\(pick(["y", "y", "y", "x"]))\"")
            case "open", "high", "low", "close":
                members.append("\(Self.quoted(name)): \(Self.quoted(String(name.prefix(1))))")
            case "area": members.append("\"area\": \"z\"")
            case "value": if !["count", "category", ""].contains(aggregation) { members.append("\"value\": \"z\"") }
            case "category":
                if aggregation == "category" {
                    members.append("\"category\": \(Self.quoted(files.isEmpty ? "w" : "z"))")
                }
            case "orientation": if isVertical { members.append("\"orientation\": \"vertical\"") }
            case "xAxis": if !axes.x.isEmpty { members.append("\"xAxis\": \(Self.quoted(pick(axes.x)))") }
            case "yAxis": if !axes.y.isEmpty { members.append("\"yAxis\": \(Self.quoted(pick(axes.y)))") }
            case "hidden": if happens(0.02) { members.append("\"hidden\": true") }
            case "stackIndex", "groupIndex":
                if happens(0.25) { members.append("\(Self.quoted(name)): \(pick([0, 0, 1, -1_000_000]))") }
            default:
                if happens(share) { members.append("\(Self.quoted(name)): \(written(value, named: name, depth: 1))") }
            }
        }
        return "{" + members.joined(separator: ", ") + "}"
    }

    private mutating func annotation() -> String {
        let kind = pick(["text", "horizontalLine", "verticalLine", "horizontalBand", "verticalBand", "rectangle"])
        let definition = schema.definition(kind + "Annotation")
        let required = (definition["required"]?.elements ?? []).compactMap(\.text)
        var members: [String] = []
        for (name, value) in definition["properties"]?.members ?? [] where !["xAxis", "yAxis"].contains(name) {
            if required.contains(name) || happens(0.5) {
                members.append("\(Self.quoted(name)): \(written(value, named: name, depth: 1))")
            }
        }
        return "{" + members.joined(separator: ", ") + "}"
    }

    // MARK: Limits of the schema

    private typealias Value = DescriptionSchema.Value

    /// A random value allowed by a part of the schema.
    private mutating func written(_ part: Value, named name: String = "", depth: Int) -> String {
        if let reference = part["$ref"]?.text {
            return written(
                referenced: String(reference.drop { $0 != "d" }.dropFirst(5).drop { $0 == "/" }), depth: depth)
        }
        if let all = part["allOf"]?.elements { return written(all[0], named: name, depth: depth) }
        if let any = part["anyOf"]?.elements ?? part["oneOf"]?.elements {
            return written(pick(any), named: name, depth: depth)
        }
        if let only = part["const"] { return only.text.map(Self.quoted) ?? "1" }
        if let choices = part["enum"]?.elements { return Self.quoted(pick(choices).text ?? "") }
        // Names or indices of slices.
        if part["type"]?.elements != nil { return "\(pick([0, 1, 63, 100_000]))" }
        switch part["type"]?.text {
        case "number": return "\(number(part))"
        case "integer": return "\(integer(part))"
        case "boolean": return "\(happens(0.5))"
        case "string": return Self.quoted(pick(Self.strings[name] ?? ["x"]))
        case "array": return "[" + elements(part, depth: depth).joined(separator: ", ") + "]"
        default: return object(part, depth: depth)
        }
    }

    private static let strings = [
        "timeZone": ["UTC", "America/New_York", "Asia/Kathmandu"], "locale": ["en_US", "de_DE"],
    ]

    private mutating func written(referenced name: String, depth: Int) -> String {
        switch name {
        case "color": Self.quoted(pick(["#000", "#ff0000", "#12345680", "#00000000", "#ffffff01", "#0a0b0cfe"]))
        case "text": Self.quoted(pick(["", "x", "Ag 12", "a longer text of several words", "%.2f"]))
        case "numberPattern": Self.quoted(pick(["%.0f", "%.12f", "%e", "%g", "~s", "$,.0f", ".0%", "%'.3f"]))
        case "path": "\"absent.png\""
        case "axisValue", "dateValue": happens(0.9) ? "\(min(max(extreme(), -1e300), 1e300))" : "\"2013-01-31\""
        default: written(schema.definition(name), depth: depth)
        }
    }

    private mutating func number(_ part: Value) -> Double {
        let low = part["minimum"]?.number ?? part["exclusiveMinimum"]?.number?.nextUp ?? -Double.greatestFiniteMagnitude
        let high = part["maximum"]?.number ?? .greatestFiniteMagnitude
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where low > -1e300: return low
        case 1 where high < 1e300: return happens(0.3) ? high : min(low + 1, high)
        case 2 where high - low < 1e6: return random.double(low...min(high, low + 20))
        default: return min(max(extreme(), low), high)
        }
    }

    private mutating func integer(_ part: Value) -> Int {
        let low = Int(part["minimum"]?.number ?? -1e6)
        let high = Int(part["maximum"]?.number ?? 1e6)
        return pick([low, min(low + 1, high), min(low + 2, high), high])
    }

    private mutating func elements(_ part: Value, depth: Int) -> [String] {
        if let parts = part["prefixItems"]?.elements {
            let written = parts.map { self.written($0, depth: depth + 1) }
            // Ranges must be ascending.
            guard written.count == 2, let low = Double(written[0]), let high = Double(written[1]), low > high else {
                return written
            }
            return [written[1], written[0]]
        }
        guard let item = part["items"] else { return [] }
        let minimum = Int(part["minItems"]?.number ?? 0)
        let count = min(max(minimum, pick([0, 1, 2, 3])), Int(part["maxItems"]?.number ?? 9))
        return (0..<count).map { _ in written(item, depth: depth + 1) }
    }

    private mutating func object(_ part: Value, depth: Int) -> String {
        let required = (part["required"]?.elements ?? []).compactMap(\.text)
        let properties = part["properties"]?.members ?? []
        if part["maxProperties"]?.number == 1 {
            let unit = pick(properties)
            return "{\(Self.quoted(unit.name)): \(written(unit.value, depth: depth + 1))}"
        }
        let share = depth > 3 ? 0.1 : pick([0.1, 0.3, 0.7])
        var members: [String] = []
        for (name, value) in properties where value["$ref"]?.text != "#/$defs/path" {
            if required.contains(name) || happens(share) {
                members.append("\(Self.quoted(name)): \(written(value, named: name, depth: depth + 1))")
            }
        }
        return "{" + members.joined(separator: ", ") + "}"
    }
}
