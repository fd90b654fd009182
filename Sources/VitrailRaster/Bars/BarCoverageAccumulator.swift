import VitrailScene

/// Rasterises bars narrower than a pixel into a picture of their coverage.
///
///       ▖▗ ▗          The coverage of all bars in a pixel is added: bars that touch form one area, and gaps between
///      ▐█▐▐█▗   →     them make it lighter. Painting hundreds of slivers over one another in eight bits would make the
///      ▐█▐▐█▐         pixel too pale, or clear.
///
/// A bar that is alone in its pixel is shown as if it were `RectBatch.narrowestSliver` wide, however narrow it is, so
/// that no extreme is lost. Where bars of width w cover the share c of a pixel, `shown` gives the displayed coverage.
/// It is c if the bars are at least that wide, or if they cover at least that much, so nothing jumps when a user zooms.
/// GL draws single slivers in the same way.
///
/// Bars come in order along the axis. The counter accumulates a strip of 16 pixels at a time and then paints it. An
/// edge adds its change of coverage at its row; painting the strip sums the changes along each pixel column. So the
/// cost of a bar does not depend on its length. Coverage is counted in integer units: sums are exact and do not depend
/// on the order of bars.
@safe package struct BarCoverageAccumulator: ~Copyable {
    /// Maximum number of colours in one picture. Each colour has its own counts.
    package static let maxColors = 8
    /// Pixels. A bar of this width spans two strips at most.
    package static let widest = StrategyThreshold.outlinedBarWidth.value
    /// Pixels. A narrower bar counts as this wide, so that the coverage of one unit is a normal Float.
    private static let narrowest = 1e-30
    private static let lanes = SparseTileImage.lanes

    /// Along the axis, in pixels: where strips begin; and from there, the start and the end of the picture.
    private let start: Double
    private let inset: Double
    private let end: Double
    /// The strips of the part of the picture that is rasterised.
    private let strips: Range<Int>
    /// Across, in pixels: the start of the first row, and the number of rows.
    private let rowStart: Double
    private let rows: Int
    private let colors: [SIMD4<Float>]
    private let width: Double
    /// Units of coverage of one bar.
    let unit: Int32
    /// The common base of all bars; `nil`: each bar has its own.
    private let base: Edge?

    /// Counts of two strips: the strip that bars begin in, and the next one. For each colour there is one row of lanes
    /// per row of pixels, two rows below the last one, and one row for edges at the common base.
    private let memory: UnsafeMutableRawPointer
    private let stripBytes: Int
    private let colorBytes: Int
    private var strip: Int
    /// Start and end of the strip that bars begin in, measured from `start`.
    private var laneStart: Double
    private var laneEnd: Double
    /// Byte offset of its counts in the memory. The next strip uses the other half.
    private var current = 0
    /// Rows with counts, for each of the two strips.
    private var touched = (Self.untouched, Self.untouched)
    private var picture: SparseTileImage

    private static let rowBytes = lanes * 4
    private static let untouched = (low: Int.max, high: -1)

    /// - Parameters:
    ///   - box: the pixels of the picture; nothing is painted outside.
    ///   - part: whole strips of `box`; nothing else is painted. Its pixels are the same as in a picture of the whole
    ///     box. `nil`: the whole box.
    ///   - width: of every bar, pixels, > 0, at most `widest`.
    ///   - most: maximum number of bars.
    ///   - base: across: the common base of all bars; `nil`: each bar passes its own.
    ///   - colors: 1…`maxColors`, premultiplied.
    init(
        box: PixelRect, part: PixelRect? = nil, isVertical: Bool, width: Double, maximum: Int, base: Double?,
        colors: [SIMD4<Float>]
    ) {
        precondition(
            width > 0 && width <= Self.widest && (1...Self.maxColors).contains(colors.count), "no columns to count")
        self.width = width
        let (from, to) = isVertical ? (box.y, box.maxY) : (box.x, box.maxX)
        let origin = SparseTileImage.origin(of: from)
        (start, inset, end) = (Double(origin), Double(from - origin), Double(to - origin))
        let part = part ?? box
        let (first, behind) = isVertical ? (part.y, part.maxY) : (part.x, part.maxX)
        strips = (first - origin) / Self.lanes..<(behind - origin + Self.lanes - 1) / Self.lanes
        strip = strips.lowerBound
        (laneStart, laneEnd) = (Double(strip * Self.lanes), Double((strip + 1) * Self.lanes))
        (rowStart, rows) = isVertical ? (Double(box.x), box.width) : (Double(box.y), box.height)
        self.colors = colors
        // Small enough that the counts of all bars in one pixel fit into 32 bits.
        unit = Int32(max(1, min(1 << 20, (1 << 30) / max(1, maximum))))
        colorBytes = (rows + 3) * Self.rowBytes
        stripBytes = colorBytes * colors.count
        let rows = rows, rowStart = rowStart
        self.base = base.map { Edge($0 - rowStart, rows: rows) }
        unsafe memory = .allocate(byteCount: 2 * stripBytes, alignment: Self.rowBytes)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: 2 * stripBytes)
        picture = SparseTileImage(box: part, isVertical: isVertical)
    }

    deinit { unsafe memory.deallocate() }

    // MARK: Counting

    /// A position across: its row, and the fraction of the row above it.
    private struct Edge {
        var row: Int
        var share: Float

        @inline(__always)
        init(_ position: Double, rows: Int) {
            let positive = position > 0 ? position : 0
            let held = positive < Double(rows) ? positive : Double(rows)
            row = Int(held)
            share = Float(held - Double(row))
        }
    }

    /// Adds one bar. All positions are finite and in pixels of the picture. A bar must not begin in an earlier pixel
    /// than the bar before. Bars outside of the part may be omitted.
    ///
    /// - Parameter color: index into the colours.
    @inline(__always)
    mutating func add(from low: Double, to high: Double, base: Double, tip: Double, color: Int) {
        let first = low - start
        let last = high - start
        // Nearly all bars much narrower than a pixel lie within one pixel of this strip.
        let lane = first >= laneStart && first < laneEnd ? Int(first - laneStart) : -1
        if lane >= 0, last <= laneStart + Double(lane + 1), first >= inset, last <= end {
            let edge = Edge(tip - rowStart, rows: rows)
            let baseEdge = self.base ?? Edge(base - rowStart, rows: rows)
            let amount = tip < base ? unit : 0 &- unit
            let position = current + color * colorBytes + lane * 4
            change(at: position, edge, by: amount)
            if self.base == nil {
                change(at: position, baseEdge, by: 0 &- amount)
            } else {
                increase(position + (rows + 2) * Self.rowBytes, by: 0 &- amount)
            }
            touched.0 = (min(touched.0.low, edge.row, baseEdge.row), max(touched.0.high, edge.row, baseEdge.row))
        } else if first < end, last > inset {
            share(max(first, inset), min(last, end), base, tip, color)
        }
    }

    /// Adds bars that lie in the same pixel with all of their width. Some of them may lie on one side of the base and
    /// some on the other. A pixel outside of the part may be omitted.
    ///
    /// - Parameters:
    ///   - amount: `unit` for each bar; fractions of it add up, and a negative amount removes coverage.
    ///   - pixel: position along, in pixels of the picture.
    mutating func add(_ amount: Int32, inPixel pixel: Int, base: Double, tip: Double, color: Int) {
        let position = pixel - Int(start)
        guard position >= max(strips.lowerBound * Self.lanes, Int(inset)),
            position < min(strips.upperBound * Self.lanes, Int(end))
        else { return }
        advance(to: position / Self.lanes)
        // Positions go back only if a file has shrunk meanwhile; the file reader detects that.
        guard position / Self.lanes == strip else { return }
        let rowStart = rowStart, rows = rows
        note(
            tip < base ? amount : 0 &- amount, position - strip * Self.lanes, Edge(tip - rowStart, rows: rows),
            self.base ?? Edge(base - rowStart, rows: rows), color)
    }

    /// Adds a bar that spans several pixels, is clipped, or begins a strip. The last pixel gets the remainder of the
    /// amount.
    @inline(never)
    private mutating func share(_ first: Double, _ last: Double, _ base: Double, _ tip: Double, _ color: Int) {
        guard Int(first) / Self.lanes < strips.upperBound else { return }
        advance(to: Int(first) / Self.lanes)
        let edge = Edge(tip - rowStart, rows: rows)
        let baseEdge = self.base ?? Edge(base - rowStart, rows: rows)
        let whole = Double(tip < base ? unit : 0 &- unit)
        // The width may be below the resolution of positions: the bar then lies where it begins.
        func units(_ length: Double) -> Double { (length < width ? whole * (length / width) : whole).rounded() }
        let isPosition = last <= first
        var rest = isPosition ? whole : units(last - first)
        let end = isPosition ? Int(first) + 1 : Int(last.rounded(.up))
        for pixel in Int(first)..<end {
            let amount = pixel == end - 1 ? rest : units(min(last, Double(pixel + 1)) - max(first, Double(pixel)))
            rest -= amount
            // Skip pixels outside of the part. Clamp pixels that rounding puts beyond the next strip.
            guard pixel >= strips.lowerBound * Self.lanes, pixel < strips.upperBound * Self.lanes else { continue }
            note(Int32(amount), min(max(pixel - strip * Self.lanes, 0), 2 * Self.lanes - 1), edge, baseEdge, color)
        }
    }

    /// Adds `amount` to the rows from the edge to the base (`baseEdge`), in a lane of this strip or the next.
    private mutating func note(_ amount: Int32, _ lane: Int, _ edge: Edge, _ baseEdge: Edge, _ color: Int) {
        let isNext = lane >= Self.lanes
        let start = (isNext ? stripBytes - current : current) + color * colorBytes + lane % Self.lanes * 4
        change(at: start, edge, by: amount)
        if base == nil {
            change(at: start, baseEdge, by: 0 &- amount)
        } else {
            increase(start + (rows + 2) * Self.rowBytes, by: 0 &- amount)
        }
        let (low, high) = (min(edge.row, baseEdge.row), max(edge.row, baseEdge.row))
        if isNext {
            touched.1 = (min(touched.1.low, low), max(touched.1.high, high))
        } else {
            touched.0 = (min(touched.0.low, low), max(touched.0.high, high))
        }
    }

    /// Adds `amount` to all rows from the edge on. The row of the edge gets only the fraction below the edge.
    @inline(__always)
    private func change(at start: Int, _ edge: Edge, by amount: Int32) {
        let above = Int32(Float(amount) * edge.share)
        increase(start + edge.row * Self.rowBytes, by: amount &- above)
        increase(start + (edge.row + 1) * Self.rowBytes, by: above)
    }

    @inline(__always)
    private func increase(_ position: Int, by amount: Int32) {
        unsafe memory.storeBytes(
            of: memory.load(fromByteOffset: position, as: Int32.self) &+ amount, toByteOffset: position, as: Int32.self)
    }

    private mutating func advance(to next: Int) {
        guard strip < next else { return }
        while strip < next {
            paint()
            touched = (touched.1, Self.untouched)
            current = stripBytes - current
            // Strips without a bar stay clear.
            strip = touched.0.high < 0 ? next : strip + 1
        }
        laneStart = Double(strip * Self.lanes)
        laneEnd = laneStart + Double(Self.lanes)
    }

    // MARK: Painting

    consuming func finish() -> SparseTileImage {
        advance(to: strip + 2)
        return picture
    }

    private typealias Counts = SIMD16<Int32>

    private func counts(_ color: Int, _ row: Int) -> Counts {
        unsafe memory.load(fromByteOffset: current + color * colorBytes + row * Self.rowBytes, as: Counts.self)
    }

    /// Whether a row has a count other than zero. Comparing 64-bit words is faster than comparing vectors.
    @inline(__always)
    private func hasCounts(_ color: Int, _ row: Int) -> Bool {
        let position = current + color * colorBytes + row * Self.rowBytes
        var bits: UInt64 = 0
        for word in 0..<Self.rowBytes / 8 {
            bits |= unsafe memory.load(fromByteOffset: position + word * 8, as: UInt64.self)
        }
        return bits != 0
    }

    private func set(_ counts: Counts, _ color: Int, _ row: Int) {
        unsafe memory.storeBytes(
            of: counts, toByteOffset: current + color * colorBytes + row * Self.rowBytes, as: Counts.self)
    }

    /// Paints the strip and resets its counts to zero.
    private mutating func paint() {
        guard touched.0.high >= 0 else { return }
        if let base { for color in colors.indices { settle(color, base) } }
        var sums = Array(repeating: Counts.zero, count: colors.count)
        var shown = SIMD16<UInt32>.zero
        picture.begin(strip: strip - strips.lowerBound)
        var last = touched.0.low
        for row in touched.0.low...touched.0.high + 1 {
            guard colors.indices.contains(where: { hasCounts($0, row) }) else { continue }
            picture.add(shown, rows: last..<min(row, rows))
            last = row
            for color in colors.indices {
                sums[color] &+= counts(color, row)
                set(.zero, color, row)
            }
            shown = packed(sums)
        }
        picture.add(shown, rows: min(last, rows)..<min(touched.0.high + 2, rows))
        picture.endStrip()
    }

    /// Moves the counts of the common base to the base's row.
    private func settle(_ color: Int, _ base: Edge) {
        let amount = counts(color, rows + 2)
        var above = Counts.zero
        for lane in above.indices { above[lane] = Int32(Float(amount[lane]) * base.share) }
        set(counts(color, base.row) &+ amount &- above, color, base.row)
        set(counts(color, base.row + 1) &+ above, color, base.row + 1)
        set(.zero, color, rows + 2)
    }

    /// The pixels of a row, from the coverage of each colour.
    private func packed(_ sums: [Counts]) -> SIMD16<UInt32> {
        let scale = Float(max(width, Self.narrowest) / Double(unit))
        func share(_ sum: Counts) -> SIMD16<Float> { (SIMD16<Float>(sum) * scale).atLeast(.zero) }
        if sums.count == 1 { return SparseTileImage.Row(shown(share(sums[0])), times: colors[0]) }
        var covered = SIMD16<Float>.zero
        var channels = (SIMD16<Float>.zero, SIMD16<Float>.zero, SIMD16<Float>.zero, SIMD16<Float>.zero)
        for (sum, color) in zip(sums, colors) {
            // Where bases and tips are known only in total, a coverage may be slightly negative.
            let share = share(sum)
            covered += share
            channels.0 += share * color.x
            channels.1 += share * color.y
            channels.2 += share * color.z
            channels.3 += share * color.w
        }
        // Colours keep their proportions in the displayed coverage.
        let factor = shown(covered) / covered.atLeast(SIMD16(repeating: .leastNormalMagnitude))
        return SparseTileImage.Row(
            red: channels.0 * factor, green: channels.1 * factor, blue: channels.2 * factor, alpha: channels.3 * factor)
    }

    /// The displayed coverage of pixels for the coverage that bars have in them, 0…1.
    private func shown(_ covered: SIMD16<Float>) -> SIMD16<Float> {
        let minimum = RectBatch.narrowestSliver
        let raised = (covered * (minimum / Float(max(width, Self.narrowest)))).atMost(SIMD16(repeating: minimum))
        return covered.atLeast(raised).atMost(SIMD16(repeating: 1))
    }
}
