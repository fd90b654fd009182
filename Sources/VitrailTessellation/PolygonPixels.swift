import CRaster
import VitrailRaster
import VitrailScene
import VitrailSystem

/// Converts polygons with very many corners to trapezoids of an area: at most one for each pixel, as wide as the
/// covered share of the pixel.
///
/// Trapezoids between the corners of a jagged outline would be as many as the corners times the edges above one
/// another.
struct PolygonPixels {
    /// Max absolute coordinate of a corner, in pixels.
    private static let maxSide = 1 << 15
    /// Min coverage of a pixel. A lower coverage is not visible in any colour.
    private static let minimum: Float = 1e-4

    /// Closed outlines of at least three finite corners.
    private let outlines: [[SIMD2<Double>]]
    private let columns: Range<Int>
    private let rows: Range<Int>

    /// - Parameter outlines: closed, in pixels, clockwise; none lies inside another. Corners that are not finite are
    ///   ignored.
    /// - Returns: nil if a coordinate is too large, or no outline has enough corners.
    init?(_ outlines: [[SIMD2<Double>]]) {
        self.outlines = outlines.map { $0.filter { $0.x.isFinite && $0.y.isFinite } }.filter { $0.count > 2 }
        var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
        for corner in self.outlines.joined() { (low, high) = (pointwiseMin(low, corner), pointwiseMax(high, corner)) }
        let maximum = Double(Self.maxSide)
        guard !self.outlines.isEmpty, all(low .> -maximum), all(high .< maximum) else { return nil }
        columns = Int(low.x.rounded(.down))..<Int(high.x.rounded(.up))
        rows = Int(low.y.rounded(.down))..<Int(high.y.rounded(.up))
    }

    var samples: [Area.Sample] {
        guard !columns.isEmpty, !rows.isEmpty else { return [] }
        let perColumn = vitrail_slice_stride(Int32(rows.count)) * MemoryLayout<vitrail_slice_row>.stride
        let parts = TrapezoidAccumulator.parts(of: columns.count, bytesEach: perColumn)
        return Parallel.map(parts) { k in
            samples(
                columns.lowerBound + columns.count * k / parts..<columns.lowerBound + columns.count * (k + 1) / parts)
        }.flatMap(\.self)
    }

    private func samples(_ columns: Range<Int>) -> [Area.Sample] {
        var cells = [vitrail_slice_row](
            repeating: vitrail_slice_row(), count: columns.count * vitrail_slice_stride(Int32(rows.count)))
        var samples: [Area.Sample] = []
        var steps = [Float](repeating: 0, count: rows.count)
        unsafe cells.withUnsafeMutableBufferPointer { cells in
            var counted = unsafe vitrail_slices(
                cells: cells.baseAddress, columns: Int32(columns.count), rows: Int32(rows.count), layers: 1,
                layer: (0, 0))
            let origin = SIMD2(Double(columns.lowerBound), Double(rows.lowerBound))
            for outline in outlines {
                var last = outline[outline.count - 1] - origin
                for corner in outline {
                    let next = corner - origin
                    unsafe vitrail_add_edge(&counted, last.x, last.y, next.x, next.y)
                    last = next
                }
            }
            for column in columns {
                unsafe steps.withUnsafeMutableBufferPointer { steps in
                    unsafe steps.update(repeating: 0)
                    let layers = (steps.baseAddress, steps.baseAddress)
                    unsafe withUnsafeBytes(of: layers) {
                        unsafe vitrail_close_slices(
                            &counted, Int32(column - columns.lowerBound),
                            $0.assumingMemoryBound(to: UnsafeMutablePointer<Float>?.self).baseAddress, 1)
                    }
                }
                append(steps, column, to: &samples)
            }
        }
        return samples
    }

    /// Appends the trapezoids of a pixel column. Completely covered pixels below one another become one trapezoid.
    ///
    /// - Parameter steps: for each row, its coverage minus the coverage of the row before it.
    private func append(_ steps: [Float], _ column: Int, to samples: inout [Area.Sample]) {
        func append(_ rows: Range<Int>, _ width: Float) {
            let (top, bottom) = (
                Float(self.rows.lowerBound + rows.lowerBound), Float(self.rows.lowerBound + rows.upperBound)
            )
            samples += [
                Area.Sample(along: Float(column), first: top, second: bottom),
                Area.Sample(along: Float(column) + width, first: top, second: bottom), .gap,
            ]
        }
        var (covered, whole): (Float, Int?) = (0, nil)
        for (row, step) in steps.enumerated() {
            covered += step
            if covered > 1 - Self.minimum {
                whole = whole ?? row
                continue
            }
            if let first = whole { append(first..<row, 1) }
            whole = nil
            if covered > Self.minimum { append(row..<row + 1, covered) }
        }
        if let first = whole { append(first..<steps.count, 1) }
    }
}
