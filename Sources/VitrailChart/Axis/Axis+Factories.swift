public import VitrailColumns

public import struct Foundation.Date

/// Axes by name, for `Chart(yAxis: .logarithmic(1...1000)) { … }` and `chart.yAxis = .number(0...1)`.
///
/// A range is the default range: the axis shows it whatever the data are. A range that the axis cannot show is ignored
/// with a warning of the chart.
extension Axis {
    public static func number(_ range: ClosedRange<Double>? = nil, title: String = "") -> NumberAxis {
        made(NumberAxis(), range, title)
    }

    /// - Parameter range: values > 0. `nil`: the range of the data.
    public static func logarithmic(_ range: ClosedRange<Double>? = nil, title: String = "") -> LogarithmicAxis {
        made(LogarithmicAxis(), range, title)
    }

    public static func category(title: String = "") -> CategoryAxis { made(CategoryAxis(), nil, title) }

    public static func dateTime(_ range: ClosedRange<Date>? = nil, title: String = "") -> DateTimeAxis {
        made(
            DateTimeAxis(), range.map { $0.lowerBound.timeIntervalSince1970...$0.upperBound.timeIntervalSince1970 },
            title)
    }

    private static func made<Made: Axis>(_ axis: Made, _ range: ClosedRange<Double>?, _ title: String) -> Made {
        axis.title = title
        if let range { axis.defaultRange = NumberRange(range) }
        return axis
    }
}

extension NumberRange {
    public init(_ range: ClosedRange<Double>) { self.init(range.lowerBound, range.upperBound) }
}
