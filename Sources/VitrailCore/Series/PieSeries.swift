import VitrailScene

/// Slices whose sweeps are their values' shares of the sum.
///
/// Angles are radians, 0 at 12 o'clock, positive anticlockwise. Slices are counted as in `slices`.
open class PieSeries: Series {
    public var style: PieSeriesStyle
    /// Look of selected slices. What it leaves unset they have from the theme, which lets them stand out, and from `style`; which way the
    /// series is drawn and how it is turned is `style`'s alone.
    public var selectedStyle = PieSeriesStyle()
    /// Points; nil = the style's, else 0 for a pie, half of the outer radius for a donut.
    public var innerRadius: Double?
    /// Points; nil = the style's, else 0.45 of the smaller side of the plot area, less where labels outside or slices that stand out need room.
    public var outerRadius: Double?
    public var drawDirection: DrawDirection?
    /// Where the mid angle of a slice gets when it is selected: the series turns; nil = it stays.
    public var selectedPosition: Double?
    /// Whether dragging turns the series.
    public var gesturePanningEnabled = false
    /// Share of the speed that is lost in each sixtieth of a second, once it was let go: 0 to 1.
    public var rotationFriction = 0.02
    /// Whether a tap that stops the series selects, too.
    public var selectionEnabledDuringPanning = false
    /// Whether a tap that selects a slice deselects the others of the series.
    public var togglePointSelection = false
    /// How a slice turns to `selectedPosition` and stands out, once it was set or where `animationEnabled` says so; if neither, slices do so at
    /// once. What is selected before the first picture is there at once, but for `animationEnabled`.
    public var selectionAnimation: SeriesAnimation {
        get { ownSelectionAnimation ?? .radialSelection }
        set { ownSelectionAnimation = newValue }
    }
    private(set) var ownSelectionAnimation: SeriesAnimation?
    public private(set) var slices: [Slice] = []
    var samplesRead = 0
    var state = SliceState()
    /// What the data source said of slices in the last picture, where it may be loading in the next.
    var toldLabels: [Int: SliceLabel] = [:]
    /// Whether it has the looks of a description: `Theme.describedPieStyle`.
    var isDescribed = false
    /// What the last render made of radii that were not set.
    var shown: PieFit?

    /// A slice as loaded: what it is called and how much it is; values that are no number > 0 have sweep 0.
    public struct Slice: Sendable, Equatable {
        public var name: String
        public var value: Double
    }

    /// - Parameter columns: `x` names, `y` magnitudes.
    public init(title: String = "", columns: SeriesColumns = SeriesColumns(), style: PieSeriesStyle = PieSeriesStyle()) {
        self.style = style
        super.init(title: title, columns: columns)
    }

    override var chartKind: ChartKind? { .slices }
    override var pointFields: [PointField] { [.x, .y] }
    override func columnKind(of field: PointField, on axes: (x: Axis, y: Axis)?) -> Column.Kind {
        field == .x ? .category : .number
    }
    override func isSelected(row: Int) -> Bool { state.selected.contains(row) }

    open override func legendTitle(ofSlice slice: Int) -> String { slices.indices.contains(slice) ? slices[slice].name : "" }
    open override func legendSymbol(ofSlice slice: Int, theme: Theme) -> LegendSymbol {
        .solid(color(slice, PieLook(self, theme: theme).normal))
    }

    /// Share of the outer radius that is left free inside.
    var hole: Double { 0 }

    /// Names and values from the columns; a missing name is the slice's number.
    func load() throws(ChartError) {
        guard let values = columns.y else { throw .missingColumn(place: "\(place).y") }
        guard values.kind != .category else { throw .wrongColumn(place: "\(place).y", found: "texts", wanted: "numbers") }
        if let names = columns.x, names.count != values.count {
            throw .columnLengths(place: place, first: "x", names.count, second: "y", values.count)
        }
        let texts = columns.x?.kind == .category ? columns.x?.texts : nil
        let numbers = columns.x.flatMap { $0.kind == .category ? nil : $0.lend { span in span.indices.map { span[$0] } } }
        slices = values.lend { span in
            span.indices.map { k in
                Slice(
                    name: texts?[k] ?? numbers.map { NumberLabel.text($0[k]) } ?? String(k + 1),
                    value: span[k].isFinite && span[k] > 0 ? span[k] : 0)
            }
        }
        let isNegative = values.lend { span in span.indices.contains { span[$0] < 0 } }
        if isNegative { chart?.warn(.ignored(place: "\(place).y", reason: "values < 0 have no slice")) }
        if !slices.isEmpty, slices.allSatisfy({ $0.value == 0 }) { chart?.warn(.ignored(place: place, reason: "no value is > 0, so that there is no slice")) }
        warnOfRepeatedNames(texts)
        samplesRead = values.count
        settleState()
    }

    /// The fill of slice k.
    func color(_ k: Int, _ style: PieSeriesStyle) -> Color { Self.cycled(style.flavourColors, k) }

    static func cycled(_ colors: [Color]?, _ k: Int) -> Color {
        guard let colors, !colors.isEmpty else { return .clear }
        return colors[k % colors.count]
    }
}

/// A pie with a hole.
open class DonutSeries: PieSeries {
    override var hole: Double { 0.5 }
}
