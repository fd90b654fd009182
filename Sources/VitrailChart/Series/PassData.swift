import CColumns
public import VitrailColumns
public import VitrailRaster
import VitrailScales
public import VitrailScene
import VitrailSystem

/// The data for a series' drawing and hit tests: samples, their pixels, and the scales between them.
///
/// Kinds of data have subclasses, and a host may add fields in its own. Properties that loop over the samples are
/// computed on first access, once per pass, and only for `xPointRange`.
open class PassData {
    /// The values that are read from each point besides its independent value.
    open class var values: [SeriesValue] { [] }

    public let context: SeriesContext
    private var made: [SeriesValue?: [Float]] = [:]
    /// How the series is drawn, and why: each choice once.
    private var chosen: [StrategyChoice] = []
    /// Choices against samples that stay on the device, with the reason. A later choice for the mark takes it over.
    private var refused: [StrategyChoice] = []
    /// How the series is drawn, and why.
    var choices: [StrategyChoice] {
        chosen + refused.filter { own in own.refusal != nil && !chosen.contains { $0.mark == own.mark } }
    }
    /// Whether a path had fewer points than samples.
    var isReduced: Bool { choices.contains { $0.mark == MarkFacts.Mark.line.rawValue && $0.strategy == .bins } }

    public required init(_ context: SeriesContext) {
        self.context = context
    }

    /// Indexes of the samples to draw, both ends included; `nil`: none.
    ///
    /// Samples are not always rows: many falling independent values of lines and bands are reversed, stacks insert
    /// samples, and gap rules insert and remove them. `row(ofSample:)` tells the row.
    public final var xPointRange: ClosedRange<Int>? { context.xPointRange }

    /// The row of a sample in the series' columns; `nil` for a sample that a stack or a gap rule inserted.
    ///
    /// - Parameter index: index of the sample, 0 ..< number of samples.
    public final func row(ofSample index: Int) -> Int? {
        guard let rows = context.samples.rows else { return index }
        return rows[index] >= 0 ? rows[index] : nil
    }

    /// Facts about the samples in view.
    final var facts: MarkFacts {
        var facts = MarkFacts()
        facts.samples = context.samples.whole?.visible ?? context.visible.count
        facts.pixels = abs(context.along.end - context.along.start)
        facts.isOrdered = context.samples.alongExtent.isAscending
        facts.hasExclusions = context.along.mapper.hasExclusions || context.across.mapper.hasExclusions
        return facts
    }

    /// Chooses how to draw the samples, and reports it with the series.
    final func choose(_ mark: MarkFacts.Mark, _ facts: MarkFacts) -> RenderStrategy {
        var facts = facts
        facts.isForced = context.isRaw
        facts.requested = context.strategy
        facts.refusal = refused.first { $0.mark == mark.rawValue }?.refusal
        let choice = RenderStrategy.choose(mark, facts)
        // A path beside samples that stay on the device only serves to find small pieces.
        if chosen.contains(where: { $0.mark == choice.mark && $0.strategy == .resident }) { return choice.strategy }
        // A later choice with more facts replaces the one before.
        if chosen.last?.mark == choice.mark { chosen.removeLast() }
        if !chosen.contains(choice) { chosen.append(choice) }
        return choice.strategy
    }

    /// Chooses whether a mark is made of samples that stay on the device. Otherwise the choice for the mark follows.
    ///
    /// - Parameter change: adds facts about the mark.
    final func staysOnDevice(
        _ mark: MarkFacts.Mark, _ obstacles: @autoclosure () -> Set<MarkFacts.Obstacle>,
        _ change: (inout MarkFacts) -> Void = { _ in }
    ) -> Bool {
        guard !context.isRaw, context.strategy == .resident || context.device == .hardware else { return false }
        var facts = facts
        (facts.requested, facts.device, facts.loaded) = (context.strategy, context.device, context.samples.count)
        (facts.hasResidentMark, facts.obstacles) = (true, obstacles())
        if context.polar != nil { facts.obstacles.insert(.isPolar) }
        change(&facts)
        let choice = RenderStrategy.choose(mark, facts)
        guard choice.strategy == .resident else {
            refused.removeAll { $0.mark == choice.mark }
            refused.append(choice)
            // The path of a line may be needed for its fill before.
            for i in chosen.indices where chosen[i].mark == choice.mark { chosen[i].refusal = choice.refusal }
            return false
        }
        chosen.removeAll { $0.mark == choice.mark }
        chosen.append(choice)
        return true
    }

    // MARK: Values

