import Testing
import VitrailReference
import VitrailScene
import VitrailTestNumbers

/// Marks that fade as a whole.
@Suite("Oracle: faded groups", .enabled("\(Oracle.reason)") { await Oracle.isAvailable() })
struct GroupOracleTests {
    private func disc(_ x: Float, _ y: Float, _ radius: Float, _ color: Color) -> Shape {
        .discs(DiscBatch(items: [.init(center: PlotPoint(x: x, y: y), radius: radius, color: color)]))
    }

    /// One shape of each kind that uses its own scratch target, and some that do not, overlapping.
    private func shapes() -> [Shape] {
        let wave = (0..<60).map { PlotPoint(x: 20 + 3 * Float($0), y: 70 + 40 * Float($0 % 7) / 7) }
        return [
            .rects(
                RectBatch(
                    items: [
                        .init(
                            rect: PlotRect(minX: 20, minY: 20, maxX: 200, maxY: 130), fill: Color(0xFFF2CC),
                            stroke: .black)
                    ], strokeWidth: 3)),
            .area(
                Area(
                    samples: wave.map { Area.Sample(along: $0.x, first: $0.y, second: 120) },
                    paint: .solid(Color(0x2A9D8F, alpha: 0.7)))),
            .sectors(
                SectorBatch(items: [
                    .init(
                        center: PlotPoint(x: 150, y: 70), innerRadius: 10, outerRadius: 40, startAngle: 0, sweep: 2,
                        fill: Color(0xE0443E)),
                    .init(
                        center: PlotPoint(x: 150, y: 70), innerRadius: 10, outerRadius: 40, startAngle: 2, sweep: 2.5,
                        fill: Color(0x2C6FDB)),
                ])),
            disc(70, 60, 30, Color(0x8844CC)),
            .polyline(Polyline(points: wave, width: 4, paint: .solid(.black))),
        ]
    }

    private func scene(_ opacities: [Float?], clip: PixelRect? = nil) -> Scene {
        var scene = Scene(size: PixelSize(width: 240, height: 160))
        let below = Mark(disc(60, 90, 60, Color(0x226622, alpha: 0.8)))
        var marks = [below]
        for (id, opacity) in opacities.enumerated() {
            for shape in shapes() {
                var mark = Mark(shape, clip: clip)
                mark.group = opacity.map { FadedGroup(id: id, opacity: $0) }
                marks.append(mark)
            }
        }
        scene.layers = [
            Layer(.overlay, marks: marks),
            Layer(.chrome, marks: [Mark(disc(200, 120, 30, Color(0x222266, alpha: 0.5)))]),
        ]
        return scene
    }

    @Test("a group of all kinds of shapes, alone, two of them, between other marks, clipped")
    func groups() async throws {
        try await Oracle.expectAgreement("faded group", scene([0.4]))
        try await Oracle.expectAgreement("two faded groups", scene([0.4, 0.7]))
        try await Oracle.expectAgreement("two equal groups", scene([0.5, 0.5]))
        try await Oracle.expectAgreement("a group among marks", scene([nil, 0.6, nil]))
        try await Oracle.expectAgreement(
            "a clipped group", scene([0.6], clip: PixelRect(x: 40, y: 30, width: 90, height: 71)))
        var translucent = scene([0.4])
        translucent.background = Color(0xFFFFFF, alpha: 0.25)
        try await Oracle.expectAgreement("a group on a translucent background", translucent)
    }

    @Test("what a mark of a group covers does not shine through; groups of one opacity stay apart; 0 paints nothing")
    func whole() async throws {
        func picture(_ groups: [FadedGroup?]) async throws -> PixelImage {
            var scene = Scene(size: PixelSize(width: 60, height: 40))
            scene.layers = [
                Layer(
                    .overlay,
                    marks: zip([disc(20, 20, 15, Color(0xFF0000)), disc(36, 20, 15, Color(0x0000FF))], groups).map {
                        var mark = Mark($0)
                        mark.group = $1
                        return mark
                    })
            ]
            let drawn = try await Oracle.draw(scene)
            let exact = ReferenceRasterizer.render(scene).image
            for (x, y) in [(12, 20), (28, 20), (45, 20), (2, 2)] {
                let (a, b) = (drawn.color(x: x, y: y), exact.color(x: x, y: y))
                for channel in [\Color.red, \.green, \.blue] {
                    #expect(abs(Int(a[keyPath: channel]) - Int(b[keyPath: channel])) <= 1, "\(x) \(a) \(b)")
                }
            }
            return exact
        }
        let one = FadedGroup(id: 0, opacity: 0.5)
        let together = try await picture([one, one])
        #expect(together.color(x: 12, y: 20) == Color(0xFF8080) && together.color(x: 28, y: 20) == Color(0x8080FF))
        let apart = try await picture([one, FadedGroup(id: 1, opacity: 0.5)])
        #expect(apart.color(x: 28, y: 20) == Color(0x8040BF))
        let none = try await picture([FadedGroup(id: 0, opacity: 0), nil])
        #expect(none.color(x: 12, y: 20) == .white && none.color(x: 28, y: 20) == Color(0x0000FF))
    }
}
