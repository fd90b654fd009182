public import CColumns
import VitrailSystem

/// One element for each of four columns that are searched together.
package typealias Four<Element> = (Element, Element, Element, Element)

/// The values of a column as Doubles. Several threads read them at once while the call that lent them waits.
///
/// Doubles are read in place. Values of other types are converted as they are read, one value or one block at a time,
/// so that no column is ever copied as a whole.
///
/// Unchecked, because a pointer is not `Sendable`: `withView` keeps the values in place and unchanged until its body
/// ends, and `Parallel` lets no thread live longer than that.
@safe @usableFromInline package struct ColumnView: @unchecked Sendable {
    @usableFromInline package let count: Int
    /// `nil`: the values are not Doubles in memory.
    @usableFromInline var doubles: UnsafePointer<Double>?
    private let base: UnsafeRawPointer?
    @usableFromInline let layout: ValueLayout

    /// Values that are converted at once. A few such blocks fit into the L1 cache together.
    @usableFromInline package static let blockLength = 512

    @usableFromInline init(_ base: UnsafeRawPointer?, _ count: Int, _ layout: ValueLayout) {
        self.count = count
        self.layout = layout
        unsafe self.base = base
        // An empty column may have no address.
        let start = unsafe base ?? UnsafeRawPointer(bitPattern: MemoryLayout<Double>.alignment)
        unsafe doubles = layout == .doubles ? start?.assumingMemoryBound(to: Double.self) : nil
    }

    /// - Parameter stack: must stay in place while the values are used, and so must the columns that it was made of.
    @unsafe init(_ stack: UnsafePointer<StackView>, count: Int) {
        unsafe self.init(UnsafeRawPointer(stack), count, .stacked)
    }

    /// - Parameter pieces: must stay in place while the values are used.
    @unsafe init(_ pieces: UnsafePointer<PiecesView>, count: Int) {
        unsafe self.init(UnsafeRawPointer(pieces), count, .pieces)
    }

    package static func withView<Result, E: Error>(
        _ values: ForeignValues, _ body: (ColumnView) throws(E) -> Result
    ) throws(E) -> Result {
        try withExtendedLifetime(values.owner) { () throws(E) in
            try body(unsafe ColumnView(values.base, values.count, values.layout))
        }
    }

    package static func withView<Result, E: Error>(
        _ values: Span<Double>, _ body: (ColumnView) throws(E) -> Result
    ) throws(E) -> Result {
        try withView(values, .doubles, count: values.count, body)
    }

    /// - Parameter count: number of values; the elements must contain as many bytes as the values take.
    package static func withView<Element: BitwiseCopyable, Result, E: Error>(
        _ elements: Span<Element>, _ layout: ValueLayout, count: Int, _ body: (ColumnView) throws(E) -> Result
    ) throws(E) -> Result {
        precondition(
            elements.count * MemoryLayout<Element>.stride >= layout.byteCount(of: count), "fewer bytes than values need"
        )
        return unsafe try elements.withUnsafeBytes { bytes throws(E) in
            try body(unsafe ColumnView(bytes.baseAddress, count, layout))
        }
    }

    @inlinable package var indices: Range<Int> { 0..<count }

    /// Whether reading a block makes no copy.
    @inlinable package var areDoubles: Bool { unsafe doubles != nil }

    /// Whether the values are 0, 1, 2, …, which are known without reading one.
    @inlinable package var areIndices: Bool { if case .indices = layout { true } else { false } }

    /// Whether all values are equal, and stored only once.
    @inlinable var isConstant: Bool { if case .constant = layout { true } else { false } }

    /// The bounds are checked in debug builds.
    @inlinable @inline(__always) package subscript(_ i: Int) -> Double {
        assert(i >= 0 && i < count)
        if let doubles = unsafe doubles { return unsafe doubles[i] }
        if areIndices { return Double(i) }
        return widened(i)
    }

    @inline(never) @usableFromInline func widened(_ i: Int) -> Double {
        if case .floats = layout, let base = unsafe base {
            return unsafe Double(base.load(fromByteOffset: i * 4, as: Float.self))
        }
        if isConstant, let base = unsafe base { return unsafe base.load(as: Double.self) }
        return withDoubles(i..<i + 1) { $0[0] }
    }

    /// Eight values from `i` on. - Precondition: there are that many.
    @inline(__always) func lanes(_ i: Int) -> SIMD8<Double> {
        assert(i >= 0 && i + 8 <= count)
        if let doubles = unsafe doubles {
            return unsafe UnsafeRawPointer(doubles + i).loadUnaligned(as: SIMD8<Double>.self)
        }
        return withDoubles(i..<i + 8) { block in block.indices.reduce(into: SIMD8<Double>.zero) { $0[$1] = block[$1] } }
    }

    // MARK: Reverse order

    /// Whether the values can be read in place from the last to the first.
    var canReverse: Bool { reversedLayout != nil }

    /// The values from the last to the first. - Precondition: `canReverse`.
    var reversed: ColumnView {
        guard let layout = reversedLayout else { preconditionFailure("values without a distance between them") }
        if isConstant || count == 0 { return self }
        guard case .numPy(_, _, let stride) = layout else { return self }
        return unsafe ColumnView(base.map { unsafe $0 - stride * (count - 1) }, count, layout)
    }

    private var reversedLayout: ValueLayout? {
        switch layout {
        case .constant: .constant
        case .doubles: .numPy(.float(bytes: 8), isBigEndian: false, stride: -8)
        case .floats: .numPy(.float(bytes: 4), isBigEndian: false, stride: -4)
        case .numPy(let element, let isBigEndian, let stride):
            .numPy(element, isBigEndian: isBigEndian, stride: -stride)
        case .indices, .stacked, .pieces, .bits: nil
        }
    }

    // MARK: Searching

    /// Whether a test holds for one of the 64-bit integers in the column, on all cores; `false` if it has none.
    @inline(__always)
    func hasCount(_ test: @Sendable (Int64) -> Bool) -> Bool {
        if case .pieces = layout, let base = unsafe base {
            return unsafe base.assumingMemoryBound(to: PiecesView.self).pointee.hasCount(test)
        }
        guard case .numPy(let element, let isBigEndian, let stride) = layout, element.byteCount == 8, count > 0 else {
            return false
        }
        @Sendable func hasCount(_ range: Range<Int>) -> Bool {
            guard let base = unsafe base else { return false }
            return range.contains { i in
                let raw = unsafe base.loadUnaligned(fromByteOffset: i * stride, as: Int64.self)
                return test(isBigEndian ? Int64(bigEndian: raw) : Int64(littleEndian: raw))
            }
        }
        // The first values usually decide.
        let first = min(count, Self.blockLength)
        return hasCount(0..<first)
            || Parallel.mapParts(of: count - first, minimum: 1 << 18) {
                hasCount(first + $0.lowerBound..<first + $0.upperBound)
            }.contains(true)
    }

    /// Prefetches the values of a range, as far as there are any.
    @inlinable @inline(__always)
    package func prefetch(_ range: Range<Int>) {
        let range = range.clamped(to: indices)
        if let doubles = unsafe doubles {
            unsafe vitrail_prefetch(doubles + range.lowerBound, range.count * MemoryLayout<Double>.stride)
        }
    }

    /// The first index in a range with a given value; `nil`: there is none.
    package func firstIndex(of value: Double, in range: Range<Int>) -> Int? {
        let position = withDoubles(range) {
            unsafe $0.withUnsafeBufferPointer { unsafe vitrail_find_value($0.baseAddress, $0.count, value) }
        }
        return position < range.count ? range.lowerBound + position : nil
    }

    /// The first index in a range with a value that is not finite or is below `minimum`; the range's end if there is
    /// none.
    @inlinable @inline(__always)
    package func firstGap(in range: Range<Int>, below minimum: Double) -> Int {
        if areDoubles || range.count <= Self.blockLength { return firstGapInBlock(range, below: minimum) }
        return firstGapInBlocks(range, below: minimum)
    }

    @inline(__always)
    @usableFromInline func firstGapInBlock(_ range: Range<Int>, below minimum: Double) -> Int {
        range.lowerBound
            + withDoubles(range) {
                unsafe $0.withUnsafeBufferPointer { unsafe vitrail_find_gap($0.baseAddress, $0.count, minimum) }
            }
    }

    /// The same for values to be converted: stops at the block with the gap.
    @usableFromInline func firstGapInBlocks(_ range: Range<Int>, below minimum: Double) -> Int {
        for block in Self.blocks(of: range, false) {
            let gap = firstGapInBlock(block, below: minimum)
            if gap < block.upperBound { return gap }
        }
        return range.upperBound
    }

    /// Whether no value is above the one before it; `false` if a value is NaN.
    package var isDescending: Bool {
        var last = Double.infinity
        for block in Self.blocks(of: indices, false) {
            let falls = withDoubles(block) { values in
                for i in values.indices {
                    guard values[i] <= last else { return false }
                    last = values[i]
                }
                return true
            }
            guard falls else { return false }
        }
        return true
    }

    /// The minimum and the maximum of a range; `nil`: a value is not finite.
    package func finiteRange(_ range: Range<Int>) -> vitrail_span? {
        var found = vitrail_span.empty
        let isFinite = withDoubles(range) {
            unsafe $0.withUnsafeBufferPointer { unsafe vitrail_find_range($0.baseAddress, $0.count, &found) }
        }
        return isFinite ? found : nil
    }

    /// The indexes of the first minimum and of the first maximum in a short, non-empty range; `nil`: a value is not
    /// finite.
    package func extremes(_ range: Range<Int>) -> (lowest: Int, highest: Int)? {
        var found = vitrail_extremes()
        let areFinite = withDoubles(range) {
            unsafe $0.withUnsafeBufferPointer { unsafe vitrail_find_extremes($0.baseAddress, $0.count, &found) }
        }
        // The indexes differ if a file has shrunk meanwhile and the values are gone; the file reader detects that.
        let last = range.upperBound - 1
        return areFinite
            ? (min(range.lowerBound + found.lowest, last), min(range.lowerBound + found.highest, last)) : nil
    }

    /// The first of the sixteen values from `position` on that lies behind a bin. All of the values lie in the bin or
    /// behind it.
    ///
    /// - Returns: `nil`: it is not among them, or is the first of them.
    @inlinable @inline(__always)
    package func end(of column: vitrail_column, near position: Int, before limit: Int) -> Int? {
        let window = 16
        guard position >= 0, position + window <= limit else { return nil }
        let inside = withDoubles(position..<position + window) {
            unsafe $0.withUnsafeBufferPointer { unsafe vitrail_find_end($0.baseAddress, column) }
        }
        return inside > 0 && inside < window ? position + inside : nil
    }

    /// The last sample of a range that has a value outside of its column's limits; `nil`: there is none. NaN is not
    /// outside.
    package static func lastIndex(
        outside limits: Four<vitrail_span>, in range: Range<Int>, _ columns: Four<ColumnView>
    ) -> Int? {
        let (a, b, c, d) = columns
        guard let first = unsafe a.doubles, let second = unsafe b.doubles, let third = unsafe c.doubles,
            let fourth = unsafe d.doubles
        else {
            return lastIndexInBlocks(outside: limits, in: range, columns)
        }
        precondition(
            range.lowerBound >= 0 && range.upperBound <= min(min(a.count, b.count), min(c.count, d.count)),
            "values that are not there")
        let pointers = unsafe (Optional(first), Optional(second), Optional(third), Optional(fourth))
        let found = unsafe withUnsafeBytes(of: pointers) { pointers in
            unsafe withUnsafeBytes(of: limits) { limits in
                unsafe vitrail_find_last_outside(
                    pointers.assumingMemoryBound(to: UnsafePointer<Double>?.self).baseAddress, range.lowerBound,
                    range.upperBound,
                    limits.assumingMemoryBound(to: vitrail_span.self).baseAddress)
            }
        }
        return found < 0 ? nil : found
    }

    /// The same for values to be converted: begins with few samples, because the result is often one of the last.
    private static func lastIndexInBlocks(
        outside limits: Four<vitrail_span>, in range: Range<Int>, _ columns: Four<ColumnView>
    ) -> Int? {
        var (end, length) = (range.upperBound, 16)
        while end > range.lowerBound {
            let block = max(range.lowerBound, end - length)..<end
            let found = columns.0.withBlock(block) { a in
                columns.1.withBlock(block) { b in
                    columns.2.withBlock(block) { c in
                        columns.3.withBlock(block) { d in lastIndex(outside: limits, in: block, (a, b, c, d)) }
                    }
                }
            }
            if let found { return found }
            (end, length) = (block.lowerBound, min(4 * length, blockLength))
        }
        return nil
    }

    // MARK: Blocks

    /// Calls `body` with the values of a range: in place, or as a copy that lives until `body` ends.
    @inlinable @inline(__always)
    package func withDoubles<Result, E: Error>(
        _ range: Range<Int>, _ body: (Span<Double>) throws(E) -> Result
    ) throws(E) -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "values that are not there")
        guard let doubles = unsafe doubles else { return try withWidened(range, body) }
        return try body(
            unsafe Span(_unsafeElements: UnsafeBufferPointer(start: doubles + range.lowerBound, count: range.count)))
    }

    /// Calls `body` with the values of a range, as Doubles of any origin, for loops that read single values. `body`
    /// must read no other values.
    @inlinable @inline(__always)
    package func withBlock<Result>(_ range: Range<Int>, _ body: (ColumnView) -> Result) -> Result {
        if areDoubles { return body(self) }
        return withWidened(range) { block in
            unsafe block.withUnsafeBufferPointer { block in
                var values = unsafe ColumnView(nil, range.upperBound, .doubles)
                // Shift the address so that the column's indexes stay valid.
                unsafe values.doubles = block.baseAddress.map { unsafe $0 - range.lowerBound }
                return body(values)
            }
        }
    }

    /// Whether reading single values is as fast as reading blocks of them.
    package var isDirect: Bool { areDoubles || areIndices || isConstant }

    @inline(never)
    @usableFromInline func withWidened<Result, E: Error>(
        _ range: Range<Int>, _ body: (Span<Double>) throws(E) -> Result
    ) throws(E) -> Result {
        if case .pieces = layout, let base = unsafe base,
            let start = unsafe base.assumingMemoryBound(to: PiecesView.self).pointee.doubles(range)
        {
            return try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(start: start, count: range.count)))
        }
        return unsafe try withUnsafeTemporaryAllocation(of: Double.self, capacity: range.count) { block throws(E) in
            unsafe layout.widen(base, from: range.lowerBound, into: block)
            return try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(block)))
        }
    }

    /// The blocks that a range is divided into; a single one if all columns hold Doubles.
    @usableFromInline static func blocks(of range: Range<Int>, _ areDoubles: Bool) -> some Sequence<Range<Int>> {
        let length = areDoubles ? max(range.count, 1) : blockLength
        return stride(from: range.lowerBound, to: range.upperBound, by: length).lazy.map {
            $0..<min($0 + length, range.upperBound)
        }
    }

    /// Calls `body` with the values of a range, block by block and in order, and with the index of each block's first
    /// value.
    @inlinable @inline(__always)
    package static func forEachBlock(of range: Range<Int>, _ a: ColumnView, _ body: (Int, Span<Double>) -> Void) {
        for block in blocks(of: range, a.areDoubles) { a.withDoubles(block) { a in body(block.lowerBound, a) } }
    }

    /// The same for two columns at once.
    @inlinable @inline(__always)
    package static func forEachBlock(
        of range: Range<Int>, _ a: ColumnView, _ b: ColumnView, _ body: (Int, Span<Double>, Span<Double>) -> Void
    ) {
        for block in blocks(of: range, a.areDoubles && b.areDoubles) {
            a.withDoubles(block) { a in b.withDoubles(block) { b in body(block.lowerBound, a, b) } }
        }
    }

    /// The same for three columns.
    @inlinable @inline(__always)
    package static func forEachBlock(
        of range: Range<Int>, _ a: ColumnView, _ b: ColumnView, _ c: ColumnView,
        _ body: (Int, Span<Double>, Span<Double>, Span<Double>) -> Void
    ) {
        for block in blocks(of: range, a.areDoubles && b.areDoubles && c.areDoubles) {
            a.withDoubles(block) { a in
                b.withDoubles(block) { b in c.withDoubles(block) { c in body(block.lowerBound, a, b, c) } }
            }
        }
    }

    /// A copy of all values.
    var copied: [Double] {
        var values: [Double] = []
        values.reserveCapacity(count)
        Self.forEachBlock(of: indices, self) { _, block in
            for i in block.indices { values.append(block[i]) }
        }
        return values
    }

    // MARK: Extent

    /// The extent of a range, from one pass over it.
    func extent(_ range: Range<Int>) -> vitrail_extent {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        if layout == .indices, let last = range.last { return vitrail_extent(indices: range.lowerBound...last) }
        if isConstant, let first = range.first { return vitrail_extent(repeating: self[first]) }
        var found: vitrail_extent?
        Self.forEachBlock(of: range, self) { _, block in
            let next = unsafe block.withUnsafeBufferPointer {
                unsafe vitrail_find_extent($0.baseAddress, $0.count, nil)
            }
            found = found?.followed(by: next) ?? next
        }
        if let found { return found }
        return .empty
    }

    /// The same, and the minimum and the maximum of each 64 values in it.
    ///
    /// - Parameter spans: one for each 64 values, and one for a shorter stretch at the end.
    func extent(_ range: Range<Int>, spans: UnsafeMutableBufferPointer<vitrail_span>) -> vitrail_extent {
        let length = Int(VITRAIL_SPAN_LENGTH)
        precondition(spans.count == (range.count + length - 1) / length)
        return withDoubles(range) { values in
            unsafe values.withUnsafeBufferPointer {
                unsafe vitrail_find_extent($0.baseAddress, $0.count, spans.baseAddress)
            }
        }
    }
}

