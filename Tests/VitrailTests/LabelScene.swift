import Testing
import Vitrail

/// Labels of a Scene and the marks beside them, found by independent, slow and simple geometry.
struct LabelScene {
    struct Text {
        let name: String
        let text: String
        let color: Color
        /// Ink box, reduced by a pixel on each side: glyph pictures have a blank or faint edge.
        let box: PlotRect
    }

    let scene: Scene
    let texts: [Text]
    /// Labels of data points.
    let labels: [Text]
    let warnings: [String]
    let chart: Chart

    init(_ json: String) throws {
        chart = try ChartDescription(json: json).makeChart()
        scene = try plan(chart).scene
        texts = scene.marks.compactMap(Self.text)
        labels = texts.filter { $0.name.hasPrefix("series[") }
        warnings = chart.warnings.map(\.description)
    }

    private static func text(_ mark: Mark) -> Text? {
        guard case .glyphs(let run) = mark.shape, let first = run.glyphs.first(where: { $0.width > 0 }) else {
            return nil
        }
        var box = PlotRect(minX: Float(first.x), minY: Float(first.y), maxX: Float(first.x), maxY: Float(first.y))
        for glyph in run.glyphs where glyph.width > 0 {
            box.minX = min(box.minX, Float(glyph.x) + 1)
            box.minY = min(box.minY, Float(glyph.y) + 1)
            box.maxX = max(box.maxX, Float(glyph.x) + Float(glyph.width) - 1)
            box.maxY = max(box.maxY, Float(glyph.y) + Float(glyph.height) - 1)
        }
        return Text(name: mark.label, text: run.source.text, color: run.color, box: box)
    }

    /// Rectangles of series, with their fills.
    func rects(ofSeries index: Int? = nil) -> [(rect: PlotRect, fill: Color, series: Int)] {
        scene.marks.flatMap { mark -> [(PlotRect, Color, Int)] in
            guard case .rects(let batch) = mark.shape, let source = mark.source, index == nil || index == source.series
            else { return [] }
            return batch.items.filter { $0.fill.alpha > 0 }.map { ($0.rect, $0.fill, source.series) }
        }
    }

    /// Lines between points, with their widths.
    var segments: [(from: PlotPoint, to: PlotPoint, width: Float, series: Int)] {
        scene.marks.flatMap { mark -> [(PlotPoint, PlotPoint, Float, Int)] in
            guard case .polyline(let line) = mark.shape, let source = mark.source else { return [] }
            return zip(line.points, line.points.dropFirst()).filter { $0.isFinite && $1.isFinite }.map {
                ($0, $1, line.width, source.series)
            }
        }
    }

    var discs: [(center: PlotPoint, radius: Float, color: Color, series: Int)] {
        scene.marks.flatMap { mark -> [(PlotPoint, Float, Color, Int)] in
            guard let source = mark.source else { return [] }
            switch mark.shape {
            case .discs(let batch): return batch.items.map { ($0.center, $0.radius, $0.color, source.series) }
            case .markers(let markers):
                return markers.items.map { ($0.center, $0.radius, markers.color, source.series) }
            default: return []
            }
        }
    }

    /// Lines and ticks of axes, and lines of annotations.
    var lines: [PlotRect] {
        scene.marks.flatMap { mark -> [PlotRect] in
            guard case .rects(let batch) = mark.shape, mark.label == "axis" || mark.label.hasPrefix("annotations[")
            else { return [] }
            return batch.items.map(\.rect).filter { min($0.maxX - $0.minX, $0.maxY - $0.minY) < 4 }
        }
    }

