/// A stack of series with the same independent values, so that samples of one index stand on one another: summed a block of samples at a time, while
/// it is in the processor's cache, on all cores.
struct SharedStack: Sendable {
    /// A series, from the lowest up.
    struct Layer: Sendable {
        let values: Column
        /// Whether all of it goes down from the baseline; nil = each sample by its sign.
        let isDown: Bool?
        let baseline: Double
        /// Whether what starts at 0 or less starts just above 0 instead.
        let needsPositive: Bool
    }

    /// What a layer comes to.
    struct Stacked {
        let starts, ends, totals: Column
        /// Whether the stack ends where the samples do: all or none of them; nil = some.
        let isOutermost: Bool?
    }

    private static let blockLength = 1 << 11
    /// Fewer blocks are not worth another thread.
    private static let blocksPerThread = 8

    private let layers: [Layer]
    /// Independent values, some of which may be gaps; nil = none is.
    private let along: Column?
    private let count: Int

    init(_ layers: [Layer], along: Column?, count: Int) { (self.layers, self.along, self.count) = (layers, along, count) }

    func stacked() -> [Stacked] {
        let hasUp = layers.contains { $0.isDown != true }
        let hasDown = layers.contains { $0.isDown != false }
        var (up, down) = (GrowingArray<Double>(), GrowingArray<Double>())
        var columns = layers.map { _ in (starts: GrowingArray<Double>(), ends: GrowingArray<Double>(), totals: GrowingArray<Double>()) }
        let room = unsafe Room(
            up: hasUp ? up.claim(count) : nil, down: hasDown ? down.claim(count) : nil,
            layers: layers.indices.map { k in
                unsafe (columns[k].starts.claim(count), columns[k].ends.claim(count), layers[k].isDown == nil ? columns[k].totals.claim(count) : nil)
            })
        let blocks = (count + Self.blockLength - 1) / Self.blockLength
        let threads = max(min(Parallel.threads, blocks / Self.blocksPerThread), 1)
        let found = Parallel.map(threads) { thread in
            var found = Array(repeating: Ends(), count: layers.count)
            for block in blocks * thread / threads..<blocks * (thread + 1) / threads {
                unsafe sum(block * Self.blockLength..<min((block + 1) * Self.blockLength, count), room, &found)
            }
            return found
        }
        let (ups, downs) = (Column(up), Column(down))
        return layers.indices.map { k in
            let ends = found.reduce(Ends()) { $0.joined($1[k]) }
            return Stacked(
                starts: Column(columns[k].starts), ends: Column(columns[k].ends),
                totals: layers[k].isDown.map { $0 ? downs : ups } ?? Column(columns[k].totals), isOutermost: ends.areOutermost)
        }
    }

    /// Which ends of samples there are.
    private struct Ends {
        var hasOutermost = false
        var hasInner = false

        func joined(_ other: Ends) -> Ends { Ends(hasOutermost: hasOutermost || other.hasOutermost, hasInner: hasInner || other.hasInner) }

        var areOutermost: Bool? { hasOutermost && hasInner ? nil : !hasInner }
    }

    /// Where threads write.
    ///
    /// Unchecked, since pointers are not `Sendable`: each thread writes places that no other one touches, and all have ended before a claim is read.
    @unsafe private struct Room: @unchecked Sendable {
        typealias Values = UnsafeMutableBufferPointer<Double>

        /// Where the stack ends so far, on both sides; NaN = nothing stands there. Nil: nothing does on that side.
        let up, down: Values?
        /// Totals are the layer's own where it has both sides.
        let layers: [(starts: Values, ends: Values, totals: Values?)]

        func tops(_ isDown: Bool) -> Values { unsafe (isDown ? down : up) ?? Values(start: nil, count: 0) }
    }

    @unsafe private func sum(_ block: Range<Int>, _ room: Room, _ found: inout [Ends]) {
        unsafe room.up?.extracting(block).update(repeating: .nan)
        unsafe room.down?.extracting(block).update(repeating: .nan)
        for k in layers.indices {
            withValues(of: layers[k], block) { values, along in unsafe add(values, along, layers[k], block, room, k) }
        }
        for k in layers.indices {
            withValues(of: layers[k], block) { values, _ in unsafe total(values, layers[k], block, room, k, &found[k]) }
        }
    }

    /// - Parameter body: gets no independent values where none is a gap.
    private func withValues(of layer: Layer, _ block: Range<Int>, _ body: (_ values: Span<Double>, _ along: Span<Double>) -> Void) {
        layer.values.withValues(in: block) { values in
            if let along { along.withValues(in: block) { body(values, $0) } } else { body(values, Span()) }
        }
    }

    @unsafe private func add(_ values: Span<Double>, _ along: Span<Double>, _ layer: Layer, _ block: Range<Int>, _ room: Room, _ k: Int) {
        let (up, down) = unsafe (room.tops(false), room.tops(true))
        let (starts, ends) = unsafe (room.layers[k].starts, room.layers[k].ends)
        for j in values.indices {
            let (i, value) = (block.lowerBound + j, values[j])
            guard value.isFinite, along.isEmpty || along[j].isFinite else {
                unsafe starts[i] = .nan
                unsafe ends[i] = .nan
                continue
            }
            let tops = unsafe layer.isDown ?? (value < 0) ? down : up
            let under = unsafe tops[i]
            let start = under.isNaN ? layer.baseline : under
            let end = (under.isNaN ? 0 : under) + value
            unsafe starts[i] = layer.start(at: start)
            unsafe ends[i] = end
            unsafe tops[i] = end
        }
    }

    /// When all layers of the block are summed.
    @unsafe private func total(_ values: Span<Double>, _ layer: Layer, _ block: Range<Int>, _ room: Room, _ k: Int, _ found: inout Ends) {
        let (up, down) = unsafe (room.tops(false), room.tops(true))
        let (ends, totals) = unsafe (room.layers[k].ends, room.layers[k].totals)
        for j in values.indices {
            let i = block.lowerBound + j
            let end = unsafe ends[i]
            let total = unsafe (layer.isDown ?? (values[j] < 0) ? down : up)[i]
            unsafe totals?[i] = total
            if end == total { found.hasOutermost = true } else if !end.isNaN { found.hasInner = true }
        }
    }
}

extension SharedStack.Layer {
    /// What is drawn from: on a logarithmic axis, for what has no place there, a value below all that is shown.
    func start(at end: Double) -> Double { needsPositive && end <= 0 ? .leastNormalMagnitude : end }
}
