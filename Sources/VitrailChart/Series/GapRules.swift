public import VitrailScales

/// The gaps of a line that are joined.
public enum GapConnection: Sendable, Hashable {
    /// A gap separates pieces of the line.
    case none
    /// The line runs straight across all gaps.
    case all
    /// Joins gaps whose neighbouring samples are at most this far apart along the independent axis: in the axis' units,
    /// in seconds or calendar steps on date axes, in item indexes on category axes; > 0.
    case within(AxisStep)
}

/// The neighbouring samples of a line that are joined.
package struct GapRules: Sendable, Equatable {
    package var connection: GapConnection
    /// Samples farther apart than this are not joined; `nil`: no limit.
    package var breakAt: AxisStep?

    package init(connection: GapConnection = .none, breakAt: AxisStep? = nil) {
        (self.connection, self.breakAt) = (connection, breakAt)
    }

    package var isEmpty: Bool { connection == .none && breakAt == nil }
}

/// Series that draw lines from sample to sample: lines, steps, areas, bands and radial lines.
public protocol LineDrawing: CartesianSeries {}

extension LineDrawing {
    /// The gaps (samples without a value) that the line crosses. A crossed gap has no point and is never hit. If one of
    /// the two values of a band is missing, it is interpolated.
    public var connectGaps: GapConnection {
        get { gapRules.connection }
        set { gapRules.connection = newValue }
    }

    /// Cuts the line between neighbouring samples that are farther apart than this along the independent axis: in the
    /// axis' units, in seconds or calendar steps on date axes, in item indexes on category axes; > 0. `nil`: no cuts.
    /// Gaps are connected first.
    public var breakAt: AxisStep? {
        get { gapRules.breakAt }
        set { gapRules.breakAt = newValue }
    }
}

extension LineSeries: LineDrawing {}
extension BandSeries: LineDrawing {}
extension RadialLineSeries: LineDrawing {}
