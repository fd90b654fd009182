import VitrailScene

/// Colours under texts over the data: the paper and the fills of areas and bands on it.
struct LabelGrounds {
    private enum Fill {
        case rect(PlotRect)
        /// - isOrdered: whether samples ascend.
        case area(Area, isOrdered: Bool)
        case picture(ImageMark)
    }
    private struct Ground {
        let fill: Fill
        let colors: [Color]
        let clip: PlotRect?
        let order: Int
    }

    private let paper: [Color]
    private var grounds: [Ground] = []

    /// - Parameter paper: opaque colours of the paper.
    init(paper: [Color]) { self.paper = paper }

    /// Adds the fills of series, except rectangles: texts avoid those.
    mutating func add(series marks: [Mark]) {
        for (order, mark) in marks.enumerated() { add(mark, order: order, areBars: true) }
    }

    /// Adds the fills of marks below or above series, in drawing order.
    mutating func add(_ marks: [Mark], overSeries: Bool) {
        for mark in marks { add(mark, order: overSeries ? .max : -1, areBars: false) }
    }

    private mutating func add(_ mark: Mark, order: Int, areBars: Bool) {
        let clip = mark.clip.map { PlotRect($0) }
        switch mark.shape {
        case .area(let area):
            let isOrdered =
                zip(area.samples, area.samples.dropFirst()).allSatisfy { !($0.along > $1.along) }
                && !area.samples.contains { !$0.along.isFinite }
            grounds.append(
                Ground(
                    fill: .area(area, isOrdered: isOrdered),
                    colors: area.paint.colors + (area.invertedPaint?.colors ?? []), clip: clip, order: order))
        case .rects(let batch) where !areBars:
            for item in batch.items where item.fill.alpha > 0 || item.fillEnd.alpha > 0 {
                grounds.append(
                    Ground(fill: .rect(item.rect), colors: [item.fill, item.fillEnd], clip: clip, order: order))
            }
        case .image(let image) where areBars:
            grounds.append(Ground(fill: .picture(image), colors: [], clip: clip, order: order))
        default: break
        }
    }

    /// Possible colours behind a box.
    ///
    /// - Parameter own: the mark under the text, back to front.
    func colors(under box: PlotRect, _ own: [LabelObstacles.Item]) -> [Color] {
        var colors = paper
        var own = own.filter { $0.touches(box) }[...]
        func paint(_ item: LabelObstacles.Item) {
            guard case .rect(let rect) = item.shape else {
                colors = Self.painted([item.colors.start], over: colors, hides: item.holds(box))
                return
            }
            colors = Self.painted(item.colors(in: box, of: rect), over: colors, hides: rect.contains(box))
        }
        for ground in grounds where ground.clip?.overlaps(box) ?? true {
            while let item = own.first, item.order < ground.order { paint(own.removeFirst()) }
            let box = ground.clip.map(box.intersection) ?? box
            switch ground.fill {
            case .rect(let rect):
                guard rect.overlaps(box) else { continue }
                colors = Self.painted(ground.colors, over: colors, hides: rect.contains(box))
            case .area(let area, let isOrdered):
                let cover = area.cover(of: box, isOrdered)
                guard cover != .nothing else { continue }
                colors = Self.painted(ground.colors, over: colors, hides: cover == .all)
            case .picture(let image):
                let pixels = image.colors(at: box)
                if !pixels.isEmpty { colors = Self.painted(pixels, over: colors, hides: true) }
            }
        }
        for item in own { paint(item) }
        return colors
    }

    /// - Parameter hides: whether the paints cover everything below.
    private static func painted(_ paints: [Color], over colors: [Color], hides: Bool) -> [Color] {
        var all = hides ? [] : colors
        for paint in paints {
            for color in colors {
                let mixed = paint.over(color)
                if !all.contains(mixed) { all.append(mixed) }
            }
        }
        return all.count > maxColors ? extremes(all) : all
    }

    private static let maxColors = 12

    /// Text readable on the lightest and on the darkest colour is readable on all.
    private static func extremes(_ colors: [Color]) -> [Color] {
        let sorted = colors.sorted { ($0.luminance, $0.packed) < ($1.luminance, $1.packed) }
        return [sorted.first, sorted.last].compactMap(\.self)
    }
}

