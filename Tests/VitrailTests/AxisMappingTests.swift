import Foundation
import Testing
import Vitrail

@Suite("Axis mapping in charts")
struct AxisMappingTests {
    /// An axis of each continuous or nearly continuous kind, with values on it.
    private func axes() throws -> [(axis: Axis, values: [Double])] {
        let day = 86_400.0
        let start = try instant("2024-03-04")
        let broken = DiscontinuousNumberAxis()
        try broken.addExcludedRange(NumberRange(4, 6))
        let weekdays = DiscontinuousDateTimeAxis()
        weekdays.addExcludedRepeatedTimePeriod(
            RepeatedTimePeriod(
                start: try instant("2024-01-06"), length: DateFrequency(2, .day), every: DateFrequency(1, .week)))
        return [
            (NumberAxis(), [0, 2.5, 5, 10]), (DateTimeAxis(), [0, 1, 2.5, 20].map { start + $0 * day }),
            (LogarithmicAxis(), [1, 3, 10, 1000]), (broken, [0, 2, 8, 10]),
            (weekdays, [0, 1, 4, 9].map { start + $0 * day }),
            (try LogarithmicAxis(base: 0.5), [0.25, 1, 7, 64]),
            (SymmetricLogarithmicAxis(), [-1000, -0.5, 0, 0.25, 100]),
        ]
    }

