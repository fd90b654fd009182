public import Foundation
import VitrailScales

extension NumberAxis {
    /// Formatter of the labels; change it in place: `axis.numberFormatter.maximumFractionDigits = 2`.
    ///
    /// The first access creates the formatter, and labels use it from then on: with up to six decimals, without
    /// trailing zeros.
    public var numberFormatter: NumberFormatter {
        if let own = labelFormatter?.numberFormatter { return own }
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.numberStyle = .decimal
        formatter.groupingSeparator = ","
        formatter.groupingSize = 3
        formatter.usesGroupingSeparator = true
        formatter.maximumFractionDigits = 6
        formatter.minusSign = "−"
        labelFormatter = LabelFormatter(formatter)
        return formatter
    }
}

extension DateTimeAxis {
    /// Formatter of the labels; change it in place: `axis.dateFormatter.dateFormat = "d MMM"`.
    ///
    /// The first access creates the formatter, and labels use it from then on. It takes calendar, time zone and locale
    /// from the axis at that time, and the format from `labelFormatString` or else from the tick step of the last
    /// render.
    public var dateFormatter: DateFormatter {
        if let own = labelFormatter?.dateFormatter { return own }
        let formatter = DateFormatter()
        formatter.calendar = calendar
        formatter.timeZone = timeZone
        formatter.locale = locale
        formatter.dateFormat = labelFormatString ?? currentFormat
        labelFormatter = LabelFormatter(formatter, of: self)
        return formatter
    }

    private var currentFormat: String {
        switch currentMajorTickFrequency {
        case .calendar(let frequency): labelFormat(for: frequency)
        case .value(let seconds): DateLabel.pattern(forSeconds: seconds)
        case nil: labelFormat(for: DateFrequency(1, .day))
        }
    }
}
