import Testing
import Vitrail

/// Labels of the radius axis hide little of the data below them.
@Suite struct RadialHaloTests {
    @Test func labelsHaveAHaloAndNoPlate() throws {
        let json = """
            {"size": {"width": 400, "height": 400}, "xAxis": {"type": "category"}, "yAxis": {"defaultRange": [0, 120]},
             "data": {"d": {"values": {"k": ["a", "b", "c", "d", "e", "f"], "v": [90, 110, 95, 105, 100, 115]}}},
             "series": [{"type": "radialLine", "data": "d", "x": "k", "y": "v", "pointsWrapAround": true, "style": {"showFill": true}}]}
            """
        let plan = try Vitrail.plan(ChartDescription(json: json).makeChart())
        let axes = plan.scene.layers.filter { $0.kind == .axes }.flatMap(\.marks)
        var (halos, labels) = (0, 0)
        for (k, mark) in axes.enumerated() {
            switch mark.shape {
            case .glyphs(let run) where mark.label.hasSuffix(" halo"):
                halos += 1
                #expect(run.color == .white)
            case .glyphs(let run) where mark.label == "label 100":
                labels += 1
                #expect(run.color != .white && axes[..<k].contains { $0.label == "label 100 halo" })
            // Axis lines and ticks are one point wide.
            case .rects(let batch): #expect(batch.items.allSatisfy { min($0.rect.width, $0.rect.height) <= 1 })
            default: break
            }
        }
        #expect(halos > 8 && labels == 1)
    }
}
