import Testing
import Vitrail

@Suite("Layout of axes")
struct LayoutAxisTests {
    /// Number axes 0…10 with one-pixel lines, red labels on the x-axis and blue ones on the y-axis.
    private func chart(y: NumberRange = NumberRange(0, 10)) -> Chart {
        let chart = Probe.chart(x: NumberRange(0, 10), y: y).bare()
        for (axis, color) in [(chart.xAxis, Color.pureRed), (chart.yAxis, .pureBlue)] {
            axis?.style.majorTickStyle = TickStyle(showTicks: false, labelColor: color)
        }
        return chart
    }

    @Test(
        "C-027 x-axes stand at the bottom or, reversed, at the top; y-axes left or right",
        arguments: Axis.Position.allCases)
    func sides(position: Axis.Position) async throws {
        let chart = chart()
        chart.xAxis?.axisPosition = position
        chart.yAxis?.axisPosition = position
        let probe = try await Probe(chart)
        let x = try #require(probe.ink(.pureRed))
        let y = try #require(probe.ink(.pureBlue))
        if position == .normal {
            #expect(x.y >= probe.plot.maxY && y.maxX <= probe.plot.x)
        } else {
            #expect(x.maxY <= probe.plot.y && y.x >= probe.plot.maxX)
        }
    }

    @Test("C-028 of two left y-axes the first touches the plot area, the second lies outside the first")
    func stacked() async throws {
        let chart = chart()
        let second = NumberAxis(defaultRange: NumberRange(0, 10))
        second.style.majorTickStyle = TickStyle(showTicks: false, labelColor: .pureRed)
        chart.addYAxis(second)
        chart.yAxis?.style.majorTickStyle = TickStyle(showTicks: false, showLabels: false)
        chart.xAxis?.style.majorTickStyle = TickStyle(showTicks: false, showLabels: false)
        let lines: [(Axis?, Color)] = [(chart.yAxis, .pureBlue), (second, .pureGreen)]
        for (axis, color) in lines {
            axis?.style.lineColor = color
            axis?.style.lineWidth = 1
        }
        let probe = try await Probe(chart)
        let first = try #require(probe.ink(.pureBlue))
        let outer = try #require(probe.ink(.pureGreen))
        let labels = try #require(probe.ink(.pureRed))
        #expect(first.maxX == probe.plot.x && first.width == 1 && first.height == probe.plot.height)
        #expect(outer.maxX < first.x && labels.maxX < outer.x)
        #expect(outer.height == probe.plot.height)
    }

