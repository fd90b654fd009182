import Foundation
import Testing
import Vitrail

@Suite("Slice labels")
struct SliceLabelTests {
    private let labelled = PieSeriesStyle(showLabels: true, labelFontColor: .black)

    private func texts(_ chart: Chart) throws -> [String] {
        try plan(chart).scene.layers.filter { $0.kind == .overlay }.flatMap(\.marks).compactMap { mark in
            if case .glyphs(let run) = mark.shape { run.source.text } else { nil }
        }
    }

    @Test("C-115 the hook gets label, point, slice and series, each once; hiding there hides that label only")
    func hook() async throws {
        let pie = Slices.pie([1, 0, 1, 2], names: ["a", "zero", "b", "c"], style: labelled)
        let chart = Slices.chart(pie)
        let recorder = SliceRecorder { label, slice, _ in label.isHidden = slice == 2 }
        chart.delegate = recorder
        #expect(try texts(chart) == ["1.00", "2.00"])
        #expect(recorder.labels.map(\.label) == ["1.00", "1.00", "2.00"])
        #expect(recorder.labels.map(\.slice) == [0, 2, 3])
        #expect(recorder.labels.map(\.point.xValue) == [.text("a"), .text("b"), .text("c")])
        #expect(
            recorder.labels.map(\.point.dataPointIndex) == [0, 2, 3] && recorder.labels.allSatisfy { $0.series === pie }
        )
        let probe = try await Probe(chart)
        func ink(_ k: Int) throws -> PixelRect? {
            let center = try #require(pie.sliceCenter(k))
            return probe.ink(.black, in: PixelRect(x: Int(center.x) - 25, y: Int(center.y) - 12, width: 50, height: 24))
        }
        #expect(try ink(2) == nil)
        #expect(try ink(0) != nil && ink(3) != nil)
    }

    @Test("C-115 the hook's text, colours, font and place show")
    func altered() async throws {
        let pie = Slices.pie([1, 1], style: labelled)
        let chart = Slices.chart(pie)
        let recorder = SliceRecorder { label, slice, _ in
            guard slice == 0 else { return label.isHidden = true }
            label.text = "HH"
            label.font = FontStyle(size: 20)
            label.backgroundColor = .white
            label.offset = (x: 10, y: -30)
        }
        chart.delegate = recorder
        let probe = try await Probe(chart)
        let center = try #require(pie.sliceCenter(0))
        let text = try #require(probe.ink(.black))
        #expect((13...17).contains(text.height))
        #expect(abs(Double(text.x) + Double(text.width) / 2 - center.x - 10) < 1.5)
        #expect(abs(Double(text.y) + Double(text.height) / 2 - center.y + 30) < 3)
        #expect(probe[text.x - 2, text.y + 2] == .white)
    }

    @Test("a label of the data source's is shown; without one the style writes it")
    func source() async throws {
        final class Source: RecordingSource, DataSource {
            func label(forSlice index: Int, of series: PieSeries, in chart: Chart) -> SliceLabel? {
                index == 1 ? SliceLabel(text: "own \(series.slices[index].name)") : nil
            }
        }
        let source = Source([
            (
                Slices.pie([], style: labelled),
                [RadialDataPoint(name: "a", value: 1), RadialDataPoint(name: "b", value: 1)]
            )
        ])
        let chart = Slices.chart()
        chart.dataSource = source
        #expect(try texts(chart) == ["1.00", "own b"])
    }

    @Test(
        "what labels tell",
        arguments: zip(
            SliceLabelContent.allCases,
            [["3.0", "1.0"], ["75.0", "25.0"], ["a", "b"], ["a: 3.0", "b: 1.0"], ["a: 75.0", "b: 25.0"]]))
    func content(content: SliceLabelContent, expected: [String]) throws {
        var style = labelled
        style.labelContent = content
        style.labelFormatString = "%.1f"
        #expect(try texts(Slices.chart(Slices.pie([3, 1], names: ["a", "b"], style: style))) == expected)
    }

    /// 100 · 27.5 / 100 in Doubles is 27.5; the percentage from the sweep is 27.499999999999996.
    @Test("shares of halves are rounded as values are: together they are 100")
    func halves() throws {
        var style = labelled
        (style.labelContent, style.labelFormatString) = (.share, "%.0f")
        for (first, second, expected) in [
            (72.5, 27.5, ["72", "28"]), (62.5, 37.5, ["62", "38"]), (1e308, 1e308, ["50", "50"]),
        ] {
            #expect(try texts(Slices.chart(Slices.pie([first, second], style: style))) == expected)
        }
    }

    @Test("a label that its slice cannot hold is left out, unless the hook says otherwise")
    func room() throws {
        let pie = Slices.pie([90, 6, 2, 2], style: labelled)
        let chart = Slices.chart(pie)
        #expect(try texts(chart) == ["90.00"])
        pie.style.outerRadius = 190
        #expect(try texts(chart) == ["90.00", "6.00"])
        let recorder = SliceRecorder { label, _, _ in label.hidesWithoutRoom = false }
        chart.delegate = recorder
        #expect(try texts(chart).count == 4)
    }

    @Test(
        "a label takes the colour that can be read on its slice",
        arguments: [(0x102060, 0xFFFFFF), (0xFFE080, 0x1F2937)] as [(UInt32, UInt32)])
    func contrast(fill: UInt32, text: UInt32) throws {
        var style = labelled
        style.labelFontColor = nil
        style.flavourColors = [Color(fill)]
        let scene = try plan(Slices.chart(Slices.pie([1], style: style))).scene
        let colors = scene.layers.flatMap(\.marks).compactMap {
            if case .glyphs(let run) = $0.shape { run.color } else { nil }
        }
        #expect(colors == [Color(text)])
    }

    @Test("slices without labels are not asked for")
    func off() throws {
        let chart = Slices.chart(Slices.pie([1, 1]))
        let recorder = SliceRecorder()
        chart.delegate = recorder
        #expect(try texts(chart) == [] && recorder.labels.isEmpty)
    }
}
