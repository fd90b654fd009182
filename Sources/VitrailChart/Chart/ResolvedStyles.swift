/// Styles as they are drawn. Each property is the value that was set, else the theme's, else the default. A property
/// that is still `nil` has the meaning that its documentation gives for `nil`. An object outside any chart uses
/// `Theme.global`.
///
/// ```swift
/// let size = axis.resolvedStyle.majorTickStyle.labelFont?.size   // 11, though nothing was set
/// ```
extension Chart {
    public var resolvedStyle: ChartStyle { style.filled(from: theme.chart) }
    public var resolvedTitleStyle: TitleStyle { titleStyle.filled(from: theme.title) }
    public var resolvedBoxGestureStyle: BoxGestureStyle { boxGestureStyle.filled(from: theme.boxGesture) }
}

extension Legend {
    public var resolvedStyle: LegendStyle { chart?.drawnLegendStyle() ?? style.filled(from: Theme.global.legend) }
}

extension Crosshair {
    public var resolvedStyle: CrosshairStyle { style.filled(from: (chart?.theme ?? .global).crosshair) }
}

extension Axis {
    /// For an axis outside any chart: the style of the first axis of its direction.
    public var resolvedStyle: AxisStyle {
        let theme = chart?.theme ?? .global
        let primary = chart.flatMap { direction == .x ? $0.xAxis : $0.yAxis }
        return style.filled(
            from: (radialChart == nil ? theme : theme.radial).axisStyle(
                of: self, isPrimary: primary.map { $0 === self } ?? true))
    }
}

extension Theme {
    /// The theme's style for an axis. Only the first axis of a direction has gridlines and stripes, because two
    /// overlapping grids are confusing. If the dependent values lie on x, the axes exchange the lines that values are
    /// read by. A logarithmic axis shows ticks, because they show its subdivision.
    func axisStyle(of axis: Axis, isPrimary: Bool) -> AxisStyle {
        let isX = axis.direction == .x
        var style = isX ? xAxis : yAxis
        if axis.chart?.isTurned == true { style.takeLines(from: isX ? yAxis : xAxis) }
        if axis.showsSubdivision {
            style.majorTickStyle.showTicks = true
            style.minorTickStyle.showTicks = true
            style.lineWidth = max(xAxis.lineWidth ?? 0, yAxis.lineWidth ?? 0)
        }
        if !isPrimary {
            style.majorGridLineStyle.showMajorGridLines = false
            style.gridStripeStyle.showGridStripes = false
        }
        return style
    }
}

extension AxisStyle {
    /// Copies the visibility of gridlines, stripes and ticks, and the line width.
    fileprivate mutating func takeLines(from other: AxisStyle) {
        majorGridLineStyle.showMajorGridLines = other.majorGridLineStyle.showMajorGridLines
        gridStripeStyle.showGridStripes = other.gridStripeStyle.showGridStripes
        majorTickStyle.showTicks = other.majorTickStyle.showTicks
        minorTickStyle.showTicks = other.minorTickStyle.showTicks
        lineWidth = other.lineWidth
    }
}

extension Chart {
    /// Whether the dependent values of all series lie on x, as in a bar chart.
    var isTurned: Bool {
        !isRadial && !cartesian.isEmpty
            && cartesian.allSatisfy { $0.orientation == .vertical && !($0 is DensitySeries) }
    }
}

// MARK: - Series

extension Series {
    fileprivate var theme: Theme { chart?.theme ?? .global }
}

extension LineSeries {
    /// The style of the series in its current state (selected or not).
    public var resolvedStyle: LineSeriesStyle { resolved(theme) }
}

extension BandSeries {
    /// The style of the series in its current state (selected or not).
    public var resolvedStyle: BandSeriesStyle { resolved(theme) }
}

extension ScatterSeries {
    /// The style of the series in its current state (selected or not).
    public var resolvedStyle: ScatterSeriesStyle { resolved(theme) }
}

extension BubbleSeries {
    /// The style of the series in its current state (selected or not).
    public var resolvedStyle: BubbleSeriesStyle { resolved(theme) }
}

extension BarColumnSeries {
    /// The style of the series in its current state (selected or not).
    public var resolvedStyle: BarColumnSeriesStyle { resolved(theme) }
}

extension CandlestickSeries {
    /// The style of the series in its current state (selected or not).
    public var resolvedStyle: CandlestickSeriesStyle { resolved(theme) }
}

extension OHLCSeries {
    /// The style of the series in its current state (selected or not).
    public var resolvedStyle: OHLCSeriesStyle { resolved(theme) }
}

extension ErrorBarSeries {
    /// The style of the series in its current state (selected or not).
    public var resolvedStyle: ErrorBarSeriesStyle { resolved(theme) }
}

extension DensitySeries {
    /// The style of the series in its current state (selected or not).
    public var resolvedStyle: DensitySeriesStyle { resolved(theme) }
}

extension RadialLineSeries {
    public var resolvedStyle: RadialLineSeriesStyle { resolved(theme) }
}

extension RadialColumnSeries {
    public var resolvedStyle: RadialColumnSeriesStyle { resolved(theme) }
}

extension PieSeries {
    /// The style of slices that are not selected.
    public var resolvedStyle: PieSeriesStyle { PieResolvedStyle(self, theme: theme).normal }
    /// The style of selected slices.
    public var resolvedSelectedStyle: PieSeriesStyle { PieResolvedStyle(self, theme: theme).selected }
}
