import VitrailScene

/// Samples with two ends → the area between them; where many share a pixel column, its envelope at the first and the last of them.
enum BandReducer {
    static func samples(
        along: Span<Double>, first: Span<Double>, second: Span<Double>, range: Range<Int>, alongScale: AxisScale,
        acrossScale: AxisScale, isAscending: Bool
    ) -> [Area.Sample] {
        let columns = abs(alongScale.end - alongScale.start)
        let reduces = isAscending && Double(range.count) > columns * Double(PathReducer.samplesPerColumn)
        var result: [Area.Sample] = []
        if !reduces { result.reserveCapacity(range.count) }
        var column = Column()
        for i in range {
            if alongScale.isExcluded(along[i]) || acrossScale.isExcluded(first[i]) || acrossScale.isExcluded(second[i]) { continue }
            let sample = Area.Sample(
                along: Float(alongScale.place(along[i])), first: Float(acrossScale.place(first[i])),
                second: Float(acrossScale.place(second[i])))
            guard sample.along.isFinite, sample.first.isFinite, sample.second.isFinite else {
                column.close(into: &result)
                result.append(Area.Sample(along: .nan, first: .nan, second: .nan))
                continue
            }
            if reduces { column.add(sample, into: &result) } else { result.append(sample) }
        }
        column.close(into: &result)
        return result
    }

    /// The samples of one pixel column: the extremes of both ends.
    private struct Column {
        var start: Area.Sample?
        var end = Area.Sample(along: 0, first: 0, second: 0)
        var low = Area.Sample(along: 0, first: 0, second: 0)
        var high = Area.Sample(along: 0, first: 0, second: 0)

        mutating func add(_ sample: Area.Sample, into result: inout [Area.Sample]) {
            if let start, start.along.rounded(.down) == sample.along.rounded(.down) {
                end = sample
                (low.first, high.first) = (min(low.first, sample.first), max(high.first, sample.first))
                (low.second, high.second) = (min(low.second, sample.second), max(high.second, sample.second))
            } else {
                close(into: &result)
                (start, end, low, high) = (sample, sample, sample, sample)
            }
        }

        /// The envelope: the outer extreme of each end, so that the area covers what the samples cover.
        mutating func close(into result: inout [Area.Sample]) {
            guard let first = start else { return }
            let isFirstAbove = low.first + high.first <= low.second + high.second
            let outer = isFirstAbove ? (low.first, high.second) : (high.first, low.second)
            result.append(Area.Sample(along: first.along, first: outer.0, second: outer.1))
            if end.along > first.along {
                result.append(Area.Sample(along: end.along, first: outer.0, second: outer.1))
            }
            start = nil
        }
    }
}
