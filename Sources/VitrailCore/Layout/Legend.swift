public import VitrailScene

/// What names the series, or the slices of the first pie. Hidden at first.
public final class Legend {
    public enum Position: String, Sendable, CaseIterable {
        case topLeft, topMiddle, topRight, middleLeft, middleRight, bottomLeft, bottomMiddle, bottomRight
    }
    public enum Placement: String, Sendable, CaseIterable { case outsidePlotArea, insidePlotArea, onPlotAreaBorder }

    public var hidden = true
    public var position = Position.topRight
    public var placement = Placement.outsidePlotArea
    /// Heading; empty = none.
    public var title = ""
    public var style = LegendStyle()
    /// Points.
    public var symbolWidth = 24.0
    /// Entries a row when they run left to right.
    public var maxSeriesPerLine = 4

    public init() {}
}

extension Legend.Position {
    /// The side that gives way when the legend is outside.
    var side: Side {
        switch self {
        case .topRight, .middleRight, .bottomRight: .right
        case .topLeft, .middleLeft, .bottomLeft: .left
        case .topMiddle: .top
        case .bottomMiddle: .bottom
        }
    }

    /// Place within a rectangle: 0 left or top, 1 right or bottom.
    var anchor: (x: Double, y: Double) {
        switch self {
        case .topRight: (1, 0)
        case .middleRight: (1, 0.5)
        case .bottomRight: (1, 1)
        case .topLeft: (0, 0)
        case .middleLeft: (0, 0.5)
        case .bottomLeft: (0, 1)
        case .topMiddle: (0.5, 0)
        case .bottomMiddle: (0.5, 1)
        }
    }
}

/// A miniature of a series.
public struct LegendSymbol: Sendable, Equatable {
    public enum Kind: Sendable { case line, band, block, disc }

    public var kind: Kind
    public var color: Color
    public var fill: Color?

    public init(kind: Kind, color: Color, fill: Color? = nil) {
        self.kind = kind
        self.color = color
        self.fill = fill
    }
}

/// A row of the legend.
struct LegendEntry: Equatable {
    var title: String
    var symbol: LegendSymbol
}