extension vitrail_extent {
    /// The extent of consecutive integers.
    fileprivate init(indices: ClosedRange<Int>) {
        let (first, last) = (Double(indices.lowerBound), Double(indices.upperBound))
        self.init(
            low: first, high: last, low_positive: last < 1 ? .infinity : max(first, 1),
            step: indices.count > 1 ? 1 : .infinity,
            first: first, last: last, is_ascending: true, has_gap: false, is_descending: indices.count == 1)
    }

    /// The extent of a repeated value.
    fileprivate init(repeating value: Double) {
        self = .empty
        (is_ascending, is_descending, has_gap) = (value.isFinite, value.isFinite, !value.isFinite)
        guard value.isFinite else { return }
        (low, high, first, last) = (value, value, value, value)
        if value > 0 { low_positive = value }
    }

    /// The extent of two stretches; `next` follows directly.
    package func followed(by next: vitrail_extent) -> vitrail_extent {
        // NaN if one of them has no finite value: comparisons are then false.
        let distance = next.first - last
        return vitrail_extent(
            low: min(low, next.low), high: max(high, next.high), low_positive: min(low_positive, next.low_positive),
            step: min(step, next.step, abs(distance) > 0 ? abs(distance) : .infinity),
            first: first.isNaN ? next.first : first,
            last: next.last.isNaN ? last : next.last,
            is_ascending: is_ascending && next.is_ascending && !(distance < 0),
            has_gap: has_gap || next.has_gap,
            is_descending: is_descending && next.is_descending && !(distance > 0))
    }

