/// Measured layout of a legend: its size and the positions of its entries. All in points.
///
/// ```
/// ┌ border ───────────────────────┐
/// │ margin                        │
/// │   Heading                     │
/// │   ▬▬ Title   ▬▬ Title         │
/// │   ▬▬ A long  ▬▬ Title         │
/// │      title   +12 …            │
/// └───────────────────────────────┘
/// ```
/// Titles are broken into two lines and then truncated. If not all entries fit, titles are truncated to one line, then
/// to the width of a column. Then the heading is removed. Then the remaining entries are replaced by their count.
/// Colour bars stand below the other entries and share the remaining space.
struct LegendLayout {
    private struct Cell {
        /// `nil`: the cell shows the count of the remaining entries.
        var entry: LegendEntry?
        var block: TextBlock
    }

    let size: (width: Double, height: Double)
    private let entries: [LegendEntry]
    private let isRow: Bool
    private let drawnStyle: LegendStyle
    private let heading: TextBlock?
    private let cells: [Cell]
    /// `nil`: the legend has only colour bars.
    private let grid: LegendGrid?
    private var bars: [ColorBarLayout]
    /// Height of one line of text.
    private let line: Double
    private let margin: Double
    private let symbol: (width: Double, gap: Double)

    /// `nil`: nothing to show, or no space.
    init?(_ legend: Legend, _ entries: [LegendEntry], room: (width: Double, height: Double), _ typesetter: Typesetter) {
        guard !entries.isEmpty else { return nil }
        self.entries = entries
        isRow = legend.isRow
        let drawnStyle = legend.drawnStyle
        self.drawnStyle = drawnStyle
        margin =
            (drawnStyle.marginWidth ?? 0) + (drawnStyle.borderColor?.alpha ?? 0 > 0 ? drawnStyle.borderWidth ?? 0 : 0)
        let gap = (x: drawnStyle.horizontalPadding ?? 0, y: drawnStyle.verticalPadding ?? 0)
        symbol = drawnStyle.showSymbols == true ? (legend.symbolWidth, gap.x) : (0, 0)
        line = typesetter.size("0", drawnStyle.font).height
        let inner = (width: room.width - 2 * margin, height: room.height - 2 * margin)
        let isOfBars = entries.allSatisfy { $0.colorBar != nil }
        guard isOfBars || inner.width >= symbol.width + symbol.gap + line * Self.minTitle, inner.height >= line else {
            return nil
        }
        let heading =
            legend.title.isEmpty
            ? nil
            : TextBlock(
                fitting: legend.title, drawnStyle.titleFont,
                within: .init(width: inner.width, height: inner.height / 2), typesetter)
        let head = heading.map { $0.height + gap.y } ?? 0

        let barRoom = (width: inner.width, height: inner.height - head)
        let barEntries = entries.compactMap { entry in entry.colorBar.map { (entry, $0) } }
        let entries = entries.filter { $0.colorBar == nil }
        guard !isOfBars else {
            (cells, grid, self.heading) = ([], nil, heading)
            bars = Self.bars(barEntries, isLevel: isRow, drawnStyle, room: barRoom, typesetter)
            guard !bars.isEmpty else { return nil }
            size = Self.size(
                of: bars, below: (heading?.width ?? 0, head), gap: gap.y, margin, fixed: legend.fixedWidthRatio, room)
            return
        }
        let (width, line, isRow) = (symbol.width + symbol.gap, line, isRow)
        func titles(lines: Double, columns: Double = 1) -> [Cell] {
            let share = (inner.width - 2 * gap.x * (columns - 1)) / columns
            let maximum = TextBlock.Limits(width: share - width + Self.slack, height: lines * line + Self.slack)
            return entries.prefix(Self.maxEntries).map {
                Cell(entry: $0, block: Self.block($0.title, drawnStyle, within: maximum, typesetter))
            }
        }
        func fit(_ cells: [Cell], below head: Double) -> LegendGrid? {
            let kept = min(Double(barEntries.count) * ColorBarLayout.minRoom(line: line), (inner.height - head) / 2)
            let limits = LegendGrid.Limits(
                width: inner.width, height: inner.height - head - kept, gap: (gap.x * 2, gap.y), isRow: isRow,
                maxAcross: legend.maxSeriesPerLine, isEven: !legend.autosizeLabels,
                isBalanced: legend.isDescribed)
            return LegendGrid(cells.map { (width + $0.block.width, max($0.block.height, line)) }, limits)
        }
        func fitAll(below head: Double) -> ([Cell], LegendGrid)? {
            guard entries.count <= Self.maxEntries else { return nil }
            func fitted(_ cells: [Cell]) -> ([Cell], LegendGrid)? { fit(cells, below: head).map { (cells, $0) } }
            if let found = fitted(titles(lines: 2)) ?? fitted(titles(lines: 1)) { return found }
            guard isRow, legend.maxSeriesPerLine > 1 else { return nil }
            let columns = (2...legend.maxSeriesPerLine).prefix {
                inner.width / Double($0) - width >= Self.minCut * line
            }
            return columns.lazy.compactMap { fitted(titles(lines: 1, columns: Double($0))) }.first
        }
        func fitMost(below head: Double) -> ([Cell], LegendGrid)? {
            Self.maximum(titles(lines: 2), of: entries.count, drawnStyle, typesetter) { fit($0, below: head) }
        }
        let found =
            fitAll(below: head).map { ($0, true) } ?? fitAll(below: 0).map { ($0, false) }
            ?? fitMost(below: head).map { ($0, true) } ?? fitMost(below: 0).map { ($0, false) }
        guard let ((cells, grid), hasHeading) = found else { return nil }
        (self.cells, self.grid, self.heading) = (cells, grid, hasHeading ? heading : nil)
        let above = (
            width: max(grid.width, hasHeading ? heading?.width ?? 0 : 0), height: (hasHeading ? head : 0) + grid.height
        )
        bars = Self.bars(
            barEntries, isLevel: isRow, drawnStyle, room: (inner.width, inner.height - above.height - gap.y), typesetter
        )
        size = Self.size(
            of: bars, below: (above.width, above.height + (bars.isEmpty ? 0 : gap.y)), gap: gap.y, margin,
            fixed: legend.fixedWidthRatio, room)
    }

