import Foundation
import Testing
import Vitrail

/// Default appearance of pies and donuts in descriptions.
@Suite struct DescribedPieTests {
    private struct Picture {
        var texts: [TextSource] = []
        var sectors: [SectorBatch.Item] = []
        var spokes: [[PlotPoint]] = []
        var discs = 0
        var warnings: [String] = []
        /// Without line feeds.
        var labels: String { texts.map(\.text).joined(separator: " ") }
    }

    private func picture(
        _ values: [Double], names: [String]? = nil, style: String = "{}", kind: String = "pie", width: Double = 480,
        height: Double = 320,
        more: String = ""
    ) throws -> Picture {
        let names = names ?? values.indices.map { "Item \($0 + 1)" }
        let list = names.map { "\"\($0)\"" }.joined(separator: ",")
        let json = """
            {"size": {"width": \(width), "height": \(height)}, \(more) "data": {"d": {"values": {"n": [\(list)], "v": \(values)}}},
             "series": [{"type": "\(kind)", "data": "d", "x": "n", "y": "v", "style": \(style)}]}
            """
        let plan = try Vitrail.plan(ChartDescription(json: json).makeChart())
        var picture = Picture(warnings: plan.warnings.map(\.description))
        for mark in plan.scene.layers.flatMap(\.marks) {
            switch mark.shape {
            case .glyphs(let run) where mark.label == "series[0] label": picture.texts.append(run.source)
            case .sectors(let batch) where mark.label == "series[0] slices": picture.sectors += batch.items
            case .polyline(let line): picture.spokes += line.points.split { !$0.isFinite }.map(Array.init)
            case .discs(let batch): picture.discs += batch.items.count
            default: break
            }
        }
        return picture
    }

    @Test func namesAndSharesStandInTwoLines() throws {
        let pie = try picture([50, 30, 20])
        #expect(pie.texts.map(\.text) == ["Item 1", "50%", "Item 2", "30%", "Item 3", "20%"])
        #expect(pie.spokes.isEmpty && pie.warnings.isEmpty)
    }

