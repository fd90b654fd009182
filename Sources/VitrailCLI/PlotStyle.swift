import ArgumentParser
import Vitrail

/// The command line's options for axes and lines.
struct PlotStyle {
    var (logX, logY) = (false, false)
    var (sqrtX, sqrtY) = (false, false)
    var xRange: PlotRange?
    var yRange: PlotRange?
    /// For the date axis.
    var timeZone: String?
    var aggregation: SampleAggregation?
    var connectGaps = GapConnection.none
    var breakAt: AxisStep?
    /// Whether points have labels.
    var showsLabels = false
    /// Whether the names of lines are beside their ends.
    var endLabels = false
    /// The locale of number formats.
    var locale: String?
    var currency: String?
    var compact = false
    /// Whether an axis is reversed: larger values to the left, or further down.
    var (reverseX, reverseY) = (false, false)
    /// Whether the value axis includes 0.
    var includeZero = false
    var palette: PaletteDescription?
    var font = FontStyle()
    var texts = PlotTexts()

    /// The type of an axis of numbers.
    func scale(_ direction: Axis.Direction) -> AxisType {
        let (log, sqrt) = direction == .x ? (logX, sqrtX) : (logY, sqrtY)
        return log ? .logarithmic : sqrt ? .squareRoot : .number
    }
    func range(_ direction: Axis.Direction) -> PlotRange? { direction == .x ? xRange : yRange }
}

/// Texts around the chart, except its title.
struct PlotTexts {
    var subtitle: String?
    var caption: String?
    var source: String?
}

/// `A:B`, or `A..B` if the ends contain colons. Either end may be empty.
struct PlotRange {
    let text: String
    private let low: String
    private let high: String

    init(_ text: String) throws {
        self.text = text
        if let dots = text.range(of: "..") {
            (low, high) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
        } else {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw ValidationError(
                    "a range is A:B, or A..B if the limits contain colons, not \(CommandError.clean(text))")
            }
            (low, high) = (parts[0], parts[1])
        }
    }

    /// - Parameter kind: the kind of values on the axis.
    /// - Returns: the ends. `nil`: the end is empty.
    /// - Throws: `CommandError.usage`.
    func numbers(_ direction: Axis.Direction, _ kind: Column.Kind) throws -> (low: Double?, high: Double?) {
        let option = option(direction)
        func value(_ text: String) throws -> Double? {
            guard !text.isEmpty else { return nil }
            guard kind == .number else {
                throw CommandError.usage("\(option): texts are on this axis; a range needs numbers or dates")
            }
            guard let number = Double(text), number.isFinite else {
                throw CommandError.usage("\(option): \"\(CommandError.clean(text))\" is not a number")
            }
            return number
        }
        let ends = (low: try value(low), high: try value(high))
        if let low = ends.low, let high = ends.high, low >= high {
            throw CommandError.usage("\(option): \(Self.notLess)")
        }
        return ends
    }

    /// - Parameters:
    ///   - timeZone: the zone of ends without an offset.
    ///   - open: the values of empty ends. `nil`: there are no data.
    /// - Returns: `nil` if both ends are empty.
    /// - Throws: `CommandError.usage`.
    func dates(
        _ direction: Axis.Direction, timeZone: String?, open: (FineDate, FineDate)?
    ) throws -> (low: FineDate, high: FineDate)? {
        guard !low.isEmpty || !high.isEmpty else { return nil }
        let option = option(direction)
        func value(_ text: String, _ other: FineDate?) throws -> FineDate {
            guard !text.isEmpty else {
                guard let other else {
                    throw CommandError.usage("\(option): no sample gives the open end; write both ends")
                }
                return other
            }
            let isYear = text.utf8.count == 4 && Int(text) != nil
            guard let date = FineDate(isYear ? text + "-01-01" : text, timeZone: timeZone) else {
                throw CommandError.usage(
                    "\(option): \"\(CommandError.clean(text))\" is not a date; write 2013-01-31 or 2013-01-31T12:00")
            }
            return date
        }
        let ends = (low: try value(low, open?.0), high: try value(high, open?.1))
        guard ends.low < ends.high else {
            let isOpen = low.isEmpty || high.isEmpty
            throw CommandError.usage("\(option): \(isOpen ? "no sample is in this range" : Self.notLess)")
        }
        return ends
    }

    func option(_ direction: Axis.Direction) -> String { "--\(direction.rawValue)-range \(CommandError.clean(text))" }

    private static let notLess = "the first end is not less than the second"
}

/// A distance along the x-axis: a number, or on a date axis a count with a unit, for example `6h`.
struct PlotDistance {
    private static let units: [(name: String, unit: DateFrequency.Unit)] = [
        ("min", .minute), ("s", .second), ("h", .hour), ("d", .day), ("w", .week), ("mo", .month), ("y", .year),
    ]
    let step: AxisStep

    init(_ text: String) throws {
        if let number = Double(text), number > 0, number.isFinite {
            step = .value(number)
            return
        }
        for (name, unit) in Self.units where text.hasSuffix(name) {
            guard let count = Int(text.dropLast(name.count)), (1...1_000_000).contains(count) else { continue }
            step = .calendar(DateFrequency(count, unit))
            return
        }
        throw ValidationError(
            "a distance is a number above 0, or on a date axis a count with s, min, h, d, w, mo or y, such as 6h, not \(CommandError.clean(text))"
        )
    }

    /// Whether the distance is only valid for dates.
    var isOfDates: Bool { if case .calendar = step { true } else { false } }
}

extension DescriptionError {
    /// The same error, with the option's name instead of the key's.
    var inWordsOfOptions: DescriptionError {
        guard path.hasSuffix(".by") else { return self }
        return DescriptionError(
            path: "--by",
            message: message.replacing(
                "\"where\" chooses some of them", with: "--where COLUMN=VALUE chooses some of them"), kind: kind)
    }
}
