extension AxisDescription {
    /// The axes of one direction: a single one under its name, or a list.
    static func readAll(
        _ object: inout DescriptionObject, one: String, several: String
    ) throws(DescriptionError) -> [AxisDescription] {
        let single = object.optional(one)
        guard let list = object.optional(several) else {
            guard let single else { return [] }
            return [try read(single)]
        }
        guard single == nil else { throw list.error("only one of \(one) and \(several) can be given") }
        var axes: [AxisDescription] = []
        for node in try list.elements(limit: ChartDescription.maxAxes) {
            let axis = try read(node)
            if let id = axis.id, axes.contains(where: { $0.id == id }) {
                throw node.error("the id \(quoted(id)) occurs twice")
            }
            axes.append(axis)
        }
        return axes
    }

    private static func read(_ node: DescriptionNode) throws(DescriptionError) -> AxisDescription {
        var object = try DescriptionObject(node)
        var axis = AxisDescription(try object.optional("type") ?? .number)
        axis.id = try object.optional("id")
        axis.title = try object.optional("title")
        axis.axisPosition = try object.optional("axisPosition")
        if let node = object.optional("defaultRange") { axis.defaultRange = try axis.readRange(node) }
        axis.rangePaddingLow = try axis.readStep(&object, "rangePaddingLow", from: 0)
        axis.rangePaddingHigh = try axis.readStep(&object, "rangePaddingHigh", from: 0)
        axis.majorTickFrequency = try axis.readStep(&object, "majorTickFrequency", from: 1e-300)
        axis.minorTickFrequency = try axis.readStep(&object, "minorTickFrequency", from: 1e-300)
        if let node = object.optional("anchorPoint") { axis.anchorPoint = try axis.readNumber(node) }
        if axis.kind == .logarithmic { axis.base = try object.optional("base", in: 1.000_001...1e9) }
        axis.labelFormatString = try object.optional("labelFormatString")
        axis.width = try object.optional("width", in: 0...ChartDescription.maxPixels)
        axis.gridPosition = try object.optional("gridPosition")
        axis.style = try object.style("style")
        try object.finish()
        return axis
    }

    private func readRange(_ node: DescriptionNode) throws(DescriptionError) -> NumberRange {
        let ends = try node.elements(limit: 2)
        guard ends.count == 2 else { throw node.error("expected minimum and maximum") }
        let range = NumberRange(try readNumber(ends[0]), try readNumber(ends[1]))
        guard range.minimum < range.maximum else {
            throw node.error("the minimum is not less than the maximum")
        }
        guard kind != .logarithmic || range.minimum > 0 else {
            throw ends[0].error("a logarithmic axis starts above 0")
        }
        return range
    }

    private func readStep(
        _ object: inout DescriptionObject, _ name: String, from least: Double
    ) throws(DescriptionError) -> AxisStep? {
        guard let node = object.optional(name) else { return nil }
        guard kind == .dateTime, case .object(let members) = node.value else {
            return .value(try node.number(in: least...1e300))
        }
        guard members.count == 1, let unit = DateFrequency.Unit(rawValue: members[0].name) else {
            throw node.error(
                "expected one of \(DateFrequency.Unit.allCases.map(\.rawValue).joined(separator: ", ")) and a count")
        }
        let count = node.child(members[0].name, members[0].value)
        let number = try count.number(in: 1...1e6)
        guard number == number.rounded() else { throw count.error("expected a whole number") }
        return .calendar(DateFrequency(Int(number), unit))
    }

    /// A number, or on a date axis a date; a category is meant by its index.
    func readNumber(_ node: DescriptionNode) throws(DescriptionError) -> Double {
        guard kind == .dateTime, case .string(let text) = node.value else { return try Double.read(node) }
        guard let seconds = CellDate.parse(text) else {
            throw node.error("\(quoted(text)) is not a date; write 2013-01-31 or 2013-01-31T12:00:00Z")
        }
        return seconds
    }

    /// A place on this axis.
    func readValue(_ node: DescriptionNode) throws(DescriptionError) -> DataValue {
        if kind == .category, case .string(let text) = node.value { return .text(text) }
        return .number(try readNumber(node))
    }
}
