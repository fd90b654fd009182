import VitrailColumns
import VitrailScene

/// Pieces of fills that are too narrow to be visible.
extension PassData {
    /// Slices that widen the narrow pieces of a fill to `width`. They also widen isolated samples, whose fill has no
    /// area. Slices lie beside and between these pieces, and overlap neither them nor the pieces around them.
    ///
    /// - Parameters:
    ///   - second: `nil`: the baseline.
    ///   - width: minimum width of a drawn piece in pixels along, > 0. Neighbouring pieces may leave less space.
    /// - Returns: slices with gaps between them, in the order of `first` and `second`.
    /// - Complexity: O(1) if the fill has no gap, otherwise O(pieces · log samples). O(samples) if samples are
    ///   unordered or the axes exclude ranges.
    func slivers(_ first: SeriesValue, _ second: SeriesValue?, width: Float) -> [Area.Sample] {
        guard !context.visible.isEmpty, let extent = extent(first) else { return [] }
        let extents = [context.samples.alongExtent, extent] + (second.flatMap { self.extent($0) }.map { [$0] } ?? [])
        let mapsPositiveOnly = context.across.mapper.mapsPositiveOnly
        let hasGap =
            extents.contains(where: \.hasGap)
            || mapsPositiveOnly && extents.dropFirst().contains { ($0.range?.minimum ?? 0) <= 0 }
        let whole =
            context.samples.alongExtent.range.map {
                abs(context.along.position(of: $0.maximum) - context.along.position(of: $0.minimum))
            } ?? 0
        guard hasGap || !(whole >= Double(width)) else { return [] }
        let isOrdered = context.samples.alongExtent.isAscending
        var slivers = Slivers(width: width, isReversed: context.along.end < context.along.start, isOrdered: isOrdered)
        if isOrdered, !context.along.mapper.hasExclusions, !context.across.mapper.hasExclusions {
            addPieces(first, second, to: &slivers, minimum: mapsPositiveOnly ? .leastNonzeroMagnitude : -.infinity)
        } else {
            addSamples(first, second, to: &slivers)
        }
        return slivers.finish()
    }

    private func extent(_ value: SeriesValue) -> ColumnExtent? {
        context.samples.values.firstIndex(of: value).map { context.samples.acrossExtent[$0] }
    }

    // MARK: Pieces of ordered samples

    private func addPieces(_ first: SeriesValue, _ second: SeriesValue?, to slivers: inout Slivers, minimum: Double) {
        guard let firstValues = values(first), let firstExtent = extent(first) else { return }
        let (secondValues, secondExtent) = (second.flatMap { values($0) }, second.flatMap { extent($0) })
        ColumnView.withView(independentValues, firstValues, secondValues ?? firstValues) { along, firstValues, others in
            firstExtent.withPyramid(count: firstValues.count) { firstPyramid in
                (secondExtent ?? firstExtent).withPyramid(count: others.count) { otherPyramid in
                    let columns =
                        [Gapped(values: firstValues, pyramid: firstPyramid, minimum: minimum)]
                        + (second == nil ? [] : [Gapped(values: others, pyramid: otherPyramid, minimum: minimum)])
                    addPieces(along, columns, to: &slivers)
                }
            }
        }
    }

    /// A column to search for gaps.
    private struct Gapped {
        let values: ColumnView
        let pyramid: MinMaxTree?
        let minimum: Double

        /// Most pieces and gaps are shorter than this. The min/max tree is used for longer ones.
        private static let nearby = 16

        func firstGap(_ range: Range<Int>) -> Int {
            let near = range.prefix(Self.nearby)
            for i in near where !isValue(i) { return i }
            let rest = near.upperBound..<range.upperBound
            if rest.isEmpty { return range.upperBound }
            return pyramid?.firstGap(rest, of: values, below: minimum) ?? values.firstGap(in: rest, below: minimum)
        }
        func firstValue(_ range: Range<Int>) -> Int {
            let near = range.prefix(Self.nearby)
            for i in near where isValue(i) { return i }
            let rest = near.upperBound..<range.upperBound
            if rest.isEmpty { return range.upperBound }
            if let pyramid { return pyramid.firstValue(rest, of: values, notBelow: minimum) }
            return rest.first(where: isValue) ?? rest.upperBound
        }
        func holds(_ i: Int) -> Bool { i >= 0 && i < values.count && isValue(i) }
        private func isValue(_ i: Int) -> Bool { values[i].isFinite && values[i] >= minimum }
    }

