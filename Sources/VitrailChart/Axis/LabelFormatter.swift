public import Foundation

/// Formats values of an axis: a Foundation formatter with the host's settings, or any function.
public struct LabelFormatter {
    let text: (Double) -> String
    /// The host's formatter, which may be changed in place. `nil`: no formatter of this kind.
    public private(set) var numberFormatter: NumberFormatter?
    public private(set) var dateFormatter: DateFormatter?

    /// Two sample texts of a formatter that may be changed in place. Empty for a host's function, which is not called
    /// for this purpose.
    var samples: [String] { numberFormatter == nil && dateFormatter == nil ? [] : [1_234_567.891, -0.5].map(text) }

    /// - Parameter text: receives axis units: numbers, category indexes, seconds after the origin of a date axis (by
    ///   default 1970); also values slightly outside the visible range.
    public init(_ text: @escaping (Double) -> String) { self.text = text }

    /// For number axes.
    public init(_ formatter: NumberFormatter) {
        text = { formatter.string(from: NSNumber(value: $0)) ?? "" }
        numberFormatter = formatter
    }

    /// For date axes. The formatter's own time zone and locale apply; the axis's are ignored.
    public init(_ formatter: DateFormatter) {
        text = { formatter.string(from: Date(timeIntervalSince1970: $0)) }
        dateFormatter = formatter
    }

    /// For the values of one date axis; holds the axis unowned.
    init(_ formatter: DateFormatter, of axis: DateTimeAxis) {
        text = { [unowned axis] in formatter.string(from: axis.date(of: $0)) }
        dateFormatter = formatter
    }
}
