import CDiscs
import VitrailScene

/// How much of each pixel of a box is covered, 8 bits.
struct CoverageMap {
    /// Where coverage is not 0.
    var tiles: InkedTiles
    /// Row by row, `box.width · box.height`; empty until it is known.
    var coverage: [UInt8] = []

    var box: PixelRect { tiles.box }

    init(box: PixelRect) { tiles = InkedTiles(box: box) }
}

/// In which tiles of a box something is seen.
struct InkedTiles: Equatable {
    let box: PixelRect
    /// Not 0 for each such tile, row by row.
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

    /// Something is seen in some of the box's pixels.
    mutating func ink(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        for row in (rect.y - box.y) / Self.side...(rect.maxY - 1 - box.y) / Self.side {
            for column in (rect.x - box.x) / Self.side...(rect.maxX - 1 - box.x) / Self.side { inked[row * perRow + column] = 1 }
        }
    }

    /// Rectangles that hold all of them, tiles side by side, in pixels from the box's top left.
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
                    patches.append(PixelRect(x: left, y: top, width: right - left, height: min(Self.side, box.height - top)))
                }
            }
        }
        return patches
    }
}

extension DrawListBuilder {
    /// Paints texels, as many as the box has pixels, where something is seen.
    mutating func draw(_ tiles: InkedTiles, _ texels: TextureData, _ program: Program, _ color: Color, clip: PixelRect, label: String) {
        let first = quads.count
        for patch in tiles.patches {
            let rect = PixelRect(x: tiles.box.x + patch.x, y: tiles.box.y + patch.y, width: patch.width, height: patch.height)
            quads.append(QuadVertex(rect: rect.plotRect, texels: patch.plotRect, color: color.packed))
        }
        guard quads.count > first else { return }
        draw(
            program, .over, .quad, first: first, count: quads.count - first, textures: [.texture(texture(texels))],
            uniforms: DrawUniforms(size: size), scissor: clip, label: label)
    }
}
