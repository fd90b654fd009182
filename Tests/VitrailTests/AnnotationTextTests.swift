import Testing
import Vitrail

/// Annotations of descriptions: texts are placed readably and avoid covering other elements.
@Suite struct AnnotationTextTests {
    private struct Picture {
        var texts: [TextSource] = []
        var marks: [Mark] = []
        var plot = Rect(x: 0, y: 0, width: 0, height: 0)
        var canvas = Rect(x: 0, y: 0, width: 0, height: 0)
        var tickLabels: [Rect] = []
        var warnings: [String] = []

        /// A box without the line's ascender and descender.
        func box(_ text: String) throws -> Rect {
            AnnotationTextTests.box(try #require(texts.first { $0.text == text }))
        }
    }

    private static func box(_ text: TextSource) -> Rect {
        Rect(
            x: Double(text.origin.x), y: Double(text.origin.y - text.size * 0.75), width: Double(text.width),
            height: Double(text.size * 0.95))
    }

    private static func overlap(_ a: Rect, _ b: Rect) -> Bool {
        a.x < b.maxX && b.x < a.maxX && a.y < b.maxY && b.y < a.maxY
    }

    private func picture(
        _ annotations: String, more: String = "", width: Double = 480, height: Double = 300
    ) throws -> Picture {
        let json = """
            {"size": {"width": \(width), "height": \(height)}, "yAxis": {"defaultRange": [0, 10]}, "xAxis": {"defaultRange": [0, 4]}, \(more)
             "data": {"d": {"values": {"x": [0, 1, 2, 3, 4], "y": [1, 3, 2, 5, 9]}}},
             "series": [{"type": "line", "data": "d", "x": "x", "y": "y", "title": "A"}], "annotations": [\(annotations)]}
            """
        let chart = try ChartDescription(json: json).makeChart()
        let plan = try Vitrail.plan(chart)
        var picture = Picture(warnings: plan.warnings.map(\.description))
        picture.plot = try #require(chart.plotAreaFrame)
        picture.canvas = try #require(chart.canvasFrame)
        for mark in plan.scene.layers.flatMap(\.marks) {
            if mark.label.hasPrefix("annotations[") { picture.marks.append(mark) }
            guard case .glyphs(let run) = mark.shape else { continue }
            if mark.label.hasPrefix("annotations[") { picture.texts.append(run.source) }
            if mark.label.hasPrefix("label ") { picture.tickLabels.append(Self.box(run.source)) }
        }
        return picture
    }

    private func text(_ text: String, _ x: Double, _ y: Double, _ members: String = "") -> String {
        #"{"type": "text", "text": "\#(text)", "x": \#(x), "y": \#(y)\#(members.isEmpty ? "" : ", " + members)}"#
    }

    // MARK: Whole

    @Test(arguments: [(0.0, 0.0), (0, 10), (4, 0), (4, 10), (0, 5), (4, 5), (2, 0), (2, 10)])
    func textsAtTheEdgeAreWhole(x: Double, y: Double) throws {
        for background in ["", ##""backgroundColor": "#ffffcc""##] {
            let picture = try picture(text("highest value so far, 9 units", x, y, background))
            let box = try picture.box("highest value so far, 9 units")
            // Glyphs are at quarter-pixel positions.
            #expect(box.x >= picture.canvas.x - 0.26 && box.maxX <= picture.canvas.maxX + 0.26)
            #expect(box.y >= picture.canvas.y && box.maxY <= picture.canvas.maxY)
            #expect(!picture.tickLabels.contains { Self.overlap($0, box) })
            #expect(picture.warnings.isEmpty)
        }
    }

    @Test func textsThatAreWholeStayWhereTheyAre() throws {
        let picture = try picture(text("here", 2, 5))
        let box = try picture.box("here")
        #expect(abs(box.midX - picture.plot.midX) < 1 && abs(box.midY - picture.plot.midY) < 2.5)
    }

