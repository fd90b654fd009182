import VitrailScene

@testable import VitrailText

/// The ink of glyph runs on a picture, as the renderer will paint it: coverage of text, and colour pictures.
struct Ink: Equatable {
    let width: Int
    let height: Int
    /// 0…255 per pixel; overlapping glyphs are added.
    private(set) var coverage: [UInt8]
    /// Premultiplied RGBA; later glyphs replace earlier ones.
    private(set) var color: [UInt8]

    init(_ runs: GlyphRun..., atlas: GlyphAtlas, width: Int = 400, height: Int = 100) {
        self.width = width
        self.height = height
        coverage = [UInt8](repeating: 0, count: width * height)
        color = [UInt8](repeating: 0, count: width * height * 4)
        for run in runs { for glyph in run.glyphs { add(glyph, atlas) } }
    }

    private mutating func add(_ glyph: PlacedGlyph, _ atlas: GlyphAtlas) {
        for j in 0..<Int(glyph.height) {
            for i in 0..<Int(glyph.width) {
                let x = Int(glyph.x) + i
                let y = Int(glyph.y) + j
                guard x >= 0, y >= 0, x < width, y < height else { continue }
                let column = Int(glyph.atlasX) + i
                let row = Int(glyph.atlasY) + j
                if glyph.isColor {
                    let from = (row * atlas.colorSize.width + column) * 4
                    for k in 0..<4 { color[(y * width + x) * 4 + k] = atlas.color[from + k] }
                } else {
                    let value = atlas.coverage[row * atlas.coverageSize.width + column]
                    let sum = Int(coverage[y * width + x]) + Int(value)
                    coverage[y * width + x] = UInt8(min(255, sum))
                }
            }
        }
    }

    /// Covered area in pixels.
    var area: Double { coverage.reduce(0) { $0 + Double($1) } / 255 }

    /// The smallest rectangle around all covered pixels; empty without ink.
    var box: PixelRect {
        var (left, top, right, bottom) = (width, height, 0, 0)
        for y in 0..<height {
            for x in 0..<width where coverage[y * width + x] > 0 {
                left = min(left, x)
                right = max(right, x + 1)
                top = min(top, y)
                bottom = max(bottom, y + 1)
            }
        }
        return right == 0
            ? PixelRect(x: 0, y: 0, width: 0, height: 0)
            : PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension TextEngine {
    /// Ink of one text on its own atlas snapshot.
    func ink(
        _ text: String, size: Double = 20, family: String = "", isBold: Bool = false, x: Float = 20, y: Float = 60,
        rotation: Float = 0, width: Int = 400, height: Int = 100
    ) -> Ink {
        let run = run(
            text, font: Font(family: family, size: size, isBold: isBold), scale: 1, origin: PlotPoint(x: x, y: y),
            rotation: rotation, color: .black)
        return Ink(run, atlas: atlas(), width: width, height: height)
    }

    func width(_ text: String, size: Double = 20, isBold: Bool = false) -> Float {
        measure(text, font: Font(size: size, isBold: isBold), scale: 1).width
    }
}
