import VitrailScene

/// Sectors around the pole of a radial chart: x is a direction, y a radius. All sectors have the same sweep: the angle
/// of an item on a category axis, otherwise the smallest distance between directions.
///
/// A value at or below the start of the y-axis has no sector. Sectors that reach beyond its end are cut off at the
/// circle.
open class RadialColumnSeries: RenderableSeries<XyPassData> {
    public var style: RadialColumnSeriesStyle

    /// - Parameter columns: without `x`, directions are 0, 1, 2, …
    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(),
        style: RadialColumnSeriesStyle = RadialColumnSeriesStyle()
    ) {
        self.style = style
        super.init(title: title, columns: columns, hitProvider: .none, nearestPointProvider: .polar)
    }

    override var chartKind: ChartKind? { .radial }
    /// The length of a radius represents the value, so the range includes the baseline.
    open override var showsBaseline: Bool { true }

    open override func draw(_ pass: XyPassData, in context: DrawContext) {
        guard let polar = context.series.polar else { return }
        let style = resolved(context.series.theme)
        let items = RadialSectors(pass, self).all.map { sector in
            let row = dataPointIndex(ofSample: sector.sample, pass.context.samples) ?? 0
            return SectorBatch.Item(
                center: polar.point(.zero), innerRadius: 0, outerRadius: Float(sector.radius),
                startAngle: Float(-sector.start), sweep: Float(-sector.sweep),
                fill: style.areaColors?.inTurn(row) ?? style.areaColor ?? .clear,
                crust: style.lineColors?.inTurn(row) ?? style.lineColor ?? .clear,
                crustWidth: context.series.pixels(style.lineWidth ?? 0))
        }
        if !items.isEmpty { context.emit(.sectors(SectorBatch(items: items)), label: "sectors") }
    }

    /// The sector that contains the position; among several, the last.
    open override func hit(x: Double, y: Double) -> Int? {
        guard !hidden, let context = drawnContext, let polar = context.polar else { return nil }
        let pixel = context.pixel(x: x, y: y)
        let position = SIMD2(Double(pixel.x) - polar.x, Double(pixel.y) - polar.y)
        return RadialSectors(XyPassData(context), self).hit(position).flatMap {
            dataPointIndex(ofSample: $0, context.samples)
        }
    }

    open override func kindName(theme: Theme) -> String { "radial column" }
    open override func resetStyle() { style = RadialColumnSeriesStyle() }

    func resolved(_ theme: Theme) -> RadialColumnSeriesStyle { style.over(theme.radialColumnStyle(paletteIndex)) }

    open override func legendSymbol(theme: Theme) -> LegendSymbol {
        let style = resolved(theme)
        return .solid(style.areaColors?.inTurn(0) ?? style.areaColor ?? .clear)
    }

    /// With several sector colours, there is one entry for each item of a category axis.
    override func legendEntries(theme: Theme) -> [LegendEntry] {
        guard let colors = resolved(theme).areaColors, colors.count > 1, let names = columns.x, names.kind == .category
        else {
            return super.legendEntries(theme: theme)
        }
        return names.texts.enumerated().map { row, name in
            LegendEntry(
                title: name ?? "", symbol: .solid(colors.inTurn(row) ?? .clear), textColor: legendTextColor,
                seriesIndex: index)
        }
    }
}

/// Sectors in device pixels and radians clockwise from 12 o'clock.
struct RadialSectors {
    struct Sector {
        var sample: Int
        var start: Double
        var sweep: Double
        var radius: Double
    }

    let all: [Sector]

    init(_ pass: XyPassData, _ series: RadialColumnSeries) {
        guard let polar = pass.context.polar else {
            all = []
            return
        }
        let (angles, distances) = (pass.context.xScale, pass.context.yScale)
        let axis = series.chart?.ownAxis(series, .x)
        let sweep = min(axis.map { abs(BarSlots.spacing(of: [series], on: $0) * angles.factor) } ?? 2 * .pi, 2 * .pi)
        let lead = series.resolved(pass.context.theme).sectorAlignment == .afterDirection ? 0 : sweep / 2
        var sectors: [Sector] = []
        pass.xValues.withView { x in
            pass.yValues.withView { y in
                for i in 0..<min(x.count, y.count) {
                    let (angle, radius) = (angles.position(of: x[i]), min(distances.position(of: y[i]), polar.radius))
                    guard angle.isFinite, radius > 0, !angles.isExcluded(x[i]), !distances.isExcluded(y[i]) else {
                        continue
                    }
                    sectors.append(Sector(sample: i, start: angle - lead, sweep: sweep, radius: radius))
                }
            }
        }
        all = sectors
    }

    /// The sample of the last sector that contains a position relative to the pole.
    func hit(_ position: SIMD2<Double>) -> Int? {
        all.last { sector in
            let turn = (position.clockAngle - sector.start).truncatingRemainder(dividingBy: 2 * .pi)
            return position.length <= sector.radius && (turn < 0 ? turn + 2 * .pi : turn) <= sector.sweep
        }?.sample
    }
}
