/// Styles as they are drawn: what was set, then what the theme says, then defaults. A property that is still nil has the meaning that its
/// documentation gives for nil. What stands on no chart takes `Theme.global`.
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
    public var resolvedStyle: LegendStyle { chart?.legendLook() ?? style.filled(from: Theme.global.legend) }
}

extension Crosshair {
    public var resolvedStyle: CrosshairStyle { style.filled(from: (chart?.theme ?? .global).crosshair) }
}

extension Axis {
    /// Of an axis on no chart, as if it were the first of its direction.
    public var resolvedStyle: AxisStyle {
        let theme = chart?.theme ?? .global
        let primary = chart.flatMap { direction == .x ? $0.xAxis : $0.yAxis }
        return style.filled(from: (radialChart == nil ? theme : theme.radial).axisStyle(
            of: self, isPrimary: primary.map { $0 === self } ?? true))
    }
}

extension Theme {
    /// What an axis takes from the theme. Only the first axis of a direction takes gridlines and stripes: two grids over one another cannot be
    /// told apart. Lines that values are read by go with the values where these lie on x, and ticks show how a logarithmic axis is divided.
    func axisStyle(of axis: Axis, isPrimary: Bool) -> AxisStyle {
        let isX = axis.direction == .x
        var style = isX ? xAxis : yAxis
        if axis.chart?.isTurned == true { style.takeLines(from: isX ? yAxis : xAxis) }
        if axis is LogarithmicAxis {
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
    /// Whether the axis has gridlines, stripes, ticks and a line.
    fileprivate mutating func takeLines(from other: AxisStyle) {
        majorGridLineStyle.showMajorGridLines = other.majorGridLineStyle.showMajorGridLines
        gridStripeStyle.showGridStripes = other.gridStripeStyle.showGridStripes
        majorTickStyle.showTicks = other.majorTickStyle.showTicks
        minorTickStyle.showTicks = other.minorTickStyle.showTicks
        lineWidth = other.lineWidth
    }
}

extension Chart {
    /// Whether the dependent values of all series lie on x, as those of bars do.
    var isTurned: Bool {
        !isRadial && !cartesian.isEmpty && cartesian.allSatisfy { $0.orientation == .vertical && !($0 is DensitySeries) }
    }
}

// MARK: - Series

extension Series {
    fileprivate var theme: Theme { chart?.theme ?? .global }
}

extension LineSeries {
    /// As the series is drawn now: selected or not.
    public var resolvedStyle: LineSeriesStyle { resolved(theme) }
}

extension BandSeries {
    /// As the series is drawn now: selected or not.
    public var resolvedStyle: BandSeriesStyle { resolved(theme) }
}

extension ScatterSeries {
    /// As the series is drawn now: selected or not.
    public var resolvedStyle: ScatterSeriesStyle { resolved(theme) }
}

extension BubbleSeries {
    /// As the series is drawn now: selected or not.
    public var resolvedStyle: BubbleSeriesStyle { resolved(theme) }
}

extension BarColumnSeries {
    /// As the series is drawn now: selected or not.
    public var resolvedStyle: BarColumnSeriesStyle { resolved(theme) }
}

extension CandlestickSeries {
    /// As the series is drawn now: selected or not.
    public var resolvedStyle: CandlestickSeriesStyle { resolved(theme) }
}

extension OHLCSeries {
    /// As the series is drawn now: selected or not.
    public var resolvedStyle: OHLCSeriesStyle { resolved(theme) }
}

extension DensitySeries {
    /// As the series is drawn now: selected or not.
    public var resolvedStyle: DensitySeriesStyle { resolved(theme) }
}

extension RadialLineSeries {
    public var resolvedStyle: RadialLineSeriesStyle { resolved(theme) }
}

extension PieSeries {
    /// Of slices that are not selected.
    public var resolvedStyle: PieSeriesStyle { PieLook(self, theme: theme).normal }
    /// Of selected slices.
    public var resolvedSelectedStyle: PieSeriesStyle { PieLook(self, theme: theme).selected }
}
