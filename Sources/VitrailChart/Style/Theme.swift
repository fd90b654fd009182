import Synchronization
import VitrailRaster
public import VitrailScene

/// A set of style objects: the appearance of every element whose style is not set.
///
/// To derive a theme, copy a named theme and change its style objects.
public struct Theme: Sendable, Equatable {
    public var name: String
    public var palette: Palette
    public var chart: ChartStyle
    public var title: TitleStyle
    public var xAxis: AxisStyle
    public var yAxis: AxisStyle
    public var legend: LegendStyle
    public var crosshair: CrosshairStyle
    public var boxGesture: BoxGestureStyle
    /// Text colour of annotations.
    public var annotationColor: Color
    public var annotationFont: FontStyle
    /// Style of data labels.
    public var dataPointLabel: DataPointLabelStyle
    /// Whether lines, columns and bars are filled with gradients.
    public var usesGradients: Bool
    /// Width of all kinds of lines, points.
    public var lineWidth: Double
    /// Styles of series that are not derived from the palette.
    public var lineSeries = SeriesTheme<LineSeriesStyle>()
    public var radialLineSeries = SeriesTheme<RadialLineSeriesStyle>()
    public var radialColumnSeries = SeriesTheme<RadialColumnSeriesStyle>()
    public var bandSeries = SeriesTheme<BandSeriesStyle>()
    public var barColumnSeries = SeriesTheme<BarColumnSeriesStyle>()
    public var candlestickSeries = SeriesTheme<CandlestickSeriesStyle>()
    public var ohlcSeries = SeriesTheme<OHLCSeriesStyle>()
    public var errorBarSeries = SeriesTheme<ErrorBarSeriesStyle>()
    public var scatterSeries = SeriesTheme<ScatterSeriesStyle>()
    public var bubbleSeries = SeriesTheme<BubbleSeriesStyle>()
    public var densitySeries = SeriesTheme<DensitySeriesStyle>()
    /// Only the first style of this list and the next one is used.
    public var pieSeries = SeriesTheme<PieSeriesStyle>()
    public var donutSeries = SeriesTheme<PieSeriesStyle>()

    /// Bright solid colours on white, no gradients.
    public static let flat = Theme(
        name: "flat",
        ink: .init(
            paper: Color(0xFFFFFF), text: Color(0x1F2937), faint: Color(0x5B6472), line: Color(0x9AA3AF),
            grid: Color(0xE5E8EC), stripe: Color(0xF6F7F9)),
        palette: .flat, usesGradients: false)

    /// Bright colours with gradients on white.
    public static let light: Theme = {
        var theme = Theme(
            name: "light",
            ink: .init(
                paper: Color(0xFFFFFF), text: Color(0x22262C), faint: Color(0x5A616B), line: Color(0x8E96A1),
                grid: Color(0xDFE3E8), stripe: Color(0xF1F3F6)),
            palette: .light, usesGradients: true)
        theme.chart.backgroundColorGradient = Color(0xF7F8FA)
        theme.yAxis.gridStripeStyle.showGridStripes = true
        return theme
    }()

    /// Soft colours with gradients on black.
    public static let dark: Theme = {
        var theme = Theme(name: "dark", ink: .dark, palette: .dark, usesGradients: true)
        theme.chart.backgroundColorGradient = Color(0x0B0E11)
        return theme
    }()

    /// Bright solid colours on black.
    public static let flatDark = Theme(name: "flatDark", ink: .dark, palette: .flatDark, usesGradients: false)

    /// The theme of charts that are created without one; initially `flat`. A change does not affect existing charts.
    public static var global: Theme {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }

    private static let shared = Mutex(Theme.flat)

    /// Returns a named theme, ignoring case; `ios7` is an alias of `flat`. `nil`: unknown name.
    public static func named(_ name: String) -> Theme? {
        switch name.lowercased() {
        case "flat", "ios7": flat
        case "light": light
        case "dark": dark
        case "flatdark": flatDark
        default: nil
        }
    }
}

extension Theme {
    /// The neutral colours of the chrome: texts, lines, gridlines and stripes.
    private struct Ink {
        var paper, text, faint, line, grid, stripe: Color

