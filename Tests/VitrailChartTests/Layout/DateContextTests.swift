import Foundation
import Testing
import VitrailScene

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription
@testable import VitrailScales

@Suite("Dates beside labels")
struct DateContextTests {
    /// Labels of the x-axis or y-axis, in the order of the axis, with their second lines.
    private func labels(
        _ start: String, step: Double, count: Int, axis: String = "", isVertical: Bool = false,
        size: (Int, Int) = (500, 250)
    ) throws -> (labels: [String], dates: [String], marks: [Mark]) {
        let first = try #require(CellDate.parse(start))
        let times = (0..<count).map { "\(first + Double($0) * step)" }.joined(separator: ", ")
        let rows = (0..<count).map { "\($0)" }.joined(separator: ", ")
        let kind = #"{"type": "dateTime"\#(axis)}"#
        let series = isVertical ? #""x": "n", "y": "t", "orientation": "vertical""# : #""x": "t", "y": "n""#
        let json = """
            {"size": {"width": \(size.0), "height": \(size.1)}, "data": {"d": {"values": {"t": [\(times)], "n": [\(rows)]},
             "parse": {"t": {"unit": "s"}}}},
             "\(isVertical ? "yAxis" : "xAxis")": \(kind), "series": [{"type": "line", "data": "d", \(series)}]}
            """
        let chart = try ChartDescription(json: json).makeChart()
        let marks = try plan(chart).scene.layers.filter { $0.kind == .axes }.flatMap(\.marks)
        func texts(_ prefix: String) -> [String] {
            marks.filter { $0.label.hasPrefix(prefix) }.compactMap { mark in
                if case .glyphs(let run) = mark.shape { run.source.text } else { nil }
            }
        }
        return (texts("label "), texts("date "), marks)
    }

    @Test("times name their day once, and again on the next day where no label does")
    func times() throws {
        let hour = try labels("2024-05-06T12:00:00Z", step: 300, count: 12)
        #expect(hour.dates == ["6 May 2024"] && hour.labels.first == "12:00")
        let night = try labels("2024-05-06T20:00:00Z", step: 1800, count: 20)
        #expect(night.labels.contains("7 May") && night.dates == ["6 May 2024"])
        // From midnight on, the first label has the day, and its date the year.
        let day = try labels("2024-05-06T00:00:00Z", step: 3600, count: 20)
        #expect(day.labels.first == "6 May" && day.dates == ["2024"])
        let newYear = try labels("2023-12-31T12:00:00Z", step: 3600, count: 30)
        #expect(newYear.dates == ["31 Dec 2023", "2024"])
        let fine = try labels("2024-05-06T12:00:00Z", step: 0.01, count: 30)
        #expect(fine.dates == ["6 May 2024"])
    }

    @Test("days name their year once in each year, months and years do so themselves")
    func days() throws {
        #expect(try labels("2024-05-06T00:00:00Z", step: 86_400, count: 20).dates == ["2024"])
        #expect(try labels("2023-12-20T00:00:00Z", step: 86_400, count: 25).dates == ["2023", "2024"])
        #expect(try labels("2023-01-01T00:00:00Z", step: 10 * 86_400, count: 40).dates.isEmpty)
        #expect(try labels("2003-01-01T00:00:00Z", step: 300 * 86_400, count: 40).dates.isEmpty)
    }

