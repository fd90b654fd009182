import Testing

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailScales

extension TickSpace {
    /// Labels with 6 points per character, at a distance of 6 points.
    static func test(
        _ length: Double, minor: Bool = false, minorLabels: Bool = false, slack: Double = 0,
        adjust: ((inout TickFrequencies) -> Void)? = nil
    ) -> TickSpace {
        TickSpace(
            length: length, extent: { Double($0.unicodeScalars.count) * 6 + 6 }, wantsMinor: minor || minorLabels,
            showsMinorLabels: minorLabels, slack: slack, adjust: adjust)
    }
}

extension Axis {
    func majors(_ low: Double, _ high: Double, length: Double = 400) -> [Tick] {
        ticks(in: NumberRange(low, high), room: .test(length)).filter(\.isMajor)
    }

    func minors(_ low: Double, _ high: Double, length: Double = 400) -> [Tick] {
        ticks(in: NumberRange(low, high), room: .test(length, minor: true)).filter { !$0.isMajor }
    }
}

/// Seconds since 1970 of a date such as 2024-03-31T02:00:00+01:00.
func seconds(_ text: String) -> Double { CellDate.parse(text) ?? .nan }

extension DateTimeAxis {
    static func inZone(_ identifier: String) throws -> DateTimeAxis {
        let axis = DateTimeAxis()
        try axis.setTimeZone(identifier: identifier)
        return axis
    }

    /// Values as wall-clock times of this axis.
    func wall(_ values: [Double], _ pattern: String = "yyyy-MM-dd HH:mm") -> [String] {
        let label = DateLabel(pattern: pattern, calendar: calendar)
        return values.map(label.text)
    }
}
