import CData

public import VitrailScene

/// What a series is given when it is to draw itself, and when it is asked what a place hits: samples, their pixels, and the scales between.
///
/// Kinds of data have subclasses, and a host may add fields with its own. Whatever takes a loop over the samples is made when it is first asked
/// for, once a pass, and only for `xPointRange`.
open class PassData {
    /// What is read from each point beside its independent value.
    open class var values: [SeriesValue] { [] }

    public let context: SeriesContext
    private var made: [SeriesValue?: [Float]] = [:]
    /// Whether fewer samples were handed out than there are.
    var isReduced = false

    public required init(_ context: SeriesContext) {
        self.context = context
    }

    /// Indexes of the samples to draw, both ends included; nil = none.
    public final var xPointRange: ClosedRange<Int>? { context.xPointRange }

    // MARK: Values

    /// All independent values: seconds on date axes, indexes on category axes. Shared with what was loaded, not copied.
    public final var independentValues: Column { context.samples.along }

    /// All values of a kind, as the dependent axis counts; nil when the series does not read them.
    public final func values(_ value: SeriesValue) -> Column? {
        context.samples.values.firstIndex(of: value).map { context.samples.across[$0] }
    }

    // MARK: Coordinates

    /// Device pixels along the independent axis, one a sample of `xPointRange`; NaN for one that has no place.
    public final var independentCoordinates: [Float] {
        coordinates(nil, context.samples.along, context.along)
    }

    /// Device pixels along the dependent axis, one a sample of `xPointRange`; NaN for one that has no place. Empty for what the series does not
    /// read, or is on no axis.
    public final func coordinates(_ value: SeriesValue) -> [Float] {
        guard value.isOnAxis, let column = values(value) else { return [] }
        return coordinates(value, column, context.across)
    }

    private func coordinates(_ key: SeriesValue?, _ column: Column, _ scale: AxisScale) -> [Float] {
        if let known = made[key] { return known }
        let range = context.visible
        var places: [Float] = []
        places.reserveCapacity(range.count)
        column.lend { values in
            SharedValues.forEachBlock(of: range, values) { _, values in
                for i in values.indices { places.append(scale.isExcluded(values[i]) ? .nan : Float(place: scale.place(values[i]), of: values[i])) }
            }
        }
        made[key] = places
        return places
    }

    // MARK: Paths

    /// The path through the samples of `xPointRange`, in order; where many share an eighth of a pixel column, the first, lowest, highest and last of them,
    /// and those on both sides of jumps; where hundreds share a column that is drawn again, the lowest and highest of each sixteenth, both at one
    /// place along. A sample without a place is a gap; one that an axis leaves out is passed over.
    ///
    /// - Parameters:
    ///   - value: of each sample.
    ///   - width: of the line that is to be drawn along it, in pixels: of less than 1.25, parts of columns are smaller.
    ///   - isStepped: whether a corner is put before each point, on the value before, as `StepLineSeries` does.
    public final func path(_ value: SeriesValue = .single, width: Float = 2, isStepped: Bool = false) -> [PathPoint] {
        let parts = PathReducer.partsPerColumn(width: width)
        isReduced = isReduced || PathReducer.reduces(context.samples.whole?.visible ?? context.visible.count, to: context.along, isAscending: reduces, partsPerColumn: parts)
        return path(value, reduces, parts, keepsIndexes: false, isStepped: isStepped)
    }

    /// Whether pixel columns may be formed.
    var reduces: Bool { context.samples.alongExtent.isAscending && !context.isRaw }

    /// One point a sample of `xPointRange`, for symbols: a gap for one that has no place, or that a stack put in.
    public final func points(_ value: SeriesValue = .single) -> [PathPoint] {
        var points = path(value, false, PathReducer.eighths, keepsIndexes: true)
        if let rows = context.samples.rows {
            for (k, i) in context.visible.enumerated() where rows[i] < 0 { points[k] = .gap }
        }
        if let k = context.samples.values.firstIndex(of: value), context.samples.filled.indices.contains(k) {
            for i in context.samples.filled[k] where context.visible.contains(i) { points[i - context.visible.lowerBound] = .gap }
        }
        return points
    }

