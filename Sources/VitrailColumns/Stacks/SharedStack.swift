package import CColumns
import VitrailSystem

/// A stack of series with the same independent values, so that samples with the same index are stacked. The sums are
/// computed on all cores, in blocks of samples that fit into the processor's cache. With very many samples the sums are
/// not stored, but computed whenever they are read.
package struct SharedStack: Sendable {
    /// A series; layers are ordered from the lowest up.
    package struct Layer: Sendable {
        package let values: Column
        package let rule: vitrail_stack_rule
        /// Whether each value is finite.
        let isWhole: Bool

        package init(values: Column, rule: vitrail_stack_rule, isWhole: Bool) {
            self.values = values
            self.rule = rule
            self.isWhole = isWhole
        }
    }

    /// The result for a layer.
    package struct Stacked {
        package let starts, ends, totals: Column
        /// Whether the samples are the outer end of the stack: all or none of them; `nil`: some.
        package let isOutermost: Bool?
    }

    private static let blockLength = 1 << 11
    /// Below this number of blocks, another thread costs more than it saves.
    private static let blocksPerThread = 8

    private let layers: [Layer]
    /// Independent values with gaps; `nil`: there are no gaps.
    private let along: Column?
    private let count: Int

    package init(_ layers: [Layer], along: Column?, count: Int) {
        (self.layers, self.along, self.count) = (layers, along, count)
    }

    /// Whether all series have the same independent values, so that samples with the same index can be stacked.
    package static func fits(_ columns: [Column]) -> Bool {
        let first = columns[0]
        if columns.allSatisfy({ column in column.withView(\.areIndices) }) {
            return columns.allSatisfy { $0.count == first.count }
        }
        return columns.dropFirst().allSatisfy { other in
            other.count == first.count
                && ColumnView.withView(first, other) { a, b in a.indices.allSatisfy { a[$0] == b[$0] } }
        }
    }

    /// - Parameter keepsSums: whether to store the sums; `nil`: only if samples are few.
    package func stacked(keepsSums: Bool? = nil) -> [Stacked] {
        let keepsSums = keepsSums ?? (count <= Self.maxKept)
        return !keepsSums ? summedWhenRead() : isPlain ? keepingEnds() : keepingSums()
    }

    /// Samples. Stored sums make it faster to find a sample. Up to this number, they take at most 128 MiB for each
    /// column.
    package static let maxKept = 1 << 24

    private var threads: Int { max(min(Parallel.threads, blocks / Self.blocksPerThread), 1) }
    private var blocks: Int { (count + Self.blockLength - 1) / Self.blockLength }

    /// The blocks of thread `thread` of `threads`.
    private func blocks(_ thread: Int, of threads: Int) -> some Sequence<Range<Int>> {
        (blocks * thread / threads..<blocks * (thread + 1) / threads).lazy.map { [count] in
            $0 * Self.blockLength..<min(($0 + 1) * Self.blockLength, count)
        }
    }

    // MARK: Plain stacks

    /// Whether there is no gap and all layers have the same direction. Each layer then stands on the whole layer below
    /// and starts at its end.
    package var isPlain: Bool {
        along == nil
            && layers.allSatisfy {
                $0.isWhole && !$0.rule.needs_positive && $0.rule.isDown != nil
                    && $0.rule.isDown == layers[0].rule.isDown
            }
    }

    /// Equal columns are shared. The values of the lowest layer are its ends, if they are stored as Double.
    private func keepingEnds() -> [Stacked] {
        var sums = layers.map { _ in GrowingArray<Double>() }
        let isShared = layers[0].values.withView(\.areDoubles)
        let room = unsafe Room(ends: layers.indices.map { k in unsafe k == 0 && isShared ? nil : sums[k].claim(count) })
        let threads = threads
        let found = Parallel.map(threads) { thread in
            var found = Array(repeating: Ends(), count: layers.count)
            for block in blocks(thread, of: threads) { unsafe sum(block, room, &found) }
            return found
        }
        let ends = layers.indices.map { k in k == 0 && isShared ? layers[0].values : Column(sums[k]) }
        return layers.indices.map { k in
            Stacked(
                starts: k == 0 ? .constant(layers[0].rule.baseline, count: count) : ends[k - 1], ends: ends[k],
                totals: ends[ends.count - 1],
                isOutermost: found.reduce(Ends()) { $0.joined($1[k]) }.areOutermost)
        }
    }

    /// Buffers for the layers' ends, written by several threads; `nil` for the lowest layer if its values are its ends.
    ///
    /// Unchecked, because pointers are not `Sendable`: each thread writes elements that no other thread accesses, and
    /// all threads finish before a claim is read.
    @unsafe private struct Room: @unchecked Sendable {
        let ends: [UnsafeMutableBufferPointer<Double>?]
    }

    @unsafe private func sum(_ block: Range<Int>, _ room: Room, _ found: inout [Ends]) {
        func withEnds(_ k: Int, _ body: (Span<Double>) -> Void) {
            guard let ends = unsafe room.ends[k] else { return layers[k].values.withValues(in: block, body) }
            body(unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: ends[block])))
        }
        for k in layers.indices {
            guard let ends = unsafe room.ends[k].map({ unsafe UnsafeMutableBufferPointer(rebasing: $0[block]) }) else {
                continue
            }
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
            for k in layers.indices { withEnds(k) { found[k].add($0, of: totals) } }
        }
    }

    // MARK: Any stacks

    /// Whether the lowest layer has no gap. It then starts at its baseline, and its values are its ends.
    package var isLowestWhole: Bool { along == nil && layers[0].isWhole }

    private var lowest: (starts: Column, ends: Column)? {
        let rule = layers[0].rule
        return isLowestWhole ? (.constant(rule.start(at: rule.baseline), count: count), layers[0].values) : nil
    }

    /// The layer that stores the totals for layer `k`: the first layer with the same direction, because their totals
    /// are equal. `k` itself if its values have both signs.
    private func totalsOwner(_ k: Int) -> Int {
        guard let isDown = layers[k].rule.isDown else { return k }
        return layers.firstIndex { $0.rule.isDown == isDown } ?? k
    }

    private func summedWhenRead() -> [Stacked] {
        let isPlain = isPlain
        func sums(_ position: StackSums.Position, _ k: Int) -> Column {
            Column(StackSums(layers, along: along, position, of: k, isPlain: isPlain), count: count)
        }
        let ends = layers.indices.map { k in k == 0 ? lowest?.ends ?? sums(.end, 0) : sums(.end, k) }
        let totals = layers.indices.map { k in isPlain ? ends[ends.count - 1] : sums(.total, totalsOwner(k)) }
        return layers.indices.map { k in
            let starts = k == 0 ? lowest?.starts ?? sums(.start, 0) : isPlain ? ends[k - 1] : sums(.start, k)
            // The last layer of a plain stack is its outer end.
            return Stacked(
                starts: starts, ends: ends[k], totals: totals[k],
                isOutermost: isPlain && k == layers.count - 1 ? true : areOutermost(ends[k], totals[k]))
        }
    }

    /// Whether a layer's samples are the outer end of the stack: all or none of them; `nil`: some.
    private func areOutermost(_ ends: Column, _ totals: Column) -> Bool? {
        let threads = threads
        let found = Parallel.map(threads) { thread in
            var found = Ends()
            for block in blocks(thread, of: threads) where !found.isBoth {
                ends.withValues(in: block) { ends in totals.withValues(in: block) { found.add(ends, of: $0) } }
            }
            return found
        }
        return found.reduce(Ends()) { $0.joined($1) }.areOutermost
    }

    private func keepingSums() -> [Stacked] {
        var starts = layers.map { _ in GrowingArray<Double>() }
        var (ends, totals) = (starts, starts)
        let room = unsafe Sums(
            layers: layers.indices.map { k in
                let isKnown = k == 0 && isLowestWhole
                return unsafe (
                    isKnown ? nil : starts[k].claim(count), isKnown ? nil : ends[k].claim(count),
                    totalsOwner(k) == k ? totals[k].claim(count) : nil
                )
            })
        let threads = threads
        let found = Parallel.map(threads) { thread in
            var found = Array(repeating: Ends(), count: layers.count)
            unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * Self.blockLength) { tops in
                for block in blocks(thread, of: threads) { unsafe sum(block, tops, room, &found) }
            }
            return found
        }
        return layers.indices.map { k in
            let known = k == 0 ? lowest : nil
            return Stacked(
                starts: known?.starts ?? Column(starts[k]), ends: known?.ends ?? Column(ends[k]),
                totals: Column(totals[totalsOwner(k)]),
                isOutermost: found.reduce(Ends()) { $0.joined($1[k]) }.areOutermost)
        }
    }

    /// Buffers that threads write; `nil` for known columns, and for totals that another layer stores.
    ///
    /// Unchecked, because pointers are not `Sendable`: each thread writes elements that no other thread accesses, and
    /// all threads finish before a claim is read.
    @unsafe private struct Sums: @unchecked Sendable {
        typealias Values = UnsafeMutableBufferPointer<Double>

        let layers: [(starts: Values?, ends: Values?, totals: Values?)]
    }

    /// - Parameter tops: scratch memory for the present ends of the stack, on both sides of the baseline.
    @unsafe private func sum(
        _ block: Range<Int>, _ tops: UnsafeMutableBufferPointer<Double>, _ room: Sums, _ found: inout [Ends]
    ) {
        guard let up = tops.baseAddress else { return }
        let down = unsafe up + Self.blockLength
        unsafe tops.initialize(repeating: .nan)
        func position(of values: Sums.Values?) -> UnsafeMutablePointer<Double>? {
            unsafe values?.baseAddress.map { unsafe $0 + block.lowerBound }
        }
        for k in layers.indices {
            withValues(of: layers[k], block) { values, along in
                unsafe values.withUnsafeBufferPointer { values in
                    unsafe along.withUnsafeBufferPointer { along in
                        unsafe vitrail_add_to_stack(
                            values.baseAddress, along.baseAddress, values.count, layers[k].rule, up, down,
                            position(of: room.layers[k].starts),
                            position(of: room.layers[k].ends))
                    }
                }
            }
        }
        for k in layers.indices {
            withValues(of: layers[k], block) { values, _ in
                if let totals = unsafe position(of: room.layers[k].totals) {
                    unsafe values.withUnsafeBufferPointer {
                        unsafe vitrail_find_stack_totals($0.baseAddress, $0.count, layers[k].rule, up, down, totals)
                    }
                }
                guard let all = unsafe room.layers[totalsOwner(k)].totals else { return }
                let totals = unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: all[block]))
                if let ends = unsafe room.layers[k].ends {
                    found[k].add(unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: ends[block])), of: totals)
                } else {
                    found[k].add(values, of: totals)
                }
            }
        }
    }

    /// - Parameter body: receives an empty span of independent values if there are no gaps.
    private func withValues(
        of layer: Layer, _ block: Range<Int>, _ body: (_ values: Span<Double>, _ along: Span<Double>) -> Void
    ) {
        layer.values.withValues(in: block) { values in
            if let along { along.withValues(in: block) { body(values, $0) } } else { body(values, Span()) }
        }
    }

    /// Whether a layer has samples at the outer end of the stack, and others.
    private struct Ends {
        var hasOutermost = false
        var hasInner = false

        /// Adds the samples of a block.
        mutating func add(_ ends: Span<Double>, of totals: Span<Double>) {
            guard !isBoth else { return }
            for j in ends.indices {
                if ends[j] == totals[j] { hasOutermost = true } else if !ends[j].isNaN { hasInner = true }
            }
        }

        func joined(_ other: Ends) -> Ends {
            Ends(hasOutermost: hasOutermost || other.hasOutermost, hasInner: hasInner || other.hasInner)
        }

        var isBoth: Bool { hasOutermost && hasInner }
        var areOutermost: Bool? { isBoth ? nil : !hasInner }
    }
}
