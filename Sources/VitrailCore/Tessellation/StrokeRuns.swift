import VitrailScene

// Sparse strokes, or runs of them, as areas.
extension DrawListBuilder {
    /// Of more runs, it is not looked whether they are apart.
    private static let mostRunsApart = 64

    /// Draws what it can of the segments of a range as the area between the stroke's envelopes: all of them, or straight runs that are apart
    /// from all others, as the spokes of a pie are. Where runs meet, only their union is right.
    ///
    /// - Returns: runs that are not drawn; those that follow one another as one range.
    mutating func drawEnvelopes(_ range: Range<Int>, _ line: Polyline, clip: PixelRect, label: String) -> [Range<Int>] {
        if drawEnvelope(range, line, clip: clip, label: label) { return [] }
        let runs = runs(of: range)
        guard usesBlocks, 2...Self.mostRunsApart ~= runs.count else { return [range] }
        let areApart = areApart(runs.map { strips(of: [$0], width: line.width, clip: clip) })
        var left: [Range<Int>] = []
        for (run, isApart) in zip(runs, areApart) {
            if isApart, run.count == 2, drawEnvelope(run, line, clip: clip, label: label) { continue }
            if let last = left.last, last.upperBound == run.lowerBound {
                left[left.count - 1] = last.lowerBound..<run.upperBound
            } else {
                left.append(run)
            }
        }
        return left
    }

    /// - Returns: false, and nothing is drawn, where the path turns back, or its runs lie above one another.
    private mutating func drawEnvelope(_ range: Range<Int>, _ line: Polyline, clip: PixelRect, label: String) -> Bool {
        guard usesBlocks, let isVertical = StrokeEnvelope.isVertical(lines, range) else { return false }
        let extent = extent(of: range, isVertical: isVertical)
        var envelope = StrokeEnvelope(width: line.width, isVertical: isVertical, along: extent, clip: clip)
        let start = slices.count
        if envelope.append(lines, range, to: &slices),
            drawBlocks(from: start, isVertical: isVertical, line.paint, clip: clip, label: label)
        {
            return true
        }
        slices.removeLast(slices.count - start)
        return false
    }

    private func runs(of range: Range<Int>) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = range.lowerBound
        for i in range where lines[i].run > 1.5 || i == range.upperBound - 1 {
            runs.append(start..<i + 1)
            start = i + 1
        }
        return runs
    }

    /// Pixels that the segments of ranges may touch, in strips of the picture; they do not overlap.
    func strips(of ranges: [Range<Int>], width: Float, clip: PixelRect) -> [PixelRect] {
        var columns = CoverageColumns(clip: clip, reach: width / 2 + roundingReach)
        for i in ranges.lazy.flatMap({ $0.dropLast() }) where lines[i].run < 1.5 {
            columns.touch(along: lines[i].x, across: lines[i].y, toAlong: lines[i + 1].x, across: lines[i + 1].y)
        }
        return columns.rects()
    }

    /// Of each of several shapes, given by the strips that they lie in, whether it shares no pixel with any other.
    private func areApart(_ shapes: [[PixelRect]]) -> [Bool] {
        var areApart = Array(repeating: true, count: shapes.count)
        let strips = shapes.enumerated().flatMap { shape, rects in rects.map { (shape, rect: $0) } }
        // Down each strip: what lies deepest so far, and whose it is.
        var deepest: (shape: Int, rect: PixelRect)?
        for (shape, rect) in strips.sorted(by: { ($0.rect.x, $0.rect.y) < ($1.rect.x, $1.rect.y) }) {
            if let above = deepest, above.rect.x == rect.x {
                if rect.y < above.rect.maxY { (areApart[above.shape], areApart[shape]) = (false, false) }
                if rect.maxY <= above.rect.maxY { continue }
            }
            deepest = (shape, rect)
        }
        return areApart
    }

    private func extent(of range: Range<Int>, isVertical: Bool) -> ClosedRange<Float> {
        var (low, high) = (Float.infinity, -Float.infinity)
        for i in range {
            let along = isVertical ? lines[i].y : lines[i].x
            (low, high) = (min(low, along), max(high, along))
        }
        return low...high
    }
}
