import VitrailScene

/// A line through its samples in the given order, with an optional area down to its baseline.
open class LineSeries: CartesianSeries {
    public var style: LineSeriesStyle

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        style: LineSeriesStyle = LineSeriesStyle()
    ) {
        self.style = style
        super.init(title: title, columns: columns, orientation: orientation)
    }

    override var showsBaseline: Bool { style.showFill == true }

    override func marks(in context: SeriesContext) -> [Mark] {
        guard let loaded else { return [] }
        let style = resolved(context.theme)
        let path = loaded.path(0, in: context, orientation)
        let baseline = Float(context.baseline(of: self))
        var marks: [Mark] = []
        if style.showFill == true { marks += fills(path, baseline, style, context) }
        marks += lines(path, baseline, style, context)
        if style.pointStyle?.showPoints == true, let points = style.pointStyle {
            let all = loaded.points(0, in: context, orientation)
            marks.append(PointSymbols.mark(all, points, baseline, context, orientation, label: "\(place) points"))
        }
        return marks
    }

    override func symbol(theme: Theme) -> LegendSymbol {
        let style = resolved(theme)
        let filled = style.showFill == true
        let line = (filled ? style.areaLineColor : style.lineColor) ?? .black
        return LegendSymbol(kind: .line, color: line, fill: filled ? style.areaColor : nil)
    }

    /// The series' own style, the rest from the theme; the gradient is on when its second colour was set here or by the theme.
    func resolved(_ theme: Theme) -> LineSeriesStyle {
        var full = style.filled(from: theme.lineStyle(index))
        if style.areaColor != nil, style.areaColorLowGradient == nil, style.fillWithGradient != true {
            // A flat colour that was asked for stays flat under a theme of gradients.
            full.fillWithGradient = false
        }
        if full.fillWithGradient == nil { full.fillWithGradient = full.areaColorLowGradient != nil }
        return full
    }

    private func fills(_ path: [PathPoint], _ baseline: Float, _ style: LineSeriesStyle, _ context: SeriesContext) -> [Mark] {
        let above = style.areaColor ?? .clear
        let below = style.areaColorBelowBaseline ?? above
        let gradient = style.fillWithGradient == true
        guard gradient || below != above else { return [area(path, baseline, .solid(above), context)] }
        let low = gradient ? style.areaColorLowGradient : nil
        let lowBelow = gradient ? style.areaColorGradientBelowBaseline ?? low : nil
        // Towards larger values: up on a y-axis, right on an x-axis.
        let parts = PathSplit.split(path, at: baseline)
        let isReversed = context.across(orientation).end < context.across(orientation).start
        return [(parts.under, isReversed), (parts.over, !isReversed)].map { part, isAbove in
            let color = isAbove ? above : below
            guard let end = isAbove ? low : lowBelow else { return area(part, baseline, .solid(color), context) }
            let extreme = part.lazy.filter { !$0.isGap }.map(\.across).max { abs($0 - baseline) < abs($1 - baseline) }
            return area(part, baseline, gradientPaint(color, extreme ?? baseline, end, baseline), context)
        }
    }

    private func gradientPaint(_ color: Color, _ place: Float, _ end: Color, _ endPlace: Float) -> Paint {
        func point(_ across: Float) -> PlotPoint { PathPoint(along: 0, across: across).plotPoint(orientation) }
        return .linearGradient(from: point(place), start: color, to: point(endPlace), end: end)
    }

    private func area(_ path: [PathPoint], _ baseline: Float, _ paint: Paint, _ context: SeriesContext) -> Mark {
        let samples = path.map { Area.Sample(along: $0.along, first: $0.across, second: baseline) }
        return Mark(
            .area(Area(samples: samples, orientation: orientation.area, paint: paint)), clip: context.plot,
            label: "\(place) area")
    }

    private func lines(_ path: [PathPoint], _ baseline: Float, _ style: LineSeriesStyle, _ context: SeriesContext) -> [Mark] {
        let filled = style.showFill == true
        let color = (filled ? style.areaLineColor : style.lineColor) ?? .black
        let below = (filled ? style.areaLineColorBelowBaseline : style.lineColorBelowBaseline) ?? color
        let width = context.pixels((filled ? style.areaLineWidth : style.lineWidth) ?? 1)
        func mark(_ part: [PathPoint], _ color: Color) -> Mark {
            Mark(
                .polyline(Polyline(points: part.map { $0.plotPoint(orientation) }, width: width, paint: .solid(color))),
                clip: context.plot, label: "\(place) line")
        }
        guard width > 0 else { return [] }
        guard below != color else { return [mark(path, color)] }
        let parts = PathSplit.split(path, at: baseline)
        let isReversed = context.across(orientation).end < context.across(orientation).start
        return [mark(parts.under, isReversed ? color : below), mark(parts.over, isReversed ? below : color)]
    }
}

extension CartesianSeries.Orientation {
    var area: Area.Orientation { self == .horizontal ? .horizontal : .vertical }
}

extension LoadedSeries {
    /// The path of dependent column `k`, reduced where many samples share a pixel.
    func path(_ k: Int, in context: SeriesContext, _ orientation: CartesianSeries.Orientation) -> [PathPoint] {
        along.withValues { along in
            across[k].withValues { across in
                PathReducer.path(
                    along: along, across: across, range: visible(along, context, orientation),
                    alongScale: context.along(orientation), acrossScale: context.across(orientation),
                    isAscending: alongExtent.isAscending)
            }
        }
    }

    /// Every visible sample of column `k`, for symbols: a gap for one that has no place.
    func points(_ k: Int, in context: SeriesContext, _ orientation: CartesianSeries.Orientation) -> [PathPoint] {
        along.withValues { along in
            across[k].withValues { across in
                PathReducer.path(
                    along: along, across: across, range: visible(along, context, orientation),
                    alongScale: context.along(orientation), acrossScale: context.across(orientation), isAscending: false,
                    keepsIndexes: true)
            }
        }
    }

    func visible(_ along: Span<Double>, _ context: SeriesContext, _ orientation: CartesianSeries.Orientation) -> Range<Int> {
        PathReducer.visible(along, on: context.along(orientation), isAscending: alongExtent.isAscending)
    }
}
