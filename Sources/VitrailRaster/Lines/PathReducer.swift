package import CColumns
package import VitrailColumns
package import VitrailScales
import VitrailScene
import VitrailSystem

/// Maps samples to the path that shows them: one to one, or, where many share a bin (a part of a pixel column), the
/// first, lowest, highest and last of each bin (M4: Jugel et al., "M4: A Visualization-Oriented Time Series Data
/// Aggregation", 2014). `ChunkedLineDecimator` does it for very many samples with a kept summary.
package enum PathReducer {
    /// Bins per pixel column. Bins as wide as a column would change the picture: a peak of one sample would become as
    /// wide as its column, and a line that goes back and forth in a column covers only a part of it.
    package static let eighths = 8.0
    /// Bins per pixel column of `ChunkedLineDecimator`, and cells per pixel column of the envelope of a dense stroke.
    package static let sixteenths = 16
    /// With fewer samples in a pixel column, pieces of eight are too coarse for a grid of sixteenths.
    private static let samplesPerColumnForDigest = 2 * Double(sixteenths * ChunkBounds.length)

    /// Fewer samples in a bin are read as fast as looked up.
    private static let samplesForRuns = 4.0 * Double(VITRAIL_SPAN_LENGTH)

    /// Pixels: lines farther from the plot area are invisible.
    private static let widest = 1_024.0

    /// Whether so many samples are reduced to fewer points.
    package static func reduces(
        _ count: Int, to alongScale: AxisScale, isAscending: Bool, partsPerColumn: Double = eighths
    ) -> Bool {
        var facts = MarkFacts()
        (facts.samples, facts.pixels) = (count, abs(alongScale.end - alongScale.start))
        facts.binsPerPixel = partsPerColumn
        return isAscending && RenderStrategy.choose(.line, facts).strategy == .bins
    }

    /// Whether a summary of the runs between gaps pays off: there are enough samples and gaps in view, and all values
    /// have a position.
    ///
    /// - Parameters:
    ///   - values: all values across.
    ///   - minimum: their minimum.
    package static func needsRuns(
        _ range: Range<Int>, of values: ColumnView, minimum: Double, alongScale: AxisScale, acrossScale: AxisScale,
        _ pyramid: MinMaxTree
    ) -> Bool {
        guard Double(range.count) > abs(alongScale.end - alongScale.start) * eighths * samplesForRuns else {
            return false
        }
        guard !acrossScale.mapper.hasExclusions, !alongScale.mapper.hasExclusions else { return false }
        if acrossScale.mapper.mapsPositiveOnly, minimum <= 0 { return false }
        return pyramid.hasManyGaps(range, of: values)
    }

    /// Whether a digest is exact enough for the line through samples, and not too large.
    package static func needsDigest(
        _ values: ColumnView, _ range: Range<Int>, alongScale: AxisScale, acrossScale: AxisScale, _ pyramid: MinMaxTree
    ) -> Bool {
        guard values.count <= ChunkBounds.maxSamples,
            Double(range.count) > abs(alongScale.end - alongScale.start) * samplesPerColumnForDigest
        else { return false }
        guard alongScale.mapper.isAffine, !acrossScale.mapper.hasExclusions else { return false }
        return !pyramid.hasManyGaps(range, of: values)
    }

    /// The path over the samples of `range`, in order: the minimum and the maximum at each sixteenth of a pixel.
    ///
    /// - Returns: `nil`: the digest is not suitable, because a value has no position, or many gaps or samples are far
    ///   apart.
    /// - Complexity: O(samples / 8) lookups, much faster than reading all samples.
    package static func path(
        _ digest: ChunkBounds, along: ColumnView, across: ColumnView, range: Range<Int>, alongScale: AxisScale,
        acrossScale: AxisScale
    ) -> [PathPoint]? {
        func path(_ positionAcross: some MonotonicScaleTransform) -> [PathPoint]? {
            ChunkedLineDecimator(
                along: along, across: across, positionAlong: Affine(alongScale), positionAcross: positionAcross,
                digest: digest
            ).path(range)
        }
        if acrossScale.mapper.isAffine { return path(Affine(acrossScale)) }
        return path(Mapped(acrossScale))
    }

    /// The path over the samples of `range`, in order. A value that is not finite, or that its axis cannot map, is a
    /// gap. A value in an exclusion is skipped, so that its neighbours are joined.
    ///
    /// - Parameters:
    ///   - isAscending: whether the independent values never fall; only then bins can be formed.
    ///   - partsPerColumn: bins per pixel column.
    ///   - keepsIndexes: one point per sample, whatever the sample is; skipped samples become gaps.
    ///   - isStepped: whether the path has a corner before each point.
    ///   - pyramid: over `across`, if there is one.
    ///   - runs: of `across`, if they are known.
    ///   - rows: number of samples before all but the extremes of bins were removed; `nil`: none were removed.
    /// - Complexity: O(pixel columns · log samples) with a pyramid, else O(samples) with one read each. All samples of
    ///   a bin are read if it has very many gaps and their runs are not known, or if it has a gap and an axis has
    ///   exclusions. If values are excluded now and then, all samples are read except in stretches that are excluded as
    ///   a whole, or whose extremes are both shown. A reduced path has at most four points per bin without gaps, and
    ///   six where the line jumps. With gaps, it has at most six runs of four points per bin, and as many strokes of at
    ///   most four points as there is room for.
    package static func path(
        along: ColumnView, across: ColumnView, range: Range<Int>, alongScale: AxisScale,
        acrossScale: AxisScale, isAscending: Bool, partsPerColumn: Double = eighths, keepsIndexes: Bool = false,
        isStepped: Bool = false,
        pyramid: MinMaxTree? = nil, runs: GridLevels<vitrail_runs>? = nil, standingFor rows: Int? = nil
    ) -> [PathPoint] {
        guard reduces(rows ?? range.count, to: alongScale, isAscending: isAscending, partsPerColumn: partsPerColumn)
        else {
            var samples = EachSample(along: along, across: across, range: range, keepsIndexes: keepsIndexes)
            samples.run(along: alongScale, across: acrossScale)
            return samples.path
        }
        let ends = (min(acrossScale.start, acrossScale.end) - widest, max(acrossScale.start, acrossScale.end) + widest)
        let columns = Columns(
            along: along, across: across, range: range, pyramid: pyramid, runs: runs, shown: ends.0...ends.1,
            partsPerPixel: partsPerColumn,
            isStepped: isStepped)
        return columns.run(along: alongScale, across: acrossScale)
    }

    /// The indexes of visible samples: all samples inside the axis' range, and one neighbour on each side.
    package static func visible(_ values: ColumnView, in range: NumberRange, isAscending: Bool) -> Range<Int> {
        guard isAscending, values.count > 0 else { return 0..<values.count }
        let first = values.indices.partition { values[$0] >= range.minimum }
        let last = values.indices.partition { values[$0] > range.maximum }
        return max(0, first - 1)..<min(values.count, last + 1)
    }

    /// The same on an axis with exclusions: the neighbours are the next samples that are drawn.
    package static func visible(_ values: ColumnView, on scale: AxisScale, isAscending: Bool) -> Range<Int> {
        let range = visible(values, in: scale.range, isAscending: isAscending)
        guard isAscending, let exclusions = scale.mapper.exclusions, !range.isEmpty else { return range }
        var (first, last) = (range.lowerBound, range.upperBound)
        while first > 0, let gone = exclusions.piece(around: values[first]) {
            first = max(values.indices.partition { values[$0] >= gone.start } - 1, 0)
        }
        while last < values.count, let gone = exclusions.piece(around: values[last - 1]) {
            last = min(values.indices.partition { values[$0] >= gone.end } + 1, values.count)
        }
        return first..<last
    }

    private struct Columns: MonotonicScaledLoop {
        let along, across: ColumnView
        let range: Range<Int>
        let pyramid: MinMaxTree?
        let runs: GridLevels<vitrail_runs>?
        let shown: ClosedRange<Double>
        let partsPerPixel: Double
        let isStepped: Bool

        func run(
            _ positionAlong: some MonotonicScaleTransform, _ positionAcross: some MonotonicScaleTransform
        ) -> [PathPoint] {
            M4Decimator.path(
                along: along, across: across, range: range, positionAlong, positionAcross, pyramid: pyramid, runs: runs,
                shown: shown,
                partsPerPixel: partsPerPixel, isStepped: isStepped)
        }
    }

    private struct EachSample: ScaledLoop {
        let along, across: ColumnView
        let range: Range<Int>
        let keepsIndexes: Bool
        var path: [PathPoint] = []

        init(along: ColumnView, across: ColumnView, range: Range<Int>, keepsIndexes: Bool) {
            (self.along, self.across, self.range, self.keepsIndexes) = (along, across, range, keepsIndexes)
        }

        mutating func run(_ positionAlong: some ScaleTransform, _ positionAcross: some ScaleTransform) {
            var (positionAlong, positionAcross) = (positionAlong, positionAcross)
            path.reserveCapacity(range.count)
            var pace = WorkPace()
            ColumnView.forEachBlock(of: range, along, across) { _, along, across in
                for i in along.indices {
                    if pace.isOver() { break }
                    positionAlong.seek(to: along[i])
                    positionAcross.seek(to: across[i])
                    if positionAlong.isExcluded(along[i]) || positionAcross.isExcluded(across[i]) {
                        if keepsIndexes { path.append(.gap) }
                        continue
                    }
                    let point = PathPoint(
                        along: Float(position: positionAlong.position(of: along[i]), of: along[i]),
                        across: Float(position: positionAcross.position(of: across[i]), of: across[i]))
                    path.append(point.isGap ? .gap : point)
                }
            }
            if keepsIndexes, path.count < range.count { path += repeatElement(.gap, count: range.count - path.count) }
        }
    }
}
