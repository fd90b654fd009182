import Testing
import Vitrail

/// Positions of labels for each anchor, from the Scene.
@Suite("Anchors of labels")
struct LabelAnchorTests {
    /// A chart of one series with the given label style.
    private func scene(
        _ type: String, _ style: String, x: String = "[\"a\", \"b\", \"c\"]", y: String = "[40, -25, 80]",
        series: String = "", more: String = ""
    ) throws -> LabelScene {
        let isBar = type == "bar"
        return try LabelScene(
            """
            {"size": {"width": 480, "height": 320}, "data": {"d": {"values": {"k": \(x), "v": \(y), "t": ["one", "", "three"], "a": [1, 2, 3]}}},
             "\(isBar ? "y" : "x")Axis": {"type": "category"},
             "series": [{"type": "\(type)", "data": "d", "x": "\(isBar ? "v" : "k")", "y": "\(isBar ? "k" : "v")"\(series),
               "style": {"dataPointLabelStyle": {"showLabels": true\(style)}}}]\(more)}
            """)
    }

    private func bars(_ scene: LabelScene) -> [PlotRect] { scene.rects(ofSeries: 0).map(\.rect) }

    @Test(
        "labels of columns and bars stand beyond the ends of their values, and show these",
        arguments: ["column", "bar"]
    )
    func outsideEnd(type: String) throws {
        for anchor in ["", #", "anchor": "outsideEnd""#, #", "anchor": "auto""#] {
            let scene = try scene(type, anchor)
            #expect(scene.labels.map(\.text) == ["40", "−25", "80"] && scene.warnings == [])
            for (label, bar) in zip(scene.labels, bars(scene)) {
                let (box, isNegative) = (label.box, label.text == "−25")
                let gap =
                    type == "column"
                    ? (isNegative ? box.minY - bar.maxY : bar.minY - box.maxY)
                    : isNegative ? bar.minX - box.maxX : box.minX - bar.maxX
                #expect((2...6).contains(gap), "\(label.text): \(gap)")
                let middle =
                    type == "column"
                    ? (box.minX + box.maxX - bar.minX - bar.maxX) / 2 : (box.minY + box.maxY - bar.minY - bar.maxY) / 2
                #expect(abs(middle) <= 2)
            }
        }
    }

