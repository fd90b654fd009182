import VitrailColumns
import VitrailScales
import VitrailScene

extension AxisDescription {
    /// Reads the axes of one direction: a single axis or a list.
    static func readAll(
        _ object: inout DescriptionObject, one: String, several: String
    ) throws(DescriptionError) -> [AxisDescription] {
        let single = object.optional(one)
        guard let list = object.optional(several) else {
            guard let single else { return [] }
            return [try checked(try read(single), single, isPrimary: true)]
        }
        guard single == nil else { throw list.error("only one of \(one) and \(several) can be given") }
        var axes: [AxisDescription] = []
        for node in try list.elements(limit: ChartDescription.maxAxes) {
            let axis = try checked(try read(node), node, isPrimary: axes.isEmpty)
            if let id = axis.id, axes.contains(where: { $0.id == id }) {
                throw node.error("the id \(quoted(id)) occurs twice")
            }
            axes.append(axis)
        }
        return axes
    }

    /// Rejects keys of automatic ranges for an axis with a fixed range, and `alignZero` for the primary axis.
    private static func checked(
        _ axis: AxisDescription, _ node: DescriptionNode, isPrimary: Bool
    ) throws(DescriptionError) -> AxisDescription {
        func position(of key: String) -> DescriptionNode { node.child(key, .null) }
        if axis.alignZero, isPrimary {
            throw position(of: "alignZero").error("this is the primary axis, whose zero others share")
        }
        let isFixed = axis.defaultRange != nil
        let isHalf = axis.defaultMinimum != nil || axis.defaultMaximum != nil
        for (key, isGiven, isOut) in [
            ("includeZero", axis.includeZero, isFixed), ("suggestedMin", axis.suggestedMin != nil, isFixed),
            ("suggestedMax", axis.suggestedMax != nil, isFixed), ("alignZero", axis.alignZero, isFixed || isHalf),
        ] where isGiven && isOut {
            throw position(of: key).error("it widens an automatic range, and \"defaultRange\" fixes this one")
        }
        if let low = axis.suggestedMin, let high = axis.suggestedMax, low >= high {
            throw position(of: "suggestedMin").error("it is not less than \"suggestedMax\"")
        }
        return axis
    }

    private static func read(_ node: DescriptionNode) throws(DescriptionError) -> AxisDescription {
        var object = try DescriptionObject(node)
        var axis = AxisDescription(try object.optional("type") ?? .number)
        axis.id = try object.optional("id")
        axis.title = try object.optional("title")
        axis.axisPosition = try object.optional("axisPosition")
        if let node = object.optional("axisPositionValue") { axis.axisPositionValue = try readCrossing(node) }
        axis.axisLabelsAreFixed = try object.optional("axisLabelsAreFixed") ?? false
        if let node = object.optional("defaultRange") { try axis.readRange(node) }
        if !axis.kind.isCategory {
            axis.suggestedMin = try axis.readSuggestion(&object, "suggestedMin")
            axis.suggestedMax = try axis.readSuggestion(&object, "suggestedMax")
        }
        axis.reversed = try object.optional("reversed")
        if axis.kind.described.isRoundable { axis.nice = try object.optional("nice") ?? true }
        axis.rangePaddingLow = try axis.readStep(&object, "rangePaddingLow", from: 0)
        axis.rangePaddingHigh = try axis.readStep(&object, "rangePaddingHigh", from: 0)
        axis.majorTickFrequency = try axis.readStep(&object, "majorTickFrequency", from: 1e-300)
        axis.minorTickFrequency = try axis.readStep(&object, "minorTickFrequency", from: 1e-300)
        axis.tickCount = try object.optional("tickCount")?.integer(in: 2...100)
        if let node = object.optional("anchorPoint") {
            axis.anchorPoint = try axis.readNumber(node)
            axis.fineDates["anchorPoint"] = axis.fineDate(node)
        }
        if let node = object.optional("majorTickValues") { axis.majorTickValues = try axis.readValues(node) }
        if let node = object.optional("majorTickLabels") { axis.majorTickLabels = try axis.readTickLabels(node) }
        try axis.kind.described.read(&axis, &object)
        if let node = object.optional("labelFormatString") {
            axis.labelFormatString = try axis.readLabelFormat(node)
            try axis.check(node)
        }
        axis.longestLabelHint = try object.optional("longestLabelHint")
        axis.width = try object.optional("width", in: 0...PictureLimits.length)
        axis.secondaryAxisOffset = try object.optional("secondaryAxisOffset", in: 0...PictureLimits.length)
        // Category items always have a spacing of one.
        if !axis.kind.isCategory { axis.barColSpacing = try object.optional("barColSpacing", in: 1e-300...1e300) }
        axis.tickLabelClippingModeHigh = try object.optional("tickLabelClippingModeHigh")
        axis.tickLabelClippingModeLow = try object.optional("tickLabelClippingModeLow")
        axis.gridPosition = try object.optional("gridPosition")
        axis.allowPanningOutOfDefaultRange = try object.optional("allowPanningOutOfDefaultRange") ?? true
        axis.allowPanningOutOfMaxRange = try object.optional("allowPanningOutOfMaxRange") ?? false
        axis.style = try object.style("style")
        try object.finish()
        return axis
    }

