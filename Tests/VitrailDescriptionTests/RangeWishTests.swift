import Testing

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription

@Suite("Automatic ranges that a description asks for")
struct RangeWishTests {
    /// A planned chart, without rounding to ticks.
    private func chart(_ values: [Double], y: String, kind: String = "line", more: String = "") throws -> Chart {
        let json = """
            {"data": {"d": {"values": {"v": \(values)}}}, "yAxis": {\(y.contains("logarithmic") ? "" : "\"nice\": false, ")\(y)}, "series": [
             {"type": "\(kind)", "data": "d", "y": "v", "style": {\(kind == "line" ? "\"lineWidth\": 0" : "")}}]\(more)}
            """
        let chart = try ChartDescription(json: json).makeChart()
        _ = try plan(chart)
        return chart
    }

    private func range(_ values: [Double], y: String, kind: String = "line") throws -> NumberRange {
        try #require(try chart(values, y: y, kind: kind).yAxis).axisRange
    }

    @Test("one end is fixed, and the data say the other")
    func half() throws {
        #expect(try range([101, 103], y: #""defaultRange": [0, null]"#) == NumberRange(0, 103))
        #expect(try range([101, 103], y: #""defaultRange": [null, 200]"#) == NumberRange(101, 200))
        #expect(try range([-5, 3], y: #""defaultRange": [0, null]"#) == NumberRange(0, 3))
        #expect(try range([3, 7], y: #""type": "logarithmic", "defaultRange": [0.1, null]"#) == NumberRange(0.1, 7))
        let beyond = try chart([-7, -5], y: #""defaultRange": [0, null]"#)
        #expect(beyond.yAxis?.axisRange == NumberRange(0, 0.5))
        #expect(beyond.warnings.contains { "\($0)".contains("no sample is in this range") }, "\(beyond.warnings)")
    }

    @Test("rounding to ticks keeps the fixed end")
    func nice() throws {
        let json =
            #"{"data": {"d": {"values": {"v": [3.3, 96]}}}, "yAxis": {"defaultRange": [2.5, null]}, "series": [{"type": "line", "data": "d", "y": "v"}]}"#
        let chart = try ChartDescription(json: json).makeChart()
        _ = try plan(chart)
        #expect(chart.yAxis?.axisRange == NumberRange(2.5, 100))
    }

    @Test("an end of dates, to the nanosecond")
    func dates() throws {
        let json = """
            {"data": {"d": {"values": {"t": ["2024-01-01T00:00:00.000000010Z", "2024-01-01T00:00:00.000000040Z"], "v": [1, 2]}}},
             "xAxis": {"type": "dateTime", "defaultRange": ["2024-01-01T00:00:00.000000020Z", null]},
             "series": [{"type": "line", "data": "d", "x": "t", "y": "v", "style": {"lineWidth": 0}}]}
            """
        let chart = try ChartDescription(json: json).makeChart()
        _ = try plan(chart)
        let axis = try #require(chart.xAxis)
        #expect(abs(axis.axisRange.span - 20e-9) < 1e-12, "\(axis.axisRange)")
    }

    @Test("an axis of values covers the samples beyond one fixed end")
    func samples() throws {
        let json = """
            {"data": {"d": {"values": {"x": [1, 2, 3, 4], "v": [100, 1, 2, 3]}}}, "xAxis": {"defaultRange": [2, null]},
             "yAxis": {"nice": false}, "series": [{"type": "scatter", "data": "d", "x": "x", "y": "v", "style": {"pointStyle": {"radius": 0}}}]}
            """
        let chart = try ChartDescription(json: json).makeChart()
        _ = try plan(chart)
        #expect(chart.yAxis?.axisRange.maximum ?? 100 < 4, "\(String(describing: chart.yAxis?.axisRange))")
    }

    @Test("zero and suggested ends are shown, data beyond them too")
    func soft() throws {
        #expect(try range([3, 7], y: #""includeZero": true"#) == NumberRange(0, 7))
        #expect(try range([-7, -3], y: #""includeZero": true"#) == NumberRange(-7, 0))
        #expect(try range([3, 7], y: #""suggestedMin": 1, "suggestedMax": 10"#) == NumberRange(1, 10))
        #expect(try range([-3, 17], y: #""suggestedMin": 1, "suggestedMax": 10"#) == NumberRange(-3, 17))
        #expect(try range([3, 7], y: #""suggestedMax": 10, "defaultRange": [2, null]"#) == NumberRange(2, 10))
    }

    @Test("zeros alone reach to 1, on the axis of values")
    func zeros() throws {
        #expect(try range([0, 0, 0], y: "\"title\": \"\"", kind: "column") == NumberRange(0, 1))
        #expect(try range([0, 0, 0], y: "\"title\": \"\"") == NumberRange(0, 1))
        let host = Chart(frame: Rect(x: 0, y: 0, width: 300, height: 200))
        host.add(ColumnSeries(columns: SeriesColumns(y: Column([Double](repeating: 0, count: 2)))))
        _ = try plan(host)
        #expect(host.yAxis?.visibleRange == NumberRange(0, 0), "the contract's range stays in Swift")
    }

    @Test("the pole of a radial chart is 0 for values that are not negative")
    func pole() throws {
        func pole(_ values: [Double], _ y: String = "\"title\": \"\"") throws -> Double? {
            let json = """
                {"data": {"d": {"values": {"c": ["a", "b", "c"], "v": \(values)}}}, "xAxis": {"type": "category"}, "yAxis": {\(y)},
                 "series": [{"type": "radialLine", "data": "d", "x": "c", "y": "v"}]}
                """
            let chart = try ChartDescription(json: json).makeChart()
            _ = try plan(chart)
            return chart.yAxis?.axisRange.minimum
        }
        #expect(try pole([60, 72, 80]) == 0)
        #expect(try pole([-60, 72, 80]) ?? 0 < 0)
        #expect(try pole([60, 72, 80], #""defaultRange": [50, null]"#) == 50)
    }

    // MARK: Zeros of several axes

    private func zeros(
        _ primary: [Double], _ other: [Double], y: String = "", other more: String = ""
    ) throws -> (Chart, [Double]) {
        let json = """
            {"data": {"d": {"values": {"p": \(primary), "m": \(other)}}}, "yAxes": [{"id": "p"\(y)}, {"id": "m", "alignZero": true\(more)}],
             "series": [{"type": "column", "data": "d", "y": "p", "yAxis": "p"}, {"type": "line", "data": "d", "y": "m", "yAxis": "m"}]}
            """
        let chart = try ChartDescription(json: json).makeChart()
        _ = try plan(chart)
        return (chart, chart.allYAxes.compactMap { $0.pixelValue(forDataValue: 0) })
    }

    @Test(
        "axes share the place of zero and show all data",
        arguments: [
            ([-20, 40, 60, -10], [5, 12, 18, 9]), ([20, 40], [-5, 12]), ([-20, -10], [5, 12]), ([-1, 100], [-50, 10]),
            ([-100, 1], [-1, 100]), ([10, 20], [5, 6]), ([-10, -20], [-5, -6]), ([0, 0], [-1, 1]),
        ] as [([Double], [Double])])
    func aligned(primary: [Double], other: [Double]) throws {
        let (chart, positions) = try zeros(primary, other)
        #expect(positions.count == 2 && abs(positions[0] - positions[1]) < 1e-6, "\(positions)")
        for (axis, values) in zip(chart.allYAxes, [primary, other]) {
            #expect(values.allSatisfy(axis.axisRange.contains), "\(axis.axisRange)")
            let needed = NumberRange(min(0, values.min() ?? 0), max(0, values.max() ?? 0)).span
            #expect(needed == 0 || axis.axisRange.span <= needed * 5, "\(axis.axisRange) for \(values)")
        }
        #expect(chart.warnings.isEmpty, "\(chart.warnings)")
        for reversed in [(y: #", "reversed": true"#, other: ""), (y: "", other: #", "reversed": true"#)] {
            let (turned, positions) = try zeros(primary, other, y: reversed.y, other: reversed.other)
            #expect(positions.count == 2 && abs(positions[0] - positions[1]) < 1e-6, "\(positions)")
            #expect(turned.warnings.isEmpty, "\(turned.warnings)")
        }
    }

    @Test("an axis stays where the primary one shows no zero, and a warning says so")
    func unaligned() throws {
        let (chart, _) = try zeros([20, 40], [-5, 12], y: #", "defaultRange": [10, 50]"#)
        #expect(
            chart.warnings.contains { "\($0)".contains("yAxes[1].alignZero") && "\($0)".contains("does not show 0") },
            "\(chart.warnings)")
        let (other, _) = try zeros([20, 40], [-5, 12], y: #", "defaultRange": [0, 50]"#)
        #expect(other.warnings.contains { "\($0)".contains("no room on the other side of 0") }, "\(other.warnings)")
    }

    // MARK: Reversed axes

    @Test("pixels, values and gestures of a reversed axis")
    func reversed() throws {
        let json = """
            {"size": {"width": 400, "height": 300}, "data": {"d": {"values": {"x": [0, 10], "v": [1, 5]}}},
             "xAxis": {"reversed": true, "nice": false}, "yAxis": {"reversed": true, "defaultRange": [1, 5]},
             "series": [{"type": "line", "data": "d", "x": "x", "y": "v", "style": {"lineWidth": 0}}]}
            """
        let chart = try ChartDescription(json: json).makeChart()
        _ = try plan(chart)
        let (x, y) = (try #require(chart.xAxis), try #require(chart.yAxis))
        for axis in [x, y] { axis.allowPanningOutOfMaxRange = true }
        let plot = try #require(chart.plotAreaFrame)
        #expect(x.pixelValue(forDataValue: 0) == plot.width && x.pixelValue(forDataValue: 10) == 0)
        #expect(y.pixelValue(forDataValue: 1) == 0 && y.pixelValue(forDataValue: 5) == plot.height)
        #expect(abs(try #require(x.dataValue(forPixelValue: plot.width / 4)) - 7.5) < 1e-12)
        #expect(x.share(x: plot.width / 4, y: 0) == 0.75 && y.share(x: 0, y: plot.height / 4) == 0.25)
        // The dragged value stays under the finger.
        let value = try #require(x.dataValue(forPixelValue: 100))
        let moved = x.range(of: x.shownSpan.moved(by: x.shift(dx: 30, dy: 0)))
        #expect(x.setRange(moved.minimum, moved.maximum))
        #expect(abs(try #require(x.dataValue(forPixelValue: 130)) - value) < 1e-9)
        let height = try #require(y.dataValue(forPixelValue: 50))
        let up = y.range(of: y.shownSpan.moved(by: y.shift(dx: 0, dy: 20)))
        #expect(y.setRange(up.minimum, up.maximum))
        #expect(abs(try #require(y.dataValue(forPixelValue: 70)) - height) < 1e-9)
    }

    @Test("labels of a reversed axis stand in the other order, and the title where it was")
    func labels() throws {
        func texts(_ reversed: Bool) throws -> (labels: [String], title: Float?) {
            let json = """
                {"data": {"d": {"values": {"v": [1, 3, 2, 5]}}}, "yAxis": {"title": "Rank", "reversed": \(reversed)},
                 "xAxis": {"style": {"majorTickStyle": {"showLabels": false}}}, "series": [{"type": "line", "data": "d", "y": "v"}]}
                """
            let marks = try plan(ChartDescription(json: json).makeChart()).scene.layers.flatMap(\.marks)
            let runs = marks.compactMap { mark in
                if case .glyphs(let run) = mark.shape { (mark.label, run.source.text, run.source.origin) } else { nil }
            }
            let labels = runs.filter { $0.0.hasPrefix("label") && $0.2.x < 60 }.sorted { $0.2.y < $1.2.y }.map(\.1)
            return (labels, runs.first { $0.0 == "axis title" }?.2.y)
        }
        let (usual, reversed) = (try texts(false), try texts(true))
        #expect(usual.labels.count > 3 && reversed.labels == usual.labels.reversed(), "\(reversed.labels)")
        #expect(usual.title == reversed.title)
    }

    @Test("the alternative text says that an axis is reversed")
    func words() throws {
        let json = """
            {"data": {"d": {"values": {"v": [1, 5]}}}, "xAxis": {"reversed": true}, "yAxis": {"reversed": true, "defaultRange": [1, 5]},
             "series": [{"type": "line", "data": "d", "y": "v"}]}
            """
        let text = try plan(ChartDescription(json: json).makeChart()).altText
        #expect(
            text.contains("runs from 0 to 1, from right to left; the y-axis runs from 1 to 5, from the top down."),
            "\(text)")
    }

    @Test("a radial chart is not reversed, and a warning says so")
    func radial() throws {
        let json = """
            {"data": {"d": {"values": {"c": ["a", "b", "c"], "v": [1, 2, 3]}}}, "xAxis": {"type": "category"}, "yAxis": {"reversed": true},
             "series": [{"type": "radialLine", "data": "d", "x": "c", "y": "v"}]}
            """
        let chart = try ChartDescription(json: json).makeChart()
        _ = try plan(chart)
        #expect(chart.warnings.contains { "\($0)".contains("yAxis.reversed") }, "\(chart.warnings)")
    }

    @Test(
        "what goes with no automatic range",
        arguments: [
            (
                #"{"yAxis": {"defaultRange": [null, null]}}"#,
                #"yAxis.defaultRange: one end at least is a number or a date; without "defaultRange" the data say both"#
            ),
            (
                #"{"yAxis": {"defaultRange": [0, 1], "includeZero": true}}"#,
                #"yAxis.includeZero: it widens an automatic range, and "defaultRange" fixes this one"#
            ),
            (
                #"{"yAxis": {"suggestedMin": 2, "suggestedMax": 2}}"#,
                #"yAxis.suggestedMin: it is not less than "suggestedMax""#
            ),
            (#"{"yAxis": {"alignZero": true}}"#, "yAxis.alignZero: this is the primary axis, whose zero others share"),
            (
                #"{"yAxes": [{}, {"alignZero": true, "defaultRange": [0, null]}]}"#,
                #"yAxes[1].alignZero: it widens an automatic range, and "defaultRange" fixes this one"#
            ),
            (
                #"{"yAxis": {"type": "logarithmic", "defaultRange": [0, null]}}"#,
                "yAxis.defaultRange[0]: a logarithmic axis starts above 0"
            ),
            (
                #"{"yAxis": {"type": "logarithmic", "suggestedMin": 0}}"#,
                "yAxis.suggestedMin: a logarithmic axis starts above 0"
            ),
            (#"{"yAxis": {"inverted": true}}"#, #"yAxis.inverted: unknown key; did you mean "reversed": true?"#),
            (
                #"{"yAxis": {"beginAtZero": true}}"#,
                #"yAxis.beginAtZero: unknown key; did you mean "includeZero": true?"#
            ),
        ])
    func errors(json: String, message: String) {
        let error = #expect(throws: DescriptionError.self) { _ = try ChartDescription(json: json) }
        #expect(error?.description == message)
    }
}
