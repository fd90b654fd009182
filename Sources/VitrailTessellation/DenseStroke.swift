import CRaster
import VitrailDrawList
import VitrailScene

/// Facts about a path that decide whether and how it is drawn as a dense stroke; found in one pass.
struct DenseStroke {
    /// The axis along which all runs are monotonic: y if true.
    let isVertical: Bool
    /// The smallest and largest position of a point along the axis.
    let extent: ClosedRange<Float>
    let pointsPerPixel: Float
    /// Share of segments that run straight across.
    let shareOfSteps: Float
    /// The ranges of points between gaps.
    let runs: [Range<Int>]

    /// Max number of points per pixel for four slopes per column ("quarters"). With more points, eight slopes
    /// ("eighths") are used. For walks of up to 20 pixels per point, quarters differ from the reference by a mean of
    /// 1.0/255 at two points per pixel and 1.7/255 at three; eighths by 0.6/255 and 0.75/255.
    static let maxForQuarters: Float = 2
    /// Max `EnvelopeFit.apart` for four slopes per column; above it, eight are used. Walks have at most 0.014, noise
    /// and spikes more.
    static let maxApartOfQuarters: Float = 0.015
    /// - Parameter visible: a path with points outside its guard box is rejected, because it needs cutting.
    /// - Returns: nil if a run is not monotonic along either axis, or a point lies far outside.
    init?(_ points: Span<PlotPoint>, width: Float, _ visible: VisibleBox) {
        let infinity = SIMD2<Float>(repeating: .infinity)
        var (low, high) = (infinity, -infinity)
        // Whether this run has a rising step, or a falling one, along each axis; whether any run has both.
        let never = SIMDMask<SIMD2<Int32>>(repeating: false)
        var (rises, falls, turns) = (never, never, never)
        var count = 0
        var jumps = SIMD2<Int32>.zero
        var (start, runStart) = (0, 0)
        var runs: [Range<Int>] = []
        while start < points.count {
            let end = min(start + Self.block, points.count)
            let (shape, number) = Self.shape(points.extracting(start..<end))
            guard all(shape.low .>= SIMD2(visible.guardMin) .& shape.high .<= SIMD2(visible.guardMax)) else {
                return nil
            }
            (low, high) = (pointwiseMin(low, shape.low), pointwiseMax(high, shape.high))
            (rises, falls) = (rises .| shape.rises, falls .| shape.falls)
            turns = turns .| (rises .& falls)
            if all(turns) { return nil }
            jumps &+= shape.repeats
            if start + number == end, end < points.count {
                // The last point of this block is the first one of the next block.
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
        pointsPerPixel = Float(count) / (extent.upperBound - extent.lowerBound + width)
        shareOfSteps = Float(jumps[isVertical ? 1 : 0]) / Float(count)
    }

    /// Cells per pixel for rasterising a stroke. If many points or runs share a pixel, fewer cells are accurate enough.
    func cellsPerPixel(width: Float) -> Int {
        isCrowded && Double(width) >= StrategyThreshold.wideStroke.value ? 16 : 64
    }

    private var isCrowded: Bool {
        Double(pointsPerPixel) > StrategyThreshold.manyPointsPerPixel.value
            || Float(runs.count) > extent.upperBound - extent.lowerBound
    }

    /// Points per call of the C function.
    private static let block = 4_096

    private typealias Shape = (
        low: SIMD2<Float>, high: SIMD2<Float>, rises: SIMDMask<SIMD2<Int32>>, falls: SIMDMask<SIMD2<Int32>>,
        repeats: SIMD2<Int32>
    )

    /// The bounds and directions of the points before the first non-finite one, and the number of these points.
    private static func shape(_ points: Span<PlotPoint>) -> (Shape, count: Int) {
        var found = vitrail_path_shape()
        let count = unsafe points.withUnsafeBytes {
            unsafe vitrail_find_path_shape($0.bindMemory(to: Float.self).baseAddress, points.count, &found)
        }
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

extension MarkFacts {
    /// Facts about a stroke whose runs are monotonic.
    init(_ stroke: DenseStroke, width: Float) {
        self.init()
        strokeWidth = width
        add(stroke)
    }

    fileprivate mutating func add(_ stroke: DenseStroke) {
        (isDense, pointsPerPixel, shareOfSteps) = (true, stroke.pointsPerPixel, stroke.shareOfSteps)
        pixels = Double(stroke.extent.upperBound - stroke.extent.lowerBound)
    }
}

extension ColumnEnvelope {
    /// The slopes of a stroke's envelope: four per column if that is exact enough, otherwise eight.
    ///
    /// - Returns: nil if one run lies above or below another one.
    fileprivate func fit(to points: [PlotPoint], _ stroke: DenseStroke) -> EnvelopeFit? {
        let areMany = stroke.pointsPerPixel > DenseStroke.maxForQuarters
        let fit = slopes(of: points, stroke.runs, areMany ? .eighths : .quarters)
        guard let fit, fit.detail == .quarters, fit.apart > DenseStroke.maxApartOfQuarters else { return fit }
        return slopes(of: points, stroke.runs, .eighths)
    }
}

extension DrawListBuilder {
    /// Draws a dense stroke as the area between its envelopes. If its runs lie above one another, or the slopes are too
    /// inaccurate, the stroke is rasterised on the CPU.
    ///
    /// - Returns: false, and draws nothing, if the stroke is not dense or too wide, or if it needs rasterising and that
    ///   is not possible.
    mutating func drawDense(_ line: Polyline, clip: PixelRect, label: String) -> Bool {
        let visible = VisibleBox(clip: clip, reach: line.width / 2)
        guard let stroke = DenseStroke(line.points.span, width: line.width, visible) else { return false }
        var facts = MarkFacts(line, faintLines: faintLines)
        facts.add(stroke)
        facts.requested = requested
        guard RenderStrategy.isDense(facts) else { return false }
        var envelope: (columns: Range<Int>, fit: EnvelopeFit)?
        while true {
            switch choose(.stroke, facts) {
            case .coverage:
                if count(line, stroke, clip: clip, label: label) { return true }
                facts.refused.insert(.coverage)
            case .bins:
                if let envelope {
                    draw(envelope.fit, of: envelope.columns, stroke, line.paint, clip: clip, label: label)
                    return true
                }
                guard
                    let columns = ColumnEnvelope(
                        width: line.width, isVertical: stroke.isVertical, along: stroke.extent, clip: clip)
                else { return false }
                envelope = columns.fit(to: line.points, stroke).map { (columns.columns, $0) }
                facts.envelopeError = envelope.map { $0.fit.detail == .eighths ? $0.fit.apart : 0 }
                if envelope == nil { facts.refused.insert(.bins) }
            default: return false
            }
        }
    }

    private mutating func draw(
        _ fit: EnvelopeFit, of columns: Range<Int>, _ stroke: DenseStroke, _ paint: Paint, clip: PixelRect,
        label: String
    ) {
        drawLayers()
        let first = beginSlopes(parts: fit.detail.parts, count: fit.slopes.count)
        envelopeSlopes += fit.slopes
        drawSlopes(
            of: columns, fit.detail, from: first, isVertical: stroke.isVertical, paint, clip: clip, label: label)
    }

    /// Rasterises the coverage of a stroke on the CPU.
    ///
    /// - Returns: false, and draws nothing, if the stroke has no single colour, or there are too many pixels.
    private mutating func count(_ line: Polyline, _ stroke: DenseStroke, clip: PixelRect, label: String) -> Bool {
        guard
            case .solid(let color) = line.paint,
            let coverage = StrokeCoverage(
                width: line.width, isVertical: stroke.isVertical, along: stroke.extent,
                perPixel: stroke.cellsPerPixel(width: line.width), clip: clip)
        else { return false }
        source?.tier = .counted
        draw(coverage.map(of: line.points, stroke.runs), color: color, clip: clip, label: label)
        return true
    }

    /// Returns the index of the next slopes, aligned so that a block of them lies in one row of the texture.
    ///
    /// - Parameter count: number of slopes to be added. Reserves capacity for them and for padding their last row, so
    ///   that existing slopes do not move.
    mutating func beginSlopes(parts: Int, count: Int) -> Int {
        let needed = envelopeSlopes.count + count + 2 * TextureData.envelopeSlopesPerRow
        if envelopeSlopes.capacity < needed { envelopeSlopes.reserveCapacity(max(needed, 2 * envelopeSlopes.count)) }
        let whole = TrapezoidTiles.width * parts
        envelopeSlopes += repeatElement(.empty, count: (whole - envelopeSlopes.count % whole) % whole)
        return envelopeSlopes.count
    }

    /// Draws the area between the envelopes, with the slopes from `first` on.
    mutating func drawSlopes(
        of columns: Range<Int>, _ detail: EnvelopeDetail, from first: Int, isVertical: Bool, _ paint: Paint,
        clip: PixelRect, label: String
    ) {
        var uniforms = DrawUniforms(size: size)
        uniforms.set(paint)
        uniforms.shape.x = isVertical ? 1 : 0
        let blocks = envelopes.count
        appendBlocks(of: columns, parts: detail.parts, from: first, isVertical: isVertical, clip: clip)
        draw(
            detail.program, .over, .envelope, first: blocks, count: envelopes.count - blocks,
            textures: [envelopeSlopeTexture()],
            uniforms: uniforms, scissor: clip, label: label)
    }

    /// Appends a block for each four columns that are not empty, as high as the stroke is there.
    private mutating func appendBlocks(
        of columns: Range<Int>, parts: Int, from offset: Int, isVertical: Bool, clip: PixelRect
    ) {
        let width = TrapezoidTiles.width
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
                    ? PlotRect(minX: top, minY: from, maxX: bottom, maxY: to)
                    : PlotRect(minX: from, minY: top, maxX: to, maxY: bottom),
                in: clip)
            guard !rect.isEmpty else { continue }
            let row = TextureData.envelopeSlopesPerRow
            // The index refers to the block's first column, also where the clip cuts the block.
            envelopes.append(
                EnvelopeVertex(box: rect.plotRect, texel: SIMD2(Float(index % row * 5), Float(index / row))))
        }
    }
}