        static let dark = Ink(
            paper: Color(0x101418), text: Color(0xE8EBEF), faint: Color(0xA9B1BC), line: Color(0x5C6672),
            grid: Color(0x2A313A), stripe: Color(0x161B21))
    }

    private init(name: String, ink: Ink, palette: Palette, usesGradients: Bool) {
        self.name = name
        self.palette = palette
        self.usesGradients = usesGradients
        lineWidth = 1.5
        chart = ChartStyle(
            backgroundColor: ink.paper, borderColor: .clear, borderWidth: 1, canvasBackgroundColor: .clear,
            plotAreaBackgroundColor: .clear, plotAreaBorderColor: .clear, plotAreaBorderWidth: 1)
        title = TitleStyle(
            textColor: ink.text, font: FontStyle(family: "", size: 16, isBold: true), backgroundColor: .clear,
            minimumScaleFactor: 0.75, textAlign: .center,
            position: .center, titleCentresOn: .chart, overlapChartTitle: false)
        func axis(gridLines: Bool, ticks: Bool, lineWidth: Double) -> AxisStyle {
            let font = FontStyle(family: "", size: 11, isBold: false)
            return AxisStyle(
                lineColor: ink.line, lineWidth: lineWidth, dashStyle: [], interSeriesPadding: 1,
                interSeriesSetPadding: 0.2,
                majorTickStyle: TickStyle(
                    showTicks: ticks, showLabels: true, lineColor: ink.line,
                    lineWidth: 1, lineLength: 5, labelColor: ink.faint, labelFont: font, tickGap: 5),
                minorTickStyle: TickStyle(
                    showTicks: false, showLabels: false, lineColor: ink.line,
                    lineWidth: 1, lineLength: 3, labelColor: ink.faint, labelFont: font, tickGap: 5),
                majorGridLineStyle: MajorGridLineStyle(
                    showMajorGridLines: gridLines, dashedMajorGridLines: false, dashStyle: [3, 3],
                    lineColor: ink.grid, lineWidth: 1),
                gridStripeStyle: GridStripeStyle(
                    showGridStripes: false, stripeColor: ink.stripe, alternateStripeColor: .clear),
                titleStyle: AxisTitleStyle(
                    textColor: ink.faint, font: FontStyle(family: "", size: 12, isBold: false), backgroundColor: .clear,
                    minimumScaleFactor: 0.75, textAlign: .center, position: .center))
        }
        xAxis = axis(gridLines: false, ticks: true, lineWidth: 1)
        yAxis = axis(gridLines: true, ticks: false, lineWidth: 0)
        legend = LegendStyle(
            font: FontStyle(family: "", size: 11, isBold: false), fontColor: ink.text,
            titleFont: FontStyle(family: "", size: 11, isBold: true), titleFontColor: ink.text, marginWidth: 6,
            areaColor: .clear, borderColor: .clear, borderWidth: 1, cornerRadius: 3, showSymbols: true,
            symbolAlignment: .left, horizontalPadding: 7, verticalPadding: 5)
        crosshair = CrosshairStyle(
            lineWidth: 1, lineColor: ink.faint, dashStyle: [],
            defaultFont: FontStyle(family: "", size: 11, isBold: false), defaultTextColor: ink.text,
            defaultLabelBackgroundColor: .clear, defaultBackgroundColor: ink.paper, defaultCornerRadius: 3,
            defaultBorderWidth: 1,
            defaultBorderColor: ink.line, defaultKeyValuesPerRow: 2)
        boxGesture = BoxGestureStyle(
            boxLineColor: ink.text, boxLineWidth: 1, trackingLineColor: ink.faint, trackingLineWidth: 1)
        annotationColor = ink.text
        annotationFont = FontStyle(family: "", size: 11, isBold: false)
        dataPointLabel = DataPointLabelStyle(
            showLabels: false, offsetFromDataPoint: Offset(x: 0, y: 0), offsetFlippedForNegativeValues: true,
            textOrientation: .horizontal,
            position: .belowData, font: FontStyle(family: "", size: 11, isBold: false), textColor: ink.text,
            displayValues: .y)
    }
}