    /// `points`, with gaps for samples that are not drawn for another of their values.
    func labelledPoints(_ value: SeriesValue) -> [PathPoint] { points(value) }

    private func path(_ value: SeriesValue, _ reduces: Bool, _ parts: Double, keepsIndexes: Bool, isStepped: Bool = false) -> [PathPoint] {
        guard value.isOnAxis, let across = values(value) else { return [] }
        let extent = context.samples.values.firstIndex(of: value).map { context.samples.acrossExtent[$0] }
        return SharedValues.lend(independentValues, across) { along, across in
            func path(_ pyramid: ExtremePyramid?, _ runs: GridLevels<vitrail_runs>?) -> [PathPoint] {
                PathReducer.path(
                    along: along, across: across, range: context.visible, alongScale: context.along, acrossScale: context.across,
                    isAscending: reduces, partsPerColumn: parts, keepsIndexes: keepsIndexes, isStepped: isStepped, pyramid: pyramid, runs: runs, standingFor: context.samples.whole?.visible)
            }
            guard let extent else { return path(nil, nil) }
            return extent.withPyramid(count: across.count) { pyramid in
                if let pyramid, reduces, parts == PathReducer.eighths, let path = digestedPath(value, along, across, pyramid) { return path }
                guard let pyramid, reduces, let runs = runs(of: RunKey(value: value, isStepped: isStepped), across, extent, pyramid) else { return path(pyramid, nil) }
                return runs.lend { path(pyramid, $0) }
            }
        }
    }

    /// The path by what is known of pieces of the line, where that is enough and wanted for the second time.
    private func digestedPath(_ value: SeriesValue, _ along: SharedValues, _ across: SharedValues, _ pyramid: ExtremePyramid) -> [PathPoint]? {
        let (range, scales) = (context.visible, (along: context.along, across: context.across))
        guard PathReducer.needsDigest(across.count, range, alongScale: scales.along, acrossScale: scales.across, pyramid) else { return nil }
        let digest = context.samples.digests.summary(for: value, count: across.count) { $0.extend(along, across) }
        return digest.flatMap {
            PathReducer.path($0, along: along, across: across, range: range, alongScale: scales.along, acrossScale: scales.across)
        }
    }

    /// The runs between a value's gaps, where they are wanted for the second time.
    private func runs(of key: RunKey, _ across: SharedValues, _ extent: ColumnExtent, _ pyramid: ExtremePyramid) -> RunSummary? {
        guard let least = extent.range?.minimum,
            PathReducer.needsRuns(context.visible, least: least, alongScale: context.along, acrossScale: context.across, pyramid)
        else { return nil }
        return context.samples.runs.summary(for: key, count: across.count) { $0.extend(across, isStepped: key.isStepped) }
    }

    /// What lies between two values of each sample of `xPointRange`, in order. A sample without a place is a gap; one that an axis leaves out is passed over.
    public final func samples(_ first: SeriesValue, _ second: SeriesValue) -> [Area.Sample] {
        guard first.isOnAxis, second.isOnAxis, let first = values(first), let second = values(second) else { return [] }
        let (alongScale, acrossScale) = (context.along, context.across)
        return SharedValues.lend(independentValues, first, second) { along, first, second in
            var result: [Area.Sample] = []
            result.reserveCapacity(context.visible.count)
            SharedValues.forEachBlock(of: context.visible, along, first, second) { _, along, first, second in
                for i in along.indices {
                    if alongScale.isExcluded(along[i]) || acrossScale.isExcluded(first[i]) || acrossScale.isExcluded(second[i]) { continue }
                    let sample = Area.Sample(
                        along: Float(place: alongScale.place(along[i]), of: along[i]), first: Float(place: acrossScale.place(first[i]), of: first[i]),
                        second: Float(place: acrossScale.place(second[i]), of: second[i]))
                    if sample.isFinite { result.append(sample) } else if result.last?.isFinite == true { result.append(.gap) }
                }
            }
            return result
        }
    }
}
