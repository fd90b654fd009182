import CDiscs
import VitrailScene

/// What must be known of a path before it is drawn as a dense stroke; found in one pass.
struct DenseStroke {
    /// The axis along which no run turns back.
    let isVertical: Bool
    /// From the first to the last point along.
    let extent: ClosedRange<Float>
    let pointsPerPixel: Float
    /// The points between gaps.
    let runs: [Range<Int>]

    /// Where fewer lie along, `StrokeEnvelope` is exact and costs no more.
    private static let leastPointsPerPixel: Float = 0.5
    /// Of more points a pixel than these, eighths of a column are drawn. Walks of up to 20 pixels a point differ by 1.0/255 in the mean when quarters
    /// are drawn of up to two points a pixel, by 1.7 of three; when eighths are, by 0.6 and 0.75.
    static let mostForQuarters: Float = 2
    /// Where more of the segments of a path with fewer points a pixel than these run straight across, their edges are wanted exact.
    private static let mostJumps: Float = 0.1
    private static let mostForExactSteps: Float = 1.5
    /// Where more lies between heights that share a slope, all of them with equal shares, as a part of what the stroke covers, its pixels are counted. In
    /// pictures of noise, walks, spikes and steps, they differ by up to 24/255 in 1 of 100 there; of thin strokes, and of those with few points for a
    /// column, where jumps stand by themselves, earlier.
    private static let mostApart: (few: Float, many: Float) = (0.006, 0.0095)
    /// Where more lies between heights that share one of four slopes, eight are drawn. Of walks, it is 0.014 at most, of noise and spikes more.
    static let mostApartOfQuarters: Float = 0.015
    private static let manyPerPixel: Float = 24
    /// Pixels: narrower ones are counted in finer cells.
    static let leastWide: Float = 1.25
    /// Pixels along; what is shorter goes to and fro across.
    private static let leastExtent: Float = 8

    /// - Parameter visible: points beyond its guard box need cutting.
    /// - Returns: nil where points lie sparsely, a run turns back along both axes, or a point lies far outside; for steps that are not very dense.
    init?(_ points: Span<PlotPoint>, width: Float, _ visible: VisibleBox) {
        let infinity = SIMD2<Float>(repeating: .infinity)
        var (low, high) = (infinity, -infinity)
        // Whether a step towards greater places was met in this run, or one towards smaller ones; whether both were, in any run.
        let never = SIMDMask<SIMD2<Int32>>(repeating: false)
        var (rises, falls, turns) = (never, never, never)
        var count = 0
        var jumps = SIMD2<Int32>.zero
        var (start, runStart) = (0, 0)
        var runs: [Range<Int>] = []
        while start < points.count {
            let end = min(start + Self.block, points.count)
            let (shape, number) = Self.shape(points.extracting(start..<end))
            guard all(shape.low .>= SIMD2(visible.guardMin) .& shape.high .<= SIMD2(visible.guardMax)) else { return nil }
            (low, high) = (pointwiseMin(low, shape.low), pointwiseMax(high, shape.high))
            (rises, falls) = (rises .| shape.rises, falls .| shape.falls)
            turns = turns .| (rises .& falls)
            if all(turns) { return nil }
            jumps &+= shape.repeats
            if start + number == end, end < points.count {
                // Its last point is the first of the next block.
                start = end - 1
                count += number - 1
            } else {
                start += number
                count += number
                if runStart < start { runs.append(runStart..<start) }
                start += 1
                runStart = start
                (rises, falls) = (never, never)
            }
        }
        guard count > 1 else { return nil }
        self.runs = runs
        isVertical = turns[0] || !turns[1] && high.y - low.y > high.x - low.x
        extent = isVertical ? low.y...high.y : low.x...high.x
        let length = extent.upperBound - extent.lowerBound
        guard length >= Self.leastExtent else { return nil }
        pointsPerPixel = Float(count) / (length + width)
        guard pointsPerPixel > Self.leastPointsPerPixel else { return nil }
        let isStepped = Float(jumps[isVertical ? 1 : 0]) > Self.mostJumps * Float(count)
        if isStepped, pointsPerPixel <= Self.mostForExactSteps { return nil }
    }

    /// Cells of a pixel column in which a stroke is counted: where very much lies in one, fewer are as good.
    func cellsPerPixel(width: Float) -> Int { isCrowded && width >= Self.leastWide ? 16 : 64 }

    private var isCrowded: Bool { pointsPerPixel > Self.manyPerPixel || Float(runs.count) > extent.upperBound - extent.lowerBound }

    func mostApart(width: Float) -> Float {
        pointsPerPixel > Self.manyPerPixel && width >= Self.leastWide ? Self.mostApart.many : Self.mostApart.few
    }

    /// Points of which a turn is looked for at a time.
    private static let block = 4_096

    private typealias Shape = (
        low: SIMD2<Float>, high: SIMD2<Float>, rises: SIMDMask<SIMD2<Int32>>, falls: SIMDMask<SIMD2<Int32>>, repeats: SIMD2<Int32>
    )

    /// How points run up to the first that is not finite, and how many those are.
    private static func shape(_ points: Span<PlotPoint>) -> (Shape, count: Int) {
        var found = vitrail_path_shape()
        let count = unsafe points.withUnsafeBytes { unsafe vitrail_find_path_shape($0.bindMemory(to: Float.self).baseAddress, points.count, &found) }
        func mask(_ flags: (Bool, Bool)) -> SIMDMask<SIMD2<Int32>> {
            var mask = SIMDMask<SIMD2<Int32>>(repeating: false)
            (mask[0], mask[1]) = flags
            return mask
        }
        let shape = Shape(
            SIMD2(found.low.0, found.low.1), SIMD2(found.high.0, found.high.1), mask(found.rises), mask(found.falls),
            SIMD2(found.repeats.0, found.repeats.1))
        return (shape, count)
    }
}

