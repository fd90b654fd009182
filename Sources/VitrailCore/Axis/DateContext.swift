/// The part of the date that the labels of a date axis leave out: the day of times, and the year of days.
///
/// ```
/// 18:00          7 May   06:00      30 Dec   31 Dec   1 Jan
/// 6 May 2024                        2023              2024
/// ```
/// A label gets a second line where a reader could not know the date from the labels before it: the first one, and the first one of a new
/// year or, among times, of a new day.
struct DateContext {
    /// The largest unit that a label contains.
    enum Detail { case time, day, year }

    private struct Known {
        var year: Int
        var day: Int
    }

    private let axis: DateTimeAxis
    /// The date that the labels so far tell.
    private var known: Known?

    init(_ axis: DateTimeAxis) { self.axis = axis }

    /// The text that has to stand beside the next label in the order of time; nil where the labels tell enough.
    ///
    /// - Parameter place: whether a text found a place. If not, the next label is tried.
    mutating func next(_ value: Double, label: String, place: (String) -> Bool) {
        guard axis.showsDateAtMidnight, let detail = axis.detail(ofTickAt: value), label == axis.ownString(forId: value),
            value >= DateTicks.earliest, value <= DateTicks.latest
        else { return }
        let clock = axis.clock
        let day = LocalClock.day(of: clock.wall(value))
        let year = clock.days.parts(day).year
        let pattern: String?
        switch detail {
        case .year: pattern = nil
        case .day: pattern = known?.year == year ? nil : DateLabel.pattern(for: .year)
        case .time where known?.year != year: pattern = "d MMM yyyy"
        case .time: pattern = known?.day == day ? nil : DateLabel.pattern(for: .day)
        }
        if pattern.map({ place(axis.text(value, pattern: $0)) }) ?? true { known = Known(year: year, day: day) }
    }
}
