import Testing
import Vitrail

@Suite("Categories and sets of columns")
struct CategoryTests {
    /// Two series of columns, red and blue, over the categories.
    private func chart(
        _ first: [(String, Double)], _ second: [(String, Double)] = [], width: Double = 600, bar: Double = 1,
        set: Double = 0.2
    ) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: width, height: 400))
        chart.xAxis = CategoryAxis()
        chart.yAxis = NumberAxis(defaultRange: NumberRange(0, 10))
        chart.xAxis?.style.interSeriesPadding = bar
        chart.xAxis?.style.interSeriesSetPadding = set
        for (data, color) in [(first, Color.pureRed), (second, .pureBlue)] where !data.isEmpty {
            chart.add(
                ColumnSeries(
                    columns: SeriesColumns(x: Column(data.map { Optional($0.0) }), y: Column(data.map(\.1))),
                    style: BarColumnSeriesStyle(showAreaWithGradient: false, areaColor: color, lineWidth: 0)))
        }
        return chart.bare()
    }

    private func row(_ probe: Probe) throws -> Int { Int(try probe.position(of: 0, 1).y) }

    @Test("C-074 string x and number y: one column per pair, its tick label is the string")
    func labels() async throws {
        let chart = chart([("apples", 3), ("pears", 7), ("plums", 5)])
        let recorder = TickRecorder()
        chart.delegate = recorder
        let probe = try await Probe(chart)
        let runs = probe.runs(row: try row(probe), of: .pureRed)
        try #require(runs.count == 3)
        for (k, value) in [3.0, 7, 5].enumerated() {
            let middle = Double(runs[k].lowerBound + runs[k].upperBound) / 2
            #expect(abs(middle - (try probe.position(of: Double(k), 0).x)) <= 1)
            let top = try #require(probe.runs(column: Int(middle), of: .pureRed).first).lowerBound
            #expect(abs(Double(top) - (try probe.position(of: 0, value).y)) <= 1)
        }
        let labels = recorder.calls.filter { $0.axis === chart.xAxis }.suffix(3)
        #expect(labels.map(\.label) == ["apples", "pears", "plums"] && labels.map(\.value) == [0, 1, 2])
        chart.delegate = nil
        chart.xAxis?.style.majorTickStyle = TickStyle(showTicks: false, labelColor: .pureGreen)
        let labelled = try await Probe(chart)
        for k in 0..<3 {
            let ink = try #require(labelled.ink(.pureGreen, in: try labelled.below(at: Double(k), halfWidth: 60)))
            #expect(abs(Double(ink.x + ink.maxX) / 2 - (try labelled.position(of: Double(k), 0).x)) <= 2)
        }
    }

    @Test("C-075 with interSeriesPadding 1 the two columns of a category touch", arguments: [600.0, 601, 617, 644.5])
    func touching(width: Double) async throws {
        let items = (0..<7).map { ("item \($0)", 8.0) }
        let probe = try await Probe(chart(items, items, width: width))
        let row = try row(probe)
        let (red, blue) = (probe.runs(row: row, of: .pureRed), probe.runs(row: row, of: .pureBlue))
        #expect(red.count == 7 && blue.count == 7)
        for (r, b) in zip(red, blue) { #expect(r.upperBound == b.lowerBound) }
    }

    @Test(
        "C-076 interSeriesPadding 0.5 leaves half a slot between columns; interSeriesSetPadding 0.4 leaves 0.4 categories between sets"
    )
    func paddings() async throws {
        let items = [("a", 8.0), ("b", 8), ("c", 8)]
        let half = try await Probe(chart(items, items, bar: 0.5, set: 0.2))
        let unit = Double(half.plot.width) / 3
        let slot = unit * 0.8 / 2
        var row = try row(half)
        let (narrowRed, narrowBlue) = (half.runs(row: row, of: .pureRed), half.runs(row: row, of: .pureBlue))
        #expect(narrowRed.count == 3 && narrowBlue.count == 3)
        for (r, b) in zip(narrowRed, narrowBlue) {
            #expect(abs(Double(b.lowerBound - r.upperBound) - slot / 2) <= 1)
            #expect(abs(Double(r.count) - slot / 2) <= 1 && abs(Double(b.count) - slot / 2) <= 1)
        }
        let sets = try await Probe(chart(items, items, bar: 1, set: 0.4))
        row = try self.row(sets)
        let (red, blue) = (sets.runs(row: row, of: .pureRed), sets.runs(row: row, of: .pureBlue))
        #expect(red.count == 3 && blue.count == 3)
        for (b, r) in zip(blue, red.dropFirst()) { #expect(abs(Double(r.lowerBound - b.upperBound) - unit * 0.4) <= 1) }
        for (r, b) in zip(red, blue) {
            #expect(r.upperBound == b.lowerBound && abs(Double(r.count + b.count) - unit * 0.6) <= 1)
        }
    }

    @Test("C-077 a category missing in one series leaves its slot empty and shifts nothing")
    func missing() async throws {
        let all = [("a", 8.0), ("b", 8), ("c", 8)]
        let full = try await Probe(chart(all, all))
        let gap = try await Probe(chart(all, [all[0], all[2]]))
        let row = try row(full)
        #expect(gap.runs(row: row, of: .pureRed) == full.runs(row: row, of: .pureRed))
        let (with, without) = (full.runs(row: row, of: .pureBlue), gap.runs(row: row, of: .pureBlue))
        try #require(with.count == 3)
        #expect(without == [with[0], with[2]])
        #expect(gap[(with[1].lowerBound + with[1].upperBound) / 2, row] == .white)
    }

    @Test("sets of columns and of bars' groups: hidden series take no slot, other groupIndexes overlap")
    func groups() async throws {
        let items = [("a", 8.0), ("b", 8)]
        let alone = try await Probe(chart(items))
        let row = try row(alone)
        let hidden = chart(items, items)
        hidden.series[1].hidden = true
        #expect(try await Probe(hidden).runs(row: row, of: .pureRed) == alone.runs(row: row, of: .pureRed))
        let grouped = chart(items, items)
        (grouped.series[1] as? ColumnSeries)?.groupIndex = 1
        #expect(try await Probe(grouped).runs(row: row, of: .pureBlue) == alone.runs(row: row, of: .pureRed))
    }
}
