import Vitrail

/// A heat map with the number of each cell written into it: days along x, months along y, January at the top.
final class CalendarSeries: HeatmapSeries {
    /// Colours from the smallest value to the largest.
    let colors: [Color]

    /// - Parameter values: one value per day; `nil`: no such day. Index 0 of each list is the first day of the month.
    init(months: [[Double?]], colors: [Color]) {
        self.colors = colors
        super.init()
        let days = months.map(\.count).max() ?? 0
        // Rows of a grid go up; months go down.
        let values = months.reversed().flatMap { month in
            (0..<days).map { day in month.indices.contains(day) ? month[day].map { Float($0) } ?? .nan : .nan }
        }
        grid = HeatmapGrid(
            columns: days, rows: months.count, values: values, xRange: NumberRange(0.5, Double(days) + 0.5),
            yRange: NumberRange(-0.5, Double(months.count) - 0.5))
    }

    override func draw(_ pass: UniformHeatmapPassData, in context: DrawContext) {
        guard let grid = pass.grid, let range = grid.valueRange, range.span > 0 else { return }
        context.heatmap(grid, colors: colors)
        for row in 0..<grid.rows {
            for column in 0..<grid.columns {
                let value = Double(grid.values[row * grid.columns + column])
                guard value.isFinite else { continue }
                let position = PlotPoint(
                    x: Float(context.series.xScale.position(of: Double(column) + 1)),
                    y: Float(context.series.yScale.position(of: Double(row))))
                let share = (value - range.minimum) / range.span
                let fill = colors[Int((share * Double(colors.count - 1)).rounded())]
                context.text(
                    String(Int(value.rounded())), at: position, font: FontStyle(size: 9),
                    color: fill.isDark ? .white : .black)
            }
        }
    }

    /// Colours in equal steps between the given stops.
    static func scale(through stops: [Color], steps: Int = 64) -> [Color] {
        (0..<steps).map { step in
            let position = Double(step) / Double(steps - 1) * Double(stops.count - 1)
            let k = min(Int(position), stops.count - 2)
            func mix(_ channel: KeyPath<Color, UInt8>) -> UInt8 {
                let (a, b) = (Double(stops[k][keyPath: channel]), Double(stops[k + 1][keyPath: channel]))
                return UInt8((a + (b - a) * (position - Double(k))).rounded())
            }
            return Color(red: mix(\.red), green: mix(\.green), blue: mix(\.blue))
        }
    }
}

extension Color {
    /// Whether white is easier to read on it than black.
    fileprivate var isDark: Bool { 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue) < 118 }
}
