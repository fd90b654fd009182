/// Calls `release` once, on any thread, when the last column that reads the owner's memory is released.
package final class MemoryOwner: Sendable {
    private let release: @Sendable () -> Void
    /// The file that the memory belongs to, if any.
    let file: DataFile?

    package init(_ release: @escaping @Sendable () -> Void) {
        self.release = release
        file = nil
    }

    /// Keeps a file in memory while columns read it.
    init(_ file: DataFile) {
        release = {}
        self.file = file
    }

    deinit { release() }
}

/// Values of a column, or of a range of it, in memory that the caller owns; read in place.
///
/// Unchecked, because pointers are not `Sendable`. The memory does not change until the owner is released.
@safe package struct ForeignValues: @unchecked Sendable {
    package let count: Int
    let kind: Column.Kind
    let base: UnsafeRawPointer?
    let layout: ValueLayout
    /// One bit per value, least significant bit first; 0 is a gap. `nil`: no gaps.
    let validity: UnsafePointer<UInt8>?
    /// Number of validity bits before that of the first value.
    let validityOffset: Int
    let owner: MemoryOwner

    private init(
        _ base: UnsafeRawPointer?, _ count: Int, _ kind: Column.Kind, _ layout: ValueLayout,
        _ validity: UnsafePointer<UInt8>?, _ validityOffset: Int,
        _ owner: MemoryOwner
    ) {
        (self.count, self.kind, self.layout, self.validityOffset, self.owner) = (
            count, kind, layout, validityOffset, owner
        )
        unsafe (self.base, self.validity) = (base, validity)
    }

    /// - Parameters:
    ///   - base: The first value, at any alignment, in native byte order.
    ///   - stride: Bytes from one value to the next; may be negative or 0.
    ///   - validityOffset: Number of bits of `validity` before that of the first value.
    /// - Precondition: The memory contains `count` values.
    package init(
        _ base: UnsafeRawPointer, count: Int, _ element: NumPyElement, stride: Int,
        validity: UnsafePointer<UInt8>? = nil, validityOffset: Int = 0,
        owner: MemoryOwner
    ) {
        let isAligned = UInt(bitPattern: base) % UInt(element.byteCount) == 0
        let layout = ValueLayout(element, isBigEndian: false, stride: stride, isAligned: isAligned)
        unsafe self.init(base, count, element.kind, layout, validity, validityOffset, owner)
    }

    /// The numbers 0 and 1, stored as bits, least significant bit first.
    ///
    /// - Parameter offset: Number of bits before the first value.
    package init(
        bits base: UnsafeRawPointer, offset: Int, count: Int, validity: UnsafePointer<UInt8>? = nil,
        validityOffset: Int = 0, owner: MemoryOwner
    ) {
        unsafe self.init(base, count, .number, .bits(offset: offset), validity, validityOffset, owner)
    }

    /// Whether there is no validity bitmap.
    var isPlain: Bool { unsafe validity == nil }

    /// The same bytes with another element type. `nil`: the layout has no element type.
    func reinterpreted(as element: NumPyElement) -> ForeignValues? {
        guard case .numPy(_, _, let stride) = layout else { return nil }
        return unsafe ForeignValues(
            base, count, element.kind, .numPy(element, isBigEndian: false, stride: stride), validity, validityOffset,
            owner)
    }

    /// The type of the values. `nil`: the layout has no element type.
    var element: NumPyElement? { if case .numPy(let element, _, _) = layout { element } else { nil } }
}

extension ForeignValues {
    /// The stored 64-bit values; `Int64.min` is a gap. - Precondition: The layout has an element of this size.
    var wholeNumbers: [Int64] {
        guard case .numPy(_, _, let stride) = layout, let base = unsafe base else { return [] }
        let piece = unsafe PiecesView.Piece(
            base: base, layout: layout, validity: validity, validityOffset: validityOffset)
        return withExtendedLifetime(owner) {
            (0..<count).map { i in
                unsafe piece.isValid(i) ? unsafe base.loadUnaligned(fromByteOffset: i * stride, as: Int64.self) : .min
            }
        }
    }
}

/// A column in several memory ranges, or with a validity bitmap.
@safe package final class ForeignPieces: @unchecked Sendable {
    // Unchecked: the memory allocated here never changes.
    let pieces: [ForeignValues]
    let count: Int
    private let starts: UnsafeMutableBufferPointer<Int>
    private let lent: UnsafeMutableBufferPointer<PiecesView.Piece>
    private let whole: UnsafeMutablePointer<PiecesView>

    /// - Precondition: No piece is empty.
    init(_ pieces: [ForeignValues]) {
        self.pieces = pieces
        unsafe starts = .allocate(capacity: pieces.count)
        unsafe lent = .allocate(capacity: pieces.count)
        unsafe whole = .allocate(capacity: 1)
        var start = 0
        for (k, piece) in pieces.enumerated() {
            unsafe starts.initializeElement(at: k, to: start)
            unsafe lent.initializeElement(
                at: k,
                to: PiecesView.Piece(
                    base: piece.base, layout: piece.layout, validity: piece.validity,
                    validityOffset: piece.validityOffset))
            start += piece.count
        }
        count = start
        unsafe whole.initialize(
            to: PiecesView(starts: UnsafeBufferPointer(starts), pieces: UnsafeBufferPointer(lent), count: start))
    }

    deinit {
        unsafe starts.deallocate()
        unsafe lent.deallocate()
        unsafe whole.deallocate()
    }

    func withView<R, E: Error>(_ body: (ColumnView) throws(E) -> R) throws(E) -> R {
        try withExtendedLifetime(self) { () throws(E) in try body(unsafe ColumnView(UnsafePointer(whole), count: count))
        }
    }

    /// The same bytes with another element type. `nil`: not possible for one of the pieces.
    func reinterpreted(_ change: (NumPyElement) -> NumPyElement?) -> ForeignPieces? {
        var changed: [ForeignValues] = []
        for piece in pieces {
            guard let element = piece.element.flatMap(change), let piece = piece.reinterpreted(as: element) else {
                return nil
            }
            changed.append(piece)
        }
        return ForeignPieces(changed)
    }
}

