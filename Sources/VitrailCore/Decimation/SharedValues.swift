import CData

/// Of columns that are searched together.
typealias Four<Element> = (Element, Element, Element, Element)

/// The values of a column, as Doubles, that several threads read at once while the call that lent them waits.
///
/// Doubles are read where they lie. What lies there as something else is widened as it is read, one value or a block at a time, so that no column
/// is ever copied whole.
///
/// Unchecked, since a pointer is not `Sendable`: `lend` keeps the values in place and unchanged until its body ends, and `Parallel` lets no
/// thread live longer than that.
@safe struct SharedValues: @unchecked Sendable {
    let count: Int
    /// Nil where the values are no Doubles in memory.
    private var doubles: UnsafePointer<Double>?
    private let base: UnsafeRawPointer?
    private let layout: ValueLayout

    /// Values that are widened at once: they and a few more such blocks stay in the fastest memory.
    static let blockLength = 512

    private init(_ base: UnsafeRawPointer?, _ count: Int, _ layout: ValueLayout) {
        self.count = count
        self.layout = layout
        unsafe self.base = base
        // No values lie anywhere.
        let start = unsafe base ?? UnsafeRawPointer(bitPattern: MemoryLayout<Double>.alignment)
        unsafe doubles = layout == .doubles ? start?.assumingMemoryBound(to: Double.self) : nil
    }

    /// - Parameter stack: stays where it is while the values are used, and so do the columns that it was made of.
    @unsafe init(_ stack: UnsafePointer<LentStack>, count: Int) { unsafe self.init(UnsafeRawPointer(stack), count, .stacked) }

    /// - Parameter pieces: stay where they are while the values are used.
    @unsafe init(_ pieces: UnsafePointer<LentPieces>, count: Int) { unsafe self.init(UnsafeRawPointer(pieces), count, .pieces) }

    static func lend<Result, E: Error>(_ values: ForeignValues, _ body: (SharedValues) throws(E) -> Result) throws(E) -> Result {
        try withExtendedLifetime(values.owner) { () throws(E) in try body(unsafe SharedValues(values.base, values.count, values.layout)) }
    }

    static func lend<Result, E: Error>(
        _ values: Span<Double>, _ body: (SharedValues) throws(E) -> Result
    ) throws(E) -> Result {
        try lend(values, .doubles, count: values.count, body)
    }

    /// - Parameter count: of values; as many bytes as they take are among the elements.
    static func lend<Element: BitwiseCopyable, Result, E: Error>(
        _ elements: Span<Element>, _ layout: ValueLayout, count: Int, _ body: (SharedValues) throws(E) -> Result
    ) throws(E) -> Result {
        precondition(elements.count * MemoryLayout<Element>.stride >= layout.byteCount(of: count), "fewer bytes than values need")
        return unsafe try elements.withUnsafeBytes { bytes throws(E) in try body(unsafe SharedValues(bytes.baseAddress, count, layout)) }
    }

    var indices: Range<Int> { 0..<count }

    /// Whether reading a block makes no copy.
    var areDoubles: Bool { unsafe doubles != nil }

    /// Whether they are 0, 1, 2, …: all is known of them without reading one.
    var areIndices: Bool { layout == .indices }

    /// Whether all are the same value, which lies but once.
    var isConstant: Bool { layout == .constant }

    /// Checked in debug builds.
    @inline(__always) subscript(_ i: Int) -> Double {
        assert(i >= 0 && i < count)
        if let doubles = unsafe doubles { return unsafe doubles[i] }
        if areIndices { return Double(i) }
        return widened(i)
    }

    @inline(never) private func widened(_ i: Int) -> Double {
        if case .floats = layout, let base = unsafe base { return unsafe Double(base.load(fromByteOffset: i * 4, as: Float.self)) }
        if isConstant, let base = unsafe base { return unsafe base.load(as: Double.self) }
        return withDoubles(i..<i + 1) { $0[0] }
    }

    /// Eight values from `i` on. - Precondition: there are so many.
    @inline(__always) func lanes(_ i: Int) -> SIMD8<Double> {
        assert(i >= 0 && i + 8 <= count)
        if let doubles = unsafe doubles { return unsafe UnsafeRawPointer(doubles + i).loadUnaligned(as: SIMD8<Double>.self) }
        return withDoubles(i..<i + 8) { block in block.indices.reduce(into: SIMD8<Double>.zero) { $0[$1] = block[$1] } }
    }

    // MARK: Searching

