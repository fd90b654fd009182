import VitrailColumns
import VitrailScales

/// The inputs of a layout: a render with the same inputs as the previous one has the same layout.
///
/// The layout is always calculated, because this costs less than a wrong decision would. The comparison only decides
/// the argument `fullRedraw` of `renderStarted`.
struct LayoutInputs: Equatable {
    private struct AxisInputs: Equatable {
        var axis: ObjectIdentifier
        var title: String
        var style: AxisStyle
        var position: Axis.Position
        var width: Double?
        var offset: Double?
        var pin: DataValue?
        var labelsAreFixed: Bool
        var clipping: [TickLabelClippingMode?]
        var hint: String?
        var titleLabel: TitleLabel
        var range: NumberRange
        var isNice: Bool
        var showsWholeMarks: Bool
        var labelFormat: String?
        var steps: [AxisStep?]
        var tickCount: Int?
        var anchor: Double?
        var ticks: [Double]?
        var tickLabels: [String]?
        var formatter: Int
        /// For a formatter, which may be changed in place: its output for two numbers.
        var formatted: [String]
        /// Settings that only the type of the axis has.
        var labelSettings: [AnyHashable]
    }

    private struct LegendInputs: Equatable {
        var title: String
        var drawnStyle: LegendStyle
        var position: Legend.Position
        var placement: Legend.Placement
        var symbolWidth: Double
        var maxSeriesPerLine: Int
        var autosizeLabels: Bool
        var fixedWidthRatio: Double?
        /// Titles of the entries. Symbols all have the same size.
        var titles: [String]
    }

    private let frame: Rect
    private let surface: [Double]
    private let scale: Double
    private let texts: [String]
    private let titleStyle: TitleStyle
    private let canvasInset: Insets
    private let theme: Theme
    private let axes: [AxisInputs]
    /// nil: hidden.
    private let legend: LegendInputs?

    init(_ chart: Chart) {
        frame = chart.frame
        surface = chart.surfaceSize.map { [$0.width, $0.height] } ?? []
        scale = chart.scale
        texts = [chart.title, chart.subtitle, chart.caption, chart.source]
        titleStyle = chart.titleStyle
        canvasInset = chart.canvasInset
        theme = chart.theme
        axes = chart.allAxes.map {
            AxisInputs(
                axis: ObjectIdentifier($0), title: $0.shownTitle, style: $0.style, position: $0.axisPosition,
                width: $0.width,
                offset: $0.setOffset, pin: $0.axisPositionValue, labelsAreFixed: $0.axisLabelsAreFixed,
                clipping: [$0.tickLabelClippingModeLow, $0.tickLabelClippingModeHigh], hint: $0.longestLabelHint,
                titleLabel: $0.titleLabel,
                range: $0.axisRange == $0.defaultRange ? $0.bareDefaultRange : $0.axisRange, isNice: $0.nice,
                showsWholeMarks: $0.showsWholeMarks, labelFormat: $0.labelFormatString,
                steps: [$0.majorTickFrequency, $0.minorTickFrequency],
                tickCount: $0.tickCount, anchor: $0.anchorPoint, ticks: $0.majorTickValues,
                tickLabels: $0.majorTickLabels,
                formatter: $0.labelFormatterCount,
                formatted: $0.labelFormatter?.samples ?? [], labelSettings: $0.labelSettings)
        }
        let legend = chart.legend
        self.legend =
            legend.hidden
            ? nil
            : LegendInputs(
                title: legend.title, drawnStyle: chart.drawnLegendStyle(), position: legend.position,
                placement: legend.placement,
                symbolWidth: legend.symbolWidth, maxSeriesPerLine: legend.maxSeriesPerLine,
                autosizeLabels: legend.autosizeLabels, fixedWidthRatio: legend.fixedWidthRatio,
                titles: chart.legendEntries.map(\.title))
    }
}