    @Test func longTextsAreBroken() throws {
        let long =
            "a note that is much longer than the picture is wide, so that it has to be broken into lines to be read"
        let picture = try picture(text(long, 4, 9))
        #expect(picture.texts.count > 1)
        for text in picture.texts { #expect(Self.box(text).x >= 0 && Self.box(text).maxX <= 480) }
        let narrow = try self.picture(text(long, 2, 5, #""maxWidth": 90"#))
        #expect(narrow.texts.count > 4 && narrow.texts.allSatisfy { $0.width <= 90 })
    }

    @Test func whatStillLiesOnTickLabelsIsTold() throws {
        let lines = Array(repeating: "high", count: 14).joined(separator: "\\n")
        let picture = try picture(text(lines, 2, 0), width: 240, height: 130)
        #expect(
            picture.warnings.contains {
                $0.contains("it covers tick labels of the") && $0.contains("\"offset\" moves it")
            })
    }

    // MARK: Lines

    @Test func noLineRunsThroughAText() throws {
        for y in stride(from: 4.6, through: 5.4, by: 0.1) {
            for line in [
                #"{"type": "horizontalLine", "y": 5, "width": 2}"#, #"{"type": "verticalLine", "x": 2, "width": 2}"#,
            ] {
                let picture = try picture(text("target", 2, y) + "," + line)
                let box = try picture.box("target")
                for mark in picture.marks {
                    guard case .rects(let batch) = mark.shape else { continue }
                    for item in batch.items {
                        let line = Rect(
                            x: Double(item.rect.minX), y: Double(item.rect.minY), width: Double(item.rect.width),
                            height: Double(item.rect.height))
                        #expect(!Self.overlap(line, box))
                    }
                }
            }
        }
    }

    @Test func aTextWithABackgroundCoversLines() throws {
        let line = ##"{"type": "horizontalLine", "y": 5, "color": "#cc0000"}"##
        let picture = try picture(text("target", 2, 5, ##""background": "#ffffcc""##) + "," + line)
        #expect(abs(try picture.box("target").midY - picture.plot.midY) < 2.5)
        // It is drawn over the later line.
        #expect(picture.marks.last?.label == "annotations[0]" && picture.marks.first?.label == "annotations[1]")
    }

    @Test(arguments: [
        #"{"type": "horizontalLine", "y": 5, "text": "limit"}"#,
        #"{"type": "horizontalLine", "y": 10, "text": "limit"}"#,
        #"{"type": "horizontalLine", "y": 0, "text": "limit"}"#, #"{"type": "verticalLine", "x": 2, "text": "limit"}"#,
        #"{"type": "verticalLine", "x": 4, "text": "limit"}"#,
        #"{"type": "verticalBand", "min": 1, "max": 3, "text": "limit"}"#,
        #"{"type": "verticalBand", "min": 1, "max": 1.1, "text": "limit"}"#,
        #"{"type": "horizontalBand", "min": 6, "max": 9, "text": "limit"}"#,
        #"{"type": "horizontalBand", "min": 6, "max": 6.2, "text": "limit"}"#,
    ])
    func linesAndBandsHaveTextsBesideThem(annotation: String) throws {
        let picture = try picture(annotation)
        let box = try picture.box("limit")
        #expect(
            box.x >= picture.plot.x && box.maxX <= picture.plot.maxX && box.y >= picture.plot.y - 1
                && box.maxY <= picture.plot.maxY)
        let rects = picture.marks.compactMap { mark -> Rect? in
            guard case .rects(let batch) = mark.shape, let item = batch.items.first else { return nil }
            let rect = item.rect
            return Rect(
                x: Double(rect.minX), y: Double(rect.minY), width: Double(rect.width), height: Double(rect.height))
        }
        let own = try #require(rects.first)
        // Completely inside a band, or completely outside.
        let isInside = own.x <= box.x && box.maxX <= own.maxX && own.y <= box.y && box.maxY <= own.maxY
        #expect(isInside == (annotation.contains("\"max\": 3") || annotation.contains("\"max\": 9")))
        #expect(isInside || !Self.overlap(own, box))
        #expect(picture.warnings.isEmpty)
    }

    @Test func textsOfLinesKeepApart() throws {
        let lines = (0..<3).map {
            #"{"type": "horizontalLine", "y": \#(5 + Double($0) * 0.1), "text": "limit \#($0)"}"#
        }
        let picture = try picture(lines.joined(separator: ","))
        let boxes = picture.texts.map(Self.box)
        #expect(boxes.count == 3)
        for (k, a) in boxes.enumerated() { for b in boxes[(k + 1)...] { #expect(!Self.overlap(a, b)) } }
    }

    @Test func textsOfLinesHaveTheirColourWhereItCanBeRead() throws {
        func color(_ color: String) throws -> Color? {
            let marks = try picture(#"{"type": "horizontalLine", "y": 5, "color": "\#(color)", "text": "limit"}"#).marks
            for mark in marks { if case .glyphs(let run) = mark.shape { return run.color } }
            return nil
        }
        #expect(try color("#cc0000") == Color(0xCC0000))
        #expect(try color("#ffee00") == Theme.flat.annotationColor)
    }

    // MARK: Places

    @Test(arguments: ["above", "below", "left", "right", "aboveLeft", "aboveRight", "belowLeft", "belowRight"])
    func anchorsPutTextsBesideTheirPosition(anchor: String) throws {
        let picture = try picture(text("note", 2, 5, #""anchor": "\#(anchor)""#))
        let box = try picture.box("note")
        let (x, y) = (picture.plot.midX, picture.plot.midY)
        let name = anchor.lowercased()
        if name.hasPrefix("above") { #expect(box.maxY < y - 2 && box.maxY > y - 12) }
        if name.hasPrefix("below") { #expect(box.y > y + 2 && box.y < y + 12) }
        if name.hasSuffix("left") { #expect(box.maxX < x - 2 && box.maxX > x - 12) }
        if name.hasSuffix("right") { #expect(box.x > x + 2 && box.x < x + 12) }
        if name == "above" || name == "below" { #expect(abs(box.midX - x) < 1) }
        if name == "left" || name == "right" { #expect(abs(box.midY - y) < 2.5) }
    }

    @Test func offsetsArePoints() throws {
        let (plain, moved) = (try picture(text("note", 2, 5)), try picture(text("note", 2, 5, #""offset": [30, -20]"#)))
        let (a, b) = (try plain.box("note"), try moved.box("note"))
        #expect(abs(b.x - a.x - 30) < 1e-3 && abs(b.y - a.y + 20) < 1e-3)
    }

    @Test func rotationsAreRadians() throws {
        let turned = try picture(text("note", 2, 5, ##""rotation": 0.5, "background": "#eeeeee""##))
        #expect(turned.texts.map(\.rotation) == [0.5] && turned.warnings.isEmpty)
        let degrees = try picture(text("note", 2, 5, #""rotation": 90"#))
        #expect(abs(try #require(degrees.texts.first).rotation - .pi / 2) < 1e-6)
        #expect(
            degrees.warnings == [
                "annotations[0].rotation: read as 90 degrees; in radians, which other angles are in, it is 1.5708"
            ])
    }

    @Test func arrowsEndAtTheirTarget() throws {
        for arrow in [#"{"x": 1, "y": 3}"#, "[1, 3]"] {
            let picture = try picture(text("note", 3, 2, #""arrow": \#(arrow)"#))
            let (x, y) = (picture.plot.x + picture.plot.width / 4, picture.plot.maxY - picture.plot.height * 0.3)
            let heads = picture.marks.compactMap { mark -> Area? in
                if case .area(let area) = mark.shape { area } else { nil }
            }
            let head = try #require(heads.first)
            let points = head.samples.flatMap {
                [(Double($0.along), Double($0.first)), (Double($0.along), Double($0.second))]
            }
            let distance =
                points.map { (($0.0 - x) * ($0.0 - x) + ($0.1 - y) * ($0.1 - y)).squareRoot() }.min() ?? .infinity
            #expect(distance < 3)
        }
    }

    @Test func aTextOfAnArrowAloneStandsAboveItsTarget() throws {
        let picture = try picture(#"{"type": "text", "text": "dip", "arrow": [2, 2]}"#)
        let box = try picture.box("dip")
        #expect(abs(box.midX - picture.plot.midX) < 1 && box.maxY < picture.plot.maxY - picture.plot.height * 0.2 - 20)
        #expect(picture.marks.contains { if case .area = $0.shape { true } else { false } })
    }

    @Test func arrowsWidenRangesAndKnowDates() throws {
        let json = """
            {"xAxis": {"type": "dateTime"}, "data": {"d": {"values": {"t": ["2024-01-01", "2024-01-05"], "y": [1, 2]}}},
             "series": [{"type": "line", "data": "d", "x": "t", "y": "y"}],
             "annotations": [{"type": "text", "text": "far", "x": "2024-01-02", "y": 1, "arrow": {"x": "2024-01-09", "y": 7}}]}
            """
        let chart = try ChartDescription(json: json).makeChart()
        _ = try Vitrail.plan(chart)
        #expect(try #require(chart.yAxis).axisRange.maximum >= 7)
        let latest = try #require(chart.xAxis).axisRange.maximum
        #expect(latest >= 1_704_758_400 && latest < 1_705_500_000)
    }

    @Test(arguments: [
        (#""anchor": "top""#, "annotations[0].anchor: "),
        (#""arrow": [1]"#, "annotations[0].arrow: an arrow points at [x, y]"),
        (#""arrow": {"x": 1}"#, #"annotations[0].arrow: "y" is missing"#),
        (#""maxWidth": 0"#, "annotations[0].maxWidth: 0 is outside"),
        (##""background": "#fff", "backgroundColor": "#000""##, "annotations[0].background: "),
    ])
    func mistakesNameTheirPosition(members: String, message: String) throws {
        let error = #expect(throws: DescriptionError.self) { try picture(text("note", 1, 1, members)) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }

    @Test func annotationsOfProgramsStayAtTheirPixel() throws {
        let chart = Chart(width: 480, height: 300)
        chart.add(LineSeries(columns: SeriesColumns(y: Column([1.0, 2]))))
        chart.addAnnotation(.text("cut at the edge, and nobody minds", x: 1, y: 2))
        let plan = try Vitrail.plan(chart)
        let plot = try #require(chart.plotAreaFrame)
        let source = plan.scene.layers.flatMap(\.marks).compactMap { mark -> TextSource? in
            if case .glyphs(let run) = mark.shape, mark.label == "annotations[0]" { run.source } else { nil }
        }.first
        let text = try #require(source)
        #expect(abs(Double(text.origin.x + text.width / 2) - plot.maxX) < 1)
    }
}
