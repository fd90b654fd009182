package import VitrailColumns
package import VitrailScales
import VitrailSystem

/// The bins of sorted samples: parts of pixel columns that contain samples.
package struct SampleBins: Sendable {
    /// Bins in order, in parts of about equally many samples. `column` is the number of the bin from the start of the
    /// axis.
    package let parts: [[(column: Double, samples: Range<Int>)]]
    /// Values across below this one have no position.
    package let minimum: Double

    /// - Parameters:
    ///   - scales: of the values along and across.
    ///   - perPixel: bins per pixel column.
    package init(
        _ along: ColumnView, _ range: Range<Int>, on scales: (along: AxisScale, across: AxisScale), perPixel: Double
    ) {
        self = Pass(along: along, range: range, perPixel: perPixel).run(along: scales.along, across: scales.across)
    }

    private init(_ parts: [[(column: Double, samples: Range<Int>)]], minimum: Double) {
        (self.parts, self.minimum) = (parts, minimum)
    }

    private struct Pass: MonotonicScaledLoop {
        let along: ColumnView
        let range: Range<Int>
        let perPixel: Double

        func run(
            _ positionAlong: some MonotonicScaleTransform, _ positionAcross: some MonotonicScaleTransform
        ) -> SampleBins {
            let columns = ColumnBounds(along: along, position: positionAlong, perPixel: perPixel)
            let stretches = columns.stretches(range, threads: Parallel.threads)
            let parts = Parallel.map(stretches.count) { k in
                var bins: [(column: Double, samples: Range<Int>)] = []
                columns.forEachColumn(stretches[k]) { bins.append(($0, $1)) }
                return bins
            }
            return SampleBins(parts, minimum: positionAcross.minimum)
        }
    }
}