    /// As many bars as fit, below one another and of equal length.
    private static func bars(
        _ entries: [(LegendEntry, ColorBar)], isLevel: Bool, _ drawnStyle: LegendStyle,
        room: (width: Double, height: Double), _ typesetter: Typesetter
    ) -> [ColorBarLayout] {
        let gap = drawnStyle.verticalPadding ?? 0
        for count in stride(from: entries.count, to: 0, by: -1) {
            let share = (room.height - gap * Double(count - 1)) / Double(count)
            let bars = entries.prefix(count).compactMap {
                ColorBarLayout($0, $1, isLevel: isLevel, drawnStyle, room: (room.width, share), typesetter)
            }
            if bars.count == count { return bars }
        }
        return []
    }

    private static func size(
        of bars: [ColorBarLayout], below content: (width: Double, height: Double), gap: Double, _ margin: Double,
        fixed: Double?,
        _ room: (width: Double, height: Double)
    ) -> (width: Double, height: Double) {
        let width = max(content.width, bars.map(\.size.width).max() ?? 0) + 2 * margin
        let height = content.height + bars.reduce(0) { $0 + $1.size.height } + gap * Double(max(bars.count - 1, 0))
        return (fixed.map { $0 > 0 } ?? false ? room.width : width, height + 2 * margin)
    }

    /// Minimum title width in units of the line height.
    private static let minTitle = 2.0
    /// Minimum title width if titles are truncated to form columns, in units of the line height.
    private static let minCut = 4.0
    /// Maximum entries; more are unreadable, and measuring texts takes time.
    private static let maxEntries = 400
    private static let slack = 1e-6

    private static func block(
        _ title: String, _ drawnStyle: LegendStyle, within limits: TextBlock.Limits, _ typesetter: Typesetter
    ) -> TextBlock {
        var block =
            TextBlock(fitting: title, drawnStyle.font, within: limits, typesetter)
            ?? TextBlock("…", drawnStyle.font, typesetter)
        block.alignment = drawnStyle.textAlignment ?? .left
        return block
    }

