import VitrailColumns
package import VitrailScales
import VitrailSystem

/// A stack of series with different independent values, computed over the union of these values.
///
/// A line or an area without a sample at a value contributes the value of its own line there: interpolated on the axes,
/// or held for steps. Before its first sample, after its last one, and between a sample and a gap it contributes 0,
/// with a vertical edge at the sample. On a category axis, and for columns and bars, a missing sample contributes 0.
///
///     a   ●───────●───────●           A value where a line begins or ends is in the union twice, so that lines above
///     b       ●───────●───────●       it have a vertical edge there: once with the line and once without it.
///         0   1 1 2   3   4 4 5
///
/// - Complexity: O(series · union) time and memory.
struct StackUnion {
    /// The shape of a series between its samples.
    enum Shape {
        /// Straight lines on the axes. `across` maps the dependent axis.
        case line(across: AxisScale.Mapper)
        /// Steps: each value holds until the next sample, from the one before, or half-way to both.
        case steps(StepLineSeries.Steps)
        /// A line on a category axis: 0 if there is no sample.
        case categories
        /// Columns or bars: nothing between samples.
        case bars
    }

    struct Series {
        let along: Column
        /// Whether independent values are ascending and have no gap.
        let isAscending: Bool
        let layer: SharedStack.Layer
        let shape: Shape
    }

    struct Stacked {
        /// For areas, one value for each element of the union; for bars, one for each sample.
        let starts, ends: Column
        /// The end of the stack; `nil` for areas, which do not need it.
        let totals: Column?
        /// Sample of each element of the union, −1 if there is none; `nil` for bars.
        let rows: [Int]?
    }

    /// The union of independent values, ascending. Areas need some of them more than once.
    let positions: [Double]
    private let series: [Series]
    private let knots: [Knots]
    private let along: AxisScale.Mapper

    /// - Parameter along: maps the independent axis.
    init(_ series: [Series], along: AxisScale.Mapper) {
        self.series = series
        self.along = along
        var knots = series.map { Knots($0) }
        let first = knots.lazy.compactMap(\.along.first).min()
        let last = knots.lazy.compactMap(\.along.last).max()
        for k in knots.indices { knots[k].trim(first: first, last: last) }
        self.knots = knots
        positions = Self.union(knots.map(\.distinct))
    }

    /// Merges ascending lists in pairs. A repeated value occurs as often as in the list that has it most often.
    private static func union(_ lists: [[Double]]) -> [Double] {
        guard lists.count > 1 else { return lists.first ?? [] }
        let middle = lists.count / 2
        let (a, b) = (union(Array(lists[..<middle])), union(Array(lists[middle...])))
        return unsafe [Double](unsafeUninitializedCapacity: a.count + b.count) { room, count in
            var (i, j, n) = (0, 0, 0)
            unsafe a.withUnsafeBufferPointer { a in
                unsafe b.withUnsafeBufferPointer { b in
                    while i < a.count, j < b.count {
                        let (x, y) = unsafe (a[i], b[j])
                        unsafe room.initializeElement(at: n, to: x < y ? x : y)
                        i += x <= y ? 1 : 0
                        j += y <= x ? 1 : 0
                        n += 1
                    }
                    while i < a.count {
                        unsafe room.initializeElement(at: n, to: a[i])
                        (i, n) = (i + 1, n + 1)
                    }
                    while j < b.count {
                        unsafe room.initializeElement(at: n, to: b[j])
                        (j, n) = (j + 1, n + 1)
                    }
                }
            }
            count = n
        }
    }

    // MARK: Layers

    private static let blockLength = 1 << 13
    /// Below this number of blocks, another thread costs more than it saves.
    private static let blocksPerThread = 4

    /// The results, one for each series in their order.
    func stacked() -> [Stacked] {
        let count = positions.count
        var starts = series.map { _ in GrowingArray<Double>() }
        var (ends, totals) = (starts, starts)
        var rows = series.map { _ in GrowingArray<Int>() }
        let room = unsafe series.indices.map { k in
            let isBars = series[k].isBars
            let length = isBars ? series[k].along.count : count
            let room = unsafe Room(
                starts: starts[k].claim(length), ends: ends[k].claim(length),
                totals: isBars ? totals[k].claim(length) : nil,
                rows: isBars ? nil : rows[k].claim(length))
            // Bars with gaps in their independent values are not in the union.
            if isBars { unsafe room.clear() }
            return unsafe room
        }
        let shared = unsafe SharedRoom(layers: room)
        // The columns' values stay at their addresses while the columns live.
        withExtendedLifetime(self) {
            let values = series.map { $0.layer.values.withView { $0 } }
            let blocks = (count + Self.blockLength - 1) / Self.blockLength
            Parallel.forParts(of: blocks, minimum: Self.blocksPerThread) { part in
                var tops = Tops()
                for block in part {
                    let start = distinct(block * Self.blockLength)
                    let end = distinct(min((block + 1) * Self.blockLength, count))
                    guard start < end else { continue }
                    unsafe stack(start..<end, values, &tops, shared)
                }
            }
        }
        return series.indices.map { k in
            let isBars = series[k].isBars
            return Stacked(
                starts: Column(starts[k]), ends: Column(ends[k]), totals: isBars ? Column(totals[k]) : nil,
                rows: isBars
                    ? nil : rows[k].withSpan { span in unsafe span.withUnsafeBufferPointer { unsafe Array($0) } })
        }
    }

