public import VitrailScales

public import struct Foundation.Date

/// Observes and adjusts a chart while it loads and renders. The chart holds it weakly. All methods are optional.
///
/// A first render calls `willStartLoadingData`, `didFinishLoadingData`, `renderStarted`, then the tick hooks in each
/// layout pass, then `renderFinished`. A redraw without new data calls only the last three.
public protocol ChartDelegate: AnyObject {
    /// Called before data are read; axes still have the old ranges.
    func willStartLoadingData(_ chart: Chart)
    /// Called when the ranges of the new data are set. Changes to ranges and titles are visible in the current render.
    func didFinishLoadingData(_ chart: Chart)
    /// - Parameter fullRedraw: whether the layout is recalculated.
    func renderStarted(_ chart: Chart, fullRedraw: Bool)
    /// Called after a render. Changes made here are visible in the next one.
    func renderFinished(_ chart: Chart)
    /// The exact major ticks, in axis units, without minor ones. nil: the ticks of the data source, or calculated
    /// ticks.
    func chart(_ chart: Chart, majorTickValuesFor axis: Axis) -> [Double]?
    /// The same as dates. Called for date axes if `majorTickValuesFor` returns nil.
    func chart(_ chart: Chart, majorTickDatesFor axis: DateTimeAxis) -> [Date]?
    /// May set the frequencies that generate the ticks of an axis. `minor` nil: no minor ticks.
    func chart(_ chart: Chart, adjust frequencies: inout TickFrequencies, of axis: Axis)
    /// Called for each tick of each layout pass, just before it is added. Text, style and visibility may be changed.
    func chart(_ chart: Chart, alter tick: TickMark, of axis: Axis)
    /// Called for each label of a data point, just before it is added. Text, style, position and visibility may be
    /// changed.
    func chart(_ chart: Chart, alter label: DataPointLabel, at point: ChartPoint, of series: CartesianSeries)
    /// Called for every touch of the plot area, before the chart responds and even if it does not respond.
    func chart(_ chart: Chart, touched touch: PlotAreaTouch)
    /// Called when a drag is about to move ranges.
    func didStartPanning(_ chart: Chart)
    /// Called when a drag or an animated call has moved ranges. The next picture shows ranges that are set here.
    /// Changes that code makes here, to any chart, animated or not, do not call delegate methods.
    func isPanning(_ chart: Chart)
    /// The same, called after `isPanning(_:)`, and also for movement by momentum after the drag.
    func isPanning(_ chart: Chart, _ movement: AxisMovement)
    /// Called after the last change, including momentum.
    func didFinishPanning(_ chart: Chart)
    /// Called when a pinch, a double tap, a box or an animated call is about to zoom.
    func didStartZooming(_ chart: Chart)
    /// Called when a gesture has zoomed, and at each step of an eased zoom by a double tap, a box or an animated call.
    /// The next picture shows ranges that are set here, so limits can be enforced here. Changes that code makes here do
    /// not call delegate methods, as in `isPanning(_:)`.
    func isZooming(_ chart: Chart)
    /// The same, called after `isZooming(_:)`, and also for movement by momentum after a pinch.
    func isZooming(_ chart: Chart, _ movement: AxisMovement)
    /// Called after the last change, including momentum.
    func didFinishZooming(_ chart: Chart)
    /// Called when a double tap has restored the default ranges.
    func didResetZoom(_ chart: Chart)
    /// Called when axes show the content of a box.
    func didBoxZoom(_ chart: Chart)
    /// Called when a drag has started to turn a pie or donut.
    func radialSeriesDidStartPanning(_ series: PieSeries, in chart: Chart)
    /// Called when it was turned, by the drag or by momentum.
    func radialSeriesIsPanning(_ series: PieSeries, in chart: Chart)
    /// Called when it was released while moving, and continues to turn.
    func radialSeriesWillBeginDecelerating(_ series: PieSeries, in chart: Chart)
    /// Called when it has stopped, or was stopped.
    func radialSeriesDidEndDecelerating(_ series: PieSeries, in chart: Chart)
    /// Called when a tap has selected or deselected a series; see `series.selected`.
    ///
    /// - Parameters:
    ///   - point: the nearest point.
    ///   - pixel: position of the tap, in points of the chart.
    func chart(
        _ chart: Chart, toggledSelectionForSeries series: CartesianSeries, near point: ChartPoint,
        at pixel: (x: Double, y: Double))
    /// Called when a tap has selected or deselected a point; see the point.
    ///
    /// - Parameter pixel: position of the tap, in points of the chart.
    func chart(
        _ chart: Chart, toggledSelectionForPoint point: ChartPoint, of series: CartesianSeries,
        at pixel: (x: Double, y: Double))
    /// Called when a long press has moved the crosshair. `x` and `y` are in units of the axes of its series.
    func crosshairMoved(_ chart: Chart, x: Double, y: Double)
    /// Called when an animation of a series has ended or was replaced by another one.
    func seriesAnimationDidFinish(_ series: Series, _ animation: SeriesAnimation, in chart: Chart)
    /// Called when a slice was selected or deselected; see the point.
    ///
    /// - Parameter pixel: position of the tap, in points of the chart. nil: code changed the selection.
    func chart(
        _ chart: Chart, toggledSelectionForRadialPoint point: ChartPoint, of series: PieSeries,
        at pixel: (x: Double, y: Double)?)
    /// Called for each slice with a label, just before the label is added. Text, style, position and visibility may be
    /// changed, and `setSpokeStyle` takes effect on the slice's spoke.
    ///
    /// - Parameter slice: index in `series.slices`.
    func chart(_ chart: Chart, alter label: SliceLabel, of point: ChartPoint, slice: Int, in series: PieSeries)
}