    @Test("C-024 each axis type renders labels and maps data")
    func types() async throws {
        let category = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400), xAxisType: .category, yAxisType: .number)
        category.add(
            ColumnSeries(
                columns: SeriesColumns(x: Column(["A", "B", "C"]), y: Column([4.0, 8, 6])),
                style: BarColumnSeriesStyle(areaColor: .pureRed, lineWidth: 0)))
        let charts = try axes().map { Chart.dots(x: $0.axis, $0.values.map { ($0, 5) }) }
        for chart in charts + [category] {
            let recorder = TickLog()
            chart.delegate = recorder
            let probe = try await Probe(chart)
            let axis = try #require(chart.xAxis)
            let ticks = recorder.majors(axis)
            #expect(ticks.count >= 2, "\(type(of: axis))")
            #expect(probe.labelRuns().count >= 2, "\(type(of: axis))")
            #expect(ticks.allSatisfy { axis.axisRange.contains($0) })
        }
        let columns = try await Probe(category)
        let middles = columns.runs(row: columns.plot.maxY - 5, of: .pureRed).map {
            Double($0.lowerBound + $0.upperBound) / 2
        }
        let thirds = [1, 3, 5].map { Double(columns.plot.x) + $0 / 6 * Double(columns.plot.width) }
        #expect(middles.count == 3 && zip(middles, thirds).allSatisfy { abs($0 - $1) <= 1 })
        for (chart, values) in zip(charts, try axes().map(\.values)) {
            let probe = try await Probe(chart)
            for value in values {
                // Dots of samples at the ends of the range are cut in half.
                let x = min(max(try probe.position(of: value, 5).x, Double(probe.plot.x)), Double(probe.plot.maxX - 1))
                #expect(probe[Int(x), Int(try probe.position(of: value, 5).y)].isClose(to: .pureRed), "\(value)")
            }
        }
    }

    @Test("C-048 a number axis maps its middle to the middle, larger y to smaller pixels, and does not clamp")
    func linear() async throws {
        let chart = Chart.dots(x: NumberAxis(defaultRange: NumberRange(0, 10)), [(5, 5)]).bare()
        let probe = try await Probe(chart)
        let (x, y) = (try #require(chart.xAxis), try #require(chart.yAxis))
        let (width, height) = (Double(probe.plot.width), Double(probe.plot.height))
        #expect(x.pixelValue(forDataValue: 5) == width / 2)
        #expect(y.pixelValue(forDataValue: 5) == height / 2)
        #expect(try #require(y.pixelValue(forDataValue: 6)) < height / 2)
        #expect(x.pixelValue(forDataValue: -10) == -width)
        #expect(x.pixelValue(forDataValue: 20) == 2 * width)
        #expect(y.pixelValue(forDataValue: 20) == -height)
        #expect(try probe.color(5, 5) == .pureRed)
    }

    @Test("C-049 pixel values lead back to their data values within 1e-6 of the span")
    func inverses() async throws {
        for (axis, values) in try axes() {
            let chart = Chart.dots(x: axis, values.map { ($0, 5) })
            _ = try await Probe(chart)
            let range = axis.axisRange
            for k in 0...40 {
                let value = range.minimum + range.span * Double(k) / 40
                let pixel = try #require(axis.pixelValue(forDataValue: value))
                let back = try #require(axis.dataValue(forPixelValue: pixel))
                let isOut = axis is DiscontinuousNumberAxis && value >= 4 && value < 6
                // A weekend has the same pixel as Monday.
                let position = try #require(axis.pixelValue(forDataValue: back))
                #expect(abs(position - pixel) < 1e-6)
                if !isOut, !(axis is DiscontinuousDateTimeAxis) {
                    #expect(abs(back - value) <= 1e-6 * range.span, "\(type(of: axis)) at \(value)")
                }
            }
        }
    }

    @Test("values that only a Double tells apart have places of their own")
    func closeValues() async throws {
        // Six points at both ends are for the dots, but Doubles near 1.7e18 are too sparse for that.
        for (low, step, room) in [(1e9, 1.0, 6.0), (1.7e18, 1024, 0)] {
            let chart = Chart.dots(x: NumberAxis(), (0...4).map { (low + Double($0) * step, 5) }).bare()
            let probe = try await Probe(chart)
            #expect(probe.runs(row: probe.plot.y + probe.plot.height / 2, of: .pureRed).count == 5)
            let positions = try (0...4).map {
                try #require(chart.xAxis?.pixelValue(forDataValue: low + Double($0) * step))
            }
            let length = Double(probe.plot.width) - 2 * room
            for k in 0...4 { #expect(abs(positions[k] - (room + length * Double(k) / 4)) < 0.02) }
        }
    }

    @Test("C-050 base 10, 1…1000: the powers are at 0, W/3, 2W/3 and W")
    func logarithmic() async throws {
        let chart = Chart.dots(
            x: LogarithmicAxis(defaultRange: NumberRange(1, 1000)),
            [(1, 5), (10, 5), (100, 5), (1000, 5), (0, 5), (-3, 5)])
        let probe = try await Probe(chart.bare())
        let width = Double(probe.plot.width)
        for (k, value) in [1.0, 10, 100, 1000].enumerated() {
            #expect(try abs(#require(chart.xAxis?.pixelValue(forDataValue: value)) - width * Double(k) / 3) < 1e-9)
        }
        #expect(chart.xAxis?.pixelValue(forDataValue: 0) == nil)
        #expect(probe.runs(row: probe.plot.y + probe.plot.height / 2, of: .pureRed).count == 4)
    }

    @Test("C-051 base 2: powers of two are equally far apart, majorTickFrequency 1 marks each")
    func binary() async throws {
        let axis = try LogarithmicAxis(base: 2, defaultRange: NumberRange(1, 1024))
        axis.majorTickFrequency = 1
        let chart = Chart.dots(x: axis, [(1, 5), (1024, 5)])
        let recorder = TickLog()
        chart.delegate = recorder
        let probe = try await Probe(chart)
        let powers = (0...10).map { pow(2, Double($0)) }
        #expect(recorder.majors(axis) == powers)
        for (k, value) in powers.enumerated() {
            #expect(try abs(#require(axis.pixelValue(forDataValue: value)) - Double(probe.plot.width * k) / 10) < 1e-9)
        }
        // If the labels do not fit, a set frequency does not change, but an automatic one does.
        chart.frame.width = 150
        _ = try await Probe(chart)
        #expect(recorder.majors(axis) == powers)
        axis.majorTickFrequency = nil
        _ = try await Probe(chart)
        #expect((2..<powers.count).contains(recorder.majors(axis).count))
    }

    @Test("C-052 0…10 without 4…6: 4 and 6 are at W/2, 8 at 3W/4")
    func brokenNumbers() async throws {
        let axis = DiscontinuousNumberAxis(defaultRange: NumberRange(0, 10))
        try axis.addExcludedRange(NumberRange(4, 6))
        let chart = Chart.dots(x: axis, [(0, 5), (8, 5), (10, 5)]).bare()
        let probe = try await Probe(chart)
        let width = Double(probe.plot.width)
        for (value, share) in [(4.0, 0.5), (5, 0.5), (6, 0.5), (8, 0.75), (2, 0.25), (10, 1)] {
            #expect(axis.pixelValue(forDataValue: value) == width * share)
        }
        #expect(axis.dataValue(forPixelValue: width / 2) == 6)
        #expect(try probe.color(8, 5) == .pureRed)
    }

    @Test("C-053 without weekends Friday 24:00 and Monday 0:00 share a pixel in every week")
    func weekends() async throws {
        for (zone, offset) in [("UTC", 0.0), ("Asia/Kathmandu", 20_700)] {
            let axis = DiscontinuousDateTimeAxis()
            try axis.setTimeZone(identifier: zone)
            axis.addExcludedRepeatedTimePeriod(
                RepeatedTimePeriod(
                    start: try instant("2024-02-03") - offset, length: DateFrequency(2, .day),
                    every: DateFrequency(1, .week)))
            let monday = try instant("2024-01-01") - offset
            let chart = Chart.dots(x: axis, (0..<12).map { (monday + Double($0) * 7 * 86_400, 5) })
            let probe = try await Probe(chart)
            for week in 0..<11 {
                let friday = monday + (Double(week) * 7 + 5) * 86_400
                let pixel = try #require(axis.pixelValue(forDataValue: friday))
                #expect(axis.pixelValue(forDataValue: friday + 2 * 86_400) == pixel)
                // Six points at both ends are for the dots.
                #expect(abs(pixel - (6 + Double(probe.plot.width - 12) * Double(week + 1) / 11)) < 0.02)
            }
        }
    }

    @Test("C-054 a holiday takes no pixels; nights and weekends out leave five times eight hours of a week")
    func holidays() async throws {
        let monday = try instant("2024-05-06")
        let axis = DiscontinuousDateTimeAxis(defaultRange: NumberRange(monday, monday + 7 * 86_400))
        axis.addExcludedTimePeriod(TimePeriod(start: monday + 3 * 86_400, length: DateFrequency(1, .day)))
        let chart = Chart.dots(x: axis, [(monday, 5)])
        let probe = try await Probe(chart)
        let width = Double(probe.plot.width)
        #expect(axis.pixelValue(forDataValue: monday + 3 * 86_400) == width / 2)
        #expect(axis.pixelValue(forDataValue: monday + 4 * 86_400) == width / 2)

        axis.removeAllExcludedTimePeriods()
        axis.addExcludedRepeatedTimePeriod(
            RepeatedTimePeriod(
                start: try instant("2024-01-06"), length: DateFrequency(2, .day), every: DateFrequency(1, .week)))
        axis.addExcludedRepeatedTimePeriod(
            RepeatedTimePeriod(
                start: try instant("2024-01-01T17:00:00Z"), length: DateFrequency(16, .hour),
                every: DateFrequency(1, .day)))
        // Changes take effect with the next load.
        _ = try await Probe(chart)
        #expect(axis.pixelValue(forDataValue: monday + 4 * 86_400) == width / 2)
        chart.reloadData()
        let short = try await Probe(chart)
        for day in 0..<5 {
            let open = monday + Double(day) * 86_400 + 9 * 3600
            let pixel = try #require(axis.pixelValue(forDataValue: open))
            #expect(abs(pixel - Double(short.plot.width) * Double(day) / 5) < 1e-6)
            #expect(
                abs(try #require(axis.pixelValue(forDataValue: open + 3600)) - pixel - Double(short.plot.width) / 40)
                    < 1e-6)
        }
    }

    @Test("C-055 no tick, label or point is inside a left-out stretch; lines join what is beside it")
    func excluded() async throws {
        let axis = DiscontinuousNumberAxis(defaultRange: NumberRange(0, 10))
        try axis.addExcludedRange(NumberRange(3.5, 6.5))
        let chart = Chart.dots(x: axis, [(3, 2), (4, 8), (5, 8), (6, 8), (7, 2)]).bare()
        chart.add(
            LineSeries(
                columns: SeriesColumns(x: Column([3.0, 4, 5, 6, 7]), y: Column([2.0, 8, .nan, 8, 2])),
                style: LineSeriesStyle(lineColor: .pureBlue, lineWidth: 3, showFill: false)))
        let recorder = TickLog()
        chart.delegate = recorder
        let probe = try await Probe(chart)
        #expect(!recorder.majors(axis).isEmpty)
        #expect(recorder.majors(axis).allSatisfy { $0 <= 3.5 || $0 >= 6.5 })
        #expect(recorder.labels(axis).allSatisfy { !["4", "5", "6"].contains($0) })
        // Nothing at y = 8, and the line continues straight at y = 2.
        #expect(probe.runs(row: Int(try probe.position(of: 0, 8).y), of: .pureRed).isEmpty)
        #expect(try probe.color(5, 2).isClose(to: .pureBlue))
        #expect(probe.runs(row: Int(try probe.position(of: 0, 2).y), of: .pureBlue).count == 1)
        #expect(probe.runs(row: Int(try probe.position(of: 0, 2).y), of: .pureRed).count == 2)
    }

    @Test("C-055 no tick, label or point is inside a weekend that is left out")
    func weekendTicks() async throws {
        let friday = try instant("2024-05-10")
        func date(_ days: Double) -> Double { friday + days * 86_400 }
        let axis = DiscontinuousDateTimeAxis(defaultRange: NumberRange(date(0), date(4)))
        axis.addExcludedTimePeriod(TimePeriod(start: date(1), length: DateFrequency(2, .day)))
        axis.majorTickFrequency = .hours(12)
        axis.labelFormatString = "EEEEEE HH"
        let points = [(0.25, 2.0), (1, 8), (1.5, 8), (2.99, 8), (3.25, 2)].map { (date($0.0), $0.1) }
        let chart = Chart.dots(x: axis, points).bare()
        let recorder = TickLog()
        chart.delegate = recorder
        axis.anchorPoint = date(0)
        let probe = try await Probe(chart)
        #expect(recorder.majors(axis) == [0, 0.5, 3, 3.5, 4].map(date))
        #expect(recorder.labels(axis).allSatisfy { $0.hasPrefix("Fr") || $0.hasPrefix("Mo") || $0.hasPrefix("Tu") })
        #expect(probe.runs(row: Int(try probe.position(of: date(0), 8).y), of: .pureRed).isEmpty)
        #expect(probe.runs(row: Int(try probe.position(of: date(0), 2).y), of: .pureRed).count == 2)
        // Also when the axis chooses the ticks itself.
        axis.majorTickFrequency = nil
        axis.anchorPoint = nil
        _ = try await Probe(chart)
        #expect(recorder.majors(axis).count >= 3)
        #expect(recorder.majors(axis).allSatisfy { $0 < date(1) || $0 >= date(3) })
    }

    @Test("C-056 string(forId:) is the tick's label; a subclass' own changes the labels")
    func strings() async throws {
        final class Degrees: NumberAxis {
            override func string(forId value: Double) -> String { "\(Int(value))°" }
        }
        for axis in [NumberAxis(defaultRange: NumberRange(0, 1)), DateTimeAxis(), LogarithmicAxis(), Degrees()] {
            let chart = Chart.dots(x: axis, [(1, 5), (90, 5)])
            let recorder = TickLog()
            chart.delegate = recorder
            _ = try await Probe(chart)
            let labels = recorder.labels(axis)
            #expect(labels.count >= 2)
            #expect(recorder.majors(axis).map(axis.string(forId:)) == labels)
            if axis is Degrees { #expect(labels.allSatisfy { $0.hasSuffix("°") }) }
        }
        let (plain, own) = (NumberAxis(), Degrees())
        let first = try await Probe(Chart.dots(x: plain, [(0, 5), (90, 5)]))
        let second = try await Probe(Chart.dots(x: own, [(0, 5), (90, 5)]))
        #expect(first.image != second.image)
        // Between ticks a value has as many decimals as it needs.
        #expect(plain.string(forId: 4.3) == "4.3")
    }
}
