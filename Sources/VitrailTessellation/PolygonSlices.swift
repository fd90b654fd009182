package import VitrailScene

/// Converts polygons to trapezoids of an area. The trapezoids have vertical sides and tile the inside of the outlines
/// by the even-odd rule.
///
/// A sweep from left to right. Between two successive corner positions no edge begins or ends, so the edges there,
/// sorted by height, enclose the inside in pairs. A pair that continues is not cut. Outlines may touch one another but
/// not cross.
///
/// The trapezoids of an area are added up in an 8-bit mask, so with many of them in a pixel their rounding would be
/// visible. Therefore, in a pixel column with many corners, whole pixels inside the polygon are filled, and only the
/// rest is covered by trapezoids.
package struct PolygonSlices {
    private struct Edge {
        var left: SIMD2<Double>
        var right: SIMD2<Double>

        func y(at x: Double) -> Double {
            if x <= left.x { return left.y }
            if x >= right.x { return right.y }
            return left.y + (right.y - left.y) * (x - left.x) / (right.x - left.x)
        }
    }

    /// The area between two edges and two x positions.
    private struct Slice {
        var start: Double
        var end: Double
        /// Upper and lower edge at the start, and at the end.
        var first: (top: Double, bottom: Double)
        var last: (top: Double, bottom: Double)
    }

    /// A trapezoid that may still be extended.
    private struct Open {
        var top: Int
        var bottom: Int
        var start: Double
    }

    /// Max number of corners in a pixel column that is drawn with trapezoids alone.
    private static let maxCorners = 6

    /// Pixels. Beyond any picture; columns farther out are not treated as dense.
    private static let farthest = 1e6

    private var edges: [Edge] = []
    private var samples: [Area.Sample] = []
    private var open: [Open] = []
    /// Trapezoids of the current pixel column, if it has many corners.
    private var column: [[Slice]] = []

    /// Max number of corners for the sweep, if the outlines are oriented. With more, `PolygonPixels` rasterises them.
    private static let maxSwept = 512

    /// - Parameters:
    ///   - outlines: closed, in pixels; corners that are not finite are ignored.
    ///   - areOriented: whether all outlines run clockwise, and none lies inside another.
    /// - Returns: samples of a horizontal area; each trapezoid is a run of two.
    /// - Complexity: O(n (log n + m)) for n corners and at most m edges above one another; O(pixels that edges pass)
    ///   for many corners of oriented outlines.
    package static func samples(_ outlines: [[SIMD2<Double>]], areOriented: Bool = false) -> [Area.Sample] {
        if areOriented, outlines.reduce(0, { $0 + $1.count }) > maxSwept, let counted = PolygonPixels(outlines) {
            return counted.samples
        }
        var slices = PolygonSlices()
        slices.addEdges(outlines)
        slices.sweep()
        return slices.samples
    }

    private mutating func addEdges(_ outlines: [[SIMD2<Double>]]) {
        for outline in outlines {
            // Use the corners as Float, like the samples, so that equal corners stay equal.
            let corners = outline.filter { $0.x.isFinite && $0.y.isFinite }.map {
                SIMD2(Double(Float($0.x)), Double(Float($0.y)))
            }
            guard corners.count > 2, var previous = corners.last else { continue }
            for corner in corners {
                if corner.x != previous.x {
                    edges.append(
                        corner.x > previous.x
                            ? Edge(left: previous, right: corner) : Edge(left: corner, right: previous))
                }
                previous = corner
            }
        }
        edges.sort { $0.left.x < $1.left.x }
    }

    // MARK: Sweep

    private mutating func sweep() {
        let corners = Set(edges.flatMap { [$0.left.x, $0.right.x] }).sorted()
        let dense = Self.denseColumns(corners)
        // The sides of a pixel column with many corners are positions of the sweep, too.
        let positions =
            dense.isEmpty ? corners : Set(corners + dense.flatMap { [Double($0), Double($0 + 1)] }).sorted()
        var active: [Int] = []
        var next = 0
        for (x, end) in zip(positions, positions.dropFirst()) {
            active.removeAll { edges[$0].right.x <= x }
            while next < edges.count, edges[next].left.x <= x {
                if edges[next].right.x > x { active.append(next) }
                next += 1
            }
            let middle = (x + end) / 2
            let heights = active.map { (edge: $0, y: edges[$0].y(at: middle)) }.sorted { $0.y < $1.y }
            active = heights.map(\.edge)
            let pixel = x.rounded(.down)
            if abs(pixel) <= Self.farthest, dense.contains(Int(pixel)) {
                close(at: x, keeping: [])
                column.append(
                    stride(from: 1, to: active.count, by: 2).map { slice(active[$0 - 1], active[$0], x, end) })
                if end >= pixel + 1 { finishColumn(pixel) }
            } else {
                go(on: active, at: x)
            }
        }
        if let last = positions.last { close(at: last, keeping: []) }
    }

    /// Pixel columns with more than `maxCorners` corners. Columns beyond `farthest` are ignored.
    private static func denseColumns(_ corners: [Double]) -> Set<Int> {
        var dense: Set<Int> = []
        var count = 0
        var last = -Double.infinity
        for x in corners where abs(x) < farthest {
            let pixel = x.rounded(.down)
            count = pixel == last ? count + 1 : 1
            last = pixel
            if count > maxCorners { dense.insert(Int(pixel)) }
        }
        return dense
    }

    /// Ends the trapezoids whose edges no longer form a pair, and begins new ones.
    private mutating func go(on active: [Int], at x: Double) {
        let pairs = stride(from: 1, to: active.count, by: 2).map {
            Open(top: active[$0 - 1], bottom: active[$0], start: x)
        }
        close(at: x, keeping: pairs)
    }

    private mutating func close(at x: Double, keeping pairs: [Open]) {
        var bottoms: [Int: Int] = [:]
        for pair in pairs { bottoms[pair.top] = pair.bottom }
        var starts: [Int: Double] = [:]
        for slice in open {
            if bottoms[slice.top] == slice.bottom {
                starts[slice.top] = slice.start
            } else {
                append(self.slice(slice.top, slice.bottom, slice.start, x))
            }
        }
        open = pairs.map { Open(top: $0.top, bottom: $0.bottom, start: starts[$0.top] ?? $0.start) }
    }

    private func slice(_ top: Int, _ bottom: Int, _ start: Double, _ end: Double) -> Slice {
        Slice(
            start: start, end: end, first: (edges[top].y(at: start), edges[bottom].y(at: start)),
            last: (edges[top].y(at: end), edges[bottom].y(at: end)))
    }

    private mutating func append(_ slice: Slice) {
        // Rounding may swap the ends of edges that meet.
        func sample(_ x: Double, _ y: (top: Double, bottom: Double)) -> Area.Sample {
            Area.Sample(along: Float(x), first: Float(y.top), second: Float(max(y.top, y.bottom)))
        }
        samples.append(sample(slice.start, slice.first))
        samples.append(sample(slice.end, slice.last))
        samples.append(.gap)
    }

    // MARK: Pixel columns with many corners

    private mutating func finishColumn(_ pixel: Double) {
        let cores = Self.cores(column)
        for core in cores {
            append(
                Slice(
                    start: pixel, end: pixel + 1, first: (core.lowerBound, core.upperBound),
                    last: (core.lowerBound, core.upperBound)))
        }
        for slice in column.joined() {
            var rest = slice
            for core in cores
            where core.lowerBound >= max(slice.first.top, slice.last.top)
                && core.upperBound <= min(slice.first.bottom, slice.last.bottom)
            {
                var above = rest
                (above.first.bottom, above.last.bottom) = (core.lowerBound, core.lowerBound)
                append(above)
                (rest.first.top, rest.last.top) = (core.upperBound, core.upperBound)
            }
            append(rest)
        }
        column = []
    }

    /// Whole pixels, from the top, that lie inside the polygon in each of the column's parts.
    private static func cores(_ column: [[Slice]]) -> [ClosedRange<Double>] {
        var cores: [ClosedRange<Double>]?
        for slices in column {
            let inner = slices.compactMap { slice -> ClosedRange<Double>? in
                let top = max(slice.first.top, slice.last.top).rounded(.up)
                let bottom = min(slice.first.bottom, slice.last.bottom).rounded(.down)
                return top < bottom ? top...bottom : nil
            }
            guard let before = cores else {
                cores = inner
                continue
            }
            cores = before.flatMap { core in
                inner.filter { $0.lowerBound < core.upperBound && $0.upperBound > core.lowerBound }.map {
                    $0.clamped(to: core)
                }
            }
        }
        return cores ?? []
    }
}
