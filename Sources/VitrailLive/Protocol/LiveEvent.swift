/// A report of a client: input, its size, or a frame that it has shown. The names are `jupyter_rfb`'s.
package enum LiveEvent: Sendable, Equatable {
    /// Size of the canvas in points, and device pixels per point.
    case resize(width: Double, height: Double, pixelRatio: Double)
    case pointerDown(PointerEvent)
    case pointerMove(PointerEvent)
    case pointerUp(PointerEvent)
    case pointerEnter
    case pointerLeave
    case doubleClick(PointerEvent)
    case wheel(WheelEvent)
    case keyDown(KeyEvent)
    case keyUp(KeyEvent)
    /// The client has shown the frame with this index, and all frames before it.
    case frameFeedback(index: Int)
    /// The user's wish for less movement.
    case preferences(reducedMotion: Bool)
    /// The state that the client kept, for a session that is new.
    case restore(FigureState)
    case close
}

/// A pointer that is pressed, moved or released.
package struct PointerEvent: Sendable, Equatable {
    /// Points from the top left of the canvas.
    package var x: Double
    package var y: Double
    /// 0: none, 1: left, 2: right, 3: middle.
    package var button = 0
    package var modifiers: Set<Modifier> = []
    /// The pointers that are down, in the order of their numbers. Empty for a client that does not report them.
    package var touches: [Touch] = []
    /// Seconds of the client's clock. `nil`: the session's clock counts.
    package var time: Double?

    package struct Touch: Sendable, Equatable {
        package var id: Int
        package var x: Double
        package var y: Double

        package init(id: Int, x: Double, y: Double) { (self.id, self.x, self.y) = (id, x, y) }
    }

    package init(
        x: Double, y: Double, button: Int = 0, modifiers: Set<Modifier> = [], touches: [Touch] = [],
        time: Double? = nil
    ) {
        (self.x, self.y, self.button) = (x, y, button)
        (self.modifiers, self.touches, self.time) = (modifiers, touches, time)
    }
}

package struct WheelEvent: Sendable, Equatable {
    /// Points from the top left of the canvas.
    package var x: Double
    package var y: Double
    /// About 100 for one step of a wheel; above 0 is down, or right.
    package var dx: Double
    package var dy: Double
    package var modifiers: Set<Modifier> = []

    package init(x: Double, y: Double, dx: Double, dy: Double, modifiers: Set<Modifier> = []) {
        (self.x, self.y, self.dx, self.dy, self.modifiers) = (x, y, dx, dy, modifiers)
    }
}

package struct KeyEvent: Sendable, Equatable {
    /// A name of the browsers' `KeyboardEvent.key`.
    package var key: String
    package var modifiers: Set<Modifier> = []

    package init(key: String, modifiers: Set<Modifier> = []) { (self.key, self.modifiers) = (key, modifiers) }
}

package enum Modifier: String, Sendable, CaseIterable {
    case shift = "Shift"
    case control = "Control"
    case alt = "Alt"
    case meta = "Meta"
}
