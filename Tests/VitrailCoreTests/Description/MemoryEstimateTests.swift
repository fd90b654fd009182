import Foundation
import Testing
import VitrailScene

@testable import VitrailCore

@Suite struct MemoryEstimateTests {
    private func estimate(_ json: String, width: Int = 100, height: Int = 50) throws -> MemoryEstimate {
        try ChartDescription(json: json).memoryEstimate(size: PixelSize(width: width, height: height))
    }

    @Test func aPictureTakesItsPixels() throws {
        let small = try estimate("{}", width: 2048, height: 4096)
        #expect(small.pixels == 2048 * 4096 * 41 && small.total == small.pixels)
        // Targets as they are made, the pixels read back, and what the encoder takes.
        let targets = Target.allCases.filter { $0 != .slivers }.reduce(0) { $0 + $1.textureCount * ($1 == .mask ? 1 : 4) }
        #expect(MemoryEstimate.bytesPerDrawnPixel == targets && MemoryEstimate.bytesPerHeldPixel == 4 + 4)
        // Drawn in tiles, held as a whole.
        let large = try estimate("{}", width: 16_384, height: 16_384)
        #expect(large.pixels == (1 << 23) * 33 + (1 << 28) * 8)
        #expect("\(large)" == "2.3 GB (2.3 GB for 16384 × 16384 pixels, 0 bytes for data and shapes)")
    }

