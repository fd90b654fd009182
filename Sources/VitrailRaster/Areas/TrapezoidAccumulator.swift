import CRaster
package import VitrailScene
import VitrailSystem

/// Rasterises the area between two curves that are not monotonic along, trapezoid by trapezoid, into a picture of its
/// coverage.
///
/// The coverage of trapezoids in a pixel is added, up to 1.
@safe package struct TrapezoidAccumulator: ~Copyable {
    private let picture: AreaTarget
    /// The strips to rasterise, counted from the start of the picture's strips.
    private let strips: Range<Int>
    private var slices: vitrail_slices
    /// Along, in pixels: the start of the first strip. Across: the first row.
    private let start: SIMD2<Double>
    private var last: vitrail_slice_end?

    /// - Parameter strips: not empty. Each takes `bytesPerStrip` of memory.
    package init(_ picture: AreaTarget, strips: Range<Int>) {
        (self.picture, self.strips) = (picture, strips)
        start = SIMD2(
            Double(picture.origin + strips.lowerBound * SparseTileImage.lanes), Double(picture.rows.lowerBound))
        let count = strips.count * Self.bytesPerStrip(picture) / MemoryLayout<vitrail_slice_row>.stride
        let cells = UnsafeMutablePointer<vitrail_slice_row>.allocate(capacity: count)
        unsafe cells.initialize(repeating: vitrail_slice_row(), count: count)
        unsafe slices = vitrail_slices(
            cells: cells, columns: Int32(strips.count * SparseTileImage.lanes), rows: Int32(picture.rows.count),
            layers: Int32(picture.layers.count),
            layer: (Int32(picture.layer(0)), Int32(picture.layer(1))))
    }

    deinit { unsafe slices.cells.deallocate() }

    /// Maximum memory, in bytes, of columns that are rasterised together, so that it stays in a near cache.
    private static let maxKept = 8 << 20

    /// Number of parts that columns, or strips of them, are divided into. All trapezoids are processed once for each
    /// part.
    package static func parts(of count: Int, bytesEach: Int) -> Int {
        min(max(count * bytesEach / maxKept + 1, Parallel.threads), count)
    }

    package static func bytesPerStrip(_ picture: AreaTarget) -> Int {
        SparseTileImage.lanes * picture.layers.count * vitrail_slice_stride(Int32(picture.rows.count))
            * MemoryLayout<vitrail_slice_row>.stride
    }

    /// Adds the trapezoid between the sample before and this one, in pixels of the scene; none if one of them is not
    /// finite.
    package mutating func go(to sample: Area.Sample) {
        guard sample.isFinite else {
            last = nil
            return
        }
        let end = vitrail_slice_end(
            along: Double(sample.along) - start.x, first: Double(sample.first) - start.y,
            second: Double(sample.second) - start.y)
        if let last { unsafe vitrail_add_slice(&slices, last, end) }
        last = end
    }

    package consuming func finish() -> SparseTileImage {
        let lanes = SparseTileImage.lanes
        var painter = AreaCompositor(picture, strips: strips)
        for column in 0..<strips.count * lanes {
            painter.seek(to: strips.lowerBound + column / lanes)
            painter.touch(0, picture.rows.count - 1)
            unsafe painter.withSteps(column % lanes) { unsafe vitrail_close_slices(&slices, Int32(column), $0, lanes) }
        }
        return painter.finish()
    }
}
