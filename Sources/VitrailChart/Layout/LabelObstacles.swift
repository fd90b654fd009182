import VitrailScene

/// Drawn marks that texts avoid, in a grid whose cells list the shapes that touch them.
///
/// A query tests the shapes of the cells that a box touches. A cell with too many shapes counts as fully occupied, so
/// that memory and time do not grow with the number of samples.
///
/// Fills of areas and bands, grids, stripes and densities are not included: texts may stand on them.
struct LabelObstacles {
    /// A drawn shape in device pixels.
    enum Shape {
        case rect(PlotRect)
        case disc(center: PlotPoint, radius: Float)
        case segment(PlotPoint, PlotPoint, halfWidth: Float)
    }

    struct Item {
        let shape: Shape
        /// Index of its series; −1: none.
        let series: Int32
        /// Both ends of a gradient, along an axis of a rectangle.
        let colors: (start: Color, end: Color)
        var gradientAxis = RectBatch.GradientAxis.horizontal
        let clip: PlotRect
        /// Index of the mark among the marks added with it, back to front.
        let order: Int

        /// Colours of a rectangle inside a box.
        func colors(in box: PlotRect, of rect: PlotRect) -> [Color] {
            guard colors.start != colors.end else { return [colors.start] }
            let isAcross = gradientAxis == .horizontal
            let (start, length) = isAcross ? (rect.minX, rect.width) : (rect.minY, rect.height)
            return (isAcross ? [box.minX, box.maxX] : [box.minY, box.maxY]).map { position in
                let share = length > 0 ? Double(min(max((position - start) / length, 0), 1)) : 0
                let (start, end) = (SIMD4<Double>(colors.start.premultiplied), SIMD4<Double>(colors.end.premultiplied))
                return Color(premultiplied: start * (1 - share) + end * share)
            }
        }
    }

    private let area: PlotRect
    private let cell: Float
    private let columns: Int
    private let rows: Int
    private var cells: [[Int32]]
    private var items: [Item] = []
    /// Series that were rasterised into an image.
    private var pictures: [(mark: ImageMark, clip: PlotRect)] = []

    /// Maximum shapes in a cell; with more the cell counts as fully occupied.
    private static let maxInCell = 96
    /// Maximum number of cells in each direction.
    private static let maxCells: Float = 512

    /// - Parameters:
    ///   - area: bounds of the texts in device pixels.
    ///   - cell: about half the height of a line.
    init(_ area: PlotRect, cell: Float) {
        self.area = area
        let extent = max(area.width, area.height, 1)
        self.cell = max(cell, extent / Self.maxCells, 1)
        columns = max(1, Int((max(area.width, 1) / self.cell).rounded(.up)))
        rows = max(1, Int((max(area.height, 1) / self.cell).rounded(.up)))
        cells = Array(repeating: [], count: columns * rows)
    }

    // MARK: Queries

    /// Whether a box is free of drawn marks.
    ///
    /// - Parameter isOwn: shapes to ignore.
    func isFree(_ box: PlotRect, except isOwn: (Item) -> Bool = { _ in false }) -> Bool {
        for picture in pictures where picture.mark.paints(box.intersection(picture.clip)) { return false }
        var isFree = true
        forEachCell(of: box) { index in
            guard isFree else { return }
            if cells[index].count >= Self.maxInCell {
                isFree = false
                return
            }
            isFree = !cells[index].contains { k in
                let item = items[Int(k)]
                return item.touches(box) && !isOwn(item)
            }
        }
        return isFree
    }

    /// Shapes in a box, in drawing order.
    func items(in box: PlotRect) -> [Item] {
        var found: Set<Int32> = []
        forEachCell(of: box) { index in
            for k in cells[index] where items[Int(k)].touches(box) { found.insert(k) }
        }
        return found.sorted().map { items[Int($0)] }
    }

