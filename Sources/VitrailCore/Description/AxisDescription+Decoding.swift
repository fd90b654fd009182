import Foundation

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
        if let node = object.optional("axisPositionValue") { axis.axisPositionValue = try readCrossing(node) }
        axis.axisLabelsAreFixed = try object.optional("axisLabelsAreFixed") ?? false
        if let node = object.optional("defaultRange") { axis.defaultRange = try axis.readRange(node) }
        if axis.kind == .number { axis.nice = try object.optional("nice") ?? true }
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
        try axis.readScale(&object)
        if let node = object.optional("labelFormatString") { axis.labelFormatString = try axis.readLabelFormat(node) }
        axis.longestLabelHint = try object.optional("longestLabelHint")
        axis.width = try object.optional("width", in: 0...ChartDescription.maxPixels)
        axis.secondaryAxisOffset = try object.optional("secondaryAxisOffset", in: 0...ChartDescription.maxPixels)
        // The distance of items is one.
        if axis.kind != .category { axis.barColSpacing = try object.optional("barColSpacing", in: 1e-300...1e300) }
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
        switch kind {
        case .number, .logarithmic, .symmetricLogarithmic, .discontinuousNumber: return try NumberPattern.read(node)
        case .category:
            let pattern = try String.read(node)
            guard pattern.contains("%@") else { throw node.error("\(quoted(pattern)) has no %@, where an item's text stands") }
            return pattern
        case .dateTime, .discontinuousDateTime: return try String.read(node)
        }
    }

    /// What only some kinds of axis have.
    private mutating func readScale(_ object: inout DescriptionObject) throws(DescriptionError) {
        switch kind {
        case .number, .category: break
        case .logarithmic: base = try object.optional("base", in: Self.bases)
        case .symmetricLogarithmic:
            base = try object.optional("base", in: Self.bases)
            threshold = try object.optional("threshold", in: 1e-300...1e300)
        case .discontinuousNumber: try readExclusions(&object)
        case .dateTime: try readCalendar(&object)
        case .discontinuousDateTime:
            try readCalendar(&object)
            try readExclusions(&object)
        }
    }

    /// A base nearer to 1 has more powers in any range than can be told apart.
    private static let bases = 1.000_001...1e9

    private mutating func readCalendar(_ object: inout DescriptionObject) throws(DescriptionError) {
        calendar = try object.optional("calendar") ?? CalendarDescription()
        showsDateAtMidnight = try object.optional("showsDateAtMidnight") ?? true
        showsTimeZone = try object.optional("showsTimeZone") ?? false
        if let node = object.optional("timeZone") {
            let name = try node.string()
            guard TimeZone(identifier: name) != nil else {
                let known = TimeZone.knownTimeZoneIdentifiers
                throw node.error("no time zone is called \(quoted(name))" + didYouMean(nearestName(to: name, in: known)))
            }
            timeZone = name
        }
        guard let node = object.optional("locale") else { return }
        let name = try node.string()
        guard name.utf8.count <= 64, Locale(identifier: name).language.languageCode?.isISOLanguage == true else {
            throw node.error("no locale is called \(quoted(name)); write a language and a country, as de_DE")
        }
        locale = name
    }

    private mutating func readExclusions(_ object: inout DescriptionObject) throws(DescriptionError) {
        calculateMajorTickFrequencyFromDiscontinuousRange =
            try object.optional("calculateMajorTickFrequencyFromDiscontinuousRange") ?? false
        discontinuousTickLabelClipping = try object.optional("discontinuousTickLabelClipping")
        guard let list = object.optional("exclusions") else { return }
        for node in try list.elements(limit: Self.mostExclusions) { exclusions.append(try readExclusion(node)) }
    }

    /// Bank holidays of four decades.
    private static let mostExclusions = 1_000

    private func readExclusion(_ node: DescriptionNode) throws(DescriptionError) -> Exclusion {
        var object = try DescriptionObject(node)
        let start = try object.required("start")
        guard kind == .discontinuousDateTime else {
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

    /// A length of time in units of the calendar, or in whole seconds.
    private func readPeriod(_ node: DescriptionNode) throws(DescriptionError) -> DateFrequency {
        switch try readStep(node, from: 1) {
        case .calendar(let frequency): return frequency
        case .value(let seconds):
            guard seconds == seconds.rounded(), seconds <= 1e10 else { throw node.error("expected whole seconds, 10000000000 at the most") }
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

    /// A place on the crossing axis, whose kind decides what a text means: a date where it reads as one.
    private static func readCrossing(_ node: DescriptionNode) throws(DescriptionError) -> DataValue {
        guard case .string(let text) = node.value else { return .number(try Double.read(node)) }
        return CellDate.parse(text).map(DataValue.date) ?? .text(text)
    }

    private mutating func readRange(_ node: DescriptionNode) throws(DescriptionError) -> NumberRange {
        let ends = try node.elements(limit: 2)
        guard ends.count == 2 else { throw node.error("expected minimum and maximum") }
        let range = NumberRange(try readNumber(ends[0]), try readNumber(ends[1]))
        let dates = (fineDate(ends[0]), fineDate(ends[1]))
        (fineDates["defaultRange[0]"], fineDates["defaultRange[1]"]) = dates
        let isAscending = if case (let low?, let high?) = dates { low < high } else { range.minimum < range.maximum }
        guard isAscending else {
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
        return try readStep(node, from: least)
    }

    /// A distance along this axis, > 0: a number, or on a date axis a step of the calendar.
    func readDistance(_ node: DescriptionNode) throws(DescriptionError) -> AxisStep {
        if !kind.isDate, case .object = node.value {
            throw node.error("a step of the calendar needs a date axis; write a number in the axis' units")
        }
        return try readStep(node, from: 1e-300)
    }

    private func readStep(_ node: DescriptionNode, from least: Double) throws(DescriptionError) -> AxisStep {
        guard kind.isDate, case .object(let members) = node.value else {
            return .value(try node.number(in: least...1e300))
        }
        guard members.count == 1, let unit = DateFrequency.Unit(rawValue: members[0].name) else {
            throw node.error(
                "expected one of \(DateFrequency.Unit.allCases.map(\.rawValue).joined(separator: ", ")) and a count")
        }
        let count = node.child(members[0].name, members[0].value)
        return .calendar(DateFrequency(try count.integer(in: 1...1_000_000), unit))
    }

    /// A number, or on a date axis a date; a category is meant by its index.
    func readNumber(_ node: DescriptionNode) throws(DescriptionError) -> Double {
        guard kind.isDate, case .string(let text) = node.value else { return try Double.read(node) }
        guard let seconds = CellDate.parse(text) else {
            throw node.error("\(quoted(text)) is not a date; write 2013-01-31 or 2013-01-31T12:00:00Z")
        }
        return seconds
    }

    /// A date that is written as a text.
    func fineDate(_ node: DescriptionNode) -> FineDate? {
        guard kind.isDate, case .string(let text) = node.value else { return nil }
        return FineDate(text)
    }

    /// A place on this axis.
    func readValue(_ node: DescriptionNode) throws(DescriptionError) -> DataValue {
        if kind == .category, case .string(let text) = node.value { return .text(text) }
        return .number(try readNumber(node))
    }
}