extension LabelObstacles.Item {
    /// Whether the shape contains a box entirely.
    func holds(_ box: PlotRect) -> Bool {
        switch shape {
        case .rect(let rect): return rect.contains(box)
        case .disc(let center, let radius):
            let (x, y) = (
                max(abs(box.minX - center.x), abs(box.maxX - center.x)),
                max(abs(box.minY - center.y), abs(box.maxY - center.y))
            )
            return x * x + y * y <= radius * radius
        case .segment: return false
        }
    }
}

extension Paint {
    fileprivate var colors: [Color] {
        switch self {
        case .solid(let color): [color]
        case .linearGradient(_, let start, _, let end), .radialGradient(_, _, let start, let end): [start, end]
        }
    }
}

extension Color {
    /// This colour composited over an opaque one.
    func over(_ ground: Color) -> Color {
        let share = Double(alpha) / 255
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Double(a) * share + Double(b) * (1 - share)).rounded()) }
        return Color(red: mix(red, ground.red), green: mix(green, ground.green), blue: mix(blue, ground.blue))
    }

    /// Text colour with a contrast of 4.5 : 1 to all given colours (WCAG 2.2, 1.4.3): the wanted one if readable,
    /// otherwise a dark or a light one. `nil`: none.
    static func readable(_ wanted: Color, on grounds: [Color]) -> Color? {
        [wanted, Color(0x1F2937), .white, .black].first { color in
            grounds.allSatisfy { color.over($0).contrast(with: $0) >= minTextContrast }
        }
    }

    static let minTextContrast = 4.5
}

extension Area {
    fileprivate enum Cover { case nothing, some, all }

    /// How much of a box the area covers.
    fileprivate func cover(of box: PlotRect, _ isOrdered: Bool) -> Cover {
        let isHorizontal = orientation == .horizontal
        let along = isHorizontal ? (low: box.minX, high: box.maxX) : (low: box.minY, high: box.maxY)
        let across = isHorizontal ? (low: box.minY, high: box.maxY) : (low: box.minX, high: box.maxX)
        guard along.low < along.high, across.low < across.high else { return .nothing }
        let start = isOrdered ? max(0, samples.indices.partition { samples[$0].along > along.low } - 1) : 0
        var (isTouched, isWhole, filled) = (false, true, Float(0))
        for k in start..<max(start, samples.count - 1) {
            let (a, b) =
                samples[k].along <= samples[k + 1].along ? (samples[k], samples[k + 1]) : (samples[k + 1], samples[k])
            if isOrdered, a.along > along.high { break }
            let (low, high) = (max(a.along, along.low), min(b.along, along.high))
            guard (a.first + a.second + b.first + b.second).isFinite, low <= high, b.along > a.along else { continue }
            filled += high - low
            for position in [low, high] {
                let share = (position - a.along) / (b.along - a.along)
                let (first, second) = (a.first + (b.first - a.first) * share, a.second + (b.second - a.second) * share)
                let (top, bottom) = (min(first, second), max(first, second))
                if top < across.high, bottom > across.low { isTouched = true }
                if top > across.low || bottom < across.high { isWhole = false }
            }
        }
        guard isTouched else { return .nothing }
        return isWhole && filled >= (along.high - along.low) * 0.999 ? .all : .some
    }
}

extension ImageMark {
    /// Colours at nine positions of a box.
    fileprivate func colors(at box: PlotRect) -> [Color] {
        let box = box.intersection(rect)
        guard let texels, box.minX < box.maxX, box.minY < box.maxY else { return [] }
        var colors: [Color] = []
        for (x, y) in [(0, 0), (0.5, 0), (1, 0), (0, 0.5), (0.5, 0.5), (1, 0.5), (0, 1), (0.5, 1), (1, 1)]
            as [(Float, Float)]
        {
            let (across, down) = (
                (box.minX + x * box.width - rect.minX) / rect.width,
                (box.minY + y * box.height - rect.minY) / rect.height
            )
            let column = min(max(Int(across * Float(texels.width)), 0), texels.width - 1)
            let row = min(max(Int(down * Float(texels.height)), 0), texels.height - 1)
            let color = image.color(x: texels.x + column, y: texels.y + row)
            if !colors.contains(color) { colors.append(color) }
        }
        return colors
    }
}
