/// The facts about a mark that the choice of a strategy may depend on.
///
/// The defaults describe an ordinary mark, so callers set only the facts that they know. A fact never depends on
/// earlier pictures, on the number of threads, or on the class of a series.
package struct MarkFacts: Sendable, Hashable {
    /// The kinds of marks, from samples while planning (`line`, `fill`, `bars`, `points`, `prices`, `errorBars`, and
    /// `others`), and from positions while tessellating (all others).
    package enum Mark: String, Sendable, Hashable, CaseIterable, Codable {
        case line, fill, bars, points, prices, errorBars, others
        case stroke, unorderedStroke, area, markers, discs, sectors
    }

    /// What the shape of a mark has against samples that stay on the device.
    package enum Obstacle: String, Sendable, Hashable, CaseIterable {
        case isPolar = "radial marks are no function of two axes"
        case standsForOthers = "the samples stand for others, or some of them are no points"
        case isShaped = "a line of this shape has points that are no samples"
        case isDashed = "dashes are cut along the whole line"
        case isStacked = "stacked bars start at samples of other series"
        case hasOwnBars = "bars with outlines, round tips, gradients or colours of their own are drawn one by one"
        case hasOwnSymbols = "symbols other than discs of one colour are drawn one by one"
    }

    /// The monotonic pieces of an unordered line.
    package struct Pieces: Sendable, Hashable {
        package var count: Int
        /// Length along the axis of all pieces and of the segments between them, pixels.
        package var length: Double
        /// Number of points of the decimated pieces.
        package var points: Double

        package init(count: Int, length: Double, points: Double) {
            (self.count, self.length, self.points) = (count, length, points)
        }
    }

    /// Whether each sample has to be geometry that is made for this picture.
    package var isForced = false
    /// The strategy that a host asks for; `nil`: the best one.
    package var requested: RenderStrategy?
    /// Number of samples or points in view.
    package var samples = 0
    /// Pixels along the independent axis: of the axis, or for points, of their extent.
    package var pixels = 0.0
    /// Pixels that a picture of the mark would have.
    package var area = 0
    /// Whether the samples ascend along the axis.
    package var isOrdered = true
    /// Whether an axis excludes ranges of values.
    package var hasExclusions = false
    /// Whether the mark has a single colour.
    package var hasOneColor = true
    /// Strategies that turned out to be impossible: no memory, too wide, or no such kernel for the mark.
    package var refused: Set<RenderStrategy> = []

    /// The device that draws the picture, and the number of samples of the series, in view or not.
    package var device = DrawingDevice.software
    package var loaded = 0
    /// Whether there is a mark of samples that stay on the device for this kind of series.
    package var hasResidentMark = false
    package var obstacles: Set<Obstacle> = []
    /// Why an earlier choice for this mark was against such samples.
    package var refusal: String?
    /// Number of samples whose positions the device cannot compute precisely enough.
    package var enlargedSamples = 0
    /// Whether the CPU rasterises the series in any case.
    package var isRasterized = false

    /// Width of a stroke, pixels; 0: no stroke.
    package var strokeWidth: Float = 2
    /// Bins per pixel column, if a series draws more than its stroke's width needs; 0: `RenderStrategy.binsPerPixel`.
    package var binsPerPixel = 0.0
    /// Pieces of an unordered line; `nil`: too many, or samples without a position.
    package var pieces: Pieces?

    /// Whether the exact envelope of a stroke was computed.
    package var hasExactEnvelope = false
    /// Whether all runs of a path are monotonic along one axis, and no point lies far outside.
    package var isDense = false
    /// Points of a path per pixel of its extent along.
    package var pointsPerPixel: Float = 0
    /// Share of segments that run straight across.
    package var shareOfSteps: Float = 0
    /// Mean area between a stroke and the envelope of its bins, pixels; `nil`: not computed yet.
    package var envelopeError: Float?
    /// Share of cells of a stroke with ends or thin parts, and of segments shorter than a cell.
    package var shareOfThinCells: Float = 0
    package var shareOfShortSegments: Float = 0
    /// Whether the colour is faint, and the number of faint lines in the picture.
    package var isFaint = false
    package var faintLines = 0

    /// Whether the points of an area are monotonic along, and the sum of their distances along, pixels.
    package var isMonotonic = true
    package var wayAlong = 0.0

    /// Width of a bar or price, and of its outline, pixels.
    package var itemWidth = 0.0
    package var outlineWidth = 0.0
    /// Whether bars have styles with outlines of their own, or bases of their own.
    package var hasOwnShapes = false
    /// Maximum number of layers of markers, or of faint discs, at one place.
    package var layers: Float = 0

    package init() {}
}