    /// The first index from `i` on whose value differs from the one before. Equal values belong to one block.
    private func distinct(_ i: Int) -> Int {
        var i = i
        while i > 0, i < positions.count, positions[i] == positions[i - 1] { i += 1 }
        return i
    }

    @unsafe private func stack(_ block: Range<Int>, _ values: [ColumnView], _ tops: inout Tops, _ room: SharedRoom) {
        tops.reset(block)
        for k in series.indices {
            if series[k].isBars {
                unsafe stackBars(k, block, values[k], &tops, room.layers[k])
            } else {
                unsafe stackArea(k, block, values[k], &tops, room.layers[k])
            }
        }
        for k in series.indices where series[k].isBars { unsafe findTotals(k, block, values[k], tops, room.layers[k]) }
    }

    @unsafe private func stackArea(
        _ k: Int, _ block: Range<Int>, _ values: ColumnView, _ tops: inout Tops, _ room: Room
    ) {
        let (series, knots) = (series[k], knots[k])
        let rule = series.layer.rule
        let isDown = rule.isDown ?? false
        let isOnCategories = series.isOnCategories
        var q = knots.along.partition { $0 >= positions[block.lowerBound] }
        var segment: Segment?
        var segmentEnd = -1
        func set(_ j: Int, _ value: Double, _ row: Int, _ tops: inout Tops) {
            let under = tops[j, isDown]
            if value.isFinite {
                let end = (under.isNaN ? 0 : under) + value
                unsafe room.starts[j] = rule.start(at: under.isNaN ? rule.baseline : under)
                unsafe room.ends[j] = end
                tops[j, isDown] = end
            } else {
                unsafe room.starts[j] = .nan
                unsafe room.ends[j] = .nan
            }
            unsafe room.rows?[j] = row
        }
        var j = block.lowerBound
        while j < block.upperBound {
            let position = positions[j]
            var next = j + 1
            while next < block.upperBound, positions[next] == position { next += 1 }
            if q < knots.along.count, knots.along[q] == position {
                var end = q + 1
                while end < knots.along.count, knots.along[end] == position { end += 1 }
                var used = -1
                for i in j..<next {
                    let knot = knots.index(i - j, of: next - j, q..<end)
                    let row = Int(knots.rows[knot])
                    set(i, row >= 0 ? values[row] : .nan, knot == used ? -1 : row, &tops)
                    used = knot
                }
                q = end
            } else {
                if segmentEnd != q {
                    (segment, segmentEnd) = (knots.segment(endingAt: q, values, series.shape, along), q)
                }
                for i in j..<next {
                    if let segment {
                        set(i, segment.value(at: position), -1, &tops)
                    } else {
                        set(i, .nan, -1, &tops)
                        guard isOnCategories else { continue }
                        // The line drops to the line below it.
                        let under = tops[i, isDown].isNaN ? rule.baseline : tops[i, isDown]
                        unsafe room.starts[i] = rule.start(at: under)
                        unsafe room.ends[i] = under
                    }
                }
            }
            j = next
        }
    }

    @unsafe private func stackBars(
        _ k: Int, _ block: Range<Int>, _ values: ColumnView, _ tops: inout Tops, _ room: Room
    ) {
        let (knots, rule) = (knots[k], series[k].layer.rule)
        var q = knots.along.partition { $0 >= positions[block.lowerBound] }
        var j = block.lowerBound
        while j < block.upperBound, q < knots.along.count {
            let position = positions[j]
            var next = j + 1
            while next < block.upperBound, positions[next] == position { next += 1 }
            let under = (up: tops.farthest(j..<next, isDown: false), down: tops.farthest(j..<next, isDown: true))
            var last: (up: Double, down: Double) = (.nan, .nan)
            while q < knots.along.count, knots.along[q] == position {
                let row = Int(knots.rows[q])
                let value = values[row]
                if value.isFinite {
                    let isDown = rule.goesDown(value)
                    let own = isDown ? under.down : under.up
                    unsafe room.starts[row] = rule.start(at: own.isNaN ? rule.baseline : own)
                    unsafe room.ends[row] = (own.isNaN ? 0 : own) + value
                    if isDown { last.down = value } else { last.up = value }
                }
                q += 1
            }
            for i in j..<next {
                if !last.up.isNaN { tops[i, false] = (tops[i, false].isNaN ? 0 : tops[i, false]) + last.up }
                if !last.down.isNaN { tops[i, true] = (tops[i, true].isNaN ? 0 : tops[i, true]) + last.down }
            }
            j = next
        }
    }

