import Foundation
import Testing
import Vitrail

@testable import VitrailCLI

@Suite("vitrail plot")
struct PlotTests {
    let folder: Folder

    static let months = "month,a,b\n2020-01-01,1,20\n2020-02-01,,30\n2020-03-01,2,\n2020-04-01,3,10\n"

    init() throws { folder = try Folder() }

    private func chart(
        _ csv: String, x: String? = nil, rowNumbers: Bool = false, y: String..., type: PlotCommand.Kind = .line
    ) throws -> Chart {
        try folder.write(csv, "t.csv")
        return try chart(of: .named(y), x: x, rowNumbers: rowNumbers, type: type)
    }

    private func chart(
        of values: PlotTable.Values, x: String? = nil, rowNumbers: Bool = false, type: PlotCommand.Kind
    ) throws -> Chart {
        let table = try PlotTable.read(Input(folder.path("t.csv")), x: x, rowNumbers: rowNumbers, values, kind: type)
        let chart = try QuickChart(table: table, kind: type, title: "").chart()
        _ = try plan(chart)
        return chart
    }

    private func expectRange(
        _ axis: Axis?, _ low: Double, _ high: Double, location: SourceLocation = #_sourceLocation
    ) throws {
        let axis = try #require(axis)
        // Without padding, the axis has space for whole marks beside the range of the data.
        let isAutomatic = axis.explicitDefaultRange == nil && axis.rangePaddingLow == 0 && axis.rangePaddingHigh == 0
        let range = try #require(isAutomatic ? axis.visibleRange : axis.axisRange)
        let slack = (high - low) * 1e-9
        #expect(
            abs(range.minimum - low) <= slack && abs(range.maximum - high) <= slack, "\(range)",
            sourceLocation: location)
    }

    // MARK: Axes

    @Test("without --x a first column of dates is the x-axis, others are not")
    func firstColumn() throws {
        let dates = try chart(Self.months, y: "a")
        #expect(dates.xAxis is DateTimeAxis && dates.xAxis?.title == "month" && dates.yAxis?.title == "a")
        let texts = "name,v\nx,1\ny,2\n"
        for type in [PlotCommand.Kind.line, .area, .scatter] {
            let rows = try chart(texts, y: "v", type: type)
            #expect(rows.xAxis is NumberAxis && rows.xAxis?.title == "row")
        }
        #expect(try chart(texts, y: "v", type: .column).xAxis?.title == "name")
        #expect(try chart(texts, y: "v", type: .bar).yAxis?.title == "name")
        #expect(try chart("n,v\n5,1\n6,2\n", y: "v").xAxis?.title == "row")
        // The y column is not used as its own x.
        #expect(try chart("v,w\n5,1\n6,2\n", y: "v").xAxis?.title == "row")
        let pie = try #require(try chart(texts, y: "v", type: .pie).series.first as? PieSeries)
        #expect(pie.slices.map(\.name) == ["x", "y"])
    }

    @Test("one cell that is no date among dates, or no number among numbers, gets a warning with its line")
    func strayCells() throws {
        func notes(_ csv: String) throws -> [String] {
            try folder.write(csv, "t.csv")
            return try PlotTable.read(
                Input(folder.path("t.csv")), x: "d", rowNumbers: false, .named(["v"]), kind: .line
            ).notes
        }
        let dates = (1...28).map { "2013-01-\($0 < 10 ? "0" : "")\($0),\($0)\n" }.joined()
        let one = try notes("d,v\n2013-02-30,2\n" + dates)
        #expect(one.count == 1 && one[0].contains(all: "t.csv:2: column \"d\"", "\"2013-02-30\""), "\(one)")
        let few = try notes("d,v\n2013-01-04,1\n2013-02-30,2\n2013-01-08,3\n")
        #expect(few.count == 1 && few[0].contains(all: "t.csv:3: column \"d\"", "all are drawn as texts"), "\(few)")
    }

    @Test("a radar has a spoke for each row, is filled when it is alone, and ends where it began")
    func radar() throws {
        let alone = try chart("name,v,w\nx,1,4\ny,2,5\nz,3,6\n", y: "v", type: .radar)
        #expect((alone.xAxis as? CategoryAxis)?.items == ["x", "y", "z"])
        let series = try #require(alone.series.first as? RadialLineSeries)
        #expect(series.pointsWrapAround && series.style.showFill == true)
        let two = try chart("name,v,w\nx,1,4\ny,2,5\nz,3,6\n", y: "v", "w", type: .radar)
        #expect(two.series.compactMap { ($0 as? RadialLineSeries)?.style.showFill } == [false, false])
    }

    @Test("rows count from 1; --row-numbers shows them whatever the first column holds")
    func rowNumbers() throws {
        let chart = try chart("d,v\n" + (1...40).map { "2020-01-01,\($0)\n" }.joined(), rowNumbers: true, y: "v")
        #expect(chart.xAxis is NumberAxis)
        try expectRange(chart.xAxis, 1, 40)
        #expect(try self.chart(Self.months, rowNumbers: true, y: "a", type: .column).xAxis?.title == "row")
    }

    @Test("--x takes what the column holds: numbers, dates, texts")
    func kinds() throws {
        let csv = "n,d,t,v\n1,2020-01-01,x,1\n2,2020-01-02,y,2\n"
        #expect(try chart(csv, x: "n", y: "v").xAxis is NumberAxis)
        #expect(try chart(csv, x: "d", y: "v").xAxis is DateTimeAxis)
        #expect(try chart(csv, x: "t", y: "v").xAxis is CategoryAxis)
        let bars = try chart(csv, x: "n", y: "v", type: .bar)
        #expect(
            bars.xAxis is NumberAxis && bars.yAxis is CategoryAxis && bars.xAxis?.title == "v"
                && bars.yAxis?.title == "n")
        #expect(
            bars.xAxis?.style.majorGridLineStyle.showMajorGridLines == true
                && bars.yAxis?.style.majorGridLineStyle.showMajorGridLines == false)
    }

    @Test("several y columns have a legend and no title on their axis")
    func several() throws {
        let one = try chart(Self.months, y: "a")
        #expect(one.legend.hidden)
        let two = try chart(Self.months, y: "a", "b")
        #expect(!two.legend.hidden && two.yAxis?.title == "" && two.series.map(\.title) == ["a", "b"])
    }

    // MARK: Room

    /// Ends at ticks; beyond them there is only the space for a symbol or half a stroke.
    private func expectEnds(
        _ axis: Axis?, _ low: Double, _ high: Double, location: SourceLocation = #_sourceLocation
    ) throws {
        let range = try #require(axis).axisRange
        let room = (high - low) * 0.03
        #expect(
            (low - room...low).contains(range.minimum) && (high...high + room).contains(range.maximum), "\(range)",
            sourceLocation: location)
    }

    @Test("values end at ticks, with room for whole symbols")
    func room() throws {
        func rows(_ values: [Double]) -> String { "v\n" + values.map { "\($0)\n" }.joined() }
        let many = (0..<50).map(Double.init)
        try expectEnds(try chart(rows(many.map { $0 + 100 }), y: "v").yAxis, 100, 150)
        try expectEnds(try chart(rows(many), y: "v").yAxis, 0, 50)
        try expectEnds(try chart(rows(many.map { -$0 }), y: "v").yAxis, -50, 0)
        try expectEnds(try chart(rows(many.map { $0 - 10 }), y: "v").yAxis, -10, 40)
        try expectEnds(try chart(rows([5, 20]), y: "v", type: .column).yAxis, 0, 20)
        try expectEnds(try chart(rows([5, -20]), y: "v", type: .column).yAxis, -20, 5)
        let scatter = try chart(rows(many), y: "v", type: .scatter)
        #expect(try #require(scatter.yAxis).axisRange.minimum < 0)
        try expectEnds(scatter.yAxis, 0, 50)
        try expectEnds(scatter.xAxis, 0, 50)
        try expectRange(try chart("t,v\nx,1\ny,2\n", x: "t", y: "v").xAxis, -0.5, 1.5)
    }

    @Test("few samples are marked, so that one alone is seen")
    func points() throws {
        func marked(_ count: Int) throws -> Bool {
            let line = try chart("v\n" + (1...count).map { "\($0)\n" }.joined(), y: "v").series.first as? LineSeries
            return line?.style.pointStyle.showPoints == true
        }
        #expect(try marked(1) && marked(24))
        #expect(try !marked(25))
    }

    // MARK: Columns, bars and slices

    @Test("bars run from top to bottom like the rows")
    func order() throws {
        let axis = try #require(try chart("t,v\nx,1\ny,2\nz,3\n", y: "v", type: .bar).yAxis as? CategoryAxis)
        #expect(axis.items == ["x", "y", "z"])
        let positions = try ["x", "y", "z"].map { try #require(axis.pixelValue(for: .text($0))) }
        #expect(positions == positions.sorted() && Set(positions).count == 3)
        let columns = try #require(try chart("t,v\nx,1\ny,2\nz,3\n", y: "v", type: .column).xAxis as? CategoryAxis)
        #expect(columns.items == ["x", "y", "z"])
    }

    @Test(
        "few dates under columns are names, as short as they can be",
        arguments: [
            (["2020-01-01", "2021-01-01"], ["2020", "2021"]),
            (["2020-01-01", "2020-02-01"], ["Jan 2020", "Feb 2020"]),
            (["2020-01-01", "2020-01-15"], ["2020-01-01", "2020-01-15"]),
            (["2020-01-01", "2020-01-01 12:30"], ["2020-01-01 00:00", "2020-01-01 12:30"]),
            (["2020-01-01", "2020-01-01 00:00:01"], ["2020-01-01 00:00:00", "2020-01-01 00:00:01"]),
            (
                ["2020-01-01 10:00:00", "2020-01-01 10:00:00.250"],
                ["2020-01-01 10:00:00.000", "2020-01-01 10:00:00.250"]
            ),
        ])
    func dateNames(dates: [String], names: [String]) throws {
        let rows = dates.map { "\($0),1\n" }.joined()
        #expect((try chart("d,v\n" + rows, y: "v", type: .column).xAxis as? CategoryAxis)?.items == names)
    }

    @Test("many dates and many numbers under columns are places on a scale")
    func manyColumns() throws {
        let days = (1...25).map { "2020-01-\($0 < 10 ? "0" : "")\($0),1\n" }.joined()
        #expect(try chart("d,v\n" + days, y: "v", type: .column).xAxis is DateTimeAxis)
        let numbers = (1...61).map { "\($0 * 10),1\n" }.joined()
        #expect(try chart("n,v\n" + numbers, x: "n", y: "v", type: .column).xAxis is NumberAxis)
    }

    @Test(
        "dates that do not follow each other evenly are places on a scale: names would hide the gaps",
        arguments: [PlotCommand.Kind.column, .bar])
    func unevenDates(type: PlotCommand.Kind) throws {
        for (dates, areNames) in [
            (["2024-05-01", "2024-05-02", "2024-05-03"], true), (["2024-01", "2024-02", "2024-03"], true),
            (["2023-01-01", "2024-01-01", "2025-01-01"], true),
            (["2024-05-01", "2024-05-02", "2024-05-20"], false), (["2024-05-03", "2024-05-01", "2024-05-02"], false),
        ] {
            let chart = try chart("d,v\n" + dates.map { "\($0),1\n" }.joined(), y: "v", type: type)
            #expect((type == .bar ? chart.yAxis : chart.xAxis) is CategoryAxis == areNames, "\(dates)")
        }
    }

    @Test("without --y the only column beside x is drawn; of several, they are told")
    func onlyColumn() throws {
        func titles(_ csv: String, x: String? = nil) throws -> [String] {
            try folder.write(csv, "t.csv")
            return try chart(of: .named([]), x: x, type: .line).series.map(\.title)
        }
        #expect(try titles("day,v\n2020-01-01,1\n2020-01-02,2\n") == ["v"])
        #expect(try titles("v\n1\n2\n") == ["v"])
        #expect(try titles("v,day\n1,2020-01-01\n2,2020-01-02\n", x: "day") == ["v"])
        let error = #expect(throws: CommandError.self) { try titles("day,v,w\n2020-01-01,1,2\n") }
        #expect("\(error.map { "\($0)" } ?? "")".contains(all: "--y is needed", "t.csv has day, v, w"))
    }

    @Test("that rows are counted in place of a first column is told, unless it was asked for")
    func notes() throws {
        func note(_ first: String, rowNumbers: Bool = false, type: PlotCommand.Kind = .line) throws -> String? {
            try folder.write("time,v\n\(first),1\n", "t.csv")
            return try PlotTable.read(
                Input(folder.path("t.csv")), x: nil, rowNumbers: rowNumbers, .named(["v"]), kind: type
            ).notes.first
        }
        #expect(
            try note("Monday 1")?.contains(
                all: "rows are counted, since column \"time\" holds texts", "--x \"time\"", "--row-numbers") == true)
        #expect(try note("1714521600")?.contains("holds numbers") == true)
        #expect(try note("2024-05-01 10:00:00 UTC") == nil && note("2024-05") == nil)
        #expect(try note("1714521600", rowNumbers: true) == nil && note("Monday", type: .column) == nil)
    }

    @Test(
        "columns, bars and slices of the same place are drawn with a warning",
        arguments: [PlotCommand.Kind.column, .bar, .pie, .donut])
    func repeated(type: PlotCommand.Kind) throws {
        for (csv, count) in [("t,v\nx,1\ny,2\nx,3\n", 1), ("t,v\nx,1\nx,2\nx,3\ny,2\n", 2)] {
            let warnings = try chart(csv, x: "t", y: "v", type: type).warnings.map { "\($0)" }
            #expect(
                warnings.count == 1
                    && warnings[0].contains(
                        all: count == 1 ? "1 row repeats" : "2 rows repeat", "first \"x\"", "--aggregation sum"),
                "\(warnings)")
        }
        // Gaps have no position.
        #expect(try chart("t,v\n,1\nx,3\n", x: "t", y: "v", type: type).warnings.isEmpty)
        #expect(try chart("t,v\nx,1\nx,2\n", x: "t", y: "v", type: .scatter).warnings.isEmpty)
    }

    @Test("a pie of many rows shows the eleven largest in their order, and the others together")
    func slices() throws {
        func slices(_ count: Int) throws -> [PieSeries.Slice] {
            let rows = (1...count).map { "s\($0),\($0 % 2 == 0 ? $0 : 100 + $0)\n" }.joined()
            return try #require(try chart("t,v\n" + rows, y: "v", type: .pie).series.first as? PieSeries).slices
        }
        #expect(try slices(12).map(\.name) == (1...12).map { "s\($0)" })
        let many = try slices(16)
        #expect(
            many.map(\.name) == ["s1", "s3", "s5", "s7", "s9", "s11", "s12", "s13", "s14", "s15", "s16", "5 others"])
        #expect(many.last?.value == 30)
        #expect(throws: CommandError.self) { try chart("t,v\nx,1\ny,-2\n", y: "v", type: .pie) }
        // An empty cell and a zero show nothing.
        let few = try #require(try chart("t,v\nx,1\ny,\nz,0\n", y: "v", type: .donut).series.first as? PieSeries)
        #expect(few.slices.map(\.name) == ["x"])
    }

    // MARK: Prices

    /// Friday, Monday, Tuesday.
    static let prices =
        "Date,Open,High,Low,Close,adj close\n2013-01-04,1,4,0.5,2,9\n2013-01-07,2,5,1.5,3,9\n2013-01-08,3,3.5,1,1.5,9\n"

    @Test("prices are the columns of their names, in whatever case, or those that are named")
    func prices() throws {
        try folder.write(Self.prices, "t.csv")
        func first(_ chart: Chart) throws -> [Double] {
            let series = try #require(chart.series.first)
            return [DataKey.open, .high, .low, .close].map { series.columns[$0]?.withValues { $0[0] } ?? .nan }
        }
        let candles = try chart(of: .prices([nil, nil, nil, nil]), type: .candlestick)
        #expect(
            candles.series.count == 1 && candles.series[0] is CandlestickSeries && candles.legend.hidden
                && candles.xAxis?.title == "Date")
        #expect(try first(candles) == [1, 4, 0.5, 2])
        let bars = try chart(of: .prices([nil, nil, "Open", "adj close"]), type: .ohlc)
        #expect(bars.series.count == 1 && bars.series[0] is OHLCSeries)
        #expect(try first(bars) == [1, 4, 1, 9])
        // No price is cut off.
        let range = try #require(candles.yAxis).axisRange
        #expect(range.minimum <= 0.5 && range.minimum >= 0 && range.maximum >= 5 && range.maximum <= 5.2)
    }

    @Test(
        "prices of weekdays stand on an axis without weekends; with a row on one, or rows weeks apart, on one with them"
    )
    func weekends() throws {
        func axis(_ days: [String]) throws -> Axis {
            try folder.write("d,open,high,low,close\n" + days.map { "\($0),1,2,0,1\n" }.joined(), "t.csv")
            return try #require(try chart(of: .prices([nil, nil, nil, nil]), type: .candlestick).xAxis)
        }
        let weekdays = try #require(try axis(["2013-01-04", "2013-01-07", "2013-01-08"]) as? DiscontinuousDateTimeAxis)
        #expect(weekdays.excludedRepeatedTimePeriods.count == 1)
        // Each day beside a weekend is visible, and the weekend takes no space.
        let positions = try [4, 7, 8].map { day in
            try #require(weekdays.pixelValue(forDataValue: 1_356_998_400 + Double(day - 1) * 86_400))
        }
        #expect(abs((positions[1] - positions[0]) - (positions[2] - positions[1])) < 0.01)
        for days in [
            ["2013-01-05", "2013-01-06", "2013-01-07"], ["2013-01-04", "2013-01-05"], ["2013-01-04", "2013-01-11"],
            ["1969-12-27", "1969-12-28"],
        ] {
            #expect(!(try axis(days) is DiscontinuousDateTimeAxis), "\(days)")
        }
        // Also before 1970: Tuesday and Wednesday.
        #expect(try axis(["1969-12-23", "1969-12-24"]) is DiscontinuousDateTimeAxis)
    }

    @Test("a missing column of prices is told with the nearest name, and each option goes with its types")
    func priceMistakes() async throws {
        try folder.write(Self.prices, "t.csv")
        try folder.write("date,open,hihg,low,close\n2013-01-04,1,4,0.5,2\n", "u.csv")
        for (arguments, code, parts) in [
            (
                ["t.csv", "--type", "ohlc", "--close", "Clsoe"], 65,
                ["column \"Clsoe\" not found", "did you mean \"Close\"?"]
            ),
            (["u.csv", "--type", "candlestick"], 65, ["column \"high\" not found", "did you mean \"hihg\"?"]),
            (["t.csv", "--type", "candlestick", "--y", "Close"], 64, ["not --y"]),
            (["t.csv", "--y", "Close", "--low", "Low"], 64, ["--type candlestick"]),
            (["t.csv", "--y", "Close", "--error", "Low"], 64, ["--error needs --type errorBar"]),
            (
                ["t.csv", "--y", "Close", "--type", "errorBar", "--low", "Low"], 64,
                ["--y and --error, or --low and --high"]
            ),
            (["t.csv", "--type", "errorBar", "--error", "Low"], 64, ["give --y, too"]),
        ] as [([String], Int, [String])] {
            let end = try await Command.run(["plot"] + arguments + ["-o", "o.png"], in: folder)
            #expect(end.code == code && parts.allSatisfy(end.error.contains), "\(arguments): \(end.code) \(end.error)")
        }
    }

    // MARK: Files of numbers

    private static func bytes<T: BitwiseCopyable>(_ values: [T]) -> [UInt8] { values.withUnsafeBytes { Array($0) } }

    /// A file in the format of `numpy.save`.
    static func array<T: BitwiseCopyable>(_ type: String, _ values: [T], shape: String? = nil) -> [UInt8] {
        let header = "{'descr': '\(type)', 'fortran_order': False, 'shape': \(shape ?? "(\(values.count),)"), }"
        let text = header + String(repeating: " ", count: 117 - header.utf8.count) + "\n"
        return [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(text.utf8.count), 0] + Array(text.utf8) + bytes(values)
    }

    private func chart(_ y: String, x: String? = nil, type: PlotCommand.Kind = .line) throws -> Chart {
        let file = try #require(NumberFile(folder.path(y)))
        let table = try PlotTable(file, x: x.flatMap { NumberFile(folder.path($0)) })
        let chart = try QuickChart(table: table, kind: type, title: "").chart()
        _ = try plan(chart)
        return chart
    }

    @Test("an array is drawn over its indexes from 0, or over another one: of dates, on an axis of dates")
    func arrays() throws {
        let values = (0..<50).map { Double($0 * $0) }
        try folder.write(Self.array("<f8", values), "wave.npy")
        try folder.write(Self.array("<i2", values.map { Int16($0) }), "short.NPY")
        try folder.write(Self.bytes(values), "deep/wave.f64")
        try folder.write(Self.bytes(values.map { Float($0) }), "wave.f32")
        for name in ["wave.npy", "short.NPY", "deep/wave.f64", "wave.f32"] {
            let chart = try chart(name)
            #expect(
                chart.xAxis is NumberAxis && chart.xAxis?.title == "index"
                    && chart.yAxis?.title == (name.hasPrefix("short") ? "short" : "wave"))
            try expectRange(chart.xAxis, 0, 49)
            try expectRange(chart.yAxis, 0, 2401)
        }
        try folder.write(Self.array("<M8[D]", (0..<50).map { Int64(15_706 + $0) }), "day.npy")
        try folder.write(Self.array("<f4", (0..<50).map { Float($0) / 2 }), "t.npy")
        let dates = try chart("wave.npy", x: "day.npy")
        #expect(dates.xAxis is DateTimeAxis && dates.xAxis?.title == "day")
        try expectRange(dates.xAxis, 15_706 * 86_400, 15_755 * 86_400)
        try expectRange(try chart("deep/wave.f64", x: "t.npy").xAxis, 0, 24.5)
        let cloud = try chart("wave.npy", x: "t.npy", type: .density)
        #expect(cloud.series.first is DensitySeries && !cloud.legend.hidden)
        try folder.write(Self.bytes([3.0, 1, 2]), "few.f64")
        #expect((try chart("few.f64", type: .column).xAxis as? CategoryAxis)?.items == ["0", "1", "2"])
        let pie = try #require(try chart("few.f64", type: .pie).series.first as? PieSeries)
        #expect(pie.slices.map(\.name) == ["0", "1", "2"])
    }

    @Test("a file of numbers is the picture of the same numbers in a table")
    func sameAsTable() async throws {
        let values = (0..<3_000).map { Double($0 * 7_919 % 1_000) }
        let positions = (0..<3_000).map { Double($0) * 0.25 }
        try folder.write(Self.array("<f8", values), "v.npy")
        try folder.write(Self.bytes(positions), "t.f64")
        try folder.write("t,v\n" + zip(positions, values).map { "\($0),\($1)\n" }.joined(), "t.csv")
        for type in ["line", "area", "scatter", "density"] {
            let table = try await run(["t.csv", "--x", "t", "--y", "v", "--type", type])
            expectSame(try await run(["v.npy", "--x", "t.f64", "--type", type]).pixels, table.pixels)
        }
        // Without --y, the only column beside x is also the column of a density.
        expectSame(
            try await run(["t.csv", "--x", "t", "--type", "density"]).pixels,
            try await run(["v.npy", "--x", "t.f64", "--type", "density"]).pixels)
    }

    /// `Tests/arrays/make_arrays.py` defines the contents of the files.
    @Test("tables of arrays are the pictures of the same numbers in a CSV file")
    func arrayTables() async throws {
        let arrays =
            URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/arrays/"
        try folder.write(Self.array("<f8", (0..<6).map(Double.init)), "a.npy")
        let rows = (0..<6).map { "\($0),\(Double($0 * $0) / 4)\n" }.joined()
        for (x, y, arguments) in [
            ("a", "b", ["table.npz", "--x", "a", "--y", "b"]), ("1", "2", ["matrix.npy", "--x", "1", "--y", "2"]),
            ("1", "2", ["matrix-fortran.npy", "--x", "1", "--y", "2"]), ("1", "2", ["one.npz", "--x", "1"]),
            ("a", "column", ["column.npy", "--x", folder.path("a.npy")]),
            ("a", "m.2", ["table.npz", "--x", folder.path("a.npy"), "--y", "m.2"]),
            ("a", "y", ["compressed.npz", "--x", folder.path("a.npy"), "--y", "y"]),
        ] {
            // Columns of a matrix are named by numbers, like columns of a file without a header.
            try folder.write((x == "1" ? "" : "\(x),\(y)\n") + rows, "t.csv")
            let table = try await run(["t.csv", "--x", x, "--y", y, "--type", "area"])
            expectSame(
                try await run([arrays + arguments[0]] + arguments.dropFirst() + ["--type", "area"]).pixels, table.pixels
            )
        }
        // The first column holds dates, so it is x by default.
        let dates = try await run([arrays + "table.npz", "--y", "b"])
        expectSame(dates.pixels, try await run([arrays + "table.npz", "--x", "t", "--y", "b"]).pixels)
        for (arguments, code, part) in [
            (["table.npz"], 64, "--y is needed: it names a column; "),
            (["table.npz", "--y", "zz"], 65, "column \"zz\" not found in "),
            (["complex.npy"], 65, "\"<c16\" is complex"),
            (["records.npy", "--y", "name"], 64, "column \"name\" holds texts, which are for --x"),
            (["texts.npy"], 64, "holds texts, which are for --x"),
            (["compressed.npz", "--y", "z", "--x", "t"], 65, "values, column"),
        ] as [([String], Int, String)] {
            let end = try await Command.run(
                ["plot", arrays + arguments[0]] + arguments.dropFirst() + ["-o", "o.png"], in: folder)
            #expect(end.code == code && end.error.contains(part), "\(arguments): \(end.code) \(end.error)")
        }
    }

    @Test("what is no column of numbers, or none that goes with another, is told; so is what only tables have")
    func arrayMistakes() async throws {
        try folder.write(Self.array("<f8", [1.0, 2, 3]), "y.npy")
        try folder.write(Self.array("<f8", [1.0, 2]), "two.npy")
        try folder.write(Self.array("<f8", [1.0, 2, 3, 4], shape: "(2, 2)"), "square.npy")
        try folder.write(Self.array("<f8", [Double.nan, .nan]), "none.npy")
        try folder.write(Self.array("<f8", [Double]()), "empty.npy")
        try folder.write(Self.array("<M8[s]", [Int64(1), 2, 3]), "day.npy")
        try folder.write("t,v\n1,2\n", "t.csv")
        for (arguments, code, parts) in [
            (["day.npy"], 64, ["day.npy holds dates, which are for --x"]),
            (["y.npy", "--x", "two.npy"], 65, ["column \"two.npy\" has 2 values, column \"y.npy\" has 3"]),
            (["square.npy"], 64, ["--y is needed: it names a column; square.npy has 1, 2"]),
            (["none.npy"], 65, ["none.npy: column \"none\" is empty"]),
            (["gone.npy"], 66, ["gone.npy: no such file"]),
            (["y.npy", "--x", "gone.f32"], 66, ["gone.f32: no such file"]),
            (["t.csv", "--type", "density", "--x", "v", "--y", "t", "--y", "v"], 64, ["--type density takes one --y"]),
            (["y.npy", "--y", "v"], 64, ["--y names a column of a CSV file"]),
            (["y.npy", "--x", "t.csv"], 64, ["--x names another one (.npy, .f64 or .f32), not t.csv"]),
            (["y.npy", "--type", "ohlc"], 64, ["--type ohlc takes columns of a CSV file"]),
        ] as [([String], Int, [String])] {
            let end = try await Command.run(["plot"] + arguments + ["-o", "o.png"], in: folder)
            #expect(end.code == code && parts.allSatisfy(end.error.contains), "\(arguments): \(end.code) \(end.error)")
            #expect(!folder.names.contains("o.png"))
        }
    }

    // MARK: Pictures

    private func run(_ arguments: [String], input: String = "") async throws -> Picture {
        let end = try await Command.run(
            ["plot"] + arguments + ["--size", "200x120", "--scale", "1", "-o", "-"], in: folder, input: input)
        // Such a small picture has no space for names of slices.
        let hasSlices = arguments.contains("pie") || arguments.contains("donut")
        #expect(end.code == 0 && end.errorLines.allSatisfy { hasSlices && $0.contains("slice labels") }, "\(end.error)")
        return try Picture(end.output, .png)
    }

    @Test("each type is a picture of its own")
    func pictures() async throws {
        try folder.write(Self.months, "t.csv")
        try folder.write(Self.prices, "p.csv")
        var seen: [[UInt8]] = []
        for type in PlotCommand.Kind.allCases {
            let data =
                switch type {
                case .errorBar: ["p.csv", "--low", "Low", "--high", "High"]
                case let type where type.isOfPrices: ["p.csv"]
                default: ["t.csv", "--y", "a"]
                }
            let picture = try await run(data + ["--type", type.rawValue])
            // Data are bright, axes are not.
            #expect(picture.count { ($0.max() ?? 0) - ($0.min() ?? 0) > 100 } > 50, "\(type)")
            let isNew = !seen.contains(picture.pixels)
            #expect(isNew, "\(type)")
            seen.append(picture.pixels)
        }
    }

    @Test("a gap in the data is one in the line")
    func gap() async throws {
        let values = (0..<60).map { (25..<35).contains($0) ? "" : "5" }
        try folder.write("n,v\n" + values.enumerated().map { "\($0.offset),\($0.element)\n" }.joined(), "t.csv")
        let picture = try await run(["t.csv", "--x", "n", "--y", "v"])
        func isLine(_ x: Int) -> Bool {
            (0..<picture.size.height).contains { y in picture.rgb(x, y)[2] - picture.rgb(x, y)[0] > 100 }
        }
        let columns = (0..<picture.size.width).filter(isLine)
        let (first, last) = (try #require(columns.first), try #require(columns.last))
        let missing = (first...last).filter { !isLine($0) }
        // 11 of 59 steps, contiguous.
        #expect(abs(missing.count - (last - first) * 11 / 59) <= 3)
        #expect((missing.last ?? 0) - (missing.first ?? 0) + 1 == missing.count)
    }

    @Test("a title, several columns, and a table on standard input or from a pipe")
    func streams() async throws {
        try folder.write(Self.months, "t.csv")
        let plain = try await run(["t.csv", "--y", "a", "--y", "b"])
        expectSame(try await run(["-", "--y", "a", "--y", "b"], input: Self.months).pixels, plain.pixels)
        let titled = try await run(["t.csv", "--y", "a", "--y", "b", "--title", "東京"])
        let dark = [plain, titled].map { picture in
            (0..<28).reduce(0) { sum, y in sum + (0..<200).count { picture.rgb($0, y).allSatisfy { $0 < 150 } } }
        }
        #expect(dark[1] > dark[0] + 100, "a title above all else")
        let piped = try await Command.shell(
            "mkfifo p; cat t.csv > p & vitrail plot p --y a --y b --size 200x120 --scale 1 -o p.png", in: folder)
        #expect(piped.code == 0, "\(piped.error)")
        expectSame(try Picture(try folder.bytes("p.png"), .png).pixels, plain.pixels)
        let wrong = try await Command.run(["plot", "-", "--y", "b"], in: folder, input: "a,b\n1,x\n")
        #expect(wrong.code == 65)
        #expect(wrong.error == "vitrail: standard input:2: column \"b\": \"x\" is not a number\n")
    }

    @Test("semicolons, a byte order mark, CRLF and quoted names are read")
    func dialects() async throws {
        try folder.write("\u{FEFF}\"the month\";\"sales, net\"\r\n2020-01-01;1\r\n2020-02-01;2\r\n", "t.csv")
        let picture = try await run(["t.csv", "--x", "the month", "--y", "sales, net"])
        #expect(picture.ink > 200)
    }
}