    @Test func slicesGoClockwiseFromTwelve() throws {
        let pie = try picture([1, 3])
        let starts = pie.sectors.map { Double($0.startAngle) }
        #expect(starts.count == 2 && abs(starts[0]) < 1e-6 && abs(starts[1] + .pi / 2) < 1e-6)
        #expect(pie.sectors.allSatisfy { $0.sweep < 0 })
        let turned = try picture([1, 3], style: #"{"drawDirection": "antiClockwise"}"#)
        #expect(turned.sectors.allSatisfy { $0.sweep > 0 })
    }

    @Test(arguments: [
        (#"{"labelContent": "value"}"#, [12.0, 30, 1_234_567], "1,234,567"),
        (#"{"labelContent": "value"}"#, [0.5, 0.25, 2], "0.5|0.25|2"),
        ("{}", [1, 1, 6], "12.5%|75.0%"), ("{}", [1, 1, 1], "33%"),
        (#"{"labelFormatString": "%.1f €"}"#, [1, 1, 2], "1.0 €|2.0 €"),
        (#"{"labelFormatString": "%.2f%%"}"#, [1, 1, 2], "25.00%|50.00%"),
        (#"{"labelFormatString": ".1%"}"#, [1, 1, 2], "25.0%|50.0%"),
    ])
    func numbersAreShort(style: String, values: [Double], expected: String) throws {
        let labels = try picture(values, style: style).labels
        for text in expected.split(separator: "|") { #expect(labels.contains(text)) }
    }

    @Test func sharesAreNeitherNothingNorAll() throws {
        let labels = try picture([1, 99_999]).labels
        #expect(labels.contains("<0.1%") && labels.contains(">99.9%"))
        #expect(try picture([5]).labels == "Item 1 100%")
    }

    @Test func smallSlicesHaveSpokesFromTheRim() throws {
        let pie = try picture([60, 36, 2, 2])
        #expect(pie.labels.contains("Item 3: 2%") && pie.labels.contains("Item 4: 2%"))
        #expect(pie.spokes.count == 2 && pie.discs == 0 && pie.warnings.isEmpty)
        let outer = try #require(pie.sectors.first)
        for spoke in pie.spokes {
            let start = spoke[0]
            let distance = hypot(start.x - outer.center.x, start.y - outer.center.y)
            #expect(abs(distance - outer.outerRadius) < 0.5)
        }
    }

    @Test func nothingIsLeftOutOfFourteenSlices() throws {
        let values: [Double] = [40, 22, 12, 9, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1]
        let donut = try picture(values, kind: "donut")
        for k in values.indices { #expect(donut.labels.contains("Item \(k + 1)")) }
        #expect(donut.warnings.isEmpty)
        // Thin slices keep their colour despite the rim.
        #expect(donut.sectors.allSatisfy { $0.crust == .white && $0.crustWidth <= 1 })
    }

    @Test func labelsBesideStandInTwoColumns() throws {
        let pie = try picture([40, 22, 12, 9, 7, 5, 3, 2], style: #"{"spokeStyle": {"showSpokes": true}}"#)
        let centre = try #require(pie.sectors.first).center.x
        let left = pie.texts.filter { $0.origin.x < centre }.map { $0.origin.x + $0.width }
        let right = pie.texts.filter { $0.origin.x >= centre }.map(\.origin.x)
        #expect(left.count + right.count == 8 && left.count > 1)
        for column in [left, right] where column.count > 1 {
            #expect(try #require(column.max()) - #require(column.min()) < 1)
        }
        // The pie uses most of the height.
        #expect(try #require(pie.sectors.first).outerRadius > 320 * 0.55 / 2)
    }

    @Test func labelsDoNotTouchOneAnotherOrThePie() throws {
        var random = SystemRandom(state: 7)
        for _ in 0..<60 {
            let count = Int.random(in: 1...24, using: &random)
            let values = (0..<count).map { _ in pow(Double.random(in: 0...1, using: &random), 3) + 0.001 }
            let (width, height) = (
                Double.random(in: 200...800, using: &random), Double.random(in: 150...500, using: &random)
            )
            let pie = try picture(values, width: width.rounded(), height: height.rounded())
            let boxes = pie.texts.map { text in
                Rect(
                    x: Double(text.origin.x), y: Double(text.origin.y - text.size * 0.7), width: Double(text.width),
                    height: Double(text.size * 0.7))
            }
            for (k, a) in boxes.enumerated() {
                #expect(a.x >= 0 && a.y >= 0 && a.maxX <= width && a.maxY <= height)
                for b in boxes[(k + 1)...] {
                    let isApart =
                        a.x >= b.maxX - 0.5 || b.x >= a.maxX - 0.5 || a.y >= b.maxY - 0.5 || b.y >= a.maxY - 0.5
                    #expect(isApart, "\(values)")
                }
            }
            let named = values.indices.count { k in
                pie.texts.contains { $0.text.split(separator: ":")[0] == "Item \(k + 1)" }
            }
            let warned = pie.warnings.contains { $0.contains("of \(values.count) do not fit and are left out") }
            #expect(warned == (named < values.count), "\(named) of \(values.count): \(pie.warnings)")
        }
    }

    @Test func labelsLeftOutAreCounted() throws {
        let inside = try picture([97, 1, 1, 1], style: #"{"spokeStyle": {"showSpokes": false}}"#)
        #expect(inside.warnings.contains { $0.contains("3 of 4 do not fit") && $0.contains("showSpokes") })
        let many = try picture((0..<10_000).map { 1 + Double($0 % 7) })
        #expect(many.warnings.contains { $0.contains("of 10000 do not fit") })
        #expect(many.texts.count > 10)
    }

    @Test func spokesWithADiscAreThoseOfTheControl() throws {
        let pie = try picture([1, 1], style: #"{"spokeStyle": {"showSpokes": true, "anchorRadius": 5}}"#)
        #expect(pie.discs == 2)
    }

    @Test func piesOfProgramsKeepTheContract() throws {
        let pie = PieSeries(columns: SeriesColumns(y: Column([1.0, 3] as [Double])))
        let plan = try Vitrail.plan(Slices.chart(pie))
        let texts = plan.scene.layers.flatMap(\.marks).compactMap { mark in
            if case .glyphs(let run) = mark.shape { run.source.text } else { nil }
        }
        #expect(texts == ["1.00", "3.00"])
    }
}

/// The same numbers in each run.
private struct SystemRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