    @unsafe private func findTotals(_ k: Int, _ block: Range<Int>, _ values: ColumnView, _ tops: Tops, _ room: Room) {
        let (knots, rule) = (knots[k], series[k].layer.rule)
        var q = knots.along.partition { $0 >= positions[block.lowerBound] }
        var j = block.lowerBound
        while j < block.upperBound, q < knots.along.count {
            let position = positions[j]
            var next = j + 1
            while next < block.upperBound, positions[next] == position { next += 1 }
            while q < knots.along.count, knots.along[q] == position {
                let row = Int(knots.rows[q])
                if values[row].isFinite {
                    unsafe room.totals?[row] = tops.farthest(j..<next, isDown: rule.goesDown(values[row]))
                }
                q += 1
            }
            j = next
        }
    }

    // MARK: Memory

    /// Output buffers of a series, written by several threads.
    @unsafe private struct Room {
        let starts, ends: UnsafeMutableBufferPointer<Double>
        let totals: UnsafeMutableBufferPointer<Double>?
        let rows: UnsafeMutableBufferPointer<Int>?

        func clear() {
            unsafe starts.initialize(repeating: .nan)
            unsafe ends.initialize(repeating: .nan)
            unsafe totals?.initialize(repeating: .nan)
        }
    }

    /// Unchecked, because pointers are not `Sendable`: each thread writes its own elements, and all threads finish
    /// before a result is read.
    @unsafe private struct SharedRoom: @unchecked Sendable {
        let layers: [Room]
    }

    /// The present ends of the stack on both sides, for each value of a block; NaN: no layer so far.
    private struct Tops {
        private var first = 0
        private var up: [Double] = []
        private var down: [Double] = []

        mutating func reset(_ block: Range<Int>) {
            first = block.lowerBound
            if up.count < block.count {
                up = [Double](repeating: .nan, count: block.count)
                down = up
            } else {
                for i in up.indices { (up[i], down[i]) = (.nan, .nan) }
            }
        }

        subscript(_ position: Int, _ isDown: Bool) -> Double {
            get { isDown ? down[position - first] : up[position - first] }
            set { if isDown { down[position - first] = newValue } else { up[position - first] = newValue } }
        }

        /// The farthest end of the stack on one side over equal values. Bars use only this end.
        func farthest(_ positions: Range<Int>, isDown: Bool) -> Double {
            var found = self[positions.lowerBound, isDown]
            for i in positions.dropFirst() where found.isNaN || abs(self[i, isDown]) > abs(found) {
                found = self[i, isDown]
            }
            return found
        }
    }
}

extension StackUnion.Series {
    fileprivate var isBars: Bool { if case .bars = shape { true } else { false } }
    fileprivate var isOnCategories: Bool { if case .categories = shape { true } else { false } }
}

/// A series' samples in ascending order. Where a line begins or ends, an edge without a sample is inserted beside the
/// sample, at the same value.
private struct Knots: Sendable {
    private(set) var along: [Double] = []
    /// Sample of each knot; −1 for an edge.
    private(set) var rows: [Int32] = []
    private let isBars: Bool

    init(_ series: StackUnion.Series) {
        isBars = series.isBars
        let (isBars, isOnCategories) = (series.isBars, series.isOnCategories)
        along.reserveCapacity(series.along.count + 2)
        rows.reserveCapacity(series.along.count + 2)
        ColumnView.withView(series.along, series.layer.values) { positions, values in
            if isBars || isOnCategories || !series.isAscending {
                // Samples with a gap in the independent value are not in the order.
                var order = positions.indices.filter { positions[$0].isFinite }
                if zip(order, order.dropFirst()).contains(where: { positions[$0] > positions[$1] }) {
                    order.sort { (positions[$0], $0) < (positions[$1], $1) }
                }
                add(order, positions, values, hasEdges: !isBars && !isOnCategories)
            } else {
                add(positions.indices, positions, values, hasEdges: true)
            }
        }
    }