extension ChartDelegate {
    public func willStartLoadingData(_ chart: Chart) {}
    public func didFinishLoadingData(_ chart: Chart) {}
    public func renderStarted(_ chart: Chart, fullRedraw: Bool) {}
    public func renderFinished(_ chart: Chart) {}
    public func chart(_ chart: Chart, majorTickValuesFor axis: Axis) -> [Double]? { nil }
    public func chart(_ chart: Chart, majorTickDatesFor axis: DateTimeAxis) -> [Date]? { nil }
    public func chart(_ chart: Chart, touched touch: PlotAreaTouch) {}
    public func chart(_ chart: Chart, adjust frequencies: inout TickFrequencies, of axis: Axis) {}
    public func chart(_ chart: Chart, alter tick: TickMark, of axis: Axis) {}
    public func chart(_ chart: Chart, alter label: DataPointLabel, at point: ChartPoint, of series: CartesianSeries) {}
    public func chart(
        _ chart: Chart, toggledSelectionForRadialPoint point: ChartPoint, of series: PieSeries,
        at pixel: (x: Double, y: Double)?
    ) {}
    public func chart(_ chart: Chart, alter label: SliceLabel, of point: ChartPoint, slice: Int, in series: PieSeries) {
    }
    public func didStartPanning(_ chart: Chart) {}
    public func isPanning(_ chart: Chart) {}
    public func isPanning(_ chart: Chart, _ movement: AxisMovement) {}
    public func didFinishPanning(_ chart: Chart) {}
    public func didStartZooming(_ chart: Chart) {}
    public func isZooming(_ chart: Chart) {}
    public func isZooming(_ chart: Chart, _ movement: AxisMovement) {}
    public func didFinishZooming(_ chart: Chart) {}
    public func didResetZoom(_ chart: Chart) {}
    public func didBoxZoom(_ chart: Chart) {}
    public func radialSeriesDidStartPanning(_ series: PieSeries, in chart: Chart) {}
    public func radialSeriesIsPanning(_ series: PieSeries, in chart: Chart) {}
    public func radialSeriesWillBeginDecelerating(_ series: PieSeries, in chart: Chart) {}
    public func radialSeriesDidEndDecelerating(_ series: PieSeries, in chart: Chart) {}
    public func chart(
        _ chart: Chart, toggledSelectionForSeries series: CartesianSeries, near point: ChartPoint,
        at pixel: (x: Double, y: Double)
    ) {}
    public func chart(
        _ chart: Chart, toggledSelectionForPoint point: ChartPoint, of series: CartesianSeries,
        at pixel: (x: Double, y: Double)
    ) {}
    public func crosshairMoved(_ chart: Chart, x: Double, y: Double) {}
    public func seriesAnimationDidFinish(_ series: Series, _ animation: SeriesAnimation, in chart: Chart) {}
}
