import VitrailColumns
import VitrailScales

/// The relation of two columns, based on a sample of their rows.
struct Trend {
    /// First and last value among the sampled rows with both values.
    let first: Double
    let last: Double
    /// Correlation, −1…1.
    let correlation: Double

    private static let maxRows = 1_000

    /// Compares values as mapped by their axes. nil: there are fewer than three rows, or all values of one column are
    /// equal.
    init?(along: (Column, AxisScale.Mapper), across: (Column, AxisScale.Mapper), rows shown: RowOrder) {
        let count = min(shown.count, Self.maxRows)
        guard count > 1 else { return nil }
        var rows: [(x: Double, y: Double)] = []
        rows.reserveCapacity(count)
        var ends: (first: Double, last: Double)?
        along.0.withView { x in
            across.0.withView { y in
                for k in 0..<count {
                    let row = shown[k * (shown.count - 1) / (count - 1)]
                    let (mappedX, mappedY) = (along.1.forward(x[row]), across.1.forward(y[row]))
                    guard mappedX.isFinite, mappedY.isFinite else { continue }
                    rows.append((mappedX, mappedY))
                    ends = (ends?.first ?? y[row], y[row])
                }
            }
        }
        guard rows.count > 2, let ends else { return nil }
        (first, last) = ends
        let n = Double(rows.count)
        let meanX = rows.reduce(0) { $0 + $1.x / n }
        let meanY = rows.reduce(0) { $0 + $1.y / n }
        var (xx, yy, xy) = (0.0, 0.0, 0.0)
        for row in rows {
            let (dx, dy) = (row.x - meanX, row.y - meanY)
            xx += dx * dx
            yy += dy * dy
            xy += dx * dy
        }
        // The product of the sums may overflow where the product of their roots does not.
        let size = xx.squareRoot() * yy.squareRoot()
        guard size > 0, size.isFinite else { return nil }
        correlation = xy / size
    }

    /// Whether first and last value differ in the direction of the correlation.
    var agreesWithEnds: Bool { abs(correlation) >= Self.weak && (last > first) == (correlation > 0) && last != first }

    private static let weak = 0.4
    private static let strong = 0.8

    var verb: String {
        switch correlation {
        case Self.strong...: "rises"
        case Self.weak...: "tends to rise"
        case ...(-Self.strong): "falls"
        case ...(-Self.weak): "tends to fall"
        default: "shows no overall trend"
        }
    }
}
