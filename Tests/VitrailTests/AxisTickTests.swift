import Foundation
import Testing
import Vitrail

@Suite("Axis ticks in charts")
struct AxisTickTests {
    /// Renders dots from `low` to `high` on an x-axis and keeps its ticks.
    private func ticks(
        _ axis: Axis, _ low: Double, _ high: Double, _ set: (Chart) -> Void = { _ in }
    ) async throws -> (TickLog, Probe) {
        let chart = Chart.dots(x: axis, [(low, 5), (high, 5)])
        let recorder = TickLog()
        chart.delegate = recorder
        set(chart)
        return (recorder, try await Probe(chart))
    }

    private func number(_ low: Double, _ high: Double) -> NumberAxis {
        NumberAxis(defaultRange: NumberRange(low, high))
    }

    private func ends(_ labels: [String], _ suffix: String) -> Bool { labels.allSatisfy { $0.hasSuffix(suffix) } }

    @Test(
        "automatic date ticks are no finer than the samples lie apart",
        arguments: [
            (["2024-01-01", "2024-02-01", "2024-03-01"], ["Jan 2024", "Feb 2024", "Mar 2024"]),
            (["2019-01-01", "2020-01-01"], ["2019", "2020"]),
            (
                ["2023-01-01", "2023-04-01", "2023-07-01", "2023-10-01"],
                ["Jan 2023", "Apr 2023", "Jul 2023", "Oct 2023"]
            ),
            (["2024-05-01", "2024-05-02", "2024-05-03"], ["1 May", "2 May", "3 May"]),
            // In descending order, as in exports.
            (["2024-03-01", "2024-02-01", "2024-01-01"], ["Jan 2024", "Feb 2024", "Mar 2024"]),
        ])
    func samplesApart(dates: [String], labels: [String]) async throws {
        let seconds = try dates.map { try Date($0 + "T00:00:00Z", strategy: .iso8601).timeIntervalSince1970 }
        let axis = DateTimeAxis()
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        chart.xAxis = axis
        chart.add(
            ColumnSeries(
                columns: SeriesColumns(x: Column(secondsSince1970: seconds), y: Column(dates.map { _ in 1.0 }))))
        let recorder = TickLog()
        chart.delegate = recorder
        _ = try await Probe(chart)
        #expect(recorder.labels(axis) == labels)
    }

    @Test("C-057 frequency 2 from anchor 1 over −4…8: exactly −3, −1, 1, 3, 5, 7")
    func anchor() async throws {
        let axis = number(-4, 8)
        axis.majorTickFrequency = 2
        axis.anchorPoint = 1
        let (recorder, probe) = try await ticks(axis, -4, 8)
        #expect(recorder.majors(axis) == [-3, -1, 1, 3, 5, 7])
        #expect(probe.labelRuns().count == 6)
    }

    @Test("C-058 without anchor ticks of a set frequency start at the data's minimum")
    func dataMinimum() async throws {
        let axis = number(0, 20)
        axis.majorTickFrequency = 5
        let (recorder, _) = try await ticks(axis, 3, 19)
        #expect(recorder.majors(axis) == [3, 8, 13, 18])
        #expect(recorder.labels(axis) == ["3", "8", "13", "18"])
    }

    @Test("C-059 set frequencies stay the same when the axis is zoomed in by 2")
    func zoomed() async throws {
        let axis = number(0, 16)
        axis.majorTickFrequency = 4
        axis.minorTickFrequency = 1
        axis.style.minorTickStyle = TickStyle(showTicks: true)
        let (recorder, probe) = try await ticks(axis, 0, 16)
        #expect(recorder.majors(axis) == [0, 4, 8, 12, 16])
        #expect(recorder.minors(axis).count == 12)
        axis.setZoomLevel(.half)
        _ = try await Probe(probe.chart)
        #expect(recorder.majors(axis) == [4, 8, 12])
        #expect(recorder.minors(axis) == [5, 6, 7, 9, 10, 11])
        #expect(axis.currentMajorTickFrequency == 4)
        #expect(axis.currentMinorTickFrequency == 1)
    }

    @Test("C-060 minor ticks stand between the majors, automatic or set, without labels unless the style asks")
    func minors() async throws {
        let axis = number(0, 10)
        axis.majorTickFrequency = 5
        axis.anchorPoint = 0
        axis.style.minorTickStyle = TickStyle(showTicks: true, lineColor: .pureRed, lineWidth: 1, lineLength: 6)
        axis.style.majorTickStyle = TickStyle(showTicks: true, lineColor: .pureBlue, lineWidth: 1, lineLength: 6)
        // The anchor decides, not the start of the data.
        let (recorder, probe) = try await ticks(axis, 0.3, 10)
        #expect(recorder.minors(axis) == [1, 2, 3, 4, 6, 7, 8, 9])
        let row = probe.plot.maxY + 4
        func count(_ color: Color) -> Int {
            var count = 0
            for x in probe.plot.x - 2..<probe.plot.maxX + 2 where probe[x, row].isClose(to: color, 60) { count += 1 }
            return count
        }
        #expect(count(.pureRed) == 8)
        #expect(count(.pureBlue) == 3)
        #expect(probe.labelRuns().count == 3)
        axis.minorTickFrequency = 2.5
        _ = try await Probe(probe.chart)
        #expect(recorder.minors(axis) == [2.5, 7.5])
        // Set alone, with automatic major ticks.
        axis.majorTickFrequency = nil
        axis.minorTickFrequency = 0.25
        _ = try await Probe(probe.chart)
        #expect(recorder.majors(axis) == [0, 2, 4, 6, 8, 10])
        #expect(recorder.minors(axis).count == 35)
        axis.majorTickFrequency = 5
        axis.minorTickFrequency = 2.5
        axis.style.minorTickStyle.showLabels = true
        #expect(try await Probe(probe.chart).labelRuns().count == 5)
    }