    private mutating func add(
        _ order: some Collection<Int>, _ positions: ColumnView, _ values: ColumnView, hasEdges: Bool
    ) {
        guard hasEdges else {
            for i in order { add(positions[i], Int32(truncatingIfNeeded: i)) }
            return
        }
        var last = Double.nan
        for i in order {
            let position = positions[i]
            if position.isFinite, values[i].isFinite {
                if last.isNaN { add(position, -1) }
                add(position, Int32(truncatingIfNeeded: i))
                last = position
            } else if !last.isNaN {
                add(last, -1)
                last = .nan
            }
        }
        if !last.isNaN { add(last, -1) }
    }

    private mutating func add(_ position: Double, _ row: Int32) {
        along.append(position)
        rows.append(row)
    }

    /// Removes edges at the start and end of the whole union, where no other line needs them.
    mutating func trim(first: Double?, last: Double?) {
        guard !isBars else { return }
        if let end = rows.last, end < 0, along.last == last {
            along.removeLast()
            rows.removeLast()
        }
        if let start = rows.first, start < 0, along.first == first {
            along.removeFirst()
            rows.removeFirst()
        }
    }

    /// The values that the union must contain. Bars need each value once.
    var distinct: [Double] {
        guard isBars else { return along }
        var result: [Double] = []
        result.reserveCapacity(along.count)
        for value in along where value != result.last { result.append(value) }
        return result
    }

    /// The knot for one of several equal values. The first and the last one have the edges before and after; the others
    /// have a sample.
    ///
    /// - Parameters:
    ///   - i: index of the value among `count` equal ones.
    ///   - own: the knots at this value.
    func index(_ i: Int, of count: Int, _ own: Range<Int>) -> Int {
        if i == 0 { return own.lowerBound }
        if i == count - 1 { return own.upperBound - 1 }
        if own.count == 2 { return rows[own.upperBound - 1] >= 0 ? own.upperBound - 1 : own.lowerBound }
        return min(own.lowerBound + i, max(own.upperBound - 2, own.lowerBound))
    }

    /// The line between a knot and the one before it; `nil` if there is none.
    func segment(
        endingAt end: Int, _ values: ColumnView, _ shape: StackUnion.Shape, _ along: AxisScale.Mapper
    ) -> Segment? {
        guard end > 0, end < self.along.count, rows[end - 1] >= 0, rows[end] >= 0 else { return nil }
        let (first, second) = (values[Int(rows[end - 1])], values[Int(rows[end])])
        switch shape {
        case .categories, .bars: return nil
        case .steps(let steps): return Segment(level: steps == .before ? second : first)
        case .line(let across):
            return Segment(from: (self.along[end - 1], first), to: (self.along[end], second), along, across)
        }
    }
}

/// A straight line on the axes between two samples.
package struct Segment {
    let start, end: (along: Double, across: Double)
    /// `nil` if both axes are linear.
    private let mappers: (along: AxisScale.Mapper, across: AxisScale.Mapper)?

    package init(level value: Double) {
        (start, end, mappers) = ((0, value), (1, value), nil)
    }

    package init(
        from start: (Double, Double), to end: (Double, Double), _ along: AxisScale.Mapper, _ across: AxisScale.Mapper
    ) {
        (self.start, self.end) = (start, end)
        mappers = along == .identity && across == .identity ? nil : (along, across)
    }

    @inline(__always) package func value(at position: Double) -> Double {
        if start.across == end.across { return start.across }
        guard mappers == nil else { return mapped(at: position) }
        return Self.between(start.across, end.across, (position - start.along) / (end.along - start.along))
    }

    private func mapped(at position: Double) -> Double {
        guard let mappers else { return start.across }
        var share =
            mappers.along.distance(from: start.along, to: position)
            / mappers.along.distance(from: start.along, to: end.along)
        // A sample has no position on the axis.
        if !share.isFinite { share = (position - start.along) / (end.along - start.along) }
        let length = mappers.across.distance(from: start.across, to: end.across)
        let value = mappers.across.value(at: share * length, from: start.across)
        guard value.isFinite else { return Self.between(start.across, end.across, share) }
        return min(max(value, min(start.across, end.across)), max(start.across, end.across))
    }

    /// Interpolates. If the difference of two large values overflows, each value is weighted separately.
    @inline(__always) private static func between(_ first: Double, _ second: Double, _ share: Double) -> Double {
        let value = first + (second - first) * share
        return value.isFinite ? value : first * (1 - share) + second * share
    }
}

extension [Double] {
    /// Index of the first element that matches.
    ///
    /// - Precondition: all elements behind it match, too.
    fileprivate func partition(_ matches: (Double) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if matches(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
