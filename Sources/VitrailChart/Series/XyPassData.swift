public import VitrailColumns

/// One x and one y value for each sample.
open class XyPassData: PassData {
    open override class var values: [SeriesValue] { [.single] }

    public final var xValues: Column { context.orientation == .horizontal ? independentValues : dependentValues }
    public final var yValues: Column { context.orientation == .horizontal ? dependentValues : independentValues }
    /// Device pixels, one value for each sample of `xPointRange`.
    public final var xCoordinates: [Float] {
        context.orientation == .horizontal ? independentCoordinates : coordinates(.single)
    }
    public final var yCoordinates: [Float] {
        context.orientation == .horizontal ? coordinates(.single) : independentCoordinates
    }

    private var dependentValues: Column { values(.single) ?? Column([Double]()) }
}

/// One x value and two y values for each sample.
open class XyyPassData: XyPassData {
    open override class var values: [SeriesValue] { [.single, .keyed(.second)] }

    public final var secondValues: Column { values(.keyed(.second)) ?? Column([Double]()) }
    public final var secondCoordinates: [Float] { coordinates(.keyed(.second)) }
}

/// A third value for each sample, on no axis.
open class XyzPassData: XyPassData {
    open override class var values: [SeriesValue] { [.single, .free(.z)] }

    public final var zValues: Column { values(.free(.z)) ?? Column([Double]()) }
}

/// The data of columns: x, y, the width of each column, and the baseline.
open class ColumnPassData: XyPassData {
    /// Width of a column along the independent axis, in device pixels.
    public final var columnPixelWidth: Double { context.slot?.width ?? 0 }
    /// Position of the baseline along the dependent axis, in device pixels.
    public final var zeroLineCoordinate: Double { context.baseline }
}
