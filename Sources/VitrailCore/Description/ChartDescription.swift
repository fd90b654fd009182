public import VitrailScene

/// A chart as data: what the JSON of docs/schema/chart.schema.json decodes into, and what a chart is built from.
///
/// Values are checked as far as the text alone allows: names, types, bounds, references between parts. Columns are checked when the data
/// are loaded (`loadSeriesData`). What is nil is left to the theme.
public struct ChartDescription: Sendable, Equatable {
    /// Points.
    public struct Size: Sendable, Hashable {
        public var width: Double
        public var height: Double

        public init(width: Double, height: Double) {
            self.width = width
            self.height = height
        }
    }

    public var size = Size(width: 960, height: 540)
    /// Device pixels per point, 0.1…16; each side is 1…65536 of them.
    public var scale = 1.0
    public var decimation = Decimation.automatic
    /// nil = the flat one.
    public var theme: ThemeName?
    /// The locale of numbers and dates, as `de-DE`; nil = English, without groups below 10,000.
    public var locale: String?
    /// The colours of series and slices; nil = the theme's.
    public var palette: PaletteDescription?
    /// The font of all texts that have none of their own. `size` is that of labels; other texts keep their share of it.
    public var font = FontStyle()
    public var title: String?
    /// Below the title.
    public var subtitle: String?
    /// At the bottom left, and where the data come from.
    public var caption: String?
    public var source: String?
    public var titleStyle = TitleStyle()
    public var style = ChartStyle()
    /// Left free round axes and plot area, points.
    public var canvasInset = Insets()
    /// By name; series refer to them.
    public var data: [String: DataDescription] = [:]
    /// The first is the primary one; empty = a number axis.
    public var xAxes: [AxisDescription] = []
    public var yAxes: [AxisDescription] = []
    public var series: [SeriesDescription] = []
    /// Whether the sum of each stack of columns or bars is written beyond its end.
    public var stackTotals = false
    /// Whether the titles of lines stand beside their ends, in place of a legend.
    public var endLabels = false
    public var annotations: [AnnotationDescription] = []
    /// nil = none is shown.
    public var legend: LegendDescription?
    /// nil = none is shown.
    public var crosshair: CrosshairDescription?
    /// nil = the chart is a still. `ChartFrameReader` makes a chart of each; `makeChart` makes the chart that they are merged over.
    public var frames: ChartFrames?
    /// In the middle of the plot area where no series has data; empty = nothing is written.
    public var noDataText = ChartDescription.usualNoDataText
    /// What relative paths of data start from.
    public var directory = "."
    /// Assumptions that were made when the JSON text was read; `makeChart` passes them on to the chart.
    public var warnings: [ChartWarning] = []

    /// Data that JSON does not have.
    var tables: [String: ColumnTable] = [:]

    /// Names of the data that were written as rows: errors name the row first.
    var rowTables: Set<String> = []

    /// What a picture without data says unless `noDataText` is given.
    public static let usualNoDataText = "no data"

    public init() {}
}

extension Decimation: DescriptionChoice {}

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
