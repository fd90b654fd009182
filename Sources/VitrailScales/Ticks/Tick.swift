/// A marked position on an axis.
public struct Tick: Sendable, Hashable {
    /// Data value; on date axes seconds after the origin, by default 1970; on category axes the index.
    public var value: Double
    public var isMajor: Bool
    /// Empty: no label.
    public var label: String
    /// Index of the tick, counted from the axis's anchor. Stripes use it to keep their parity while panning.
    public var index: Int

    public init(value: Double, isMajor: Bool, label: String, index: Int) {
        self.value = value
        self.isMajor = isMajor
        self.label = label
        self.index = index
    }
}

/// A tick without a label.
package struct TickPosition: Hashable {
    package var value: Double
    /// Index of the tick, counted from the axis's anchor.
    package var index: Int

    package init(value: Double, index: Int) {
        self.value = value
        self.index = index
    }
}

/// Layout data for a tick generator: the available length, and the size of labels.
package struct TickSpace {
    /// Length of the axis in points.
    package var length: Double
    /// Length of a label along the axis in points, including the desired distance to its neighbour.
    package var extent: (String) -> Double
    /// Whether minor ticks are shown.
    package var wantsMinor: Bool
    /// Whether the labels of minor ticks are used; if not, they are empty.
    package var wantsMinorLabels = true
    /// Whether minor ticks have visible labels: then all labels of the axis have their precision.
    package var showsMinorLabels = false
    /// Step that the layout has chosen, and its anchor; used if no step is set. `nil`: the axis chooses one.
    package var step: (value: Double, anchor: Double)?
    /// Part of every extent that is only spacing. It is given up if otherwise fewer than two labels would fit.
    package var slack = 0.0
    /// Minimum distance in points between the middles of neighbouring labels, whatever their size: `wanted` for
    /// readability, `tight` if fewer than `fewest` labels would remain.
    package var spacing = (wanted: 0.0, tight: 0.0)
    static let fewest = 4
    /// Desired number of labels. `nil`: as many as the spacing allows.
    package var wish: Int?
    /// Frequency hook: receives the chosen frequencies and may change them; removing the minor one hides the minor
    /// ticks.
    package var adjust: ((inout TickFrequencies) -> Void)?

    package init(
        length: Double, extent: @escaping (String) -> Double, wantsMinor: Bool, wantsMinorLabels: Bool = true,
        showsMinorLabels: Bool = false, step: (value: Double, anchor: Double)? = nil, slack: Double = 0,
        spacing: (wanted: Double, tight: Double) = (0, 0), wish: Int? = nil,
        adjust: ((inout TickFrequencies) -> Void)? = nil
    ) {
        self.length = length
        self.extent = extent
        self.wantsMinor = wantsMinor
        self.wantsMinorLabels = wantsMinorLabels
        self.showsMinorLabels = showsMinorLabels
        self.step = step
        self.slack = slack
        self.spacing = spacing
        self.wish = wish
        self.adjust = adjust
    }
}

/// Limits that keep a tick generator finite for any input.
package enum TickLimits {
    /// More ticks would be closer than the pixels of the longest chart.
    package static let count = 20_000
    /// Tick distances in points. Below `minimum`, ticks of a set step merge into a grey band; then only every n-th tick
    /// is shown, at least `wanted` apart.
    package static let apart = (minimum: 2.0, wanted: 8.0)
    /// Ticks within this fraction of the span from a range's end count as inside.
    package static let tolerance = 1e-9
}
