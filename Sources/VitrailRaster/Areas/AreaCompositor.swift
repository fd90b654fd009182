/// Composites the coverage of layers into a picture, strip by strip.
@safe struct AreaCompositor: ~Copyable {
    private static let lanes = SparseTileImage.lanes
    private static let rowBytes = lanes * MemoryLayout<Float>.stride
    private static let untouched = (low: Int.max, high: -1)

    private let picture: AreaTarget
    private let rows: Int
    private let strips: Range<Int>
    /// For each layer of the strip, and for each row, a row of lanes: how much larger the coverage is than in the row
    /// before.
    private let steps: UnsafeMutableRawPointer
    private let stepsPerLayer: Int
    private var touchedRows = Self.untouched
    private var strip: Int
    private var made: SparseTileImage

    /// - Parameter strips: the strips to paint, counted from the start of the picture's strips.
    init(_ picture: AreaTarget, strips: Range<Int>) {
        (self.picture, self.strips) = (picture, strips)
        (rows, strip) = (picture.rows.count, strips.lowerBound)
        stepsPerLayer = rows * Self.rowBytes
        let layers = picture.layers.count
        unsafe steps = .allocate(byteCount: layers * stepsPerLayer, alignment: Self.rowBytes)
        unsafe steps.initializeMemory(as: UInt8.self, repeating: 0, count: layers * stepsPerLayer)
        made = SparseTileImage(box: picture.box(of: strips), isVertical: picture.isVertical)
    }

    deinit { unsafe steps.deallocate() }

    /// Moves to a strip. Nothing of it may have been painted yet.
    mutating func seek(to strip: Int) {
        guard strip != self.strip else { return }
        paint()
        self.strip = strip
    }

    // MARK: Steps

    /// Calls `body` with pointers to the steps of one lane, for each layer. The steps of successive rows are
    /// `SparseTileImage.lanes` apart. With one layer, both pointers are equal.
    func withSteps(_ lane: Int, _ body: (_ layers: UnsafePointer<UnsafeMutablePointer<Float>?>?) -> Void) {
        let start = unsafe (steps + lane * MemoryLayout<Float>.stride).assumingMemoryBound(to: Float.self)
        let layers = unsafe (Optional(start), Optional(start + (picture.layers.count > 1 ? rows * Self.lanes : 0)))
        unsafe withUnsafeBytes(of: layers) {
            unsafe body($0.assumingMemoryBound(to: UnsafeMutablePointer<Float>?.self).baseAddress)
        }
    }

    /// Marks rows whose steps may differ from zero.
    mutating func touch(_ first: Int, _ last: Int) {
        touchedRows = (min(touchedRows.low, first), max(touchedRows.high, last))
    }

    func increase(_ row: Int, _ lane: Int, _ amount: Float, _ layer: Int) {
        let position = layer * stepsPerLayer + row * Self.rowBytes + lane * MemoryLayout<Float>.stride
        unsafe steps.storeBytes(
            of: steps.load(fromByteOffset: position, as: Float.self) + amount, toByteOffset: position, as: Float.self)
    }

    // MARK: Painting

    /// Returns the picture. Nothing may be added afterwards.
    mutating func finish() -> SparseTileImage {
        paint()
        return made
    }

    private typealias Shares = SIMD16<Float>

    /// Paints the strip and resets its steps to zero.
    private mutating func paint() {
        guard touchedRows.high >= 0 else { return }
        made.begin(strip: strip - strips.lowerBound)
        let layers = picture.layers.count
        var sums = (Shares.zero, Shares.zero)
        // Rows from here on have the same coverage.
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
        // Ignore the remainders of rounding.
        guard !rows.isEmpty, any((shares.0 + shares.1) .> Self.minShare) else {
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

    /// Coverage of a pixel. Less of it is invisible in every colour.
    private static let minShare: Float = 1e-5

    /// Whether a row differs from the one before. Comparing 64-bit words is faster than comparing vectors.
    @inline(__always)
    private func hasSteps(_ row: Int) -> Bool {
        var bits: UInt64 = 0
        for layer in picture.layers.indices {
            let position = layer * stepsPerLayer + row * Self.rowBytes
            for word in 0..<Self.rowBytes / 8 {
                bits |= unsafe steps.load(fromByteOffset: position + word * 8, as: UInt64.self)
            }
        }
        return bits != 0
    }

    @inline(__always)
    private func takeSteps(_ row: Int, _ layer: Int) -> Shares {
        let position = layer * stepsPerLayer + row * Self.rowBytes
        let found = unsafe steps.load(fromByteOffset: position, as: Shares.self)
        unsafe steps.storeBytes(of: .zero, toByteOffset: position, as: Shares.self)
        return found
    }
}
