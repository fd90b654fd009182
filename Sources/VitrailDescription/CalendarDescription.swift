import Foundation
import VitrailChart

/// Calendar of a date axis: its days, months and years, in addition to time zone and locale.
public struct CalendarDescription: Sendable, Equatable {
    /// Calendars, named as in Foundation.
    public enum Identifier: String, Sendable, CaseIterable, DescriptionChoice {
        case gregorian, iso8601, buddhist, chinese, coptic, ethiopicAmeteAlem, ethiopicAmeteMihret, hebrew, indian,
            islamic, islamicCivil
        case islamicTabular, islamicUmmAlQura, japanese, persian, republicOfChina
    }

    /// `nil`: Gregorian.
    public var identifier: Identifier?
    /// First day of the week: 1 = Sunday … 7 = Saturday. `nil`: determined by calendar and locale.
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
            identifier: try object.optional("identifier"),
            firstWeekday: try object.optional("firstWeekday")?.integer(in: 1...7))
        try object.finish()
        return calendar
    }

    /// Sets the axis' calendar; its time zone and locale stay unchanged.
    ///
    /// - Parameter locale: Locale that determines the first day of the week; `nil`: Monday, as in ISO 8601.
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
