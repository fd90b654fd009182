import Vitrail

extension DataKey {
    static let q1: DataKey = "q1"
    static let median: DataKey = "median"
    static let q3: DataKey = "q3"
}

/// Data of a box plot's pass: five values per point, read by their keys (high and low belong to the base class), and a
/// list.
final class BoxPlotPassData: HlPassData {
    override class var values: [SeriesValue] { super.values + [.keyed(.q1), .keyed(.median), .keyed(.q3)] }

    /// For each sample, its values beyond the whiskers.
    var outliers: [[Double]] = []
}

/// A box from the first quartile to the third with a line at the median, whiskers to the last values within reach, and
/// a circle for each value beyond them.
final class BoxPlotSeries: RenderableSeries<BoxPlotPassData> {
    var color = Color(0x2C6FDB)
    private let outliers: [[Double]]

    /// - Parameter names: names of the groups, on a category axis.
    init(names: [String], groups: [[Double]]) {
        let boxes = groups.map(Quartiles.init)
        outliers = boxes.map(\.outliers)
        func column(_ value: (Quartiles) -> Double) -> Column { Column(boxes.map(value)) }
        super.init(
            columns: SeriesColumns(
                x: Column(names),
                keyed: [
                    .low: column(\.low), .q1: column(\.q1), .median: column(\.median), .q3: column(\.q3),
                    .high: column(\.high),
                ]))
    }

    override var slotKind: SlotKind? { "box plot" }
    override func kindName(theme: Theme) -> String { "box plot" }

    /// Outliers are in no column, but they must be visible.
    override func ownRange(on direction: Axis.Direction) -> NumberRange? {
        let all = outliers.joined()
        guard direction == .y, let low = all.min(), let high = all.max() else { return nil }
        return NumberRange(low, high)
    }

    override func makePassData(_ context: SeriesContext) -> BoxPlotPassData {
        let pass = super.makePassData(context)
        pass.outliers = outliers
        return pass
    }

    override func draw(_ pass: BoxPlotPassData, in context: DrawContext) {
        guard let slot = pass.context.slot, let range = pass.xPointRange else { return }
        let width = context.series.pixels(1.5)
        let x = pass.independentCoordinates
        let (low, high) = (pass.lowCoordinates, pass.highCoordinates)
        let (q1, median, q3) = (
            pass.coordinates(.keyed(.q1)), pass.coordinates(.keyed(.median)), pass.coordinates(.keyed(.q3))
        )
        for (k, sample) in range.enumerated() {
            let edges = slot.edges(at: Double(x[k]))
            let (left, right, middle) = (Float(edges.low), Float(edges.high), Float(edges.low + edges.high) / 2)
            for (end, box) in [(low[k], q1[k]), (high[k], q3[k])] {
                let cap = (right - left) / 4
                // Ends at the box as it is painted, so that no gap shows between them.
                context.crispLine(
                    from: PlotPoint(x: middle, y: end), to: PlotPoint(x: middle, y: box.rounded()), width: width,
                    color: color)
                context.crispLine(
                    from: PlotPoint(x: middle - cap, y: end), to: PlotPoint(x: middle + cap, y: end), width: width,
                    color: color)
            }
            context.rect(
                RectBatch.Item(
                    rect: PlotRect(minX: left, minY: q3[k].rounded(), maxX: right, maxY: q1[k].rounded()), fill: color))
            context.crispLine(
                from: PlotPoint(x: left, y: median[k]), to: PlotPoint(x: right, y: median[k]), width: 2 * width,
                color: .white)
            let beyond = pass.outliers[sample].map { Float(context.series.yScale.position(of: $0)) }
            context.markers(
                x: beyond.map { _ in middle }, y: beyond,
                style: PointStyle(color: color, radius: 3, innerColor: .white, innerRadius: 1.5))
        }
    }
}

/// Quartiles of a list of numbers, and the last values within 1.5 interquartile ranges of the box.
struct Quartiles {
    var low, q1, median, q3, high: Double
    var outliers: [Double]

    /// - Precondition: `numbers` is not empty.
    init(_ numbers: [Double]) {
        let sorted = numbers.sorted()
        func quantile(_ share: Double) -> Double {
            let position = share * Double(sorted.count - 1)
            let k = Int(position)
            return sorted[k] + (sorted[min(k + 1, sorted.count - 1)] - sorted[k]) * (position - Double(k))
        }
        (q1, median, q3) = (quantile(0.25), quantile(0.5), quantile(0.75))
        let reach = 1.5 * (q3 - q1)
        let (lowest, highest) = (q1 - reach, q3 + reach)
        let within = sorted.filter { $0 >= lowest && $0 <= highest }
        (low, high) = (within.first ?? q1, within.last ?? q3)
        outliers = sorted.filter { $0 < lowest || $0 > highest }
    }
}
