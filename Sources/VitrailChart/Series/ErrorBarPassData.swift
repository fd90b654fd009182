public import VitrailColumns
import VitrailScales
import VitrailSystem

/// A value for each sample, and the high and the low end of its error bar, on the dependent axis.
open class ErrorBarPassData: HlPassData {
    open override class var values: [SeriesValue] { [.single, .keyed(.high), .keyed(.low)] }

    /// Half the length of a cap, and the radius of a point, device pixels.
    var capReach: Float = 0
    var pointReach: Float = 0

    /// The values at the centres of the error bars.
    public final var centerValues: Column { values(.single) ?? Column([Double]()) }
    public final var centerCoordinates: [Float] { coordinates(.single) }

    /// Calls the body with the position of each error bar of `xPointRange`, in order. A sample without an independent
    /// value, without a value or without an end is a gap.
    func forEachSpan(_ body: (ErrorBarSpan) -> Void) {
        guard xPointRange != nil else { return }
        let (alongScale, acrossScale) = (context.along, context.across)
        let first = context.visible.lowerBound
        var pace = WorkPace()
        ColumnView.withView(independentValues, centerValues, highValues, lowValues) { along, centers, highs, lows in
            for i in context.visible where !pace.isOver() {
                let (value, center, high, low) = (along[i], centers[i], highs[i], lows[i])
                guard value.isFinite, center.isFinite, high.isFinite, low.isFinite, !alongScale.isExcluded(value) else {
                    continue
                }
                let position = Float(position: alongScale.position(of: value), of: value)
                guard position.isFinite,
                    let start = ErrorBarSpan.End(high, isPlain: high == center && low != center, acrossScale),
                    let end = ErrorBarSpan.End(low, isPlain: low == center && high != center, acrossScale)
                else { continue }
                // Without a position for both ends, the error bar is outside of a logarithmic axis.
                guard start.isOnAxis || end.isOnAxis else { continue }
                body(ErrorBarSpan(sample: i - first, along: position, high: start, low: end))
            }
        }
    }
}

/// The position of one error bar, in device pixels.
struct ErrorBarSpan {
    struct End {
        var position: Float
        /// Whether the scale has a position for the end. Otherwise the whisker goes to the edge of the plot area.
        var isOnAxis: Bool
        var hasCap: Bool
    }

    /// Index, counted from the first of `xPointRange`.
    var sample: Int
    var along: Float
    var high, low: End
}

extension ErrorBarSpan.End {
    /// - Parameters:
    ///   - isPlain: whether the end is the value itself, although the other end is not: such an end has no cap.
    /// - Returns: `nil` if the scale gives no position.
    @inline(__always)
    init?(_ value: Double, isPlain: Bool, _ scale: AxisScale) {
        var position = scale.position(of: value)
        isOnAxis = !position.isNaN
        // On a logarithmic scale, values ≤ 0 are beyond every power.
        if position.isNaN { position = scale.start }
        self.position = Float(position: position)
        hasCap = isOnAxis && !isPlain && !scale.isExcluded(value)
        guard self.position.isFinite else { return nil }
    }
}

/// The rectangles of one error bar, in device pixels: edges along the independent axis and across it. All edges are
/// on whole pixels, and the rectangles do not overlap, so that translucent ones have one colour.
struct ErrorBarShape {
    /// Edges of the whisker and of the caps along the axis.
    let whiskerSides, capSides: (low: Float, high: Float)
    /// Edges across. An empty range is not drawn.
    let whisker, firstCap, secondCap: (low: Float, high: Float)

    @inline(__always)
    init(_ span: ErrorBarSpan, _ size: ErrorBarSize) {
        whiskerSides = Self.edges(center: span.along, width: size.line)
        capSides = (whiskerSides.low - size.capHalf, whiskerSides.high + size.capHalf)
        // The end with the smaller pixel coordinate comes first.
        let (first, second) = span.high.position <= span.low.position ? (span.high, span.low) : (span.low, span.high)
        let edges = (
            Self.edges(center: first.position, width: size.line), Self.edges(center: second.position, width: size.line)
        )
        let (hasFirst, hasSecond) = (first.hasCap && size.capHalf > 0, second.hasCap && size.capHalf > 0)
        if hasFirst, hasSecond, edges.0.high >= edges.1.low {
            (firstCap, secondCap, whisker) = ((edges.0.low, edges.1.high), (0, 0), (0, 0))
            return
        }
        firstCap = hasFirst ? edges.0 : (0, 0)
        secondCap = hasSecond ? edges.1 : (0, 0)
        let low = hasFirst ? edges.0.high : first.position.nearestPixel
        let high = hasSecond ? edges.1.low : second.position.nearestPixel
        // Without caps, an error bar of no length is a dot.
        whisker = !hasFirst && !hasSecond && high <= low ? edges.0 : (low, high)
    }

    @inline(__always)
    private static func edges(center: Float, width: Float) -> (low: Float, high: Float) {
        let start = (center - width / 2).nearestPixel
        return (start, start + width)
    }

    /// Calls the body with each rectangle that is not empty: whisker, first cap, second cap.
    @inline(__always)
    func forEachRect(_ body: (_ along: (low: Float, high: Float), _ across: (low: Float, high: Float)) -> Void) {
        if whisker.high > whisker.low { body(whiskerSides, whisker) }
        if firstCap.high > firstCap.low { body(capSides, firstCap) }
        if secondCap.high > secondCap.low { body(capSides, secondCap) }
    }
}

/// Sizes of error bars in whole device pixels.
struct ErrorBarSize {
    /// Width of the whiskers and thickness of the caps, at least 1.
    let line: Float
    /// Length of a cap beyond each side of the whisker.
    let capHalf: Float

    /// - Parameters: device pixels.
    init(line: Float, cap: Float) {
        self.line = max(1, line.rounded())
        capHalf = max(0, ((cap - self.line) / 2).rounded())
    }
}