// MARK: - Series

extension Theme {
    func lineStyle(_ index: Int, isSelected: Bool) -> LineSeriesStyle {
        let palette = LineSeriesStyle(
            lineColor: palette.line(index), lineWidth: lineWidth, showFill: false,
            areaColor: palette.fill(index).faded(usesGradients ? 0.6 : 0.3),
            areaColorLowGradient: usesGradients ? palette.fill(index).faded(0.08) : nil,
            areaLineColor: palette.line(index), areaLineWidth: lineWidth,
            pointStyle: pointStyle(index, shown: false), selectedPointStyle: Self.raisedPoint,
            dataPointLabelStyle: dataPointLabel)
        let width = lineWidth + Self.raise
        return lineSeries.style(
            index, isSelected: isSelected, palette: palette,
            raised: LineSeriesStyle(lineWidth: width, areaLineWidth: width))
    }

    func radialLineStyle(_ index: Int) -> RadialLineSeriesStyle {
        let line = lineStyle(index, isSelected: false)
        let palette = RadialLineSeriesStyle(
            lineColor: line.lineColor, lineWidth: line.lineWidth, showFill: false, areaColor: line.areaColor,
            areaColorLowGradient: line.areaColorLowGradient, areaLineColor: line.areaLineColor,
            areaLineWidth: line.areaLineWidth,
            pointStyle: line.pointStyle)
        return radialLineSeries.style(index, isSelected: false, palette: palette, raised: RadialLineSeriesStyle())
    }

    /// Fill colours per row, like the colours of slices.
    func radialColumnStyle(_ index: Int) -> RadialColumnSeriesStyle {
        let palette = RadialColumnSeriesStyle(
            areaColors: palette.slices.map { $0.faded(0.7) }, lineColor: chart.backgroundColor ?? .white, lineWidth: 1)
        return radialColumnSeries.style(index, isSelected: false, palette: palette, raised: RadialColumnSeriesStyle())
    }

    /// - Parameter isFilled: If true, the outlines are faint, so that a line within the band stands out, and a band of
    ///   height 0 is still visible.
    func bandStyle(_ index: Int, isSelected: Bool, isFilled: Bool = true) -> BandSeriesStyle {
        let edge = isFilled ? palette.line(index).faded(0.4) : palette.line(index)
        let palette = BandSeriesStyle(
            showFill: true, lineColorHigh: edge, lineColorLow: edge, lineWidth: 1,
            areaColorNormal: palette.fill(index).faded(0.25),
            areaColorInverted: palette.fill(index + 3).faded(0.35), pointStyle: pointStyle(index, shown: false),
            selectedPointStyle: Self.raisedPoint, dataPointLabelStyle: dataPointLabel)
        return bandSeries.style(
            index, isSelected: isSelected, palette: palette, raised: BandSeriesStyle(lineWidth: 1 + Self.raise))
    }

    func barColumnStyle(_ index: Int, isSelected: Bool) -> BarColumnSeriesStyle {
        let palette = BarColumnSeriesStyle(
            showArea: true, showAreaWithGradient: usesGradients, areaColor: palette.fill(index),
            areaColorGradient: palette.line(index), lineColor: palette.fill(index), lineWidth: 0, cornerRatio: 0,
            dataPointLabelStyle: dataPointLabel)
        return barColumnSeries.style(
            index, isSelected: isSelected, palette: palette,
            raised: BarColumnSeriesStyle(lineColor: annotationColor, lineWidth: 2))
    }

    func candlestickStyle(_ index: Int, isSelected: Bool) -> CandlestickSeriesStyle {
        let prices = palette.prices
        let palette = CandlestickSeriesStyle(
            risingColor: prices.rising, risingColorGradient: usesGradients ? prices.risingEnd : nil,
            fallingColor: prices.falling,
            fallingColorGradient: usesGradients ? prices.fallingEnd : nil, outlineWidth: 0, stickWidth: 1,
            dataPointLabelStyle: dataPointLabel)
        let raised = CandlestickSeriesStyle(outlineColor: annotationColor, outlineWidth: 1, stickColor: annotationColor)
        return candlestickSeries.style(index, isSelected: isSelected, palette: palette, raised: raised)
    }

