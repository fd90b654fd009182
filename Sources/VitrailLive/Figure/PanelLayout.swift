import Vitrail

/// The places of charts that lie one above the other.
final class PanelLayout {
    /// Shares of the canvas's height above each chart, and 1.
    private let shares: [Double]
    /// Upper edge of each chart, and the lower edge of the last one, in points.
    private(set) var tops: [Double]
    /// Left and right edge of the plot areas, as distances from the edges of the canvas in points.
    private var edges = (left: 0.0, right: 0.0)
    private var insets: [Insets]?
    /// Of the canvas, in points.
    private var size = (width: 0.0, height: 0.0)

    /// - Parameter heights: of the charts, in any unit.
    init(heights: [Double]) {
        let sum = heights.reduce(0, +)
        let parts = heights.map { sum.isFinite && sum > 0 ? $0 / sum : 1 / Double(heights.count) }
        shares = parts.reduce(into: [0]) { $0.append($0.last! + $1) }
        tops = shares.map { $0 * sum }
    }

    /// The chart at a height in points; the nearest one beyond the canvas.
    func panel(at y: Double) -> Int { tops.dropFirst().dropLast().count { y >= $0 } }

    /// The same pointer in points of a chart.
    func moved(_ event: PointerEvent, to panel: Int) -> PointerEvent {
        var event = event
        event.y -= tops[panel]
        for index in event.touches.indices { event.touches[index].y -= tops[panel] }
        return event
    }

    /// Divides the canvas among the charts. Each gets a whole number of device pixels.
    func resize(_ panels: [any LiveFigure], _ width: Double, _ height: Double, _ ratio: Double, _ maxPixels: Int) {
        let count = Double(panels.count)
        let scale = min(ratio, (Double(maxPixels) / ((width + 1) * (height + count))).squareRoot())
        let rows = (height * scale).rounded(.up)
        let bounds = shares.map { ($0 * rows).rounded() }
        tops = bounds.map { $0 / scale }
        // A client may tell the same size again.
        if size != (width, height) { edges = (0, 0) }
        size = (width, height)
        for (index, panel) in panels.enumerated() {
            // At least one row; a little less than whole, so that rounding adds none.
            let own = max(bounds[index + 1] - bounds[index], 1)
            panel.handle(.resize(width: width, height: (own - 1e-6) / scale, pixelRatio: scale), maxPixels: .max)
        }
    }

    /// Makes all plot areas as narrow as the narrowest. Widest labels decide; they do not give space back before the
    /// next size, so that nothing trembles while a chart moves.
    ///
    /// - Returns: whether a chart has to be drawn again.
    func align(_ panels: [LiveChart]) -> Bool {
        let first = insets ?? panels.map(\.chart.canvasInset)
        insets = first
        let plots = panels.map { panel in panel.chart.plotAreaFrame.map { (panel.chart, $0) } }
        // Charts without axes have no plot area to align.
        for (index, part) in plots.enumerated() {
            guard let (chart, plot) = part, chart.xAxis != nil else { continue }
            // Without the space that an earlier alignment added: labels that become wider later use it up, and must not
            // push the edges of all charts further each time.
            let left = plot.x - (chart.canvasInset.left - first[index].left)
            let right = chart.frame.width - plot.maxX - (chart.canvasInset.right - first[index].right)
            edges = (max(edges.left, left.rounded(.up)), max(edges.right, right.rounded(.up)))
        }
        var hasChanged = false
        for (index, part) in plots.enumerated() {
            guard let (chart, plot) = part, chart.xAxis != nil else { continue }
            let (left, right) = (edges.left - plot.x, edges.right - (chart.frame.width - plot.maxX))
            // A device pixel may be lost to rounding.
            let tolerance = 1.01 / chart.scale
            guard abs(left) > tolerance || abs(right) > tolerance else { continue }
            chart.canvasInset.left = max(chart.canvasInset.left + left, first[index].left)
            chart.canvasInset.right = max(chart.canvasInset.right + right, first[index].right)
            chart.redrawChart()
            hasChanged = true
        }
        return hasChanged
    }
}

extension RenderedImage {
    /// Joins pictures of one width, from top to bottom. Texts are those of the first one.
    static func stacked(_ parts: [RenderedImage]) -> RenderedImage {
        var whole = parts[0]
        whole.image = PixelImage(
            size: PixelSize(width: whole.image.width, height: parts.reduce(0) { $0 + $1.image.height }),
            pixels: parts.flatMap(\.image.pixels))
        return whole
    }
}
