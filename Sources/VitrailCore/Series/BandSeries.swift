import VitrailScene

/// A high and a low line with the area between them, in another colour where they are crossed.
open class BandSeries: CartesianSeries {
    public var style: BandSeriesStyle

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        style: BandSeriesStyle = BandSeriesStyle()
    ) {
        self.style = style
        super.init(title: title, columns: columns, orientation: orientation)
    }

    override var dependentFields: [PointField] { [.key(.high), .key(.low)] }

    override func marks(in context: SeriesContext) -> [Mark] {
        guard let loaded else { return [] }
        let style = style.filled(from: context.theme.bandStyle(index))
        var marks: [Mark] = []
        if style.showFill == true { marks += fills(loaded, style, context) }
        let width = context.pixels(style.lineWidth ?? 0)
        if width > 0 {
            for (k, color) in [style.lineColorLow, style.lineColorHigh].enumerated() {
                let path = loaded.path(1 - k, in: context, orientation).map { $0.plotPoint(orientation) }
                marks.append(
                    Mark(
                        .polyline(Polyline(points: path, width: width, paint: .solid(color ?? .black))),
                        clip: context.plot, label: "\(place) \(k == 0 ? "low" : "high") line"))
            }
        }
        if let points = style.pointStyle, points.showPoints == true {
            for k in [1, 0] {
                marks.append(
                    PointSymbols.mark(
                        loaded.points(k, in: context, orientation), points, Float(context.baseline(of: self)), context,
                        orientation, label: "\(place) points"))
            }
        }
        return marks
    }

    private func fills(_ loaded: LoadedSeries, _ style: BandSeriesStyle, _ context: SeriesContext) -> [Mark] {
        let samples = loaded.along.withValues { along in
            loaded.across[0].withValues { high in
                loaded.across[1].withValues { low in
                    BandReducer.samples(
                        along: along, first: high, second: low, range: loaded.visible(along, context, orientation),
                        alongScale: context.along(orientation), acrossScale: context.across(orientation),
                        isAscending: loaded.alongExtent.isAscending)
                }
            }
        }
        let parts = PathSplit.split(samples)
        // On a y-axis the high line has the smaller pixel.
        let isReversed = context.across(orientation).end < context.across(orientation).start
        let normal = style.areaColorNormal ?? .clear
        let inverted = style.areaColorInverted ?? .clear
        return [(parts.ordered, isReversed ? normal : inverted), (parts.inverted, isReversed ? inverted : normal)]
            .filter { part, _ in part.contains { $0.along.isFinite } }
            .map { part, color in
                Mark(
                    .area(Area(samples: part, orientation: orientation.area, paint: .solid(color))), clip: context.plot,
                    label: "\(place) band")
            }
    }

    override func symbol(theme: Theme) -> LegendSymbol {
        let style = style.filled(from: theme.bandStyle(index))
        return LegendSymbol(
            kind: .band, color: style.lineColorHigh ?? .black, fill: style.showFill == true ? style.areaColorNormal : nil)
    }
}
