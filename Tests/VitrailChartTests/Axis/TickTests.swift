import Foundation
import Testing

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailScales

@Suite("Ticks")
struct TickTests {
    /// Labels with 6 points per character, at a distance of 6 points.
    private func room(_ length: Double, minor: Bool = false) -> TickSpace {
        TickSpace(length: length, extent: { Double($0.count) * 6 + 6 }, wantsMinor: minor)
    }

    private func labels(_ axis: Axis, _ low: Double, _ high: Double, length: Double = 400) -> [String] {
        axis.ticks(in: NumberRange(low, high), room: room(length)).filter(\.isMajor).map(\.label)
    }

    @Test("automatic number steps are 1, 2 or 5 and sit on their multiples")
    func automatic() {
        #expect(labels(NumberAxis(), 0, 10, length: 200) == ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"])
        #expect(labels(NumberAxis(), 3.17, 23.2, length: 150) == ["5", "10", "15", "20"])
        #expect(labels(NumberAxis(), -1, 1, length: 150) == ["−1.0", "−0.5", "0.0", "0.5", "1.0"])
        #expect(
            labels(NumberAxis(), 0, 250_000, length: 300) == [
                "0", "50,000", "100,000", "150,000", "200,000", "250,000",
            ])
    }

    @Test("a set frequency with an anchor gives exactly its ticks")
    func anchored() {
        let axis = NumberAxis()
        axis.majorTickFrequency = 2
        axis.anchorPoint = 1
        #expect(labels(axis, -4, 8) == ["−3", "−1", "1", "3", "5", "7"])
    }

    @Test("without anchor a set frequency starts at the data's minimum")
    func dataMinimum() {
        let axis = NumberAxis()
        axis.majorTickFrequency = 5
        axis.dataRange = NumberRange(3, 19)
        #expect(labels(axis, 0, 20) == ["3", "8", "13", "18"])
    }

    @Test("a step that would make a billion ticks makes some of them, instead of hanging")
    func tooMany() {
        let axis = NumberAxis()
        axis.majorTickFrequency = 1e-9
        #expect(axis.ticks(in: NumberRange(0, 1), room: room(400)).map(\.value) == (0...50).map { Double($0) * 0.02 })
    }

    @Test("minor ticks divide the step and never repeat a major")
    func minor() {
        let ticks = NumberAxis().ticks(in: NumberRange(0, 10), room: room(100, minor: true))
        let majors = ticks.filter(\.isMajor).map(\.value)
        let minors = ticks.filter { !$0.isMajor }.map(\.value)
        #expect(majors == [0, 2, 4, 6, 8, 10])
        #expect(minors.count == 15)
        #expect(Set(minors).isDisjoint(with: majors))
    }

    @Test(
        "date ticks sit on calendar boundaries whatever the span",
        arguments: [
            ("2003-05-17T00:00:00Z", 3650.0, "yyyy"), ("2012-01-20T00:00:00Z", 300, "MMM yyyy"),
            ("2012-01-20T05:00:00Z", 1, "HH:mm"), ("2012-01-20T05:07:11Z", 1.0 / 24 / 30, "HH:mm:ss"),
        ])
    func dates(start: String, days: Double, pattern: String) throws {
        let low = try #require(ISO8601DateFormatter().date(from: start)).timeIntervalSince1970
        let axis = DateTimeAxis()
        let ticks = axis.ticks(in: NumberRange(low, low + days * 86_400), room: room(600))
        #expect(ticks.count >= 4 && ticks.count <= 30, "\(ticks.map(\.label))")
        let calendar = DateTimeAxis.defaultCalendar
        for tick in ticks {
            let parts = calendar.dateComponents(
                [.month, .day, .hour, .second], from: Date(timeIntervalSince1970: tick.value))
            if days > 200 { #expect(parts.day == 1 && parts.hour == 0) }
            if days > 1000 { #expect(parts.month == 1) }
        }
        #expect(ticks[0].label == DateLabel(pattern: pattern, calendar: calendar).text(ticks[0].value))
    }

    @Test("powers of a logarithmic axis, and every second one where room is short")
    func logarithmic() {
        #expect(labels(LogarithmicAxis(), 1, 1000) == ["1", "10", "100", "1000"])
        let tight = LogarithmicAxis().ticks(in: NumberRange(1, 1e8), room: room(200)).map(\.value)
        #expect(tight == [1, 1e3, 1e6] || tight == [1, 1e2, 1e4, 1e6, 1e8] || tight == [1, 1e4, 1e8], "\(tight)")
    }

    @Test(
        "with one power in sight a logarithmic axis has 1, 2 and 5 times powers, where these are three; otherwise numbers of even steps"
    )
    func partsOfPowers() {
        #expect(labels(LogarithmicAxis(), 150, 9_000) == ["200", "500", "1000", "2000", "5000"])
        #expect(labels(LogarithmicAxis(), 1, 9) == ["1", "2", "5"])
        #expect(labels(LogarithmicAxis(), 0.03, 0.3) == ["0.05", "0.1", "0.2"])
        #expect(labels(LogarithmicAxis(), 2, 9) == ["2", "3", "4", "5", "6", "7", "8", "9"])
        // Too short for as many labels.
        #expect(labels(LogarithmicAxis(), 150, 9_000, length: 60).count < 5)
        let ticks = LogarithmicAxis().ticks(in: NumberRange(3, 30), room: room(400, minor: true))
        #expect(ticks.filter(\.isMajor).map(\.value) == [5, 10, 20])
        #expect(ticks.filter { !$0.isMajor }.map(\.value) == [3, 4, 6, 7, 8, 9, 30])
        let set = LogarithmicAxis()
        set.majorTickFrequency = 1
        #expect(labels(set, 150, 9_000) == ["1000"])
    }

    @Test(
        "where labels keep apart only with less distance than a reader likes, there are as few as there can be: a longer axis never has fewer"
    )
    func tightLabels() {
        for length in stride(from: 20.0, through: 100, by: 1) {
            let room = TickSpace(length: length, extent: { _ in 20 }, wantsMinor: false, slack: 16)
            let found = NumberAxis().ticks(in: NumberRange(1, 12), room: room).map(\.value)
            // 5 and 10 are 5/11 of the length apart, and readable from 20 points on; steps of 10 give only one tick,
            // and steps of 2 need at least 4 points.
            #expect(found == [5, 10], "\(length): \(found)")
        }
    }

    @Test("category labels are the items; too many leave some out evenly")
    func categories() {
        let axis = CategoryAxis()
        for k in 0..<100 { _ = axis.index(of: "item \(k)") }
        #expect(axis.index(of: "item 3") == 3)
        let few = axis.ticks(in: NumberRange(-0.5, 4.5), room: room(400)).map(\.label)
        #expect(few == ["item 0", "item 1", "item 2", "item 3", "item 4"])
        let many = axis.ticks(in: NumberRange(-0.5, 99.5), room: room(400)).map(\.value)
        #expect(many.count < 10 && many.count > 2)
    }
}
