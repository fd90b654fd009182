import Foundation
import VitrailChart
import VitrailColumns
import VitrailSystem

enum DescribedDateTimeAxis: DescribedAxisType {
    static var foreignNames: [String] { ["time", "date", "temporal", "utc", "timeseries", "timescale", "timestamp"] }

    static func read(_ axis: inout AxisDescription, _ object: inout DescriptionObject) throws(DescriptionError) {
        try axis.readCalendar(&object)
    }

    static func make(_ description: AxisDescription, origin: Int, locale: String?) throws(AxisError) -> Axis {
        let axis = DateTimeAxis()
        try description.setClock(of: axis, origin: origin, locale: locale)
        return axis
    }
}

extension AxisDescription {
    mutating func readCalendar(_ object: inout DescriptionObject) throws(DescriptionError) {
        calendar = try object.optional("calendar") ?? CalendarDescription()
        showsDateAtMidnight = try object.optional("showsDateAtMidnight") ?? true
        showsTimeZone = try object.optional("showsTimeZone") ?? false
        if let node = object.optional("timeZone") {
            let name = try node.string()
            guard TimeZone(identifier: name) != nil else {
                let known = TimeZone.knownTimeZoneIdentifiers
                throw node.error(
                    "no time zone is called \(quoted(name))" + didYouMean(nearestName(to: name, in: known)))
            }
            timeZone = name
        }
        if let node = object.optional("locale") { locale = try LocaleName.read(node) }
    }

    func setClock(of axis: DateTimeAxis, origin: Int, locale: String?) throws(AxisError) {
        axis.origin = origin
        if let timeZone { try axis.setTimeZone(identifier: timeZone) }
        if let locale { axis.locale = Locale(identifier: locale) }
        calendar.apply(to: axis, locale: locale)
        axis.showsDateAtMidnight = showsDateAtMidnight
        axis.namesTimeZone = showsTimeZone
    }
}
