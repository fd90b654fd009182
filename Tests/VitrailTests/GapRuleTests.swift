import Foundation
import Testing
import Vitrail

@Suite("Gaps are connected, and lines are cut at long distances")
struct GapRuleTests {
    private static let gap = Double.nan

    /// The connected parts of a line, as row numbers of their samples, whose values differ.
    private func pieces(
        _ y: [Double], x: Column? = nil, _ axis: Axis = NumberAxis(), connect: GapConnection = .none,
        breakAt: AxisStep? = nil
    ) throws -> [[Int]] {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 300, height: 200))
        chart.xAxis = axis
        chart.yAxis = NumberAxis(defaultRange: NumberRange(0, 10))
        let series = LineSeries(columns: SeriesColumns(x: x, y: Column(y)))
        series.connectGaps = connect
        series.breakAt = breakAt
        chart.add(series)
        var found: [[Int]] = []
        let scene = try plan(chart).scene
        let plot = scene.plotArea
        for mark in scene.marks where mark.source != nil {
            guard case .polyline(let line) = mark.shape else { continue }
            for piece in line.points.split(whereSeparator: { !$0.isFinite }) {
                found.append(
                    piece.compactMap { point in
                        let value = 10 * (1 - (Double(point.y) - Double(plot.y)) / Double(plot.height))
                        return y.firstIndex { abs($0 - value) < 0.01 }
                    })
            }
        }
        return found
    }

    @Test("connectGaps")
    func connect() throws {
        let y = [1, 2, Self.gap, 3, 4, Self.gap, Self.gap, 5, 6]
        #expect(try pieces(y) == [[0, 1], [3, 4], [7, 8]])
        #expect(try pieces(y, connect: .all) == [[0, 1, 3, 4, 7, 8]])
        #expect(try pieces(y, connect: .within(2)) == [[0, 1, 3, 4], [7, 8]])
        #expect(try pieces(y, connect: .within(1.9)) == [[0, 1], [3, 4], [7, 8]])
        #expect(try pieces(y, connect: .all, breakAt: 2) == [[0, 1, 3, 4], [7, 8]])
    }

    @Test("breakAt")
    func breaks() throws {
        #expect(try pieces([1, 2, 3, 4], x: Column([0.0, 1, 3, 4])) == [[0, 1, 2, 3]])
        #expect(try pieces([1, 2, 3, 4], x: Column([0.0, 1, 3, 4]), breakAt: 1) == [[0, 1], [2, 3]])
        #expect(try pieces([1, 2, 3, 4], x: Column([4.0, 3, 1, 0]), breakAt: 1) == [[0, 1], [2, 3]])
        // Steps of a tenth are not exactly equal.
        let tenths = (0..<40).map { Double($0) * 0.1 }
        #expect(try pieces(tenths, x: Column(tenths), breakAt: 0.1).count == 1)
        #expect(
            try pieces([1, 2, 3, 4], x: Column(["a", "b", nil, "c"]), CategoryAxis(), connect: .within(1)) == [
                [0, 1, 3]
            ])
    }

    @Test("steps of the calendar")
    func calendar() throws {
        func seconds(_ dates: [String]) throws -> Column {
            Column(secondsSince1970: try dates.map { try Date($0 + "Z", strategy: .iso8601).timeIntervalSince1970 })
        }
        let months = try seconds([
            "2024-01-31T00:00:00", "2024-02-29T00:00:00", "2024-03-31T00:00:00", "2024-05-31T00:00:00",
        ])
        #expect(try pieces([1, 2, 3, 4], x: months, DateTimeAxis(), breakAt: .months(1)) == [[0, 1]])
        #expect(try pieces([1, 2, 3, 4], x: months, DateTimeAxis(), breakAt: .months(2)) == [[0, 1, 2, 3]])
        // Midnights in New York, around the 25 hours of 3 November.
        let days = try seconds([
            "2024-11-02T04:00:00", "2024-11-03T04:00:00", "2024-11-04T05:00:00", "2024-11-06T05:00:00",
            "2024-11-07T05:00:00",
        ])
        let axis = DateTimeAxis()
        try axis.setTimeZone(identifier: "America/New_York")
        #expect(try pieces([1, 2, 3, 4, 5], x: days, axis, breakAt: .days(1)) == [[0, 1, 2], [3, 4]])
        #expect(try pieces([1, 2, 3, 4, 5], x: days, axis, breakAt: 86_400) == [[0, 1], [3, 4]])
        #expect(try pieces([1, 2, 3, 4, 5], x: days, axis, breakAt: .hours(25)) == [[0, 1, 2], [3, 4]])
    }

    @Test("a distance that has no meaning is ignored with a warning")
    func ignored() throws {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 300, height: 200))
        let series = LineSeries(columns: SeriesColumns(y: Column([1.0, 2, 3])))
        series.breakAt = .days(1)
        series.connectGaps = .within(-1)
        chart.add(series)
        _ = try plan(chart)
        let positions = chart.warnings.map { "\($0)" }.filter { $0.contains("date axis") }
        #expect(positions.count == 2)
    }

    @Test("points of a joined line keep their index, and a cut has none")
    func hits() throws {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 300, height: 200))
        let series = LineSeries(
            columns: SeriesColumns(x: Column([0.0, 1, 2, 8, 9]), y: Column([1, Self.gap, 3, 4, 5])))
        series.connectGaps = .all
        series.breakAt = 3
        chart.add(series)
        let plot = try plan(chart).scene.plotArea
        #expect(series.nearestPoint(x: Double(plot.width), y: 0)?.index == 4)
        #expect(series.nearestPoint(x: Double(plot.width) * 2 / 9, y: Double(plot.height) / 2)?.index == 2)
    }

    @Test("the missing value of a band lies between its neighbours, without a symbol")
    func band() throws {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 300, height: 200))
        let columns = SeriesColumns(high: Column([4, Self.gap, 8, 9]), low: Column([1, 2, Self.gap, Self.gap]))
        let series = BandSeries(
            columns: columns,
            style: BandSeriesStyle(pointStyle: PointStyle(showPoints: true, color: .pureRed, radius: 2, innerRadius: 0))
        )
        series.connectGaps = .all
        chart.add(series)
        let scene = try plan(chart).scene
        var (points, lines) = (0, [Int]())
        for mark in scene.marks where mark.source != nil {
            switch mark.shape {
            case .markers(let markers): points += markers.count
            case .discs(let batch): points += batch.items.count
            case .polyline(let line): lines.append(line.points.count(where: \.isFinite))
            default: break
            }
        }
        #expect(points == 5)
        #expect(lines == [2, 4])
    }
}
