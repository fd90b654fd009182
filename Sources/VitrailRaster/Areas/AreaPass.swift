package import VitrailColumns
package import VitrailScales
import VitrailSystem

/// The areas between two values of sorted samples, rasterised on all cores.
package struct AreaPass: MonotonicScaledLoop {
    let along, first: ColumnView
    /// `nil`: the flat side of `fill`.
    let second: ColumnView?
    let range: Range<Int>
    /// Whether each value holds until the next sample.
    let isStepped: Bool
    let fill: AreaTarget
    /// Min/max trees over both values, if the axis excludes ranges.
    let pyramids: (MinMaxTree?, MinMaxTree?)

    package init(
        along: ColumnView, first: ColumnView, second: ColumnView?, range: Range<Int>, isStepped: Bool,
        fill: AreaTarget, pyramids: (MinMaxTree?, MinMaxTree?)
    ) {
        (self.along, self.first, self.second) = (along, first, second)
        (self.range, self.isStepped, self.fill, self.pyramids) = (range, isStepped, fill, pyramids)
    }

    /// Pictures side by side.
    package func pictures(along: AxisScale, across: AxisScale) -> [SparseTileImage] {
        run(along: along, across: across)
    }

    package func run(
        _ positionAlong: some MonotonicScaleTransform, _ positionAcross: some MonotonicScaleTransform
    ) -> [SparseTileImage] {
        AreaBins(
            along: along, first: first, second: second, positionAlong, positionAcross, range: range,
            isStepped: isStepped, fill: fill, pyramids: pyramids
        ).pictures(threads: Parallel.threads)
    }
}