    @Test("in the axis' locale and zone")
    func locale() throws {
        #expect(
            try labels("2024-05-06T12:00:00Z", step: 300, count: 12, axis: #", "locale": "de_DE""#).dates == [
                "6. Mai 2024"
            ])
        #expect(
            try labels("2024-05-06T12:00:00Z", step: 300, count: 12, axis: #", "locale": "en_US""#).dates == [
                "May 6, 2024"
            ])
        #expect(
            try labels("2024-05-06T02:00:00Z", step: 300, count: 12, axis: #", "timeZone": "America/New_York""#).dates
                == ["5 May 2024"])
    }

    @Test(
        "not where a format or the host says otherwise",
        arguments: [#", "labelFormatString": "HH:mm""#, #", "showsDateAtMidnight": false"#])
    func off(axis: String) throws {
        let found = try labels("2024-05-06T12:00:00Z", step: 300, count: 12, axis: axis)
        #expect(found.dates.isEmpty && found.labels.first == "12:00")
    }

    @Test("nights that are left out: each day is named")
    func discontinuous() throws {
        let chart = Chart(width: 600, height: 220)
        let axis = DiscontinuousDateTimeAxis()
        axis.addExcludedRepeatedTimePeriod(
            RepeatedTimePeriod(start: 16.5 * 3600, length: DateFrequency(17, .hour), every: DateFrequency(1, .day)))
        chart.xAxis = axis
        let start = try #require(CellDate.parse("2024-05-06T09:30:00Z"))
        var x: [Double] = []
        for day in 0..<3 { x += (0..<14).map { half in start + Double(day * 86_400 + half * 1800) } }
        chart.add(
            LineSeries(columns: SeriesColumns(x: Column(secondsSince1970: x), y: Column(x.indices.map { Double($0) }))))
        let marks = try plan(chart).scene.layers.flatMap(\.marks)
        #expect(marks.map(\.label).filter { $0.hasPrefix("date ") } == ["date 6 May 2024", "date 7 May", "date 8 May"])
    }

    @Test(
        "dates lie on no label and within the picture", arguments: [false, true],
        [(500, 250), (300, 160), (200, 120), (1200, 700)])
    func apart(isVertical: Bool, size: (Int, Int)) throws {
        for (start, step, count) in [
            ("2024-05-06T12:00:00Z", 300.0, 12), ("2023-12-29T00:00:00Z", 43_200, 12),
            ("2023-12-31T22:00:00Z", 900, 20), ("2024-09-28T00:00:00Z", 86_400, 9),
        ] {
            for axis in ["", #", "title": "Time", "locale": "de_DE""#, #", "axisPosition": "reverse", "title": "t""#] {
                let found = try labels(start, step: step, count: count, axis: axis, isVertical: isVertical, size: size)
                // If dates do not fit, there is little space for labels, too.
                if size.0 >= 300 { #expect(!found.dates.isEmpty, "\(start) \(axis)") }
                let boxes = found.marks.compactMap { mark -> (label: String, rect: PlotRect)? in
                    guard case .glyphs(let run) = mark.shape else { return nil }
                    let label = mark.label
                    let (x, y) = (run.source.origin.x, run.source.origin.y)
                    // A rotated title is ignored. Digits are some 6 points wide.
                    return label == "axis title" && isVertical
                        ? nil
                        : (
                            label,
                            PlotRect(minX: x, minY: y - 8, maxX: x + Float(run.source.text.count) * 5, maxY: y + 1)
                        )
                }
                for (k, box) in boxes.enumerated() where box.label.hasPrefix("date ") {
                    #expect(
                        box.rect.minX >= 0 && box.rect.maxX <= Float(size.0) && box.rect.minY >= 0
                            && box.rect.maxY <= Float(size.1))
                    for (other, rect) in boxes.enumerated().filter({ $0.offset != k }).map(\.element) {
                        let isApart =
                            rect.minX >= box.rect.maxX || rect.maxX <= box.rect.minX || rect.minY >= box.rect.maxY
                            || rect.maxY <= box.rect.minY
                        #expect(isApart, "\(box) \(other) \(rect), \(start) \(axis)")
                    }
                }
            }
        }
    }

    @Test("labels of a host's own have none")
    func own() throws {
        final class Plain: DateTimeAxis {
            override func string(forId value: Double) -> String { "x" }
        }
        let chart = Chart(width: 500, height: 250)
        chart.xAxis = Plain()
        let times = (0..<12).map { Double($0) * 300 + 1.7e9 }
        chart.add(LineSeries(columns: SeriesColumns(x: Column(secondsSince1970: times), y: Column(times))))
        #expect(try plan(chart).scene.layers.flatMap(\.marks).allSatisfy { !$0.label.hasPrefix("date ") })
    }

    // MARK: Zones

    @Test("the title names the zone where it is asked to, once")
    func zone() throws {
        let axis = DateTimeAxis()
        axis.title = "t"
        #expect(axis.shownTitle == "t")
        axis.namesTimeZone = true
        #expect(axis.shownTitle == "t (UTC)")
        axis.title = "Time, UTC"
        #expect(axis.shownTitle == "Time, UTC")
        axis.title = ""
        #expect(axis.shownTitle == "UTC")
        axis.title = "t"
        axis.timeZone = try #require(TimeZone(secondsFromGMT: -4 * 3600))
        #expect(axis.shownTitle == "t (UTC\u{2212}04:00)")
        axis.timeZone = try #require(TimeZone(secondsFromGMT: 20_700))
        #expect(axis.shownTitle == "t (UTC+05:45)")
        try axis.setTimeZone(identifier: "America/New_York")
        #expect(axis.shownTitle == "t (America/New York)")
        let found = try labels("2024-05-06T12:00:00Z", step: 300, count: 12, axis: #", "showsTimeZone": true"#)
        #expect(found.marks.contains { $0.label == "axis title" })
        #expect(throws: DescriptionError.self) {
            try ChartDescription(json: #"{"xAxis": {"type": "number", "showsTimeZone": true}}"#)
        }
    }
}