/// A strategy and the reason for it, as `--stats` reports them.
public struct StrategyChoice: Sendable, Hashable, Codable {
    /// `line`, `stroke`, `area` and the like.
    public var mark: String
    public var strategy: RenderStrategy
    public var reason: String
    /// Why the samples do not stay on the device, if the chart asks for it.
    public var refusal: String?

    package init(_ mark: MarkFacts.Mark, _ strategy: RenderStrategy, _ reason: String, refusal: String? = nil) {
        (self.mark, self.strategy, self.reason) = (mark.rawValue, strategy, reason)
        self.refusal = refusal
    }
}

extension RenderStrategy {
    /// Number of bins per pixel column for a line of some width. A bin as wide as a column would change the picture: a
    /// peak of one sample would become as wide as its column.
    ///
    /// - Parameter width: pixels; 0: no line is drawn.
    package static func binsPerPixel(width: Float) -> Double {
        if Double(width) >= StrategyThreshold.wideStroke.value || width <= 0 { return 8 }
        return Double(width) >= StrategyThreshold.thinStroke.value ? 16 : 64
    }

    /// Whether samples stay on the device if a host asks for no strategy: many samples on a graphics card.
    ///
    /// The CPU passes over all samples for each picture and uploads the result. A card draws some 10⁹
    /// vertices per second, which is faster than that pass from the second picture on; the first one uploads 8 bytes
    /// for each sample, which takes about as long as the pass. A software rasteriser draws 10⁷ segments per second at
    /// best, so there the CPU's strategies are faster.
    private static func staysByItself(_ facts: MarkFacts) -> Bool {
        facts.requested == nil && facts.device == .hardware
            && facts.loaded >= StrategyThreshold.residentSamples.count
    }

    /// What a mark has against samples that stay on the device. `nil`: nothing.
    private static func obstacle(_ mark: MarkFacts.Mark, _ facts: MarkFacts) -> String? {
        if let refusal = facts.refusal { return refusal }
        guard facts.hasResidentMark else { return "marks of this kind are not drawn from samples on the device" }
        if let obstacle = MarkFacts.Obstacle.allCases.first(where: facts.obstacles.contains) {
            return obstacle.rawValue
        }
        if facts.hasExclusions { return "an axis excludes values" }
        switch mark {
        case .line:
            if !facts.hasOneColor { return "the line changes its colour at the baseline" }
            if Double(facts.strokeWidth) < StrategyThreshold.residentStroke.value {
                return "a line narrower than a pixel needs its segments' lengths"
            }
            return Double(facts.shareOfThinCells) > StrategyThreshold.thinShare.value
                ? "its gaps are too many for cells of pixels" : nil
        case .fill: return facts.isOrdered ? nil : "the area's samples are in no order"
        default: return nil
        }
    }

    /// The way to draw a mark. A pure function of its arguments.
    package static func choose(_ mark: MarkFacts.Mark, _ facts: MarkFacts) -> StrategyChoice {
        var refusal: String?
        func choice(_ strategy: RenderStrategy, _ reason: String) -> StrategyChoice {
            StrategyChoice(mark, strategy, reason, refusal: refusal)
        }
        if facts.isForced { return choice(.raw, "the chart asks for geometry of each sample") }
        if mark.isOfSamples, facts.requested == .resident || staysByItself(facts) {
            let obstacle = obstacle(mark, facts)
            if obstacle == nil { return choice(.resident, residentReason(facts)) }
            if facts.requested != nil { refusal = obstacle }
        }
        if let wanted = facts.requested, allows(wanted, mark, facts) { return choice(wanted, "the chart asks for it") }
        switch mark {
        case .line: return line(facts, choice)
        case .fill: return fill(facts, choice)
        case .bars: return bars(facts, choice)
        case .prices:
            guard facts.itemWidth <= 1 else { return choice(.segments, "prices wider than a pixel") }
            return many(facts, over: .pricesPerPixel, choice)
        case .errorBars:
            guard !facts.hasOwnShapes else { return choice(.segments, "error bars have styles of their own") }
            return many(facts, over: .errorBarsPerPixel, choice)
        case .points: return choice(.segments, "each sample has a symbol")
        case .others:
            return facts.isRasterized
                ? choice(.coverage, "the CPU rasterises series of this kind")
                : choice(.segments, "series of this kind have other shapes")
        case .stroke: return stroke(facts, choice)
        case .unorderedStroke:
            return facts.refused.contains(.coverage)
                ? choice(.segments, "the picture is too large for its coverage")
                : choice(.coverage, "the path has no order")
        case .area: return area(facts, choice)
        case .markers:
            if facts.area < facts.samples * StrategyThreshold.pixelsPerMarker.count {
                return choice(.coverage, "many markers for the size of the picture")
            }
            return Double(facts.layers) > StrategyThreshold.markerLayers.value
                ? choice(.coverage, "markers overlap") : choice(.segments, "few markers")
        case .discs:
            let sparse = max(facts.area / StrategyThreshold.pixelsPerMarker.count, StrategyThreshold.discs.count)
            if facts.samples > sparse { return choice(.coverage, "many discs for the size of the picture") }
            return Double(facts.layers) > StrategyThreshold.discLayers.value
                ? choice(.coverage, "faint discs overlap") : choice(.segments, "few discs")
        case .sectors:
            return facts.samples > StrategyThreshold.thinSectors.count
                ? choice(.bins, "many slices: neighbours thinner than a cell are joined")
                : choice(.segments, "few slices")
        }
    }

