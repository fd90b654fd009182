import VitrailRaster
import VitrailScene
import VitrailSystem

/// An area with samples in every pixel column. Its coverage is accumulated per pixel on the CPU, because drawing each
/// trapezoid would blend over all of its pixels.
struct AreaRasterizer: Sendable {
    private let samples: [Area.Sample]
    private let fill: AreaTarget
    private let extent: Extent

    /// - Returns: nil if samples are sparse, a gradient does not run across, or there are too many pixels.
    ///
    /// - Parameter choose: returns the strategy for facts about the area.
    init?(_ area: Area, clip: PixelRect, choose: (MarkFacts) -> RenderStrategy) {
        samples = area.samples
        var facts = MarkFacts()
        facts.samples = samples.count
        guard samples.count >= StrategyThreshold.areaSamples.count, let extent = Extent(area.samples.span),
            !clip.isEmpty
        else {
            _ = choose(facts)
            return nil
        }
        facts.pixels = Double(extent.along.upperBound - extent.along.lowerBound)
        (facts.isMonotonic, facts.wayAlong) = (!extent.turnsBack, Double(extent.way))
        let isVertical = area.orientation == .vertical
        let (low, high) = (extent.across.lowerBound - 1, extent.across.upperBound + 1)
        let across =
            isVertical
            ? PlotRect(minX: low, minY: Float(clip.y), maxX: high, maxY: Float(clip.maxY))
            : PlotRect(minX: Float(clip.x), minY: low, maxX: Float(clip.maxX), maxY: high)
        let box = PixelRect(touching: across, in: clip)
        facts.area = box.width * box.height
        guard choose(facts) == .coverage, !box.isEmpty else { return nil }
        guard
            let found = AreaTarget(
                box: box, isVertical: isVertical, paints: (area.paint, area.invertedPaint ?? area.paint),
                isOver: extent.turnsBack),
            !found.isClear
        else {
            facts.refused = [.coverage]
            _ = choose(facts)
            return nil
        }
        (fill, self.extent) = (found, extent)
    }

    /// The rasterised area, as one or more pictures side by side.
    var pictures: [SparseTileImage] {
        guard extent.turnsBack else { return [picture] }
        let strips = fill.strips.count
        let parts = TrapezoidAccumulator.parts(of: strips, bytesEach: TrapezoidAccumulator.bytesPerStrip(fill))
        return Parallel.map(parts) { k in
            var counter = TrapezoidAccumulator(fill, strips: strips * k / parts..<strips * (k + 1) / parts)
            for sample in samples { counter.go(to: sample) }
            return counter.finish()
        }
    }

    /// The rasterised area, for an area that is monotonic.
    private var picture: SparseTileImage {
        let isReversed = extent.isFalling
        var pen = AreaEdgeWriter(fill, strips: fill.strips, isReversed: isReversed)
        let rowStart = Float(fill.rows.lowerBound)
        let (start, end) = (Double(fill.origin), Double(fill.origin + fill.strips.count * SparseTileImage.lanes))
        for sample in samples {
            guard sample.isFinite else {
                pen.jump(to: nil)
                continue
            }
            let along = Double(sample.along)
            pen.go(
                to: AreaEdgePosition(
                    along: isReversed ? end - along : along - start, first: sample.first - rowStart,
                    second: sample.second - rowStart))
        }
        return pen.finish()
    }

    /// Position and direction of an area.
    private struct Extent {
        let along: ClosedRange<Float>
        let across: ClosedRange<Float>
        /// Sum of the distances along between successive samples, in pixels.
        let way: Float
        private let rises, falls: Bool

        /// Whether the samples are monotonically falling along the axis.
        var isFalling: Bool { falls && !rises }
        /// Whether the samples are not monotonic.
        var turnsBack: Bool { falls && rises }

        /// - Returns: nil if all samples have the same position along.
        init?(_ samples: Span<Area.Sample>) {
            var (rises, falls) = (false, false)
            var (previous, way) = (Float.nan, Float(0))
            var (low, high) = (SIMD2<Float>(repeating: .infinity), SIMD2<Float>(repeating: -.infinity))
            for i in samples.indices {
                let sample = samples[i]
                guard sample.isFinite else { continue }
                if sample.along > previous { rises = true }
                if sample.along < previous { falls = true }
                if previous.isFinite { way += abs(sample.along - previous) }
                previous = sample.along
                low = pointwiseMin(low, SIMD2(sample.along, min(sample.first, sample.second)))
                high = pointwiseMax(high, SIMD2(sample.along, max(sample.first, sample.second)))
            }
            guard rises || falls else { return nil }
            (along, across, self.way, self.rises, self.falls) = (low.x...high.x, low.y...high.y, way, rises, falls)
        }
    }
}

extension DrawListBuilder {
    /// Rasterises an area on the CPU and draws the resulting pictures.
    ///
    /// - Returns: false, and draws nothing, if the area has to be drawn as trapezoids.
    mutating func count(_ area: Area, clip: PixelRect, label: String) -> Bool {
        guard source != nil, let counted = AreaRasterizer(area, clip: clip, choose: { choose(.area, $0) }) else {
            return false
        }
        source?.tier = .counted
        for picture in counted.pictures {
            for mark in picture.marks { append(mark, clip: clip, label: label) }
        }
        return true
    }
}
