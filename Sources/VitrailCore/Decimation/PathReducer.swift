import CData
public import VitrailScene

/// A mapped point of a path in its series' own directions: pixels along the independent axis, and across.
public struct PathPoint: Sendable, Equatable {
    public var along: Float
    public var across: Float

    public init(along: Float, across: Float) {
        (self.along, self.across) = (along, across)
    }

    public static let gap = PathPoint(along: .nan, across: .nan)
    public var isGap: Bool { !(along.isFinite && across.isFinite) }

    public func plotPoint(_ orientation: CartesianSeries.Orientation) -> PlotPoint {
        orientation == .horizontal ? PlotPoint(x: along, y: across) : PlotPoint(x: across, y: along)
    }
}

extension PlotPoint {
    func pathPoint(_ orientation: CartesianSeries.Orientation) -> PathPoint {
        orientation == .horizontal ? PathPoint(along: x, across: y) : PathPoint(along: y, across: x)
    }
}

extension [PathPoint] {
    /// Points of a path that has tens of thousands of them, in plot space.
    func plotPoints(_ orientation: CartesianSeries.Orientation) -> [PlotPoint] {
        let path = span
        return unsafe [PlotPoint](unsafeUninitializedCapacity: path.count) { points, made in
            if orientation == .horizontal {
                for i in path.indices { unsafe points[i] = PlotPoint(x: path[i].along, y: path[i].across) }
            } else {
                for i in path.indices { unsafe points[i] = PlotPoint(x: path[i].across, y: path[i].along) }
            }
            made = path.count
        }
    }
}

/// Samples → the path that shows them: mapped one to one, or, where many share a part of a pixel column, the first, lowest, highest and last of
/// each (M4: Jugel et al., "M4: A Visualization-Oriented Time Series Data Aggregation", 2014); of very many that are drawn again, `DigestedLine`.
enum PathReducer {
    /// Parts of a pixel column that are reduced each by itself. Of whole columns the picture is another: a peak of one sample becomes as wide as its
    /// column, and what goes to and fro in one covers but a part of it.
    static let eighths = 8.0
    /// More samples than this per part are reduced; M4 keeps four.
    static let samplesPerPart = 4.0

    /// - Parameter width: of the line, pixels. Of a thin one, more can be told apart; 0 = none is drawn.
    static func partsPerColumn(width: Float) -> Double {
        if width >= 1.25 || width <= 0 { return eighths }
        return width >= 0.625 ? 2 * eighths : 8 * eighths
    }

    /// Where there are fewer in a pixel column, pieces of eight are too coarse for a grid of sixteenths.
    private static let samplesPerColumnForDigest = 2 * Double(EnvelopeDetail.cells * LineDigest.length)

    /// Fewer samples of a part of a column are as soon read as looked up.
    private static let samplesForRuns = 4.0 * Double(VITRAIL_SPAN_LENGTH)

    /// Pixels: of what lies farther from the plot area, nothing is seen.
    private static let widest = 1_024.0

    /// Whether so many samples become fewer points.
    static func reduces(_ count: Int, to alongScale: AxisScale, isAscending: Bool, partsPerColumn: Double = eighths) -> Bool {
        isAscending && Double(count) > abs(alongScale.end - alongScale.start) * partsPerColumn * samplesPerPart
    }

    /// Whether runs between gaps are worth a summary: so many samples are in view, and so many gaps. Only of values that all have a place.
    ///
    /// - Parameter least: of all values.
    static func needsRuns(_ range: Range<Int>, least: Double, alongScale: AxisScale, acrossScale: AxisScale, _ pyramid: ExtremePyramid) -> Bool {
        guard Double(range.count) > abs(alongScale.end - alongScale.start) * eighths * samplesForRuns else { return false }
        guard !acrossScale.mapper.hasExclusions, !alongScale.mapper.hasExclusions else { return false }
        if case .logarithm = acrossScale.mapper, least <= 0 { return false }
        return pyramid.hasManyGaps(range)
    }

    /// Whether a digest says enough of the line through samples, and is not too large.
    static func needsDigest(_ count: Int, _ range: Range<Int>, alongScale: AxisScale, acrossScale: AxisScale, _ pyramid: ExtremePyramid) -> Bool {
        guard count <= LineDigest.mostSamples, Double(range.count) > abs(alongScale.end - alongScale.start) * samplesPerColumnForDigest else { return false }
        guard case .identity = alongScale.mapper, !acrossScale.mapper.hasExclusions else { return false }
        return !pyramid.hasManyGaps(range)
    }

    /// The path over the samples of `range`, in order: at each sixteenth of a pixel, the least and the greatest value.
    ///
    /// - Returns: nil where it is to be found without the digest: a value has no place, or gaps or samples far apart are many.
    /// - Complexity: O(samples / 8) looks at what is known, by far faster than as many samples are read.
    static func path(
        _ digest: LineDigest, along: SharedValues, across: SharedValues, range: Range<Int>, alongScale: AxisScale, acrossScale: AxisScale
    ) -> [PathPoint]? {
        func path(_ placeAcross: some AxisPlacing) -> [PathPoint]? {
            DigestedLine(along: along, across: across, placeAlong: Affine(alongScale), placeAcross: placeAcross, digest: digest).path(range)
        }
        if case .identity = acrossScale.mapper { return path(Affine(acrossScale)) }
        return path(Mapped(acrossScale))
    }

