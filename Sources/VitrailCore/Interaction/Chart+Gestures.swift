/// What gestures do on a chart.
///
/// A picture has no gestures: nothing of this shows in one. These are settings of a chart that a host moves as a pointer moves, read when an event is
/// handed to it.
struct GestureSettings: Equatable {
    var panType = GesturePanType.panPinch
    var pinchAspectLock = false
    var doubleTapEnabled = true
    var doubleTapResetsZoom = false
    var animatesBox = true
    var animatesZoom = true
    var radialTapEnabled = true
    var radialRotationEnabled = true
}

/// What dragging on the plot area means.
public enum GesturePanType: String, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// One point pans, two zoom.
    case panPinch
    /// Dragging draws a rectangle, and the axes then show what is in it.
    case boxDraw
}

extension Chart {
    /// What dragging means, on axes that allow it: `Axis.enableGesturePanning`, `Axis.enableGestureZooming`.
    public var gesturePanType: GesturePanType {
        get { gestures.panType }
        set { gestures.panType = newValue }
    }

    /// Whether a pinch zooms all axes by one factor, so that the ratio of their spans stays that of the first picture.
    public var gesturePinchAspectLock: Bool {
        get { gestures.pinchAspectLock }
        set { gestures.pinchAspectLock = newValue }
    }

    public var gestureDoubleTapEnabled: Bool {
        get { gestures.doubleTapEnabled }
        set { gestures.doubleTapEnabled = newValue }
    }

    /// Whether a double tap shows the default ranges again; if not, it halves the spans round the value that was tapped.
    public var gestureDoubleTapResetsZoom: Bool {
        get { gestures.doubleTapResetsZoom }
        set { gestures.doubleTapResetsZoom = newValue }
    }

    /// Whether axes go over to what a box shows in 0.3 s; if not, at once.
    public var animateBoxGesture: Bool {
        get { gestures.animatesBox }
        set { gestures.animatesBox = newValue }
    }

    /// Whether axes go over to what a double tap shows in 0.3 s; if not, at once.
    public var animateZoomGesture: Bool {
        get { gestures.animatesZoom }
        set { gestures.animatesZoom = newValue }
    }

    /// Whether a tap on a slice selects it.
    public var radialTapEnabled: Bool {
        get { gestures.radialTapEnabled }
        set { gestures.radialTapEnabled = newValue }
    }

    /// Whether pies and donuts may be turned by dragging.
    public var radialRotationEnabled: Bool {
        get { gestures.radialRotationEnabled }
        set { gestures.radialRotationEnabled = newValue }
    }
}
