import VitrailScales

/// The part of the date that labels of a date axis omit: the day for times, the year for days, and the reference
/// instant for fine ticks.
///
/// ```
/// 18:00          7 May   06:00      30 Dec   31 Dec   1 Jan
/// 6 May 2024                        2023              2024
/// ```
/// A label gets a second line if the labels before it do not determine its date: the first label, and the first label
/// of a new year or, among times, of a new day.
struct DateContext {
    /// Largest unit that a label contains.
    enum Detail {
        case offset(DateTimeAxis.LabelOffset)
        case time, day, year
    }

    private struct Known {
        var year: Int
        var day: Int
        /// Whole second, and the index of its part that labels count from.
        var second: Double
        var part: Int
    }

    private let axis: DateTimeAxis
    /// Date shown by the labels so far.
    private var known: Known?

    init(_ axis: DateTimeAxis) { self.axis = axis }

    /// Passes the missing part of a label's date to `position`, unless the labels so far already show it. Call it for
    /// labels in chronological order.
    ///
    /// - Parameter position: returns whether the text fits. If it does not, the next label tries again.
    mutating func next(_ value: Double, label: String, position: (String) -> Bool) {
        guard axis.showsDateAtMidnight, let detail = axis.detail(ofTickAt: value),
            label == axis.ownLabel(ofTickAt: value), axis.hasDate(value)
        else { return }
        let clock = axis.clock
        let (seconds, nanoseconds) = axis.instant(value)
        let day = LocalClock.day(of: clock.wall(seconds))
        let year = clock.days.parts(day).year
        let pattern: String?
        var part = 0
        switch detail {
        case .offset(let offset):
            part = offset.number(nanoseconds ?? 0)
            let isKnown = known.map { $0.second == seconds && $0.part == part } ?? false
            let time = DateLabel.pattern(decimals: offset.decimals)
            pattern = isKnown ? nil : known?.day == day ? time : "d MMM yyyy" + (axis.isHorizontal ? " " : "\n") + time
        case .year: pattern = nil
        case .day: pattern = known?.year == year ? nil : DateLabel.pattern(for: .year)
        case .time where known?.year != year: pattern = "d MMM yyyy"
        case .time: pattern = known?.day == day ? nil : DateLabel.pattern(for: .day)
        }
        if pattern.map({ position(axis.text(value, pattern: $0)) }) ?? true {
            known = Known(year: year, day: day, second: seconds, part: part)
        }
    }
}
