import VitrailScene

/// An area with samples in every pixel column: what it covers is counted pixel by pixel, since each slice would be blended over all of its pixels.
struct CountedArea: Sendable {
    /// Samples a pixel along; of fewer, slices are drawn.
    private static let leastPerPixel: Float = 2
    /// Samples: fewer are soon drawn.
    private static let fewest = 256
    /// Where the way turns back, how often it leads over a place in the mean; more seldom, slices are drawn.
    private static let leastOver: Float = 4

    private let samples: [Area.Sample]
    private let fill: FillPicture
    private let extent: Extent

    /// - Returns: nil where samples lie sparsely, a gradient does not go across, or there are very many pixels.
    init?(_ area: Area, clip: PixelRect) {
        samples = area.samples
        guard area.samples.count >= Self.fewest, let extent = Extent(area.samples.span), !clip.isEmpty else { return nil }
        let length = extent.along.upperBound - extent.along.lowerBound
        guard Float(area.samples.count) > length * Self.leastPerPixel || (extent.turnsBack && extent.way > length * Self.leastOver) else { return nil }
        let isVertical = area.orientation == .vertical
        let (low, high) = (extent.across.lowerBound - 1, extent.across.upperBound + 1)
        let across = isVertical
            ? PlotRect(minX: low, minY: Float(clip.y), maxX: high, maxY: Float(clip.maxY))
            : PlotRect(minX: Float(clip.x), minY: low, maxX: Float(clip.maxX), maxY: high)
        let box = PixelRect(touching: across, in: clip)
        guard !box.isEmpty, box.width * box.height <= PictureLimits.countedPixels,
            let found = FillPicture(
                box: box, isVertical: isVertical, paints: (area.paint, area.invertedPaint ?? area.paint), isOver: extent.turnsBack),
            !found.isClear
        else { return nil }
        (fill, self.extent) = (found, extent)
    }

    /// Side by side.
    var pictures: [StripPicture] {
        guard extent.turnsBack else { return [picture] }
        let strips = fill.strips.count
        let parts = SliceCounter.parts(of: strips, bytesEach: SliceCounter.bytesPerStrip(fill))
        return Parallel.map(parts) { k in
            var counter = SliceCounter(fill, strips: strips * k / parts..<strips * (k + 1) / parts)
            for sample in samples { counter.go(to: sample) }
            return counter.finish()
        }
    }

    /// Of an area that runs on.
    private var picture: StripPicture {
        let isReversed = extent.isFalling
        var pen = FillPen(fill, strips: fill.strips, isReversed: isReversed)
        let rowStart = Float(fill.rows.lowerBound)
        let (start, end) = (Double(fill.origin), Double(fill.origin + fill.strips.count * StripPicture.lanes))
        for sample in samples {
            guard sample.isFinite else {
                pen.jump(to: nil)
                continue
            }
            let along = Double(sample.along)
            pen.go(
                to: FillPlace(along: isReversed ? end - along : along - start, first: sample.first - rowStart, second: sample.second - rowStart))
        }
        return pen.finish()
    }

    /// How an area runs.
    private struct Extent {
        let along: ClosedRange<Float>
        let across: ClosedRange<Float>
        /// From sample to sample, to and fro.
        let way: Float
        private let rises, falls: Bool

        /// All samples lie before the one that comes before them.
        var isFalling: Bool { falls && !rises }
        /// Some of them do.
        var turnsBack: Bool { falls && rises }

        /// - Returns: nil where all lie at one place.
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
    /// Draws an area by what it covers of each pixel.
    ///
    /// - Returns: false, and nothing is drawn, where slices are to be drawn.
    mutating func count(_ area: Area, clip: PixelRect, label: String) -> Bool {
        guard source != nil, let counted = CountedArea(area, clip: clip) else { return false }
        source?.tier = .counted
        for picture in counted.pictures {
            for mark in picture.marks { append(mark, clip: clip, label: label) }
        }
        return true
    }
}
