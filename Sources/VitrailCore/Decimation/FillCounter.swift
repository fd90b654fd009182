import CData
import VitrailScene

/// What lies between two curves, stretch by stretch → how much of each pixel it covers, as a picture.
@safe struct FillCounter: ~Copyable {
    private static let lanes = StripPicture.lanes

    private let picture: FillPicture
    private let rows: Int
    /// The strips that are counted, of a part of the picture.
    private let strips: Range<Int>
    /// What is counted of the column.
    private var fill: vitrail_fill
    private var painter: FillPainter
    private var column: Int

    /// - Parameters:
    ///   - strips: those to be counted, from where the picture's strips begin.
    ///   - isStepped: whether curves stay where a stretch begins until its end.
    ///   - isFlat: whether the second curve stays at the picture's flat place.
    init(_ picture: FillPicture, strips: Range<Int>, isStepped: Bool, isFlat: Bool) {
        (self.picture, self.strips) = (picture, strips)
        rows = picture.rows.count
        column = strips.lowerBound * Self.lanes
        let layers = picture.layers.count
        let count = Int(VITRAIL_FILL_SUMS) * layers * (rows + 1)
        let cells = unsafe UnsafeMutableRawPointer.allocate(
            byteCount: count * MemoryLayout<vitrail_fill_row>.stride, alignment: MemoryLayout<vitrail_fill_row>.stride
        ).assumingMemoryBound(to: vitrail_fill_row.self)
        unsafe cells.initialize(repeating: vitrail_fill_row(), count: count)
        unsafe fill = vitrail_fill(
            cells: cells, stride: rows + 1, rows: Int32(rows), layers: Int32(layers), sums: 1, layer: (Int32(picture.layer(0)), Int32(picture.layer(1))),
            is_flat: isFlat, flat: picture.flat, flat_length: (0, 0), is_stepped: isStepped, low: (.max, .max), high: (-1, -1))
        painter = FillPainter(picture, strips: strips)
    }

    deinit { unsafe fill.cells.deallocate() }

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
        painter.move(to: column / Self.lanes)
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
            painter.touch(Int(edge.0), min(Int(edge.1) + 1, rows - 1))
        }
        unsafe painter.withSteps(lane) { unsafe vitrail_close_fill(&fill, $0, Self.lanes) }
        closeFlat(lane)
    }

    /// On the first side the flat place ends what is covered, on the second it begins it.
    private mutating func closeFlat(_ lane: Int) {
        let lengths = unsafe fill.flat_length
        guard lengths != (0, 0) else { return }
        unsafe fill.flat_length = (0, 0)
        let place = min(max(picture.flat, 0), Float(rows))
        let row = Int(place, within: 0...rows)
        let share = place - Float(row)
        guard row < rows else { return }
        for (side, weight) in [(0, -lengths.0), (1, lengths.1)] where picture.layer(side) >= 0 {
            painter.increase(row, lane, weight * (1 - share), picture.layer(side))
            if row + 1 < rows { painter.increase(row + 1, lane, weight * share, picture.layer(side)) }
        }
        painter.touch(row, min(row + 1, rows - 1))
    }

    consuming func finish() -> StripPicture {
        closeColumn()
        return painter.finish()
    }
}

/// A curve over a stretch: where it begins and where it ends, pixels across from the picture's first row.
struct FillEdge {
    var from, to: Float
}
