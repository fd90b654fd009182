/// A place on an axis that is marked.
public struct Tick: Sendable, Hashable {
    /// Data value; seconds after the origin on date axes, by default since 1970, index on category axes.
    public var value: Double
    public var isMajor: Bool
    /// Empty = no label.
    public var label: String
    /// Number of the tick counted from the axis' anchor: stripes keep their parity by it while panning.
    public var index: Int

    public init(value: Double, isMajor: Bool, label: String, index: Int) {
        self.value = value
        self.isMajor = isMajor
        self.label = label
        self.index = index
    }
}

/// Where a tick is, before it has a label.
struct TickPlace: Hashable {
    var value: Double
    /// Number of the tick counted from the axis' anchor.
    var index: Int
}

/// The room that ticks have to share, and how large labels are: what a tick generator needs to know of the layout.
struct TickRoom {
    /// Length of the axis in points.
    var length: Double
    /// Room that a label takes along the axis, in points, with the distance wanted to its neighbour.
    var extent: (String) -> Double
    /// Whether minor ticks are shown.
    var wantsMinor: Bool
    /// Whether anybody reads the labels of minor ticks; if not, they have none.
    var wantsMinorLabels = true
    /// Whether minor ticks have labels in the picture: all labels of an axis are written as finely as those.
    var showsMinorLabels = false
    /// A step that the layout has found to fit, and where it is counted from: taken where none is set. nil = the axis finds one.
    var step: (value: Double, anchor: Double)?
    /// The part of every extent that is a reader's distance and no ink: given up where otherwise fewer than two labels would fit.
    var slack = 0.0
    /// Points between the middles of neighbouring labels at least, whatever their size: as a reader likes it, and where fewer than `fewest` labels
    /// would be left.
    var spacing = (wanted: 0.0, tight: 0.0)
    static let fewest = 4
    /// How many labels are wished for; nil = as many as keep the spacing.
    var wish: Int?
    /// The frequency hook: sees the frequencies chosen, and may set others; a minor one that it removes hides the minor ticks.
    var adjust: ((inout TickFrequencies) -> Void)?
}

/// Bounds that keep a tick generator finite whatever the caller asks.
enum TickLimits {
    /// More ticks than pixels on the longest picture cannot be told apart.
    static let count = 20_000
    /// Points: closer together, ticks of a step that was set are a grey bar, and none of them can be read off. Every n-th of them is shown, so far apart.
    static let apart = (least: 2.0, wanted: 8.0)
    /// Ticks within this share of the span of a range's end count as inside.
    static let tolerance = 1e-9
}
