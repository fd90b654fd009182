public import VitrailChart
public import VitrailColumns
public import VitrailScene

/// A chart as data: the decoded JSON of docs/schema/chart.schema.json, the source for creating a chart.
///
/// Decoding checks names, types, bounds, and references between parts. Columns are checked when the data are loaded
/// (`loadSeriesData`). Properties that are `nil` are set by the theme.
public struct ChartDescription: Sendable, Equatable {
    /// Size in points.
    public struct Size: Sendable, Hashable {
        public var width: Double
        public var height: Double

        public init(width: Double, height: Double) {
            self.width = width
            self.height = height
        }
    }

    public var size = Size(width: 960, height: 540)
    /// Device pixels per point, 0.1…16. Each side of the picture must have 1…65536 device pixels.
    public var scale = 1.0
    public var decimation = Decimation.automatic
    public var summaries = SampleSummaries.none
    /// How samples become pixels. `nil`: the best way for each series.
    public var strategy: RenderStrategy?
    /// `nil`: flat.
    public var theme: ThemeName?
    /// Locale of numbers and dates, such as `de-DE`. `nil`: English, without digit grouping below 10,000.
    public var locale: String?
    /// Colours of series and slices. `nil`: the theme's colours.
    public var palette: PaletteDescription?
    /// Default font of all texts. Its `size` is that of labels; other texts keep their relative size.
    public var font = FontStyle()
    public var title: String?
    /// Text below the title.
    public var subtitle: String?
    /// Caption at the bottom left, and the source of the data.
    public var caption: String?
    public var source: String?
    public var titleStyle = TitleStyle()
    public var style = ChartStyle()
    /// Free space around axes and plot area, in points.
    public var canvasInset = Insets()
    /// Tables by name; series refer to them.
    public var data: [String: DataDescription] = [:]
    /// Axes; the first one is the primary axis. Empty: a number axis.
    public var xAxes: [AxisDescription] = []
    public var yAxes: [AxisDescription] = []
    public var series: [SeriesDescription] = []
    /// Whether the sum of each stack of columns or bars is shown beyond its end.
    public var stackTotals = false
    /// Whether titles of lines are shown next to their ends instead of in a legend.
    public var endLabels = false
    public var annotations: [AnnotationDescription] = []
    /// `nil`: no legend.
    public var legend: LegendDescription?
    /// `nil`: no crosshair.
    public var crosshair: CrosshairDescription?
    /// `nil`: a still chart. `ChartFrameReader` creates a chart for each frame; `makeChart` creates the chart without
    /// frames.
    public var frames: ChartFrames?
    /// Text in the middle of the plot area if no series has data. Empty: no text.
    public var noDataText = ChartDescription.usualNoDataText
    /// Folder that relative paths of data start from.
    public var directory = "."
    /// How data files are read. It is not part of the JSON text.
    public var reading = ReadingOptions()
    /// Assumptions made while reading the JSON text; `makeChart` passes them to the chart.
    public var warnings: [ChartWarning] = []

    /// Data that are not in the JSON text.
    var tables: [String: ColumnTable] = [:]

    /// Names of data written as rows: errors in them name the row first.
    var rowTables: Set<String> = []

    /// Default of `noDataText`.
    public static let usualNoDataText = "no data"

    public init() {}
}

extension ChartDescription {
    /// Whether each sample is drawn as separate geometry that is made for this picture.
    var drawsEverySample: Bool { decimation == .none || strategy == .raw }
}

/// The names of strategies in descriptions and on the command line.
public enum StrategyName: String, Sendable, CaseIterable {
    case automatic = "auto"
    case segments, bins, coverage, raw, resident

    /// `nil`: the best way for each series.
    public var strategy: RenderStrategy? { RenderStrategy(rawValue: rawValue) }
}

extension StrategyName: DescriptionChoice {}
extension Decimation: DescriptionChoice {}
extension SampleSummaries: DescriptionChoice {}

/// The themes of chart-model §10.2.
public enum ThemeName: String, Sendable, CaseIterable, DescriptionChoice {
    /// Bright colours on white, gradients.
    case light
    /// Soft colours on black, gradients.
    case dark
    /// Bright solid colours on white.
    case flat
    /// Bright solid colours on black.
    case flatDark
}