    private static func residentReason(_ facts: MarkFacts) -> String {
        let reason = facts.requested == nil ? "many samples on a graphics card" : "the chart asks for it"
        guard facts.enlargedSamples > 0 else { return reason }
        return reason
            + "; \(facts.enlargedSamples) samples are in blocks that are enlarged beyond the precision of the device"
    }

    private typealias Choosing = (RenderStrategy, String) -> StrategyChoice

    /// Whether a mark can be drawn in a way that a host asks for.
    private static func allows(_ strategy: RenderStrategy, _ mark: MarkFacts.Mark, _ facts: MarkFacts) -> Bool {
        switch strategy {
        case .raw, .resident: return false
        case .segments: return true
        case .bins:
            switch mark {
            case .line: return facts.isOrdered
            case .stroke: return facts.isDense && !facts.refused.contains(.bins)
            case .sectors: return true
            default: return false
            }
        case .coverage:
            guard !facts.refused.contains(.coverage) else { return false }
            switch mark {
            case .line: return !facts.isOrdered && facts.hasOneColor && !facts.hasExclusions
            case .stroke: return facts.hasOneColor
            case .fill: return facts.isOrdered && facts.area <= StrategyThreshold.coveragePixels.count
            case .area: return facts.area <= StrategyThreshold.coveragePixels.count
            case .bars:
                var usual = facts
                (usual.requested, usual.device) = (nil, .software)
                return choose(.bars, usual).strategy == .coverage
            case .prices: return facts.itemWidth <= 1
            case .errorBars: return !facts.hasOwnShapes
            case .unorderedStroke, .markers, .discs: return true
            case .sectors, .points, .others: return false
            }
        }
    }

    // MARK: From samples

    private static func line(_ facts: MarkFacts, _ choice: Choosing) -> StrategyChoice {
        guard facts.isOrdered else { return unorderedLine(facts, choice) }
        if facts.requested == .coverage { return choice(.segments, "the coverage of every sample") }
        let perPixel = facts.binsPerPixel > 0 ? facts.binsPerPixel : binsPerPixel(width: facts.strokeWidth)
        let bins = facts.pixels * perPixel
        return Double(facts.samples) > bins * StrategyThreshold.samplesPerBin.value
            ? choice(.bins, "more than four samples in a bin of a pixel column")
            : choice(.segments, "few samples in each pixel column")
    }

    private static func unorderedLine(_ facts: MarkFacts, _ choice: Choosing) -> StrategyChoice {
        guard facts.samples >= StrategyThreshold.samplesForCoverage.count else {
            return choice(.segments, "few samples, in no order")
        }
        guard !facts.hasExclusions else { return choice(.segments, "no order, and an axis excludes ranges") }
        if let pieces = facts.pieces, Double(facts.strokeWidth) / 2 <= StrategyThreshold.radiusOfEnvelope.value,
            Double(facts.samples) >= Double(pieces.count) * StrategyThreshold.samplesPerPiece.value,
            Double(facts.samples) >= StrategyThreshold.samplesPerPieceLength.value * pieces.length,
            pieces.points <= StrategyThreshold.pointsOfPieces.value
        {
            return choice(.bins, "long monotonic pieces with many samples in each pixel")
        }
        return facts.hasOneColor
            ? choice(.coverage, "many samples, in no order")
            : choice(.segments, "no order, and more than one colour")
    }

    private static func fill(_ facts: MarkFacts, _ choice: Choosing) -> StrategyChoice {
        guard facts.isOrdered else { return choice(.segments, "the samples are in no order") }
        guard facts.area <= StrategyThreshold.coveragePixels.count, !facts.refused.contains(.coverage) else {
            return choice(.segments, "the picture is too large, or a gradient does not run across")
        }
        let bins = facts.pixels * binsPerPixel(width: 0)
        return Double(facts.samples) > bins * StrategyThreshold.samplesPerBin.value
            ? choice(.coverage, "many samples in each pixel column")
            : choice(.segments, "few samples in each pixel column")
    }

