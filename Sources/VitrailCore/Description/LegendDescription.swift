/// A legend as data. One that is described is shown unless `hidden`.
public struct LegendDescription: Sendable, Equatable {
    public var hidden = false
    /// nil = top right.
    public var position: Legend.Position?
    /// nil = outside.
    public var placement: Legend.Placement?
    public var title: String?
    /// Points; nil = 24.
    public var symbolWidth: Double?
    /// Entries of a row when they follow each other across; nil = as many as have room.
    public var maxSeriesPerLine: Int?
    /// Whether columns of entries are as wide as their own titles; nil = true.
    public var autosizeLabels: Bool?
    /// Share of the chart's width; nil = as wide as the titles need.
    public var fixedWidthRatio: Double?
    public var style = LegendStyle()

    /// More entries of a row have no room in any picture.
    static let mostAcross = 400

    public init() {}
}
