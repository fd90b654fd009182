/// Position and size of a legend, and the space it takes. All in points of the output surface.
struct LegendPosition {
    let position: Legend.Position
    /// Side that makes space for the legend.
    let side: Side
    let placement: Legend.Placement
    let size: (width: Double, height: Double)
    /// Factor of the distance to the part above or below; smaller in low frames.
    let share: Double

    /// Distance between the legend and neighbouring parts.
    static let distance = 10.0
    /// Maximum fractions for a legend: of the frame's width or height outside, of the plot area's width inside.
    private static let maxRoom = (across: 0.4, inside: 0.7)

    /// Space available to a legend.
    ///
    /// - Parameters:
    ///   - free: frame without the title.
    ///   - plot: plot area. `nil`: not known yet; an outside legend does not need it.
    static func room(_ legend: Legend, free: Rect, plot: Rect?) -> (width: Double, height: Double) {
        let room: (width: Double, height: Double)
        if let plot {
            let share = legend.isRow ? 1 : maxRoom.inside
            room = ((plot.width - 2 * distance) * share, plot.height - 2 * distance)
        } else if legend.side.isHorizontal {
            room = (free.width - 2 * distance, free.height * maxRoom.across)
        } else {
            room = (free.width * maxRoom.across, free.height - distance)
        }
        guard let ratio = legend.fixedWidthRatio, ratio > 0 else { return room }
        return (min(free.width * ratio, free.width - 2 * distance), room.height)
    }

    /// Space that the legend takes from its side.
    var reserved: Double {
        let extent = side.isHorizontal ? size.height + Self.distance * share : size.width + Self.distance
        switch placement {
        case .outsidePlotArea: return extent
        case .onPlotAreaBorder: return extent / 2
        case .insidePlotArea: return 0
        }
    }

    /// - Parameters:
    ///   - chart: bounds that the legend never leaves.
    ///   - free: anchor rectangle of outside legends.
    func frame(chart: Rect, plot: Rect, free: Rect) -> Rect {
        let anchor = position.anchor
        let isAcross = side.isHorizontal
        let x: Double
        let y: Double
        switch placement {
        case .insidePlotArea:
            let pad = Self.distance
            x = plot.x + pad + anchor.x * (plot.width - 2 * pad - size.width)
            y = plot.y + pad + anchor.y * (plot.height - 2 * pad - size.height)
        case .outsidePlotArea:
            // Columns of entries start at the plot area's height, rows at its left or right edge or in its middle.
            let row = size.width <= plot.width ? plot : free
            x = isAcross ? row.x + anchor.x * (row.width - size.width) : free.x + anchor.x * (free.width - size.width)
            y = (isAcross ? free.y : plot.y) + anchor.y * ((isAcross ? free.height : plot.height) - size.height)
        case .onPlotAreaBorder:
            // Its centre lies on the border of its side.
            x = isAcross ? plot.midX - size.width / 2 : plot.x + anchor.x * plot.width - size.width / 2
            y =
                isAcross
                ? plot.y + anchor.y * plot.height - size.height / 2 : plot.y + anchor.y * (plot.height - size.height)
        }
        return Rect(
            x: min(max(x, chart.x), max(chart.x, chart.maxX - size.width)),
            y: min(max(y, chart.y), max(chart.y, chart.maxY - size.height)), width: size.width, height: size.height)
    }
}

extension Legend.Position {
    /// Side that makes space for an outside legend.
    var side: Side {
        switch self {
        case .topRight, .middleRight, .bottomRight: .right
        case .topLeft, .middleLeft, .bottomLeft: .left
        case .topMiddle: .top
        case .bottomMiddle: .bottom
        }
    }

    /// Position within a rectangle: 0 left or top, 1 right or bottom.
    var anchor: (x: Double, y: Double) {
        switch self {
        case .topRight: (1, 0)
        case .middleRight: (1, 0.5)
        case .bottomRight: (1, 1)
        case .topLeft: (0, 0)
        case .middleLeft: (0, 0.5)
        case .bottomLeft: (0, 1)
        case .topMiddle: (0.5, 0)
        case .bottomMiddle: (0.5, 1)
        }
    }
}