    /// All independent values: seconds on date axes, indexes on category axes. Shares the loaded column without a copy.
    public final var independentValues: Column { context.samples.along }

    /// All values of a kind, in the units of the dependent axis; `nil` if the series does not read them.
    public final func values(_ value: SeriesValue) -> Column? {
        context.samples.values.firstIndex(of: value).map { context.samples.across[$0] }
    }

    // MARK: Coordinates

    /// Device pixels along the independent axis, one for each sample of `xPointRange`; NaN for a sample without a
    /// position.
    public final var independentCoordinates: [Float] {
        coordinates(nil, context.samples.along, context.along)
    }

    /// Device pixels along the dependent axis, one for each sample of `xPointRange`; NaN for a sample without a
    /// position. Empty for values that the series does not read, and for values on no axis.
    public final func coordinates(_ value: SeriesValue) -> [Float] {
        guard value.isOnAxis, let column = values(value) else { return [] }
        return coordinates(value, column, context.across)
    }

    private func coordinates(_ key: SeriesValue?, _ column: Column, _ scale: AxisScale) -> [Float] {
        if let known = made[key] { return known }
        let range = context.visible
        var positions: [Float] = []
        positions.reserveCapacity(range.count)
        var pace = WorkPace()
        column.withView { values in
            ColumnView.forEachBlock(of: range, values) { _, values in
                for i in values.indices where !pace.isOver() {
                    positions.append(
                        scale.isExcluded(values[i])
                            ? .nan : Float(position: scale.position(of: values[i]), of: values[i]))
                }
            }
        }
        if positions.count < range.count { positions += repeatElement(.nan, count: range.count - positions.count) }
        made[key] = positions
        return positions
    }

    // MARK: Paths

    /// The path through the samples of `xPointRange`, in order. A sample without a position is a gap, and a sample in a
    /// range that an axis excludes is skipped.
    ///
    /// If many samples share a bin of 1/8 pixel column, the path has only the first, minimum, maximum and last of them,
    /// and the samples on both sides of jumps. If hundreds share a pixel column, and summaries are kept, the path has
    /// the minimum and maximum of each 1/16 column, both at one position along.
    ///
    /// - Parameters:
    ///   - value: the value of each sample.
    ///   - width: width of the line in pixels. Below 1.25, bins are smaller.
    ///   - isStepped: whether a corner with the previous value is inserted before each point, as `StepLineSeries` does.
    public final func path(_ value: SeriesValue = .single, width: Float = 2, isStepped: Bool = false) -> [PathPoint] {
        let parts = RenderStrategy.binsPerPixel(width: width)
        if context.samples.alongExtent.isAscending {
            var facts = facts
            facts.strokeWidth = width
            _ = choose(.line, facts)
        }
        return path(value, reduces, parts, keepsIndexes: false, isStepped: isStepped)
    }

    /// The pieces of a line that is only stroked, straight and in one colour, if it has very many gaps, and if no
    /// summaries are kept, which make further pictures faster.
    final func gappedLine(_ value: SeriesValue = .single, width: Float, _ shape: SmallPieceShape) -> SmallPieces? {
        guard value.isOnAxis, context.summaries == .none, context.samples.whole == nil, reduces,
            let across = values(value), let k = context.samples.values.firstIndex(of: value),
            context.samples.acrossExtent[k].hasGap, !context.samples.alongExtent.hasGap
        else { return nil }
        let pieces = ColumnView.withView(independentValues, across) { along, across in
            PathReducer.pieces(
                along: along, across: across, range: context.visible, alongScale: context.along,
                acrossScale: context.across, isAscending: reduces,
                partsPerColumn: RenderStrategy.binsPerPixel(width: width), shape)
        }
        guard let pieces else { return nil }
        var facts = facts
        facts.strokeWidth = width
        _ = choose(.line, facts)
        return pieces
    }

    /// Whether samples may be decimated per pixel column.
    var reduces: Bool {
        context.samples.alongExtent.isAscending && !context.isRaw && context.strategy != .segments
            && context.strategy != .coverage
    }

    /// One point for each sample of `xPointRange`, for symbols. A sample without a position is a gap, and so is one
    /// that a stack inserted.
    public final func points(_ value: SeriesValue = .single) -> [PathPoint] {
        var points = path(value, false, PathReducer.eighths, keepsIndexes: true)
        if let rows = context.samples.rows {
            for (k, i) in context.visible.enumerated() where rows[i] < 0 { points[k] = .gap }
        }
        if let k = context.samples.values.firstIndex(of: value), context.samples.filled.indices.contains(k) {
            for i in context.samples.filled[k] where context.visible.contains(i) {
                points[i - context.visible.lowerBound] = .gap
            }
        }
        return points
    }

