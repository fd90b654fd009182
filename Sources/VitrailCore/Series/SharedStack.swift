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
        /// Whether each value is finite.
        let isWhole: Bool
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

    func stacked() -> [Stacked] { isPlain ? sharingColumns() : withOwnColumns() }

    private var threads: Int { max(min(Parallel.threads, blocks / Self.blocksPerThread), 1) }
    private var blocks: Int { (count + Self.blockLength - 1) / Self.blockLength }

    /// The blocks of one of some threads.
    private func blocks(_ thread: Int, of threads: Int) -> some Sequence<Range<Int>> {
        (blocks * thread / threads..<blocks * (thread + 1) / threads).lazy.map { [count] in
            $0 * Self.blockLength..<min(($0 + 1) * Self.blockLength, count)
        }
    }

    // MARK: Plain stacks

    /// Whether there is no gap and all layers go the same way: then each stands on all of the one below, and starts where that ends.
    var isPlain: Bool {
        along == nil && layers.allSatisfy { $0.isWhole && !$0.needsPositive && $0.isDown != nil && $0.isDown == layers[0].isDown }
    }

    /// Columns that hold the same are one: of the lowest layer the values are its ends, if they lie as Doubles.
    private func sharingColumns() -> [Stacked] {
        var sums = layers.map { _ in GrowingArray<Double>() }
        let isShared = layers[0].values.lend(\.areDoubles)
        let room = unsafe PlainRoom(ends: layers.indices.map { k in unsafe k == 0 && isShared ? nil : sums[k].claim(count) })
        let threads = threads
        let found = Parallel.map(threads) { thread in
            var found = Array(repeating: Ends(), count: layers.count)
            for block in blocks(thread, of: threads) { unsafe sum(block, room, &found) }
            return found
        }
        let ends = layers.indices.map { k in k == 0 && isShared ? layers[0].values : Column(sums[k]) }
        return layers.indices.map { k in
            Stacked(
                starts: k == 0 ? .constant(layers[0].baseline, count: count) : ends[k - 1], ends: ends[k], totals: ends[ends.count - 1],
                isOutermost: found.reduce(Ends()) { $0.joined($1[k]) }.areOutermost)
        }
    }

    /// Where threads write where layers end, of each but the lowest one where its values say so already.
    ///
    /// Unchecked, since pointers are not `Sendable`: each thread writes places that no other one touches, and all have ended before a claim is read.
    @unsafe private struct PlainRoom: @unchecked Sendable {
        let ends: [UnsafeMutableBufferPointer<Double>?]
    }

    @unsafe private func sum(_ block: Range<Int>, _ room: PlainRoom, _ found: inout [Ends]) {
        func withEnds(_ k: Int, _ body: (Span<Double>) -> Void) {
            guard let ends = unsafe room.ends[k] else { return layers[k].values.withValues(in: block, body) }
            body(unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: ends[block])))
        }
        for k in layers.indices {
            guard let ends = unsafe room.ends[k].map({ unsafe UnsafeMutableBufferPointer(rebasing: $0[block]) }) else { continue }
            layers[k].values.withValues(in: block) { values in
                if k == 0 {
                    for j in values.indices { unsafe ends[j] = values[j] }
                } else {
                    withEnds(k - 1) { below in
                        for j in values.indices { unsafe ends[j] = below[j] + values[j] }
                    }
                }
            }
        }
        withEnds(layers.count - 1) { totals in
            for k in layers.indices where !(found[k].hasOutermost && found[k].hasInner) {
                withEnds(k) { ends in
                    for j in ends.indices {
                        if ends[j] == totals[j] { found[k].hasOutermost = true } else { found[k].hasInner = true }
                    }
                }
            }
        }
    }

    // MARK: Others

    private func withOwnColumns() -> [Stacked] {
        let hasUp = layers.contains { $0.isDown != true }
        let hasDown = layers.contains { $0.isDown != false }
        var (up, down) = (GrowingArray<Double>(), GrowingArray<Double>())
        var columns = layers.map { _ in (starts: GrowingArray<Double>(), ends: GrowingArray<Double>(), totals: GrowingArray<Double>()) }
        let room = unsafe Room(
            up: hasUp ? up.claim(count) : nil, down: hasDown ? down.claim(count) : nil,
            layers: layers.indices.map { k in
                unsafe (columns[k].starts.claim(count), columns[k].ends.claim(count), layers[k].isDown == nil ? columns[k].totals.claim(count) : nil)
            })
        let threads = threads
        let found = Parallel.map(threads) { thread in
            var found = Array(repeating: Ends(), count: layers.count)
            for block in blocks(thread, of: threads) { unsafe sum(block, room, &found) }
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
