/// Where a gesture stands.
public enum GesturePhase: String, Sendable, CaseIterable { case began, moved, ended }

/// What a tap selects.
public enum SelectionMode: String, Sendable, CaseIterable {
    /// Nothing: another series that is farther away may be selected.
    case none
    /// The whole series.
    case series
    /// The point that is nearest.
    case point
}

/// An event on the plot area, as the delegate is told of it.
public struct PlotAreaTouch: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable { case tap, doubleTap, longPress, pan, pinch, boxDrag }

    public var kind: Kind
    /// `ended` of taps, which have no duration.
    public var phase: GesturePhase
    /// Points of the chart; of two fingers, their middle. A touch that began on the plot area may go on beside it.
    public var x: Double
    public var y: Double

    public init(kind: Kind, phase: GesturePhase, x: Double, y: Double) {
        (self.kind, self.phase, self.x, self.y) = (kind, phase, x, y)
    }
}

/// A change of ranges by a gesture, or of what it left behind.
public struct AxisMovement: Sendable, Hashable {
    /// Whether it comes of itself: with decreasing speed after a gesture has ended, back to a limit, or eased towards what a tap or a box asked for.
    public var movementIsMomentum: Bool

    public init(movementIsMomentum: Bool) { self.movementIsMomentum = movementIsMomentum }
}

/// Where a gesture was during the last tenth of a second: what its velocity is taken from.
struct GestureTrail {
    private var places: [(time: Double, x: Double, y: Double)] = []
    private static let length = 0.1

    mutating func add(_ x: Double, _ y: Double = 0, at time: Double) {
        places.append((time, x, y))
        places.removeAll { $0.time < time - Self.length }
    }

    /// A second; 0 where no time went by.
    var velocity: (x: Double, y: Double) {
        guard let first = places.first, let last = places.last, last.time > first.time else { return (0, 0) }
        return ((last.x - first.x) / (last.time - first.time), (last.y - first.y) / (last.time - first.time))
    }
}