    /// Whether a test holds for one of the whole numbers of 64 bits that lie there, on all cores; false where none lie there.
    @inline(__always)
    func hasCount(_ test: @Sendable (Int64) -> Bool) -> Bool {
        if case .pieces = layout, let base = unsafe base { return unsafe base.assumingMemoryBound(to: LentPieces.self).pointee.hasCount(test) }
        guard case .numPy(let element, let isBigEndian, let stride) = layout, element.byteCount == 8, count > 0 else { return false }
        @Sendable func hasCount(_ range: Range<Int>) -> Bool {
            guard let base = unsafe base else { return false }
            return range.contains { i in
                let raw = unsafe base.loadUnaligned(fromByteOffset: i * stride, as: Int64.self)
                return test(isBigEndian ? Int64(bigEndian: raw) : Int64(littleEndian: raw))
            }
        }
        // Most often the first tell.
        let first = min(count, Self.blockLength)
        return hasCount(0..<first) || Parallel.mapParts(of: count - first, least: 1 << 18) { hasCount(first + $0.lowerBound..<first + $0.upperBound) }.contains(true)
    }

    /// Values of a range, as far as there are any, will be read soon: memory has time to bring them.
    @inline(__always)
    func prefetch(_ range: Range<Int>) {
        let range = range.clamped(to: indices)
        if let doubles = unsafe doubles { unsafe vitrail_prefetch(doubles + range.lowerBound, range.count * MemoryLayout<Double>.stride) }
    }

    /// The first place of a range where a value lies; nil where it does not.
    func firstIndex(of value: Double, in range: Range<Int>) -> Int? {
        let place = withDoubles(range) { unsafe $0.withUnsafeBufferPointer { unsafe vitrail_find_value($0.baseAddress, $0.count, value) } }
        return place < range.count ? range.lowerBound + place : nil
    }

    /// The first place of a range where a value is not finite, or less than another; its end where there is none.
    @inline(__always)
    func firstGap(in range: Range<Int>, below least: Double) -> Int {
        if areDoubles || range.count <= Self.blockLength { return firstGapInBlock(range, below: least) }
        return firstGapInBlocks(range, below: least)
    }

    @inline(__always)
    private func firstGapInBlock(_ range: Range<Int>, below least: Double) -> Int {
        range.lowerBound + withDoubles(range) { unsafe $0.withUnsafeBufferPointer { unsafe vitrail_find_gap($0.baseAddress, $0.count, least) } }
    }

    /// Of what is widened, no more than is looked at.
    private func firstGapInBlocks(_ range: Range<Int>, below least: Double) -> Int {
        for block in Self.blocks(of: range, false) {
            let gap = firstGapInBlock(block, below: least)
            if gap < block.upperBound { return gap }
        }
        return range.upperBound
    }