extension DrawListBuilder {
    /// Draws a dense stroke as what lies between its envelopes; where its runs lie above one another, or its slopes say too little, it is counted.
    ///
    /// - Returns: false, and nothing is drawn, where it is none, or too wide; where its runs lie above one another and it cannot be counted.
    mutating func drawDense(_ line: Polyline, clip: PixelRect, label: String) -> Bool {
        let visible = VisibleBox(clip: clip, reach: line.width / 2)
        guard let stroke = DenseStroke(line.points.span, width: line.width, visible) else { return false }
        if hasManyFaintLines, line.isFaint, count(line, stroke, clip: clip, label: label) { return true }
        guard let envelope = ColumnEnvelope(width: line.width, isVertical: stroke.isVertical, along: stroke.extent, clip: clip) else { return false }
        var found = envelope.slopes(of: line.points, stroke.runs, stroke.pointsPerPixel > DenseStroke.mostForQuarters ? .eighths : .quarters)
        if let few = found, few.detail == .quarters, few.apart > DenseStroke.mostApartOfQuarters {
            found = envelope.slopes(of: line.points, stroke.runs, .eighths)
        }
        let isCounted = found.map { $0.detail == .eighths && $0.apart > stroke.mostApart(width: line.width) } ?? true
        if isCounted, count(line, stroke, clip: clip, label: label) { return true }
        guard let found else { return false }
        drawLayers()
        let first = beginSlopes(parts: found.detail.parts, count: found.slopes.count)
        envelopeSlopes += found.slopes
        drawSlopes(of: envelope.columns, found.detail, from: first, isVertical: stroke.isVertical, line.paint, clip: clip, label: label)
        return true
    }

    /// Counts how much of each pixel a stroke covers.
    ///
    /// - Returns: false, and nothing is drawn, where it has no single colour, or there are too many pixels.
    private mutating func count(_ line: Polyline, _ stroke: DenseStroke, clip: PixelRect, label: String) -> Bool {
        guard
            case .solid(let color) = line.paint,
            let coverage = StrokeCoverage(
                width: line.width, isVertical: stroke.isVertical, along: stroke.extent, perPixel: stroke.cellsPerPixel(width: line.width), clip: clip)
        else { return false }
        source?.tier = .counted
        draw(coverage.map(of: line.points, stroke.runs), color: color, clip: clip, label: label)
        return true
    }

    /// Where the next slopes begin, a block of them in one row of the texture.
    ///
    /// - Parameter count: of slopes to come: there is room for them, and for filling up their last row, without moving what is there.
    mutating func beginSlopes(parts: Int, count: Int) -> Int {
        let needed = envelopeSlopes.count + count + 2 * TextureData.envelopeSlopesPerRow
        if envelopeSlopes.capacity < needed { envelopeSlopes.reserveCapacity(max(needed, 2 * envelopeSlopes.count)) }
        let whole = SliceBlocks.width * parts
        envelopeSlopes += repeatElement(.empty, count: (whole - envelopeSlopes.count % whole) % whole)
        return envelopeSlopes.count
    }

    /// Draws what lies between the slopes from `first` on.
    mutating func drawSlopes(
        of columns: Range<Int>, _ detail: EnvelopeDetail, from first: Int, isVertical: Bool, _ paint: Paint, clip: PixelRect, label: String
    ) {
        var uniforms = DrawUniforms(size: size)
        uniforms.set(paint)
        uniforms.shape.x = isVertical ? 1 : 0
        let blocks = envelopes.count
        appendBlocks(of: columns, parts: detail.parts, from: first, isVertical: isVertical, clip: clip)
        draw(
            detail.program, .over, .envelope, first: blocks, count: envelopes.count - blocks, textures: [envelopeSlopeTexture()],
            uniforms: uniforms, scissor: clip, label: label)
    }

    /// One block for each four columns that something lies in, as high as it is there.
    private mutating func appendBlocks(of columns: Range<Int>, parts: Int, from offset: Int, isVertical: Bool, clip: PixelRect) {
        let width = SliceBlocks.width
        for first in stride(from: 0, to: columns.count, by: width) {
            let index = offset + first * parts
            var (low, high) = (SIMD4<Float>(repeating: .infinity), SIMD4<Float>(repeating: -.infinity))
            for slopes in envelopeSlopes[index..<index + width * parts] {
                let isThere = slopes.weight .> 0
                low.replace(with: slopes.firstLow, where: isThere .& slopes.firstLow .< low)
                high.replace(with: slopes.secondHigh, where: isThere .& slopes.secondHigh .> high)
            }
            let (top, bottom) = (low.min(), high.max())
            guard top < bottom else { continue }
            let (from, to) = (Float(columns.lowerBound + first), Float(columns.lowerBound + first + width))
            let rect = PixelRect(
                touching: isVertical
                    ? PlotRect(minX: top, minY: from, maxX: bottom, maxY: to) : PlotRect(minX: from, minY: top, maxX: to, maxY: bottom),
                in: clip)
            guard !rect.isEmpty else { continue }
            let row = TextureData.envelopeSlopesPerRow
            // A block that is cut by the clip still starts with its first column.
            envelopes.append(EnvelopeVertex(box: rect.plotRect, texel: SIMD2(Float(index % row * 5), Float(index / row))))
        }
    }
}
