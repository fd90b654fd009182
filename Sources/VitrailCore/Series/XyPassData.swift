/// One x and one y value a sample.
open class XyPassData: PassData {
    open override class var values: [SeriesValue] { [.single] }

    public final var xValues: Column { context.orientation == .horizontal ? independentValues : dependentValues }
    public final var yValues: Column { context.orientation == .horizontal ? dependentValues : independentValues }
    /// Device pixels, one a sample of `xPointRange`.
    public final var xCoordinates: [Float] { context.orientation == .horizontal ? independentCoordinates : coordinates(.single) }
    public final var yCoordinates: [Float] { context.orientation == .horizontal ? coordinates(.single) : independentCoordinates }

    private var dependentValues: Column { values(.single) ?? Column([Double]()) }
}

/// One x value and two y values a sample.
open class XyyPassData: XyPassData {
    open override class var values: [SeriesValue] { [.single, .keyed(.second)] }

    public final var secondValues: Column { values(.keyed(.second)) ?? Column([Double]()) }
    public final var secondCoordinates: [Float] { coordinates(.keyed(.second)) }
}

/// A third value a sample, on no axis.
open class XyzPassData: XyPassData {
    open override class var values: [SeriesValue] { [.single, .free(.z)] }

    public final var zValues: Column { values(.free(.z)) ?? Column([Double]()) }
}

/// Columns: x, y, the room that each has and the line they stand on.
open class ColumnPassData: XyPassData {
    /// Device pixels that a column has along the independent axis.
    public final var columnPixelWidth: Double { context.slot?.width ?? 0 }
    /// Device pixels along the dependent axis: of the baseline.
    public final var zeroLineCoordinate: Double { context.baseline }
}