    @Test("the line of an axis in dashes", arguments: [[4.0, 2], [3], []])
    func dashed(dashes: [Double]) async throws {
        let chart = chart()
        chart.xAxis?.style.lineColor = .pureGreen
        chart.xAxis?.style.lineWidth = 1
        chart.xAxis?.style.dashStyle = dashes
        let probe = try await Probe(chart)
        let runs = probe.runs(row: probe.plot.maxY, of: .pureGreen)
        if let dash = dashes.first {
            // The last dash may be cut.
            #expect(runs.dropLast().allSatisfy { $0.count == Int(dash) } && runs.first?.lowerBound == probe.plot.x)
            #expect(
                zip(runs, runs.dropFirst()).allSatisfy { $1.lowerBound - $0.upperBound == Int(dashes.last ?? 0) }
                    && runs.count > 10)
        } else {
            #expect(runs == [probe.plot.x..<probe.plot.maxX])
        }
    }

    private static let pins: [(NumberRange, Double)] = [
        (NumberRange(-10, 10), 0.5), (NumberRange(5, 10), 1), (NumberRange(-10, -5), 0), (NumberRange(-2, 6), 0.75),
    ]

    @Test("C-029 an axis runs at axisPositionValue, or at the nearer edge of the plot area", arguments: pins)
    func pinned(range: NumberRange, share: Double) async throws {
        let chart = chart(y: range)
        chart.xAxis?.axisPositionValue = 0
        chart.xAxis?.style.lineColor = .pureGreen
        let probe = try await Probe(chart)
        let line = try #require(probe.ink(.pureGreen))
        #expect(line.width == probe.plot.width && line.height == 1)
        #expect(abs(Double(line.y) + 0.5 - (Double(probe.plot.y) + share * Double(probe.plot.height))) <= 1)
        // No outer space except the margin.
        #expect(probe.image.height - probe.plot.maxY == 10)
        // Labels follow the line, and stay in the picture.
        let labels = try #require(probe.ink(.pureRed))
        #expect(abs(labels.y - line.y) < 20)
    }

    @Test("C-030 with axisLabelsAreFixed labels and ticks stay at the plot edge while the line moves")
    func fixed() async throws {
        var lines: [Int] = []
        var labels: [PixelRect] = []
        var ticks: [PixelRect] = []
        for value in [2.0, 7] {
            let chart = chart()
            chart.xAxis?.axisPositionValue = .number(value)
            chart.xAxis?.axisLabelsAreFixed = true
            chart.xAxis?.style.lineColor = .pureGreen
            chart.xAxis?.style.majorTickStyle = TickStyle(showTicks: true, lineColor: .black, labelColor: .pureRed)
            let probe = try await Probe(chart)
            lines.append(try #require(probe.ink(.pureGreen)).y - probe.plot.y)
            labels.append(try #require(probe.ink(.pureRed)))
            ticks.append(try #require(probe.ink(.black, in: probe.below(beyond: 5))))
            #expect(ticks.last?.y == probe.plot.maxY && ticks.last?.height == 5)
            #expect(labels.last?.y ?? 0 >= probe.plot.maxY + 5)
        }
        #expect(lines[0] - lines[1] > 100)
        #expect(labels[0] == labels[1] && ticks[0] == ticks[1])
    }

    @Test("C-031 a y-axis grows with its labels; with a width of 60 it is 60 wide whatever they are")
    func width() async throws {
        func left(_ top: Double, width: Double?) async throws -> Int {
            let chart = chart(y: NumberRange(0, top))
            chart.yAxis?.width = width
            return try await Probe(chart).plot.x
        }
        let (short, long) = (try await left(9, width: nil), try await left(1_000_000, width: nil))
        #expect(long - short > 40)
        for top in [9.0, 1_000_000, 1e12] { #expect(try await left(top, width: 60) == 60) }
    }

    @Test("C-032 equal frames and equal axis widths make equal plot areas whatever the labels")
    func equal() async throws {
        var plots: [PixelRect] = []
        for (top, title) in [(9.0, ""), (1_000_000, ""), (0.00012, "An axis title"), (5e9, "Another\nof two lines")] {
            let chart = chart(y: NumberRange(0, top))
            for axis in chart.allAxes {
                axis.width = 45
                axis.title = title
            }
            plots.append(try await Probe(chart).plot)
        }
        #expect(Set(plots).count == 1)
    }

    @Test(
        "C-033 an axis title stands beside its axis, takes room only when there is one, follows the style, and edits of its label win"
    )
    func title() async throws {
        let chart = chart()
        let plain = try await Probe(chart)
        chart.yAxis?.title = "Title"
        chart.yAxis?.style.titleStyle = AxisTitleStyle(textColor: .pureGreen, font: FontStyle(size: 14))
        let magenta = Color(0xFF00FF)
        chart.xAxis?.title = "Below"
        chart.xAxis?.style.titleStyle = AxisTitleStyle(textColor: magenta, font: FontStyle(size: 14))
        let titled = try await Probe(chart)
        let ink = try #require(titled.ink(.pureGreen))
        let labels = try #require(titled.ink(.pureBlue))
        // Vertical along the axis, outside the labels, centred.
        #expect(ink.height > ink.width && ink.maxX < labels.x)
        #expect(abs((ink.y + ink.maxY) / 2 - (titled.plot.y + titled.plot.maxY) / 2) <= 2)
        #expect(titled.plot.x > plain.plot.x + 14)
        // Horizontal below the labels of the x-axis, also centred.
        let (below, values) = (try #require(titled.ink(magenta)), try #require(titled.ink(.pureRed)))
        #expect(below.width > below.height && below.y >= values.maxY)
        #expect(abs((below.x + below.maxX) / 2 - (titled.plot.x + titled.plot.maxX) / 2) <= 2)
        #expect(titled.plot.maxY < plain.plot.maxY - 14)
        chart.yAxis?.titleLabel = TitleLabel(textColor: .pureRed, font: FontStyle(size: 28))
        chart.xAxis?.style.majorTickStyle = TickStyle(showTicks: false, labelColor: .black)
        let edited = try await Probe(chart)
        #expect(edited.ink(.pureGreen) == nil)
        #expect(abs(Double(try #require(edited.ink(.pureRed)).height) / Double(ink.height) - 2) < 0.1)
        for axis in chart.allAxes { axis.title = "" }
        #expect(try await Probe(chart).plot == plain.plot)
    }
}