    private func forEachCell(of box: PlotRect, _ body: (Int) -> Void) {
        guard box.isFinite, box.maxX >= area.minX, box.minX <= area.maxX, box.maxY >= area.minY, box.minY <= area.maxY
        else { return }
        let (across, down) = (
            span(box.minX - area.minX, box.maxX - area.minX, columns),
            span(box.minY - area.minY, box.maxY - area.minY, rows)
        )
        for row in down {
            for column in across { body(row * columns + column) }
        }
    }

    private func span(_ low: Float, _ high: Float, _ count: Int) -> ClosedRange<Int> {
        func index(_ position: Float) -> Int { Int(min(max(position / cell, 0), Float(count - 1))) }
        let (first, last) = (index(low), index(high))
        return min(first, last)...max(first, last)
    }

    // MARK: Marks

    /// Adds the shapes of marks.
    ///
    /// - Parameter areNotes: whether the marks are annotations: their large fills are bands, and texts may stand on
    ///   them.
    mutating func add(_ marks: [Mark], areNotes: Bool = false) {
        let texts = areNotes ? marks.compactMap(\.inkBox) : []
        for (order, mark) in marks.enumerated() {
            let series = Int32(mark.source?.series ?? -1)
            let clip = mark.clip.map { PlotRect($0) } ?? Self.everything
            func item(
                _ shape: Shape, _ color: Color, _ end: Color? = nil, _ axis: RectBatch.GradientAxis = .horizontal
            )
                -> Item
            {
                Item(
                    shape: shape, series: series, colors: (color, end ?? color), gradientAxis: axis, clip: clip,
                    order: order)
            }
            switch mark.shape {
            case .polyline(let line): add(line.points, line.width) { item($0, line.paint.aColor) }
            case .unorderedPolyline(let line): add(line.polyline.points, line.width) { item($0, line.color) }
            case .line(let line): add(line.polyline.points, line.width) { item($0, line.paint.aColor) }
            case .samples(let samples): add(samples.plotPoints, samples.width) { item($0, samples.color) }
            case .rects(let batch):
                for rect in batch.items {
                    if areNotes, rect.fill.alpha > 0, !isNote(rect.rect, texts) { continue }
                    add(rect, strokeWidth: batch.strokeWidth) { item($0, $1, $2, batch.gradientAxis) }
                }
            case .bars(let bars):
                for rect in bars.rects.items { add(rect, strokeWidth: 0) { item($0, $1, $2, .horizontal) } }
            case .discs(let batch):
                for disc in batch.items where disc.color.alpha > 0 && disc.radius > 0 {
                    add(item(.disc(center: disc.center, radius: disc.radius), disc.color))
                }
            case .markers(let markers):
                add(markers) { item(.disc(center: $0.center, radius: $0.radius), markers.color) }
            case .points(let points):
                add(points.markers) { item(.disc(center: $0.center, radius: $0.radius), points.color) }
            case .glyphs(let run): mark.inkBox.map { add(item(.rect($0), run.color)) }
            case .image(let image): add(image, mark.label, areNotes, clip) { item($0, .clear) }
            case .area, .samplesArea, .sectors, .field, .hook: break
            }
        }
    }

    private mutating func add(_ markers: Markers, _ item: (Markers.Item) -> Item) {
        guard markers.color.alpha > 0 else { return }
        markers.forEach { marker in
            if marker.radius > 0, marker.center.isFinite { add(item(marker)) }
        }
    }

    private static let everything = PlotRect(
        minX: -.greatestFiniteMagnitude, minY: -.greatestFiniteMagnitude, maxX: .greatestFiniteMagnitude,
        maxY: .greatestFiniteMagnitude)

    private mutating func add(_ item: Item) {
        let box = item.shape.box.intersection(item.clip)
        guard box.isFinite, box.minX <= box.maxX, box.minY <= box.maxY else { return }
        let index = Int32(items.count)
        var isListed = false
        for row in span(box.minY - area.minY, box.maxY - area.minY, rows) {
            for column in span(box.minX - area.minX, box.maxX - area.minX, columns) {
                let k = row * columns + column
                guard cells[k].count < Self.maxInCell else { continue }
                if case .segment = item.shape, !item.touches(cellRect(column, row)) { continue }
                cells[k].append(index)
                isListed = true
            }
        }
        if isListed { items.append(item) }
    }

