import VitrailColumns
import VitrailRaster
import VitrailScales
import VitrailScene

/// The samples of two columns and their scales. Samples are mapped block by block when they are read, and the mapped
/// points are not stored.
struct SamplePositions: Sendable {
    let along: Column
    let across: Column
    let visible: Range<Int>
    let alongScale: AxisScale
    let acrossScale: AxisScale
    let isHorizontal: Bool

    var count: Int { visible.count }

    /// Calls `body` with the index and the position of each sample in a range. The range counts from the first visible
    /// sample. A sample without a position gets a non-finite point.
    ///
    /// - Parameters:
    ///   - items: passed on to `body`.
    ///   - holdsFar: whether positions that Float cannot represent are clamped; otherwise they are not finite.
    @inline(__always)
    func forEach<Item>(
        _ range: Range<Int>, into items: inout OutputSpan<Item>, holdsFar: Bool,
        _ body: (inout OutputSpan<Item>, Int, PlotPoint) -> Void
    ) {
        let samples = visible.lowerBound + range.lowerBound..<visible.lowerBound + range.upperBound
        ColumnView.withView(along, across) { along, across in
            if alongScale.mapper.isAffine, acrossScale.mapper.isAffine {
                forEach(along, across, samples, into: &items, Affine(alongScale), Affine(acrossScale), holdsFar, body)
            } else {
                forEach(
                    along, across, samples, into: &items, AnyPlacing(alongScale), AnyPlacing(acrossScale), holdsFar,
                    body)
            }
        }
    }

    @inline(__always)
    private func forEach<Item>(
        _ along: ColumnView, _ across: ColumnView, _ samples: Range<Int>, into items: inout OutputSpan<Item>,
        _ positionAlong: some ScaleTransform,
        _ positionAcross: some ScaleTransform, _ holdsFar: Bool,
        _ body: (inout OutputSpan<Item>, Int, PlotPoint) -> Void
    ) {
        ColumnView.forEachBlock(of: samples, along, across) { first, along, across in
            for i in along.indices {
                let (positionA, positionB) = (
                    positionAlong.position(of: along[i]), positionAcross.position(of: across[i])
                )
                let (a, b) =
                    holdsFar
                    ? (Float(position: positionA, of: along[i]), Float(position: positionB, of: across[i]))
                    : (Float(positionA), Float(positionB))
                body(&items, first + i, isHorizontal ? PlotPoint(x: a, y: b) : PlotPoint(x: b, y: a))
            }
        }
    }
}

/// Any scale. Values that an axis excludes have no position.
private struct AnyPlacing: ScaleTransform {
    let scale: AxisScale

    init(_ scale: AxisScale) { self.scale = scale }

    @inline(__always) func position(of value: Double) -> Double {
        scale.isExcluded(value) ? .nan : scale.position(of: value)
    }
    func value(at position: Double) -> Double { scale.value(at: position) }
}

extension PassData {
    /// The positions of the samples of `xPointRange`. `nil` for values that the series does not read, for samples that
    /// differ from the rows of the columns (for example, because a stack inserted some), and on radial charts.
    func positions(_ value: SeriesValue) -> SamplePositions? {
        guard value.isOnAxis, let across = values(value), context.samples.rows == nil, context.polar == nil else {
            return nil
        }
        return SamplePositions(
            along: independentValues, across: across, visible: context.visible, alongScale: context.along,
            acrossScale: context.across,
            isHorizontal: context.orientation == .horizontal)
    }
}