    /// Descriptions of all forbidden overlaps of labels.
    ///
    /// - Parameter onPoints: labels of these series may be on their points: their own lines, symbols and bars do not
    ///   count.
    func overlaps(onPoints: Set<Int> = []) -> [String] {
        var found: [String] = []
        for (k, label) in labels.enumerated() {
            func note(_ other: String) { found.append("\(label.name) \(label.text) at \(label.box) on \(other)") }
            let series = Int(label.name.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? -1
            for (i, other) in labels.enumerated() where i > k && label.box.overlaps(other.box) {
                note("\(other.name) \(other.text)")
            }
            for other in texts where !other.name.hasPrefix("series[") && label.box.overlaps(other.box) {
                note("\(other.name) \(other.text)")
            }
            for line in lines where label.box.overlaps(line) { note("a line \(line)") }
            for bar in rects()
            where label.box.overlaps(bar.rect) && !(onPoints.contains(series) && bar.series == series) {
                let isOwn =
                    bar.series == series && !label.name.hasSuffix("total") && bar.rect.grown(by: 1).holds(label.box)
                if !isOwn { note("a bar \(bar)") }
            }
            for segment in segments where !(onPoints.contains(series) && segment.series == series) {
                if label.box.isCrossed(from: segment.from, to: segment.to, width: segment.width) {
                    note("a line of series \(segment.series)")
                }
            }
            for disc in discs
            where !(onPoints.contains(series) && disc.series == series)
                && label.box.distance(to: disc.center) < disc.radius - 0.5
            {
                let isOwn = disc.series == series && label.box.farthest(from: disc.center) <= disc.radius + 1
                if !isOwn { note("a symbol of series \(disc.series)") }
            }
            let picture = PlotRect(minX: 0, minY: 0, maxX: Float(scene.size.width), maxY: Float(scene.size.height))
            if !picture.holds(label.box) { note("the picture's edge") }
        }
        return found
    }

    private var bars: [(item: RectBatch.Item, axis: RectBatch.GradientAxis)] {
        scene.marks.flatMap { mark -> [(RectBatch.Item, RectBatch.GradientAxis)] in
            guard case .rects(let batch) = mark.shape, mark.source != nil else { return [] }
            return batch.items.filter { $0.fill.alpha > 0 }.map { ($0, batch.gradientAxis) }
        }
    }

    /// Minimum contrast of a label with the bar that contains it, or with the background.
    func minContrast() -> Double {
        labels.map { label in
            let grounds = bars.filter { $0.item.rect.grown(by: 1).holds(label.box) }.map {
                $0.item.color(at: label.box, $0.axis)
            }
            return (grounds.isEmpty ? [scene.background] : grounds).map { label.color.contrastRatio(to: $0) }.min()
                ?? 21
        }.min() ?? 21
    }
}

extension RectBatch.Item {
    /// The colour in the middle of a box.
    func color(at box: PlotRect, _ axis: RectBatch.GradientAxis) -> Color {
        let share =
            axis == .horizontal
            ? ((box.minX + box.maxX) / 2 - rect.minX) / (rect.maxX - rect.minX)
            : ((box.minY + box.maxY) / 2 - rect.minY) / (rect.maxY - rect.minY)
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(min(max(Float(a) + (Float(b) - Float(a)) * share, 0), 255)) }
        return Color(
            red: mix(fill.red, fillEnd.red), green: mix(fill.green, fillEnd.green), blue: mix(fill.blue, fillEnd.blue))
    }
}

extension PlotRect {
    func overlaps(_ other: PlotRect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
    func holds(_ other: PlotRect) -> Bool {
        minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
    }
    func grown(by length: Float) -> PlotRect {
        PlotRect(minX: minX - length, minY: minY - length, maxX: maxX + length, maxY: maxY + length)
    }

    func distance(to point: PlotPoint) -> Float {
        let (x, y) = (max(minX - point.x, 0, point.x - maxX), max(minY - point.y, 0, point.y - maxY))
        return (x * x + y * y).squareRoot()
    }

    func farthest(from point: PlotPoint) -> Float {
        let (x, y) = (max(abs(minX - point.x), abs(maxX - point.x)), max(abs(minY - point.y), abs(maxY - point.y)))
        return (x * x + y * y).squareRoot()
    }

    /// Whether a stroke enters the box, sampled in steps of a quarter of a pixel.
    func isCrossed(from a: PlotPoint, to b: PlotPoint, width: Float) -> Bool {
        let reach = width / 2
        guard max(a.x, b.x) > minX - reach, min(a.x, b.x) < maxX + reach, max(a.y, b.y) > minY - reach,
            min(a.y, b.y) < maxY + reach
        else { return false }
        let steps = Int(min(max(abs(b.x - a.x), abs(b.y - a.y)) * 4, 100_000)) + 1
        return (0...steps).contains { k in
            let share = Float(k) / Float(steps)
            return distance(to: PlotPoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)) < reach - 0.5
        }
    }
}

extension Color {
    /// Contrast ratio of WCAG 2.2.
    func contrastRatio(to other: Color) -> Double {
        func luminance(_ color: Color) -> Double {
            func linear(_ byte: UInt8) -> Double {
                let value = Double(byte) / 255
                return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055)
            }
            return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
        }
        /// `value` to the power of 12/5.
        func power(_ value: Double) -> Double {
            let fifth = (0..<60).reduce(1.0) { root, _ in
                root - (root * root * root * root * root - value) / (5 * root * root * root * root)
            }
            return value * value * fifth * fifth
        }
        let (a, b) = (luminance(self), luminance(other))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }
}
