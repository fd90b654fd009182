import VitrailDrawList
import VitrailScene

/// The touched part of a scratch target: for each strip of the clip rectangle, a range of pixels. With it, a thin line
/// across a large picture is resolved in few pixels.
///
///     ┌──┬──┬──┬──┬──┐
///     │  │  │▒▒│▒▒│  │   columns of `stripWidth` pixels along x, or rows along y
///     │▒▒│▒▒│▒▒│  │▒▒│
///     │▒▒│  │  │  │▒▒│
///     └──┴──┴──┴──┴──┘
struct CoverageColumns {
    private let clip: PixelRect
    private let isVertical: Bool
    private let stripWidth: Int
    /// Distance from a segment to the edge of its paint, in pixels.
    private let reach: Float
    /// Start of the first strip. Strips lie on a grid of the whole picture, because rasterisers shade whole blocks of
    /// it.
    private let origin: Float
    private var low: [Float]
    private var high: [Float]

    /// Pixels. Narrow enough to follow a line, wide enough to keep the number of strips small: half this width was no
    /// faster.
    static let stripWidth = 16
    /// The touched range of each strip is rounded to this grid, in pixels.
    private static let blockSide = 4

    static func quadBound(_ size: PixelSize) -> Int {
        (max(size.width, size.height, 0) + stripWidth - 1) / stripWidth
    }

    init(clip: PixelRect, reach: Float, isVertical: Bool = false, stripWidth: Int = Self.stripWidth) {
        self.clip = clip
        self.stripWidth = stripWidth
        self.isVertical = isVertical
        self.reach = reach
        let start = isVertical ? clip.y : clip.x
        let first = start / stripWidth
        let end = isVertical ? clip.maxY : clip.maxX
        let count = (end + stripWidth - 1) / stripWidth - first
        origin = Float(first * stripWidth)
        low = Array(repeating: .infinity, count: count)
        high = Array(repeating: -.infinity, count: count)
    }

    /// Marks the pixels of a segment, with its reach on all sides. Coordinates are finite; `along` is measured along
    /// the strips' axis.
    @inline(__always)
    mutating func touch(along a0: Float, across c0: Float, toAlong a1: Float, across c1: Float) {
        let first = strip(min(a0, a1) - reach)
        let last = strip(max(a0, a1) + reach)
        if first == last {
            low[first] = min(low[first], min(c0, c1) - reach)
            high[first] = max(high[first], max(c0, c1) + reach)
        } else {
            touchStrips(first...last, a0, c0, a1, c1)
        }
    }

    /// Marks the pixels of the trapezoid between two vertices. Does nothing if there is none.
    @inline(__always)
    mutating func touch(_ a: AreaVertex, _ b: AreaVertex) {
        guard a.isSlice(to: b) else { return }
        touch(along: a.along, across: a.first, toAlong: b.along, across: b.first)
        touch(along: a.along, across: a.second, toAlong: b.along, across: b.second)
    }

    /// The strip of a coordinate, clamped to the first and last strip.
    @inline(__always)
    private func strip(_ along: Float) -> Int {
        let position = (along - origin) * (1 / Float(stripWidth))
        return Int(min(max(position, 0), Float(low.count - 1)))
    }

    private mutating func touchStrips(
        _ strips: ClosedRange<Int>, _ a0: Float, _ c0: Float, _ a1: Float, _ c1: Float
    ) {
        let slope = (c1 - c0) / (a1 - a0)
        // Straight across, or steep enough to count as such.
        let isLevel = !slope.isFinite
        let range = min(a0, a1)...max(a0, a1)
        for strip in strips {
            let start = origin + Float(strip * stripWidth) - reach
            let end = origin + Float((strip + 1) * stripWidth) + reach
            let from = min(max(start, range.lowerBound), range.upperBound)
            let to = min(max(end, range.lowerBound), range.upperBound)
            // The slope of a steep segment magnifies the rounding of its ends; the segment's own range is the limit.
            let a = min(max(c0 + (from - a0) * slope, min(c0, c1)), max(c0, c1))
            let b = min(max(c0 + (to - a0) * slope, min(c0, c1)), max(c0, c1))
            low[strip] = min(low[strip], (isLevel ? min(c0, c1) : min(a, b)) - reach)
            high[strip] = max(high[strip], (isLevel ? max(c0, c1) : max(a, b)) + reach)
        }
    }

    /// The touched part of each strip, in whole pixels within the clip. The rectangles do not overlap.
    func rects() -> [PixelRect] { indexedRects().map(\.rect) }

    /// The touched part of each strip, with the strip's index.
    func indexedRects() -> [(strip: Int, rect: PixelRect)] {
        low.indices.compactMap { index in
            guard low[index] < high[index] else { return nil }
            let start = origin + Float(index * stripWidth)
            let end = start + Float(stripWidth)
            let block = Float(Self.blockSide)
            let from = (low[index] / block).rounded(.down) * block
            let to = (high[index] / block).rounded(.up) * block
            let box =
                isVertical
                ? PlotRect(minX: from, minY: start, maxX: to, maxY: end)
                : PlotRect(minX: start, minY: from, maxX: end, maxY: to)
            let rect = PixelRect(touching: box, in: clip)
            return rect.isEmpty ? nil : (index, rect)
        }
    }
}

extension DrawListBuilder {
    /// Appends quads for rectangles that do not overlap. In these, a scratch target is erased, drawn on and resolved.
    mutating func patches(_ rects: [PixelRect]) -> Range<Int> {
        let first = quads.count
        for rect in rects {
            quads.append(QuadVertex(rect: rect.plotRect, texels: rect.plotRect, color: Color.white.packed))
        }
        return first..<quads.count
    }

    /// Directs the following draws to a scratch target, after erasing it within `patches`.
    mutating func begin(_ target: Target, erasing patches: Range<Int>, clip: PixelRect, label: String) {
        self.target(target)
        draw(
            .erase, .replace, .quad, first: patches.lowerBound, count: patches.count,
            uniforms: DrawUniforms(size: size),
            scissor: clip, label: label)
    }

    /// Composites a finished scratch target onto `base` within `patches`. Binds as many of its textures as the program
    /// reads.
    mutating func resolve(
        _ program: ProgramVariant, from target: Target, in patches: Range<Int>, uniforms: DrawUniforms,
        clip: PixelRect, label: String
    ) {
        self.target(base)
        draw(
            program, blend, .quad, first: patches.lowerBound, count: patches.count,
            textures: program.samplers.indices.map { .target(target, $0) }, uniforms: uniforms,
            scissor: clip, label: label)
    }
}
