/// Cells of a legend in rows and columns: positions and total size. All in points.
///
/// ```
///  vertical: 1          when that is    1 4        horizontal: 1 2 3 4
///            2          too high        2 5                    5 6
///            3                          3 …
/// ```
struct LegendGrid {
    struct Limits {
        var width: Double
        var height: Double
        /// Gaps between columns, and between rows.
        var gap: (x: Double, y: Double)
        /// Whether cells follow each other horizontally, and the maximum number in a row.
        var isRow: Bool
        var maxAcross: Int
        /// Whether all columns are as wide as the widest.
        var isEven: Bool
        /// Whether rows have about equal lengths: 10 and 10 cells, not 12 and 8.
        var isBalanced = false
    }

    /// Left ends and widths of the columns.
    private(set) var columns: [(x: Double, width: Double)] = []
    private(set) var rows: [(y: Double, height: Double)] = []
    private let byColumn: Bool

    var width: Double { columns.last.map { $0.x + $0.width } ?? 0 }
    var height: Double { rows.last.map { $0.y + $0.height } ?? 0 }

    /// `nil`: not enough space for all cells.
    init?(_ cells: [(width: Double, height: Double)], _ limits: Limits) {
        guard !cells.isEmpty else { return nil }
        // Rows start with the maximum number of cells; columns start with the minimum number of columns.
        let maximum = min(cells.count, limits.isRow ? max(1, limits.maxAcross) : Self.maxColumns)
        let counts = limits.isRow ? Array((1...maximum).reversed()) : Array(1...maximum)
        for count in counts {
            let grid = LegendGrid(cells, across: count, limits)
            let isNarrow = grid.width <= limits.width + Self.slack
            let isLow = grid.height <= limits.height + Self.slack
            if isNarrow, isLow {
                self = limits.isBalanced && limits.isRow ? grid.balanced(cells, limits) : grid
                return
            }
            // Further candidates cannot fit: fewer cells per row are not lower, more columns are not narrower.
            if limits.isRow ? !isLow && isNarrow : !isNarrow { return nil }
        }
        return nil
    }

    /// A measured legend fits into its own size in spite of rounding errors.
    private static let slack = 1e-6
    /// Maximum columns; a legend with more is unreadable.
    private static let maxColumns = 8

    private init(_ cells: [(width: Double, height: Double)], across count: Int, _ limits: Limits) {
        byColumn = !limits.isRow
        let rowCount = (cells.count + count - 1) / count
        let columnCount = limits.isRow ? count : (cells.count + rowCount - 1) / rowCount
        var widths = [Double](repeating: 0, count: columnCount)
        var heights = [Double](repeating: 0, count: rowCount)
        for (k, cell) in cells.enumerated() {
            let (row, column) = limits.isRow ? (k / count, k % count) : (k % rowCount, k / rowCount)
            widths[column] = max(widths[column], cell.width)
            heights[row] = max(heights[row], cell.height)
        }
        if limits.isEven { widths = widths.map { _ in widths.max() ?? 0 } }
        var (x, y) = (0.0, 0.0)
        for width in widths {
            columns.append((x, width))
            x += width + limits.gap.x
        }
        for height in heights {
            rows.append((y, height))
            y += height + limits.gap.y
        }
    }

    /// Balanced grid: the same number of rows with fewer cells per row, if it is no wider.
    private func balanced(_ cells: [(width: Double, height: Double)], _ limits: Limits) -> LegendGrid {
        let grid = LegendGrid(cells, across: (cells.count + rows.count - 1) / rows.count, limits)
        return grid.width <= width ? grid : self
    }

    /// Frame of cell k.
    func cell(_ k: Int) -> Rect {
        let (row, column) = byColumn ? (k % rows.count, k / rows.count) : (k / columns.count, k % columns.count)
        return Rect(x: columns[column].x, y: rows[row].y, width: columns[column].width, height: rows[row].height)
    }
}
