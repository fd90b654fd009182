public import Foundation

extension NumberAxis {
    /// The formatter of the labels, to be changed in place: `axis.numberFormatter.maximumFractionDigits = 2`.
    ///
    /// Fetching it makes one where there is none, and the labels are written by it from then on: with up to six decimals, none of them a trailing zero.
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
    /// The formatter of the labels, to be changed in place: `axis.dateFormatter.dateFormat = "d MMM"`.
    ///
    /// Fetching it makes one where there is none, and the labels are written by it from then on: in calendar, time zone and locale of the axis as they
    /// are now, by `labelFormatString`, or as the steps of the last picture were.
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
