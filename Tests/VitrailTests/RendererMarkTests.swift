import Testing
import Vitrail

/// The three marks that are not shapes, from a scene to pixels.
@Suite("Renderer: field, samples and hook")
struct RendererMarkTests {
    private let size = PixelSize(width: 48, height: 40)

    private func scene(_ marks: [Mark]) -> Scene { Scene(size: size, layers: [Layer(.series, marks: marks)]) }

    private func rect(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> PlotRect {
        PlotRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }

    private func fill(_ rect: PlotRect, _ color: Color) -> Mark {
        Mark(.rects(RectBatch(items: [.init(rect: rect, fill: color)])))
    }

    @Test(
        "field, samples and hook reach the picture, in mark order, each at its pixels and nowhere else",
        arguments: CanvasSurface.allCases)
    func allThree(surface: CanvasSurface) async throws {
        let renderer = Renderer(GLOptions(surface: surface))
        // Four by three cells of 4 × 5 pixels from (2, 3): first, last, beyond both ends, and a hole.
        let field = Field(
            columns: 4, rows: 3, values: [0, 1, 2, 3, 3, 2, .nan, 0, -9, 9, 1, 1], rect: rect(2, 3, 16, 15), low: 0,
            high: 3,
            colors: [.pureRed, .pureGreen, .pureBlue, .black])
        // Two horizontal strokes, 2 px thick, at y = 24 and 34, far from zero in the data, with a gap between them.
        let offsets = [(0.0, 0.0), (20, 0), (.nan, .nan), (20, 10), (40, 10)].map {
            PlotPoint(x: Float($0.0), y: Float($0.1))
        }
        let points = ResidentPoints(
            id: ResidentID(rawValue: 1), generation: 1, offsets: offsets, originX: 1e9, originY: -7e8)
        let samples = Samples(
            points: points, range: 0..<5, scaleX: 1, translationX: 4 - 1e9, scaleY: 1, translationY: 24 + 7e8, width: 2,
            color: .pureBlue)
        let token = Hook(token: 9)
        let clip = PixelRect(x: 10, y: 20, width: 6, height: 18)
        let picture = try await renderer.render(
            scene([
                Mark(.field(field)), Mark(.samples(samples)), Mark(.hook(token), clip: clip),
                fill(rect(12, 22, 2, 4), .pureRed),
            ]),
            hooks: [
                token: { hook in
                    #expect(hook.clip == clip)
                    #expect(hook.size == PixelSize(width: 48, height: 40))
                    let gl = HostGL(hook)
                    gl.clearColor(1, 0, 1, 1)
                    gl.clear(0x4000)
                }
            ])
        var wrong: [String] = []
        for y in 0..<size.height {
            for x in 0..<size.width where picture.image.color(x: x, y: y) != expected(x, y) {
                wrong.append("(\(x), \(y)) is \(picture.image.color(x: x, y: y)), not \(expected(x, y))")
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) pixels: \(wrong.prefix(5))")
        #expect(await renderer.close() == 0)
    }

    private func expected(_ x: Int, _ y: Int) -> Color {
        if (12..<14).contains(x), (22..<26).contains(y) { return .pureRed }
        if (10..<16).contains(x), (20..<38).contains(y) { return Color(0xFF00FF) }
        if (23..<25).contains(y), (4..<24).contains(x) { return .pureBlue }
        if (33..<35).contains(y), (24..<44).contains(x) { return .pureBlue }
        guard (2..<18).contains(x), (3..<18).contains(y) else { return .white }
        let cells: [[Color]] = [
            [.pureRed, .pureGreen, .pureBlue, .black], [.black, .pureBlue, .white, .pureRed],
            [.pureRed, .black, .pureGreen, .pureGreen],
        ]
        return cells[(y - 3) / 5][(x - 2) / 4]
    }

    @Test("resident points stay on the device: a second picture uploads next to nothing, a new generation all")
    func resident() async throws {
        let renderer = Renderer()
        func picture(_ generation: Int, _ height: Float) async throws -> RenderedImage {
            let offsets = (0..<5_000).map { PlotPoint(x: Float($0) / 100, y: $0 % 2 == 0 ? 0 : height) }
            let points = ResidentPoints(
                id: ResidentID(rawValue: 2), generation: generation, offsets: offsets, originX: 0, originY: 0)
            let samples = Samples(
                points: points, range: 0..<5_000, scaleX: 1, translationX: 0, scaleY: 1, translationY: 5, width: 1,
                color: .black)
            return try await renderer.render(scene([Mark(.samples(samples))]))
        }
        let first = try await picture(1, 10)
        let second = try await picture(1, 10)
        let third = try await picture(2, 20)
        #expect(first.statistics.uploadedBytes > 5_000 * 12)
        #expect(second.statistics.uploadedBytes < 2_000)
        #expect(second.image == first.image)
        #expect(third.statistics.uploadedBytes == first.statistics.uploadedBytes)
        #expect(third.image != first.image)
    }

    @Test(
        "a hook draws with a program of its own, and nothing of its state shows in the marks after it",
        arguments: CanvasSurface.allCases)
    func leaks(surface: CanvasSurface) async throws {
        let renderer = Renderer(GLOptions(surface: surface))
        let clip = PixelRect(x: 6, y: 5, width: 30, height: 25)
        let (before, after) = marks()
        let color = Color(red: 255, green: 0, blue: 255, alpha: 128)
        let token = Hook(token: 3)
        var hooked = scene([before, Mark(.hook(token), clip: clip)] + after)
        // A rectangle with the same paint as the hook.
        var plain = scene([before, fill(rect(6, 5, 30, 25), color)] + after)
        hooked.atlas = atlas
        plain.atlas = atlas
        let expected = try await renderer.render(plain).image
        let hooks: [Hook: HookAction] = [token: Self.paintHalfMagenta]
        for _ in 0..<2 {
            let image = try await renderer.render(hooked, hooks: hooks).image
            let result = PerChannelComparison(tolerance: 1).compare(image, expected: expected)
            #expect(result.passed, "\(result)")
        }
        // Also not in the next picture.
        #expect(try await renderer.render(plain).image == expected)
        #expect(await renderer.close() == 0)
    }

    /// Covers the clip with a triangle, blended according to the context's contract.
    private static let paintHalfMagenta: HookAction = { hook in
        let gl = HostGL(hook)
        let program = gl.makeProgram(
            vertex: """
                #version 300 es
                void main() { gl_Position = vec4(4 * (gl_VertexID & 1) - 1, 2 * (gl_VertexID & 2) - 1, 0, 1); }
                """,
            fragment: """
                #version 300 es
                precision highp float;
                out vec4 color;
                void main() { color = vec4(1, 0, 1, 1) * (128.0 / 255.0); }
                """)
        gl.useProgram(program)
        gl.drawArrays(4, 0, 3)
        gl.vandalize()
        gl.useProgram(0)
        gl.deleteProgram(program)
    }

    private let atlas = GlyphAtlas(
        id: 77, generation: 1, coverage: (0..<64).map { UInt8($0 * 4) }, coverageSize: PixelSize(width: 8, height: 8),
        color: [], colorSize: PixelSize(width: 0, height: 0))

    /// A mark before the hook, and one of every program after it.
    private func marks() -> (Mark, [Mark]) {
        let orange = Color(0xE8811A, alpha: 0.6)
        let source = TextSource(
            text: "", family: "", isBold: false, size: 8, origin: PlotPoint(x: 0, y: 0), width: 0, rotation: 0)
        let glyph = PlacedGlyph(x: 20, y: 8, atlasX: 0, atlasY: 0, width: 8, height: 8, isColor: false)
        let line = [PlotPoint(x: 2, y: 30), PlotPoint(x: 25, y: 9), PlotPoint(x: 46, y: 33)]
        let samples = [(0.0, 20.0), (20, 12), (47, 28)].map {
            Area.Sample(along: Float($0.0), first: Float($0.1), second: 36)
        }
        let image = PixelImage(size: PixelSize(width: 2, height: 2), filledWith: .pureGreen)
        let field = Field(
            columns: 2, rows: 1, values: [0, 1], rect: rect(30, 24, 8, 4), low: 0, high: 1, colors: [.black, orange])
        let column = RectBatch.Item(rect: rect(31, 6, 9, 14), fill: orange, tip: .top, tipRadius: 4)
        let sector = SectorBatch.Item(
            center: PlotPoint(x: 12, y: 28), innerRadius: 3, outerRadius: 9, startAngle: 0, sweep: 4, fill: orange)
        return (
            Mark(.polyline(Polyline(points: line.reversed(), width: 5, paint: .solid(.pureBlue)))),
            [
                Mark(.polyline(Polyline(points: line, width: 3, paint: .solid(orange)))),
                Mark(.area(Area(samples: samples, paint: .solid(orange)))), Mark(.rects(RectBatch(items: [column]))),
                fill(rect(3, 3, 10, 4), orange),
                Mark(.discs(DiscBatch(items: [.init(center: PlotPoint(x: 20, y: 20), radius: 6, color: orange)]))),
                Mark(.sectors(SectorBatch(items: [sector]))),
                Mark(.image(ImageMark(image: image, rect: rect(38, 30, 6, 6)))),
                Mark(.field(field)), Mark(.glyphs(GlyphRun(glyphs: [glyph], color: .black, source: source))),
            ]
        )
    }
}
