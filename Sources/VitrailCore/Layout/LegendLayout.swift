import VitrailScene

/// The legend, measured: its size and where each entry lies in it. All in points.
struct LegendLayout {
    var size: (width: Double, height: Double)
    private let legend: Legend
    private let style: LegendStyle
    private let entries: [LegendEntry]
    /// Left and top of each entry, from the legend's corner.
    private var places: [(x: Double, y: Double)] = []
    private let row: Double
    private let typesetter: Typesetter

    /// Points between the legend and what it stands beside.
    static let distance = 10.0

    /// nil when there is nothing to show.
    init?(_ legend: Legend, entries: [LegendEntry], room: Double, theme: Theme, _ typesetter: Typesetter) {
        guard !legend.hidden, !entries.isEmpty else { return nil }
        self.legend = legend
        self.entries = entries
        self.typesetter = typesetter
        let style = legend.style.filled(from: theme.legend)
        self.style = style
        let margin = style.marginWidth ?? 0
        let gap = style.horizontalPadding ?? 0
        row = typesetter.size("0", style.font).height
        let symbol = style.showSymbols == true ? legend.symbolWidth + gap : 0
        let widths = entries.map { symbol + typesetter.size($0.title, style.font).width }
        let head = legend.title.isEmpty ? 0 : typesetter.size(legend.title, style.titleFont).height + (style.verticalPadding ?? 0)
        let step = row + (style.verticalPadding ?? 0)
        let isRow = style.orientation.map { $0 == .horizontal } ?? legend.position.side.isHorizontal
        var width = legend.title.isEmpty ? 0 : typesetter.size(legend.title, style.titleFont).width
        var cursor = (x: 0.0, y: 0.0, count: 0)
        for entry in widths {
            let isFull = cursor.count == max(1, legend.maxSeriesPerLine) || cursor.x + entry > room - 2 * margin
            if cursor.count > 0, !isRow || isFull { cursor = (0, cursor.y + step, 0) }
            places.append((margin + cursor.x, margin + head + cursor.y))
            width = max(width, cursor.x + entry)
            cursor = (cursor.x + entry + gap * 2, cursor.y, cursor.count + 1)
        }
        size = (width + 2 * margin, head + cursor.y + row + 2 * margin)
    }

    /// The room that an outside legend takes from its side.
    var reserved: Double {
        let isAcross = legend.position.side.isHorizontal
        let extent = (isAcross ? size.height : size.width) + Self.distance
        switch legend.placement {
        case .outsidePlotArea: return extent
        case .onPlotAreaBorder: return extent / 2
        case .insidePlotArea: return 0
        }
    }

    /// Whether a legend beside the plot area leaves a chart to be seen; one that does not is not shown.
    func leavesRoom(in frame: Rect) -> Bool {
        let isAcross = legend.position.side.isHorizontal
        return reserved <= (isAcross ? frame.height : frame.width) * Self.mostRoom
    }

    /// Share of the frame that an outside legend may take.
    private static let mostRoom = 0.6

    /// Where the legend stands, given what outside legends and inside ones are anchored to.
    func frame(chart: Rect, plot: Rect, side: Rect) -> Rect {
        let anchor = legend.position.anchor
        let box: Rect
        switch legend.placement {
        case .insidePlotArea:
            let pad = Self.distance
            box = plot.inset(Insets(top: pad, left: pad, bottom: pad, right: pad))
        case .outsidePlotArea: box = side
        case .onPlotAreaBorder:
            let half = (width: size.width / 2, height: size.height / 2)
            box = Rect(
                x: plot.x - (anchor.x == 0 ? half.width : 0), y: plot.y - (anchor.y == 0 && anchor.x == 0.5 ? half.height : 0),
                width: plot.width + (anchor.x == 1 || anchor.x == 0 ? half.width : 0),
                height: plot.height + (anchor.x == 0.5 ? half.height : 0))
        }
        // Columns of entries start at the plot's height, rows are centred on its width.
        let isAcross = legend.position.side.isHorizontal
        let x = isAcross && legend.placement == .outsidePlotArea ? plot.midX - size.width / 2 : box.x + anchor.x * (box.width - size.width)
        let y = isAcross || legend.placement != .outsidePlotArea ? box.y + anchor.y * (box.height - size.height) : plot.y + anchor.y * (plot.height - size.height)
        return Rect(
            x: min(max(x, chart.x), max(chart.x, chart.maxX - size.width)),
            y: min(max(y, chart.y), max(chart.y, chart.maxY - size.height)), width: size.width, height: size.height)
    }

