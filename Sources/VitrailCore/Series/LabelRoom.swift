import VitrailScene

/// Where the labels of a chart's points go: none over another, of whichever series, and none beyond what is free for them.
struct LabelArea {
    let plot: PlotRect
    let bounds: PlotRect
    /// What data are painted on.
    let background: Color
    /// The marks that labels with an anchor keep off; nil = there are no such labels.
    var obstacles: LabelObstacles?
    /// The colours that they stand on.
    var grounds: LabelGrounds?
    private var room: LabelRoom?

    /// - Parameters:
    ///   - plot: where points are, device pixels.
    ///   - bounds: what labels stay within.
    init(plot: PlotRect, bounds: PlotRect, background: Color = .white) {
        (self.plot, self.bounds, self.background) = (plot, bounds, background)
    }

    /// Takes room for a label.
    ///
    /// - Parameters:
    ///   - box: where it is wanted.
    ///   - other: where it would stand on the other side of its point: it does where it would have to go farther from the first place than from there.
    /// - Returns: where it stands; nil when another one is there.
    mutating func take(_ box: PlotRect, or other: PlotRect? = nil) -> PlotRect? {
        var (place, distance) = held(box)
        if distance > Self.least, let other, held(other).distance < distance { place = held(other).place }
        if room == nil { room = LabelRoom(plot, box: (box.width, box.height)) }
        return room?.take(place) == true ? place : nil
    }

    /// Takes room for a label with an anchor, if none has taken any of it.
    mutating func take(_ box: PlotRect) -> Bool {
        if room == nil { room = LabelRoom(plot, box: (box.width, box.height)) }
        return room?.take(box) == true
    }

    /// Device pixels that nobody sees a label move by.
    static let least: Float = 1

    /// A box within the bounds, and how far it had to go.
    func held(_ box: PlotRect) -> (place: PlotRect, distance: Float) {
        let (x, y) = (Self.move(box.minX, box.maxX, into: bounds.minX, bounds.maxX), Self.move(box.minY, box.maxY, into: bounds.minY, bounds.maxY))
        return (box.moved(x: x, y: y), abs(x) + abs(y))
    }

    /// The least move into the bounds; what is larger than they are keeps its beginning.
    private static func move(_ low: Float, _ high: Float, into least: Float, _ most: Float) -> Float {
        guard low.isFinite, high.isFinite else { return 0 }
        return max(least - low, min(0, most - high))
    }
}

/// Which boxes of a plot area are taken: a grid whose cells list the boxes that reach into them, so that a new box is compared with its neighbours
/// and not with all.
///
/// Boxes that were taken do not overlap, so that a cell holds few, and the cost of a box does not grow with their number.
struct LabelRoom {
    private let plot: PlotRect
    private let cell: (width: Float, height: Float)
    private let columns: Int
    private let rows: Int
    private var cells: [[Int32]]
    private var boxes: [PlotRect] = []
    /// Pairs of boxes looked at, for tests.
    private(set) var comparisons = 0

    /// Cells in each direction at most; finer ones would cost more memory than they save time.
    private static let mostCells: Float = 256

    /// - Parameters:
    ///   - plot: where most boxes are; those beyond its edges share the outermost cells.
    ///   - box: the size of a usual one, device pixels.
    init(_ plot: PlotRect, box: (width: Float, height: Float)) {
        self.plot = plot
        func side(_ extent: Float, _ usual: Float) -> (cell: Float, count: Int) {
            guard extent > 0, extent.isFinite else { return (1, 1) }
            let cell = max(usual.isFinite ? usual : 0, extent / Self.mostCells, 1)
            return (cell, max(1, Int((extent / cell).rounded(.up))))
        }
        let (x, y) = (side(plot.width, box.width), side(plot.height, box.height))
        cell = (x.cell, y.cell)
        (columns, rows) = (x.count, y.count)
        cells = Array(repeating: [], count: columns * rows)
    }

    /// Takes the room of a box, unless some of it is taken. Boxes that only touch do not overlap.
    ///
    /// - Returns: whether it was free. A box that is nowhere is in nobody's way.
    mutating func take(_ box: PlotRect) -> Bool {
        guard box.isFinite else { return true }
        let (across, down) = (span(box.minX - plot.minX, box.maxX - plot.minX, cell.width, columns), span(box.minY - plot.minY, box.maxY - plot.minY, cell.height, rows))
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

    /// Boxes that overlap have a cell in common: places are mapped to cells in their order, the outer ones to the outermost cells.
    private func span(_ low: Float, _ high: Float, _ cell: Float, _ count: Int) -> ClosedRange<Int> {
        func index(_ place: Float) -> Int { Int(min(max(place / cell, 0), Float(count - 1))) }
        let (first, last) = (index(low), index(high))
        return min(first, last)...max(first, last)
    }
}

extension PlotRect {
    func moved(x: Float, y: Float) -> PlotRect { PlotRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y) }

    func contains(_ other: PlotRect) -> Bool { minX <= other.minX && maxX >= other.maxX && minY <= other.minY && maxY >= other.maxY }

    /// Whether two boxes share more than an edge.
    func overlaps(_ other: PlotRect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
}
