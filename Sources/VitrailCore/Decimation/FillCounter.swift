import CData
import VitrailScene

/// What lies between two curves, stretch by stretch → how much of each pixel it covers, as a picture.
@safe struct FillCounter: ~Copyable {
    private static let lanes = StripPicture.lanes
    private static let rowBytes = lanes * MemoryLayout<Float>.stride
    private static let untouched = (low: Int.max, high: -1)

    private let picture: FillPicture
    private let rows: Int
    /// The strips that are counted, of a part of the picture.
    private let strips: Range<Int>
    /// What is counted of the column.
    private var fill: vitrail_fill
    /// Of the strip, for each layer: a row of lanes for each row: by how much more of a pixel is covered than of the one before it.
    private let steps: UnsafeMutableRawPointer
    private let stepsPerLayer: Int
    private var touchedRows = Self.untouched
    private var column: Int
    private var strip: Int
    private var made: StripPicture

    /// - Parameters:
    ///   - strips: those to be counted, from where the picture's strips begin.
    ///   - isStepped: whether curves stay where a stretch begins until its end.
    ///   - isFlat: whether the second curve stays at the picture's flat place.
    init(_ picture: FillPicture, strips: Range<Int>, isStepped: Bool, isFlat: Bool) {
        (self.picture, self.strips) = (picture, strips)
        rows = picture.rows.count
        column = strips.lowerBound * Self.lanes
        strip = strips.lowerBound
        let layers = picture.layers.count
        let count = Int(VITRAIL_FILL_SUMS) * layers * (rows + 1)
        let cells = unsafe UnsafeMutableRawPointer.allocate(
            byteCount: count * MemoryLayout<vitrail_fill_row>.stride, alignment: MemoryLayout<vitrail_fill_row>.stride
        ).assumingMemoryBound(to: vitrail_fill_row.self)
        unsafe cells.initialize(repeating: vitrail_fill_row(), count: count)
        unsafe fill = vitrail_fill(
            cells: cells, stride: rows + 1, rows: Int32(rows), layers: Int32(layers), sums: 1, layer: (Int32(picture.layer(0)), Int32(picture.layer(1))),
            is_flat: isFlat, flat: picture.flat, flat_length: (0, 0), is_stepped: isStepped, low: (.max, .max), high: (-1, -1))
        stepsPerLayer = rows * Self.rowBytes
        unsafe steps = .allocate(byteCount: layers * stepsPerLayer, alignment: Self.rowBytes)
        unsafe steps.initializeMemory(as: UInt8.self, repeating: 0, count: layers * stepsPerLayer)
        made = StripPicture(box: picture.box(of: strips), isVertical: picture.isVertical)
    }

    deinit {
        unsafe fill.cells.deallocate()
        unsafe steps.deallocate()
    }

    /// Goes to a pixel column, counted from where the picture's strips begin; those of one strip come one after another.
    @inline(__always)
    mutating func move(to column: Int) {
        if column != self.column { begin(column) }
    }

    @inline(never)
    private mutating func begin(_ column: Int) {
        precondition(column >= strips.lowerBound * Self.lanes && column < strips.upperBound * Self.lanes, "no column of this part")
        closeColumn()
        self.column = column
        guard column / Self.lanes != strip else { return }
        paint()
        strip = column / Self.lanes
    }

    // MARK: Counting

    /// A stretch of the column: what lies between two curves that go straight, from place to place across, from the first row on. All places are finite.
    ///
    /// - Parameter length: of the stretch, pixels.
    mutating func add(_ length: Float, _ first: FillEdge, _ second: FillEdge) {
        unsafe vitrail_count_stretch(&fill, length, first.from, first.to, second.from, second.to)
    }

    /// Stretches of the column that follow each other: a place more than there are lengths. What is next to one that is not finite is a gap.
    ///
    /// - Parameter second: of as many places, or, of a flat curve, of none.
    mutating func add(_ lengths: Span<Float>, _ first: Span<Float>, _ second: Span<Float>) {
        guard let last = first.indices.last, last > 0 else { return }
        let (from, to) = (0..<last, 1..<last + 1)
        add(
            lengths, from: first.extracting(from), to: first.extracting(to), second.isEmpty ? second : second.extracting(from),
            second.isEmpty ? second : second.extracting(to))
    }

    /// Stretches of the column, as many as there are lengths.
    mutating func add(_ lengths: Span<Float>, from first: Span<Float>, to end: Span<Float>, _ second: Span<Float>, _ secondEnd: Span<Float>) {
        let count = lengths.count
        precondition(first.count == count && end.count == count, "stretches have two ends")
        unsafe precondition(fill.is_flat || second.count == count && secondEnd.count == count, "both curves have as many ends")
        unsafe lengths.withUnsafeBufferPointer { lengths in
            unsafe first.withUnsafeBufferPointer { first in
                unsafe end.withUnsafeBufferPointer { end in
                    unsafe second.withUnsafeBufferPointer { second in
                        unsafe secondEnd.withUnsafeBufferPointer { secondEnd in
                            unsafe vitrail_count_stretches(
                                &fill, lengths.baseAddress, first.baseAddress, end.baseAddress, second.baseAddress, secondEnd.baseAddress, count)
                        }
                    }
                }
            }
        }
    }

