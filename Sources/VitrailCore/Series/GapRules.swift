/// Which gaps of a line are joined.
public enum GapConnection: Sendable, Hashable {
    /// A gap separates pieces of the line.
    case none
    /// The line runs straight across all gaps.
    case all
    /// Across gaps whose neighbouring samples are at most so far apart along the independent axis: in the axis' units, seconds or steps of the
    /// calendar on date axes, item indexes on category axes; > 0.
    case within(AxisStep)
}

/// Which neighbouring samples of a line are joined.
struct GapRules: Sendable, Equatable {
    var connection = GapConnection.none
    /// Samples that are farther apart are not joined; nil = all are.
    var breakAt: AxisStep?

    var isEmpty: Bool { connection == .none && breakAt == nil }
}

/// Series that draw lines from sample to sample: lines, steps, areas, bands and radial lines.
public protocol LineDrawing: CartesianSeries {}

extension LineDrawing {
    /// Which gaps (samples without a value) the line crosses. A gap that it crosses has no point and is not hit. Where one value of a band is missing
    /// and the other one is not, the missing one is interpolated.
    public var connectGaps: GapConnection {
        get { gapRules.connection }
        set { gapRules.connection = newValue }
    }

    /// The line is cut between neighbouring samples that are farther apart than this along the independent axis: in the axis' units, seconds or steps
    /// of the calendar on date axes, item indexes on category axes; > 0, nil = it is not cut. Gaps are connected first.
    public var breakAt: AxisStep? {
        get { gapRules.breakAt }
        set { gapRules.breakAt = newValue }
    }
}

extension LineSeries: LineDrawing {}
extension BandSeries: LineDrawing {}
extension RadialLineSeries: LineDrawing {}
