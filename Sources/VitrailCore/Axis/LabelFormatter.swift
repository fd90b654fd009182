public import Foundation

/// Makes texts of an axis' values: a Foundation formatter with the host's settings, or any function.
public struct LabelFormatter {
    let text: (Double) -> String

    /// - Parameter text: gets axis units: numbers, indexes of categories, seconds after the origin of a date axis (1970 unless set); values just beyond what the axis shows, too.
    public init(_ text: @escaping (Double) -> String) { self.text = text }

    /// For axes of numbers.
    public init(_ formatter: NumberFormatter) {
        text = { formatter.string(from: NSNumber(value: $0)) ?? "" }
    }

    /// For axes of dates. The formatter's own time zone and locale count, not the axis'.
    public init(_ formatter: DateFormatter) {
        text = { formatter.string(from: Date(timeIntervalSince1970: $0)) }
    }
}
