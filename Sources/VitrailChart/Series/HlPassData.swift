public import VitrailColumns
import VitrailRaster

/// A high and a low value for each sample, on the dependent axis.
open class HlPassData: PassData {
    open override class var values: [SeriesValue] { [.keyed(.high), .keyed(.low)] }

    public final var highValues: Column { values(.keyed(.high)) ?? Column([Double]()) }
    public final var lowValues: Column { values(.keyed(.low)) ?? Column([Double]()) }
    public final var highCoordinates: [Float] { coordinates(.keyed(.high)) }
    public final var lowCoordinates: [Float] { coordinates(.keyed(.low)) }
}

/// The prices of a time span: open, high, low and close.
open class OhlcPassData: HlPassData {
    open override class var values: [SeriesValue] { [.keyed(.open), .keyed(.high), .keyed(.low), .keyed(.close)] }

    public final var openValues: Column { values(.keyed(.open)) ?? Column([Double]()) }
    public final var closeValues: Column { values(.keyed(.close)) ?? Column([Double]()) }
    public final var openCoordinates: [Float] { coordinates(.keyed(.open)) }
    public final var closeCoordinates: [Float] { coordinates(.keyed(.close)) }

    override func labelledPoints(_ value: SeriesValue) -> [PathPoint] {
        var points = points(value)
        let (opens, highs, lows, closes) = (openCoordinates, highCoordinates, lowCoordinates, closeCoordinates)
        for k in points.indices
        where !(opens[k].isFinite && highs[k].isFinite && lows[k].isFinite && closes[k].isFinite) { points[k] = .gap }
        return points
    }
}