    /// Cells at the edges extend to infinity.
    private func cellRect(_ column: Int, _ row: Int) -> PlotRect {
        PlotRect(
            minX: column == 0 ? -.greatestFiniteMagnitude : area.minX + Float(column) * cell,
            minY: row == 0 ? -.greatestFiniteMagnitude : area.minY + Float(row) * cell,
            maxX: column == columns - 1 ? .greatestFiniteMagnitude : area.minX + Float(column + 1) * cell,
            maxY: row == rows - 1 ? .greatestFiniteMagnitude : area.minY + Float(row + 1) * cell)
    }

    private mutating func add(_ points: [PlotPoint], _ width: Float, _ item: (Shape) -> Item) {
        guard width > 0, points.count > 1 else { return }
        for (a, b) in zip(points, points.dropFirst()) where (a.x + a.y + b.x + b.y).isFinite {
            let item = item(.segment(a, b, halfWidth: width / 2))
            if item.colors.start.alpha > 0 { add(item) }
        }
    }

    private mutating func add(_ rect: RectBatch.Item, strokeWidth: Float, _ item: (Shape, Color, Color?) -> Item) {
        let half = rect.stroke.alpha > 0 ? strokeWidth / 2 : 0
        let own = rect.rect
        if rect.fill.alpha > 0 || rect.fillEnd.alpha > 0 {
            return add(item(.rect(own.grown(by: half)), rect.fill, rect.fillEnd))
        }
        guard half > 0 else { return }
        let corners = [
            PlotPoint(x: own.minX, y: own.minY), PlotPoint(x: own.maxX, y: own.minY),
            PlotPoint(x: own.maxX, y: own.maxY),
            PlotPoint(x: own.minX, y: own.maxY), PlotPoint(x: own.minX, y: own.minY),
        ]
        for (a, b) in zip(corners, corners.dropFirst()) { add(item(.segment(a, b, halfWidth: half), rect.stroke, nil)) }
    }

    /// A small image is a symbol; a large one is a series rasterised into an image.
    private mutating func add(
        _ image: ImageMark, _ label: String, _ isNote: Bool, _ clip: PlotRect, _ item: (Shape) -> Item
    ) {
        if isNote || image.rect.width * image.rect.height < area.width * area.height / 16 {
            return add(item(.rect(image.rect)))
        }
        if !label.hasSuffix(" area"), !label.hasSuffix(" band") { pictures.append((image, clip)) }
    }

    /// Whether a filled rectangle of an annotation is a line or the plate under a text, not a band.
    private func isNote(_ rect: PlotRect, _ texts: [PlotRect]) -> Bool {
        let limit = 3 * cell
        return min(rect.width, rect.height) <= cell
            || texts.contains {
                rect.contains($0) && rect.width <= $0.width + 2 * limit && rect.height <= $0.height + 2 * limit
            }
    }
}

extension LabelObstacles.Shape {
    var box: PlotRect {
        switch self {
        case .rect(let rect): rect
        case .disc(let center, let radius):
            PlotRect(minX: center.x - radius, minY: center.y - radius, maxX: center.x + radius, maxY: center.y + radius)
        case .segment(let a, let b, let half):
            PlotRect(
                minX: min(a.x, b.x) - half, minY: min(a.y, b.y) - half, maxX: max(a.x, b.x) + half,
                maxY: max(a.y, b.y) + half)
        }
    }

    /// Whether the shape and a box intersect; segments have round ends.
    func touches(_ other: PlotRect) -> Bool {
        guard box.overlaps(other) else { return false }
        switch self {
        case .rect: return true
        case .disc(let center, let radius):
            let (dx, dy) = (
                center.x - min(max(center.x, other.minX), other.maxX),
                center.y - min(max(center.y, other.minY), other.maxY)
            )
            return dx * dx + dy * dy < radius * radius
        case .segment(let a, let b, let half): return Self.crosses(a, b, other.grown(by: half))
        }
    }

