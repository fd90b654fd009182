/// A number at which `RenderStrategy.choose` changes its choice.
///
/// All of them are in this file, with their unit, the reason, and the crossover that was measured on a software
/// rasteriser (llvmpipe) and on a graphics card. "Estimated" marks a crossover that was not measured; a "limit of error"
/// or "of memory" is no crossover of times.
package struct StrategyThreshold: Sendable {
    package let name: String
    package let value: Double
    package let unit: String
    /// The reason for the change of strategy at this value.
    package let reason: String
    /// Measured or estimated crossover on llvmpipe, or the error that the limit bounds.
    package let software: String
    /// The same on a graphics card.
    package let hardware: String
    /// Facts at a value of this threshold, for which the choice changes at `value`. `nil`: the value is a parameter of
    /// another threshold.
    package let example: Example?

    /// The choices on both sides of a threshold.
    package struct Example: Sendable {
        package let mark: MarkFacts.Mark
        package let facts: @Sendable (Double) -> MarkFacts
        /// The choice directly below the threshold, and directly above it.
        package let below, above: RenderStrategy
    }

    private init(
        _ name: String, _ value: Double, _ unit: String, _ reason: String, software: String,
        hardware: String = StrategyThreshold.sameOnCard, example: Example? = nil
    ) {
        (self.name, self.value, self.unit, self.reason) = (name, value, unit, reason)
        (self.software, self.hardware, self.example) = (software, hardware, example)
    }

    /// The value as a whole number.
    package var count: Int { Int(value) }

    private static let sameOnCard =
        "not measured; estimated as on llvmpipe, because the limit bounds an error or work of the CPU"
    private static let lateOnCard =
        "not measured; estimated 10 to 100 times as high, because a card draws geometry faster"

    private static func example(
        _ mark: MarkFacts.Mark, below: RenderStrategy, above: RenderStrategy,
        _ facts: @escaping @Sendable (inout MarkFacts, Double) -> Void
    ) -> Example {
        Example(
            mark: mark,
            facts: {
                var found = MarkFacts()
                facts(&found, $0)
                return found
            }, below: below, above: above)
    }

    // MARK: Lines and bands, from their samples

    package static let samplesPerBin = StrategyThreshold(
        "samplesPerBin", 4, "samples",
        "With more in each bin of a pixel column, a line is drawn from the first, minimum, maximum and last of them.",
        software: "measured: lines of bins are faster from below 0.5, fills from 0.3; below 4, segments are exact",
        hardware: lateOnCard,
        example: example(.line, below: .segments, above: .bins) {
            ($0.samples, $0.pixels) = (Int(($1 * 8 * 1_000).rounded()), 1_000)
        })
    package static let wideStroke = StrategyThreshold(
        "wideStroke", 1.25, "pixels", "Narrower strokes show more detail and get 16 bins a pixel instead of 8.",
        software: "a limit of error: 24/255 in 1 of 100 pixels",
        example: example(.line, below: .segments, above: .bins) {
            ($0.samples, $0.pixels, $0.strokeWidth) = (48_000, 1_000, Float($1))
        })
    package static let thinStroke = StrategyThreshold(
        "thinStroke", 0.625, "pixels", "Narrower strokes get 64 bins a pixel instead of 16.",
        software: "a limit of error: 24/255 in 1 of 100 pixels",
        example: example(.line, below: .segments, above: .bins) {
            ($0.samples, $0.pixels, $0.strokeWidth) = (100_000, 1_000, Float($1))
        })
    package static let samplesForCoverage = StrategyThreshold(
        "samplesForCoverage", 2_000, "samples",
        "An unordered line of fewer samples is drawn segment by segment; longer ones by their coverage.",
        software: "measured: 1,240 in 1,000 × 600 pixels; more in larger pictures", hardware: lateOnCard,
        example: example(.line, below: .segments, above: .coverage) {
            ($0.samples, $0.pixels, $0.isOrdered) = (Int($1.rounded()), 1_000, false)
        })
    package static let samplesPerPiece = StrategyThreshold(
        "samplesPerPiece", 16, "samples",
        "An unordered line with longer monotonic pieces is decimated piece by piece.",
        software: "estimated: each piece costs about as much as 16 samples",
        example: example(.line, below: .coverage, above: .bins) {
            ($0.samples, $0.pixels, $0.isOrdered) = (1_000_000, 1_000, false)
            $0.pieces = MarkFacts.Pieces(
                count: Int(1_000_000 / $1), length: 2_000, points: 100_000)
        })
    package static let samplesPerPieceLength = StrategyThreshold(
        "samplesPerPieceLength", 4, "samples per pixel",
        "Pieces with fewer samples per pixel of their length have as many points as samples; coverage is faster then.",
        software: "estimated: four points of a bin are the samples",
        example: example(.line, below: .coverage, above: .bins) {
            ($0.samples, $0.pixels, $0.isOrdered) = (100_000, 1_000, false)
            $0.pieces = MarkFacts.Pieces(count: 10, length: 100_000 / $1, points: 50_000)
        })
    package static let pointsOfPieces = StrategyThreshold(
        "pointsOfPieces", Double(1 << 20), "points",
        "The points of all pieces are in memory, those of a coverage are not.", software: "a limit of memory: 8 MB",
        example: example(.line, below: .bins, above: .coverage) {
            ($0.samples, $0.pixels, $0.isOrdered) = (100_000_000, 1_000, false)
            $0.pieces = MarkFacts.Pieces(count: 10, length: 10_000, points: $1)
        })
    package static let radiusOfEnvelope = StrategyThreshold(
        "radiusOfEnvelope", 16, "pixels", "Half of a stroke's width, up to which envelopes are computed.",
        software: "estimated: wider strokes are drawn segment by segment in the same time",
        example: example(.line, below: .bins, above: .coverage) {
            ($0.samples, $0.pixels, $0.isOrdered, $0.strokeWidth) = (100_000, 1_000, false, Float(2 * $1))
            $0.pieces = MarkFacts.Pieces(count: 10, length: 10_000, points: 10_000)
        })

    // MARK: Strokes, from their points

    package static let pointsPerPixel = StrategyThreshold(
        "pointsPerPixel", 0.5, "points per pixel along",
        "With fewer points, segments or exact envelopes are drawn.",
        software: "measured: bins are faster from below 0.25; below 0.5, segments are exact", hardware: lateOnCard,
        example: example(.stroke, below: .segments, above: .bins) {
            ($0.samples, $0.pixels, $0.isDense, $0.pointsPerPixel) = (1_000, 1_000, true, Float($1))
        })
    package static let strokeExtent = StrategyThreshold(
        "strokeExtent", 8, "pixels", "A shorter path mainly moves back and forth across.",
        software: "estimated: as many columns as a block of the envelope and its neighbour have",
        example: example(.stroke, below: .segments, above: .bins) {
            ($0.samples, $0.pixels, $0.isDense, $0.pointsPerPixel) = (1_000, $1, true, 4)
        })
    package static let shareOfSteps = StrategyThreshold(
        "shareOfSteps", 0.1, "of the segments",
        "A path with more segments that run straight across, and few points per pixel, needs exact edges.",
        software: "a limit of error: 24/255 in 1 of 100 pixels",
        example: example(.stroke, below: .bins, above: .segments) {
            ($0.samples, $0.pixels, $0.isDense, $0.pointsPerPixel) = (1_000, 1_000, true, 1)
            $0.shareOfSteps = Float($1)
        })
    package static let pointsPerPixelOfSteps = StrategyThreshold(
        "pointsPerPixelOfSteps", 1.5, "points per pixel along", "With more points, single steps are not visible.",
        software: "a limit of error: 24/255 in 1 of 100 pixels",
        example: example(.stroke, below: .segments, above: .bins) {
            ($0.samples, $0.pixels, $0.isDense, $0.shareOfSteps) = (1_000, 1_000, true, 0.5)
            $0.pointsPerPixel = Float($1)
        })
    package static let envelopeError = StrategyThreshold(
        "envelopeError", 0.006, "of a pixel's area",
        "The mean area between a stroke and its envelope. Above it, the stroke is rasterised on the CPU.",
        software: "a limit of error: 24/255 in 1 of 100 pixels",
        example: example(.stroke, below: .bins, above: .coverage) {
            ($0.samples, $0.pixels, $0.isDense, $0.pointsPerPixel) = (1_000, 1_000, true, 4)
            $0.envelopeError = Float($1)
        })
    package static let envelopeErrorOfMany = StrategyThreshold(
        "envelopeErrorOfMany", 0.0095, "of a pixel's area",
        "The same for strokes that are not thin, with many points per pixel: jumps are not isolated.",
        software: "a limit of error: 24/255 in 1 of 100 pixels",
        example: example(.stroke, below: .bins, above: .coverage) {
            ($0.samples, $0.pixels, $0.isDense, $0.pointsPerPixel) = (100_000, 1_000, true, 100)
            $0.envelopeError = Float($1)
        })
    package static let manyPointsPerPixel = StrategyThreshold(
        "manyPointsPerPixel", 24, "points per pixel along", "From here on, `envelopeErrorOfMany` applies.",
        software: "estimated from pictures of noise, walks, spikes and steps",
        example: example(.stroke, below: .coverage, above: .bins) {
            ($0.samples, $0.pixels, $0.isDense, $0.envelopeError) = (10_000, 1_000, true, 0.008)
            $0.pointsPerPixel = Float($1)
        })
    package static let faintAlpha = StrategyThreshold(
        "faintAlpha", 64, "of 255", "Fainter colours leave rounding steps where many layers are blended in 8 bits.",
        software: "a limit of error: 200 layers of 3 % end 16/255 away from their colour")
    package static let faintLines = StrategyThreshold(
        "faintLines", 20, "lines", "More faint lines are composited in floats.",
        software: "a limit of memory: as many bytes a pixel as compositing in floats takes",
        example: example(.stroke, below: .bins, above: .coverage) {
            ($0.samples, $0.pixels, $0.isDense, $0.pointsPerPixel) = (1_000, 1_000, true, 4)
            ($0.isFaint, $0.faintLines) = (true, Int($1.rounded()))
        })
    package static let thinShare = StrategyThreshold(
        "thinShare", 0.1, "of the cells",
        "Above this share of cells with ends or thin parts, cells do not hold the union of the segments.",
        software: "a limit of error: with fewer, two rarely meet in one cell",
        example: example(.stroke, below: .segments, above: .coverage) {
            ($0.samples, $0.pixels, $0.shareOfThinCells) = (100, 1_000, Float($1))
        })
    package static let shortShare = StrategyThreshold(
        "shortShare", 0.125, "of the segments",
        "Above this share of segments shorter than a cell, cells make them visibly too long.",
        software: "a limit of error: cells draw short segments too long",
        example: example(.stroke, below: .segments, above: .coverage) {
            ($0.samples, $0.pixels, $0.shareOfShortSegments) = (100, 1_000, Float($1))
        })

    // MARK: Fills and areas

    package static let areaSamplesPerPixel = StrategyThreshold(
        "areaSamplesPerPixel", 2, "points per pixel along",
        "An area with more points is rasterised on the CPU: each trapezoid would blend over all of its pixels.",
        software: "measured: 1.1; below 2, trapezoids are exact", hardware: lateOnCard,
        example: example(.area, below: .segments, above: .coverage) {
            ($0.samples, $0.pixels) = (Int(($1 * 1_000).rounded()), 1_000)
        })
    package static let areaSamples = StrategyThreshold(
        "areaSamples", 256, "points", "Fewer trapezoids are drawn quickly.",
        software: "estimated", hardware: lateOnCard,
        example: example(.area, below: .segments, above: .coverage) {
            ($0.samples, $0.pixels) = (Int($1.rounded()), 50)
        })
    package static let areaOverlap = StrategyThreshold(
        "areaOverlap", 4, "times the extent along",
        "An area that turns back is rasterised if its way is longer: trapezoids would lie above one another.",
        software: "estimated",
        example: example(.area, below: .segments, above: .coverage) {
            ($0.samples, $0.pixels, $0.isMonotonic, $0.wayAlong) = (1_000, 1_000, false, $1 * 1_000)
        })

    // MARK: Bars, prices, error bars

    package static let barWidth = StrategyThreshold(
        "barWidth", 1, "pixels",
        "Narrower columns are rasterised on the CPU: their edges need more than 8 bits, and many share a pixel.",
        software: "a limit of error: edges in 8 bits",
        example: example(.bars, below: .coverage, above: .segments) {
            ($0.samples, $0.pixels, $0.itemWidth) = (2_000, 1_000, $1)
        })
    package static let outlinedBarWidth = StrategyThreshold(
        "outlinedBarWidth", 16, "pixels", "Narrow columns with wider outlines are drawn one by one.",
        software: "a limit of memory: cells of the accumulator",
        example: example(.bars, below: .coverage, above: .segments) {
            ($0.samples, $0.pixels, $0.itemWidth, $0.outlineWidth) = (2_000, 1_000, 0.5, $1 - 0.5)
        })
    package static let pricesPerPixel = StrategyThreshold(
        "pricesPerPixel", 1, "samples per pixel along",
        "Prices one pixel wide that outnumber the pixels are rasterised on the CPU; most of them are hidden.",
        software: "measured: 0.8; below 1, no price hides another", hardware: lateOnCard,
        example: example(.prices, below: .segments, above: .coverage) {
            ($0.samples, $0.pixels, $0.itemWidth) = (Int(($1 * 1_000).rounded()), 1_000, 1)
        })
    package static let errorBarsPerPixel = StrategyThreshold(
        "errorBarsPerPixel", 1, "samples per pixel along",
        "Error bars that outnumber the pixels are rasterised on the CPU as one shape.",
        software: "estimated as for prices", hardware: lateOnCard,
        example: example(.errorBars, below: .segments, above: .coverage) {
            ($0.samples, $0.pixels) = (Int(($1 * 1_000).rounded()), 1_000)
        })

    // MARK: Markers, discs, sectors

    package static let pixelsPerMarker = StrategyThreshold(
        "pixelsPerMarker", 1_024, "pixels of the clip",
        "With fewer pixels for each marker, markers are rasterised on the CPU.",
        software: "measured: 260 for discs of 1.5 pixels; markers that share pixels are more exact as coverage",
        hardware: lateOnCard,
        example: example(.markers, below: .coverage, above: .segments) {
            ($0.samples, $0.area) = (1_000, Int(($1 * 1_000).rounded()))
        })
    package static let markerLayers = StrategyThreshold(
        "markerLayers", 2, "layers",
        "Where more markers of one colour overlap, an 8-bit canvas rounds each of them.",
        software: "a limit of error: each layer is rounded to 1/255",
        example: example(.markers, below: .segments, above: .coverage) {
            ($0.samples, $0.area, $0.layers) = (100, 1_000_000, Float($1))
        })
    package static let discs = StrategyThreshold(
        "discs", 1_024, "discs", "More discs in a small picture are composited on the CPU, front to back.",
        software: "estimated as for markers", hardware: lateOnCard,
        example: example(.discs, below: .segments, above: .coverage) {
            ($0.samples, $0.area) = (Int($1.rounded()), 1_000)
        })
    package static let discLayers = StrategyThreshold(
        "discLayers", 2, "layers", "Where more faint discs overlap, an 8-bit canvas rounds each of them.",
        software: "a limit of error: each layer is rounded to 1/255",
        example: example(.discs, below: .segments, above: .coverage) {
            ($0.samples, $0.area, $0.layers) = (100, 1_000_000, Float($1))
        })
    package static let thinSectors = StrategyThreshold(
        "thinSectors", 64, "slices",
        "With more slices, neighbours thinner than a quarter of a pixel are joined: each is rounded in 8 bits.",
        software: "a limit of error: each slice is rounded to 1/255",
        example: example(.sectors, below: .segments, above: .bins) { ($0.samples, $0.pixels) = (Int($1.rounded()), 1) })

    // MARK: Samples on the device

    package static let residentSamples = StrategyThreshold(
        "residentSamples", 4_096, "samples",
        "On a graphics card, columns of at least as many samples stay on the device.",
        software: "a limit of devices: a software rasteriser never keeps samples by itself",
        hardware:
            "not measured; estimated: the path of fewer samples has about as many points, so a redraw uploads little",
        example: example(.line, below: .segments, above: .resident) {
            ($0.device, $0.loaded, $0.hasResidentMark) = (.hardware, Int($1), true)
        })
    package static let residentStroke = StrategyThreshold(
        "residentStroke", 1, "pixels",
        "Narrower lines need the lengths of their segments, which a device with samples does not have.",
        software: "a limit of error: short segments of narrow lines need subsamples",
        example: example(.line, below: .segments, above: .resident) {
            ($0.requested, $0.hasResidentMark, $0.strokeWidth) = (.resident, true, Float($1))
        })

    // MARK: Limits of memory

    package static let coveragePixels = StrategyThreshold(
        "coveragePixels", Double(PictureLimits.countedPixels), "pixels",
        "Larger areas are drawn as trapezoids: the rasterised picture would take too much memory.",
        software: "a limit of memory: 4 bytes a pixel",
        example: example(.area, below: .coverage, above: .segments) {
            ($0.samples, $0.pixels, $0.area) = (100_000, 1_000, Int($1.rounded()))
        })

    /// All thresholds, in the order of this file.
    package static let all = [
        samplesPerBin, wideStroke, thinStroke, samplesForCoverage, samplesPerPiece, samplesPerPieceLength,
        pointsOfPieces, radiusOfEnvelope, pointsPerPixel, strokeExtent, shareOfSteps, pointsPerPixelOfSteps,
        envelopeError, envelopeErrorOfMany, manyPointsPerPixel, faintAlpha, faintLines, thinShare, shortShare,
        areaSamplesPerPixel, areaSamples, areaOverlap, barWidth, outlinedBarWidth, pricesPerPixel, errorBarsPerPixel,
        pixelsPerMarker, markerLayers, discs, discLayers, thinSectors, residentSamples, residentStroke,
        coveragePixels,
    ]
}
