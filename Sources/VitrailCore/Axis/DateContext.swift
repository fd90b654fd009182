/// The part of the date that the labels of a date axis leave out: the day of times, the year of days, and the instant that fine ticks are counted from.
///
/// ```
/// 18:00          7 May   06:00      30 Dec   31 Dec   1 Jan
/// 6 May 2024                        2023              2024
/// ```
/// A label gets a second line where a reader could not know the date from the labels before it: the first one, and the first one of a new
/// year or, among times, of a new day.
struct DateContext {
    /// The largest unit that a label contains.
    enum Detail {
        case offset(DateTimeAxis.LabelOffset)
        case time, day, year
    }

    private struct Known {
        var year: Int
        var day: Int
        /// Whole seconds and their parts that labels count from.
        var second: Double
        var part: Int
    }

    private let axis: DateTimeAxis
    /// The date that the labels so far tell.
    private var known: Known?

    init(_ axis: DateTimeAxis) { self.axis = axis }

    /// The text that has to stand beside the next label in the order of time; nil where the labels tell enough.
    ///
    /// - Parameter place: whether a text found a place. If not, the next label is tried.
    mutating func next(_ value: Double, label: String, place: (String) -> Bool) {
        guard axis.showsDateAtMidnight, let detail = axis.detail(ofTickAt: value), label == axis.ownLabel(ofTickAt: value), axis.hasDate(value)
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
        if pattern.map({ place(axis.text(value, pattern: $0)) }) ?? true { known = Known(year: year, day: day, second: seconds, part: part) }
    }
}
