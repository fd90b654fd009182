import Vitrail

/// A tooltip that shows the path as a map, with a mark at the crosshair's location, and the crosshair's values.
final class MapTooltip: CrosshairTooltip {
    private unowned let dataSource: MovementTrackerDataSource
    private var point: ChartPoint?
    private var seriesTitle = ""
    private var resolved: (x: Double, y: Double)?
    /// The box in the last picture, in points of the chart.
    private(set) var frame: Rect?
    /// The map in the box.
    private(set) var map: RideMap?
    /// The marked location.
    private(set) var location: Location?

    /// Width and height of the box, points.
    private let size: (width: Double, height: Double)
    /// Distance from crosshair to box, points.
    private static let distance = 14.0
    private static let font = FontStyle(size: 11)
    /// Height of the two lines of text, points.
    private static let textHeight = 34.0

    /// - Parameter width: width of the box, points.
    init(dataSource: MovementTrackerDataSource, width: Double) {
        self.dataSource = dataSource
        size = (width, width + 22)
    }

    // MARK: The crosshair has moved

    override func setDataPoint(_ point: ChartPoint, from series: CartesianSeries, in chart: Chart?) {
        self.point = point
        seriesTitle = series.title
    }

    override func setResolvedPoint(_ values: (x: Double, y: Double)?) { resolved = values }

    override func layoutContents() {
        let seconds: Double? = if case .date(let date) = point?.xValue { resolved?.x ?? date } else { resolved?.x }
        location = seconds.flatMap(dataSource.location)
    }

    // MARK: Drawing

    override func draw(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout OverlayContext) {
        guard let location else { return }
        let frame = frame(beside: target)
        let inside = Rect(
            x: frame.x + 1, y: frame.y + Self.textHeight, width: frame.width - 2,
            height: frame.height - Self.textHeight - 1)
        let map = RideMap(of: dataSource.data.map(\.location), in: inside)
        (self.frame, self.map) = (frame, map)
        context.fill(frame, .white)
        map.draw(&context)
        map.mark(location, &context)
        context.stroke(frame, .black, width: 1)
        let unit = seriesTitle == "Distance" ? "km" : "km/h"
        for (row, text) in ["\(seriesTitle): \(target.yText) \(unit)", "Time: \(target.xText)"].enumerated() {
            context.text(text, x: frame.x + 8, y: frame.y + 5 + 14 * Double(row), font: Self.font, color: .black)
        }
    }
    /// Beside the crosshair, so that its position on the line stays visible; on the right only if it does not fit on
    /// the left, because new points appear there.
    private func frame(beside target: CrosshairTarget) -> Rect {
        let plot = target.plotArea
        let left = target.x - Self.distance - size.width
        let x = left >= plot.x ? left : target.x + Self.distance
        let y = max(plot.y, min(target.y - size.height / 2, plot.maxY - size.height))
        return Rect(x: x, y: y, width: size.width, height: size.height)
    }
}
