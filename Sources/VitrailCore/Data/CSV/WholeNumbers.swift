/// Numbers of up to 19 digits that count nanoseconds: a Double rounds today's to multiples of 256.
enum WholeNumbers {
    /// Whether numbers that count time have lost digits that a date axis shows.
    ///
    /// - Parameter unit: nil = none is said.
    static func areRounded(_ values: [Double], _ unit: DateUnit?) -> Bool {
        switch unit {
        case .nanosecond, .microsecond, nil: values.contains { abs($0) > 0x1p53 && abs($0) < 0x1p63 }
        default: false
        }
    }

    /// The same numbers, exactly; nil where a text is neither a whole number nor a gap.
    ///
    /// - Parameter isGap: of a text that is there.
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
        // The one of these kinds that knows gaps.
        return Column(counts: numbers, .durations(unit: 1, perSecond: 1))
    }
}
