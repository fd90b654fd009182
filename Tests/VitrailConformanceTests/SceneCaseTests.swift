import Testing
import VitrailConformance
import VitrailTestSupport

/// A few cases of each kind, on the driver that the other tests draw with; all of them take the command.
@Suite("Cases that draw", .enabled("\(RealDriver.reason)") { await RealDriver.isAvailable() })
struct SceneCaseTests {
    private static let few = [
        "series.line.horizontal.scale1", "series.pie.round.scale1", "shape.rect.tip.top.outline1", "shape.disc.overlapping", "shape.line.zigzag.w4",
        "clip.area.inside", "blend.premultiplied.over", "blend.order.disc_over_line", "shape.picture.glyphs", "invariant.translation.sector",
        "invariant.clip_is_crop.line", "text.script.latin", "gl.vertex_format.short.x3.normalized", "gl.instancing.divisor2.elements", "gl.restart.strip.ushort", "gl.index.uint.fan.from6",
        "blend.factor.one.one_minus_src_alpha", "blend.equation.max.over", "gl.scissor.clear.inside", "gl.framebuffer.rgb565.texture.gradient",
        "readback.pbo.rgba8", "stress.vertices.1e4", "gl.surface.pbuffer_is_framebuffer.line", "robust.vertex.triangle.nan", "robust.scene.line.nan",
    ]

    @Test("pass")
    func pass() throws {
        let statuses = try Workers.statuses(Self.few)
        #expect(statuses == Dictionary(uniqueKeysWithValues: Self.few.map { ($0, CaseStatus.pass) }))
    }

    /// The cases that each mistake is caught by, among others.
    private static let caught: [Fault: [String]] = [
        .halfPixel: ["series.line.horizontal.scale1", "series.pie.round.scale1", "shape.rect.tip.top.outline1", "shape.disc.overlapping", "clip.area.inside"],
        .blendFactor: ["blend.factor.one.one_minus_src_alpha", "blend.premultiplied.over", "shape.disc.overlapping", "series.pie.round.scale1"],
        .swappedChannel: ["gl.vertex_format.ubyte.x3.normalized", "series.line.horizontal.scale1", "blend.premultiplied.over", "shape.picture.glyphs"],
        .droppedVertex: ["gl.restart.strip.ushort", "shape.disc.overlapping", "shape.rect.tip.top.outline1", "series.pie.round.scale1"],
    ]

    @Test("a mistake made on purpose is caught", arguments: Fault.allCases)
    func faults(fault: Fault) throws {
        let names = Self.caught[fault] ?? []
        #expect(try Workers.statuses(names, fault: fault) == Dictionary(uniqueKeysWithValues: names.map { ($0, CaseStatus.fail) }))
    }
}
