import VitrailColumns

extension RowFilter {
    private static let maxColumns = 16
    private static let maxValues = 1_000

    /// Reads filters such as `{"year": 2005, "host": ["web", "db"], "v": {"min": 5, "max": 25}}`.
    static func readAll(_ node: DescriptionNode) throws(DescriptionError) -> [RowFilter] {
        guard case .object(let members) = node.value else {
            throw node.error("expected an object, as {\"column\": value}, found \(node.value.phrase)")
        }
        guard members.count <= maxColumns else { throw node.error("more than \(maxColumns) columns") }
        var filters: [RowFilter] = []
        for member in members {
            filters.append(RowFilter(column: member.name, try condition(node.child(member.name, member.value))))
        }
        return filters
    }

    private static func condition(_ node: DescriptionNode) throws(DescriptionError) -> Condition {
        switch node.value {
        case .array:
            var values: [Value] = []
            for element in try node.elements(limit: maxValues) { values.append(try value(element)) }
            return .oneOf(values)
        case .object: return try range(node)
        default: return .oneOf([try value(node)])
        }
    }

    private static func value(_ node: DescriptionNode) throws(DescriptionError) -> Value {
        switch node.value {
        case .string(let text): return .text(text)
        case .number(let number) where !number.isFinite:
            throw node.error("\(node.value.phrase) is no value to filter by; null keeps gaps")
        // Write whole numbers without a decimal point, so that they also equal the texts of categories.
        case .number(let number): return .text(compact(number))
        case .bool(let value): return .bool(value)
        case .null: return .gap
        case .array, .object:
            throw node.mismatch("a number, a string, true, false, null, a list of these, or an object with min and max")
        }
    }

    private static func range(_ node: DescriptionNode) throws(DescriptionError) -> Condition {
        var object = try DescriptionObject(node)
        let ends = (minimum: object.optional("min"), maximum: object.optional("max"))
        try object.finish()
        guard ends.minimum != nil || ends.maximum != nil else { throw node.error("expected min, max or both") }
        let (minimum, maximum) = (try ends.minimum.map(bound), try ends.maximum.map(bound))
        if let minimum, let maximum, let node = ends.maximum {
            let (numbers, dates) = ((minimum.number, maximum.number), (minimum.date, maximum.date))
            if case (let low?, let high?) = numbers {
                guard low <= high else { throw node.error("it is less than min") }
            } else if case (let low?, let high?) = dates {
                guard low <= high else { throw node.error("it is before min") }
            } else {
                throw node.error("min and max are a number and a date; both are of one kind")
            }
        }
        return .between(minimum: minimum, maximum: maximum)
    }

    private static func bound(_ node: DescriptionNode) throws(DescriptionError) -> Bound {
        guard case .string(let text) = node.value else {
            guard case .number = node.value else { throw node.mismatch("a number, or a date as a string") }
            return .number(try Double.read(node))
        }
        let bound = Bound.text(text)
        guard bound.number != nil || bound.date != nil else {
            throw node.error(
                "\(quoted(text)) is neither a number nor a date; a date is written 2013-01-31 or 2013-01-31T12:00:00Z")
        }
        return bound
    }
}
