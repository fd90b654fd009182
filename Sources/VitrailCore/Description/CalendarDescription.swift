import Foundation

/// What days, months and years are on a date axis, beside time zone and locale.
public struct CalendarDescription: Sendable, Equatable {
    /// Calendars by Foundation's names.
    public enum Identifier: String, Sendable, CaseIterable, DescriptionChoice {
        case gregorian, iso8601, buddhist, chinese, coptic, ethiopicAmeteAlem, ethiopicAmeteMihret, hebrew, indian, islamic, islamicCivil
        case islamicTabular, islamicUmmAlQura, japanese, persian, republicOfChina
    }

    /// nil = the Gregorian one.
    public var identifier: Identifier?
    /// Where weeks start: 1 = Sunday … 7 = Saturday; nil = as the calendar and the locale have it.
    public var firstWeekday: Int?

    public init(identifier: Identifier? = nil, firstWeekday: Int? = nil) {
        self.identifier = identifier
        self.firstWeekday = firstWeekday
    }
}

extension CalendarDescription: DescriptionValue {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> CalendarDescription {
        var object = try DescriptionObject(node)
        let calendar = CalendarDescription(
            identifier: try object.optional("identifier"), firstWeekday: try object.optional("firstWeekday")?.integer(in: 1...7))
        try object.finish()
        return calendar
    }

    /// Changes the axis' calendar; its time zone and locale stay.
    ///
    /// - Parameter locale: whose weeks are meant; nil = those of ISO 8601, from Monday on.
    func apply(to axis: DateTimeAxis, locale: String?) {
        var calendar = axis.calendar
        if let identifier {
            calendar = Calendar(identifier: identifier.foundation)
            calendar.timeZone = axis.timeZone
            calendar.locale = axis.locale
        }
        if let first = firstWeekday ?? (locale == nil ? 2 : nil) { calendar.firstWeekday = first }
        axis.calendar = calendar
    }
}

extension CalendarDescription.Identifier {
    var foundation: Calendar.Identifier {
        switch self {
        case .gregorian: .gregorian
        case .iso8601: .iso8601
        case .buddhist: .buddhist
        case .chinese: .chinese
        case .coptic: .coptic
        case .ethiopicAmeteAlem: .ethiopicAmeteAlem
        case .ethiopicAmeteMihret: .ethiopicAmeteMihret
        case .hebrew: .hebrew
        case .indian: .indian
        case .islamic: .islamic
        case .islamicCivil: .islamicCivil
        case .islamicTabular: .islamicTabular
        case .islamicUmmAlQura: .islamicUmmAlQura
        case .japanese: .japanese
        case .persian: .persian
        case .republicOfChina: .republicOfChina
        }
    }
}
