public import VitrailScene

/// What tells that data are on their way: an open ring in the middle of the canvas, over the data and under legend and title.
///
/// A subclass may draw something else; `chart.loadingIndicator = MyIndicator()` puts it on a chart.
open class LoadingIndicator {
    public enum Visibility: String, Sendable, CaseIterable {
        /// In pictures that lack data which are being loaded: see `Chart.loadDataInBackground`.
        case whileLoading
        case always
        case never
    }

    public var visibility = Visibility.whileLoading
    /// nil = as the theme's texts.
    public var color: Color?
    /// Outer diameter of the ring, points. It becomes smaller where the canvas is.
    public var size = 36.0
    /// Thickness of the ring, points; nil = a ninth of its diameter.
    public var lineWidth: Double?
    /// Where the ring is open, radians, anticlockwise from 12 o'clock to the middle of the opening: a host that shows frames may turn it.
    public var rotation = -Double.pi / 4
    /// Below the ring; empty = none.
    public var text = ""
    /// What is nil in it is the theme's.
    public var font = FontStyle()

    public init() {}

    /// Draws it.
    ///
    /// - Parameter canvas: axes and plot area, in points of the chart.
    open func draw(in canvas: Rect, _ context: inout FurnitureContext) {
        let color = color ?? context.theme.annotationColor
        let radius = max(0, min(size, canvas.width, canvas.height)) / 2
        let width = min(max(0, lineWidth ?? size / 9), radius)
        context.sector(
            x: canvas.midX, y: canvas.midY, innerRadius: radius - width, outerRadius: radius, startAngle: rotation + Self.opening / 2,
            sweep: 2 * .pi - Self.opening, color)
        guard !text.isEmpty else { return }
        context.text(
            text, x: canvas.midX, y: canvas.midY + radius + Self.gap, across: 0.5, font: font, color: color)
    }

    /// A quarter of the ring.
    private static let opening = Double.pi / 2
    /// Between ring and text, points.
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
