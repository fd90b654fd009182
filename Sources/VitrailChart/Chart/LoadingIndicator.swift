public import VitrailScene

/// Shows that data are being loaded: an open ring in the middle of the canvas, over the data and under legend and
/// title.
///
/// A subclass may draw another shape; `chart.loadingIndicator = MyIndicator()` sets it.
open class LoadingIndicator {
    public enum Visibility: String, Sendable, CaseIterable {
        /// In pictures that lack data still being loaded; see `Chart.loadDataInBackground`.
        case whileLoading
        case always
        case never
    }

    public var visibility = Visibility.whileLoading
    /// nil: the colour of the theme's texts.
    public var color: Color?
    /// Outer diameter of the ring, in points. Limited by the size of the canvas.
    public var size = 36.0
    /// Thickness of the ring, in points. nil: a ninth of `size`.
    public var lineWidth: Double?
    /// Angle of the middle of the ring's opening, in radians, anticlockwise from 12 o'clock. A host that shows frames
    /// may animate it.
    public var rotation = -Double.pi / 4
    /// Text below the ring. Empty: none.
    public var text = ""
    /// Properties that are nil have the theme's values.
    public var font = FontStyle()

    public init() {}

    /// Draws the indicator.
    ///
    /// - Parameter canvas: the area of axes and data, in points of the chart.
    open func draw(in canvas: Rect, _ context: inout OverlayContext) {
        let color = color ?? context.theme.annotationColor
        let radius = max(0, min(size, canvas.width, canvas.height)) / 2
        let width = min(max(0, lineWidth ?? size / 9), radius)
        context.sector(
            x: canvas.midX, y: canvas.midY, innerRadius: radius - width, outerRadius: radius,
            startAngle: rotation + Self.opening / 2,
            sweep: 2 * .pi - Self.opening, color)
        guard !text.isEmpty else { return }
        context.text(
            text, x: canvas.midX, y: canvas.midY + radius + Self.gap, across: 0.5, font: font, color: color)
    }

    /// Angle of the opening: a quarter of the ring.
    private static let opening = Double.pi / 2
    /// Distance between ring and text, in points.
    private static let gap = 8.0
}

extension Chart {
    var showsLoadingIndicator: Bool {
        switch loadingIndicator.visibility {
        case .whileLoading: awaitsData
        case .always: true
        case .never: false
        }
    }
}
