import CData
import VitrailScene

/// What lies between two curves that go to and fro, slice by slice → how much of each pixel the slices cover, as a picture.
///
/// What slices cover of a pixel adds, up to the whole of it.
@safe struct SliceCounter: ~Copyable {
    private let picture: FillPicture
    /// Those that are counted, from where the picture's strips begin.
    private let strips: Range<Int>
    private var slices: vitrail_slices
    /// Along, pixels: where the first strip begins. Across: the first row.
    private let start: SIMD2<Double>
    private var last: vitrail_slice_end?

    /// - Parameter strips: not empty. `bytesPerStrip` are kept for each.
    init(_ picture: FillPicture, strips: Range<Int>) {
        (self.picture, self.strips) = (picture, strips)
        start = SIMD2(Double(picture.origin + strips.lowerBound * StripPicture.lanes), Double(picture.rows.lowerBound))
        let count = strips.count * Self.bytesPerStrip(picture) / MemoryLayout<vitrail_slice_row>.stride
        let cells = UnsafeMutablePointer<vitrail_slice_row>.allocate(capacity: count)
        unsafe cells.initialize(repeating: vitrail_slice_row(), count: count)
        unsafe slices = vitrail_slices(
            cells: cells, columns: Int32(strips.count * StripPicture.lanes), rows: Int32(picture.rows.count), layers: Int32(picture.layers.count),
            layer: (Int32(picture.layer(0)), Int32(picture.layer(1))))
    }

    deinit { unsafe slices.cells.deallocate() }

    /// What is kept of columns that are counted together, in bytes: it should stay near the processor.
    private static let mostKept = 8 << 20

    /// Into how many parts columns, or strips of them, are taken. What is counted is gone through once for each.
    static func parts(of count: Int, bytesEach: Int) -> Int { min(max(count * bytesEach / mostKept + 1, Parallel.threads), count) }

    static func bytesPerStrip(_ picture: FillPicture) -> Int {
        StripPicture.lanes * picture.layers.count * vitrail_slice_stride(Int32(picture.rows.count)) * MemoryLayout<vitrail_slice_row>.stride
    }

    /// The slice between the sample before and this one, in pixels of the scene; none where one of them is not finite.
    mutating func go(to sample: Area.Sample) {
        guard sample.isFinite else {
            last = nil
            return
        }
        let end = vitrail_slice_end(along: Double(sample.along) - start.x, first: Double(sample.first) - start.y, second: Double(sample.second) - start.y)
        if let last { unsafe vitrail_add_slice(&slices, last, end) }
        last = end
    }

    consuming func finish() -> StripPicture {
        let lanes = StripPicture.lanes
        var painter = FillPainter(picture, strips: strips)
        for column in 0..<strips.count * lanes {
            painter.move(to: strips.lowerBound + column / lanes)
            painter.touch(0, picture.rows.count - 1)
            unsafe painter.withSteps(column % lanes) { unsafe vitrail_close_slices(&slices, Int32(column), $0, lanes) }
        }
        return painter.finish()
    }
}