    @Test("C-061 a zoom by 10 makes the step smaller; labels never overlap")
    func automatic() async throws {
        let axis = number(0, 100)
        let (recorder, probe) = try await ticks(axis, 0, 100)
        let coarse = try #require(axis.currentMajorTickFrequency)
        axis.setZoom(0.1)
        _ = try await Probe(probe.chart)
        guard case (.value(let before), .value(let after)) = (coarse, try #require(axis.currentMajorTickFrequency))
        else {
            Issue.record("number axes step by numbers")
            return
        }
        #expect(after < before)
        for (low, high) in [
            (0.0, 1e6), (-1e9, 1e9), (0.1234, 0.1239), (1e7 + 0.1, 1e7 + 0.9), (-3, 12), (99_990, 100_020),
        ] {
            axis.setDefaultRange(NumberRange(low, high))
            axis.resetZoomLevel()
            let drawn = try await Probe(probe.chart)
            let labels = recorder.labels(axis)
            #expect(labels.count >= 2)
            #expect(Set(labels).count == labels.count)
            let positions = recorder.majors(axis).compactMap { axis.pixelValue(forDataValue: $0) }
            let gap = zip(positions, positions.dropFirst()).map { $1 - $0 }
            #expect((gap.max() ?? 0) - (gap.min() ?? 0) < 1e-5)
            // As many words as ticks: no two labels touch.
            let end = Double(drawn.plot.width) - 12
            let shown = positions.filter { $0 > 12 && $0 < end }.count
            #expect(drawn.labelRuns(gap: 6).count >= shown, "\(labels)")
        }
    }

    @Test("C-062 the custom tick hook's values are exactly the majors")
    func custom() async throws {
        let axis = number(0, 10)
        axis.style.minorTickStyle = TickStyle(showTicks: true)
        let chart = Chart.dots(x: axis, [(0, 5), (10, 5)])
        let recorder = TickLog()
        recorder.custom = [1, 4, 9]
        chart.delegate = recorder
        let probe = try await Probe(chart)
        #expect(recorder.majors(axis) == [1, 4, 9])
        #expect(recorder.labels(axis) == ["1", "4", "9"])
        #expect(recorder.minors(axis).isEmpty)
        #expect(probe.labelRuns().count == 3)
    }

    @Test("C-063 settings of number and date formatters, and patterns, show in every label")
    func formatters() async throws {
        let number = number(0, 100_000)
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: "de_DE")
        formatter.numberStyle = .decimal
        formatter.minimumFractionDigits = 2
        formatter.positiveSuffix = " €"
        number.labelFormatter = LabelFormatter(formatter)
        var (recorder, _) = try await ticks(number, 0, 100_000)
        #expect(recorder.labels(number).contains("40.000,00 €"))
        #expect(ends(recorder.labels(number), ",00 €"))

        let pattern = self.number(0, 1)
        pattern.labelFormatString = "%.3f m"
        (recorder, _) = try await ticks(pattern, 0, 1)
        #expect(recorder.labels(pattern).contains("0.200 m") && ends(recorder.labels(pattern), " m"))

        let dates = DateTimeAxis()
        let dateFormatter = DateFormatter()
        dateFormatter.locale = Locale(identifier: "fr_FR")
        dateFormatter.timeZone = .gmt
        dateFormatter.dateFormat = "d MMMM"
        dates.labelFormatter = LabelFormatter(dateFormatter)
        (recorder, _) = try await ticks(dates, instant("2024-02-01"), instant("2024-02-08"))
        #expect(recorder.labels(dates).contains("3 février") && ends(recorder.labels(dates), " février"))

        let own = DateTimeAxis()
        own.labelFormatString = "dd/MM HH'h'"
        (recorder, _) = try await ticks(own, instant("2024-02-01"), instant("2024-02-02"))
        #expect(recorder.labels(own).first == "01/02 00h" && ends(recorder.labels(own), "h"))

        let german = DateTimeAxis()
        german.locale = Locale(identifier: "de_DE")
        try german.setTimeZone(identifier: "Europe/Berlin")
        german.labelFormatString = "d. MMMM HH:mm"
        (recorder, _) = try await ticks(german, instant("2024-03-01"), instant("2024-03-02"))
        #expect(recorder.labels(german).contains("1. März 12:00"))

        let items = CategoryAxis()
        items.labelFormatString = "<%@>"
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        chart.xAxis = items
        chart.add(ColumnSeries(columns: SeriesColumns(x: Column(["A", "B"]), y: Column([1.0, 2]))))
        chart.delegate = recorder
        _ = try await Probe(chart)
        #expect(recorder.labels(items) == ["<A>", "<B>"])
    }