    /// Whether a line intersects a box (Liang and Barsky).
    private static func crosses(_ a: PlotPoint, _ b: PlotPoint, _ box: PlotRect) -> Bool {
        var (first, last): (Float, Float) = (0, 1)
        for (start, step, low, high) in [(a.x, b.x - a.x, box.minX, box.maxX), (a.y, b.y - a.y, box.minY, box.maxY)] {
            guard step != 0 else {
                if start <= low || start >= high { return false }
                continue
            }
            let (t0, t1) = ((low - start) / step, (high - start) / step)
            (first, last) = (max(first, min(t0, t1)), min(last, max(t0, t1)))
        }
        return first < last
    }
}

extension LabelObstacles.Item {
    func touches(_ box: PlotRect) -> Bool { clip.overlaps(box) && shape.touches(box.intersection(clip)) }
}

extension PlotRect {
    func grown(by length: Float) -> PlotRect {
        PlotRect(minX: minX - length, minY: minY - length, maxX: maxX + length, maxY: maxY + length)
    }

    func intersection(_ other: PlotRect) -> PlotRect {
        PlotRect(
            minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
            maxY: min(maxY, other.maxY))
    }

    func union(_ other: PlotRect) -> PlotRect {
        PlotRect(
            minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
            maxY: max(maxY, other.maxY))
    }
}

extension Paint {
    /// A representative colour; for a gradient the end with the higher alpha.
    var aColor: Color {
        switch self {
        case .solid(let color): color
        case .linearGradient(_, let start, _, let end), .radialGradient(_, _, let start, let end):
            start.alpha >= end.alpha ? start : end
        }
    }
}

extension Samples {
    fileprivate var plotPoints: [PlotPoint] {
        range.map { k in
            let offset = points.offsets[k]
            return PlotPoint(
                x: Float(scaleX * (Double(offset.x) + points.originX) + translationX),
                y: Float(scaleY * (Double(offset.y) + points.originY) + translationY))
        }
    }
}

extension ImageMark {
    /// Whether any pixel in a box is painted.
    fileprivate func paints(_ box: PlotRect) -> Bool {
        let box = box.intersection(rect)
        guard box.minX < box.maxX, box.minY < box.maxY, let texels, rect.width > 0, rect.height > 0 else {
            return false
        }
        let (x, y) = (Float(texels.width) / rect.width, Float(texels.height) / rect.height)
        func range(_ low: Float, _ high: Float, _ count: Int) -> Range<Int> {
            let start = min(max(Int(low.rounded(.down)), 0), count)
            return start..<min(max(Int(high.rounded(.up)), start), count)
        }
        let columns = range((box.minX - rect.minX) * x, (box.maxX - rect.minX) * x, texels.width)
        return range((box.minY - rect.minY) * y, (box.maxY - rect.minY) * y, texels.height).contains { row in
            columns.contains { image[texels.x + $0, texels.y + row].w > 0 }
        }
    }
}

extension Mark {
    /// Ink box of a text. `nil`: another shape, or no ink.
    var inkBox: PlotRect? {
        guard case .glyphs(let run) = shape else { return nil }
        return run.inkBox
    }
}

extension GlyphRun {
    /// `nil`: no ink.
    var inkBox: PlotRect? {
        guard color.alpha > 0 else { return nil }
        return glyphs.lazy.filter { $0.width > 0 && $0.height > 0 }.reduce(nil) { box, glyph in
            let own = PlotRect(
                minX: Float(glyph.x), minY: Float(glyph.y), maxX: Float(glyph.x) + Float(glyph.width),
                maxY: Float(glyph.y) + Float(glyph.height))
            return box?.union(own) ?? own
        }
    }
}