/// View of a column's pieces for `ValueLayout.pieces`. It has no reference counts, so that threads do not contend for
/// them.
@unsafe struct PiecesView {
    @unsafe struct Piece {
        let base: UnsafeRawPointer?
        let layout: ValueLayout
        let validity: UnsafePointer<UInt8>?
        let validityOffset: Int
    }

    /// Row of the first value of each piece.
    let starts: UnsafeBufferPointer<Int>
    let pieces: UnsafeBufferPointer<Piece>
    let count: Int

    /// Index of the piece that contains a row. - Complexity: O(log pieces).
    private func index(of row: Int) -> Int {
        var (low, high) = unsafe (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if unsafe starts[middle] <= row { low = middle } else { high = middle }
        }
        return low
    }

    private func rows(of piece: Int) -> Range<Int> {
        unsafe starts[piece]..<(piece + 1 < starts.count ? starts[piece + 1] : count)
    }

    /// Converts the values from `start` on to Doubles, until `values` is full; gaps become NaN.
    @inline(never)
    func widen(from start: Int, into values: UnsafeMutableBufferPointer<Double>) {
        var done = 0
        var k = unsafe index(of: start)
        while done < values.count {
            let rows = unsafe rows(of: k)
            let row = start + done
            let number = min(rows.upperBound - row, values.count - done)
            let part = unsafe UnsafeMutableBufferPointer(rebasing: values[done..<done + number])
            unsafe pieces[k].widen(from: row - rows.lowerBound, into: part)
            done += number
            k += 1
        }
    }

    /// The rows as Doubles in memory. `nil`: they are of another type, in several pieces, or have validity bits.
    @inline(__always)
    func doubles(_ range: Range<Int>) -> UnsafePointer<Double>? {
        guard unsafe range.lowerBound < count else { return nil }
        let k = unsafe index(of: range.lowerBound)
        let rows = unsafe rows(of: k)
        let piece = unsafe pieces[k]
        guard case .doubles = unsafe piece.layout, unsafe piece.validity == nil, range.upperBound <= rows.upperBound,
            let base = unsafe piece.base
        else {
            return nil
        }
        return unsafe base.assumingMemoryBound(to: Double.self) + (range.lowerBound - rows.lowerBound)
    }

    /// See `ColumnView.hasCount`.
    func hasCount(_ test: (Int64) -> Bool) -> Bool {
        for k in unsafe pieces.indices {
            let (piece, rows) = unsafe (pieces[k], rows(of: k))
            guard case .numPy(let element, _, let stride) = unsafe piece.layout, element.byteCount == 8,
                let base = unsafe piece.base
            else { continue }
            for i in 0..<rows.count
            where unsafe piece.isValid(i) && test(base.loadUnaligned(fromByteOffset: i * stride, as: Int64.self)) {
                return true
            }
        }
        return false
    }
}

extension PiecesView.Piece {
    @inline(__always)
    func isValid(_ i: Int) -> Bool {
        guard let validity = unsafe validity else { return true }
        let bit = unsafe validityOffset + i
        return unsafe validity[bit >> 3] >> (bit & 7) & 1 == 1
    }

    fileprivate func widen(from start: Int, into values: UnsafeMutableBufferPointer<Double>) {
        unsafe layout.widen(base, from: start, into: values)
        guard let validity = unsafe validity else { return }
        var i = 0
        while i < values.count {
            let bit = unsafe validityOffset + start + i
            if bit & 7 == 0, values.count - i >= 8 {
                // Usually all eight values are valid.
                let byte = unsafe validity[bit >> 3]
                if byte != 0xFF { for k in 0..<8 where byte >> k & 1 == 0 { unsafe values[i + k] = .nan } }
                i += 8
            } else {
                if unsafe validity[bit >> 3] >> (bit & 7) & 1 == 0 { unsafe values[i] = .nan }
                i += 1
            }
        }
    }
}

extension Column {
    /// Numbers or dates in memory that the caller owns, in any number of pieces, read in place. A value with a validity
    /// bit of 0 is a gap.
    ///
    /// - Parameter kind: Kind of the column if all pieces are empty.
    /// - Precondition: All pieces are of one kind.
    package init(_ pieces: [ForeignValues], kind: Kind = .number) {
        let filled = pieces.filter { $0.count > 0 }
        let kind = filled.first?.kind ?? kind
        precondition(filled.allSatisfy { $0.kind == kind }, "pieces of one column are of one kind")
        let count = filled.reduce(0) { $0 + $1.count }
        if filled.count == 1, filled[0].isPlain {
            self.init(kind: kind, count: count, storage: .foreign(filled[0]))
        } else if filled.isEmpty {
            self.init(kind: kind, count: 0, storage: .doubles([]))
        } else {
            self.init(kind: kind, count: count, storage: .pieces(ForeignPieces(filled)))
        }
    }
}