    private func addPieces(_ along: ColumnView, _ columns: [Gapped], to slivers: inout Slivers) {
        let (range, alongScale, acrossScale) = (context.visible, context.along, context.across)
        func position(of i: Int) -> Double { alongScale.position(of: along[i]).clampedPosition }
        func bounds(_ column: Gapped, _ piece: Range<Int>) -> (low: Double, high: Double)? {
            guard let found = column.values.finiteRange(piece) else { return nil }
            let ends = (
                acrossScale.position(of: found.low).clampedPosition,
                acrossScale.position(of: found.high).clampedPosition
            )
            return (min(ends.0, ends.1), max(ends.0, ends.1))
        }
        var start = range.lowerBound
        while start < range.upperBound {
            var value = start
            repeat {
                start = value
                for column in columns where value < range.upperBound {
                    value = column.firstValue(value..<range.upperBound)
                }
            } while value > start
            guard start < range.upperBound else { return }
            var end = range.upperBound
            for column in columns { end = column.firstGap(start..<end) }
            let goesOn =
                start == range.lowerBound && columns.allSatisfy { $0.holds(start - 1) }
                || end == range.upperBound && columns.allSatisfy { $0.holds(end) }
            let piece = start..<end
            slivers.add(from: position(of: start), to: position(of: end - 1), isWide: goesOn) {
                guard let first = bounds(columns[0], piece) else { return nil }
                return (first, columns.count > 1 ? bounds(columns[1], piece) : nil)
            } baseline: {
                context.baseline
            }
            start = end
        }
    }

    // MARK: One sample after the other

    private func addSamples(_ first: SeriesValue, _ second: SeriesValue?, to slivers: inout Slivers) {
        let baseline = Float(context.baseline)
        let samples =
            second.map { self.samples(first, $0) }
            ?? path(first, width: 0).map { Area.Sample(along: $0.along, first: $0.across, second: baseline) }
        for piece in samples.split(whereSeparator: { !$0.isFinite }) {
            guard let start = piece.first else { continue }
            var (low, high) = (start, start)
            for sample in piece {
                low = Area.Sample(
                    along: min(low.along, sample.along), first: min(low.first, sample.first),
                    second: min(low.second, sample.second))
                high = Area.Sample(
                    along: max(high.along, sample.along), first: max(high.first, sample.first),
                    second: max(high.second, sample.second))
            }
            slivers.add(from: Double(low.along), to: Double(high.along), isWide: false) {
                ((Double(low.first), Double(high.first)), second.map { _ in (Double(low.second), Double(high.second)) })
            } baseline: {
                Double(baseline)
            }
        }
    }
}

/// Converts pieces along an axis to the slices that widen the narrow ones.
private struct Slivers {
    private let width: Double
    /// −1 if positions descend along the samples.
    private let sign: Double
    private let isOrdered: Bool
    private var slices: [Area.Sample] = []
    /// Narrow pieces within one width, in the order of positions.
    private var pieces: [(low: Double, high: Double)] = []
    /// Ranges of positions across over all `pieces`: where the first value lies before the second, and where it lies
    /// behind it.
    private var normal: (low: Double, high: Double)?
    private var inverted: (low: Double, high: Double)?
    /// The end of the drawn area so far.
    private var reached = -Double.infinity

    init(width: Float, isReversed: Bool, isOrdered: Bool) {
        self.width = Double(width)
        sign = isReversed ? -1 : 1
        self.isOrdered = isOrdered
    }

    typealias Bounds = (low: Double, high: Double)

    /// - Parameter isWide: whether the piece continues beyond the visible samples.
    mutating func add(
        from start: Double, to end: Double, isWide: Bool, _ bounds: () -> (first: Bounds, second: Bounds?)?,
        baseline: () -> Double
    ) {
        let (low, high) = (min(sign * start, sign * end), max(sign * start, sign * end))
        guard low.isFinite, high.isFinite else { return }
        if isWide || high - low >= width {
            flush(next: low)
            reached = max(reached, high)
            return
        }
        guard let (first, second) = bounds() else { return }
        if let begin = pieces.first?.low, !isOrdered || high - begin >= width { flush(next: low) }
        pieces.append((low, high))
        func join(_ a: Bounds?, _ b: Bounds) -> Bounds { a.map { (min($0.low, b.low), max($0.high, b.high)) } ?? b }
        if let second {
            let all = join(first, second)
            if first.low + first.high <= second.low + second.high {
                normal = join(normal, all)
            } else {
                inverted = join(inverted, all)
            }
        } else {
            let baseline = baseline()
            if first.low < baseline { normal = join(normal, (first.low, baseline)) }
            if first.high > baseline { inverted = join(inverted, (baseline, first.high)) }
        }
    }

    mutating func finish() -> [Area.Sample] {
        flush(next: .infinity)
        return slices
    }

    private mutating func flush(next: Double) {
        guard let first = pieces.first, let last = pieces.last else { return }
        defer {
            pieces.removeAll(keepingCapacity: true)
            (normal, inverted) = (nil, nil)
        }
        let middle = (first.low + last.high) / 2
        let start = isOrdered ? max(middle - width / 2, reached) : middle - width / 2
        let end = isOrdered ? min(middle + width / 2, next) : middle + width / 2
        var position = start
        for piece in pieces {
            append(position, piece.low)
            position = max(position, piece.high)
        }
        append(position, end)
        reached = max(reached, last.high, end)
    }

    private mutating func append(_ start: Double, _ end: Double) {
        guard end > start else { return }
        func append(_ first: Double, _ second: Double) {
            for position in [start, end] {
                slices.append(Area.Sample(along: Float(sign * position), first: Float(first), second: Float(second)))
            }
            slices.append(.gap)
        }
        if let normal { append(normal.low, normal.high) }
        if let inverted { append(inverted.high, inverted.low) }
    }
}
