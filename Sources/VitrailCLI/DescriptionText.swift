import Vitrail

/// JSON whose members keep their order.
indirect enum JSONText {
    case object([(name: String, value: JSONText)])
    case list([JSONText])
    case text(String)
    case number(Double)
    case bool(Bool)
    case null

    /// Maximum characters per line if a value fits into one line.
    private static let width = 110

    /// Writes a value on one line if it fits.
    func written(indent: Int = 0, isOuter: Bool = true) -> String {
        if !isOuter, let line = line(limit: Self.width - indent) { return line }
        let (inner, end) = (String(repeating: " ", count: indent + 2), String(repeating: " ", count: indent))
        switch self {
        case .object(let members) where !members.isEmpty:
            let lines = members.map {
                "\(inner)\(Self.quoted($0.name)): \($0.value.written(indent: indent + 2, isOuter: false))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(end)}"
        case .list(let values) where values.allSatisfy(\.isScalar) && !values.isEmpty:
            return "[\n\(Self.filled(values, inner))\n\(end)]"
        case .list(let values) where !values.isEmpty:
            return
                "[\n\(values.map { inner + $0.written(indent: indent + 2, isOuter: false) }.joined(separator: ",\n"))\n\(end)]"
        default: return line(limit: .max) ?? ""
        }
    }

    private var isScalar: Bool {
        switch self {
        case .object, .list: false
        case .text, .number, .bool, .null: true
        }
    }

    /// Fills lines with several values each.
    private static func filled(_ values: [JSONText], _ indent: String) -> String {
        var (lines, line) = ([String](), "")
        for (k, value) in values.enumerated() {
            let text = (value.line(limit: .max) ?? "") + (k + 1 < values.count ? "," : "")
            if !line.isEmpty, indent.count + line.count + 1 + text.count > width {
                lines.append(indent + line)
                line = text
            } else {
                line += line.isEmpty ? text : " " + text
            }
        }
        return (lines + [indent + line]).joined(separator: "\n")
    }

    /// The value on one line. `nil`: it is longer than the limit in bytes. `write` stops at the limit.
    private func line(limit: Int) -> String? {
        var text = ""
        write(into: &text, limit: limit)
        return text.utf8.count <= limit ? text : nil
    }

    private func write(into text: inout String, limit: Int) {
        guard text.utf8.count <= limit else { return }
        switch self {
        case .object(let members):
            text += "{"
            for (k, member) in members.enumerated() where text.utf8.count <= limit {
                text += (k > 0 ? ", " : "") + Self.quoted(member.name) + ": "
                member.value.write(into: &text, limit: limit)
            }
            text += "}"
        case .list(let values):
            text += "["
            for (k, value) in values.enumerated() where text.utf8.count <= limit {
                if k > 0 { text += ", " }
                value.write(into: &text, limit: limit)
            }
            text += "]"
        case .text(let value): text += Self.quoted(value)
        case .number(let value): text += Self.number(value)
        case .bool(let value): text += "\(value)"
        case .null: text += "null"
        }
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : "\(value)"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            case "\0"..<" ", "\u{7F}":
                let hex = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// The members of an object, without empty ones.
private struct Members {
    private(set) var all: [(name: String, value: JSONText)] = []

    mutating func add(_ name: String, _ value: JSONText?) {
        if let value { all.append((name, value)) }
    }

    mutating func add(_ name: String, _ text: String?) { add(name, text.map(JSONText.text)) }

    var text: JSONText { .object(all) }
    /// `nil`: there are no members.
    var unlessEmpty: JSONText? { all.isEmpty ? nil : text }
}

extension ChartDescription {
    /// The JSON text of a description that `plot` made. It contains only the parts that `plot` uses.
    var plotText: String {
        var chart = Members()
        chart.add("size", .object([("width", .number(size.width)), ("height", .number(size.height))]))
        chart.add("scale", .number(scale))
        chart.add("theme", theme?.rawValue)
        chart.add("locale", locale)
        chart.add(
            "palette", palette.map { $0.name.map(JSONText.text) ?? .list($0.colors.map { .text($0.description) }) })
        chart.add("font", font.text)
        chart.add("title", title)
        if endLabels { chart.add("endLabels", .bool(true)) }
        chart.add("subtitle", subtitle)
        chart.add("caption", caption)
        chart.add("source", source)
        chart.add("data", .object(data.sorted { $0.key < $1.key }.map { ($0.key, $0.value.text) }))
        for (axes, one, several) in [(xAxes, "xAxis", "xAxes"), (yAxes, "yAxis", "yAxes")] where !axes.isEmpty {
            if axes.count == 1 { chart.add(one, axes[0].text) } else { chart.add(several, .list(axes.map(\.text))) }
        }
        chart.add("series", .list(series.map(\.text)))
        if let legend {
            var members = Members()
            members.add("position", legend.position?.rawValue)
            chart.add("legend", members.text)
        }
        return chart.text.written()
    }
}

extension FontStyle {
    /// `nil`: no property is set. A plain string if only the family is set.
    fileprivate var text: JSONText? {
        if let family, size == nil, isBold == nil { return .text(family) }
        var members = Members()
        members.add("family", family)
        members.add("size", size.map(JSONText.number))
        members.add("isBold", isBold.map(JSONText.bool))
        return members.unlessEmpty
    }
}

extension DataDescription {
    fileprivate var text: JSONText {
        var members = Members()
        let options: CSVOptions
        switch self {
        case .csv(let path, let filters, let said):
            options = said
            members.add("csv", path)
            if !filters.isEmpty { members.add("where", .object(filters.map { ($0.column, $0.condition.text) })) }
            said.addDialect(to: &members)
        case .values(let columns, let said):
            options = said
            members.add("values", .object(columns.sorted { $0.key < $1.key }.map { ($0.key, $0.value.text) }))
        case .columns(let columns, let said):
            options = said
            members.add("columns", .object(columns.sorted { $0.key < $1.key }.map { ($0.key, $0.value.text) }))
        case .arrays(let path, let said):
            options = said
            members.add(path.lowercased().hasSuffix(".npz") ? "npz" : "npy", path)
        case .arrow(let path, let filters, let said):
            options = said
            members.add("arrow", path)
            if !filters.isEmpty { members.add("where", .object(filters.map { ($0.column, $0.condition.text) })) }
        case .memory(let table):
            options = CSVOptions()
            members.add(
                "values", .object(table.names.compactMap { name in table[name].map { (name, $0.inlined.text) } }))
        }
        members.add("timeZone", options.timeZone)
        if !options.parse.isEmpty {
            members.add("parse", .object(options.parse.sorted { $0.key < $1.key }.map { ($0.key, $0.value.text) }))
        }
        return members.text
    }
}

extension Column {
    /// The column as inline JSON values. Dates are seconds since 1970.
    fileprivate var inlined: InlineColumn {
        if kind == .category { return .texts(texts) }
        return .numbers(after(0).withValues { values in values.indices.map { values[$0].isFinite ? values[$0] : nil } })
    }
}

extension CSVOptions {
    fileprivate func addDialect(to members: inout Members) {
        switch separator {
        case .blanks?: members.add("separator", "blanks")
        case .character(UInt8(ascii: "\t"))?: members.add("separator", "tab")
        case .character(let byte)?: members.add("separator", String(UnicodeScalar(byte)))
        case nil: break
        }
        members.add("header", header.map(JSONText.bool))
        if skipRows > 0 { members.add("skipRows", .number(Double(skipRows))) }
        members.add("comment", comment)
        if !na.isEmpty { members.add("na", .list(na.map(JSONText.text))) }
        members.add("encoding", encoding?.rawValue)
        members.add("decimal", decimal?.rawValue)
    }
}

extension ColumnParse {
    fileprivate var text: JSONText {
        var members = Members()
        members.add("date", date)
        members.add("timeZone", timeZone)
        members.add("unit", unit?.rawValue)
        return members.text
    }
}

extension RowFilter.Condition {
    fileprivate var text: JSONText {
        switch self {
        case .oneOf(let values) where values.count == 1: return values[0].text
        case .oneOf(let values): return .list(values.map(\.text))
        case .between(let minimum, let maximum):
            var members = Members()
            members.add("min", minimum?.text)
            members.add("max", maximum?.text)
            return members.text
        }
    }
}

extension RowFilter.Value {
    fileprivate var text: JSONText {
        switch self {
        case .text(let text): .text(text)
        case .bool(let value): .bool(value)
        case .gap: .null
        }
    }
}

extension RowFilter.Bound {
    fileprivate var text: JSONText {
        switch self {
        case .number(let number): .number(number)
        case .text(let text): .text(text)
        }
    }
}

extension InlineColumn {
    fileprivate var text: JSONText {
        switch self {
        case .numbers(let values): .list(values.map { $0.map(JSONText.number) ?? .null })
        case .texts(let texts): .list(texts.map { $0.map(JSONText.text) ?? .null })
        }
    }
}

extension RawColumn {
    fileprivate var text: JSONText {
        switch self {
        case .f64(let path): return .object([("f64", .text(path))])
        case .f32(let path): return .object([("f32", .text(path))])
        case .npy(let path, let column):
            var members = Members()
            members.add("npy", path)
            members.add("column", column)
            return members.text
        }
    }
}

extension AxisDescription {
    fileprivate var text: JSONText {
        var members = Members()
        if kind != .number { members.add("type", kind.rawValue) }
        members.add("id", id)
        members.add("title", title)
        members.add("axisPosition", axisPosition?.rawValue)
        if let ends = fineDefaultRange {
            members.add("defaultRange", .list([.text(ends.low.text), .text(ends.high.text)]))
        } else if let range = defaultRange {
            members.add("defaultRange", .list([position(of: range.minimum), position(of: range.maximum)]))
        } else if defaultMinimum != nil || defaultMaximum != nil {
            members.add(
                "defaultRange", .list([defaultMinimum.map(position) ?? .null, defaultMaximum.map(position) ?? .null]))
        }
        if includeZero { members.add("includeZero", .bool(true)) }
        members.add("reversed", reversed.map(JSONText.bool))
        members.add("rangePaddingLow", rangePaddingLow?.text)
        members.add("rangePaddingHigh", rangePaddingHigh?.text)
        members.add("currency", currency)
        if compact { members.add("compact", .bool(true)) }
        members.add("timeZone", timeZone)
        for case .repeatedTime(let repeated) in exclusions {
            let period = JSONText.object([
                ("start", position(of: repeated.period.start)),
                ("length", AxisStep.calendar(repeated.period.length).text),
                ("every", AxisStep.calendar(repeated.frequency).text),
            ])
            members.add("exclusions", .list([period]))
        }
        var style = Members()
        let lines = self.style.majorGridLineStyle
        var grid = Members()
        grid.add("showMajorGridLines", lines.showMajorGridLines.map(JSONText.bool))
        grid.add("lineRenderMode", lines.lineRenderMode?.rawValue)
        style.add("majorGridLineStyle", grid.unlessEmpty)
        members.add("style", style.unlessEmpty)
        return members.text
    }

    /// A date if a text can state it exactly, otherwise a number.
    private func position(of value: Double) -> JSONText {
        guard kind.isDate else { return .number(value) }
        let axis = DateTimeAxis()
        for pattern in ["yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm:ss'Z'"] {
            axis.labelFormatString = pattern
            let text = axis.string(forId: value)
            if Column.date(text, timeZone: nil) == value { return .text(text) }
        }
        return .number(value)
    }
}

extension AxisStep {
    fileprivate var text: JSONText {
        switch self {
        case .value(let number): .number(number)
        case .calendar(let step): .object([(step.unit.rawValue, .number(Double(step.count)))])
        }
    }
}

extension SeriesDescription {
    fileprivate var text: JSONText {
        var members = Members()
        members.add("type", kind.rawValue)
        members.add("title", title)
        members.add("data", data)
        for role in SeriesRole.allCases where role != .label { members.add(role.rawValue, columns[role]) }
        members.add("by", by)
        if sorted { members.add("sorted", .bool(true)) }
        if firstIndex != 0 { members.add("firstIndex", .number(Double(firstIndex))) }
        members.add("yAxis", yAxis)
        members.add("aggregation", combination?.rawValue)
        switch connectGaps {
        case .none: break
        case .all: members.add("connectGaps", .bool(true))
        case .within(let distance): members.add("connectGaps", distance.text)
        }
        members.add("breakAt", breakAt?.text)
        switch curve {
        case .straight: break
        case .monotone: members.add("curve", "monotone")
        case .smooth(let tension):
            members.add("curve", "smooth")
            members.add("tension", .number(tension))
        }
        if steps != .after { members.add("steps", steps.rawValue) }
        if pointsWrapAround { members.add("pointsWrapAround", .bool(true)) }
        var drawnStyle = Members()
        switch style {
        case .line(let line):
            drawnStyle.add("showFill", line.showFill.map(JSONText.bool))
            drawnStyle.add("pointStyle", line.pointStyle.text)
        case .radialLine(let line):
            drawnStyle.add("showFill", line.showFill.map(JSONText.bool))
            drawnStyle.add("pointStyle", line.pointStyle.text)
        default: break
        }
        if style.labelStyle?.showLabels == true {
            drawnStyle.add("dataPointLabelStyle", .object([("showLabels", .bool(true))]))
        }
        members.add("style", drawnStyle.unlessEmpty)
        return members.text
    }
}

extension PointStyle {
    fileprivate var text: JSONText? { showPoints.map { .object([("showPoints", .bool($0))]) } }
}