    /// Whether no value is above the one before it. None of those that are no numbers is.
    var isDescending: Bool {
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

    /// The least and the greatest value of a range; nil where one is not finite.
    func finiteRange(_ range: Range<Int>) -> vitrail_span? {
        var found = vitrail_span.empty
        let isFinite = withDoubles(range) {
            unsafe $0.withUnsafeBufferPointer { unsafe vitrail_find_range($0.baseAddress, $0.count, &found) }
        }
        return isFinite ? found : nil
    }

    /// The places of the first least and the first greatest value of a short range, not an empty one; nil where one is not finite.
    func extremes(_ range: Range<Int>) -> (lowest: Int, highest: Int)? {
        var found = vitrail_extremes()
        let areFinite = withDoubles(range) {
            unsafe $0.withUnsafeBufferPointer { unsafe vitrail_find_extremes($0.baseAddress, $0.count, &found) }
        }
        // Others when a file shrank meanwhile and the values are gone; whoever reads files finds that out.
        let last = range.upperBound - 1
        return areFinite ? (min(range.lowerBound + found.lowest, last), min(range.lowerBound + found.highest, last)) : nil
    }

    /// The first of the sixteen values from a place on that lies behind a column, of values that lie in it or behind it.
    ///
    /// - Returns: nil where it is not among them, or is the first of them.
    @inline(__always)
    func end(of column: vitrail_column, near place: Int, before limit: Int) -> Int? {
        let window = 16
        guard place >= 0, place + window <= limit else { return nil }
        let inside = withDoubles(place..<place + window) { unsafe $0.withUnsafeBufferPointer { unsafe vitrail_find_end($0.baseAddress, column) } }
        return inside > 0 && inside < window ? place + inside : nil
    }

    /// The last sample of a range that has a value outside of its column's limits; nil where none has. NaN is not.
    ///
    static func lastIndex(outside limits: Four<vitrail_span>, in range: Range<Int>, _ columns: Four<SharedValues>) -> Int? {
        let (a, b, c, d) = columns
        guard let first = unsafe a.doubles, let second = unsafe b.doubles, let third = unsafe c.doubles, let fourth = unsafe d.doubles else {
            return lastIndexInBlocks(outside: limits, in: range, columns)
        }
        precondition(range.lowerBound >= 0 && range.upperBound <= min(min(a.count, b.count), min(c.count, d.count)), "values that are not there")
        let pointers = unsafe (Optional(first), Optional(second), Optional(third), Optional(fourth))
        let found = unsafe withUnsafeBytes(of: pointers) { pointers in
            unsafe withUnsafeBytes(of: limits) { limits in
                unsafe vitrail_find_last_outside(
                    pointers.assumingMemoryBound(to: UnsafePointer<Double>?.self).baseAddress, range.lowerBound, range.upperBound,
                    limits.assumingMemoryBound(to: vitrail_span.self).baseAddress)
            }
        }
        return found < 0 ? nil : found
    }

    /// Of what is widened: few samples at first, since often one of the last is the one.
    private static func lastIndexInBlocks(outside limits: Four<vitrail_span>, in range: Range<Int>, _ columns: Four<SharedValues>) -> Int? {
        var (end, length) = (range.upperBound, 16)
        while end > range.lowerBound {
            let block = max(range.lowerBound, end - length)..<end
            let found = columns.0.withBlock(block) { a in
                columns.1.withBlock(block) { b in
                    columns.2.withBlock(block) { c in columns.3.withBlock(block) { d in lastIndex(outside: limits, in: block, (a, b, c, d)) } }
                }
            }
            if let found { return found }
            (end, length) = (block.lowerBound, min(4 * length, blockLength))
        }
        return nil
    }

    // MARK: Blocks

    /// The values of a range: where they lie, or a copy of them that is gone when the body ends.
    @inline(__always)
    func withDoubles<Result, E: Error>(_ range: Range<Int>, _ body: (Span<Double>) throws(E) -> Result) throws(E) -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "values that are not there")
        guard let doubles = unsafe doubles else { return try withWidened(range, body) }
        return try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(start: doubles + range.lowerBound, count: range.count)))
    }

    /// The values of a range, Doubles whatever they are here, for loops that ask for one after the other: what the body gets has no others.
    @inline(__always)
    func withBlock<Result>(_ range: Range<Int>, _ body: (SharedValues) -> Result) -> Result {
        if areDoubles { return body(self) }
        return withWidened(range) { block in
            unsafe block.withUnsafeBufferPointer { block in
                var values = unsafe SharedValues(nil, range.upperBound, .doubles)
                // As if those before it lay there, too.
                unsafe values.doubles = block.baseAddress.map { unsafe $0 - range.lowerBound }
                return body(values)
            }
        }
    }

    /// Whether asking for one value after the other is as quick as reading blocks of them.
    var isDirect: Bool { areDoubles || areIndices || isConstant }

    @inline(never)
    private func withWidened<Result, E: Error>(_ range: Range<Int>, _ body: (Span<Double>) throws(E) -> Result) throws(E) -> Result {
        if case .pieces = layout, let base = unsafe base,
            let start = unsafe base.assumingMemoryBound(to: LentPieces.self).pointee.doubles(range)
        {
            return try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(start: start, count: range.count)))
        }
        return unsafe try withUnsafeTemporaryAllocation(of: Double.self, capacity: range.count) { block throws(E) in
            unsafe layout.widen(base, from: range.lowerBound, into: block)
            return try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(block)))
        }
    }

    /// Blocks of one length that make up a range; one where all columns hold Doubles.
    private static func blocks(of range: Range<Int>, _ areDoubles: Bool) -> some Sequence<Range<Int>> {
        let length = areDoubles ? max(range.count, 1) : blockLength
        return stride(from: range.lowerBound, to: range.upperBound, by: length).lazy.map { $0..<min($0 + length, range.upperBound) }
    }

    /// The values of a range, block by block and in order, with the index of each block's first.
    @inline(__always)
    static func forEachBlock(of range: Range<Int>, _ a: SharedValues, _ body: (Int, Span<Double>) -> Void) {
        for block in blocks(of: range, a.areDoubles) { a.withDoubles(block) { a in body(block.lowerBound, a) } }
    }

    /// The same of two columns at once.
    @inline(__always)
    static func forEachBlock(
        of range: Range<Int>, _ a: SharedValues, _ b: SharedValues, _ body: (Int, Span<Double>, Span<Double>) -> Void
    ) {
        for block in blocks(of: range, a.areDoubles && b.areDoubles) {
            a.withDoubles(block) { a in b.withDoubles(block) { b in body(block.lowerBound, a, b) } }
        }
    }

    /// The same of three.
    @inline(__always)
    static func forEachBlock(
        of range: Range<Int>, _ a: SharedValues, _ b: SharedValues, _ c: SharedValues,
        _ body: (Int, Span<Double>, Span<Double>, Span<Double>) -> Void
    ) {
        for block in blocks(of: range, a.areDoubles && b.areDoubles && c.areDoubles) {
            a.withDoubles(block) { a in b.withDoubles(block) { b in c.withDoubles(block) { c in body(block.lowerBound, a, b, c) } } }
        }
    }

    /// All of them.
    var copied: [Double] {
        var values: [Double] = []
        values.reserveCapacity(count)
        Self.forEachBlock(of: indices, self) { _, block in
            for i in block.indices { values.append(block[i]) }
        }
        return values
    }

    // MARK: Extent

    /// What one pass over a stretch finds.
    func extent(_ range: Range<Int>) -> vitrail_extent {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        if layout == .indices, let last = range.last { return vitrail_extent(indices: range.lowerBound...last) }
        if isConstant, let first = range.first { return vitrail_extent(repeating: self[first]) }
        var found: vitrail_extent?
        Self.forEachBlock(of: range, self) { _, block in
            let next = unsafe block.withUnsafeBufferPointer { unsafe vitrail_find_extent($0.baseAddress, $0.count, nil) }
            found = found?.followed(by: next) ?? next
        }
        if let found { return found }
        return .empty
    }

    /// The same, and low and high of each 64 values in it.
    ///
    /// - Parameter spans: as many as there are such stretches, a shorter one at the end with them.
    func extent(_ range: Range<Int>, spans: UnsafeMutableBufferPointer<vitrail_span>) -> vitrail_extent {
        let length = Int(VITRAIL_SPAN_LENGTH)
        precondition(spans.count == (range.count + length - 1) / length)
        return withDoubles(range) { values in
            unsafe values.withUnsafeBufferPointer { unsafe vitrail_find_extent($0.baseAddress, $0.count, spans.baseAddress) }
        }
    }
}