    /// A span, the units that fit it, and the remaining smaller units at a tick, formatted by Foundation: a pattern and
    /// its text.
    private struct Span {
        var seconds: Double
        var units: [DateFrequency.Unit]
        var rest: (pattern: String, text: String)
    }

    private static let spans = [
        Span(seconds: 315_569_520, units: [.year], rest: ("MM-dd HH:mm:ss", "01-01 00:00:00")),
        Span(seconds: 31_556_952, units: [.month], rest: ("dd HH:mm:ss", "01 00:00:00")),
        Span(seconds: 31 * 86_400, units: [.week, .day], rest: ("HH:mm:ss", "00:00:00")),
        Span(seconds: 86_400, units: [.hour], rest: ("mm:ss", "00:00")),
        Span(seconds: 3600, units: [.minute], rest: ("ss", "00")),
    ]

    @Test("C-069 date axes tick by year, month, week or day, hour and minute, on the calendar's boundaries")
    func calendar() async throws {
        let start = try instant("2013-03-17T05:07:11Z")
        for span in Self.spans {
            let axis = DateTimeAxis()
            let (recorder, probe) = try await ticks(axis, start, start + span.seconds)
            guard case .calendar(let frequency) = axis.currentMajorTickFrequency else {
                Issue.record("no calendar step")
                continue
            }
            #expect(span.units.contains(frequency.unit), "\(frequency)")
            let majors = recorder.majors(axis)
            #expect(majors.count >= 4)
            #expect(probe.labelRuns(gap: 6).count >= majors.count - 2)
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = .gmt
            formatter.dateFormat = span.rest.pattern
            let dates = majors.map { Date(timeIntervalSince1970: $0) }
            #expect(Set(dates.map(formatter.string)) == [span.rest.text])
            guard frequency.unit == .week else { continue }
            #expect(Set(dates.map { axis.calendar.component(.weekday, from: $0) }) == [axis.calendar.firstWeekday])
        }
    }

    @Test("C-070 a frequency of one month from 1 January ticks on the first of each month")
    func months() async throws {
        for zone in ["UTC", "America/New_York"] {
            let axis = DateTimeAxis()
            try axis.setTimeZone(identifier: zone)
            axis.majorTickFrequency = .months(1)
            let offset = zone == "UTC" ? "Z" : "-05:00"
            axis.anchorPoint = try instant("2024-01-01T00:00:00\(offset)")
            let (recorder, _) = try await ticks(
                axis, instant("2024-01-01T00:00:00\(offset)"), instant("2025-01-01T00:00:00\(offset)"))
            let majors = recorder.majors(axis)
            #expect(majors.count == 13)
            // As in Foundation: with summer time in New York.
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try #require(TimeZone(identifier: zone))
            let firsts = (1...13).compactMap {
                calendar.date(from: DateComponents(year: 2024, month: $0))?.timeIntervalSince1970
            }
            #expect(majors == firsts)
            axis.labelFormatString = "d HH:mm"
            #expect(Set(majors.map { axis.string(forId: $0) }) == ["1 00:00"])
            let days = zip(majors, majors.dropFirst()).map { Int((($1 - $0) / 86_400).rounded()) }
            #expect(days == [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
        }
    }

    /// Items of two series, and the resulting items of the axis; the second order is the order of first appearance.
    private static let items = [
        (["A", "B", "C"], ["B", "D"], ["A", "B", "C", "D"]), (["C", "A"], ["D", "A", "B"], ["C", "A", "D", "B"]),
    ]

    @Test("C-073 categories of two series are the axis' items in order of appearance", arguments: items)
    func categories(first: [String], second: [String], items: [String]) async throws {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400), xAxisType: .category, yAxisType: .number)
        for texts in [first, second] {
            chart.add(ColumnSeries(columns: SeriesColumns(x: Column(texts), y: Column(texts.map { _ in 1.0 }))))
        }
        let recorder = TickLog()
        chart.delegate = recorder
        let probe = try await Probe(chart)
        #expect((chart.xAxis as? CategoryAxis)?.items == items)
        #expect(recorder.labels(chart.xAxis) == items)
        #expect(recorder.majors(chart.xAxis) == [0, 1, 2, 3])
        #expect(probe.labelRuns().count == 4)
        for (k, item) in items.enumerated() {
            #expect(chart.xAxis?.pixelValue(for: .text(item)) == chart.xAxis?.pixelValue(forDataValue: Double(k)))
        }
        #expect(chart.xAxis?.pixelValue(for: "E") == nil)
    }
}
