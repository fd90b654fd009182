import VitrailColumns
import VitrailRaster
import VitrailScene

/// A high and a low line with the area between them, in another colour where the lines cross.
open class BandSeries: RenderableSeries<HlPassData> {
    public var style: BandSeriesStyle
    /// Style while the series is selected. Unset properties come from `style`.
    public var selectedStyle = BandSeriesStyle()
    /// Called for each drawn point with its index in the data and its resolved style. Returns the style to draw.
    public var pointStyleHook: ((Int, PointStyle) -> PointStyle)?

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        style: BandSeriesStyle = BandSeriesStyle()
    ) {
        self.style = style
        super.init(title: title, columns: columns, orientation: orientation)
    }

    override var mayReverse: Bool { true }

    override var usualAnimation: SeriesAnimation { .television }

    override var joinsSamples: Bool { true }

    open override func draw(_ pass: HlPassData, in context: DrawContext) {
        let style = resolved(context.series.theme)
        if style.showFill == true { fill(pass, style, context) }
        let width = context.series.pixels(style.lineWidth ?? 0)
        let dashes = dashes(style.dashStyle, context.series.theme)
        // Computing a line costs the same if it is not drawn, so lines without a width are skipped.
        for (key, color) in [(DataKey.low, style.lineColorLow), (.high, style.lineColorHigh)] where width > 0 {
            let (color, label) = (color ?? .black, "\(key) line")
            func stroke(_ path: [PathPoint]) {
                let points = path.plotPoints(orientation)
                if !context.polyline(points, width: width, paint: .solid(color), dashes: dashes, label: label) {
                    warnOfDashes()
                }
            }
            let loneRadius = max(style.lineWidth ?? 1, 2)
            func dots(_ pieces: SmallPieces) {
                context.dots(pieces, width: width, loneRadius: loneRadius, color: color, colorBelowBaseline: color)
            }
            if let line = pass.residentLine(
                .keyed(key), width: width, color: color, dashes.isEmpty ? [] : [.isDashed])
            {
                context.emit(.line(line), label: label)
                if style.pointStyle.showPoints != true {
                    let radius = context.series.pixels(loneRadius)
                    pass.residentPieces(.keyed(key), width: width, loneRadius: radius).map(dots)
                }
                continue
            }
            // If each sample has a symbol, no sample is invisible.
            let small =
                style.pointStyle.showPoints == true
                ? nil : pass.smallPieceShape(width: width, loneRadius: context.series.pixels(loneRadius))
            func smallUnordered() -> SmallPieces? { small.flatMap { pass.smallUnorderedPieces(.keyed(key), $0) } }
            let pieces: SmallPieces?
            switch dashes.isEmpty ? pass.unorderedLine(.keyed(key), width: width, color: color) : nil {
            case .unorderedPolyline(let line):
                context.unorderedPolyline(line, label: label)
                pieces = smallUnordered()
                if let path = pieces?.path, !path.isEmpty { stroke(path) }
            case .path(let line):
                pieces = smallUnordered()
                stroke(line + (pieces.map { [PathPoint.gap] + $0.path } ?? []))
            case nil:
                let line = pass.path(.keyed(key), width: width)
                pieces = small.flatMap { SmallPieces.find(in: line, $0, openEnds: pass.goesOn(.keyed(key))) }
                stroke(pieces?.path ?? line)
            }
            if let pieces { dots(pieces) }
        }
        drawPoints(pass, (style.pointStyle, style.selectedPointStyle), pointStyleHook, in: context)
    }

    open override var hasPointSymbols: Bool { true }

    override func markReach(theme: Theme) -> MarkReach {
        let style = resolved(theme)
        return MarkReach(
            strokeWidth: style.lineWidth ?? 0, point: style.pointStyle.showPoints == true ? style.pointStyle : nil)
    }
    open override func kindName(theme: Theme) -> String { "band" }

    open override func resetStyle() {
        style = BandSeriesStyle()
        selectedStyle = BandSeriesStyle()
    }

    open override func labelStyle(theme: Theme) -> DataPointLabelStyle? { resolved(theme).dataPointLabelStyle }

    override func labelClearance(theme: Theme) -> Double {
        let style = resolved(theme)
        return max((style.lineWidth ?? 1) / 2, style.pointStyle.reach)
    }

    func resolved(_ theme: Theme) -> BandSeriesStyle {
        let own = selected ? selectedStyle.filled(from: style) : style
        return own.filled(from: theme.bandStyle(paletteIndex, isSelected: selected, isFilled: own.showFill != false))
    }

    private func fill(_ pass: HlPassData, _ style: BandSeriesStyle, _ context: DrawContext) {
        // On a y-axis the high line has the smaller pixel coordinate.
        let isReversed = context.series.isReversed
        let normal = Paint.solid(style.areaColorNormal ?? .clear)
        let inverted = Paint.solid(style.areaColorInverted ?? .clear)
        let paints = isReversed ? (normal, inverted) : (inverted, normal)
        defer {
            let width = max(context.series.pixels(style.lineWidth ?? 0), SmallPieceShape.minFillWidth)
            let slices = pass.slivers(.keyed(.high), .keyed(.low), width: width)
            if !slices.isEmpty {
                context.thinFills(
                    slices, width: width, orientation: orientation.area, paint: paints.0, invertedPaint: paints.1)
            }
        }
        if let area = pass.residentArea(.keyed(.high), .keyed(.low), base: 0, paints: paints) {
            return context.emit(.samplesArea(area), label: "band")
        }
        if let pictures = pass.counted(.keyed(.high), .keyed(.low), paints: paints) {
            for picture in pictures { context.draw(picture, label: "band") }
            return
        }
        context.area(
            pass.samples(.keyed(.high), .keyed(.low)), orientation: orientation.area, paint: paints.0,
            invertedPaint: paints.1, label: "band")
    }

    open override func legendSymbol(theme: Theme) -> LegendSymbol {
        let style = resolved(theme)
        guard style.useSeriesSymbols != false else {
            return .solid(self.style.lineColorHigh ?? theme.palette.line(paletteIndex))
        }
        return .band(
            high: style.lineColorHigh ?? .black, low: style.lineColorLow ?? .black, width: style.lineWidth ?? 0,
            dashes: dashes(style.dashStyle, theme),
            fill: style.showFill == true ? style.areaColorNormal : nil)
    }
}
