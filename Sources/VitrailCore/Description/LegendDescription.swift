/// A legend as data. One that is described is shown unless `hidden`.
public struct LegendDescription: Sendable, Equatable {
    public enum Position: String, Sendable, CaseIterable, DescriptionChoice {
        case topLeft, topMiddle, topRight, middleLeft, middleRight, bottomLeft, bottomMiddle, bottomRight
    }
    public enum Placement: String, Sendable, CaseIterable, DescriptionChoice {
        case outsidePlotArea, insidePlotArea, onPlotAreaBorder
    }

    public var hidden = false
    /// nil = top right.
    public var position: Position?
    /// nil = outside.
    public var placement: Placement?
    public var title: String?
    /// Points; nil = 24.
    public var symbolWidth: Double?
    /// Entries of a row when they follow each other across; nil = 4.
    public var maxSeriesPerLine: Int?
    public var style = LegendStyle()

    public init() {}
}
