import Testing
import Vitrail

@testable import VitrailCLI

@Suite("vitrail plot, options and --describe")
struct PlotDescribeTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(
            "date,name,price,volume\n2020-02-01,B,3,30\n2020-01-01,B,2,20\n2020-03-01,A,7,10\n2020-01-01,A,5,40\n2020-02-01,A,6,50\n",
            "t.csv")
        try folder.write("date,v\n01/02/2020,1234567\n02/02/2020,2345678\n03/02/2020,1345678\n", "slash.csv")
        try folder.write("n,v,w\n" + (1...30).map { "\($0),\($0 * $0),\(40 - $0)\n" }.joined(), "n.csv")
        try folder.write(
            "x,v\n" + (0..<7).map { "\(-Double(1_000 + 13_700 * $0) / 10_000),\($0)\n" }.joined(), "minus.csv")
        try folder.write(
            "t,v\n" + (0...40).map { "2024-01-01T12:00:00.0000000\(10 + $0),\($0 * $0)\n" }.joined(), "ns.csv")
        try folder.write("t,v\n" + (0...40).map { "17041104000000000\(10 + $0),\($0 * $0)\n" }.joined(), "counts.csv")
        try folder.write(
            "date,open,high,low,close\n2013-01-08,3,3.5,1,1.5\n2013-01-07,2,5,1.5,3\n2013-01-04,1,4,0.5,2\n", "p.csv")
    }

    private func plot(_ arguments: [String]) async throws -> [UInt8] {
        let end = try await Command.run(["plot"] + arguments + ["-o", "plot.png"], in: folder)
        #expect(end.code == 0, "\(arguments): \(end.error)")
        return try folder.bytes("plot.png")
    }

    @Test(
        "the description that --describe prints renders to the same bytes",
        arguments: [
            ["t.csv", "--y", "price", "--by", "name"],
            ["t.csv", "--y", "price", "--type", "area", "--where", "name=A"],
            ["t.csv", "--y", "price", "--right", "volume"], ["t.csv", "--y", "price", "--x-range", "2020-01-15:"],
            ["t.csv", "--x", "name", "--y", "price", "--type", "bar", "--aggregation", "mean"],
            ["t.csv", "--x", "name", "--y", "price", "--type", "pie", "--aggregation", "sum"],
            ["t.csv", "--y", "price", "--type", "column", "--by", "name"], ["n.csv", "--y", "v"],
            ["n.csv", "--x", "n", "--y", "v", "--log-y", "--log-x"],
            ["minus.csv", "--x", "x", "--y", "v", "--type", "column"],
            ["n.csv", "--x", "n", "--y", "v", "--y", "w", "--y-range", "-5:"],
            ["n.csv", "--x", "n", "--y", "v", "--type", "bar"],
            ["n.csv", "--x", "n", "--y", "v", "--type", "radar"],
            ["n.csv", "--x", "n", "--y", "v", "--type", "density"],
            ["n.csv", "--x", "n", "--y", "v", "--type", "scatter", "--where", "n>=4", "--where", "n<=9"],
            ["n.csv", "--x", "n", "--y", "v", "--type", "donut"],
            ["ns.csv"], ["ns.csv", "--x-range", "2024-01-01T12:00:00.00000002..2024-01-01T12:00:00.000000031"],
            ["ns.csv", "--type", "column"],
            ["ns.csv", "--x-range", "2024-01-01T12:00:00.00000002.."],
            ["counts.csv", "--x", "t", "--y", "v", "--date-unit", "ns"],
            ["n.csv", "--y", "v", "--y", "w", "--reverse-x", "--reverse-y", "--include-zero"],
            ["n.csv", "--x", "n", "--y", "v", "--type", "bar", "--reverse-x", "--reverse-y", "--include-zero"],
            ["slash.csv", "--locale", "en-GB", "--currency", "GBP", "--compact"],
            ["n.csv", "--x", "n", "--y", "v", "--y", "w", "--end-labels"],
            ["t.csv", "--y", "price", "--by", "name", "--labels"],
            ["t.csv", "--x", "name", "--y", "price", "--type", "bar", "--aggregation", "mean", "--labels"],
            ["p.csv", "--type", "ohlc", "--labels"],
            ["p.csv", "--type", "candlestick"], ["p.csv", "--type", "errorBar", "--low", "low", "--high", "high"],
            ["n.csv", "--type", "errorBar", "--x", "n", "--y", "v", "--error", "w", "--labels"],
            ["p.csv", "--type", "ohlc"],
        ])
    func same(arguments: [String]) async throws {
        let small = ["--size", "300x200", "--scale", "1", "--theme", "dark"]
        let picture = try await plot(arguments + small)
        let described = try await Command.run(["plot"] + arguments + small + ["--describe"], in: folder)
        #expect(described.code == 0, "\(described.error)")
        try folder.write(String(decoding: described.output, as: UTF8.self), "d.json")
        let rendered = try await Command.run(["render", "d.json", "-o", "render.png"], in: folder)
        #expect(rendered.code == 0, "\(rendered.error)")
        let isSame = try folder.bytes("render.png") == picture
        #expect(isSame, "\(String(decoding: described.output, as: UTF8.self))")
    }

    private func made(_ arguments: [String]) throws -> Chart {
        let command = try #require(
            try PlotCommand.parseAsRoot(["--describe"] + [folder.path(arguments[0])] + arguments.dropFirst())
                as? PlotCommand)
        let chart = try command.made(Input(folder.path(arguments[0]))).chart
        _ = try plan(chart)
        return chart
    }

    @Test("--labels and --end-labels write values and names, and go with some kinds only")
    func labels() throws {
        let bars = try made([
            "t.csv", "--x", "name", "--y", "price", "--type", "bar", "--aggregation", "mean", "--labels",
        ])
        #expect(try plan(bars).scene.marks.filter { $0.label == "series[0] label" }.count == 2)
        let lines = try made(["n.csv", "--x", "n", "--y", "v", "--y", "w", "--end-labels"])
        #expect(try plan(lines).scene.marks.filter { $0.label.hasSuffix("end label") }.count == 2)
        #expect(throws: (any Error).self) { try made(["n.csv", "--y", "v", "--type", "density", "--labels"]) }
        #expect(throws: (any Error).self) { try made(["n.csv", "--y", "v", "--type", "column", "--end-labels"]) }
    }

    private func values(_ column: Column?) -> [Double] {
        column?.withValues { values in values.indices.map { values[$0] } } ?? []
    }

    @Test("a range to the nanosecond is what the axis shows, and an open end is a sample's")
    func nanoseconds() throws {
        let chart = try made(["ns.csv", "--x-range", "2024-01-01T12:00:00.00000002..2024-01-01T12:00:00.000000031"])
        let axis = try #require(chart.xAxis as? DateTimeAxis)
        let start = Double(1_704_110_400 - axis.origin)
        #expect(
            axis.axisRange == NumberRange(start + 20e-9, start + 31e-9) && chart.yAxis?.axisRange.maximum ?? 0 > 21 * 21
        )
        #expect(chart.yAxis?.axisRange.maximum ?? 0 < 500)
        let open = try made(["ns.csv", "--x-range", "2024-01-01T12:00:00.00000002.."])
        #expect(open.xAxis?.axisRange == NumberRange(start + 20e-9, start + 50e-9))
        let counts = try made(["counts.csv", "--x", "t", "--y", "v", "--date-unit", "ns"])
        #expect(counts.xAxis?.visibleRange == NumberRange(start + 10e-9, start + 50e-9))
    }

    @Test("--by makes a series for each value in order of appearance, along the dates")
    func groups() throws {
        let chart = try made(["t.csv", "--y", "price", "--by", "name"])
        #expect(chart.series.map(\.title) == ["B", "A"] && !chart.legend.hidden)
        #expect(values(chart.series[0].columns.y) == [2, 3] && values(chart.series[1].columns.y) == [5, 6, 7])
        try folder.write("g,v\n" + (0...50).map { "g\($0),1\n" }.joined(), "many.csv")
        let error = #expect(throws: CommandError.self) {
            try made(["many.csv", "--y", "v", "--by", "g", "--row-numbers"])
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains(all: "--by", "51 values", "at most 50", "--where"))
    }

    @Test("ranges: an open end is found in the data, and y fits the samples in an x range")
    func ranges() throws {
        let inner = try made(["n.csv", "--x", "n", "--y", "v", "--x-range", "1:6"])
        #expect(inner.xAxis?.axisRange == NumberRange(1, 6) && (inner.yAxis?.axisRange.maximum ?? 99) < 41)
        let half = try #require(try made(["n.csv", "--x", "n", "--y", "v", "--y-range", "-5:"]).yAxis?.axisRange)
        // The other end is a tick, with space for the symbol on it, as without a range.
        #expect(half.minimum == -5 && half.maximum >= 900 && half.maximum < 920)
        #expect(try made(["n.csv", "--x", "n", "--y", "w", "--y-range", "0:"]).yAxis?.axisRange.minimum == 0)
        let beyond = #expect(throws: CommandError.self) {
            try made(["n.csv", "--x", "n", "--y", "v", "--y-range", "1e9:"])
        }
        #expect("\(beyond.map { "\($0)" } ?? "")".contains("--y-range 1e9:: no sample is in this range"))
        for (range, part) in [
            ("6:1", "not less"), ("x:1", "\"x\" is not a number"), ("50:", "no sample is in this range"),
        ] {
            let error = #expect(throws: CommandError.self) {
                try made(["n.csv", "--x", "n", "--y", "v", "--x-range", range])
            }
            #expect("\(error.map { "\($0)" } ?? "")".contains(part))
        }
        #expect(try made(["n.csv", "--x", "n", "--y", "v", "--log-y"]).yAxis is LogarithmicAxis)
        let root = try made(["n.csv", "--x", "n", "--y", "v", "--sqrt-x", "--sqrt-y"])
        #expect(root.xAxis is SquareRootAxis && root.yAxis is SquareRootAxis)
    }

    @Test("axes of values end at ticks, as those of descriptions")
    func niceRanges() throws {
        // v = n² for n = 1…30.
        let range = try #require(try made(["n.csv", "--x", "n", "--y", "v", "--type", "column"]).yAxis?.axisRange)
        #expect(range.minimum == 0 && range.maximum >= 900 && range.maximum.truncatingRemainder(dividingBy: 100) == 0)
    }

    @Test("--right has an axis, a title and a legend entry of its own")
    func right() throws {
        let chart = try made(["t.csv", "--y", "price", "--right", "volume"])
        #expect(chart.allYAxes.map(\.title) == ["price", "volume"] && chart.allYAxes[1].axisPosition == .reverse)
        #expect(chart.series.map(\.title) == ["price", "volume"] && !chart.legend.hidden)
    }

    @Test("an x column that starts over gets a warning with the column that groups the rows")
    func startsOver() async throws {
        let rows = ["a", "b", "c"].flatMap { name in (1...4).map { "2020-01-0\($0),\(name),\($0)\n" } }.joined()
        try folder.write("d,name,v\n" + rows, "long.csv")
        func errors(_ arguments: [String]) async throws -> String {
            try await Command.run(["plot", "long.csv", "--y", "v"] + arguments + ["-o", "o.png"], in: folder).error
        }
        #expect(try await errors([]).contains(all: "column \"d\" starts over 2 times", "--by \"name\""))
        #expect(try await errors(["--by", "name"]).isEmpty)
    }

    @Test("the only column of numbers beside x is drawn")
    func onlyNumbers() throws {
        try folder.write("d,name,v\n2020-01-01,x,1\n2020-01-02,y,2\n", "o.csv")
        #expect(try made(["o.csv"]).yAxis?.title == "v")
    }
}