    func readLabelFormat(_ node: DescriptionNode) throws(DescriptionError) -> String {
        try kind.described.readLabelFormat(node)
    }

    /// Rejects formats with texts if there is a currency, which the texts would repeat, and units in compact formats.
    private func check(_ format: DescriptionNode) throws(DescriptionError) {
        guard let labelFormatString, let pattern = NumberPattern(labelFormatString) else { return }
        if let currency, pattern.hasTexts || pattern.hasUnit {
            throw format.error(
                "with the currency \(currency) the format has only the number, such as \"%'.2f\": the locale sets the position of the sign"
            )
        }
        if compact, pattern.hasUnit {
            throw format.error(
                "with \"compact\" the format has only the digits, such as \"%.1f\": the number has its unit")
        }
    }

    mutating func readExclusions(_ object: inout DescriptionObject) throws(DescriptionError) {
        calculateMajorTickFrequencyFromDiscontinuousRange =
            try object.optional("calculateMajorTickFrequencyFromDiscontinuousRange") ?? false
        discontinuousTickLabelClipping = try object.optional("discontinuousTickLabelClipping")
        guard let list = object.optional("exclusions") else { return }
        for node in try list.elements(limit: Self.maxExclusions) { exclusions.append(try readExclusion(node)) }
    }

    /// Maximum number of exclusions: bank holidays of four decades.
    private static let maxExclusions = 1_000

    private func readExclusion(_ node: DescriptionNode) throws(DescriptionError) -> Exclusion {
        var object = try DescriptionObject(node)
        let start = try object.required("start")
        guard kind.isDate else {
            let end = try object.required("end")
            let range = NumberRange(try readNumber(start), try readNumber(end))
            try object.finish()
            guard range.minimum < range.maximum else { throw end.error("the end is not greater than the start") }
            return .range(range)
        }
        let begin = try readNumber(start)
        let length = try readPeriod(try object.required("length"))
        let every = object.optional("every")
        try object.finish()
        guard let every else { return .time(TimePeriod(start: begin, length: length)) }
        return .repeatedTime(RepeatedTimePeriod(start: begin, length: length, every: try readPeriod(every)))
    }

    /// Reads a length of time in calendar units or in whole seconds.
    private func readPeriod(_ node: DescriptionNode) throws(DescriptionError) -> DateFrequency {
        switch try readStep(node, from: 1) {
        case .calendar(let frequency): return frequency
        case .value(let seconds):
            guard seconds == seconds.rounded(), seconds <= 1e10 else {
                throw node.error("expected whole seconds, 10000000000 at the most")
            }
            return DateFrequency(Int(seconds), .second)
        }
    }

    private mutating func readValues(_ node: DescriptionNode) throws(DescriptionError) -> [Double] {
        var values: [Double] = []
        for (k, node) in try node.elements(limit: 1_000).enumerated() {
            values.append(try readNumber(node))
            fineDates["majorTickValues[\(k)]"] = fineDate(node)
        }
        return values
    }

    private func readTickLabels(_ node: DescriptionNode) throws(DescriptionError) -> [String] {
        var labels: [String] = []
        for node in try node.elements(limit: 1_000) { labels.append(try String.read(node)) }
        guard let majorTickValues else {
            throw node.error("labels belong to ticks; \"majorTickValues\" says where these are")
        }
        guard labels.count == majorTickValues.count else {
            throw node.error(
                "\(labels.count) labels, but \"majorTickValues\" has \(majorTickValues.count) ticks; each has one, which may be \"\""
            )
        }
        return labels
    }

