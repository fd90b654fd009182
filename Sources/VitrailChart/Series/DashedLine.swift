import VitrailScene

/// Cuts polylines into dashes.
package enum DashedLine {
    /// Maximum number of dashes in a line. More are indistinguishable, and each takes time.
    static let maxDashes = 100_000
    /// Lines with more samples have dashes only if a style sets them.
    package static let maxSamples = 2_000

    /// The dashes as parts of one line, separated by gaps. Each part of the line begins with a whole dash.
    ///
    /// - Parameters:
    ///   - points: the line; a non-finite point separates two parts.
    ///   - pattern: alternating lengths of dashes and gaps in device pixels, repeated.
    /// - Returns: `nil` if the line has too many dashes.
    static func cut(_ points: [PlotPoint], pattern: [Double]) -> [PlotPoint]? {
        guard isDashed(pattern) else { return points }
        let lengths = even(pattern)
        guard length(of: points) / lengths.reduce(0, +) * Double(lengths.count) < 2 * Double(maxDashes) else {
            return nil
        }
        var cutter = Cutter(lengths: lengths)
        for point in points { cutter.add(point) }
        return cutter.result
    }

    /// Whether a pattern has both dashes and gaps. With any other pattern the line is solid.
    package static func isDashed(_ pattern: [Double]) -> Bool {
        let lengths = even(pattern)
        let drawn = stride(from: 0, to: lengths.count, by: 2).reduce(0) { $0 + lengths[$1] }
        return lengths.allSatisfy { $0.isFinite && $0 >= 0 } && drawn > 0 && drawn < lengths.reduce(0, +)
    }

    /// An odd number of lengths is repeated, as in SVG.
    private static func even(_ pattern: [Double]) -> [Double] { pattern.count % 2 == 0 ? pattern : pattern + pattern }

    private static func length(of points: [PlotPoint]) -> Double {
        var sum = 0.0
        for (p, q) in zip(points, points.dropFirst()) where p.isFinite && q.isFinite { sum += distance(p, q) }
        return sum
    }

    fileprivate static func distance(_ p: PlotPoint, _ q: PlotPoint) -> Double {
        let (x, y) = (Double(q.x) - Double(p.x), Double(q.y) - Double(p.y))
        return (x * x + y * y).squareRoot()
    }
}

/// Follows a line and skips the gaps of the pattern.
private struct Cutter {
    let lengths: [Double]
    private(set) var result: [PlotPoint] = []
    private var last: PlotPoint?
    /// Index of the present length, and the rest of that length.
    private var index = 0
    private var rest = 0.0

    init(lengths: [Double]) { self.lengths = lengths }

    private var isDrawn: Bool { index % 2 == 0 }

    mutating func add(_ point: PlotPoint) {
        guard point.isFinite else {
            if last != nil { result.append(.gap) }
            last = nil
            return
        }
        defer { last = point }
        guard let last else {
            (index, rest) = (0, lengths[0])
            result.append(point)
            return
        }
        let whole = DashedLine.distance(last, point)
        var done = 0.0
        while whole - done > rest {
            done += rest
            let share = Float(done / whole)
            change(at: PlotPoint(x: last.x + (point.x - last.x) * share, y: last.y + (point.y - last.y) * share))
        }
        rest -= whole - done
        if isDrawn { result.append(point) }
    }

    private mutating func change(at position: PlotPoint) {
        if isDrawn { result += [position, .gap] }
        index = (index + 1) % lengths.count
        rest = lengths[index]
        if isDrawn { result.append(position) }
    }
}

extension DrawContext {
    /// Draws a dashed line; a solid one if it has more than `DashedLine.maxDashes` dashes.
    ///
    /// - Parameter dashes: alternating lengths of dashes and gaps in points; empty: solid.
    /// - Returns: false if the line is solid for that reason.
    @discardableResult
    func polyline(_ points: [PlotPoint], width: Float, paint: Paint, dashes: [Double], label: String = "line") -> Bool {
        let parts = dashes.isEmpty ? points : DashedLine.cut(points, pattern: dashes.map { $0 * series.scale })
        polyline(parts ?? points, width: width, paint: paint, label: label)
        return parts != nil
    }
}

extension CartesianSeries {
    /// The dash pattern of the series' lines: from the style, otherwise from the palette, which adds dashes when its
    /// colours repeat.
    func dashes(_ dashStyle: [Double]?, _ theme: Theme) -> [Double] {
        if let dashStyle { return DashedLine.isDashed(dashStyle) ? dashStyle : [] }
        // Lines with many samples have no straight part long enough to show a dash.
        return numberOfDataPoints <= DashedLine.maxSamples ? theme.palette.dashes(paletteIndex) : []
    }

    func warnOfDashes() {
        let reason = "the line has more than \(DashedLine.maxDashes) dashes and is solid"
        chart?.warn(.doubtful(path: "\(jsonPath).style.dashStyle", reason: reason))
    }
}
