import VitrailScene

/// The texels of a strip while it is painted, one pixel column after another.
struct TileTexels {
    private var picture: SparseTileImage
    private var texels: [UInt32]
    private var strip = -1
    private var lane = 0
    private var touched = 0..<0

    /// - Parameter box: the pixels of the picture; nothing is painted outside.
    init(box: PixelRect, isVertical: Bool) {
        picture = SparseTileImage(box: box, isVertical: isVertical)
        texels = Array(repeating: 0, count: (isVertical ? box.width : box.height) * SparseTileImage.lanes)
    }

    /// Moves to a column, counted from the start of the strips. The columns of a strip must follow one another.
    mutating func begin(column: Int) {
        lane = column % SparseTileImage.lanes
        guard column / SparseTileImage.lanes != strip else { return }
        endStrip()
        strip = column / SparseTileImage.lanes
    }

    /// Marks rows as possibly set.
    @inline(__always)
    mutating func touch(_ rows: Range<Int>) {
        touched =
            touched.isEmpty ? rows : min(touched.lowerBound, rows.lowerBound)..<max(touched.upperBound, rows.upperBound)
    }

    @inline(__always)
    mutating func set(_ row: Int, _ texel: UInt32) { texels[row * SparseTileImage.lanes + lane] = texel }

    /// Calls `body` with the column's texels: one per row, `SparseTileImage.lanes` apart.
    mutating func withColumn(_ body: (UnsafeMutablePointer<UInt32>) -> Void) {
        let lane = lane
        unsafe texels.withUnsafeMutableBufferPointer { texels in
            if let start = texels.baseAddress { unsafe body(start + lane) }
        }
    }

    consuming func finish() -> SparseTileImage {
        endStrip()
        return picture
    }

    private mutating func endStrip() {
        guard !touched.isEmpty else { return }
        picture.begin(strip: strip)
        Self.move(&texels, touched, to: &picture)
        picture.endStrip()
        touched = 0..<0
    }

    /// Passes texels on, row by row, and clears them.
    private static func move(_ texels: inout [UInt32], _ rows: Range<Int>, to picture: inout SparseTileImage) {
        let bytes = SparseTileImage.lanes * MemoryLayout<UInt32>.stride
        unsafe texels.withUnsafeMutableBytes { texels in
            func texelRow(_ row: Int) -> SparseTileImage.Row {
                unsafe texels.loadUnaligned(fromByteOffset: row * bytes, as: SparseTileImage.Row.self)
            }
            /// Comparing 64-bit words is faster than comparing vectors.
            func isLikeLast(_ row: Int) -> Bool {
                var bits: UInt64 = 0
                for position in stride(from: row * bytes, to: (row + 1) * bytes, by: 8) {
                    bits |=
                        unsafe texels.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                        ^ texels.loadUnaligned(fromByteOffset: position - bytes, as: UInt64.self)
                }
                return bits == 0
            }
            var start = rows.lowerBound
            for row in rows.dropFirst() where !isLikeLast(row) {
                picture.add(texelRow(start), rows: start..<row)
                start = row
            }
            picture.add(texelRow(start), rows: start..<rows.upperBound)
            let used = unsafe UnsafeMutableRawBufferPointer(
                rebasing: texels[rows.lowerBound * bytes..<rows.upperBound * bytes])
            unsafe used.initializeMemory(as: UInt8.self, repeating: 0)
        }
    }
}