    func marks(in frame: Rect) -> [Mark] {
        let scale = typesetter.scale
        var rects: [RectBatch.Item] = [box(frame)]
        var discs: [DiscBatch.Item] = []
        var texts: [Mark] = []
        let symbolWidth = style.showSymbols == true ? legend.symbolWidth : 0
        let gap = symbolWidth > 0 ? style.horizontalPadding ?? 0 : 0
        if !legend.title.isEmpty {
            let place = TextPlace(
                x: (frame.x + (style.marginWidth ?? 0)) * scale, y: (frame.y + (style.marginWidth ?? 0)) * scale, across: 0, down: 0)
            texts.append(typesetter.mark(legend.title, font: style.titleFont, color: style.titleFontColor ?? .black, at: place, label: "legend title"))
        }
        for (entry, place) in zip(entries, places) {
            let middle = (frame.y + place.y + row / 2) * scale
            let left = frame.x + place.x
            let isLeft = style.symbolAlignment != .right
            let textWidth = typesetter.size(entry.title, style.font).width
            let symbolX = (isLeft ? left : left + textWidth + gap) * scale
            if symbolWidth > 0 {
                paint(entry.symbol, x: symbolX, middle: middle, width: symbolWidth * scale, into: &rects, &discs)
            }
            let text = TextPlace(
                x: (isLeft ? left + symbolWidth + gap : left) * scale, y: middle, across: 0, down: 0.5)
            texts.append(typesetter.mark(entry.title, font: style.font, color: style.fontColor ?? .black, at: text, label: "legend \(entry.title)"))
        }
        var marks = [Mark(.rects(RectBatch(items: rects, strokeWidth: Float((style.borderWidth ?? 0) * scale))), label: "legend")]
        if !discs.isEmpty { marks.append(Mark(.discs(DiscBatch(items: discs)), label: "legend symbols")) }
        return marks + texts
    }

    private func box(_ frame: Rect) -> RectBatch.Item {
        let scale = typesetter.scale
        let rect = PlotRect(
            minX: Float((frame.x * scale).rounded()), minY: Float((frame.y * scale).rounded()),
            maxX: Float((frame.maxX * scale).rounded()), maxY: Float((frame.maxY * scale).rounded()))
        let radius = Float((style.cornerRadius ?? 0) * scale)
        return RectBatch.Item(
            rect: rect, fill: style.areaColor ?? .clear, tip: radius > 0 ? .all : .none, tipRadius: radius,
            stroke: style.borderColor ?? .clear)
    }

    private func paint(
        _ symbol: LegendSymbol, x: Double, middle: Double, width: Double, into rects: inout [RectBatch.Item],
        _ discs: inout [DiscBatch.Item]
    ) {
        let height = row * typesetter.scale
        func rect(_ top: Double, _ bottom: Double, _ color: Color, inset: Double = 0) {
            rects.append(
                RectBatch.Item(
                    rect: PlotRect(
                        minX: Float((x + inset).rounded()), minY: Float(top.rounded()), maxX: Float((x + width - inset).rounded()),
                        maxY: Float(bottom.rounded())), fill: color))
        }
        switch symbol.kind {
        case .line:
            if let fill = symbol.fill { rect(middle, middle + height * 0.4, fill) }
            let edges = Crisp.edges(center: middle, width: 2 * typesetter.scale)
            rect(edges.0, edges.1, symbol.color)
        case .band:
            if let fill = symbol.fill { rect(middle - height * 0.35, middle + height * 0.35, fill) }
            for y in [middle - height * 0.35, middle + height * 0.35] {
                let edges = Crisp.edges(center: y, width: typesetter.scale)
                rect(edges.0, edges.1, symbol.color)
            }
        case .block:
            rect(middle - height * 0.4, middle + height * 0.4, symbol.fill ?? symbol.color, inset: (width - height) / 2)
        case .disc:
            let center = PlotPoint(x: Float(x + width / 2), y: Float(middle))
            discs.append(DiscBatch.Item(center: center, radius: Float(height * 0.38), color: symbol.color))
        }
    }
}