    /// `points`, with gaps for samples that are not drawn because of another value.
    func labelledPoints(_ value: SeriesValue) -> [PathPoint] { points(value) }

    private func path(
        _ value: SeriesValue, _ reduces: Bool, _ parts: Double, keepsIndexes: Bool, isStepped: Bool = false
    ) -> [PathPoint] {
        guard value.isOnAxis, let across = values(value) else { return [] }
        let extent = context.samples.values.firstIndex(of: value).map { context.samples.acrossExtent[$0] }
        return ColumnView.withView(independentValues, across) { along, across in
            func path(_ pyramid: MinMaxTree?, _ runs: GridLevels<vitrail_runs>?) -> [PathPoint] {
                PathReducer.path(
                    along: along, across: across, range: context.visible, alongScale: context.along,
                    acrossScale: context.across,
                    isAscending: reduces, partsPerColumn: parts, keepsIndexes: keepsIndexes, isStepped: isStepped,
                    pyramid: pyramid, runs: runs, standingFor: context.samples.whole?.visible)
            }
            guard let extent else { return path(nil, nil) }
            return extent.withPyramid(count: across.count) { pyramid in
                if let pyramid, reduces, parts == PathReducer.eighths,
                    let path = digestedPath(value, along, across, pyramid)
                {
                    return path
                }
                guard let pyramid, reduces,
                    let runs = runs(of: RunKey(value: value, isStepped: isStepped), across, extent, pyramid)
                else { return path(pyramid, nil) }
                return runs.withLevels { path(pyramid, $0) }
            }
        }
    }

    /// The path from a line digest, if that is detailed enough, and if summaries are kept.
    private func digestedPath(
        _ value: SeriesValue, _ along: ColumnView, _ across: ColumnView, _ pyramid: MinMaxTree
    ) -> [PathPoint]? {
        let (range, scales) = (context.visible, (along: context.along, across: context.across))
        guard context.summaries != .none,
            PathReducer.needsDigest(across, range, alongScale: scales.along, acrossScale: scales.across, pyramid)
        else { return nil }
        let digest = context.samples.digests.summary(for: value, count: across.count) { $0.extend(along, across) }
        return PathReducer.path(
            digest, along: along, across: across, range: range, alongScale: scales.along, acrossScale: scales.across)
    }

    /// The runs between a value's gaps; `nil` if they would not help, and if no summaries are kept.
    private func runs(
        of key: RunKey, _ across: ColumnView, _ extent: ColumnExtent, _ pyramid: MinMaxTree
    ) -> RunSummary? {
        guard context.summaries != .none, let minimum = extent.range?.minimum,
            PathReducer.needsRuns(
                context.visible, of: across, minimum: minimum, alongScale: context.along, acrossScale: context.across,
                pyramid)
        else { return nil }
        return context.samples.runs.summary(for: key, count: across.count) {
            $0.extend(across, isStepped: key.isStepped)
        }
    }

    /// The area between two values of each sample of `xPointRange`, in order. A sample without a position is a gap, and
    /// a sample in a range that an axis excludes is skipped.
    public final func samples(_ first: SeriesValue, _ second: SeriesValue) -> [Area.Sample] {
        guard first.isOnAxis, second.isOnAxis, let first = values(first), let second = values(second) else { return [] }
        let (alongScale, acrossScale) = (context.along, context.across)
        return ColumnView.withView(independentValues, first, second) { along, first, second in
            var result: [Area.Sample] = []
            result.reserveCapacity(context.visible.count)
            var pace = WorkPace()
            ColumnView.forEachBlock(of: context.visible, along, first, second) { _, along, first, second in
                for i in along.indices {
                    if pace.isOver() { break }
                    if alongScale.isExcluded(along[i]) || acrossScale.isExcluded(first[i])
                        || acrossScale.isExcluded(second[i])
                    {
                        continue
                    }
                    let sample = Area.Sample(
                        along: Float(position: alongScale.position(of: along[i]), of: along[i]),
                        first: Float(position: acrossScale.position(of: first[i]), of: first[i]),
                        second: Float(position: acrossScale.position(of: second[i]), of: second[i]))
                    if sample.isFinite {
                        result.append(sample)
                    } else if result.last?.isFinite == true {
                        result.append(.gap)
                    }
                }
            }
            return result
        }
    }
}