    // MARK: Columns

    /// Hands what was counted of the column over to its strip.
    private mutating func closeColumn() {
        let lane = column % Self.lanes
        for edge in unsafe [(fill.low.0, fill.high.0), (fill.low.1, fill.high.1)] where edge.1 >= 0 {
            // A curve on the picture's end, or beyond it, touches the spare row alone.
            guard edge.0 < rows else { continue }
            touch(Int(edge.0), min(Int(edge.1) + 1, rows - 1))
        }
        let start = unsafe (steps + lane * MemoryLayout<Float>.stride).assumingMemoryBound(to: Float.self)
        let layers = unsafe (Optional(start), Optional(start + (picture.layers.count > 1 ? rows * Self.lanes : 0)))
        unsafe withUnsafeBytes(of: layers) { layers in
            unsafe vitrail_close_fill(&fill, layers.assumingMemoryBound(to: UnsafeMutablePointer<Float>?.self).baseAddress, Self.lanes)
        }
        closeFlat(lane)
    }

    /// On the first side the flat place ends what is covered, on the second it begins it.
    private mutating func closeFlat(_ lane: Int) {
        let lengths = unsafe fill.flat_length
        guard lengths != (0, 0) else { return }
        unsafe fill.flat_length = (0, 0)
        let place = min(max(picture.flat, 0), Float(rows))
        let row = Int(place)
        let share = place - Float(row)
        guard row < rows else { return }
        for (side, weight) in [(0, -lengths.0), (1, lengths.1)] where picture.layer(side) >= 0 {
            increase(row, lane, weight * (1 - share), picture.layer(side))
            if row + 1 < rows { increase(row + 1, lane, weight * share, picture.layer(side)) }
        }
        touch(row, min(row + 1, rows - 1))
    }

    private mutating func touch(_ first: Int, _ last: Int) { touchedRows = (min(touchedRows.low, first), max(touchedRows.high, last)) }

    private func increase(_ row: Int, _ lane: Int, _ amount: Float, _ layer: Int) {
        let place = layer * stepsPerLayer + row * Self.rowBytes + lane * MemoryLayout<Float>.stride
        unsafe steps.storeBytes(of: steps.load(fromByteOffset: place, as: Float.self) + amount, toByteOffset: place, as: Float.self)
    }

    // MARK: Painting

    consuming func finish() -> StripPicture {
        closeColumn()
        paint()
        return made
    }

    private typealias Shares = SIMD16<Float>

    /// Paints the strip, and sets what was counted to zero.
    private mutating func paint() {
        guard touchedRows.high >= 0 else { return }
        made.begin(strip: strip - strips.lowerBound)
        let layers = picture.layers.count
        var sums = (Shares.zero, Shares.zero)
        // Rows from here on are covered alike.
        var start = touchedRows.low
        for row in touchedRows.low...touchedRows.high where hasSteps(row) {
            add(sums, start..<row)
            start = row
            sums.0 += takeSteps(row, 0)
            if layers > 1 { sums.1 += takeSteps(row, 1) }
        }
        add(sums, start..<rows)
        made.endStrip()
        touchedRows = Self.untouched
    }

    private mutating func add(_ sums: (Shares, Shares), _ rows: Range<Int>) {
        func held(_ sum: Shares) -> Shares { sum.atLeast(.zero).atMost(Shares(repeating: 1)) }
        let shares = (held(sums.0), held(sums.1))
        // What rounding leaves is nothing.
        guard !rows.isEmpty, any((shares.0 + shares.1) .> Self.leastShare) else {
            // Closes the piece before.
            if !rows.isEmpty { made.add(.zero, rows: rows) }
            return
        }
        guard picture.isFlat else {
            for row in rows { made.add(picture.row(shares.0, shares.1, row), rows: row..<row + 1) }
            return
        }
        made.add(picture.row(shares.0, shares.1, rows.lowerBound), rows: rows)
    }

    /// Of a pixel: what is less is seen of no colour.
    private static let leastShare: Float = 1e-5

    /// Whether a row differs from the one before; word by word, which is quicker than comparing vectors.
    @inline(__always)
    private func hasSteps(_ row: Int) -> Bool {
        var bits: UInt64 = 0
        for layer in picture.layers.indices {
            let place = layer * stepsPerLayer + row * Self.rowBytes
            for word in 0..<Self.rowBytes / 8 { bits |= unsafe steps.load(fromByteOffset: place + word * 8, as: UInt64.self) }
        }
        return bits != 0
    }

    @inline(__always)
    private func takeSteps(_ row: Int, _ layer: Int) -> Shares {
        let place = layer * stepsPerLayer + row * Self.rowBytes
        let found = unsafe steps.load(fromByteOffset: place, as: Shares.self)
        unsafe steps.storeBytes(of: .zero, toByteOffset: place, as: Shares.self)
        return found
    }
}

/// A curve over a stretch: where it begins and where it ends, pixels across from the picture's first row.
struct FillEdge {
    var from, to: Float
}