    /// The path over the samples of `range`, in order. A value that is not finite, or that its axis cannot map, is a gap; one in a stretch
    /// that an axis leaves out is passed over, so that its neighbours are joined.
    ///
    /// - Parameters:
    ///   - isAscending: whether the independent values never fall; only then columns can be formed.
    ///   - partsPerColumn: that are reduced each by itself.
    ///   - keepsIndexes: one point a sample, whatever the sample is: those passed over become gaps.
    ///   - isStepped: whether a corner is put before each point.
    ///   - pyramid: over `across`, if there is one.
    ///   - runs: of `across`, if they are known.
    ///   - rows: how many there were before all but the extremes of parts of columns were left out; nil = none was.
    /// - Complexity: O(pixel columns · log samples) with a pyramid, else O(samples), one read each. All samples of a part of a pixel column are read
    ///   where it has very many gaps and their runs are not known, or a gap and an axis that leaves something out; of values that are left out now
    ///   and then, all those but in stretches that are left out as a whole, or not at their extremes. The result, when reduced, has at most four
    ///   points in such a part without gaps, and six beside jumps between them; with gaps, six runs of at most four points, and strokes of at most
    ///   four as there is room for.
    static func path(
        along: SharedValues, across: SharedValues, range: Range<Int>, alongScale: AxisScale,
        acrossScale: AxisScale, isAscending: Bool, partsPerColumn: Double = eighths, keepsIndexes: Bool = false, isStepped: Bool = false,
        pyramid: ExtremePyramid? = nil, runs: GridLevels<vitrail_runs>? = nil, standingFor rows: Int? = nil
    ) -> [PathPoint] {
        guard reduces(rows ?? range.count, to: alongScale, isAscending: isAscending, partsPerColumn: partsPerColumn) else {
            var samples = EachSample(along: along, across: across, range: range, keepsIndexes: keepsIndexes)
            samples.run(along: alongScale, across: acrossScale)
            return samples.path
        }
        let ends = (min(acrossScale.start, acrossScale.end) - widest, max(acrossScale.start, acrossScale.end) + widest)
        let columns = Columns(
            along: along, across: across, range: range, pyramid: pyramid, runs: runs, shown: ends.0...ends.1, partsPerPixel: partsPerColumn,
            isStepped: isStepped)
        return columns.run(along: alongScale, across: acrossScale)
    }

    /// The indexes that can be seen: those inside the axis' range and one neighbour on each side.
    static func visible(_ values: SharedValues, in range: NumberRange, isAscending: Bool) -> Range<Int> {
        guard isAscending, values.count > 0 else { return 0..<values.count }
        let first = values.indices.partition { values[$0] >= range.minimum }
        let last = values.indices.partition { values[$0] > range.maximum }
        return max(0, first - 1)..<min(values.count, last + 1)
    }

    /// The same on an axis with stretches left out: the neighbours are the next ones that are drawn.
    static func visible(_ values: SharedValues, on scale: AxisScale, isAscending: Bool) -> Range<Int> {
        let range = visible(values, in: scale.range, isAscending: isAscending)
        guard isAscending, case .discontinuous(let exclusions) = scale.mapper, !range.isEmpty else { return range }
        var (first, last) = (range.lowerBound, range.upperBound)
        while first > 0, let gone = exclusions.piece(around: values[first]) { first = max(values.indices.partition { values[$0] >= gone.start } - 1, 0) }
        while last < values.count, let gone = exclusions.piece(around: values[last - 1]) {
            last = min(values.indices.partition { values[$0] >= gone.end } + 1, values.count)
        }
        return first..<last
    }

    private struct Columns: ColumnPass {
        let along, across: SharedValues
        let range: Range<Int>
        let pyramid: ExtremePyramid?
        let runs: GridLevels<vitrail_runs>?
        let shown: ClosedRange<Double>
        let partsPerPixel: Double
        let isStepped: Bool

        func run(_ placeAlong: some AxisPlacing, _ placeAcross: some AxisPlacing) -> [PathPoint] {
            ColumnExtremes.path(
                along: along, across: across, range: range, placeAlong, placeAcross, pyramid: pyramid, runs: runs, shown: shown,
                partsPerPixel: partsPerPixel, isStepped: isStepped)
        }
    }

    private struct EachSample: PlacedLoop {
        let along, across: SharedValues
        let range: Range<Int>
        let keepsIndexes: Bool
        var path: [PathPoint] = []

        init(along: SharedValues, across: SharedValues, range: Range<Int>, keepsIndexes: Bool) {
            (self.along, self.across, self.range, self.keepsIndexes) = (along, across, range, keepsIndexes)
        }

        mutating func run(_ placeAlong: some Placing, _ placeAcross: some Placing) {
            var (placeAlong, placeAcross) = (placeAlong, placeAcross)
            path.reserveCapacity(range.count)
            SharedValues.forEachBlock(of: range, along, across) { _, along, across in
                for i in along.indices {
                    placeAlong.move(to: along[i])
                    placeAcross.move(to: across[i])
                    if placeAlong.skips(along[i]) || placeAcross.skips(across[i]) {
                        if keepsIndexes { path.append(.gap) }
                        continue
                    }
                    let point = PathPoint(
                        along: Float(place: placeAlong.place(along[i]), of: along[i]), across: Float(place: placeAcross.place(across[i]), of: across[i]))
                    path.append(point.isGap ? .gap : point)
                }
            }
        }
    }
}
