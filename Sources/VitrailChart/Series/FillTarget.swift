import VitrailRaster
import VitrailScene

/// The end of a line's fill, if it is not the baseline or, in a stack, the line below.
public enum FillTarget: String, Sendable, CaseIterable {
    /// To the baseline, also in a stack.
    case baseline
    /// To the end of the dependent axis with the minimum.
    case axisStart
    /// To the end of the dependent axis with the maximum.
    case axisEnd
}

extension LineSeries {
    /// Whether the fill has a target of its own.
    var hasFillTarget: Bool { fillTarget != nil || fillSeries != nil }

    /// The drawn line, in device pixels.
    func drawnPath(in context: SeriesContext) -> [PathPoint] { shape(XyPassData(context).path(isStepped: isStepped)) }

    /// Fills between the line and its target. The part above the target uses the paint for fills above a baseline, the
    /// rest the paint below.
    func fillToTarget(_ path: [PathPoint], _ paints: (under: Paint, over: Paint), in context: DrawContext) {
        let samples: [Area.Sample]
        if let other = context.series.fillPath {
            guard let found = AreaBetween.samples(path, other) else {
                chart?.warn(
                    .doubtful(
                        path: "\(jsonPath).fillTo",
                        reason: "one of the two lines is not monotonic, so nothing is filled between them"))
                return
            }
            samples = found
        } else {
            let end = Float(position: context.series.fillEnd(fillTarget))
            samples = path.map { Area.Sample(along: $0.along, first: $0.across, second: end) }
        }
        context.area(samples, orientation: orientation.area, paint: paints.under, invertedPaint: paints.over)
    }
}

extension SeriesContext {
    /// The target's position across.
    func fillEnd(_ target: FillTarget?) -> Double {
        switch target {
        case .axisStart: across.start
        case .axisEnd: across.end
        case .baseline, nil: baseline
        }
    }
}
