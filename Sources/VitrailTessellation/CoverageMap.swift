import CRaster
import VitrailDrawList
import VitrailScene

/// The coverage of each pixel of a box, in 8 bits.
struct CoverageMap {
    /// The tiles with non-zero coverage.
    var tiles: InkedTiles
    /// Row by row, `box.width · box.height` values. Empty until it is computed.
    var coverage: [UInt8] = []

    var box: PixelRect { tiles.box }

    init(box: PixelRect) { tiles = InkedTiles(box: box) }
}

/// The tiles of a box that contain visible pixels.
struct InkedTiles: Equatable {
    let box: PixelRect
    /// Non-zero for each tile with visible pixels, row by row.
    var inked: [UInt8]

    /// Side of a tile, pixels.
    static let side = Int(VITRAIL_DISC_TILE)

    init(box: PixelRect) {
        self.box = box
        inked = []
        if !box.isEmpty { inked = Array(repeating: 0, count: perRow * perColumn) }
    }

    var perRow: Int { (box.width + Self.side - 1) / Self.side }
    var perColumn: Int { (box.height + Self.side - 1) / Self.side }

    /// Marks the tiles of a rectangle of the box as inked.
    mutating func ink(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        for row in (rect.y - box.y) / Self.side...(rect.maxY - 1 - box.y) / Self.side {
            for column in (rect.x - box.x) / Self.side...(rect.maxX - 1 - box.x) / Self.side {
                inked[row * perRow + column] = 1
            }
        }
    }

    /// Rectangles that cover all inked tiles; adjacent tiles of a row are merged. In pixels, relative to the box's top
    /// left corner.
    var patches: [PixelRect] {
        var patches: [PixelRect] = []
        for top in stride(from: 0, to: box.height, by: Self.side) {
            let row = inked[top / Self.side * perRow..<(top / Self.side + 1) * perRow]
            var start: Int?
            for (k, value) in (row + [0]).enumerated() {
                if value != 0 {
                    start = start ?? k
                } else if let first = start {
                    start = nil
                    let (left, right) = (first * Self.side, min(k * Self.side, box.width))
                    patches.append(
                        PixelRect(x: left, y: top, width: right - left, height: min(Self.side, box.height - top)))
                }
            }
        }
        return patches
    }
}

extension DrawListBuilder {
    /// Draws texels, one for each pixel of the box, in inked tiles only.
    mutating func draw(
        _ tiles: InkedTiles, _ texels: TextureData, _ program: ProgramVariant, _ color: Color, clip: PixelRect,
        label: String
    ) {
        let first = quads.count
        for patch in tiles.patches {
            let rect = PixelRect(
                x: tiles.box.x + patch.x, y: tiles.box.y + patch.y, width: patch.width, height: patch.height)
            quads.append(QuadVertex(rect: rect.plotRect, texels: patch.plotRect, color: color.packed))
        }
        guard quads.count > first else { return }
        draw(
            program, .over, .quad, first: first, count: quads.count - first, textures: [.texture(texture(texels))],
            uniforms: DrawUniforms(size: size), scissor: clip, label: label)
    }
}
