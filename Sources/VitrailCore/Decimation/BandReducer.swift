import VitrailScene

/// Samples with two ends → the area between them; where many share a pixel, few slices that cover of each pixel what all of them cover.
///
///      │╲  ╱╲│╱│           Over a quarter of a pixel the end lies now here, now there. What a row of pixels sees of it is how often the end
///      │ ╲╱  ╲ │╲   →  ╲    is above it. A straight slope with the same mean and the same variance says nearly the same, and a slice
///      │     │ │        ╲   can have it. (An envelope would cover too much: all that the end ever reached.)
enum BandReducer {
    /// Parts of a pixel column that get a slice each.
    static let slicesPerColumn = 4

    /// Whether so many samples become fewer slices.
    static func reduces(_ count: Int, to alongScale: AxisScale, isAscending: Bool) -> Bool {
        isAscending && Double(count) > abs(alongScale.end - alongScale.start) * Double(slicesPerColumn)
    }

    /// - Parameters:
    ///   - range: indexes of the samples, all three columns having them.
    ///   - isAscending: whether the independent values never fall; only then columns can be formed.
    ///   - threads: at most.
    ///   - summaries: of the band, kept with the samples, and how it is known there.
    /// - Complexity: O(samples), one read each, for the first two pictures; then O(pixel columns · log samples), but O(samples) where squares of values
    ///   are too large to be added. The result has at most 4 · `slicesPerColumn` samples a pixel column when reduced, and a few times as many with gaps
    ///   between them.
    static func samples(
        along: SharedValues, first: SharedValues, second: SharedValues, range: Range<Int>, alongScale: AxisScale,
        acrossScale: AxisScale, isAscending: Bool, threads: Int = Parallel.threads, summaries: (BandSummaries, BandKey)? = nil
    ) -> [Area.Sample] {
        let reduces = reduces(range.count, to: alongScale, isAscending: isAscending)
        if reduces {
            return Columns(along: along, first: first, second: second, range: range, threads: threads, summaries: summaries)
                .run(along: alongScale, across: acrossScale)
        }
        var result: [Area.Sample] = []
        result.reserveCapacity(range.count)
        SharedValues.forEachBlock(of: range, along, first, second) { _, along, first, second in
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

    /// Whether one slice may reach from a column on to a sample in another: that is the one beside it, so that what it covers is not known worse than within one.
    static func isNear(_ next: Double, _ column: Double) -> Bool { abs(next - column) <= 1 }

    private struct Columns: ColumnPass {
        let along, first, second: SharedValues
        let range: Range<Int>
        let threads: Int
        let summaries: (known: BandSummaries, key: BandKey)?

        func run(_ placeAlong: some AxisPlacing, _ placeAcross: some AxisPlacing) -> [Area.Sample] {
            let source = BandSource(along: along, first: first, second: second, placeAlong: placeAlong, placeAcross: placeAcross)
            if type(of: placeAcross).hasExclusions {
                let known = summary { $0.extend(to: along.count, kept: source.keptStretch) }
                func samples(_ pyramid: BrokenBandPyramid?) -> [Area.Sample] {
                    BandColumns(source, range, BrokenBand(source: source, pyramid: pyramid)).samples(threads: threads)
                }
                return known?.lendKept(samples) ?? samples(nil)
            }
            let known = summary { $0.extend(to: along.count) { source.moments($0) } }
            func samples(_ pyramid: BandPyramid?) -> [Area.Sample] {
                BandColumns(source, range, WholeBand(source: source, pyramid: pyramid)).samples(threads: threads)
            }
            return known?.lend(samples) ?? samples(nil)
        }

        private func summary(_ extend: (inout BandSummary) -> Void) -> BandSummary? {
            summaries.flatMap { $0.known.summary(for: $0.key, count: along.count, extend) }
        }
    }

    /// Neighbouring samples on their way to be one slice.
    struct Slice {
        private var start: Area.Sample?
        private var end = Area.Sample(along: 0, first: 0, second: 0)
        private var count = 0
        private var first = Moments()
        private var second = Moments()
        /// Slices rise and fall in turns, so that one goes on near where the last one ended.
        private var rises: Bool

        init(rises: Bool = true) { self.rises = rises }

        mutating func add(_ sample: Area.Sample, into result: inout [Area.Sample]) {
            guard let start else {
                begin(at: sample)
                return
            }
            let (column, next) = (Self.column(of: start), Self.column(of: sample))
            guard BandReducer.isNear(next, column) else {
                if count > 0 { close(into: &result) }
                result += [end, sample]
                begin(at: sample)
                return
            }
            let length = Double(sample.along - end.along)
            first.add(Double(end.first - start.first), Double(sample.first - start.first), length)
            second.add(Double(end.second - start.second), Double(sample.second - start.second), length)
            end = sample
            count += 1
            if next != column {
                close(into: &result)
                begin(at: sample)
            }
        }

        mutating func endRun(into result: inout [Area.Sample]) {
            if count > 0 { close(into: &result) }
            start = nil
            count = 0
        }

        private static func column(of sample: Area.Sample) -> Double { (Double(sample.along) * Double(BandReducer.slicesPerColumn)).rounded(.down) }

        private mutating func begin(at sample: Area.Sample) {
            start = sample
            end = sample
            count = 0
            (first, second) = (Moments(), Moments())
        }

        private mutating func close(into result: inout [Area.Sample]) {
            guard let start else { return }
            // One pair of samples is a slice as it is, and so is a stretch without length.
            guard count > 1, first.length != 0 else {
                result += [start, end]
                return
            }
            let sign: Float = rises ? 1 : -1
            rises.toggle()
            let (a, b) = (first.halfSpan * sign, second.halfSpan * sign)
            let (middle, other) = (start.first + Float(first.mean), start.second + Float(second.mean))
            result.append(Area.Sample(along: start.along, first: middle - a, second: other - b))
            result.append(Area.Sample(along: end.along, first: middle + a, second: other + b))
        }
    }

    /// Mean and variance of a place across that goes straight from sample to sample.
    private struct Moments {
        private(set) var length = 0.0
        private var sum = 0.0
        private var squares = 0.0

        /// A stretch from `a` to `b`, both relative to one place near them.
        mutating func add(_ a: Double, _ b: Double, _ length: Double) {
            self.length += length
            sum += length * (a + b) / 2
            squares += length * (a * a + a * b + b * b) / 3
        }

        var mean: Double { sum / length }

        /// Half the span of the straight slope with this variance.
        var halfSpan: Float { Float((3 * max(squares / length - mean * mean, 0)).squareRoot()) }
    }
}