    private static func bars(_ facts: MarkFacts, _ choice: Choosing) -> StrategyChoice {
        guard facts.itemWidth < StrategyThreshold.barWidth.value else {
            return choice(.segments, "bars at least a pixel wide")
        }
        guard !facts.hasOwnShapes, !facts.refused.contains(.coverage) else {
            return choice(.segments, "narrow bars with styles or bases of their own")
        }
        return facts.outlineWidth == 0
            || facts.itemWidth + facts.outlineWidth <= StrategyThreshold.outlinedBarWidth.value
            ? choice(.coverage, "bars narrower than a pixel")
            : choice(.segments, "narrow bars with wide outlines")
    }

    private static func many(
        _ facts: MarkFacts, over perPixel: StrategyThreshold, _ choice: Choosing
    ) -> StrategyChoice {
        Double(facts.samples) > facts.pixels * perPixel.value
            ? choice(.coverage, "more samples than pixels along the axis")
            : choice(.segments, "no more samples than pixels along the axis")
    }

    // MARK: From positions

    private static func stroke(_ facts: MarkFacts, _ choice: Choosing) -> StrategyChoice {
        let mayCover = facts.hasOneColor && !facts.refused.contains(.coverage)
        if facts.isDense, isDense(facts) { return dense(facts, mayCover, choice) }
        guard mayCover else { return choice(.segments, "a paint or a size without coverage") }
        if isOneOfManyFaint(facts) { return choice(.coverage, "one of many faint lines") }
        if facts.hasExactEnvelope { return choice(.segments, "a monotonic path, drawn as its exact envelope") }
        if isThin(facts) { return choice(.coverage, "many short or thin segments") }
        return facts.samples >= StrategyThreshold.samplesForCoverage.count
            ? choice(.coverage, "many points that are not monotonic") : choice(.segments, "few points")
    }

    /// Whether a stroke has many ends, short segments, or thin parts for the pixels that it covers.
    package static func isThin(_ facts: MarkFacts) -> Bool {
        Double(facts.shareOfThinCells) > StrategyThreshold.thinShare.value
            || Double(facts.shareOfShortSegments) > StrategyThreshold.shortShare.value
    }

    private static func isOneOfManyFaint(_ facts: MarkFacts) -> Bool {
        facts.isFaint && facts.faintLines > StrategyThreshold.faintLines.count
    }

    /// Whether so many points of a path share a pixel column that bins of it are drawn.
    package static func isDense(_ facts: MarkFacts) -> Bool {
        if let wanted = facts.requested, allows(wanted, .stroke, facts) { return wanted != .segments }
        guard facts.pixels >= StrategyThreshold.strokeExtent.value,
            Double(facts.pointsPerPixel) > StrategyThreshold.pointsPerPixel.value
        else { return false }
        return Double(facts.shareOfSteps) <= StrategyThreshold.shareOfSteps.value
            || Double(facts.pointsPerPixel) > StrategyThreshold.pointsPerPixelOfSteps.value
    }

    private static func dense(_ facts: MarkFacts, _ mayCover: Bool, _ choice: Choosing) -> StrategyChoice {
        if mayCover, isOneOfManyFaint(facts) { return choice(.coverage, "one of many faint lines") }
        let isCrowded =
            Double(facts.pointsPerPixel) > StrategyThreshold.manyPointsPerPixel.value
            && Double(facts.strokeWidth) >= StrategyThreshold.wideStroke.value
        let limit = isCrowded ? StrategyThreshold.envelopeErrorOfMany : .envelopeError
        if facts.refused.contains(.bins) {
            return mayCover
                ? choice(.coverage, "the envelope of the stroke cannot be computed")
                : choice(.segments, "neither envelope nor coverage")
        }
        if let error = facts.envelopeError, Double(error) > limit.value, mayCover {
            return choice(.coverage, "the envelope of the stroke is not exact enough")
        }
        return choice(.bins, "many points in each pixel column")
    }

    private static func area(_ facts: MarkFacts, _ choice: Choosing) -> StrategyChoice {
        guard facts.samples >= StrategyThreshold.areaSamples.count else { return choice(.segments, "few points") }
        guard facts.area <= StrategyThreshold.coveragePixels.count, !facts.refused.contains(.coverage) else {
            return choice(.segments, "the picture is too large, or a gradient does not run across")
        }
        if Double(facts.samples) > facts.pixels * StrategyThreshold.areaSamplesPerPixel.value {
            return choice(.coverage, "many points in each pixel column")
        }
        return !facts.isMonotonic && facts.wayAlong > facts.pixels * StrategyThreshold.areaOverlap.value
            ? choice(.coverage, "the area lies above itself") : choice(.segments, "few points in each pixel column")
    }
}

extension MarkFacts.Mark {
    /// Whether the mark is chosen from samples, while planning.
    fileprivate var isOfSamples: Bool {
        switch self {
        case .line, .fill, .bars, .points, .prices, .errorBars, .others: true
        case .stroke, .unorderedStroke, .area, .markers, .discs, .sectors: false
        }
    }
}