    /// All cells, or as many as fit followed by the count of the rest.
    private static func maximum(
        _ cells: [Cell], of count: Int, _ drawnStyle: LegendStyle, _ typesetter: Typesetter,
        _ fit: ([Cell]) -> LegendGrid?
    ) -> ([Cell], LegendGrid)? {
        if cells.count == count, let grid = fit(cells) { return (cells, grid) }
        func cut(_ kept: Int) -> [Cell] {
            cells.prefix(kept) + [Cell(entry: nil, block: TextBlock("+\(count - kept) …", drawnStyle.font, typesetter))]
        }
        var (low, high) = (0, min(cells.count, count - 1))
        while low < high {
            let middle = (low + high + 1) / 2
            if fit(cut(middle)) != nil { low = middle } else { high = middle - 1 }
        }
        guard low > 0, let grid = fit(cut(low)) else { return nil }
        return (cut(low), grid)
    }

    // MARK: Drawing

    /// Whether this layout is for such a frame. A new layout could break tight titles differently.
    func isOf(_ entries: [LegendEntry], in frame: Rect) -> Bool {
        abs(frame.width - size.width) < 1e-3 && abs(frame.height - size.height) < 1e-3
            && entries.map(\.withoutScale) == self.entries.map(\.withoutScale)
    }

    /// The layout with the present colour bars: their values are known only when the chart is drawn, after the legend
    /// was measured.
    func showing(_ entries: [LegendEntry]) -> LegendLayout {
        var layout = self
        for (k, bar) in entries.compactMap(\.colorBar).prefix(bars.count).enumerated() { layout.bars[k].bar = bar }
        return layout
    }

    func draw(in frame: Rect, _ context: inout OverlayContext) {
        let radius = drawnStyle.cornerRadius ?? 0
        if let color = drawnStyle.areaColor, color.alpha > 0 { context.fill(frame, color, cornerRadius: radius) }
        if let color = drawnStyle.borderColor {
            context.stroke(frame, color, width: drawnStyle.borderWidth ?? 0, cornerRadius: radius)
        }
        let inner = frame.inset(Insets(top: margin, left: margin, bottom: margin, right: margin))
        var top = inner.y
        if var heading {
            heading.alignment = drawnStyle.textAlignment ?? .left
            let position = TextAnchor(x: inner.x + share * (inner.width - heading.width), y: top, across: 0, down: 0)
            context.draw(heading, position, drawnStyle.titleFontColor)
            top += heading.height + (drawnStyle.verticalPadding ?? 0)
        }
        if let grid {
            let left = inner.x + (isRow ? max(0, inner.width - grid.width) * share : 0)
            for (k, cell) in cells.enumerated() {
                draw(cell, in: grid.cell(k).moved(x: left, y: top), &context)
            }
            top += grid.height
        }
        var isBehind = grid != nil
        for bar in bars {
            if isBehind { top += drawnStyle.verticalPadding ?? 0 }
            isBehind = true
            let left = inner.x + (isRow ? max(0, inner.width - bar.size.width) * share : 0)
            bar.draw(in: Rect(x: left, y: top, width: bar.size.width, height: bar.size.height), &context)
            top += bar.size.height
        }
    }

    /// Horizontal alignment of texts in their columns: 0 left, 1 right.
    private var share: Double {
        switch drawnStyle.textAlignment {
        case .left, nil: 0
        case .center: 0.5
        case .right: 1
        }
    }

    private func draw(_ cell: Cell, in rect: Rect, _ context: inout OverlayContext) {
        let isLeft = drawnStyle.symbolAlignment != .right
        let taken = symbol.width + symbol.gap
        if let entry = cell.entry, symbol.width > 0 {
            let box = Rect(x: isLeft ? rect.x : rect.maxX - symbol.width, y: rect.y, width: symbol.width, height: line)
            context.symbol(entry.symbol, in: box, cornerRadius: drawnStyle.symbolCornerRadius ?? 0)
        }
        let room = rect.width - taken - cell.block.width
        let position = TextAnchor(x: rect.x + (isLeft ? taken : 0) + room * share, y: rect.y, across: 0, down: 0)
        context.draw(cell.block, position, cell.entry?.textColor ?? drawnStyle.fontColor)
    }
}
