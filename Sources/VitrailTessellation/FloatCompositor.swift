import CRaster
import VitrailScene
import VitrailSystem

/// Marks of one colour each, as coverage maps, that are drawn directly after one another.
///
///     ▁▂▔  ▂▔▁  ▔▁▂ …   few: one texture each, composited by GL
///      ╰────┴────╯
///          ▒▓▒          many: composited on the CPU in Float, and GL draws the result. In 8 bits, hundreds of faint
///                       marks would stall before they reach their colour. Memory does not grow with their number.
package struct FloatCompositor {
    let clip: PixelRect
    /// In paint order. Empty when there are too many, because then they are composited at once.
    private(set) var members: [Member] = []
    /// The source and label of the last mark that was added.
    private(set) var last: (source: MarkSource?, label: String)?
    private var bytes = 0
    private var painted: Painted?

    struct Member {
        let map: CoverageMap
        let color: Color
        let source: MarkSource?
        let label: String
    }

    /// Max bytes of coverage for each pixel of the clip. Above that, marks are composited on the CPU, which takes as
    /// many bytes per pixel.
    package static let maxKept = StrategyThreshold.faintLines.count

    init(clip: PixelRect) { self.clip = clip }

    /// Max number of bytes that this many marks need, including the driver's copies.
    package static func maxMemory(of marks: Int, pixels: Int) -> Int {
        (2 * min(marks, maxKept) + (marks > maxKept ? bytesPerPaintedPixel : 0)) * pixels
    }

    /// Four floats, and the result in 8 bits on the host and on the device.
    private static let bytesPerPaintedPixel = 24

    mutating func add(_ member: Member) {
        last = (member.source, member.label)
        guard painted == nil else {
            painted?.paint(member.map, member.color)
            return
        }
        members.append(member)
        bytes += member.map.coverage.count
        guard bytes > Self.maxKept * clip.width * clip.height else { return }
        var all = Painted(box: clip)
        for member in members { all.paint(member.map, member.color) }
        (painted, members) = (all, [])
    }

    /// The composited result of many marks. nil: there are few, kept in `members`.
    consuming func finish() -> DiscLayers? { painted?.finish() }

    /// Composited pixels as planes, one after the other: red, green, blue, transmittance.
    private struct Painted {
        private var tiles: InkedTiles
        private var planes: [Float]

        private var plane: Int { tiles.box.width * tiles.box.height }

        init(box: PixelRect) {
            tiles = InkedTiles(box: box)
            planes =
                Array(repeating: 0, count: 3 * box.width * box.height)
                + Array(repeating: 1, count: box.width * box.height)
        }

        mutating func paint(_ map: CoverageMap, _ color: Color) {
            let (box, plane, width) = (tiles.box, plane, map.box.width)
            let shade = color.premultiplied
            let patches = map.tiles.patches.map {
                PixelRect(x: map.box.x + $0.x, y: map.box.y + $0.y, width: $0.width, height: $0.height).intersection(
                    box)
            }
            for patch in patches { tiles.ink(patch) }
            unsafe planes.withUnsafeMutableBufferPointer { planes in
                nonisolated(unsafe) let planes = planes.baseAddress
                unsafe map.coverage.withUnsafeBufferPointer { coverage in
                    nonisolated(unsafe) let coverage = coverage.baseAddress
                    // Patches do not overlap.
                    Parallel.forParts(of: patches.count, minimum: Self.patchesPerThread) { part in
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

        /// Min number of patches per thread. Fewer do not pay for another thread.
        private static let patchesPerThread = 8

        consuming func finish() -> DiscLayers {
            var pixels = [UInt8](repeating: 0, count: 4 * plane)
            let count = plane
            unsafe planes.withUnsafeMutableBufferPointer { planes in
                unsafe pixels.withUnsafeMutableBytes { pixels in
                    guard let planes = planes.baseAddress,
                        let texels = unsafe pixels.baseAddress?.assumingMemoryBound(to: UInt32.self)
                    else { return }
                    unsafe vitrail_take_layers(planes, count, 0, count, texels, 1)
                }
            }
            return DiscLayers(tiles: tiles, pixels: pixels)
        }
    }
}

extension Color {
    /// Whether an 8-bit canvas would show visible rounding steps when this colour is blended repeatedly.
    package var isFaint: Bool { alpha > 0 && Double(alpha) < StrategyThreshold.faintAlpha.value }
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
        case .unorderedPolyline(let line): line.color.isFaint
        default: false
        }
    }
}

extension DrawListBuilder {
    /// Adds a coverage map to the pending layers, which are drawn before the next other draw or at the end. The map's
    /// box may exceed the clip.
    mutating func draw(_ map: CoverageMap, color: Color, clip: PixelRect, label: String) {
        guard map.tiles.inked.contains(where: { $0 != 0 }) else { return }
        if layers?.clip != clip { drawLayers() }
        var all = layers ?? FloatCompositor(clip: clip)
        layers = nil
        all.add(FloatCompositor.Member(map: map, color: color, source: source, label: label))
        layers = all
        account(draws: 0, instances: 0)
    }

    /// Draws the pending layers.
    mutating func drawLayers() {
        guard let all = layers else { return }
        layers = nil
        let current = source
        defer { source = current }
        for member in all.members {
            source = member.source
            let size = PixelSize(width: member.map.box.width, height: member.map.box.height)
            draw(
                member.map.tiles, .coverage(member.map.coverage, size), .glyph, member.color, clip: all.clip,
                label: member.label)
        }
        guard let last = all.last else { return }
        let clip = all.clip
        guard let painted = all.finish() else { return }
        source = last.source
        draw(painted, clip: clip, label: last.label)
    }
}
