import Foundation
import VitrailScene

/// Slices whose sweeps are their values' shares of the sum.
open class PieSeries: Series {
    public var style: PieSeriesStyle
    /// Points; nil = 0 for a pie, half of the outer radius for a donut.
    public var innerRadius: Double?
    /// Points; nil = 0.45 of the smaller side of the plot area.
    public var outerRadius: Double?
    public var drawDirection: DrawDirection?
    /// Turn from the original position, radians, anticlockwise.
    public var rotation = 0.0
    public private(set) var slices: [Slice] = []
    var samplesRead = 0

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

    open override func legendTitle(ofSlice slice: Int) -> String { slices.indices.contains(slice) ? slices[slice].name : "" }
    open override func legendSymbol(ofSlice slice: Int, theme: Theme) -> LegendSymbol {
        .solid(color(slice, style.filled(from: theme.pieStyle())))
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
        let numbers = columns.x.flatMap { $0.kind == .category ? nil : $0.withValues { span in span.indices.map { span[$0] } } }
        slices = values.withValues { span in
            span.indices.map { k in
                Slice(
                    name: texts?[k] ?? numbers.map { NumberLabel.text($0[k]) } ?? String(k + 1),
                    value: span[k].isFinite && span[k] > 0 ? span[k] : 0)
            }
        }
        samplesRead = values.count
    }
}

/// A pie with a hole.
open class DonutSeries: PieSeries {
    override var hole: Double { 0.5 }
}

// MARK: - Geometry

extension PieSeries {
    /// Start and sweep of slice k in radians: 0 at 12 o'clock, positive anticlockwise.
    func angles(_ style: PieSeriesStyle) -> [(start: Double, sweep: Double)] {
        let total = slices.reduce(0) { $0 + $1.value }
        guard total > 0, total.isFinite else { return slices.map { _ in (0, 0) } }
        let sign = (drawDirection ?? style.drawDirection) == .clockwise ? -1.0 : 1.0
        var start = (style.initialRotation ?? 0) + rotation
        return slices.map { slice in
            let sweep = sign * 2 * .pi * slice.value / total
            defer { start += sweep }
            return (start, sweep)
        }
    }

    /// The slice under an angle, radians as above; nil when nothing is drawn.
    public func indexOfSlice(atAngle angle: Double) -> Int? {
        guard angle.isFinite else { return nil }
        return angles(style).firstIndex { start, sweep in
            guard sweep != 0 else { return false }
            let turn = (sweep > 0 ? angle - start : start - angle).truncatingRemainder(dividingBy: 2 * .pi)
            return (turn < 0 ? turn + 2 * .pi : turn) < abs(sweep)
        }
    }

    /// Inner and outer radius in points for a plot area whose smaller side is given.
    func radii(plotSide: Double) -> (inner: Double, outer: Double) {
        let outer = outerRadius ?? style.outerRadius ?? 0.45 * plotSide
        return (min(innerRadius ?? style.innerRadius ?? hole * outer, outer), outer)
    }

    func marks(in context: PieContext) -> [Mark] {
        let style = style.filled(from: context.theme.pieStyle())
        let ring = radii(plotSide: Double(min(context.plot.width, context.plot.height)) / context.scale)
        let center = PlotPoint(
            x: Float(context.plot.x) + Float(context.plot.width) / 2,
            y: Float(context.plot.y) + Float(context.plot.height) / 2)
        let crust = style.showCrust == true ? Float((style.crustThickness ?? 0) * context.scale) : 0
        let angles = angles(style)
        let items = angles.enumerated().filter { $0.element.sweep != 0 }.map { k, angle in
            SectorBatch.Item(
                center: center, innerRadius: Float(ring.inner * context.scale),
                outerRadius: Float(ring.outer * context.scale), startAngle: Float(angle.start),
                sweep: Float(angle.sweep), fill: style.showFlavour == true ? color(k, style) : .clear,
                crust: Self.cycled(style.crustColors, k), crustWidth: crust)
        }
        guard !items.isEmpty else { return [] }
        return [Mark(.sectors(SectorBatch(items: items)), clip: context.plot, label: "\(place) slices")]
    }

    /// The fill of slice k.
    func color(_ k: Int, _ style: PieSeriesStyle) -> Color { Self.cycled(style.flavourColors, k) }

    private static func cycled(_ colors: [Color]?, _ k: Int) -> Color {
        guard let colors, !colors.isEmpty else { return .clear }
        return colors[k % colors.count]
    }
}

/// What slices need to know of the picture.
struct PieContext {
    var plot: PixelRect
    var scale: Double
    var theme: Theme
    var typesetter: Typesetter
}

// MARK: - Labels

extension PieSeries {
    /// Values written into their slices; one that its slice cannot hold is left out.
    func labels(in context: PieContext) -> [Mark] {
        let style = style.filled(from: context.theme.pieStyle())
        guard style.showLabels == true else { return [] }
        let ring = radii(plotSide: Double(min(context.plot.width, context.plot.height)) / context.scale)
        let middle = (
            x: Double(context.plot.x) + Double(context.plot.width) / 2,
            y: Double(context.plot.y) + Double(context.plot.height) / 2
        )
        let radius = (ring.inner + ring.outer) / 2 * context.scale
        return zip(slices, angles(style)).flatMap { slice, angle -> [Mark] in
            let text = NumberPattern.text(slice.value, pattern: style.labelFormatString ?? "%.2f")
            let size = context.typesetter.size(text, style.labelFont)
            guard holds(size, angle.sweep, ring) else { return [] }
            let mid = angle.start + angle.sweep / 2
            let place = TextPlace(
                x: middle.x - sin(mid) * radius, y: middle.y - cos(mid) * radius, across: 0.5, down: 0.5)
            return context.typesetter.boxed(
                text, font: style.labelFont, color: style.labelFontColor ?? .black,
                background: style.labelBackgroundColor ?? .clear, at: place, label: "\(self.place) label")
        }
    }

    /// Whether a text in the middle of a slice stays between its edges, whichever way it lies.
    private func holds(_ size: TextSize, _ sweep: Double, _ ring: (inner: Double, outer: Double)) -> Bool {
        let chord = 2 * (ring.inner + ring.outer) / 2 * sin(min(abs(sweep) / 2, .pi / 2))
        return chord >= size.height * 1.2 && min(chord * 1.6, ring.outer - ring.inner) >= size.width * 0.9
    }
}