    /// Reads a position on the crossing axis. A text is a date if it can be parsed as one.
    private static func readCrossing(_ node: DescriptionNode) throws(DescriptionError) -> DataValue {
        guard case .string(let text) = node.value else { return .number(try Double.read(node)) }
        return CellDate.parse(text).map(DataValue.date) ?? .text(text)
    }

    private mutating func readSuggestion(
        _ object: inout DescriptionObject, _ key: String
    ) throws(DescriptionError) -> Double? {
        guard let node = object.optional(key) else { return nil }
        let value = try readNumber(node)
        guard !kind.mapsPositiveOnly || value > 0 else { throw node.error("a logarithmic axis starts above 0") }
        fineDates[key] = fineDate(node)
        return value
    }

    /// Reads minimum and maximum. `null` is an end that depends on the data.
    private mutating func readRange(_ node: DescriptionNode) throws(DescriptionError) {
        let ends = try node.elements(limit: 2)
        guard ends.count == 2 else { throw node.error("expected minimum and maximum") }
        let areOpen = ends.map { if case .null = $0.value { true } else { false } }
        guard areOpen == [false, false] else {
            guard areOpen != [true, true] else {
                throw node.error("one end at least is a number or a date; without \"defaultRange\" the data say both")
            }
            let k = areOpen[0] ? 1 : 0
            let value = try readNumber(ends[k])
            guard !kind.mapsPositiveOnly || value > 0 else { throw ends[k].error("a logarithmic axis starts above 0") }
            fineDates["defaultRange[\(k)]"] = fineDate(ends[k])
            if k == 0 { defaultMinimum = value } else { defaultMaximum = value }
            return
        }
        let range = NumberRange(try readNumber(ends[0]), try readNumber(ends[1]))
        let dates = (fineDate(ends[0]), fineDate(ends[1]))
        (fineDates["defaultRange[0]"], fineDates["defaultRange[1]"]) = dates
        let isAscending = if case (let low?, let high?) = dates { low < high } else { range.minimum < range.maximum }
        guard isAscending else {
            throw node.error("the minimum is not less than the maximum")
        }
        guard !kind.mapsPositiveOnly || range.minimum > 0 else {
            throw ends[0].error("a logarithmic axis starts above 0")
        }
        defaultRange = range
    }

    private func readStep(
        _ object: inout DescriptionObject, _ name: String, from minimum: Double
    ) throws(DescriptionError) -> AxisStep? {
        guard let node = object.optional(name) else { return nil }
        return try readStep(node, from: minimum)
    }

    /// Reads a distance along this axis, > 0: a number, or a calendar step on a date axis.
    func readDistance(_ node: DescriptionNode) throws(DescriptionError) -> AxisStep {
        if !kind.isDate, case .object = node.value {
            throw node.error("a step of the calendar needs a date axis; write a number in the axis' units")
        }
        return try readStep(node, from: 1e-300)
    }

    private func readStep(_ node: DescriptionNode, from minimum: Double) throws(DescriptionError) -> AxisStep {
        guard kind.isDate, case .object(let members) = node.value else {
            return .value(try node.number(in: minimum...1e300))
        }
        guard members.count == 1, let unit = DateFrequency.Unit(rawValue: members[0].name) else {
            throw node.error(
                "expected one of \(DateFrequency.Unit.allCases.map(\.rawValue).joined(separator: ", ")) and a count")
        }
        let count = node.child(members[0].name, members[0].value)
        return .calendar(DateFrequency(try count.integer(in: 1...1_000_000), unit))
    }

    /// Reads a number, or a date on a date axis. A category is given by its index.
    func readNumber(_ node: DescriptionNode) throws(DescriptionError) -> Double {
        guard kind.isDate, case .string(let text) = node.value else { return try Double.read(node) }
        guard let seconds = CellDate.parse(text) else {
            throw node.error("\(quoted(text)) is not a date; write 2013-01-31 or 2013-01-31T12:00:00Z")
        }
        return seconds
    }

    /// The date in full precision, if it is written as text.
    func fineDate(_ node: DescriptionNode) -> FineDate? {
        guard kind.isDate, case .string(let text) = node.value else { return nil }
        return FineDate(text)
    }

    /// Reads a value of this axis.
    func readValue(_ node: DescriptionNode) throws(DescriptionError) -> DataValue {
        if kind == .category, case .string(let text) = node.value { return .text(text) }
        return .number(try readNumber(node))
    }
}
