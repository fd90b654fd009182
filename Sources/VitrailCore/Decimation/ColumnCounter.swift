import VitrailScene

/// Columns narrower than a pixel → the picture of what they cover.
///
///       ▖▗ ▗          Each pixel gets the area that columns cover of it, added up: those that touch are one area, and gaps
///      ▐█▐▐█▗   →     between them make it lighter. Painted one over another, in eight bits, hundreds of slivers in a pixel
///      ▐█▐▐█▐         would come to less, or to nothing.
///
/// What stands alone in its pixel is shown as if it were `RectBatch.narrowestSliver` wide, however narrow it is, so that no extreme is lost: where
/// columns of width w cover c, `shown` is seen. It is c for columns as wide as that, and wherever more is covered, so nothing jumps when a picture is
/// zoomed. Slivers that GL draws one by one are shown in the same way.
///
/// Along the axis columns come in order; 16 pixels of it, a strip, are counted at a time and then painted. What an edge changes is noted at
/// its row, and summed up along the column when the strip is painted: a sample costs the same however long its column is. Shares of
/// pixels are counted in whole units: sums are exact, and their order does not matter.
@safe struct ColumnCounter: ~Copyable {
    /// Colours of one picture; each has counts of its own.
    static let mostColors = 8
    /// Pixels: so wide is the widest column that spans two strips at most.
    static let widest = 16.0
    /// What is narrower covers as much: parts of a unit of it are numbers of 32 bits.
    private static let narrowest = 1e-30
    private static let lanes = StripPicture.lanes

    /// Along the axis: where strips begin, and from there the first and the last place of the picture.
    private let start: Double
    private let inset: Double
    private let end: Double
    /// The strips that are counted, of a part of the picture.
    private let strips: Range<Int>
    /// Across.
    private let rowStart: Double
    private let rows: Int
    private let colors: [SIMD4<Float>]
    private let width: Double
    /// Counted for a column that lies in one pixel.
    let unit: Int32
    /// Where columns begin; nil = each has its own place.
    private let base: Edge?

    /// Counts of two strips, the one that columns begin in and the next: of each colour, a row of lanes for each row of pixels, two for what lies
    /// below the last one, and one for what begins at the base.
    private let memory: UnsafeMutableRawPointer
    private let stripBytes: Int
    private let colorBytes: Int
    private var strip: Int
    /// From `start`: the places of the strip that columns begin in.
    private var laneStart: Double
    private var laneEnd: Double
    /// Where in memory its counts are; the next strip has the other half.
    private var current = 0
    /// Rows with counts in either strip.
    private var touched = (Self.untouched, Self.untouched)
    private var picture: StripPicture

    private static let rowBytes = lanes * 4
    private static let untouched = (low: Int.max, high: -1)

