import CData

/// Where pixel columns, or parts of them, begin among samples whose places along never fall or never rise. Searched for: few samples are read.
struct ColumnBounds<Place: AxisPlacing>: Sendable {
    let along: SharedValues
    let place: Place
    /// Parts of a pixel column.
    let perPixel: Double

    /// Fewer samples are not worth another thread.
    static var samplesPerThread: Int { 1 << 16 }
    /// Looks for an end by what the column before, and samples seen on the way, tell of its place; behind them it is searched for step by step.
    private static var guesses: Int { 3 }

    func column(_ i: Int) -> Double { (place.found(along[i]) * perPixel).rounded(.down) }

    /// Columns that a range reaches over, at most as many as it has samples.
    func count(_ range: Range<Int>) -> Int {
        guard let first = range.first, let last = range.last else { return 0 }
        // Before what a logarithmic axis shows there may be one sample without a place.
        let start = column(first).isNaN ? min(first + 1, last) : first
        let columns = abs(column(last) - column(start)) + Double(1 + start - first)
        return columns < Double(range.count) ? Int(columns) : range.count
    }

    /// Stretches of whole columns, of about as many samples each.
    ///
    /// - Parameter samplesPerThread: of fewer, there are fewer stretches than threads.
    func stretches(_ range: Range<Int>, threads: Int, samplesPerThread: Int = Self.samplesPerThread) -> [Range<Int>] {
        let count = min(threads, range.count / samplesPerThread)
        var bounds = [range.lowerBound]
        for i in 1..<max(count, 1) {
            let middle = range.lowerBound + range.count / count * i
            bounds.append(max(end(of: column(middle), from: middle, to: range.upperBound, guess: 1), bounds[i - 1]))
        }
        bounds.append(range.upperBound)
        return zip(bounds, bounds.dropFirst()).map { $0..<$1 }
    }

    /// The columns of a range, in order.
    @inline(__always)
    func forEachColumn(_ range: Range<Int>, _ body: (_ column: Double, _ samples: Range<Int>) -> Void) {
        var start = range.lowerBound
        var count = 1
        while start < range.upperBound {
            let column = column(start)
            let end = end(of: column, from: start, to: range.upperBound, guess: count)
            body(column, start..<end)
            count = end - start
            start = end
        }
    }

    // MARK: What is left out

    /// The first samples of a range, side by side, that the axis does not leave out.
    func nextPart(of range: Range<Int>) -> Range<Int>? {
        guard Place.hasExclusions else { return range.isEmpty ? nil : range }
        return place.nextPart(of: range, along)
    }

    // MARK: Ends

    /// The first sample from `start` on that lies in another column.
    ///
    /// - Parameter guess: how many there may be in this one.
    @inline(__always)
    private func end(of column: Double, from start: Int, to limit: Int, guess: Int) -> Int {
        // What has no place lies in no column.
        if column.isNaN { return start + 1 }
        return along.areIndices ? endAmongIndices(of: column, from: start, to: limit) 
            : endAmongValues(of: column, from: start, to: limit, guess: guess)
    }

    /// The place of an index is known: so is the index of a place, but for its rounding.
    private func endAmongIndices(of column: Double, from start: Int, to limit: Int) -> Int {
        let edge = place.isReversed ? column : column + 1
        var end = Int(place.value(at: edge / perPixel), within: start + 1...limit)
        // All that is left out lies at one place.
        if Place.hasExclusions { return endStepByStep(of: column, from: start, to: limit, guess: end - start) }
        while end < limit, self.column(end) == column { end += 1 }
        while end > start + 1, self.column(end - 1) != column { end -= 1 }
        return end
    }

    private func endAmongValues(of column: Double, from start: Int, to limit: Int, guess: Int) -> Int {
        let stretch = place.stretch(of: column, perPixel: perPixel, from: along[start])
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
            // Where it is if samples lie as far apart as they would have to for the guess.
            let place = ((along[near] - part.origin) * part.factor + part.start) * part.per_pixel
            let step = (edge - place) * direction * Double(guess)
            guard abs(step) < Double(limit - start) else { break }
            near += Int(step.rounded())
        }
        return endStepByStep(of: column, from: start, to: limit, guess: guess)
    }

    private func endStepByStep(of column: Double, from start: Int, to limit: Int, guess: Int) -> Int {
        // Known to lie in the column, and known not to.
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
        // Columns are about as wide as the one before: the end is near the guess.
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
