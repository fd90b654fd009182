package import VitrailColumns
import VitrailSystem

/// Finds where bins begin among samples with monotonic positions. A bin is a pixel column or a part of one. The search
/// reads few samples.
package struct ColumnBounds<Position: MonotonicScaleTransform>: Sendable {
    let along: ColumnView
    let position: Position
    /// Bins per pixel; below 1 for bins wider than a pixel.
    let perPixel: Double

    package init(along: ColumnView, position: Position, perPixel: Double) {
        self.along = along
        self.position = position
        self.perPixel = perPixel
    }

    /// Fewer samples are not worth another thread.
    static var samplesPerThread: Int { 1 << 14 }
    /// Number of guesses for the end of a bin. They use the length of the bin before and the samples seen so far. If
    /// all of them fail, `endStepByStep` searches.
    private static var guesses: Int { 3 }

    func column(_ i: Int) -> Double { (position.position(ofAny: along[i]) * perPixel).rounded(.down) }

    /// Number of bins that a range spans, at most its number of samples.
    func count(_ range: Range<Int>) -> Int {
        guard let first = range.first, let last = range.last else { return 0 }
        // On a logarithmic axis, one sample before the visible range may have no position.
        let start = column(first).isNaN ? min(first + 1, last) : first
        let columns = abs(column(last) - column(start)) + Double(1 + start - first)
        return columns < Double(range.count) ? Int(columns) : range.count
    }

    /// Splits a range into parts that consist of whole bins and have about equally many samples.
    ///
    /// - Parameter samplesPerThread: minimum samples of a part; a short range gives fewer parts than `threads`.
    package func stretches(
        _ range: Range<Int>, threads: Int, samplesPerThread: Int = Self.samplesPerThread
    ) -> [Range<Int>] {
        let count = min(threads, range.count / samplesPerThread)
        var bounds = [range.lowerBound]
        for i in 1..<max(count, 1) {
            let middle = range.lowerBound + range.count / count * i
            bounds.append(max(end(of: column(middle), from: middle, to: range.upperBound, guess: 1), bounds[i - 1]))
        }
        bounds.append(range.upperBound)
        return zip(bounds, bounds.dropFirst()).map { $0..<$1 }
    }

    /// The end of the bin that contains a sample, within a range.
    func end(ofColumnAt i: Int, in range: Range<Int>) -> Int {
        end(of: column(i), from: i, to: range.upperBound, guess: 1)
    }

    /// Calls `body` for each bin of a range, in order.
    @inline(__always)
    package func forEachColumn(_ range: Range<Int>, _ body: (_ column: Double, _ samples: Range<Int>) -> Void) {
        var start = range.lowerBound
        var count = 1
        var pace = WorkPace(every: 1 << 14)
        while start < range.upperBound, !pace.isOver(after: count) {
            let column = column(start)
            let end = end(of: column, from: start, to: range.upperBound, guess: count)
            body(column, start..<end)
            count = end - start
            start = end
        }
    }

    // MARK: Exclusions

    /// The first contiguous samples of a range that the axis does not exclude; `nil`: there are none.
    func nextPart(of range: Range<Int>) -> Range<Int>? {
        guard Position.hasExclusions else { return range.isEmpty ? nil : range }
        return position.nextPart(of: range, along)
    }

    // MARK: Ends

    /// The first sample from `start` on that lies in another bin; `limit` if there is none.
    ///
    /// - Parameter guess: expected number of samples in this bin.
    @inline(__always)
    private func end(of column: Double, from start: Int, to limit: Int, guess: Int) -> Int {
        // A value without a position is in no bin.
        if column.isNaN { return start + 1 }
        return along.areIndices
            ? endAmongIndices(of: column, from: start, to: limit)
            : endAmongValues(of: column, from: start, to: limit, guess: guess)
    }

    /// The inverse mapping gives the index at the bin's edge, except for rounding.
    private func endAmongIndices(of column: Double, from start: Int, to limit: Int) -> Int {
        let edge = position.isReversed ? column : column + 1
        var end = Int(position.value(at: edge / perPixel), within: start + 1...limit)
        // All indices in an exclusion have the same position: correcting the end one by one could take long.
        if Position.hasExclusions { return endStepByStep(of: column, from: start, to: limit, guess: end - start) }
        while end < limit, self.column(end) == column { end += 1 }
        while end > start + 1, self.column(end - 1) != column { end -= 1 }
        return end
    }

    private func endAmongValues(of column: Double, from start: Int, to limit: Int, guess: Int) -> Int {
        let stretch = position.stretch(of: column, perPixel: perPixel, from: along[start])
        let part = stretch.values
        let direction = part.factor < 0 ? -1.0 : 1.0
        let edge = direction < 0 ? part.number : part.number + 1
        var near = start + guess
        for _ in 0..<Self.guesses {
            if let end = along.end(of: part, near: max(start, near - 8), before: limit) {
                if stretch.isExact || self.column(end - 1) == column && self.column(end) != column { return end }
                return endStepByStep(of: column, from: start, to: limit, guess: end - start)
            }
            guard near >= start, near < limit else { break }
            // Extrapolate to the edge with `guess` samples per bin.
            let position = ((along[near] - part.origin) * part.factor + part.start) * part.per_pixel
            let step = (edge - position) * direction * Double(guess)
            guard abs(step) < Double(limit - start) else { break }
            near += Int(step.rounded())
        }
        return endStepByStep(of: column, from: start, to: limit, guess: guess)
    }

    private func endStepByStep(of column: Double, from start: Int, to limit: Int, guess: Int) -> Int {
        // `inside` lies in the bin; `outside` does not, or is the limit.
        var (inside, outside) = (start, limit)
        var stride = max(guess, 1)
        var probe = start + stride
        while probe < limit {
            if self.column(probe) == column {
                inside = probe
                probe += stride
                stride *= 2
            } else {
                outside = probe
                break
            }
        }
        // Most bins are about as long as the one before: the end is near the guess.
        var step = 1
        while outside - inside > step, self.column(outside - step) != column {
            outside -= step
            step *= 2
        }
        inside = max(inside, outside - step)
        while outside - inside > 1 {
            let middle = (inside + outside) / 2
            if self.column(middle) == column { inside = middle } else { outside = middle }
        }
        return outside
    }
}
