import VitrailScene

/// A legend, measured: its size and where each entry lies in it. All in points.
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
/// Titles are broken into two lines and then cut; entries that there is no room for are counted at the end.
struct LegendLayout {
    private struct Cell {
        /// nil = the count of those that are left out.
        var entry: LegendEntry?
        var block: TextBlock
    }

    let size: (width: Double, height: Double)
    private let entries: [LegendEntry]
    private let isRow: Bool
    private let look: LegendStyle
    private let heading: TextBlock?
    private let cells: [Cell]
    private let grid: LegendGrid
    /// Of one line of text.
    private let line: Double
    private let margin: Double
    private let symbol: (width: Double, gap: Double)

    /// nil when there is nothing to show, or no room to show it in.
    init?(_ legend: Legend, _ entries: [LegendEntry], room: (width: Double, height: Double), _ typesetter: Typesetter) {
        guard !entries.isEmpty else { return nil }
        self.entries = entries
        isRow = legend.isRow
        let look = legend.look
        self.look = look
        margin = (look.marginWidth ?? 0) + (look.borderColor?.alpha ?? 0 > 0 ? look.borderWidth ?? 0 : 0)
        let gap = (x: look.horizontalPadding ?? 0, y: look.verticalPadding ?? 0)
        symbol = look.showSymbols == true ? (legend.symbolWidth, gap.x) : (0, 0)
        line = typesetter.size("0", look.font).height
        let inner = (width: room.width - 2 * margin, height: room.height - 2 * margin)
        guard inner.width >= symbol.width + symbol.gap + line * Self.leastTitle, inner.height >= line else { return nil }
        heading = legend.title.isEmpty
            ? nil : TextBlock(fitting: legend.title, look.titleFont, within: .init(width: inner.width, height: inner.height / 2), typesetter)
        let head = heading.map { $0.height + gap.y } ?? 0

        let most = TextBlock.Limits(
            width: inner.width - symbol.width - symbol.gap + Self.slack, height: 2 * line + Self.slack)
        let all = entries.prefix(Self.mostEntries).map { entry in
            Cell(entry: entry, block: Self.block(entry.title, look, within: most, typesetter))
        }
        let limits = LegendGrid.Limits(
            width: inner.width, height: inner.height - head, gap: (gap.x * 2, gap.y), isRow: isRow,
            mostAcross: legend.maxSeriesPerLine, isEven: !legend.autosizeLabels)
        let (width, line) = (symbol.width + symbol.gap, line)
        func fit(_ cells: [Cell]) -> LegendGrid? {
            LegendGrid(cells.map { (width + $0.block.width, max($0.block.height, line)) }, limits)
        }
        guard let (cells, grid) = Self.most(all, of: entries.count, look, typesetter, fit) else { return nil }
        self.cells = cells
        self.grid = grid
        let isFixed = legend.fixedWidthRatio.map { $0 > 0 } ?? false
        let content = max(grid.width, heading?.width ?? 0)
        size = (isFixed ? room.width : content + 2 * margin, head + grid.height + 2 * margin)
    }

    /// Lines of text that a title has room for at least, in widths.
    private static let leastTitle = 2.0
    /// More are read by nobody, and measuring texts takes time.
    private static let mostEntries = 400
    private static let slack = 1e-6

    private static func block(
        _ title: String, _ look: LegendStyle, within limits: TextBlock.Limits, _ typesetter: Typesetter
    ) -> TextBlock {
        var block = TextBlock(fitting: title, look.font, within: limits, typesetter) ?? TextBlock("…", look.font, typesetter)
        block.alignment = look.textAlignment ?? .left
        return block
    }

    /// All cells, or as many as fit with the count of the rest after them.
    private static func most(
        _ cells: [Cell], of count: Int, _ look: LegendStyle, _ typesetter: Typesetter, _ fit: ([Cell]) -> LegendGrid?
    ) -> ([Cell], LegendGrid)? {
        if cells.count == count, let grid = fit(cells) { return (cells, grid) }
        func cut(_ kept: Int) -> [Cell] {
            cells.prefix(kept) + [Cell(entry: nil, block: TextBlock("+\(count - kept) …", look.font, typesetter))]
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

    /// Whether this is the layout for such a frame: a second one could break titles otherwise, where it is tight.
    func isOf(_ entries: [LegendEntry], in frame: Rect) -> Bool {
        abs(frame.width - size.width) < 1e-3 && abs(frame.height - size.height) < 1e-3 && entries == self.entries
    }

    func draw(in frame: Rect, _ context: inout FurnitureContext) {
        let radius = look.cornerRadius ?? 0
        if let color = look.areaColor, color.alpha > 0 { context.fill(frame, color, cornerRadius: radius) }
        if let color = look.borderColor { context.stroke(frame, color, width: look.borderWidth ?? 0, cornerRadius: radius) }
        let inner = frame.inset(Insets(top: margin, left: margin, bottom: margin, right: margin))
        var top = inner.y
        if var heading {
            heading.alignment = look.textAlignment ?? .left
            let place = TextPlace(x: inner.x + share * (inner.width - heading.width), y: top, across: 0, down: 0)
            context.draw(heading, place, look.titleFontColor)
            top += heading.height + (look.verticalPadding ?? 0)
        }
        let left = inner.x + (isRow ? max(0, inner.width - grid.width) * share : 0)
        for (k, cell) in cells.enumerated() {
            draw(cell, in: grid.cell(k).moved(x: left, y: top), &context)
        }
    }

    /// Where texts stand in their columns: 0 left, 1 right.
    private var share: Double {
        switch look.textAlignment {
        case .left, nil: 0
        case .center: 0.5
        case .right: 1
        }
    }

    private func draw(_ cell: Cell, in rect: Rect, _ context: inout FurnitureContext) {
        let isLeft = look.symbolAlignment != .right
        let taken = symbol.width + symbol.gap
        if let entry = cell.entry, symbol.width > 0 {
            let box = Rect(x: isLeft ? rect.x : rect.maxX - symbol.width, y: rect.y, width: symbol.width, height: line)
            context.symbol(entry.symbol, in: box, cornerRadius: look.symbolCornerRadius ?? 0)
        }
        let room = rect.width - taken - cell.block.width
        let place = TextPlace(x: rect.x + (isLeft ? taken : 0) + room * share, y: rect.y, across: 0, down: 0)
        context.draw(cell.block, place, cell.entry?.textColor ?? look.fontColor)
    }
}
