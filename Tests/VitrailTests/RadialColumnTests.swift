import Foundation
import Testing
import Vitrail

@Suite("Radial columns")
struct RadialColumnTests {
    private func chart(_ style: String) throws -> Chart {
        try ChartDescription(
            json: """
                {"data": {"d": {"values": {"name": ["a", "b", "c", "d"], "value": [4, 2, null, 8]}}}, "xAxis": {"type": "category"},
                 "yAxis": {"defaultRange": [0, 6]}, "size": {"width": 500, "height": 400}, "legend": {},
                 "series": [{"type": "radialColumn", "data": "d", "x": "name", "y": "value", "style": \(style)}]}
                """
        ).makeChart()
    }

    /// The drawn sectors.
    private func sectors(_ chart: Chart) throws -> [SectorBatch.Item] {
        let marks = try plan(chart).scene.layers.first { $0.kind == .series }?.marks ?? []
        return marks.flatMap { mark -> [SectorBatch.Item] in
            if case .sectors(let batch) = mark.shape { batch.items } else { [] }
        }
    }

    @Test(
        "each has a quarter of the circle, a radius by its value, and a colour; what is beyond the axis ends at the circle"
    )
    func sectors() throws {
        let items = try sectors(chart("{\"areaColors\": [\"red\", \"lime\", \"black\", \"blue\"], \"lineWidth\": 0}"))
        #expect(items.map(\.fill) == [.pureRed, Color(0x00FF00), .pureBlue])
        #expect(items.allSatisfy { abs($0.sweep + .pi / 2) < 1e-6 && $0.innerRadius == 0 })
        let radius = items[2].outerRadius
        #expect(abs(items[0].outerRadius - radius * 4 / 6) < 0.01 && abs(items[1].outerRadius - radius * 2 / 6) < 0.01)
        #expect(abs(items[0].startAngle - .pi / 4) < 1e-6)
        let after = try sectors(chart("{\"sectorAlignment\": \"afterDirection\"}"))
        #expect(abs(after[0].startAngle) < 1e-6 && abs(after[1].startAngle + .pi / 2) < 1e-6)
    }

    @Test("they are hit where they are seen")
    func hits() async throws {
        let chart = try chart(
            "{\"sectorAlignment\": \"afterDirection\", \"areaColors\": [\"red\", \"lime\", \"black\", \"blue\"], \"lineWidth\": 0}"
        )
        let probe = try await Probe(chart)
        let items = try sectors(chart)
        let series = try #require(chart.series[0] as? RadialColumnSeries)
        let (center, radius) = (items[0].center, items[2].outerRadius)
        func seen(_ angle: Float, _ share: Float) -> (Int?, Color) {
            let (x, y) = (center.x + share * radius * sin(angle), center.y - share * radius * cos(angle))
            return (
                series.hit(x: Double(x) - Double(probe.plot.x), y: Double(y) - Double(probe.plot.y)),
                probe[Int(x), Int(y)]
            )
        }
        #expect(seen(.pi / 4, 0.5) == (0, .pureRed) && seen(.pi * 3 / 4, 0.2) == (1, Color(0x00FF00)))
        #expect(seen(.pi * 3 / 4, 0.5).0 == nil && seen(.pi * 5 / 4, 0.2).0 == nil && seen(.pi / 4, 0.8).0 == nil)
        #expect(seen(-.pi / 4, 0.9) == (3, .pureBlue))
    }

    @Test("the legend names the sectors, or the series where all have one colour")
    func legend() throws {
        let many = try chart("{}")
        _ = try plan(many)
        let series = try #require(many.series[0] as? RadialColumnSeries)
        #expect(Set(series.resolvedStyle.areaColors ?? []).count > 3 && series.resolvedStyle.lineWidth == 1)
        let texts = try plan(many).scene.layers.flatMap(\.marks).compactMap { mark -> String? in
            if case .glyphs(let run) = mark.shape { run.source.text } else { nil }
        }
        // On the axis and in the legend.
        for name in ["a", "b", "c", "d"] { #expect(texts.count { $0 == name } == 2) }
        let one = try chart("{\"areaColor\": \"red\"}")
        _ = try plan(one)
        #expect((one.series[0] as? RadialColumnSeries)?.resolvedStyle.areaColors == nil)
    }
}