    func ohlcStyle(_ index: Int, isSelected: Bool) -> OHLCSeriesStyle {
        let prices = palette.prices
        let palette = OHLCSeriesStyle(
            risingColor: prices.rising, risingColorGradient: usesGradients ? prices.risingEnd : nil,
            fallingColor: prices.falling,
            fallingColorGradient: usesGradients ? prices.fallingEnd : nil, trunkWidth: 1, armWidth: 1,
            dataPointLabelStyle: dataPointLabel)
        let width = 1 + Self.raise
        return ohlcSeries.style(
            index, isSelected: isSelected, palette: palette, raised: OHLCSeriesStyle(trunkWidth: width, armWidth: width)
        )
    }

    /// - Parameter isOnBars: If true, the error bars have the colour of texts, because half of each whisker lies on a
    ///   bar of the series' own colour, and the ends of the bars show the values, so that there are no points.
    func errorBarStyle(_ index: Int, isSelected: Bool, isOnBars: Bool) -> ErrorBarSeriesStyle {
        var point = pointStyle(index, shown: !isOnBars)
        if isOnBars { point.color = annotationColor }
        let palette = ErrorBarSeriesStyle(
            lineColor: isOnBars ? annotationColor : palette.line(index), lineWidth: 1.5, capLength: 7,
            pointStyle: point,
            selectedPointStyle: Self.raisedPoint, dataPointLabelStyle: dataPointLabel)
        let raised = ErrorBarSeriesStyle(lineWidth: 1.5 + Self.raise, capLength: 10)
        return errorBarSeries.style(index, isSelected: isSelected, palette: palette, raised: raised)
    }

    func scatterStyle(_ index: Int, isSelected: Bool) -> ScatterSeriesStyle {
        let palette = ScatterSeriesStyle(
            pointStyle: pointStyle(index, shown: true), selectedPointStyle: Self.raisedPoint,
            dataPointLabelStyle: dataPointLabel)
        return scatterSeries.style(
            index, isSelected: isSelected, palette: palette, raised: ScatterSeriesStyle(pointStyle: Self.raisedPoint))
    }

    func bubbleStyle(_ index: Int, isSelected: Bool) -> BubbleSeriesStyle {
        let fill = palette.fill(index)
        let palette = BubbleSeriesStyle(
            pointStyle: PointStyle(
                showPoints: true, color: fill.faded(0.6), radius: 0, innerColor: .clear, innerRadius: 0),
            selectedPointStyle: PointStyle(color: fill), dataPointLabelStyle: dataPointLabel)
        return bubbleSeries.style(
            index, isSelected: isSelected, palette: palette,
            raised: BubbleSeriesStyle(pointStyle: PointStyle(color: fill)))
    }

    /// Larger counts are farther from the background colour: on white the bright end of the map stands for few samples,
    /// on black for many.
    func densityStyle(_ index: Int, isSelected: Bool) -> DensitySeriesStyle {
        let isDark = chart.grounds.allSatisfy { $0.luminance < 0.2 }
        let map = isDark ? ColorMap.viridis : .viridis.reversed
        let palette = DensitySeriesStyle(
            colorMap: map.beginning(contrast: Self.minContrast, with: chart.grounds), minOpacity: 0.2)
        return densitySeries.style(index, isSelected: isSelected, palette: palette, raised: DensitySeriesStyle())
    }

    /// Contrast of the pixels with the fewest samples, slightly above 1.5.
    static let minContrast = 1.55
    /// Additional width of a selected line, points.
    private static let raise = 1.5
    /// Style of a selected point whose radius is not set.
    private static let raisedPoint = PointStyle(radius: 6)

    private func pointStyle(_ index: Int, shown: Bool) -> PointStyle {
        PointStyle(showPoints: shown, color: palette.line(index), radius: 4, innerColor: .white, innerRadius: 0)
    }
}
