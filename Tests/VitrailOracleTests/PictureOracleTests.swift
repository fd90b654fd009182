import Testing
import VitrailScene
import VitrailTestNumbers

@Suite("Glyphs, images and fields are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct PictureOracleTests {
    /// A fetched texel is exact except for one rounding.
    private let exact = 0.6

    @Test("glyphs go one to one, coloured ones with their own colours")
    func glyphs() async throws {
        var numbers = SeededNumbers(seed: 61)
        let size = PixelSize(width: 64, height: 48)
        var color: [UInt8] = []
        for _ in 0..<64 * 48 {
            let alpha = UInt8.random(in: 0...255, using: &numbers)
            color += (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &numbers) } + [alpha]
        }
        let atlas = GlyphAtlas(
            id: 9, generation: 1, coverage: (0..<64 * 48).map { _ in UInt8.random(in: 0...255, using: &numbers) },
            coverageSize: size, color: color, colorSize: size)
        let glyphs = (0..<40).map { (i: Int) -> PlacedGlyph in
            let x = Int32(i % 8) * 31 - 6
            let y = Int32(i / 8) * 34 - 5
            return PlacedGlyph(
                x: x, y: y, atlasX: UInt16(i), atlasY: UInt16(i / 2), width: UInt16(8 + i % 9),
                height: UInt16(9 + i % 11), isColor: i % 5 == 4)
        }
        let source = TextSource(
            text: "", family: "", isBold: false, size: 12, origin: point(0, 0), width: 0, rotation: 0)
        var scene = scene(
            .glyphs(GlyphRun(glyphs: glyphs, color: Color(0x225588, alpha: 0.7), source: source)))
        scene.atlas = atlas
        try await Oracle.expectAgreement("glyphs", scene, limits: .init(mean: exact, p99: 1, max: 1))
    }

    private func picture(_ width: Int, _ height: Int) -> PixelImage {
        var numbers = SeededNumbers(seed: 62)
        var image = PixelImage(size: PixelSize(width: width, height: height))
        for y in 0..<height {
            for x in 0..<width {
                let alpha = UInt8.random(in: 60...255, using: &numbers)
                image[x, y] = SIMD4(
                    .random(in: 0...alpha, using: &numbers), .random(in: 0...alpha, using: &numbers),
                    .random(in: 0...alpha, using: &numbers), alpha)
            }
        }
        return image
    }

    @Test("an image one to one, enlarged, shrunk, at fractional places")
    func images() async throws {
        let shapes: [Shape] = [
            .image(ImageMark(image: picture(30, 20), rect: PlotRect(minX: 10, minY: 10, maxX: 40, maxY: 30))),
            .image(
                ImageMark(
                    image: picture(7, 5), rect: PlotRect(minX: 50.3, minY: 10.6, maxX: 150.8, maxY: 100.2), opacity: 0.6
                )),
            .image(ImageMark(image: picture(30, 20), rect: PlotRect(minX: 160, minY: 100.5, maxX: 175, maxY: 110.5))),
        ]
        let scene = Scene(
            size: PixelSize(width: 240, height: 160), layers: [Layer(.series, marks: shapes.map { Mark($0) })])
        try await Oracle.expectAgreement("images", scene, limits: .init(mean: exact, p99: 1, max: 1))
    }

    @Test("a field's cells take the palette's colours")
    func fields() async throws {
        var numbers = SeededNumbers(seed: 63)
        let colors = (0..<17).map { _ in numbers.color(alpha: 0.8) }
        let values = (0..<41 * 23).map { i in
            i % 13 == 0 ? Float.nan : i % 29 == 0 ? -Float.infinity : numbers.float(-1...11)
        }
        let field = Field(
            columns: 41, rows: 23, values: values, rect: PlotRect(minX: 5.25, minY: 3.5, maxX: 230.75, maxY: 150.1),
            low: 0, high: 10, colors: colors)
        try await Oracle.expectAgreement("field", scene(.field(field)), limits: .init(mean: exact, p99: 1, max: 1))
    }

    @Test("layers in order, each over the ones before")
    func order() async throws {
        var numbers = SeededNumbers(seed: 64)
        var marks: [Mark] = []
        for i in 0..<12 {
            let x = numbers.float(10...150)
            let y = numbers.float(10...90)
            let color = numbers.color(alpha: 0.8)
            switch i % 4 {
            case 0:
                marks.append(
                    Mark(
                        .rects(
                            RectBatch(items: [
                                .init(rect: PlotRect(minX: x, minY: y, maxX: x + 60, maxY: y + 40), fill: color)
                            ]))))
            case 1:
                marks.append(
                    Mark(
                        .polyline(
                            Polyline(points: [point(x, y), point(x + 80, y + 60)], width: 7, paint: .solid(color)))))
            case 2:
                marks.append(Mark(.discs(DiscBatch(items: [.init(center: point(x, y), radius: 25, color: color)]))))
            default:
                marks.append(
                    Mark(
                        .sectors(
                            SectorBatch(items: [
                                .init(
                                    center: point(x, y), innerRadius: 5, outerRadius: 30, startAngle: x, sweep: 4,
                                    fill: color)
                            ]))))
            }
        }
        let scene = Scene(
            size: PixelSize(width: 240, height: 160), background: Color(0xEEF4FF),
            layers: [Layer(.series, marks: marks)])
        try await Oracle.expectAgreement("order", scene)
    }
}