    /// The extent of the same values in reverse order.
    var reversed: vitrail_extent {
        var reversed = self
        (reversed.first, reversed.last) = (last, first)
        (reversed.is_ascending, reversed.is_descending) = (is_descending, is_ascending)
        return reversed
    }
}

extension ColumnView {
    // These functions lend several columns together, so that the calling code is not nested more deeply than necessary.

    package static func withView<Result, E: Error>(
        _ a: Column, _ b: Column, _ body: (ColumnView, ColumnView) throws(E) -> Result
    ) throws(E) -> Result {
        try a.withView { a throws(E) in try b.withView { b throws(E) in try body(a, b) } }
    }

    package static func withView<Result, E: Error>(
        _ a: Column, _ b: Column, _ c: Column, _ body: (ColumnView, ColumnView, ColumnView) throws(E) -> Result
    ) throws(E) -> Result {
        try withView(a, b) { a, b throws(E) in try c.withView { c throws(E) in try body(a, b, c) } }
    }

    package static func withView<Result, E: Error>(
        _ a: Column, _ b: Column, _ c: Column, _ d: Column,
        _ body: (ColumnView, ColumnView, ColumnView, ColumnView) throws(E) -> Result
    ) throws(E) -> Result {
        try withView(a, b) { a, b throws(E) in try withView(c, d) { c, d throws(E) in try body(a, b, c, d) } }
    }

    /// Finds the pixel of an axis for each value of a range. - Returns: whether any value lies in a pixel.
    package func find(
        _ range: Range<Int>, on axis: vitrail_pixel_axis, _ pixels: UnsafeMutableBufferPointer<Int32>
    ) -> Bool {
        precondition(pixels.count >= range.count)
        return withDoubles(range) { values in
            unsafe values.withUnsafeBufferPointer { values in
                unsafe withUnsafePointer(to: axis) {
                    unsafe vitrail_find_pixels(values.baseAddress, values.count, $0, pixels.baseAddress)
                }
            }
        }
    }
}
