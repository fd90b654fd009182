import Foundation
import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription

@Suite struct MemoryEstimateTests {
    private func estimate(_ json: String, width: Int = 100, height: Int = 50) throws -> MemoryEstimate {
        try ChartDescription(json: json).memoryEstimate(size: PixelSize(width: width, height: height))
    }

    @Test func aPictureTakesItsPixels() throws {
        let small = try estimate("{}", width: 2048, height: 4096)
        // Drawn and read back.
        #expect(small.pixels == 2048 * 4096 * 8 && small.total == small.pixels)
        // Drawn in tiles, stored as a whole.
        let large = try estimate("{}", width: 16_384, height: 16_384)
        #expect(large.pixels == (1 << 23) * 4 + (1 << 28) * 4)
        #expect("\(large)" == "1.0 GB (1.0 GB for 16384 × 16384 pixels, 0 bytes for data and shapes)")
    }

    /// Bars drawn one by one need another target of four floats and one.
    @Test func columnsDrawnOneByOneTakeATargetMore() throws {
        func pixels(_ kind: String, _ decimation: String) throws -> Int {
            let series = #"{"type": "\#(kind)", "data": "d", "x": "y", "y": "y"}"#
            let values = (0..<100).map { "\($0)" }.joined(separator: ",")
            return try estimate(
                #"{"data": {"d": {"values": {"y": [\#(values)]}}}, "series": [\#(series)], "decimation": "\#(decimation)"}"#
            ).pixels
        }
        #expect(try pixels("column", "none") == 5000 * 28 && pixels("bar", "none") == 5000 * 28)
        #expect(try pixels("column", "automatic") == 5000 * 8 && pixels("line", "automatic") == 5000 * 8)
    }

    @Test func aPictureInBandsTakesATile() throws {
        func pixels(_ width: Int, _ height: Int, _ output: MemoryEstimate.Output) throws -> Int {
            try ChartDescription(json: "{}").memoryEstimate(
                size: PixelSize(width: width, height: height), output: output
            ).pixels
        }
        let (banded, held) = (
            MemoryEstimate.Output.pixels(encoder: 0, isBanded: true),
            MemoryEstimate.Output.pixels(encoder: 0, isBanded: false)
        )
        for (width, height) in [(40_000, 30_000), (65_536, 32_768)] {
            #expect(try pixels(width, height, banded) == (1 << 23) * 8)
        }
        #expect(try pixels(100, 50, banded) == pixels(100, 50, held))
        #expect(try pixels(100, 50, .pixels(encoder: 12, isBanded: false)) == 5000 * 20)
    }

    /// Shapes take no pixel memory, except where very many shapes become a picture.
    @Test func anSVGTakesPixelsForPictures() throws {
        func estimate(_ largest: Int) throws -> MemoryEstimate {
            let values = (0..<1000).map { "\($0)" }.joined(separator: ",")
            let json =
                #"{"data": {"d": {"values": {"y": [\#(values)]}}}, "series": [{"type": "scatter", "data": "d", "x": "y", "y": "y"}]}"#
            return try ChartDescription(json: json).memoryEstimate(
                size: PixelSize(width: 100, height: 50), output: .shapes(largest: largest))
        }
        #expect(try estimate(1000).pixels == 0 && estimate(1000).kept >= 1000 * 100)
        #expect(try estimate(999).pixels > 5000 * 8 && estimate(999).kept < 1000 * 100)
    }

