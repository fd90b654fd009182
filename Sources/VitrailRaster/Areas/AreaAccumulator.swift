import CRaster

/// Accumulates the area between two curves, stretch by stretch, into a picture of its coverage.
@safe struct AreaAccumulator: ~Copyable {
    private static let lanes = SparseTileImage.lanes

    private let picture: AreaTarget
    private let rows: Int
    /// The strips of the part of the picture that is rasterised.
    private let strips: Range<Int>
    /// The accumulated area in the current column.
    private var fill: vitrail_fill
    private var painter: AreaCompositor
    private var column: Int

    /// - Parameters:
    ///   - strips: the strips to rasterise, counted from the start of the picture's strips.
    ///   - isStepped: whether curves keep their values from the start of a stretch to its end.
    ///   - isFlat: whether the second curve stays at the picture's `flat` position.
    init(_ picture: AreaTarget, strips: Range<Int>, isStepped: Bool, isFlat: Bool) {
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
            cells: cells, stride: rows + 1, rows: Int32(rows), layers: Int32(layers), sums: 1,
            layer: (Int32(picture.layer(0)), Int32(picture.layer(1))),
            is_flat: isFlat, flat: picture.flat, flat_length: (0, 0), is_stepped: isStepped, low: (.max, .max),
            high: (-1, -1))
        painter = AreaCompositor(picture, strips: strips)
    }

    deinit { unsafe fill.cells.deallocate() }

    /// Moves to a pixel column, counted from the start of the picture's strips. The columns of a strip must follow one
    /// another.
    @inline(__always)
    mutating func seek(to column: Int) {
        if column != self.column { begin(column) }
    }

    @inline(never)
    private mutating func begin(_ column: Int) {
        precondition(
            column >= strips.lowerBound * Self.lanes && column < strips.upperBound * Self.lanes,
            "no column of this part")
        closeColumn()
        self.column = column
        painter.seek(to: column / Self.lanes)
    }

    // MARK: Counting

    /// Adds a stretch of the column: the area between two straight edges, given by positions across from the first row.
    /// All positions are finite.
    ///
    /// - Parameter length: of the stretch, pixels.
    mutating func add(_ length: Float, _ first: FillEdge, _ second: FillEdge) {
        unsafe vitrail_count_stretch(&fill, length, first.from, first.to, second.from, second.to)
    }

    /// Adds connected stretches of the column: one position more than there are lengths. A stretch with an end that is
    /// not finite is a gap.
    ///
    /// - Parameter second: as many positions; none for a flat curve.
    mutating func add(_ lengths: Span<Float>, _ first: Span<Float>, _ second: Span<Float>) {
        guard let last = first.indices.last, last > 0 else { return }
        let (from, to) = (0..<last, 1..<last + 1)
        add(
            lengths, from: first.extracting(from), to: first.extracting(to),
            second.isEmpty ? second : second.extracting(from),
            second.isEmpty ? second : second.extracting(to))
    }

    /// Adds separate stretches of the column, as many as there are lengths.
    mutating func add(
        _ lengths: Span<Float>, from first: Span<Float>, to end: Span<Float>, _ second: Span<Float>,
        _ secondEnd: Span<Float>
    ) {
        let count = lengths.count
        precondition(first.count == count && end.count == count, "stretches have two ends")
        unsafe precondition(
            fill.is_flat || second.count == count && secondEnd.count == count, "both curves have as many ends")
        unsafe lengths.withUnsafeBufferPointer { lengths in
            unsafe first.withUnsafeBufferPointer { first in
                unsafe end.withUnsafeBufferPointer { end in
                    unsafe second.withUnsafeBufferPointer { second in
                        unsafe secondEnd.withUnsafeBufferPointer { secondEnd in
                            unsafe vitrail_count_stretches(
                                &fill, lengths.baseAddress, first.baseAddress, end.baseAddress, second.baseAddress,
                                secondEnd.baseAddress, count)
                        }
                    }
                }
            }
        }
    }

    // MARK: Columns

    /// Adds the column's accumulated area to its strip.
    private mutating func closeColumn() {
        let lane = column % Self.lanes
        for edge in unsafe [(fill.low.0, fill.high.0), (fill.low.1, fill.high.1)] where edge.1 >= 0 {
            // A curve at or beyond the picture's end affects only the spare row.
            guard edge.0 < rows else { continue }
            painter.touch(Int(edge.0), min(Int(edge.1) + 1, rows - 1))
        }
        unsafe painter.withSteps(lane) { unsafe vitrail_close_fill(&fill, $0, Self.lanes) }
        closeFlat(lane)
    }

    /// Adds the edge at the flat position. It ends the area on the first side and begins the area on the second.
    private mutating func closeFlat(_ lane: Int) {
        let lengths = unsafe fill.flat_length
        guard lengths != (0, 0) else { return }
        unsafe fill.flat_length = (0, 0)
        let position = min(max(picture.flat, 0), Float(rows))
        let row = Int(position, within: 0...rows)
        let share = position - Float(row)
        guard row < rows else { return }
        for (side, weight) in [(0, -lengths.0), (1, lengths.1)] where picture.layer(side) >= 0 {
            painter.increase(row, lane, weight * (1 - share), picture.layer(side))
            if row + 1 < rows { painter.increase(row + 1, lane, weight * share, picture.layer(side)) }
        }
        painter.touch(row, min(row + 1, rows - 1))
    }

    consuming func finish() -> SparseTileImage {
        closeColumn()
        return painter.finish()
    }
}

/// A curve over a stretch: its start and its end, in pixels across from the picture's first row.
struct FillEdge {
    var from, to: Float
}
