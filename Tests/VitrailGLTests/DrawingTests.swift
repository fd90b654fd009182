import Testing
import VitrailDrawList
import VitrailScene
import VitrailShaders
import VitrailTestSupport

@testable import VitrailGL

/// Pictures of a real driver, compared with values computed by hand.
@Suite("Drawing", .enabled("\(RealDriver.reason)") { await RealDriver.isAvailable() })
struct DrawingTests {
    private static let size = Lists.size(8, 6)

    private func picture(
        _ list: DrawList, surface: CanvasSurface = .framebuffer, hooks: [Hook: HookAction] = [:]
    ) async throws -> PixelImage {
        let renderer = try await GLRenderer(.real(surface), shaders: TestShaders.source)
        let image = try await renderer.draw(list, hooks: hooks).image
        await renderer.close()
        let left = await renderer.liveObjects
        #expect(left == 0)
        return image
    }

    @Test("the canvas is cleared to the background, premultiplied", arguments: CanvasSurface.allCases)
    func background(surface: CanvasSurface) async throws {
        let color = Color(red: 200, green: 100, blue: 50, alpha: 128)
        let image = try await picture(DrawList(size: Self.size, background: color), surface: surface)
        #expect(image == PixelImage(size: Self.size, filledWith: color))
        #expect(image[3, 3] == SIMD4(100, 50, 25, 128))
    }

    @Test("row 0 is the top row", arguments: CanvasSurface.allCases)
    func orientation(surface: CanvasSurface) async throws {
        let list = DrawList(
            size: Self.size, background: .black, buffers: [.rect([Lists.fill(1, 0, 2, 1), Lists.fill(5, 4, 3, 2)])],
            commands: [Lists.draw(.rect, .over, count: 2, in: Self.size)])
        let image = try await picture(list, surface: surface)
        var expected = PixelImage(size: Self.size, filledWith: .black)
        for (x, y) in [(1, 0), (2, 0), (5, 4), (6, 4), (7, 4), (5, 5), (6, 5), (7, 5)] {
            expected[x, y] = SIMD4(repeating: 255)
        }
        #expect(image == expected)
    }

    @Test("draws cover each other as their blend says")
    func blending() async throws {
        let size = Lists.size(4, 1)
        let fill = SIMD4<Float>(0.2, 0.4, 0.6, 0.8)
        let blends: [Blend] = [.over, .add, .max, .replace]
        let list = DrawList(
            size: size, background: Color(red: 100, green: 200, blue: 50),
            buffers: [.rect((0..<4).map { Lists.fill(Float($0), 0, 1, 1) })],
            commands: blends.enumerated().map { i, blend in
                Lists.draw(.rect, blend, from: i, color: fill, in: size)
            })
        let image = try await picture(list)
        // 0.2, 0.4, 0.6, 0.8 are 51, 102, 153, 204.
        #expect(image[0, 0] == SIMD4<UInt8>(51 + 20, 102 + 40, 153 + 10, 204 + 51))
        #expect(image[1, 0] == SIMD4(151, 255, 203, 255))
        #expect(image[2, 0] == SIMD4(100, 200, 153, 255))
        #expect(image[3, 0] == SIMD4(51, 102, 153, 204))
    }

    @Test("a scissor cuts a draw, also one that reaches beyond the canvas")
    func scissor() async throws {
        let list = DrawList(
            size: Self.size, background: .black, buffers: [.rect([Lists.fill(0, 0, 8, 6)])],
            commands: [
                Lists.draw(.rect, .over, scissor: PixelRect(x: -3, y: 4, width: 5, height: 100), in: Self.size),
                Lists.draw(.rect, .over, scissor: PixelRect(x: 20, y: 0, width: 5, height: 5), in: Self.size),
            ])
        let image = try await picture(list)
        for y in 0..<6 {
            for x in 0..<8 { #expect(image[x, y].x == (x < 2 && y >= 4 ? 255 : 0)) }
        }
    }

    @Test("one draw fills four cell targets, and one reads them")
    func cells() async throws {
        let list = DrawList(
            size: Self.size, background: .clear,
            buffers: [
                .line([LineVertex(x: 1, y: 1, run: 1), LineVertex(x: 4, y: 3, run: 2), LineVertex(x: 8, y: 6, run: 3)]),
                .quad([Lists.quad(0, 0, 8, 6)]),
            ],
            commands: [
                .target(.cells, clear: Lists.all(Self.size)),
                Lists.draw(.line, .max, count: 2, color: SIMD4(0.4, 0, 0.2, 0), in: Self.size),
                Lists.draw(.line, .max, count: 1, color: SIMD4(0.2, 0.4, 0, 0), in: Self.size),
                .target(.canvas, clear: nil),
                Lists.draw(
                    .resolveCells, .over, buffer: 1, textures: (0..<4).map { .target(.cells, $0) }, in: Self.size),
            ])
        let image = try await picture(list)
        // Sums of rounded quarters of 0.4 and 0.2: 26 + 51 + 77 + 102 and 13 + 26 + 38 + 51. The second segment begins
        // at the end of a run and paints nothing.
        #expect(image[2, 2] == SIMD4(255, 255, 128, 0))
        #expect(image[4, 3] == SIMD4(0, 0, 0, 0))
        #expect(image[0, 0] == SIMD4(0, 0, 0, 0))
    }

    @Test("thousands of numbers, each too small for eight bits, add up in both targets of slivers")
    func slivers() async throws {
        let count = 4_000
        let list = DrawList(
            size: Self.size, background: .clear,
            buffers: [.quad(Array(repeating: Lists.quad(0, 0, 8, 6), count: count))],
            commands: [
                .target(.slivers, clear: Lists.all(Self.size)),
                Lists.draw(.sliver, .add, count: count, color: SIMD4(0.4, 0.2, 0, 0.1) / Float(count), in: Self.size),
                .target(.canvas, clear: nil),
                // Takes all of the first target and red, a half, of the second one; one channel is opaque.
                Lists.draw(
                    .resolveSlivers, .over, textures: [.target(.slivers, 0), .target(.slivers, 1)], in: Self.size),
            ])
        #expect(try await picture(list)[3, 2] == SIMD4(153, 51, 0, 255))
    }

    @Test("the most bits that a device can add in")
    func sumBits() {
        #expect(TargetStore.sumBits(["GL_EXT_color_buffer_float", "GL_EXT_float_blend"]) == 32)
        #expect(
            TargetStore.sumBits(["GL_EXT_color_buffer_float"]) == 16
                && TargetStore.sumBits(["GL_EXT_color_buffer_half_float"]) == 16)
        #expect(TargetStore.sumBits(["GL_EXT_float_blend"]) == nil)
    }

