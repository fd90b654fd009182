import VitrailColumns
import VitrailScales
import VitrailScene

/// Slices whose sweeps are proportional to their values.
///
/// Angles are radians, 0 at 12 o'clock, positive anticlockwise. Slice indexes are indexes of `slices`.
open class PieSeries: Series {
    public var style: PieSeriesStyle
    /// Style of selected slices. Unset properties come from the theme, which makes selected slices protrude, and then
    /// from `style`. Only `style` sets the draw direction and the initial rotation.
    public var selectedStyle = PieSeriesStyle()
    /// Points; `nil`: the style's radius, otherwise 0 for a pie, half of the outer radius for a donut.
    public var innerRadius: Double?
    /// Points; `nil`: the style's radius, otherwise 0.45 of the smaller side of the plot area, less if labels outside
    /// or protruding slices need space.
    public var outerRadius: Double?
    public var drawDirection: DrawDirection?
    /// Target for the mid angle of a slice that is selected: the series turns there; `nil`: it does not turn.
    public var selectedPosition: Double?
    /// Whether dragging turns the series.
    public var gesturePanningEnabled = false
    /// Share of the speed, 0 to 1, that the series loses in each 1/60 second after it is released.
    public var rotationFriction = 0.02
    /// Whether a tap that stops the series also selects.
    public var selectionEnabledDuringPanning = false
    /// Whether a tap that selects a slice deselects the other slices of the series.
    public var togglePointSelection = false
    /// Animation of a slice that turns to `selectedPosition` and protrudes. It runs if it was set or if
    /// `animationEnabled` is true; otherwise slices move immediately. A selection before the first picture is animated
    /// only with `animationEnabled`.
    public var selectionAnimation: SeriesAnimation {
        get { ownSelectionAnimation ?? .radialSelection }
        set { ownSelectionAnimation = newValue }
    }
    private(set) var ownSelectionAnimation: SeriesAnimation?
    public private(set) var slices: [Slice] = []
    var samplesRead = 0
    var state = SliceState()
    /// The data source's labels of slices at the last picture, for use while it loads on a thread.
    var toldLabels: [Int: SliceLabel] = [:]
    /// Whether the series uses the theme's style for descriptions: `Theme.describedPieStyle`.
    package var isDescribed = false
    /// The radii of the last render, if they were not set.
    var shown: PieFit?

    /// A loaded slice: its name and its value. The value is 0, and the slice has no sweep, unless the given number is >
    /// 0.
    public struct Slice: Sendable, Equatable {
        public var name: String
        public var value: Double
    }

    /// - Parameter columns: `x` has the names, `y` the values.
    public init(title: String = "", columns: SeriesColumns = SeriesColumns(), style: PieSeriesStyle = PieSeriesStyle())
    {
        self.style = style
        super.init(title: title, columns: columns)
    }

    override var chartKind: ChartKind? { .slices }
    override var pointFields: [PointField] { [.x, .y] }
    override func columnKind(of field: PointField, on axes: (x: Axis, y: Axis)?) -> Column.Kind {
        field == .x ? .category : .number
    }
    override func isSelected(row: Int) -> Bool { state.selected.contains(row) }

    open override func legendTitle(ofSlice slice: Int) -> String {
        slices.indices.contains(slice) ? slices[slice].name : ""
    }
    open override func legendSymbol(ofSlice slice: Int, theme: Theme) -> LegendSymbol {
        .solid(color(slice, PieResolvedStyle(self, theme: theme).normal))
    }

    /// Inner radius as a share of the outer radius, if none is set.
    var hole: Double { 0 }

    /// Loads names and values from the columns. A missing name is replaced by the slice's number, from 1.
    func load() throws(ChartError) {
        guard let values = columns.y else { throw .missingColumn(path: "\(jsonPath).y") }
        guard values.kind != .category else {
            throw .wrongColumn(path: "\(jsonPath).y", found: "texts", wanted: "numbers")
        }
        if let names = columns.x, names.count != values.count {
            throw .columnLengths(path: jsonPath, first: "x", names.count, second: "y", values.count)
        }
        let texts = columns.x?.kind == .category ? columns.x?.texts : nil
        let numbers = columns.x.flatMap {
            $0.kind == .category ? nil : $0.withView { span in span.indices.map { span[$0] } }
        }
        slices = values.withView { span in
            span.indices.map { k in
                Slice(
                    name: texts?[k] ?? numbers.map { NumberLabel.text($0[k]) } ?? String(k + 1),
                    value: span[k].isFinite && span[k] > 0 ? span[k] : 0)
            }
        }
        let isNegative = values.withView { span in span.indices.contains { span[$0] < 0 } }
        if isNegative { chart?.warn(.ignored(path: "\(jsonPath).y", reason: "values < 0 have no slice")) }
        if !slices.isEmpty, slices.allSatisfy({ $0.value == 0 }) {
            chart?.warn(.ignored(path: jsonPath, reason: "no value is > 0, so that there is no slice"))
        }
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
