import VitrailImage
import VitrailScene

/// Images, fields and glyphs: texels must be exact except for one rounding.
enum PictureShapes {
    static let group = CaseGroup("shape.picture") {
        images + fields + [SceneCase.exact("glyphs", limits: exact) { numbers in glyphs(&numbers) }]
    }

    private static let exact = InkComparison.Limits(mean: 1, p99: 1, max: 1)

    private static let positions: [(name: String, rect: PlotRect, opacity: Float)] = [
        ("one_to_one", PlotRect(minX: 10, minY: 10, maxX: 40, maxY: 30), 1),
        ("fractional", PlotRect(minX: 10.3, minY: 10.6, maxX: 120.8, maxY: 100.2), 1),
        ("faded", PlotRect(minX: 10.3, minY: 10.6, maxX: 120.8, maxY: 100.2), 0.6),
        ("shrunk", PlotRect(minX: 60, minY: 40.5, maxX: 75, maxY: 50.5), 1),
        ("larger_than_canvas", PlotRect(minX: -300, minY: -200, maxX: 500, maxY: 400), 1),
    ]

    private static let images: [ConformanceCase] = positions.map { name, rect, opacity in
        SceneCase.exact("image.\(name)", limits: exact) { numbers in
            scene([.image(ImageMark(image: SampleShapes.picture(30, 20, &numbers), rect: rect, opacity: opacity))])
        }
    }

    private static let fields: [ConformanceCase] = [(3, 2, 1), (41, 23, 17), (160, 120, 256), (200, 3, 1024)].map {
        columns, rows, colors in
        SceneCase.exact("field.\(columns)x\(rows).colors\(colors)", limits: exact) { numbers in
            let rect = PlotRect(minX: 5.25, minY: 3.5, maxX: 150.75, maxY: 110.1)
            return scene([
                .field(SampleShapes.field(&numbers, rect: rect, columns: columns, rows: rows, colors: colors))
            ])
        }
    }

    private static func glyphs(_ numbers: inout CaseNumbers) -> Scene {
        let size = PixelSize(width: 64, height: 48)
        let color = SampleShapes.picture(64, 48, &numbers).pixels
        let coverage = (0..<64 * 48).map { _ in numbers.byte() }
        var placed: [PlacedGlyph] = []
        for i in 0..<40 {
            let x = Int32(i % 8) * 21 - 6
            let y = Int32(i / 8) * 25 - 5
            placed.append(
                PlacedGlyph(
                    x: x, y: y, atlasX: UInt16(i), atlasY: UInt16(i / 2), width: UInt16(8 + i % 9),
                    height: UInt16(9 + i % 11), isColor: i % 5 == 4))
        }
        let source = TextSource(
            text: "", family: "", isBold: false, size: 12, origin: point(0, 0), width: 0, rotation: 0)
        var scene = scene([.glyphs(GlyphRun(glyphs: placed, color: Color(0x225588, alpha: 0.7), source: source))])
        scene.atlas = GlyphAtlas(
            id: 9, generation: 1, coverage: coverage, coverageSize: size, color: color, colorSize: size)
        return scene
    }
}
