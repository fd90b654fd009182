import Testing
import VitrailScene

@testable import VitrailReference

@Suite("Reference: pictures, fields and glyphs")
struct GridTests {
    static func render(_ mark: Mark, _ width: Int, _ height: Int, atlas: GlyphAtlas = .empty) -> ReferencePicture {
        ReferenceRasterizer.render(
            Scene(
                size: PixelSize(width: width, height: height), background: .clear,
                layers: [Layer(.series, marks: [mark])], atlas: atlas))
    }

    /// Grey values of one row.
    static func image(_ values: [UInt8]) -> PixelImage {
        PixelImage(size: PixelSize(width: values.count, height: 1), pixels: values.flatMap { [$0, $0, $0, 255] })
    }

    @Test("a picture in its own size is itself; enlarged it is bilinear between texel centres, clamped")
    func image() {
        let source = Self.image([0, 100, 200])
        let rect = PlotRect(minX: 1, minY: 0, maxX: 4, maxY: 1)
        let same = Self.render(Mark(.image(ImageMark(image: source, rect: rect))), 5, 1).image
        #expect((0..<5).map { same[$0, 0].x } == [0, 0, 100, 200, 0])
        #expect((0..<5).map { same[$0, 0].w } == [0, 255, 255, 255, 0])
        let wide = PlotRect(minX: 0, minY: 0, maxX: 6, maxY: 1)
        let double = Self.render(Mark(.image(ImageMark(image: source, rect: wide))), 6, 1).image
        #expect((0..<6).map { double[$0, 0].x } == [0, 25, 75, 125, 175, 200])
        let column = PixelImage(size: PixelSize(width: 1, height: 3), pixels: source.pixels)
        let tall = PlotRect(minX: 0, minY: 0, maxX: 1, maxY: 6)
        let upright = Self.render(Mark(.image(ImageMark(image: column, rect: tall))), 1, 6).image
        #expect((0..<6).map { upright[0, $0].x } == [0, 25, 75, 125, 175, 200])
    }

    @Test("a picture is painted where pixel centres lie inside, times its opacity")
    func imageRect() {
        let source = Self.image([200, 200])
        let rect = PlotRect(minX: 1.5, minY: 0, maxX: 3.5, maxY: 1)
        let picture = Self.render(Mark(.image(ImageMark(image: source, rect: rect, opacity: 0.5))), 5, 1).image
        // Left edge included, right edge not.
        #expect((0..<5).map { picture[$0, 0].w } == [0, 128, 128, 0, 0])
        #expect(picture[1, 0].x == 100)
        for opacity in [0, -1, .nan] as [Float] {
            let none = Self.render(Mark(.image(ImageMark(image: source, rect: rect, opacity: opacity))), 5, 1).image
            #expect(none.pixels.allSatisfy { $0 == 0 })
        }
    }

    static func field(_ values: [Float], columns: Int, rows: Int, rect: PlotRect) -> Field {
        Field(
            columns: columns, rows: rows, values: values, rect: rect, low: 0, high: 4,
            colors: [Color(0x000000), Color(0x640000), Color(0xC80000, alpha: 0.5)])
    }

    @Test("cells share the rectangle, values take the nearest colour, NaN stays bare")
    func field() {
        let values: [Float] = [-9, 0.9, 1, 3, 99, .nan]
        let rect = PlotRect(minX: 0, minY: 0, maxX: 6, maxY: 4)
        let image = Self.render(Mark(.field(Self.field(values, columns: 3, rows: 2, rect: rect))), 6, 4).image
        #expect((0..<6).map { image[$0, 0].x } == [0, 0, 0, 0, 100, 100])
        #expect((0..<6).map { image[$0, 1] } == (0..<6).map { image[$0, 0] })
        #expect((0..<6).map { image[$0, 2] } == [3, 3, 3, 3, 0, 0].map { $0 == 3 ? SIMD4(100, 0, 0, 128) : .zero })
    }