    /// Four floats and one.
    @Test func columnsDrawnOneByOneTakeATargetMore() throws {
        func pixels(_ kind: String, _ decimation: String) throws -> Int {
            let series = #"{"type": "\#(kind)", "data": "d", "x": "y", "y": "y"}"#
            return try estimate(#"{"data": {"d": {"values": {"y": [1]}}}, "series": [\#(series)], "decimation": "\#(decimation)"}"#).pixels
        }
        #expect(try pixels("column", "none") == 5000 * 61 && pixels("bar", "none") == 5000 * 61)
        #expect(try pixels("column", "automatic") == 5000 * 41 && pixels("line", "none") == 5000 * 41)
    }

    @Test func aPictureInBandsTakesATileAndABand() throws {
        for (width, height) in [(40_000, 30_000), (65_536, 32_768)] {
            var estimate = try estimate("{}", width: width, height: height)
            estimate.isBanded = true
            #expect(estimate.pixels == (1 << 23) * 33 + (1 << 24) * 8)
        }
        var small = try estimate("{}", width: 100, height: 50)
        small.isBanded = true
        #expect(try small.pixels == estimate("{}", width: 100, height: 50).pixels)
    }

    @Test func columnsThatAreMadeInMemoryCount() throws {
        let doubles = try TemporaryFile(raw: [Double](repeating: 1, count: 1000))
        let floats = try TemporaryFile(raw: [Float](repeating: 1, count: 1000))
        func json(_ columns: String, _ series: String) -> String {
            #"{"data": {"d": {"columns": {\#(columns)}}}, "series": [{"type": "line", "data": "d", \#(series)}]}"#
        }
        // In order, as far as can be seen: reduced; and what the line covers of 100 × 50 pixels, on both sides.
        let shapes = (16 + 100) * 1000 + MemoryEstimate.bytesPerSeries + 2 * 100 * 50
        let mapped = try estimate(json(#""x": {"f64": "\#(doubles.path)"}, "y": {"f64": "\#(doubles.path)"}"#, #""x": "x", "y": "y""#))
        #expect(mapped.data == 0 && mapped.shapes == shapes && mapped.queue == 1_500 * 1000)
        // Numbers of samples in place of x lie nowhere.
        #expect(try estimate(json(#""y": {"f64": "\#(doubles.path)"}"#, #""y": "y""#)).data == 0)
        let floating = try estimate(json(#""x": {"f64": "\#(doubles.path)"}, "y": {"f32": "\#(floats.path)"}"#, #""x": "x", "y": "y""#))
        #expect(floating.data == 0 && floating.shapes == shapes)
        // What nobody asks for is not even opened.
        let unused = json(#""y": {"f32": "\#(floats.path)"}, "z": {"f64": "/nowhere"}"#, #""y": "y""#)
        #expect(try estimate(unused).data == 0)
        #expect(throws: DescriptionError(place: "data.d", message: "/nowhere: no such file", kind: .noInput)) {
            try estimate(json(#""y": {"f64": "/nowhere"}"#, #""y": "y""#))
        }
    }

    @Test func rowsOfTablesAreEstimatedFromTheirFirstLines() throws {
        for count in [0, 1, 100, 200_000] {
            let rows = (0..<count).map { "\(100_000 + $0 % 1000),\(200_000 + $0 % 999),name\n" }
            let file = try TemporaryFile("a,b,c\n" + rows.joined())
            let estimate = try estimate(
                #"{"data": {"d": {"csv": "\#(file.path)"}}, "xAxis": {"type": "category"}, "series": [{"type": "scatter", "data": "d", "x": "c", "y": "b"}]}"#)
            let found = Double(estimate.data) / 40
            #expect(abs(found - Double(count)) <= 1 + Double(count) / 100, "\(found) of \(count)")
            #expect(estimate.shapes + estimate.queue >= count * 3 + min(count, 16_000) * 1_600)
        }
    }

    /// Bytes a sample of a million.
    private func bytesPerSample(_ kind: String, _ x: [Double], decimation: String = "automatic", style: String = "{}", axis: String = "") throws -> Double {
        let file = try TemporaryFile(raw: x)
        let roles = kind == "band" ? #""high": "y", "low": "y""# : #""y": "y""#
        let json = """
            {"data": {"d": {"columns": {"x": {"f64": "\(file.path)"}, "y": {"f64": "\(file.path)"}}}}, "decimation": "\(decimation)", \(axis)
             "series": [{"type": "\(kind)", "data": "d", "x": "x", \(roles), "style": \(style)}]}
            """
        let estimate = try estimate(json)
        return Double(estimate.shapes + estimate.queue) / Double(x.count)
    }

    @Test(arguments: [("line", 45.0, 80.0...260), ("stepLine", 45, 125...350), ("band", 45, 200...400), ("scatter", 40, 90...350), ("column", 70, 190...500)])
    func whatIsDrawnOneByOneTakesMore(kind: String, reduced: Double, drawn: ClosedRange<Double>) throws {
        let ascending = (0..<1_000_000).map { Double($0 / 3) }
        #expect(try bytesPerSample(kind, ascending) < reduced)
        #expect(try drawn.contains(bytesPerSample(kind, ascending, decimation: "none")))
        // Lines through points in no order are drawn as they are: there and back, begun again, shuffled; with a gap.
        let isLine = ["line", "stepLine", "band"].contains(kind)
        let others: [[Double]] = [
            ascending.indices.map { Double(min($0, 1_000_000 - $0)) }, ascending.indices.map { Double($0 % 600_000) }, ascending.indices.map { Double($0 * 7919 % 10_007) },
            ascending.indices.map { $0 == 0 ? .nan : Double($0) },
        ]
        for values in others {
            let bytes = try bytesPerSample(kind, values)
            #expect(isLine ? drawn.contains(bytes) : bytes < reduced)
        }
    }

    /// A byte a pixel for each of 64 categories; what counts run over into are pages of 4,096 bytes, one for 256 samples at most.
    @Test func countsOfCategoriesTakeMorePagesOfMoreSamples() throws {
        let file = try TemporaryFile(raw: (0..<1_000_000).map { Double($0 % 7) })
        func shapes(_ aggregation: String) throws -> (few: Int, many: Int) {
            func shapes(_ data: String) throws -> Int {
                let series = #"{"type": "density", "data": "d", "x": "x", "y": "x", \#(aggregation)}"#
                return try estimate(#"{"data": {"d": \#(data)}, "series": [\#(series)]}"#, width: 1920, height: 1080).shapes
            }
            return try (shapes(#"{"values": {"x": [1]}}"#), shapes(#"{"columns": {"x": {"f64": "\#(file.path)"}}}"#))
        }
        let counts = try shapes(#""aggregation": "count""#), categories = try shapes(#""aggregation": "category", "category": "x""#)
        let pixels = 1920 * 1080
        #expect((pixels * 64...pixels * 110).contains(categories.few), "\(categories.few)")
        let pages = (categories.many - categories.few) - (counts.many - counts.few)
        #expect(pages == (1_000_000 / 256 + 1_000_000 / 65_536) * 4_096)
    }

    /// Where the first rows are unlike the others.
    @Test func rowsAreLookedForAllOverAFile() throws {
        let long = String(repeating: "x", count: 60_000)
        let file = try TemporaryFile("a,b,c\n\(long),1,2\n\(long),1,2\n" + (0..<400_000).map { ",\($0 % 10),\($0 % 7)\n" }.joined())
        let estimate = try estimate(#"{"data": {"d": {"csv": "\#(file.path)"}}, "series": [{"type": "scatter", "data": "d", "x": "b", "y": "c"}]}"#)
        #expect(abs(Double(estimate.data) / 16 - 400_002) < 20_000, "\(estimate.data / 16)")
    }

    /// A hundred million samples in a file take some 40 to 130 MB.
    @Test(arguments: [("line", 200), ("band", 300), ("column", 300), ("candlestick", 450), ("scatter", 200)])
    func whatIsInOrderAndInAFileTakesLittleMore(kind: String, most: Int) throws {
        func total(_ samples: Int, isAscending: Bool, isStacked: Bool = false) throws -> Int {
            var estimate = MemoryEstimate(size: PixelSize(width: 100, height: 100))
            estimate.add(try #require(SeriesDescription.Kind(rawValue: kind)), samples: samples, isReduced: true, isAscending: isAscending, isStacked: isStacked)
            return estimate.shapes
        }
        #expect(try total(100_000_000, isAscending: true) < most << 20)
        #expect(try total(1_000_000, isAscending: true) == total(1_000_000, isAscending: false))
        #expect(try total(100_000_000, isAscending: false) > 300 << 20)
        if kind == "column" { #expect(try total(100_000_000, isAscending: true, isStacked: true) > 3_500 << 20) }
    }

    /// What lines cover of pixels is kept of as many as twenty; of more, what they come to.
    @Test func manyLinesTakeAPictureOfFloats() throws {
        let pixels = 1_000 * 500
        func shapes(_ count: Int, _ rest: String = "") throws -> Int {
            let values = "[" + Array(repeating: "1", count: 300).joined(separator: ", ") + "]"
            let series = Array(repeating: #"{"type": "line", "data": "d", "y": "y"}"#, count: count).joined(separator: ", ")
            return try estimate(#"{"data": {"d": {"values": {"y": \#(values)}}}, "series": [\#(series)]\#(rest)}"#, width: 1_000, height: 500).shapes
        }
        let one = try shapes(1) - 2 * pixels
        #expect(one > 0 && one < pixels)
        #expect(try shapes(20) == 20 * (one + 2 * pixels))
        #expect(try shapes(21) == 21 * one + (40 + 24) * pixels)
        #expect(try shapes(100) == 100 * one + (40 + 24) * pixels)
        #expect(try shapes(100, #", "decimation": "none""#) < 100 * pixels)
    }

    /// Sums of very many samples are made when they are read, if all of a stack lie at the same places.
    @Test(arguments: ["column", "line"])
    func sumsOfVeryManySamplesAreNotKept(kind: String) throws {
        let file = try TemporaryFile("")
        func shapes(_ count: Int, _ places: String, stack: String) throws -> Int {
            // Zeros that lie nowhere on the disk.
            #expect(truncate(file.path, 8 * count) == 0)
            let column = #"{"f64": "\#(file.path)"}"#
            func series(_ x: String) -> String { #"{"type": "\#(kind)", "data": "d", "x": "\#(x)", "y": "y"\#(stack)}"# }
            let estimate = try estimate(
                #"{"data": {"d": {"columns": {"x": \#(column), "t": \#(column), "y": \#(column)}}}, "series": [\#(series("x")), \#(series(places))]}"#)
            return estimate.shapes
        }
        let (few, many) = (1 << 24, 1 << 24 + 1)
        #expect(try shapes(many, "x", stack: #", "stackIndex": 0"#) == shapes(many, "x", stack: ""))
        #expect(try shapes(few, "x", stack: #", "stackIndex": 0"#) > shapes(few, "x", stack: "") + 15 * few)
        #expect(try shapes(many, "t", stack: #", "stackIndex": 0"#) > shapes(many, "t", stack: "") + 15 * few)
    }

    /// In order wherever estimates look, shuffled between.
    @Test func samplesThatTurnOutToBeInNoOrderNeedRoom() throws {
        let count = 200_000
        var x = (0..<count).map(Double.init)
        for k in 0..<1_000 { x[200 * k + 2..<200 * k + 199].reverse() }
        #expect(Column(x).looksAscending)
        for series in [LineSeries(), StepLineSeries(), BandSeries()] as [CartesianSeries] {
            let chart = Chart(width: 200, height: 100)
            series.columns = SeriesColumns(x: Column(x), y: Column(x), high: Column(x), low: Column(x))
            chart.add(series)
            chart.roomForUnordered = 160 * count - 1
            #expect(throws: ChartError.tooMuchMemory(place: "series[0].x", samples: count, needed: 160 * count, room: 160 * count - 1)) { try plan(chart) }
            chart.roomForUnordered = 160 * count
            _ = try plan(chart)
        }
    }

    /// Twenty are textures of their own, if they are counted at all; more are painted on one picture.
    @Test func manyFaintLinesArePaintedInFloats() throws {
        func shapes(_ count: Int, alpha: String) throws -> Int {
            let series = (0..<count).map { _ in ##"{"type": "line", "data": "d", "y": "y", "style": {"lineColor": "#336699\##(alpha)"}}"## }
            let json = #"{"data": {"d": {"values": {"y": [1, 2]}}}, "series": [\#(series.joined(separator: ","))]}"#
            return try estimate(json, width: 1_000, height: 1_000).shapes
        }
        let (few, many, opaque) = (try shapes(20, alpha: "3f"), try shapes(21, alpha: "3f"), try shapes(21, alpha: "40"))
        #expect(many > few + 90_000_000 && many < few + 120_000_000 && opaque < few + 1_000_000, "\(few) \(many) \(opaque)")
    }

    /// They are read while they are drawn: what they take grows no more. Filled, in two colours, and on an axis that leaves stretches out, they are in memory.
    @Test(arguments: ["line", "stepLine"])
    func linesInNoOrderTakeWhatAMillionPointsDo(kind: String) throws {
        func bytes(_ count: Int, style: String, axis: String = "") throws -> Double {
            let x = (0..<count).map { Double($0 * 7_919 % 10_007) }
            return try bytesPerSample(kind, x, style: style, axis: axis) * Double(count)
        }
        let (million, more) = (1 << 20, 3 << 20)
        #expect(try bytes(more, style: "{}") == bytes(million, style: "{}"))
        for style in [#"{"showFill": true}"#, ##"{"lineColorBelowBaseline": "#FF0000"}"##] {
            #expect(try bytes(more, style: style) > bytes(million, style: style) + 75 * Double(more - million))
        }
        for axis in ["xAxis", "yAxis"] {
            let axis = #""\#(axis)": {"type": "discontinuousNumber", "exclusions": [{"start": 100, "end": 200}]},"#
            #expect(try bytes(more, style: "{}", axis: axis) > bytes(million, style: "{}", axis: axis) + 75 * Double(more - million))
        }
        let x = (0..<more).map { Double($0 * 7_919 % 10_007) }
        func samplesDrawn(isFilled: Bool, isBroken: Bool = false) throws -> Int {
            let chart = Chart(width: 200, height: 100)
            if isBroken { chart.yAxis = DiscontinuousNumberAxis() }
            chart.add(LineSeries(columns: SeriesColumns(x: Column(x), y: Column(x)), style: LineSeriesStyle(showFill: isFilled)))
            chart.roomForUnordered = 160 * million
            return try plan(chart).samplesDrawn
        }
        #expect(try samplesDrawn(isFilled: false) == more)
        #expect(throws: ChartError.tooMuchMemory(place: "series[0].x", samples: more, needed: 160 * more, room: 160 * million)) {
            try samplesDrawn(isFilled: true)
        }
        #expect(throws: ChartError.tooMuchMemory(place: "series[0].x", samples: more, needed: 160 * more, room: 160 * million)) {
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
        #expect(estimate.data == 32 && estimate.shapes == 2 * (4 + 150) + 2 * (32 + 300) + 2 * MemoryEstimate.bytesPerSeries && estimate.queue == 4 * 1_500)
    }

    /// The driver draws one series after the other.
    @Test func manySeriesShareTheDriversQueue() throws {
        func total(_ count: Int) throws -> Int {
            let values = (0..<10_000).map { "\($0)" }.joined(separator: ",")
            let series = Array(repeating: #"{"type": "scatter", "data": "d", "x": "x", "y": "x"}"#, count: count).joined(separator: ",")
            let estimate = try estimate(#"{"data": {"d": {"values": {"x": [\#(values)]}}}, "series": [\#(series)]}"#)
            return estimate.total - estimate.pixels
        }
        // 200 take 202 MB.
        #expect(try (200 << 20...600 << 20).contains(total(200)))
        #expect(try total(1) < 20 << 20)
    }

    @Test(arguments: ["scatter", "line", "band"])
    func pointsOfSeveralDiscsOrColoursCount(type: String) throws {
        func shapes(_ style: String) throws -> Int {
            let values = (0..<1_000).map { "\($0)" }.joined(separator: ",")
            let columns = type == "band" ? #""high": "x", "low": "x""# : #""y": "x""#
            let series = #"{"type": "\#(type)", "data": "d", "x": "x", \#(columns), "style": {"pointStyle": {\#(style)}}}"#
            return try estimate(#"{"data": {"d": {"values": {"x": [\#(values)]}}}, "series": [\#(series)]}"#).shapes
        }
        let one = try shapes(#""showPoints": true, "innerRadius": 0"#)
        #expect(try shapes(#""showPoints": true, "innerRadius": 2"#) == one + 60_000)
        #expect(try shapes(##""showPoints": true, "colorBelowBaseline": "#ff0000""##) == one + 60_000)
        #expect(try shapes(#""showPoints": false, "innerRadius": 2, "radius": 9"#) == one)
        #expect(try shapes(#""showPoints": true, "innerRadius": 0, "radius": 9"#) == one + 16_000)
    }

    @Test func picturesInFilesCount() throws {
        let file = try TemporaryFile("no picture")
        let point = #""style": {"pointStyle": {"showPoints": true, "texture": "\#(file.path)"}}"#
        let json = #"{"data": {"d": {"values": {"y": [1, 2]}}}, "series": [{"type": "line", "data": "d", "y": "y", \#(point)}, {"type": "line", "data": "d", "y": "y", \#(point)}]}"#
        let decoder = PictureDecoder(size: { _ in PixelSize(width: 1000, height: 500) }, decode: { _ in throw CancellationError() })
        let description = try ChartDescription(json: json)
        let size = PixelSize(width: 100, height: 50)
        let (with, without) = (try description.memoryEstimate(size: size, pictures: decoder), try description.memoryEstimate(size: size))
        #expect(with.shapes - without.shapes == 1000 * 500 * 4)
    }
}
