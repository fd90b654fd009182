import VitrailScene

/// Slices of a band: a quarter of a pixel column at a time, vectorised, on all cores.
struct BandColumns<Along: AxisPlacing, Across: AxisPlacing, Stretches: BandStretches>: Sendable {
    private let columns: ColumnBounds<Along>
    private let source: BandSource<Along, Across>
    private let range: Range<Int>
    private let stretches: Stretches

    /// Of so few samples with gaps between them, what lies from gap to gap is a slice of its own.
    private static var mostSingle: Int { 16 }

    init(_ source: BandSource<Along, Across>, _ range: Range<Int>, _ stretches: Stretches) {
        columns = ColumnBounds(along: source.along, place: source.placeAlong, perPixel: Double(BandReducer.slicesPerColumn))
        (self.source, self.range, self.stretches) = (source, range, stretches)
    }

    func samples(threads: Int) -> [Area.Sample] {
        guard !range.isEmpty else { return [] }
        let parts = columns.stretches(range, threads: threads)
        let slices = Parallel.map(parts.count) { i in
            var result: [Area.Sample] = []
            columns.forEachColumn(parts[i]) { column, samples in append(column, samples, to: &result) }
            return result
        }
        var result = slices[0]
        for part in slices.dropFirst() { result += part.first?.isFinite == false && result.last?.isFinite == false ? part.dropFirst() : part[...] }
        if result.first?.isFinite == false { result.removeFirst() }
        return result
    }

    /// A column's slice goes on to the first sample behind it, where that is near; to one that is not, another slice goes straight.
    private func append(_ column: Double, _ samples: Range<Int>, to result: inout [Area.Sample]) {
        stretches.prepare(around: samples)
        let own = stretch(samples)
        guard own.count > 0 else { return }
        guard let next = firstKept(samples.upperBound..<range.upperBound) else { return append(own, column, samples, nil, to: &result) }
        let sample = source.sample(next)
        if BandReducer.isNear(columns.column(next), column) {
            append(own.joined(BandStretch(sample)), column, samples, sample, to: &result)
        } else {
            append(own, column, samples, nil, to: &result)
            appendStep(source.place(own.end), source.place(sample), to: &result)
        }
    }

    /// What lies from one sample to the next.
    private func appendStep(_ start: Area.Sample, _ end: Area.Sample, to result: inout [Area.Sample]) {
        guard start.isFinite, end.isFinite else { return appendGap(to: &result) }
        result.append(start)
        result.append(end)
    }

    private func appendGap(to result: inout [Area.Sample]) {
        if result.last?.isFinite != false { result.append(.gap) }
    }

    /// Slices rise and fall in turns, so that one goes on near where the last one ended.
    private func rises(_ column: Double) -> Bool { column.remainder(dividingBy: 2) == 0 }

    /// - Parameters:
    ///   - samples: of the column.
    ///   - next: the one behind them, if it belongs to the stretch.
    private func append(_ stretch: BandStretch, _ column: Double, _ samples: Range<Int>, _ next: BandSample?, to result: inout [Area.Sample]) {
        let moments = stretch.moments
        if moments.isFinite, moments.gaps > 0, stretch.count > Self.mostSingle { return append(stretch, rises: rises(column), to: &result) }
        let (start, end) = (source.place(stretch.start), source.place(stretch.end))
        guard moments.isFinite, moments.gaps == 0, start.isFinite, end.isFinite else { return appendOneByOne(column, samples, next, to: &result) }
        // One pair of samples is a slice as it is, and so is a stretch without length.
        guard stretch.count > 2, moments.length > 0 else { return appendStep(start, end, to: &result) }
        append(moments, from: start.along, to: end.along, rises: rises(column), to: &result)
    }

    /// A slice with the mean and the spread of both ends.
    private func append(_ moments: BandMoments, from start: Float, to end: Float, rises: Bool, to result: inout [Area.Sample]) {
        let axis = source.placeAcross.affine
        func ends(_ curve: BandMoments.Curve) -> (Float, Float) {
            let half = (3 * curve.spread / moments.length).squareRoot() * abs(axis.factor) * (rises ? 1 : -1)
            let middle = axis.place(curve.mean)
            // Held together, so that the slice crosses the picture where it would.
            let scale = min(1, Double.farthestPlace / (abs(middle) + abs(half)))
            return (Float((middle - half) * scale), Float((middle + half) * scale))
        }
        let (a, b) = (ends(moments.first), ends(moments.second))
        result.append(Area.Sample(along: start, first: a.0, second: b.0))
        result.append(Area.Sample(along: end, first: a.1, second: b.1))
    }

    /// A column with gaps: slices that are as wide in all as what lies between the gaps, at the ends where that goes on beside the column.
    private func append(_ stretch: BandStretch, rises: Bool, to result: inout [Area.Sample]) {
        let moments = stretch.moments
        guard moments.length > 0 else { return appendGap(to: &result) }
        let (start, end) = (source.place(stretch.start).along, source.place(stretch.end).along)
        let width = (end - start) * Float(moments.length / (moments.length + moments.gaps))
        switch (stretch.startsWhole, stretch.endsWhole) {
        case (true, true):
            append(moments, from: start, to: start + width / 2, rises: rises, to: &result)
            appendGap(to: &result)
            append(moments, from: end - width / 2, to: end, rises: !rises, to: &result)
        case (true, false):
            append(moments, from: start, to: start + width, rises: rises, to: &result)
            appendGap(to: &result)
        case (false, true):
            appendGap(to: &result)
            append(moments, from: end - width, to: end, rises: rises, to: &result)
        case (false, false):
            appendGap(to: &result)
            append(moments, from: (start + end - width) / 2, to: (start + end + width) / 2, rises: rises, to: &result)
            appendGap(to: &result)
        }
    }

    /// Samples that no axis leaves out: what lies between those that have no place are slices of their own.
    private func appendOneByOne(_ column: Double, _ samples: Range<Int>, _ next: BandSample?, to result: inout [Area.Sample]) {
        var slice = BandReducer.Slice(rises: rises(column))
        func add(_ sample: Area.Sample) {
            if sample.isFinite { return slice.add(sample, into: &result) }
            slice.endRun(into: &result)
            appendGap(to: &result)
        }
        for i in samples where !source.isLeftOut(i) { add(source.place(source.sample(i))) }
        if let next { add(source.place(next)) }
        slice.endRun(into: &result)
    }

    // MARK: What is left out

    /// The samples of a column that no axis leaves out.
    private func stretch(_ column: Range<Int>) -> BandStretch {
        guard Along.hasExclusions else { return stretches.stretch(column) }
        var found = BandStretch()
        var rest = column
        while let part = columns.nextPart(of: rest), !part.isEmpty {
            found = found.joined(stretches.stretch(part))
            rest = part.upperBound..<column.upperBound
        }
        return found
    }

    /// The first of some samples that no axis leaves out.
    private func firstKept(_ samples: Range<Int>) -> Int? {
        var rest = samples
        while let part = columns.nextPart(of: rest), !part.isEmpty {
            if let first = stretches.firstKept(part) { return first }
            rest = part.upperBound..<samples.upperBound
        }
        return nil
    }
}
