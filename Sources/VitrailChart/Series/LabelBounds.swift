import VitrailScene

/// Allocates space for the point labels of all series of a chart. No label overlaps another one or leaves the bounds.
struct LabelArea {
    let plot: PlotRect
    let bounds: PlotRect
    /// The background of the data.
    let background: Color
    /// The marks that labels with an anchor avoid; `nil`: there are no such labels.
    var obstacles: LabelObstacles?
    /// The colours below those labels.
    var grounds: LabelGrounds?
    private var room: LabelBounds?

    /// - Parameters:
    ///   - plot: the plot area in device pixels.
    ///   - bounds: the box that labels must stay in.
    init(plot: PlotRect, bounds: PlotRect, background: Color = .white) {
        (self.plot, self.bounds, self.background) = (plot, bounds, background)
    }

    /// Reserves space for a label.
    ///
    /// - Parameters:
    ///   - box: the wanted box.
    ///   - other: the box on the other side of the point. It is used if `box` would have to move farther into the
    ///     bounds than `other`.
    /// - Returns: the label's box; `nil` if it would overlap another label.
    mutating func take(_ box: PlotRect, or other: PlotRect? = nil) -> PlotRect? {
        var (position, distance) = held(box)
        if distance > Self.minimum, let other, held(other).distance < distance { position = held(other).position }
        if room == nil { room = LabelBounds(plot, box: (box.width, box.height)) }
        return room?.take(position) == true ? position : nil
    }

    /// Reserves space for a label with an anchor. Returns false if it would overlap another label.
    mutating func take(_ box: PlotRect) -> Bool {
        if room == nil { room = LabelBounds(plot, box: (box.width, box.height)) }
        return room?.take(box) == true
    }

    /// Largest invisible move of a label, in device pixels.
    static let minimum: Float = 1

    /// A box moved into the bounds, and the length of the move.
    func held(_ box: PlotRect) -> (position: PlotRect, distance: Float) {
        let (x, y) = (
            Self.move(box.minX, box.maxX, into: bounds.minX, bounds.maxX),
            Self.move(box.minY, box.maxY, into: bounds.minY, bounds.maxY)
        )
        return (box.moved(x: x, y: y), abs(x) + abs(y))
    }

    /// The shortest move into the bounds. Boxes larger than the bounds keep their start.
    private static func move(_ low: Float, _ high: Float, into minimum: Float, _ maximum: Float) -> Float {
        guard low.isFinite, high.isFinite else { return 0 }
        return max(minimum - low, min(0, maximum - high))
    }
}

/// The reserved boxes of a plot area, in a grid. Each cell lists the boxes that reach into it, so a new box is compared
/// with its neighbours only.
///
/// Reserved boxes do not overlap. A cell therefore holds few boxes, and the cost of a box does not grow with their
/// number.
struct LabelBounds {
    private let plot: PlotRect
    private let cell: (width: Float, height: Float)
    private let columns: Int
    private let rows: Int
    private var cells: [[Int32]]
    private var boxes: [PlotRect] = []
    /// Number of compared pairs of boxes, for tests.
    private(set) var comparisons = 0

    /// Maximum number of cells in each direction. Finer cells would cost more memory than they save time.
    private static let maxCells: Float = 256

    /// - Parameters:
    ///   - plot: the area of most boxes. Boxes beyond its edges share the outermost cells.
    ///   - box: the usual size of a box in device pixels.
    init(_ plot: PlotRect, box: (width: Float, height: Float)) {
        self.plot = plot
        func side(_ extent: Float, _ usual: Float) -> (cell: Float, count: Int) {
            guard extent > 0, extent.isFinite else { return (1, 1) }
            let cell = max(usual.isFinite ? usual : 0, extent / Self.maxCells, 1)
            return (cell, max(1, Int((extent / cell).rounded(.up))))
        }
        let (x, y) = (side(plot.width, box.width), side(plot.height, box.height))
        cell = (x.cell, y.cell)
        (columns, rows) = (x.count, y.count)
        cells = Array(repeating: [], count: columns * rows)
    }

    /// Reserves the space of a box, unless it overlaps a reserved one. Boxes that only touch do not overlap.
    ///
    /// - Returns: whether the space was free. A box without a finite position is always accepted.
    mutating func take(_ box: PlotRect) -> Bool {
        guard box.isFinite else { return true }
        let (across, down) = (
            span(box.minX - plot.minX, box.maxX - plot.minX, cell.width, columns),
            span(box.minY - plot.minY, box.maxY - plot.minY, cell.height, rows)
        )
        for row in down {
            for column in across {
                for index in cells[row * columns + column] {
                    comparisons += 1
                    if box.overlaps(boxes[Int(index)]) { return false }
                }
            }
        }
        boxes.append(box)
        for row in down {
            for column in across { cells[row * columns + column].append(Int32(boxes.count - 1)) }
        }
        return true
    }

    /// The cells of a box in one direction. The mapping is monotonic, and positions beyond the plot area map to the
    /// outermost cells. Boxes that overlap therefore share a cell.
    private func span(_ low: Float, _ high: Float, _ cell: Float, _ count: Int) -> ClosedRange<Int> {
        func index(_ position: Float) -> Int { Int(min(max(position / cell, 0), Float(count - 1))) }
        let (first, last) = (index(low), index(high))
        return min(first, last)...max(first, last)
    }
}

extension PlotRect {
    func moved(x: Float, y: Float) -> PlotRect {
        PlotRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
    }

    func contains(_ other: PlotRect) -> Bool {
        minX <= other.minX && maxX >= other.maxX && minY <= other.minY && maxY >= other.maxY
    }

    /// Whether two boxes share more than an edge.
    func overlaps(_ other: PlotRect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
}
