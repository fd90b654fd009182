import CDiscs
import VitrailScene

/// How much of each pixel of a box is covered, 8 bits, and in which tiles of it anything is.
struct CoverageMap {
    let box: PixelRect
    /// Row by row, `box.width · box.height`; empty until it is known.
    var coverage: [UInt8] = []
    /// Not 0 for each tile in which coverage is not 0 everywhere, row by row.
    var inked: [UInt8]

    /// Side of a tile, pixels.
    static let tile = Int(VITRAIL_DISC_TILE)

    init(box: PixelRect) {
        self.box = box
        inked = []
        if !box.isEmpty { inked = Array(repeating: 0, count: tilesPerRow * tilesPerColumn) }
    }

    var tilesPerRow: Int { (box.width + Self.tile - 1) / Self.tile }
    var tilesPerColumn: Int { (box.height + Self.tile - 1) / Self.tile }

    /// Rectangles that hold all coverage which is not 0, tiles of it side by side, in pixels from the box's top left.
    var patches: [PixelRect] {
        var patches: [PixelRect] = []
        for top in stride(from: 0, to: box.height, by: Self.tile) {
            let row = inked[top / Self.tile * tilesPerRow..<(top / Self.tile + 1) * tilesPerRow]
            var start: Int?
            for (k, value) in (row + [0]).enumerated() {
                if value != 0 {
                    start = start ?? k
                } else if let first = start {
                    start = nil
                    let (left, right) = (first * Self.tile, min(k * Self.tile, box.width))
                    patches.append(PixelRect(x: left, y: top, width: right - left, height: min(Self.tile, box.height - top)))
                }
            }
        }
        return patches
    }
}

extension DrawListBuilder {
    /// Paints what a map covers; its box may reach beyond the clip.
    mutating func draw(_ map: CoverageMap, color: Color, clip: PixelRect, label: String) {
        let first = quads.count
        for texels in map.patches {
            let rect = PixelRect(x: map.box.x + texels.x, y: map.box.y + texels.y, width: texels.width, height: texels.height)
            quads.append(QuadVertex(rect: rect.plotRect, texels: texels.plotRect, color: color.packed))
        }
        guard quads.count > first else { return }
        let coverage = texture(.coverage(map.coverage, PixelSize(width: map.box.width, height: map.box.height)))
        draw(
            .glyph, .over, .quad, first: first, count: quads.count - first, textures: [.texture(coverage)],
            uniforms: DrawUniforms(size: size), scissor: clip, label: label)
    }
}
