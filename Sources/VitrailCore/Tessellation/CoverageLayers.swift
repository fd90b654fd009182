import CDiscs
import VitrailScene

/// Marks of one colour each, by what they cover, that are painted right after one another.
///
///     ▁▂▔  ▂▔▁  ▔▁▂ …   of a few: a texture each, which GL paints
///      ╰────┴────╯
///          ▒▓▒          of many: painted over one another here, in floats, and GL paints what comes of it: in eight bits, hundreds of faint ones
///                       would stall before they come to their colour; and memory does not grow with their number
struct CoverageLayers {
    let clip: PixelRect
    /// In the order in which they are painted; none once they are many.
    private(set) var members: [Member] = []
    /// The last of all that were added, without its map.
    private(set) var last: (source: MarkSource?, label: String)?
    private var bytes = 0
    private var painted: Painted?

    struct Member {
        let map: CoverageMap
        let color: Color
        let source: MarkSource?
        let label: String
    }

    /// Bytes of coverage for each pixel of the clip, above which marks are painted here: that takes as much for a pixel.
    static let mostKept = 20

    init(clip: PixelRect) { self.clip = clip }

    /// Bytes that so many marks take at most, with what a driver keeps of them.
    static func mostMemory(of marks: Int, pixels: Int) -> Int {
        (2 * min(marks, mostKept) + (marks > mostKept ? bytesPerPaintedPixel : 0)) * pixels
    }

    /// Four floats, and what they come to in eight bits, here and on the device.
    private static let bytesPerPaintedPixel = 24

    mutating func add(_ member: Member) {
        last = (member.source, member.label)
        guard painted == nil else {
            painted?.paint(member.map, member.color)
            return
        }
        members.append(member)
        bytes += member.map.coverage.count
        guard bytes > Self.mostKept * clip.width * clip.height else { return }
        var all = Painted(box: clip)
        for member in members { all.paint(member.map, member.color) }
        (painted, members) = (all, [])
    }

    /// What many come to; nil where they are few.
    consuming func finish() -> DiscLayers? { painted?.finish() }

    /// Pixels that are painted on, one plane after the other: red, green, blue, and how much shines through.
    private struct Painted {
        private var tiles: InkedTiles
        private var planes: [Float]

        private var plane: Int { tiles.box.width * tiles.box.height }

        init(box: PixelRect) {
            tiles = InkedTiles(box: box)
            planes = Array(repeating: 0, count: 3 * box.width * box.height) + Array(repeating: 1, count: box.width * box.height)
        }

        mutating func paint(_ map: CoverageMap, _ color: Color) {
            let (box, plane, width) = (tiles.box, plane, map.box.width)
            let shade = color.premultiplied
            let patches = map.tiles.patches.map { PixelRect(x: map.box.x + $0.x, y: map.box.y + $0.y, width: $0.width, height: $0.height).intersection(box) }
            for patch in patches { tiles.ink(patch) }
            unsafe planes.withUnsafeMutableBufferPointer { planes in
                nonisolated(unsafe) let planes = planes.baseAddress
                unsafe map.coverage.withUnsafeBufferPointer { coverage in
                    nonisolated(unsafe) let coverage = coverage.baseAddress
                    // Patches lie beside one another.
                    Parallel.forParts(of: patches.count, least: Self.patchesPerThread) { part in
                        guard let planes = unsafe planes, let coverage = unsafe coverage else { return }
                        for patch in patches[part] {
                            for y in patch.y..<patch.maxY {
                                unsafe withUnsafePointer(to: shade) { shade in
                                    unsafe vitrail_paint_over(
                                        planes + (y - box.y) * box.width + patch.x - box.x, plane,
                                        coverage + (y - map.box.y) * width + patch.x - map.box.x, patch.width,
                                        UnsafeRawPointer(shade).assumingMemoryBound(to: Float.self))
                                }
                            }
                        }
                    }
                }
            }
        }

        /// Fewer are not worth another thread.
        private static let patchesPerThread = 8

        consuming func finish() -> DiscLayers {
            var pixels = [UInt8](repeating: 0, count: 4 * plane)
            let count = plane
            unsafe planes.withUnsafeMutableBufferPointer { planes in
                unsafe pixels.withUnsafeMutableBytes { pixels in
                    guard let planes = planes.baseAddress, let texels = unsafe pixels.baseAddress?.assumingMemoryBound(to: UInt32.self) else { return }
                    unsafe vitrail_take_layers(planes, count, 0, count, texels, 1)
                }
            }
            return DiscLayers(tiles: tiles, pixels: pixels)
        }
    }
}

extension Color {
    /// Whether painting it in eight bits changes what lies below by steps that are seen.
    var isFaint: Bool { alpha > 0 && alpha < 64 }
}

extension Polyline {
    var isFaint: Bool {
        guard case .solid(let color) = paint else { return false }
        return color.isFaint
    }
}

extension Mark {
    var isFaintLine: Bool {
        switch shape {
        case .polyline(let line): line.isFaint
        case .trajectory(let line): line.color.isFaint
        default: false
        }
    }
}

extension DrawListBuilder {
    /// Paints what a map covers, but not before something else is to be drawn, or all is. Its box may reach beyond the clip.
    mutating func draw(_ map: CoverageMap, color: Color, clip: PixelRect, label: String) {
        guard map.tiles.inked.contains(where: { $0 != 0 }) else { return }
        if layers?.clip != clip { drawLayers() }
        var all = layers ?? CoverageLayers(clip: clip)
        layers = nil
        all.add(CoverageLayers.Member(map: map, color: color, source: source, label: label))
        layers = all
        account(draws: 0, instances: 0)
    }

    /// Draws what waits for others that it may be painted with.
    mutating func drawLayers() {
        guard let all = layers else { return }
        layers = nil
        let current = source
        defer { source = current }
        for member in all.members {
            source = member.source
            let size = PixelSize(width: member.map.box.width, height: member.map.box.height)
            draw(member.map.tiles, .coverage(member.map.coverage, size), .glyph, member.color, clip: all.clip, label: member.label)
        }
        guard let last = all.last else { return }
        let clip = all.clip
        guard let painted = all.finish() else { return }
        source = last.source
        draw(painted, clip: clip, label: last.label)
    }
}
