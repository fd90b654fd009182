import Foundation
import Testing
import Vitrail

/// The samples of docs/first-charts.md. `FirstChartsTests` compares the document with the lines between
/// `// first: NAME` and `// end`.
@Suite("First guesses")
struct FirstGuessSamples {
    @Test("1: a line from an array")
    func line() async throws {
        // first: line
        let chart = Chart(LineSeries(y: [0, 1, 4, 9, 16]))
        // end
        let shown = try await Picture(chart)
        #expect(chart.xAxis is NumberAxis && chart.yAxis is NumberAxis && chart.legend.isHidden)
        #expect(chart.xAxis.dataRange == NumberRange(0, 4) && chart.yAxis.dataRange == NumberRange(0, 16))
        #expect(shown.image.size == PixelSize(width: 960, height: 540))
        #expect(
            try shown.shows(chart.theme.palette.line(0), near: 3.5, 12.5)
                && !shown.shows(chart.theme.palette.line(0), near: 2, 13))
    }

    @Test("2: two lines with colours and a legend")
    func twoLines() async throws {
        let (months, oslo, rome) = ([1, 4, 7, 10], [-4.0, 5, 17, 6], [8.0, 13, 25, 18])
        // first: two lines
        let cold = LineSeries(x: months, y: oslo, title: "Oslo", color: .steelBlue)
        let warm = LineSeries(x: months, y: rome, title: "Rome", color: "#e4572e")
        let chart = Chart(cold, warm)
        // end
        let shown = try await Picture(chart)
        #expect(chart.legendFrame != nil && chart.legendEntries.map(\.title) == ["Oslo", "Rome"])
        #expect(shown.count(Color(0x4682B4), tolerance: 30) > 300 && shown.count(Color(0xE4572E), tolerance: 30) > 300)
        #expect(try chart.xAxis.dataRange == NumberRange(1, 10) && shown.shows(Color(0xE4572E), near: 2.5, 10.5))
        #expect(try shown.shows(.steelBlue, near: 2.5, 0.5) && !shown.shows(.steelBlue, near: 2.5, 10.5))
    }

    @Test("3: a logarithmic axis with a range")
    func logarithmic() async throws {
        let cases = [2, 9, 31, 160, 480]
        // first: logarithmic axis
        let chart = Chart(LineSeries(y: cases), yAxis: .logarithmic(1...1000))
        // end
        _ = try await Picture(chart)
        #expect(
            chart.yAxis is LogarithmicAxis && chart.yAxis.axisRange == NumberRange(1, 1_000) && chart.warnings.isEmpty)
        let plot = try #require(chart.plotAreaFrame)
        let (ten, hundred) = (
            try #require(chart.yAxis.pixelValue(forDataValue: 10)),
            try #require(chart.yAxis.pixelValue(forDataValue: 100))
        )
        #expect(abs(ten - plot.height * 2 / 3) < 1 && abs(hundred - plot.height / 3) < 1)
    }

    @Test("4: points coloured by category")
    func categories() async throws {
        let (lengths, widths) = ([1.4, 1.3, 4.7, 4.5, 6.0, 5.1], [0.2, 0.2, 1.4, 1.5, 2.5, 1.9])
        let species = ["setosa", "setosa", "versicolor", "versicolor", "virginica", "virginica"]
        // first: points by category
        let chart = try Chart { try ScatterSeries.grouped(x: lengths, y: widths, by: species) }
        // end
        let shown = try await Picture(chart)
        #expect(chart.legendEntries.map(\.title) == ["setosa", "versicolor", "virginica"] && chart.legendFrame != nil)
        for (k, point) in [(1.4, 0.2), (4.7, 1.4), (6.0, 2.5)].enumerated() {
            #expect(try shown.color(point.0, point.1).isClose(to: chart.theme.palette.line(k)))
        }
    }

    @Test("5: bars by name")
    func names() async throws {
        let (names, millions) = (["China", "India", "USA"], [1_308, 1_140, 296])
        // first: columns by name
        let chart = Chart(ColumnSeries(x: names, y: millions), yTitle: "Millions")
        // end
        let shown = try await Picture(chart)
        #expect(
            (chart.xAxis as? CategoryAxis)?.items == names && chart.yAxis.title == "Millions" && chart.warnings.isEmpty)
        #expect(try shown.color(1, 500) == chart.theme.palette.fill(0) && shown.color(2, 500) == .white)
    }

    @Test("6: a stacked area")
    func stack() async throws {
        let years = [2000, 2010, 2020]
        let sources = [("coal", [20, 30, 10]), ("wind", [5, 20, 40])]
        // first: stacked areas
        let chart = Chart {
            for (name, power) in sources { LineSeries(x: years, y: power, title: name, fill: true, stackIndex: 0) }
        }
        // end
        let shown = try await Picture(chart)
        #expect(chart.yAxis.visibleRange == NumberRange(0, 50) && chart.legendEntries.count == 2)
        let (coal, wind) = (try shown.color(2010, 15), try shown.color(2010, 40))
        #expect(coal != .white && wind != .white && !coal.isClose(to: wind, 20))
    }

    @Test("7: very many points")
    func density() async throws {
        let east = (0..<100_000).map { sin(Double($0) * 0.37) * Double($0 % 1_000) }
        let north = (0..<100_000).map { cos(Double($0) * 0.37) * Double($0 % 1_000) }
        // first: millions of points
        let chart = Chart(DensitySeries(x: east, y: north))
        // end
        let shown = try await Picture(chart)
        #expect(chart.warnings.isEmpty && chart.xAxis is NumberAxis)
        // Of 518,400 pixels.
        #expect((100_000...450_000).contains(shown.count(.white, tolerance: 0)))
    }

    @Test("8: dates and a threshold")
    func threshold() async throws {
        let days = (1...28).map { day(2024, 7, $0) }
        let temperatures = (1...28).map { 25 + Double($0 % 9) }
        // first: dates and a threshold
        let chart = Chart(LineSeries(x: days, y: temperatures))
        chart.annotations.append(.horizontalLine(y: 30, color: .red))
        // end
        let shown = try await Picture(chart)
        #expect((chart.xAxis as? DateTimeAxis)?.dataDateRange == DateRange(days[0], days[27]))
        #expect(
            try shown.color(days[13].timeIntervalSince1970, 30).isClose(to: .pureRed, 60) && shown.count(.pureRed) > 400
        )
    }

    @Test("9 and 10: SVG and PNG files")
    func files() async throws {
        let chart = Chart(LineSeries(y: [1, 3, 2]), title: "Curve")
        // first: SVG
        try await chart.write(to: "first-chart.svg")
        // end
        // first: a file
        try await chart.write(to: "first-chart.png")
        // end
        defer {
            for name in ["first-chart.svg", "first-chart.png"] { try? FileManager.default.removeItem(atPath: name) }
        }
        let svg = try String(contentsOfFile: "first-chart.svg", encoding: .utf8)
        #expect(svg.contains("<svg") && svg.contains(">Curve</title>"))
        let png = try Data(contentsOf: URL(fileURLWithPath: "first-chart.png"))
        let shown = try await Picture(chart)
        #expect(try PNGDecoder.decode(Array(png)) == shown.image)
    }

    @Test("names, literals and properties that were guessed")
    func guesses() async throws {
        let values = [3, 1, 2]
        // first: guesses
        let chart = Chart(width: 600, height: 400, xAxisType: .number, yAxisType: .number)
        chart.xAxis.title = "Day"
        chart.yAxis.title = "Metres"
        chart.yAxis.defaultRange = NumberRange(0...5)
        chart.legend.isHidden = false
        let line = LineSeries(columns: SeriesColumns(y: Column([1, 2, 3])), style: .init(color: .tomato))
        line.title = "depth"
        line.style.lineColor = .red
        line.style.lineWidth = 3
        chart.add(line)
        chart.add(LineSeries(x: [0, 1, 2], y: values, title: "height", color: Color("seagreen")))
        // end
        let shown = try await Picture(chart)
        #expect(chart.yAxis.axisRange == NumberRange(0, 5) && chart.xAxis.title == "Day" && chart.legendFrame != nil)
        #expect(try shown.shows(.red, near: 1, 2) && shown.shows(.seaGreen, near: 0.5, 2) && shown.count(.red) > 100)
        #expect(line.style.pointStyle.color == Color(0xFF6347))
    }
}

extension Picture {
    /// Whether a pixel within two pixels of a data value has a colour. A thin line covers its pixels in part.
    fileprivate func shows(_ color: Color, near x: Double, _ y: Double) throws -> Bool {
        let center = try position(of: x, y)
        return (-2...2).contains { dy in
            (-2...2).contains { dx in
                self.color(at: (center.x + Double(dx), center.y + Double(dy))).isClose(to: color, 60)
            }
        }
    }
}