    @Test(
        "labels stand in their bars, at the end, the base or in the middle, in a colour that can be read",
        arguments: ["column", "bar"])
    func inside(type: String) throws {
        for anchor in ["insideEnd", "insideBase", "center"] {
            let scene = try scene(type, #", "anchor": "\#(anchor)""#)
            #expect(scene.labels.map(\.text) == ["40", "−25", "80"])
            #expect(scene.minContrast() >= 4.5)
            for (label, bar) in zip(scene.labels, bars(scene)) {
                let box = label.box
                #expect(bar.holds(box))
                let isNegative = label.text == "−25"
                let (low, high) =
                    type == "column"
                    ? (box.minY - bar.minY, bar.maxY - box.maxY) : (bar.maxX - box.maxX, box.minX - bar.minX)
                // `low` is the distance from the end of a positive value.
                let (end, base) = isNegative ? (high, low) : (low, high)
                switch anchor {
                case "insideEnd": #expect((2...6).contains(end) && base > end)
                case "insideBase": #expect((2...6).contains(base) && end > base)
                default: #expect(abs(end - base) <= 3)
                }
            }
        }
    }

    @Test("a label without room beyond its column stands in it", arguments: ["flat", "dark", "light"])
    func noRoom(theme: String) throws {
        let scene = try scene(
            "column", "", y: "[40, 25, 80]",
            more: #", "yAxis": {"defaultRange": [0, 80], "axisPosition": "reverse"}, "theme": "\#(theme)""#)
        #expect(scene.labels.count == 3)
        let top = try LabelScene(
            """
            {"size": {"width": 480, "height": 320}, "theme": "\(theme)", "data": {"d": {"values": {"k": ["a", "b"], "v": [-40, -80]}}}, "xAxis": {"type": "category"},
             "yAxis": {"defaultRange": [-80, 0]}, "series": [{"type": "column", "data": "d", "x": "k", "y": "v",
               "style": {"showAreaWithGradient": false, "dataPointLabelStyle": {"showLabels": true}}}]}
            """)
        // The x-axis is below the lower end.
        #expect(top.labels.map(\.text) == ["−40", "−80"])
        let bar = try #require(top.rects(ofSeries: 0).last)
        #expect(bar.rect.holds(top.labels[1].box) && top.minContrast() >= 4.5)
    }

    @Test("an automatic range leaves room beyond a bar that ends at the names")
    func range() throws {
        let scene = try scene("bar", "", y: "[40, -50, 80]")
        #expect(scene.labels.map(\.text) == ["40", "−50", "80"] && scene.overlaps() == [])
        #expect(scene.labels[1].box.maxX < bars(scene)[1].minX)
    }

    @Test("labels of points stand on the side that is asked for", arguments: ["above", "below", "left", "right"])
    func sides(anchor: String) throws {
        for type in ["scatter", "line"] {
            let scene = try scene(type, #", "anchor": "\#(anchor)""#, y: "[40, 40, 40]")
            // A horizontal line's stroke is beside it.
            guard type == "scatter" || anchor == "above" || anchor == "below" else {
                #expect(scene.labels.isEmpty && scene.warnings.count == 1)
                continue
            }
            #expect(scene.labels.count >= 2, "\(type)")
            let level =
                type == "scatter" ? try #require(scene.discs.first).center.y : try #require(scene.segments.first).from.y
            for label in scene.labels {
                switch anchor {
                case "above": #expect((2...10).contains(level - label.box.maxY))
                case "below": #expect((2...10).contains(label.box.minY - level))
                default:
                    #expect(abs((label.box.minY + label.box.maxY) / 2 - level) <= 2)
                    #expect(
                        scene.discs.contains {
                            anchor == "right"
                                ? (2...10).contains(label.box.minX - $0.center.x)
                                : (2...10).contains($0.center.x - label.box.maxX)
                        })
                }
            }
        }
    }

    @Test("labels stand above the peaks of a line and below its dips, off symbols and strokes")
    func slope() throws {
        let scene = try scene("line", "", x: #"["a", "b", "c", "d", "e"]"#, y: "[10, 30, 12, 33, 8]", more: "").labels
        let whole = try self.scene("line", "", x: #"["a", "b", "c"]"#, y: "[10, 30, 12]")
        #expect(scene.isEmpty == false && whole.overlaps() == [])
        let peak = try #require(whole.labels.first { $0.text == "30" })
        #expect(peak.box.maxY < (try #require(whole.segments.first)).to.y)
    }

    @Test("a label in the middle of a point lies on it")
    func center() throws {
        let scene = try scene("scatter", #", "anchor": "center""#)
        for (label, disc) in zip(scene.labels, scene.discs) {
            #expect(
                abs((label.box.minX + label.box.maxX) / 2 - disc.center.x) <= 2
                    && abs((label.box.minY + label.box.maxY) / 2 - disc.center.y) <= 2)
        }
        #expect(scene.labels.count == 3)
    }

    @Test(
        "an offset alone is measured from the point to the label's middle, turned round for negative values; with an anchor from there"
    )
    func offset() throws {
        let alone = try scene("column", #", "offsetFromDataPoint": [0, -20]"#)
        for (label, bar) in zip(alone.labels, bars(alone)) {
            let middle = (label.box.minY + label.box.maxY) / 2
            #expect(abs(label.text == "−25" ? middle - bar.maxY - 20 : bar.minY - middle - 20) <= 2.5)
        }
        let (plain, moved) = (
            try scene("column", ""), try scene("column", #", "anchor": "outsideEnd", "offsetFromDataPoint": [0, -6]"#)
        )
        #expect(plain.labels.count == 3 && moved.labels.count == 3)
        #expect(
            abs(plain.labels[0].box.minY - bars(plain)[0].minY - (moved.labels[0].box.minY - bars(moved)[0].minY) - 6)
                <= 1)
    }

    @Test("texts of a column, and formats of their own")
    func texts() throws {
        let named = try scene("scatter", #", "labels": "t""#)
        #expect(named.labels.map(\.text) == ["one", "three"])
        let format = try scene(
            "column", #", "labelFormatString": "%.1f €""#, more: #", "yAxis": {"labelFormatString": "%.0f"}"#)
        #expect(
            format.labels.map(\.text) == ["40.0 €", "-25.0 €", "80.0 €"]
                || format.labels.map(\.text) == ["40.0 €", "−25.0 €", "80.0 €"])
        #expect(format.texts.contains { $0.text == "0" && $0.name == "label 0" })
        #expect(
            try scene("line", #", "displayValues": "both", "labelFormatString": "%.1f""#).labels.map(\.text).contains(
                "a, 40.0"))
        #expect(throws: DescriptionError.self) { try scene("column", #", "labelFormatString": "%d %d""#) }
        #expect(throws: DescriptionError.self) { try scene("column", #", "labels": "nowhere""#) }
        #expect(throws: DescriptionError.self) {
            try scene("column", #", "labels": "t""#, series: #", "aggregation": "sum""#)
        }
    }

    @Test("texts go with their rows where these are sorted or split")
    func sortedTexts() throws {
        let scene = try LabelScene(
            """
            {"data": {"d": {"values": {"x": [3, 1, 2, 1], "y": [3, 1, 2, 5], "t": ["c", "a", "b", "z"], "g": ["p", "p", "p", "q"]}}},
             "series": [{"type": "scatter", "data": "d", "x": "x", "y": "y", "by": "g", "sorted": true,
               "style": {"dataPointLabelStyle": {"showLabels": true, "labels": "t"}}}]}
            """)
        #expect(scene.labels.map(\.text) == ["a", "b", "c", "z"])
        #expect(
            zip(scene.labels.prefix(3), scene.labels.dropFirst().prefix(2)).allSatisfy {
                $0.box.minX < $1.box.minX && $0.box.minY > $1.box.minY
            })
    }

    @Test(
        "labels of stacked columns stand in the middle of their own segments or are left out and counted; sums stand on top"
    )
    func stacked() throws {
        for (key, own) in [(#""stackTotals": true,"#, ""), ("", #", "stackTotals": true"#)] {
            let scene = try LabelScene(
                """
                {"size": {"width": 480, "height": 300}, \(key) "data": {"d": {"values": {"c": ["Q1", "Q2", "Q3", "Q4"], "a": [12, 2, 9, 15], "b": [11, 13, 1, 16]}}},
                 "xAxis": {"type": "category"}, "series": [
                  {"type": "column", "data": "d", "x": "c", "y": "a", "stackIndex": 1, "style": {"dataPointLabelStyle": {"showLabels": true}}},
                  {"type": "column", "data": "d", "x": "c", "y": "b", "stackIndex": 1, "style": {"dataPointLabelStyle": {"showLabels": true\(own)}}}]}
                """)
            #expect(scene.overlaps() == [] && scene.minContrast() >= 4.5)
            let totals = scene.labels.filter { $0.name.hasSuffix("total") }
            #expect(totals.map(\.text) == ["23", "15", "10", "31"])
            for (total, bar) in zip(totals, scene.rects(ofSeries: 1)) {
                #expect((2...6).contains(bar.rect.minY - total.box.maxY))
            }
            let segments = scene.labels.filter { $0.name.hasSuffix("label") }
            #expect(
                segments.count >= 6 && segments.contains { $0.text == "16" } && !segments.contains { $0.text == "1" })
            for label in segments { #expect(scene.rects().contains { $0.rect.holds(label.box) }) }
            let missing = 8 - segments.count
            #expect(scene.warnings.joined().contains(" of 4 labels do not fit") && missing > 0)
        }
        let plain = try scene("column", "", more: #", "stackTotals": true"#)
        #expect(plain.warnings == ["stackTotals: ignored: no columns or bars are stacked; \"stackIndex\" stacks them"])
    }

    @Test("sums of stacks of both signs, of bars, and of samples that one series lacks")
    func totals() throws {
        let scene = try LabelScene(
            """
            {"data": {"d": {"values": {"c": ["p", "q", "r"], "a": [5, -4, null], "b": [-2, -3, 7]}}}, "stackTotals": true,
             "yAxis": {"type": "category"}, "series": [{"type": "bar", "data": "d", "x": "a", "y": "c", "stackIndex": 1},
              {"type": "bar", "data": "d", "x": "b", "y": "c", "stackIndex": 1}]}
            """)
        #expect(scene.labels.map(\.text) == ["3", "−7", "7"] && scene.overlaps() == [])
    }

    @Test("labels that find no place are counted, with the options that make room")
    func counted() throws {
        let many = (0..<60).map { "\(1_000_000 + $0 * 1_371)" }.joined(separator: ", ")
        let scene = try LabelScene(
            """
            {"size": {"width": 300, "height": 200}, "data": {"d": {"values": {"v": [\(many)]}}},
             "series": [{"type": "column", "data": "d", "y": "v", "style": {"dataPointLabelStyle": {"showLabels": true}}}]}
            """)
        let missing = 60 - scene.labels.count
        #expect(missing > 50 && scene.overlaps() == [])
        #expect(
            scene.warnings == [
                "series[0].style.dataPointLabelStyle: \(missing) of 60 labels do not fit beside marks and other labels and are left out;"
                    + " another anchor, a smaller font or a larger size helps"
            ])
    }

    @Test("in Swift, labels without an anchor lie on their points; with one they keep off")
    func swift() throws {
        func labels(_ anchor: DataPointLabelStyle.Anchor?) throws -> [String] {
            let chart = Chart(frame: Rect(x: 0, y: 0, width: 400, height: 300))
            let columns = ColumnSeries(columns: SeriesColumns(y: Column([3.0, 9, 5])))
            columns.style.dataPointLabelStyle = DataPointLabelStyle(showLabels: true, anchor: anchor)
            chart.add(columns)
            let scene = try plan(chart).scene
            let bars = scene.marks.flatMap { mark -> [PlotRect] in
                if case .rects(let batch) = mark.shape, mark.source != nil { batch.items.map(\.rect) } else { [] }
            }
            return scene.marks.compactMap { mark in
                guard case .glyphs(let run) = mark.shape, mark.label == "series[0] label", let glyph = run.glyphs.first
                else { return nil }
                let middle = Float(glyph.y) + Float(glyph.height) / 2
                return bars.contains { abs($0.minY - middle) < 4 } ? "on" : "off"
            }
        }
        #expect(try labels(nil) == ["on", "on", "on"])
        #expect(try labels(.auto) == ["off", "off", "off"])
    }
}