extension vitrail_extent {
    /// What a pass over these numbers finds.
    fileprivate init(indices: ClosedRange<Int>) {
        let (first, last) = (Double(indices.lowerBound), Double(indices.upperBound))
        self.init(
            low: first, high: last, low_positive: last < 1 ? .infinity : max(first, 1), step: indices.count > 1 ? 1 : .infinity,
            first: first, last: last, is_ascending: true, has_gap: false)
    }

    /// What a pass over one number, again and again, finds.
    fileprivate init(repeating value: Double) {
        self = .empty
        (is_ascending, has_gap) = (value.isFinite, !value.isFinite)
        guard value.isFinite else { return }
        (low, high, first, last) = (value, value, value, value)
        if value > 0 { low_positive = value }
    }

    /// Of two stretches, the second right behind the first.
    func followed(by next: vitrail_extent) -> vitrail_extent {
        // NaN where one has no value: comparisons are false.
        let distance = next.first - last
        return vitrail_extent(
            low: min(low, next.low), high: max(high, next.high), low_positive: min(low_positive, next.low_positive),
            step: min(step, next.step, abs(distance) > 0 ? abs(distance) : .infinity), first: first.isNaN ? next.first : first,
            last: next.last.isNaN ? last : next.last, is_ascending: is_ascending && next.is_ascending && !(distance < 0),
            has_gap: has_gap || next.has_gap)
    }
}

extension SharedValues {
    // Columns are lent together, so that loops over them are not nested deeper than they need to be.

    static func lend<Result, E: Error>(
        _ a: Column, _ b: Column, _ body: (SharedValues, SharedValues) throws(E) -> Result
    ) throws(E) -> Result {
        try a.lend { a throws(E) in try b.lend { b throws(E) in try body(a, b) } }
    }

    static func lend<Result, E: Error>(
        _ a: Column, _ b: Column, _ c: Column, _ body: (SharedValues, SharedValues, SharedValues) throws(E) -> Result
    ) throws(E) -> Result {
        try lend(a, b) { a, b throws(E) in try c.lend { c throws(E) in try body(a, b, c) } }
    }

    static func lend<Result, E: Error>(
        _ a: Column, _ b: Column, _ c: Column, _ d: Column,
        _ body: (SharedValues, SharedValues, SharedValues, SharedValues) throws(E) -> Result
    ) throws(E) -> Result {
        try lend(a, b) { a, b throws(E) in try lend(c, d) { c, d throws(E) in try body(a, b, c, d) } }
    }

    /// The pixels of an axis that a stretch lies in. - Returns: whether any of it does.
    func find(_ range: Range<Int>, on axis: vitrail_pixel_axis, _ pixels: UnsafeMutableBufferPointer<Int32>) -> Bool {
        precondition(pixels.count >= range.count)
        return withDoubles(range) { values in
            unsafe values.withUnsafeBufferPointer { values in
                unsafe withUnsafePointer(to: axis) { unsafe vitrail_find_pixels(values.baseAddress, values.count, $0, pixels.baseAddress) }
            }
        }
    }
}