    @Test func columnsThatAreMadeInMemoryCount() throws {
        let doubles = try TemporaryFile(raw: [Double](repeating: 1, count: 1000))
        let floats = try TemporaryFile(raw: [Float](repeating: 1, count: 1000))
        func json(_ columns: String, _ series: String) -> String {
            #"{"data": {"d": {"columns": {\#(columns)}}}, "series": [{"type": "line", "data": "d", \#(series)}]}"#
        }
        let mapped = try estimate(
            json(#""x": {"f64": "\#(doubles.path)"}, "y": {"f64": "\#(doubles.path)"}"#, #""x": "x", "y": "y""#))
        #expect(mapped.data == 0 && mapped.shapes > MemoryEstimate.bytesPerSeries)
        // Sample numbers instead of x take no memory.
        #expect(try estimate(json(#""y": {"f64": "\#(doubles.path)"}"#, #""y": "y""#)).data == 0)
        let floating = try estimate(
            json(#""x": {"f64": "\#(doubles.path)"}, "y": {"f32": "\#(floats.path)"}"#, #""x": "x", "y": "y""#))
        #expect(floating.data == 0 && floating.shapes == mapped.shapes)
        // Unused columns are not even opened.
        let unused = json(#""y": {"f32": "\#(floats.path)"}, "z": {"f64": "/nowhere"}"#, #""y": "y""#)
        #expect(try estimate(unused).data == 0)
        #expect(throws: DescriptionError(path: "data.d", message: "/nowhere: no such file", kind: .noInput)) {
            try estimate(json(#""y": {"f64": "/nowhere"}"#, #""y": "y""#))
        }
    }

    @Test func rowsOfTablesAreCounted() throws {
        for count in [0, 1, 100, 200_000] {
            let rows = (0..<count).map { "\(100_000 + $0 % 1000),\(200_000 + $0 % 999),name\n" }
            let file = try TemporaryFile("a,b,c\n" + rows.joined())
            let estimate = try estimate(
                #"{"data": {"d": {"csv": "\#(file.path)"}}, "xAxis": {"type": "category"}, "series": [{"type": "scatter", "data": "d", "x": "c", "y": "b"}]}"#
            )
            // A Double and a category number per value, with the spare capacity of arrays. All names are equal.
            let found = (estimate.data - (count > 0 ? 170 : 0)) / 43
            #expect(abs(found - count) <= 2, "\(found) of \(count)")
        }
    }

    /// Bytes per sample, for a million samples.
    private func bytesPerSample(
        _ kind: String, _ x: [Double], decimation: String = "automatic", style: String = "{}", axis: String = ""
    ) throws -> Double {
        let file = try TemporaryFile(raw: x)
        let roles = kind == "band" ? #""high": "y", "low": "y""# : #""y": "y""#
        let json = """
            {"data": {"d": {"columns": {"x": {"f64": "\(file.path)"}, "y": {"f64": "\(file.path)"}}}}, "decimation": "\(decimation)", \(axis)
             "series": [{"type": "\(kind)", "data": "d", "x": "x", \(roles), "style": \(style)}]}
            """
        let estimate = try estimate(json)
        return Double(estimate.shapes + estimate.queue) / Double(x.count)
    }

    @Test(arguments: [
        ("line", 5.0, 50.0...100), ("stepLine", 5, 80...130), ("band", 10, 150...300), ("scatter", 5, 60...110),
        ("column", 5, 120...200),
    ])
    func whatIsDrawnOneByOneTakesMore(kind: String, reduced: Double, drawn: ClosedRange<Double>) throws {
        let ascending = (0..<1_000_000).map { Double($0 / 3) }
        #expect(try bytesPerSample(kind, ascending) < reduced)
        #expect(try drawn.contains(bytesPerSample(kind, ascending, decimation: "none")))
        // Positions of unordered lines and columns are in memory: there and back, restarted, shuffled; with a gap.
        let others: [[Double]] = [
            ascending.indices.map { Double(min($0, 1_000_000 - $0)) }, ascending.indices.map { Double($0 % 600_000) },
            ascending.indices.map { Double($0 * 7919 % 10_007) },
            ascending.indices.map { $0 == 0 ? .nan : Double($0) },
        ]
        for values in others {
            let bytes = try bytesPerSample(kind, values)
            #expect(kind == "scatter" ? bytes < reduced : (20...40).contains(bytes), "\(bytes)")
        }
    }

    /// One byte per pixel for each category, in pixels with samples.
    @Test func countsOfCategoriesTakeAsMuchAsThereAre() throws {
        func passing(_ count: Int, _ categories: Int, _ aggregation: String = "category") throws -> Int {
            let file = try TemporaryFile(raw: (0..<count).map { Double($0 % categories) })
            let column = #"{"f64": "\#(file.path)"}"#
            let series =
                #"{"type": "density", "data": "d", "x": "x", "y": "x", "aggregation": "\#(aggregation)", "category": "x"}"#
            return try estimate(
                #"{"data": {"d": {"columns": {"x": \#(column)}}}, "series": [\#(series)]}"#, width: 1920, height: 1080
            ).passing
        }
        let pixels = 1920 * 1080
        #expect(try passing(1_000_000, 7) == pixels * (4 + 4 + 7))
        #expect(try passing(1_000_000, 40) == pixels * (4 + 4 + 40))
        // A few samples touch few pages.
        #expect(try passing(100, 7) == pixels * 4 + 100 * (7 + 1) * 4_096)
    }

    /// Three points of many pixels show only in some rows.
    @Test func densitiesOfFewSamplesTakeLittle() throws {
        func shapes(_ count: Int) throws -> Int {
            let values = (0..<count).map { "\($0)" }.joined(separator: ",")
            let json =
                #"{"data": {"d": {"values": {"x": [\#(values)]}}}, "series": [{"type": "density", "data": "d", "x": "x", "y": "x"}]}"#
            return try estimate(json, width: 16_384, height: 8_192).shapes
        }
        #expect(try shapes(3) < 20_000_000)
        #expect(try shapes(10_000) > 16_384 * 8_192 * 4)
    }

    @Test func differentNamesTakeMore() throws {
        func data(_ names: Int) throws -> Int {
            let file = try TemporaryFile("c,y\n" + (0..<100_000).map { "name \($0 % names),1\n" }.joined())
            return try estimate(
                #"{"data": {"d": {"csv": "\#(file.path)"}}, "xAxis": {"type": "category"}, "series": [{"type": "line", "data": "d", "x": "c", "y": "y"}]}"#
            ).data
        }
        #expect(try data(10) < 5_000_000 && data(100_000) > 18_000_000)
    }

    @Test func differentValuesAreGuessed() {
        var random = SystemRandomNumberGenerator()
        for (from, count) in [(7, 1_000_000), (1_000_000, 2_000_000), (5_000, 300_000)] {
            let column = Column((0..<count).map { _ in Double(Int.random(in: 0..<from, using: &random)) })
            let found = column.drawnStyles.distinct(of: count)
            let expected = Double(from) * (1 - exp(-Double(count) / Double(from)))
            #expect(abs(Double(found) - expected) < 0.4 * expected, "\(found) of \(expected)")
        }
        #expect(Column((0..<100_000).map(Double.init)).drawnStyles.distinct(of: 100_000) == 100_000)
        #expect(Column([Double]()).drawnStyles.distinct(of: 0) == 0)
    }

    /// Samples where the first rows differ from the others.
    @Test func rowsAreLookedForAllOverAFile() throws {
        let long = String(repeating: "x", count: 60_000)
        let file = try TemporaryFile(
            "a,b,c\n\(long),1,2\n\(long),1,2\n" + (0..<400_000).map { ",\($0 % 10),\($0 % 7)\n" }.joined())
        let estimate = try estimate(
            #"{"data": {"d": {"csv": "\#(file.path)"}}, "series": [{"type": "scatter", "data": "d", "x": "b", "y": "c"}]}"#
        )
        #expect(abs(estimate.data / 26 - 400_002) < 3, "\(estimate.data / 26)")
    }

    @Test(arguments: SeriesDescription.Kind.allCases)
    func whatIsInOrderAndInAFileTakesLittle(kind: SeriesDescription.Kind) throws {
        func total(_ samples: Int, isAscending: Bool, isStacked: Bool = false) throws -> Int {
            var estimate = MemoryEstimate(size: PixelSize(width: 100, height: 100))
            var load = SeriesLoad(kind, samples: samples)
            (load.isAscending, load.isStacked) = (isAscending, isStacked)
            estimate.add(load)
            return estimate.shapes
        }
        let few = try total(100_000_000, isAscending: true)
        switch kind {
        case .line, .stepLine, .band, .column, .bar, .candlestick, .ohlc:
            #expect(few < 10 << 20)
            #expect(try total(100_000_000, isAscending: false) > 2_000 << 20)
        case .scatter, .errorBar, .density: #expect(try few < 10 << 20 && total(100_000_000, isAscending: false) == few)
        case .radialLine, .radialColumn, .bubble, .donut, .pie: #expect(few > 1_000 << 20)
        }
        if kind == .column { #expect(try total(100_000_000, isAscending: true, isStacked: true) > 1_900 << 20) }
    }

    /// The coverage of up to twenty lines is kept; more lines are composited into one picture.
    @Test func manyLinesTakeAPictureOfFloats() throws {
        let pixels = 1_000 * 500
        func shapes(_ count: Int, _ rest: String = "") throws -> Int {
            let values = "[" + Array(repeating: "1", count: 300).joined(separator: ", ") + "]"
            let series = Array(
                repeating: #"{"type": "line", "data": "d", "y": "y", "style": {"dashStyle": []}}"#, count: count
            ).joined(separator: ", ")
            return try estimate(
                #"{"data": {"d": {"values": {"y": \#(values)}}}, "series": [\#(series)]\#(rest)}"#, width: 1_000,
                height: 500
            ).kept
        }
        let one = try shapes(1) - 2 * pixels
        #expect(one > 0 && one < pixels)
        #expect(try shapes(20) == 20 * (one + 2 * pixels))
        #expect(try shapes(21) == 21 * one + (40 + 24) * pixels)
        #expect(try shapes(100) == 100 * one + (40 + 24) * pixels)
        #expect(try shapes(100, #", "decimation": "none""#) < 100 * pixels)
    }

    /// Sums of very many samples are computed on read if all layers of the stack have the same positions.
    @Test(arguments: ["column", "line"])
    func sumsOfVeryManySamplesAreNotKept(kind: String) throws {
        let file = try TemporaryFile("")
        func shapes(_ count: Int, _ positions: String, stack: String) throws -> Int {
            // A sparse file of zeros.
            #expect(truncate(file.path, 8 * count) == 0)
            let column = #"{"f64": "\#(file.path)"}"#
            func series(_ x: String) -> String {
                #"{"type": "\#(kind)", "data": "d", "x": "\#(x)", "y": "y"\#(stack)}"#
            }
            let estimate = try estimate(
                #"{"data": {"d": {"columns": {"x": \#(column), "t": \#(column), "y": \#(column)}}}, "series": [\#(series("x")), \#(series(positions))]}"#
            )
            return estimate.shapes
        }
        let (few, many) = (1 << 24, 1 << 24 + 1)
        #expect(try shapes(many, "x", stack: #", "stackIndex": 0"#) == shapes(many, "x", stack: ""))
        #expect(try shapes(few, "x", stack: #", "stackIndex": 0"#) > shapes(few, "x", stack: "") + 15 * few)
        #expect(try shapes(many, "t", stack: #", "stackIndex": 0"#) > shapes(many, "t", stack: "") + 15 * few)
    }

    /// Ordered at all positions that estimates sample, shuffled between them.
    @Test func samplesThatTurnOutToBeInNoOrderNeedRoom() throws {
        let count = 200_000
        var x = (0..<count).map(Double.init)
        for k in 0..<1_000 { x[200 * k + 2..<200 * k + 199].reverse() }
        #expect(Column(x).looksAscending)
        for series in [LineSeries(), StepLineSeries(), BandSeries()] as [CartesianSeries] {
            let chart = Chart(width: 200, height: 100)
            series.columns = SeriesColumns(x: Column(x), y: Column(x), high: Column(x), low: Column(x))
            chart.add(series)
            chart.unorderedMemoryBudget = 32 * count - 1
            #expect(
                throws: ChartError.tooMuchMemory(
                    path: "series[0].x", samples: count, needed: 32 * count, room: 32 * count - 1)
            ) { try plan(chart) }
            chart.unorderedMemoryBudget = 32 * count
            _ = try plan(chart)
        }
    }

    /// Twenty lines are separate textures, if they are rasterised at all; more are composited into one picture.
    @Test func manyFaintLinesArePaintedInFloats() throws {
        func shapes(_ count: Int, alpha: String) throws -> Int {
            let series = (0..<count).map { _ in
                ##"{"type": "line", "data": "d", "y": "y", "style": {"lineColor": "#336699\##(alpha)"}}"##
            }
            let json = #"{"data": {"d": {"values": {"y": [1, 2]}}}, "series": [\#(series.joined(separator: ","))]}"#
            return try estimate(json, width: 1_000, height: 1_000).shapes
        }
        let (few, many, opaque) = (
            try shapes(20, alpha: "3f"), try shapes(21, alpha: "3f"), try shapes(21, alpha: "40")
        )
        #expect(
            many > few + 80_000_000 && many < few + 110_000_000 && opaque < few + 1_000_000, "\(few) \(many) \(opaque)")
    }

    /// Unordered lines are read while they are drawn, so memory stops growing. Filled lines, lines in two colours, and
    /// lines on an axis with exclusions are kept in memory.
    @Test(arguments: ["line", "stepLine"])
    func linesInNoOrderTakeWhatAMillionPointsDo(kind: String) throws {
        func bytes(_ count: Int, style: String, axis: String = "") throws -> Double {
            let x = (0..<count).map { Double($0 * 7_919 % 10_007) }
            return try bytesPerSample(kind, x, style: style, axis: axis) * Double(count)
        }
        let (million, more) = (1 << 20, 3 << 20)
        #expect(try bytes(more, style: "{}") == bytes(million, style: "{}"))
        for style in [#"{"showFill": true}"#, ##"{"lineColorBelowBaseline": "#FF0000"}"##] {
            #expect(try bytes(more, style: style) > bytes(million, style: style) + 30 * Double(more - million))
        }
        for axis in ["xAxis", "yAxis"] {
            let axis = #""\#(axis)": {"type": "discontinuousNumber", "exclusions": [{"start": 100, "end": 200}]},"#
            #expect(
                try bytes(more, style: "{}", axis: axis) > bytes(million, style: "{}", axis: axis) + 30
                    * Double(more - million))
        }
        let x = (0..<more).map { Double($0 * 7_919 % 10_007) }
        func samplesDrawn(isFilled: Bool, isBroken: Bool = false) throws -> Int {
            let chart = Chart(width: 200, height: 100)
            if isBroken { chart.yAxis = DiscontinuousNumberAxis() }
            chart.add(
                LineSeries(
                    columns: SeriesColumns(x: Column(x), y: Column(x)), style: LineSeriesStyle(showFill: isFilled)))
            chart.unorderedMemoryBudget = 32 * million
            return try plan(chart).samplesDrawn
        }
        #expect(try samplesDrawn(isFilled: false) == more)
        #expect(
            throws: ChartError.tooMuchMemory(path: "series[0].x", samples: more, needed: 32 * more, room: 32 * million)
        ) {
            try samplesDrawn(isFilled: true)
        }
        #expect(
            throws: ChartError.tooMuchMemory(path: "series[0].x", samples: more, needed: 32 * more, room: 32 * million)
        ) {
            try samplesDrawn(isFilled: false, isBroken: true)
        }
    }

    @Test func columnsThatAreShort() throws {
        for values in [[], [1], [.nan], [2, 1], [1, 2], [1, 1, 1], [.infinity]] as [[Double]] {
            let isAscending = values.allSatisfy { !$0.isNaN } && zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }
            #expect(Column(values).looksAscending == isAscending, "\(values)")
        }
    }

    @Test func valuesInTheDescriptionAndSeveralSeriesAddUp() throws {
        let estimate = try estimate(
            """
            {"data": {"d": {"values": {"x": [1, 2], "y": [3, 4]}}},
             "series": [{"type": "scatter", "data": "d", "x": "x", "y": "y"}, {"type": "column", "data": "d", "x": "x", "y": "y"}]}
            """)
        #expect(estimate.data == 4 * 45 && estimate.shapes > 2 * MemoryEstimate.bytesPerSeries && estimate.queue == 0)
    }

    /// The driver draws one series after another: 300 of them take 28 MB.
    @Test func manySeriesShareTheDriversQueue() throws {
        func total(_ count: Int) throws -> Int {
            let values = (0..<10_000).map { "\($0)" }.joined(separator: ",")
            let series = Array(repeating: #"{"type": "scatter", "data": "d", "x": "x", "y": "x"}"#, count: count)
                .joined(separator: ",")
            let estimate = try estimate(#"{"data": {"d": {"values": {"x": [\#(values)]}}}, "series": [\#(series)]}"#)
            return estimate.total - estimate.pixels
        }
        #expect(try (10 << 20...60 << 20).contains(total(300)))
        #expect(try total(1) < 5 << 20)
    }

    @Test(arguments: ["scatter", "line", "band"])
    func pointsOfSeveralDiscsOrColoursCount(type: String) throws {
        func shapes(_ style: String) throws -> Int {
            let values = (0..<1_000).map { "\($0)" }.joined(separator: ",")
            let columns = type == "band" ? #""high": "x", "low": "x""# : #""y": "x""#
            let series =
                #"{"type": "\#(type)", "data": "d", "x": "x", \#(columns), "style": {"pointStyle": {\#(style)}}}"#
            return try estimate(#"{"data": {"d": {"values": {"x": [\#(values)]}}}, "series": [\#(series)]}"#).shapes
        }
        let one = try shapes(#""showPoints": true, "innerRadius": 0"#)
        #expect(try shapes(#""showPoints": true, "innerRadius": 2"#) == one + 45_000)
        #expect(try shapes(##""showPoints": true, "colorBelowBaseline": "#ff0000""##) == one + 45_000)
        #expect(try shapes(#""showPoints": true, "innerRadius": 0, "radius": 9"#) == one + 16_000)
        #expect(try shapes(#""showPoints": true, "symbol": "diamond""#) > one + 400_000)
        let none = try shapes(#""showPoints": false, "innerRadius": 2, "radius": 9"#)
        #expect(type == "scatter" ? none == one : none < one)
    }

    @Test func picturesInFilesCount() throws {
        let file = try TemporaryFile("no picture")
        let point = #""style": {"pointStyle": {"showPoints": true, "texture": "\#(file.path)"}}"#
        let json =
            #"{"data": {"d": {"values": {"y": [1, 2]}}}, "series": [{"type": "line", "data": "d", "y": "y", \#(point)}, {"type": "line", "data": "d", "y": "y", \#(point)}]}"#
        let decoder = PictureDecoder(
            size: { _ in PixelSize(width: 1000, height: 500) }, decode: { _ in throw CancellationError() })
        let description = try ChartDescription(json: json)
        let size = PixelSize(width: 100, height: 50)
        let (with, without) = (
            try description.memoryEstimate(size: size, pictures: decoder), try description.memoryEstimate(size: size)
        )
        #expect(with.kept - without.kept == 1000 * 500 * 4)
    }
}

extension MemoryEstimate {
    fileprivate var shapes: Int { kept + passing }
}
