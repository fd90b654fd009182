import Testing
import Vitrail

/// Samples that hide others, unordered samples, and the coverage of automatic ranges of descriptions.
@Suite("Samples of descriptions that hide others or lie apart")
struct HiddenSampleTests {
    private func made(_ series: String, _ values: String, xAxis: String = "{}", more: String = "") throws -> Chart {
        let chart = try ChartDescription(
            json: """
                {"size": {"width": 400, "height": 300}, "data": {"d": {"values": {\(values)}}}, "xAxis": \(xAxis), "series": [{\(series), "data": "d"}]\(more)}
                """
        ).makeChart()
        _ = try plan(chart)
        return chart
    }

    private func warnings(_ series: String, _ values: String, xAxis: String = "{}") throws -> [String] {
        try made(series, values, xAxis: xAxis).warnings.map(\.description)
    }

    // MARK: Repeated values

    @Test(
        "repeated values of columns, bars and slices get a warning with count, first value and the key that combines them"
    )
    func repeated() throws {
        let names = #""c": ["Backup", "Archive", "Backup", "Backup"], "n": [6, 3, 2, null]"#
        let category = #"{"type": "category"}"#
        let column = try warnings(#""type": "column", "x": "c", "y": "n""#, names, xAxis: category)
        #expect(
            column.count == 1
                && column[0].hasPrefix(#"series[0].x: 1 row repeats the value of an earlier row, first "Backup""#),
            "\(column)")
        #expect(column[0].contains(#""aggregation": "sum""#))
        let bar = try made(#""type": "bar", "y": "c", "x": "n""#, names, more: #", "yAxis": {"type": "category"}"#)
            .warnings.map(\.description)
        #expect(bar.count == 1 && bar[0].hasPrefix("series[0].y: 1 row"), "\(bar)")
        let pie = try warnings(#""type": "pie", "x": "c", "y": "n""#, names)
        #expect(
            pie.count == 1
                && pie[0].hasPrefix(#"series[0].x: 1 row repeats the value of an earlier row, first "Backup""#),
            "\(pie)")
        let dates = #""c": ["2024-05-02", "2024-05-01", "2024-05-02"], "n": [1, 2, 3]"#
        let dated = try warnings(#""type": "column", "x": "c", "y": "n""#, dates, xAxis: #"{"type": "dateTime"}"#)
        #expect(dated.count == 1 && dated[0].contains("first 2024-05-02T00:00:00Z"), "\(dated)")
        for kind in ["column", "scatter", "line"] {
            #expect(try warnings(#""type": "\#(kind)", "x": "c", "y": "n""#, #""c": [1, 2, 3], "n": [1, 1, 1]"#) == [])
        }
        #expect(try warnings(#""type": "scatter", "x": "c", "y": "n""#, #""c": [1, 1, 3], "n": [1, 2, 1]"#) == [])
    }

    @Test("aggregation combines samples of equal values")
    func aggregated() throws {
        let names = #""c": ["Q2", "Q1", "Q2", "Q1", "Q3"], "n": [10, 20, 30, null, null]"#
        let expected: [(String, [Double])] = [
            ("sum", [40, 20, .nan]), ("mean", [20, 20, .nan]), ("min", [10, 20, .nan]), ("max", [30, 20, .nan]),
            ("count", [2, 1, 0]), ("last", [30, 20, .nan]),
        ]
        for (aggregation, values) in expected {
            let chart = try made(
                #""type": "column", "x": "c", "y": "n", "aggregation": "\#(aggregation)""#, names,
                xAxis: #"{"type": "category"}"#)
            let columns = chart.series[0].columns
            #expect(columns.x?.texts == ["Q2", "Q1", "Q3"], "order of first appearance")
            let found = columns.y.map { $0.withValues { span in span.indices.map { span[$0] } } } ?? []
            #expect(
                zip(found, values).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN } && found.count == 3,
                "\(aggregation): \(found)")
            #expect(chart.warnings.isEmpty, "\(chart.warnings)")
        }
        let pie = try made(#""type": "pie", "x": "c", "y": "n", "aggregation": "sum""#, names)
        #expect(pie.series[0].columns.x?.texts == ["Q2", "Q1", "Q3"])
        let prices = try made(
            #""type": "ohlc", "x": "t", "open": "o", "high": "h", "low": "l", "close": "c", "aggregation": "last""#,
            #""t": [2, 1, 2], "o": [5, 1, 6], "h": [7, 2, 9], "l": [4, 1, 5], "c": [6, 2, 8]"#
        ).series[0].columns
        let read = [prices.x, prices[.open], prices[.high], prices[.low], prices[.close]].map {
            $0?.withValues { span in span.indices.map { span[$0] } }
        }
        #expect(read == [[1, 2], [1, 5], [2, 9], [1, 4], [2, 8]])
        let error = #expect(throws: DescriptionError.self) {
            try made(
                #""type": "ohlc", "x": "t", "open": "o", "high": "h", "low": "l", "close": "c", "aggregation": "sum""#,
                #""t": [1]"#)
        }
        #expect(error?.path == "series[0].aggregation")
    }

    @Test("unordered numbers are combined as ordered ones", arguments: [10, 5_000])
    func unordered(groups: Int) throws {
        let positions = (0..<3 * groups).map { Double($0 &* 7_919 % groups) - 5 }
        let columns = SeriesColumns(x: Column(positions), y: Column(positions.map { 2 * $0 })).combined(.sum)
        let values = [columns.x, columns.y].map { $0?.withValues { span in span.indices.map { span[$0] } } ?? [] }
        #expect(values[0] == (0..<groups).map { Double($0) - 5 } && values[1] == values[0].map { 6 * $0 })
    }

    // MARK: Uneven distances

    @Test(
        "the median distance sets the width of columns where the smallest is far below it, with a warning of those that overlap"
    )
    func uneven() throws {
        let chart = try made(
            #""type": "column", "x": "x", "y": "y""#, #""x": [0, 0.5, 10.5, 20.5, 30.5], "y": [3, 4, 5, 6, 2]"#)
        #expect(chart.xAxis?.visibleRange == NumberRange(-5, 35.5), "the first and the last column are whole")
        let warnings = chart.warnings.map(\.description)
        #expect(
            warnings.count == 1 && warnings[0].hasPrefix("series[0].x: 2 neighbours overlap, first at 0:"),
            "\(warnings)")
        let even = try made(#""type": "column", "x": "x", "y": "y""#, #""x": [0, 1, 10, 20, 30], "y": [3, 4, 5, 6, 2]"#)
        #expect(
            even.xAxis?.visibleRange == NumberRange(-0.5, 30.5) && even.warnings.isEmpty,
            "a tenth of the median is no less than a tenth")
    }

    @Test("a column apart from others is a pixel wide and in full colour, however narrow most are")
    func apart() async throws {
        let positions = (0..<2_000).map { Double($0) } + [50_000, 100_000]
        let chart = Chart(width: 300, height: 200).bare()
        chart.xAxis = NumberAxis()
        chart.add(
            ColumnSeries(
                columns: SeriesColumns(x: Column(positions), y: Column(positions.map { _ in 2.0 })),
                style: BarColumnSeriesStyle(areaColor: .pureRed)))
        let probe = try await Probe(chart)
        let column = Int(try probe.position(of: 50_000, 1).x)
        #expect([column - 1, column, column + 1].filter { probe[$0, 100] == .pureRed }.count == 1)
    }

    // MARK: Order

    @Test("a line in no order gets a warning from three samples on; curves and descending values get none")
    func order() throws {
        func isTold(_ values: String, _ xAxis: String = "{}", kind: String = "line") throws -> Bool {
            try warnings(#""type": "\#(kind)", "x": "x", "y": "y""#, values, xAxis: xAxis).contains {
                $0.hasPrefix("series[0].x: the values are in no order")
            }
        }
        let dates = #"{"type": "dateTime"}"#
        #expect(try isTold(#""x": ["2024-05-01", "2024-05-03", "2024-05-02"], "y": [1, 2, 3]"#, dates))
        #expect(
            try isTold(
                #""x": ["2024-05-01", "2024-05-02", "2024-05-03", "2024-05-04", "2024-05-01"], "y": [1, 2, 3, 4, 5]"#,
                dates, kind: "stepLine"))
        #expect(
            try !isTold(#""x": ["2024-05-03", "2024-05-02", "2024-05-02", "2024-05-01"], "y": [1, 2, 3, 4]"#, dates))
        #expect(try !isTold(#""x": ["2024-05-01", null, "2024-05-02"], "y": [1, 2, 3]"#, dates))
        #expect(
            try isTold(#""x": [1, 3, 2], "y": [1, 2, 3]"#) && isTold(#""x": [5, 1, 4, 2, 3], "y": [1, 2, 3, 4, 5]"#))
        #expect(
            try !isTold(#""x": [3, 2, 1], "y": [1, 2, 3]"#) && !isTold(#""x": [0, 4, 2, 0], "y": [0, 0, 3, 0]"#),
            "falling; a closed triangle")
        #expect(
            try !isTold(#""x": [0, 4, 4, 0], "y": [0, 0, 3, 3]"#)
                && !isTold(#""x": [1, 0.5, -0.5, -1, -0.5, 0.5, 0.9], "y": [0, 1, 1, 0, -1, -1, -0.2]"#))
    }

    // MARK: Ranges

    @Test("annotations widen automatic ranges of descriptions, unless they are not included")
    func annotations() throws {
        func range(_ note: String, yAxis: String = "{}") throws -> NumberRange? {
            try made(
                #""type": "line", "x": "x", "y": "y""#, #""x": [0, 1], "y": [1, 2]"#,
                more: #", "yAxis": \#(yAxis), "annotations": [{\#(note)}]"#
            ).yAxis.flatMap { $0.explicitDefaultRange ?? $0.visibleRange }
        }
        let line = #""type": "horizontalLine", "y": 5"#
        #expect(
            try range(line) == NumberRange(1, 5) && range(line + #", "includeInRange": false"#) == NumberRange(1, 2))
        #expect(try range(line, yAxis: #"{"defaultRange": [0, 3]}"#) == NumberRange(0, 3))
        #expect(try range(#""type": "horizontalBand", "min": -2, "max": 0"#) == NumberRange(-2, 2))
        let chart = Chart(width: 300, height: 200)
        chart.add(LineSeries(columns: SeriesColumns(x: Column([0.0, 1]), y: Column([1.0, 2]))))
        chart.annotations = [Annotation.horizontalLine(y: .number(5), color: .black)]
        _ = try plan(chart)
        #expect(chart.yAxis?.visibleRange == NumberRange(1, 2), "as in Swift")
    }

    @Test("with a fixed range, the other axis covers the samples in it, and lines up to its ends")
    func fixedRange() throws {
        func range(
            _ series: String, _ fixed: String = "[1.5, 3.5]", y: String = "[0, 10, 20, 30, 90]"
        ) throws -> NumberRange? {
            try made(
                #"\#(series), "x": "x", "y": "y""#, #""x": [0, 1, 2, 3, 4], "y": \#(y)"#,
                xAxis: #"{"defaultRange": \#(fixed)}"#
            ).yAxis?.visibleRange
        }
        #expect(
            try range(#""type": "line""#) == NumberRange(15, 60) && range(#""type": "stepLine""#) == NumberRange(10, 30)
        )
        #expect(
            try range(#""type": "scatter""#) == NumberRange(20, 30) && range(#""type": "column""#) == NumberRange(0, 30)
        )
        #expect(try range(#""type": "line""#, "[1.25, 1.75]") == NumberRange(12.5, 17.5), "no sample in it")
        #expect(try range(#""type": "line""#, y: "[0, 10, 20, null, 90]") == NumberRange(15, 20))
        let bars = try made(
            #""type": "bar", "y": "x", "x": "y""#, #""x": [0, 1, 2], "y": [1, 2, 9]"#,
            more: #", "yAxis": {"defaultRange": [-0.5, 1.5]}"#)
        #expect(bars.xAxis?.axisRange == NumberRange(0, 2))
        let swift = Chart(width: 300, height: 200)
        swift.xAxis = NumberAxis(defaultRange: NumberRange(0, 1))
        swift.add(LineSeries(columns: SeriesColumns(x: Column([0.0, 1, 2]), y: Column([1.0, 2, 9]))))
        _ = try plan(swift)
        #expect(swift.yAxis?.visibleRange == NumberRange(1, 9), "as in Swift")
    }
}
