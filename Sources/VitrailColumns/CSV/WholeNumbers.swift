/// Exact numbers of up to 19 digits that count nanoseconds. A Double rounds present dates in nanoseconds to multiples
/// of 256.
enum WholeNumbers {
    /// Whether numbers that count time have lost digits that a date axis shows.
    ///
    /// - Parameter unit: `nil`: no unit is given.
    static func areRounded(_ values: [Double], _ unit: DateUnit?) -> Bool {
        switch unit {
        case .nanosecond, .microsecond, nil: values.contains { abs($0) > 0x1p53 && abs($0) < 0x1p63 }
        default: false
        }
    }

    /// The same numbers, exactly. `nil`: a text is neither a whole number nor a gap.
    ///
    /// - Parameter isGap: Whether a non-`nil` text is a gap.
    static func column(_ texts: [String?], _ isGap: (String) -> Bool) -> Column? {
        var numbers: [Int64] = []
        numbers.reserveCapacity(texts.count)
        for text in texts {
            if let text, let number = Int64(text) {
                numbers.append(number)
            } else {
                if let text, !isGap(text) { return nil }
                numbers.append(.min)
            }
        }
        // Use durations, because plain integers cannot represent gaps.
        return Column(counts: numbers, .durations(unit: 1, perSecond: 1))
    }
}