    @Test("a mask adds up and is painted; clearing keeps to its rectangle")
    func mask() async throws {
        let third = SIMD4<Float>(0.2, 0, 0, 0)
        let list = DrawList(
            size: Self.size, background: .clear,
            buffers: [.rect([Lists.fill(0, 0, 8, 6)]), .quad([Lists.quad(0, 0, 8, 6)])],
            commands: [
                .target(.mask, clear: Lists.all(Self.size)),
                Lists.draw(.rect, .add, color: third, in: Self.size),
                Lists.draw(.rect, .add, color: third, in: Self.size),
                .target(.canvas, clear: nil),
                .target(.mask, clear: PixelRect(x: 4, y: -2, width: 100, height: 4)),
                .target(.canvas, clear: nil),
                Lists.draw(.resolveMask, .over, buffer: 1, textures: [.target(.mask, 0)], in: Self.size),
            ])
        let image = try await picture(list)
        #expect(image[0, 0] == SIMD4(repeating: 102))
        #expect(image[4, 1] == SIMD4(repeating: 0))
        #expect(image[4, 2] == SIMD4(repeating: 102))
        #expect(image[3, 1] == SIMD4(repeating: 102))
    }

    @Test("textures arrive texel by texel: coverage, colour, values, palette, image")
    func textures() async throws {
        let size = Lists.size(3, 2)
        let full = [Lists.quad(0, 0, 3, 2)]
        let atlas = GlyphAtlas(
            id: 5, generation: 1, coverage: [0, 51, 102, 153, 204, 255], coverageSize: size,
            color: (0..<24).map { UInt8($0 * 10) }, colorSize: size)
        let image = PixelImage(size: size, pixels: (0..<24).map { UInt8(250 - $0 * 10) })
        func shown(_ program: ProgramVariant, _ textures: [TextureData]) -> DrawList {
            DrawList(
                size: size, background: .clear, buffers: [.quad(full)], textures: textures,
                commands: [
                    Lists.draw(program, .replace, textures: textures.indices.map { .texture($0) }, in: size)
                ])
        }
        let coverage = try await picture(shown(.glyph, [.glyphCoverage(atlas)]))
        #expect(coverage.pixels == atlas.coverage.flatMap { [$0, $0, $0, $0] })
        let counted = try await picture(shown(.glyph, [.coverage(atlas.coverage, size)]))
        #expect(counted == coverage)
        let color = try await picture(shown(.glyph, [.glyphColor(atlas)]))
        #expect(color.pixels == atlas.color)
        let picture = try await picture(shown(.image, [.image(image)]))
        #expect(picture.pixels == image.pixels)
        let field = try await self.picture(
            shown(
                .field,
                [.values([0, 0.2, 0.4, 0.6, 0.8, 1], size), .palette([.black, Color(red: 255, green: 0, blue: 255)])]))
        #expect(field[1, 0] == SIMD4(51, 0, 51, 51))
        #expect(field[2, 1] == SIMD4(255, 0, 255, 255))
    }

    @Test("resident points draw like line vertices, with gaps")
    func resident() async throws {
        let positions: [(Float, Float)] = [(0, 0), (2, 1), (.nan, 1), (3, 2), (5, 4), (6, .infinity), (7, 5), (8, 6)]
        let points = positions.map { PlotPoint(x: $0.0, y: $0.1) }
        let list = DrawList(
            size: Self.size, background: .black,
            buffers: [
                .resident(
                    ResidentPoints(id: ResidentID(rawValue: 1), generation: 1, offsets: points, originX: 0, originY: 0))
            ],
            commands: [Lists.draw(.line, .replace, count: 7, color: SIMD4(repeating: 4), in: Self.size)])
        let image = try await picture(list)
        let boxes = [(0..<2, 0..<1), (3..<5, 2..<4), (7..<8, 5..<6)]
        for y in 0..<6 {
            for x in 0..<8 {
                let isInside = boxes.contains { $0.0.contains(x) && $0.1.contains(y) }
                #expect(image[x, y].x == (isInside ? 255 : 0), "pixel \(x), \(y)")
            }
        }
    }
}
