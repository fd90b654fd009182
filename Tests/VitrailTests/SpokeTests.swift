import Foundation
import Testing
import Vitrail

@Suite("Spokes")
struct SpokeTests {
    /// Two halves, the second to the right of the centre, with spokes in unique colours.
    private func halves(_ spoke: SpokeStyle) -> PieSeries {
        var style = PieSeriesStyle(flavourColors: [Color(0xDDDDDD)], showLabels: true, labelFontColor: .pureRed)
        style.spokeStyle = spoke
        return Slices.pie([1, 1], style: style)
    }

    private let green = SpokeStyle(
        showSpokes: true, anchorRadius: 4, anchorColor: .pureBlue, width: 2, color: .pureGreen)

    @Test(
        "C-116 with showSpokes in both styles each slice has anchor, outward line and outside label; in selectedStyle alone only selected ones"
    )
    func states() async throws {
        for isBoth in [true, false] {
            let pie = halves(isBoth ? green : SpokeStyle())
            pie.selectedStyle = PieSeriesStyle(protrusion: 0, spokeStyle: green)
            pie.setSlice(1, selected: true)
            let probe = try await Probe(Slices.chart(pie))
            for (k, side) in [(0, -1.0), (1, 1.0)] {
                let half = PixelRect(x: side < 0 ? 0 : 300, y: 0, width: 300, height: 400)
                let text = try #require(probe.ink(.pureRed, in: half))
                guard isBoth || k == 1 else {
                    // Inside its slice.
                    #expect(
                        probe.ink(.pureGreen, in: half) == nil && probe.ink(.pureBlue, in: half) == nil && text.x > 200)
                    continue
                }
                let anchor = try #require(probe.ink(.pureBlue, in: half))
                let line = try #require(probe.ink(.pureGreen, in: half))
                #expect(abs(Double(anchor.x + anchor.maxX) / 2 - 300 - 50 * side) <= 1 && anchor.width == 8)
                // 40 outside the rim; the label is 10 further, at the same height.
                let end = Double(side < 0 ? line.x : line.maxX)
                #expect(abs(end - 300 - 140 * side) <= 1)
                #expect(abs(Double(side < 0 ? text.maxX : text.x) - end - 10 * side) <= 2.5)
                #expect(abs(Double(text.y + text.maxY) / 2 - 200) <= 2)
            }
        }
    }

    @Test(
        "C-117 the anchor: radius 10 paints a disc of 20 px, blue in its centre, moved by anchorOffset along the mid angle",
        arguments: [0.0, 15, -20])
    func anchor(offset: Double) async throws {
        let spoke = SpokeStyle(showSpokes: true, anchorOffset: offset, anchorRadius: 10, anchorColor: .pureBlue)
        let pie = Slices.pie([1, 1, 2], style: PieSeriesStyle(flavourColors: [Color(0xDDDDDD)], spokeStyle: spoke))
        let probe = try await Probe(Slices.chart(pie))
        for k in 0..<3 {
            let middle = try #require(pie.sliceCenter(k))
            let direction = Slices.direction(try #require(pie.midAngle(ofSlice: k)))
            let (x, y) = (middle.x + offset * direction.x, middle.y + offset * direction.y)
            #expect(probe[Int(x), Int(y)] == .pureBlue)
            let disc = try #require(
                probe.ink(.pureBlue, in: PixelRect(x: Int(x) - 14, y: Int(y) - 14, width: 28, height: 28)))
            #expect((20...21).contains(disc.width) && (20...21).contains(disc.height))
            #expect(abs(Double(disc.x + disc.maxX) / 2 - x) <= 0.6 && abs(Double(disc.y + disc.maxY) / 2 - y) <= 0.6)
        }
    }

    @Test(
        "C-118 length, width, colour and label padding are as set",
        arguments: [(60.0, 2.0, 4.0), (120, 4, 25), (90, 7, 0)])
    func measures(length: Double, width: Double, padding: Double) async throws {
        let spoke = SpokeStyle(
            showSpokes: true, anchorRadius: 0, width: width, color: .pureGreen, length: length, labelPadding: padding)
        let pie = halves(spoke)
        let probe = try await Probe(Slices.chart(pie))
        for (side, half) in [
            (1.0, PixelRect(x: 300, y: 0, width: 300, height: 400)),
            (-1, PixelRect(x: 0, y: 0, width: 300, height: 400)),
        ] {
            let line = try #require(probe.ink(.pureGreen, in: half))
            #expect(abs(Double(line.width) - length) <= 1)
            #expect(abs(Double(side > 0 ? line.x : line.maxX) - 300 - 50 * side) <= 1)
            #expect(abs(Double(line.height) - width) <= 1 && abs(Double(line.y + line.maxY) / 2 - 200) <= 1)
            let text = try #require(probe.ink(.pureRed, in: half))
            let gap = side > 0 ? text.x - line.maxX : line.x - text.maxX
            // Letters have about a pixel of space on their sides.
            #expect(abs(Double(gap) - padding) <= 2.5)
        }
    }

    @Test(
        "C-119 setSpokeStyle changes its slice only; a changed copy does not affect the series style; a reload forgets it"
    )
    func override() async throws {
        let pie = Slices.pie([1, 1, 1, 1], style: PieSeriesStyle(flavourColors: [Color(0xDDDDDD)], spokeStyle: green))
        let chart = Slices.chart(pie)
        let before = try await Probe(chart)
        var copy = pie.style.spokeStyle
        copy.anchorColor = .pureRed
        copy.color = .black
        copy.length = 30
        pie.setSpokeStyle(copy, slice: 2)
        copy.anchorColor = .black
        #expect(pie.style.spokeStyle == green)
        let after = try await Probe(chart)
        let middle = try #require(pie.sliceCenter(2))
        #expect(after[Int(middle.x), Int(middle.y)] == .pureRed)
        // A quarter of the anchors' and the lines' paint is gone, the rest is unchanged.
        #expect(abs(after.centroid(.pureRed).x - middle.x) < 1)
        #expect(abs(Double(after.count { $0 == .pureBlue }) / Double(before.count { $0 == .pureBlue }) - 0.75) < 0.02)
        for k in [0, 1, 3] {
            let center = try #require(pie.sliceCenter(k))
            #expect(after[Int(center.x), Int(center.y)] == .pureBlue)
        }
        chart.reloadData()
        #expect(try await Probe(chart).image == before.image)
    }

    @Test("C-119 the label hook may set a slice's spoke for the same picture")
    func hook() async throws {
        let pie = halves(green)
        let chart = Slices.chart(pie)
        let recorder = SliceRecorder { _, slice, series in
            if slice == 1 { series.setSpokeStyle(SpokeStyle(showSpokes: false), slice: 1) }
        }
        chart.delegate = recorder
        let probe = try await Probe(chart)
        #expect(probe.ink(.pureGreen, in: PixelRect(x: 300, y: 0, width: 300, height: 400)) == nil)
        #expect(probe.ink(.pureGreen, in: PixelRect(x: 0, y: 0, width: 300, height: 400)) != nil)
    }

    // MARK: Room

    private func boxes(_ chart: Chart) throws -> [PlotRect] {
        try plan(chart).scene.layers.filter { $0.kind == .overlay }.flatMap(\.marks).compactMap { mark in
            if case .rects(let batch) = mark.shape { batch.items[0].rect } else { nil }
        }
    }

    private func crowd(_ values: [Double], outer: Double?) -> Chart {
        var style = PieSeriesStyle(showLabels: true, labelBackgroundColor: Color(0xEEEEEE), labelContent: .nameAndShare)
        style.spokeStyle = SpokeStyle(showSpokes: true)
        let pie = PieSeries(
            columns: SeriesColumns(x: Column(values.indices.map { "slice \($0)" }), y: Column(values)), style: style)
        pie.outerRadius = outer
        return Slices.chart(pie)
    }

    @Test("outside labels lie neither on each other nor outside of the picture", arguments: [nil, 100, 150], 0..<12)
    func labelsKeepApart(outer: Double?, seed: Int) throws {
        let values = (0..<(2 + 3 * seed)).map {
            1 + Double(($0 * 7919 + seed * 104_729) % 97) * ($0 % 3 == 0 ? 1 : 0.05)
        }
        let chart = crowd(values, outer: outer)
        (chart.series[0] as? PieSeries)?.rotation = Double(seed) * 0.7
        let boxes = try boxes(chart)
        #expect(boxes.count == values.count || chart.warnings.count == 1 && boxes.count > 12)
        for (i, box) in boxes.enumerated() {
            #expect(box.minX >= 0 && box.minY >= 0 && box.maxX <= 600 && box.maxY <= 400)
            for other in boxes[(i + 1)...] {
                #expect(
                    box.maxX <= other.minX || other.maxX <= box.minX || box.maxY <= other.minY || other.maxY <= box.minY
                )
            }
        }
    }

    /// Two dozen slices in a twentieth of the pie: their labels would extend to its other side.
    @Test(
        "no spoke crosses the pie; labels for which one would have to are left out, those of the smallest slices first",
        arguments: [nil, 100.0])
    func spokesStayOutside(outer: Double?) throws {
        let chart = crowd([40, 27, 18, 8] + (1...24).map { Double($0) / 80 }, outer: outer)
        let pie = try #require(chart.series[0] as? PieSeries)
        let marks = try plan(chart).scene.layers.filter { $0.kind == .overlay }.flatMap(\.marks)
        let middle = try #require(pie.sliceCenter(0))
        let radius = 2 * hypot(middle.x - 300, middle.y - 200)
        var spokes = 0
        for case .polyline(let line) in marks.map(\.shape) {
            for run in line.points.split(whereSeparator: { !$0.x.isFinite }) {
                spokes += 1
                // From the anchor in the slice straight out; from there on it stays outside.
                guard run.count > 2 else { continue }
                let (a, b) = (run[run.startIndex + 1], run[run.startIndex + 2])
                for t in stride(from: 0.0, through: 1, by: 0.02) {
                    let (x, y) = (Double(a.x) * (1 - t) + Double(b.x) * t, Double(a.y) * (1 - t) + Double(b.y) * t)
                    #expect(hypot(x - 300, y - 200) > radius - 1)
                }
            }
        }
        let texts = marks.compactMap { if case .glyphs(let run) = $0.shape { run.source.text } else { nil } }
        #expect(spokes >= 6 && spokes < 28 && chart.warnings.count == 1)
        for k in 0..<4 { #expect(texts.contains { $0.hasPrefix("slice \(k):") }, "\(k)") }
    }

    @Test("names of both halves have room beside a small pie")
    func smallPie() throws {
        var style = PieSeriesStyle(labelFormatString: "%.0f%%", labelContent: .nameAndShare)
        style.spokeStyle = SpokeStyle(showSpokes: true)
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 300, height: 200))
        chart.add(
            PieSeries(columns: SeriesColumns(x: Column(["api gateway", "web"]), y: Column([50.0, 50])), style: style))
        let marks = try plan(chart).scene.layers.flatMap(\.marks)
        let texts = marks.compactMap { if case .glyphs(let run) = $0.shape { run.source.text } else { nil } }
        #expect(
            texts.joined(separator: " ").contains("api gateway") && texts.contains("web: 50%")
                && chart.warnings.isEmpty, "\(texts)")
    }

    @Test(
        "a label that its spoke takes out of the picture is left out with it, and told of, unless the hook says otherwise"
    )
    func tooLong() throws {
        func drawn(hides: Bool) throws -> (texts: Int, lines: Int, warnings: [String]) {
            let chart = Slices.chart(halves(SpokeStyle(showSpokes: true, length: 260)))
            let recorder = SliceRecorder { label, _, _ in label.hidesWithoutRoom = hides }
            chart.delegate = recorder
            let marks = try plan(chart).scene.layers.filter { $0.kind == .overlay }.flatMap(\.marks)
            let lines = marks.count { if case .polyline = $0.shape { true } else { false } }
            return (
                marks.count { if case .glyphs = $0.shape { true } else { false } }, lines,
                chart.warnings.map(\.description)
            )
        }
        #expect(
            try drawn(hides: true) == (
                0, 0, ["slice labels: ignored: 2 of them, with their spokes, do not fit beside the pie"]
            ))
        #expect(try drawn(hides: false) == (2, 1, []))
    }

    @Test("a pie without a radius of its own leaves room for its labels; with one, spokes of no set length do")
    func radius() throws {
        let free = crowd([3, 2, 1], outer: nil)
        _ = try plan(free)
        let pie = try #require(free.series[0] as? PieSeries)
        let reach = try #require(pie.sliceCenter(0))
        let radius = 2 * hypot(reach.x - 300, reach.y - 200)
        #expect(radius > 0.3 * 400 && radius < 0.45 * 400)
        let plain = crowd([3, 2, 1], outer: nil)
        (plain.series[0] as? PieSeries)?.style.spokeStyle = SpokeStyle()
        _ = try plan(plain)
        let whole = try #require((plain.series[0] as? PieSeries)?.sliceCenter(0))
        #expect(abs(2 * hypot(whole.x - 300, whole.y - 200) - 180) < 1e-6)
    }
}