    /// - Parameters:
    ///   - box: the pixels of the picture; nothing is painted outside.
    ///   - part: whole strips of it; nothing else is painted, but what is comes out as if all were.
    ///   - width: of all columns, pixels, > 0, at most `widest`.
    ///   - most: columns at most.
    ///   - base: across, where all columns begin; nil = each says so itself.
    ///   - colors: 1…`mostColors`, premultiplied.
    init(box: PixelRect, part: PixelRect? = nil, isVertical: Bool, width: Double, most: Int, base: Double?, colors: [SIMD4<Float>]) {
        precondition(width > 0 && width <= Self.widest && (1...Self.mostColors).contains(colors.count), "no columns to count")
        self.width = width
        let (from, to) = isVertical ? (box.y, box.maxY) : (box.x, box.maxX)
        let origin = StripPicture.origin(of: from)
        (start, inset, end) = (Double(origin), Double(from - origin), Double(to - origin))
        let part = part ?? box
        let (first, behind) = isVertical ? (part.y, part.maxY) : (part.x, part.maxX)
        strips = (first - origin) / Self.lanes..<(behind - origin + Self.lanes - 1) / Self.lanes
        strip = strips.lowerBound
        (laneStart, laneEnd) = (Double(strip * Self.lanes), Double((strip + 1) * Self.lanes))
        (rowStart, rows) = isVertical ? (Double(box.x), box.width) : (Double(box.y), box.height)
        self.colors = colors
        // So small that all of them in one pixel can be counted.
        unit = Int32(max(1, min(1 << 20, (1 << 30) / max(1, most))))
        colorBytes = (rows + 3) * Self.rowBytes
        stripBytes = colorBytes * colors.count
        let rows = rows, rowStart = rowStart
        self.base = base.map { Edge($0 - rowStart, rows: rows) }
        unsafe memory = .allocate(byteCount: 2 * stripBytes, alignment: Self.rowBytes)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: 2 * stripBytes)
        picture = StripPicture(box: part, isVertical: isVertical)
    }

    deinit { unsafe memory.deallocate() }

    // MARK: Counting

    /// A place across: the row that it lies in, and how far down that.
    private struct Edge {
        var row: Int
        var share: Float

        @inline(__always)
        init(_ place: Double, rows: Int) {
            let positive = place > 0 ? place : 0
            let held = positive < Double(rows) ? positive : Double(rows)
            row = Int(held)
            share = Float(held - Double(row))
        }
    }

    /// One column, all places finite and in pixels of the picture; none begins before the pixel in which the last one began. Those beside
    /// the part may be left out.
    ///
    /// - Parameter color: index into the colours.
    @inline(__always)
    mutating func add(from low: Double, to high: Double, base: Double, tip: Double, color: Int) {
        let first = low - start
        let last = high - start
        // In one pixel of this strip, as nearly all are that are much narrower than a pixel?
        let lane = first >= laneStart && first < laneEnd ? Int(first - laneStart) : -1
        if lane >= 0, last <= laneStart + Double(lane + 1), first >= inset, last <= end {
            let edge = Edge(tip - rowStart, rows: rows)
            let foot = self.base ?? Edge(base - rowStart, rows: rows)
            let amount = tip < base ? unit : 0 &- unit
            let place = current + color * colorBytes + lane * 4
            change(at: place, edge, by: amount)
            if self.base == nil {
                change(at: place, foot, by: 0 &- amount)
            } else {
                increase(place + (rows + 2) * Self.rowBytes, by: 0 &- amount)
            }
            touched.0 = (min(touched.0.low, edge.row, foot.row), max(touched.0.high, edge.row, foot.row))
        } else if first < end, last > inset {
            share(max(first, inset), min(last, end), base, tip, color)
        }
    }

    /// Columns that lie in one pixel each with all of their width, and in the same one; of those in a pixel, some may go on one side of the base and
    /// some on the other. A pixel beside the part may be left out.
    ///
    /// - Parameters:
    ///   - amount: `unit` for each of them; parts of it add up, and what is less than zero takes some away.
    ///   - pixel: of the picture, along.
    mutating func add(_ amount: Int32, inPixel pixel: Int, base: Double, tip: Double, color: Int) {
        let place = pixel - Int(start)
        guard place >= max(strips.lowerBound * Self.lanes, Int(inset)), place < min(strips.upperBound * Self.lanes, Int(end)) else { return }
        advance(to: place / Self.lanes)
        // Places go back only where a file shrank meanwhile; whoever reads files finds that out.
        guard place / Self.lanes == strip else { return }
        let rowStart = rowStart, rows = rows
        note(
            tip < base ? amount : 0 &- amount, place - strip * Self.lanes, Edge(tip - rowStart, rows: rows),
            self.base ?? Edge(base - rowStart, rows: rows), color)
    }

    /// A column that several pixels share, that is cut off, or that begins a strip: what is left of the amount goes to the last pixel.
    @inline(never)
    private mutating func share(_ first: Double, _ last: Double, _ base: Double, _ tip: Double, _ color: Int) {
        guard Int(first) / Self.lanes < strips.upperBound else { return }
        advance(to: Int(first) / Self.lanes)
        let edge = Edge(tip - rowStart, rows: rows)
        let foot = self.base ?? Edge(base - rowStart, rows: rows)
        let whole = Double(tip < base ? unit : 0 &- unit)
        // A width may be less than places tell apart: all of it is where the column begins.
        func units(_ length: Double) -> Double { (length < width ? whole * (length / width) : whole).rounded() }
        let isPlace = last <= first
        var rest = isPlace ? whole : units(last - first)
        let end = isPlace ? Int(first) + 1 : Int(last.rounded(.up))
        for pixel in Int(first)..<end {
            let amount = pixel == end - 1 ? rest : units(min(last, Double(pixel + 1)) - max(first, Double(pixel)))
            rest -= amount
            // By the part it is in; what noise puts beyond the next strip stays in that.
            guard pixel >= strips.lowerBound * Self.lanes, pixel < strips.upperBound * Self.lanes else { continue }
            note(Int32(amount), min(max(pixel - strip * Self.lanes, 0), 2 * Self.lanes - 1), edge, foot, color)
        }
    }

    /// Counts `amount` from the edge down to the foot, in a lane of this strip or the next.
    private mutating func note(_ amount: Int32, _ lane: Int, _ edge: Edge, _ foot: Edge, _ color: Int) {
        let isNext = lane >= Self.lanes
        let start = (isNext ? stripBytes - current : current) + color * colorBytes + lane % Self.lanes * 4
        change(at: start, edge, by: amount)
        if base == nil {
            change(at: start, foot, by: 0 &- amount)
        } else {
            increase(start + (rows + 2) * Self.rowBytes, by: 0 &- amount)
        }
        let (low, high) = (min(edge.row, foot.row), max(edge.row, foot.row))
        if isNext {
            touched.1 = (min(touched.1.low, low), max(touched.1.high, high))
        } else {
            touched.0 = (min(touched.0.low, low), max(touched.0.high, high))
        }
    }

    /// From the edge on, rows have so much more; the row of the edge has what lies below it.
    @inline(__always)
    private func change(at start: Int, _ edge: Edge, by amount: Int32) {
        let above = Int32(Float(amount) * edge.share)
        increase(start + edge.row * Self.rowBytes, by: amount &- above)
        increase(start + (edge.row + 1) * Self.rowBytes, by: above)
    }

    @inline(__always)
    private func increase(_ place: Int, by amount: Int32) {
        unsafe memory.storeBytes(of: memory.load(fromByteOffset: place, as: Int32.self) &+ amount, toByteOffset: place, as: Int32.self)
    }

    private mutating func advance(to next: Int) {
        guard strip < next else { return }
        while strip < next {
            paint()
            touched = (touched.1, Self.untouched)
            current = stripBytes - current
            // Strips without a column stay clear.
            strip = touched.0.high < 0 ? next : strip + 1
        }
        laneStart = Double(strip * Self.lanes)
        laneEnd = laneStart + Double(Self.lanes)
    }

    // MARK: Painting

    consuming func finish() -> StripPicture {
        advance(to: strip + 2)
        return picture
    }

    private typealias Counts = SIMD16<Int32>

    private func counts(_ color: Int, _ row: Int) -> Counts {
        unsafe memory.load(fromByteOffset: current + color * colorBytes + row * Self.rowBytes, as: Counts.self)
    }

    /// Whether any count of a row is not zero; word by word, which is quicker than comparing vectors.
    @inline(__always)
    private func hasCounts(_ color: Int, _ row: Int) -> Bool {
        let place = current + color * colorBytes + row * Self.rowBytes
        var bits: UInt64 = 0
        for word in 0..<Self.rowBytes / 8 { bits |= unsafe memory.load(fromByteOffset: place + word * 8, as: UInt64.self) }
        return bits != 0
    }

    private func set(_ counts: Counts, _ color: Int, _ row: Int) {
        unsafe memory.storeBytes(
            of: counts, toByteOffset: current + color * colorBytes + row * Self.rowBytes, as: Counts.self)
    }

    /// Paints the strip, and sets its counts to zero.
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

    /// What begins at the base, at its row.
    private func settle(_ color: Int, _ base: Edge) {
        let amount = counts(color, rows + 2)
        var above = Counts.zero
        for lane in above.indices { above[lane] = Int32(Float(amount[lane]) * base.share) }
        set(counts(color, base.row) &+ amount &- above, color, base.row)
        set(counts(color, base.row + 1) &+ above, color, base.row + 1)
        set(.zero, color, rows + 2)
    }

    /// The pixels of a row, from how much each colour covers of them.
    private func packed(_ sums: [Counts]) -> SIMD16<UInt32> {
        let scale = Float(max(width, Self.narrowest) / Double(unit))
        func share(_ sum: Counts) -> SIMD16<Float> { (SIMD16<Float>(sum) * scale).atLeast(.zero) }
        if sums.count == 1 { return StripPicture.Row(shown(share(sums[0])), times: colors[0]) }
        var covered = SIMD16<Float>.zero
        var channels = (SIMD16<Float>.zero, SIMD16<Float>.zero, SIMD16<Float>.zero, SIMD16<Float>.zero)
        for (sum, color) in zip(sums, colors) {
            // Where feet and tips are known on the whole only, a little may be less than nothing.
            let share = share(sum)
            covered += share
            channels.0 += share * color.x
            channels.1 += share * color.y
            channels.2 += share * color.z
            channels.3 += share * color.w
        }
        // Colours keep their shares of what is shown.
        let factor = shown(covered) / covered.atLeast(SIMD16(repeating: .leastNormalMagnitude))
        return StripPicture.Row(red: channels.0 * factor, green: channels.1 * factor, blue: channels.2 * factor, alpha: channels.3 * factor)
    }

    /// How much of a pixel shows columns that cover so much of it, 0…1.
    private func shown(_ covered: SIMD16<Float>) -> SIMD16<Float> {
        let least = RectBatch.narrowestSliver
        let raised = (covered * (least / Float(max(width, Self.narrowest)))).atMost(SIMD16(repeating: least))
        return covered.atLeast(raised).atMost(SIMD16(repeating: 1))
    }
}
