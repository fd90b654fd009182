/// Phase of a gesture.
public enum GesturePhase: String, Sendable, CaseIterable { case began, moved, ended }

/// Target of a tap.
public enum SelectionMode: String, Sendable, CaseIterable {
    /// The series cannot be selected; a tap may select a series farther away.
    case none
    /// The whole series.
    case series
    /// The nearest point.
    case point
}

/// Event on the plot area, as passed to the delegate.
public struct PlotAreaTouch: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable { case tap, doubleTap, longPress, pan, pinch, boxDrag }

    public var kind: Kind
    /// `ended` for taps, which have no duration.
    public var phase: GesturePhase
    /// Points of the chart; for two fingers, the midpoint. A touch that began on the plot area may continue outside it.
    public var x: Double
    public var y: Double

    public init(kind: Kind, phase: GesturePhase, x: Double, y: Double) {
        (self.kind, self.phase, self.x, self.y) = (kind, phase, x, y)
    }
}

/// Change of ranges by a gesture, or by the movement that follows it.
public struct AxisMovement: Sendable, Hashable {
    /// Whether the axis moves by itself: with decreasing speed after a gesture, back to a limit, or eased towards the
    /// target of a tap or a box.
    public var movementIsMomentum: Bool

    public init(movementIsMomentum: Bool) { self.movementIsMomentum = movementIsMomentum }
}

/// Positions of a gesture during the last 0.1 s, for its velocity.
struct GestureTrail {
    private var positions: [(time: Double, x: Double, y: Double)] = []
    private static let length = 0.1

    mutating func add(_ x: Double, _ y: Double = 0, at time: Double) {
        positions.append((time, x, y))
        positions.removeAll { $0.time < time - Self.length }
    }

    /// Mean velocity per second over the trail; 0 if no time has passed.
    var velocity: (x: Double, y: Double) {
        guard let first = positions.first, let last = positions.last, last.time > first.time else { return (0, 0) }
        return ((last.x - first.x) / (last.time - first.time), (last.y - first.y) / (last.time - first.time))
    }
}
