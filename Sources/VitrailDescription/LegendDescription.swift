public import VitrailChart

/// A legend as data. It is shown unless `hidden`.
public struct LegendDescription: Sendable, Equatable {
    public var hidden = false
    /// `nil`: top right.
    public var position: Legend.Position?
    /// `nil`: outside.
    public var placement: Legend.Placement?
    public var title: String?
    /// Width in points. `nil`: 24.
    public var symbolWidth: Double?
    /// Maximum number of entries in a row of a horizontal legend. `nil`: as many as fit.
    public var maxSeriesPerLine: Int?
    /// Whether the width of each column of entries depends only on its own titles. `nil`: `true`.
    public var autosizeLabels: Bool?
    /// Share of the chart's width. `nil`: as wide as the titles need.
    public var fixedWidthRatio: Double?
    public var style = LegendStyle()

    /// Upper bound for entries in a row: more do not fit in any picture.
    static let maxAcross = 400

    public init() {}
}