    @Test("palette entries: halves go up, ends go on, no span has two colours")
    func entries() {
        var field = Self.field([0], columns: 1, rows: 1, rect: PlotRect(minX: 0, minY: 0, maxX: 1, maxY: 1))
        #expect(
            [-1, 0, 0.99, 1, 2.99, 3, 4, 1e300, .infinity, -.infinity].map(field.entry) == [
                0, 0, 0, 1, 1, 2, 2, 2, 2, 0,
            ])
        field.high = 0
        #expect([-1, 0, 0.1].map(field.entry) == [0, 0, 2])
        (field.low, field.high) = (4, 0)
        #expect([4, 2, 0, -5].map(field.entry) == [0, 1, 2, 2])
    }

    @Test("a field whose parts contradict each other is skipped and named")
    func badField() {
        let rect = PlotRect(minX: 0, minY: 0, maxX: 6, maxY: 4)
        for (columns, rows) in [(2, 2), (0, 6), (-1, -6), (Int.max, 2)] {
            let field = Self.field([1, 2, 3, 4, 5, 6], columns: columns, rows: rows, rect: rect)
            let picture = Self.render(Mark(.field(field), label: "series[1] field"), 6, 4)
            #expect(picture.skipped.first?.contains("series[1] field") == true)
            #expect(picture.image.pixels.allSatisfy { $0 == 0 })
        }
    }

    static let atlas = GlyphAtlas(
        id: 1, generation: 1, coverage: [0, 51, 102, 0, 153, 255], coverageSize: PixelSize(width: 3, height: 2),
        color: [100, 50, 0, 200, 0, 0, 0, 0], colorSize: PixelSize(width: 2, height: 1))

    static func run(_ glyphs: [PlacedGlyph], _ color: Color) -> Mark {
        let source = TextSource(
            text: "A", family: "", isBold: false, size: 10, origin: PlotPoint(x: 0, y: 0), width: 5, rotation: 0)
        return Mark(.glyphs(GlyphRun(glyphs: glyphs, color: color, source: source)))
    }

    @Test("glyphs go from atlas to picture pixel by pixel, cut at its edges")
    func glyphs() {
        let glyph = PlacedGlyph(x: 1, y: 1, atlasX: 1, atlasY: 0, width: 2, height: 2, isColor: false)
        let image = Self.render(Self.run([glyph], Color(0x0000FF, alpha: 0.6)), 4, 4, atlas: Self.atlas).image
        #expect(image[1, 1] == SIMD4(0, 0, 31, 31))  // 0.2 · 0.6
        #expect(image[2, 1] == SIMD4(0, 0, 61, 61))
        #expect(image[1, 2] == SIMD4(0, 0, 92, 92))
        #expect(image[2, 2] == SIMD4(0, 0, 153, 153))
        #expect(image[0, 0] == .zero && image[3, 3] == .zero)
        var corner = glyph
        (corner.x, corner.y) = (-1, -1)
        let cut = Self.render(Self.run([corner], .black), 4, 4, atlas: Self.atlas).image
        #expect(cut[0, 0] == SIMD4(0, 0, 0, 255) && cut[1, 0] == .zero)
    }

    @Test("colour glyphs keep their colours and take the run's alpha")
    func colorGlyphs() {
        let glyph = PlacedGlyph(x: 2, y: 0, atlasX: 0, atlasY: 0, width: 2, height: 1, isColor: true)
        let image = Self.render(Self.run([glyph], Color(0x00FF00, alpha: 0.5)), 4, 1, atlas: Self.atlas).image
        #expect(image[2, 0] == SIMD4(50, 25, 0, 100))
        #expect(image[3, 0] == .zero)
    }

    @Test("a glyph outside its atlas is skipped and named")
    func badGlyph() {
        let glyph = PlacedGlyph(x: 0, y: 0, atlasX: 2, atlasY: 0, width: 2, height: 2, isColor: false)
        let picture = Self.render(Self.run([glyph], .black), 4, 4, atlas: Self.atlas)
        #expect(picture.skipped.count == 1)
        #expect(picture.image.pixels.allSatisfy { $0 == 0 })
    }
}
