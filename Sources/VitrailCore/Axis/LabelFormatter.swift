public import Foundation

/// Makes texts of an axis' values: a Foundation formatter with the host's settings, or any function.
public struct LabelFormatter {
    let text: (Double) -> String
    /// The host's formatter, which can be changed in place; nil where there is none of its kind.
    public private(set) var numberFormatter: NumberFormatter?
    public private(set) var dateFormatter: DateFormatter?

    /// Two values as a formatter that may be changed in place writes them; nothing of a function of the host's, which is not called for that.
    var samples: [String] { numberFormatter == nil && dateFormatter == nil ? [] : [1_234_567.891, -0.5].map(text) }

    /// - Parameter text: gets axis units: numbers, indexes of categories, seconds after the origin of a date axis (1970 unless set); values just beyond what the axis shows, too.
    public init(_ text: @escaping (Double) -> String) { self.text = text }

    /// For axes of numbers.
    public init(_ formatter: NumberFormatter) {
        text = { formatter.string(from: NSNumber(value: $0)) ?? "" }
        numberFormatter = formatter
    }

    /// For axes of dates. The formatter's own time zone and locale count, not the axis'.
    public init(_ formatter: DateFormatter) {
        text = { formatter.string(from: Date(timeIntervalSince1970: $0)) }
        dateFormatter = formatter
    }

    /// The same for the values of one axis, which does not become the formatter's owner.
    init(_ formatter: DateFormatter, of axis: DateTimeAxis) {
        text = { [unowned axis] in formatter.string(from: axis.date(of: $0)) }
        dateFormatter = formatter
    }
}
