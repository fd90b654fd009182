/// Layout of the values of a number or date column in memory or in a file.
@usableFromInline package enum ValueLayout: Sendable, Equatable {
    case doubles
    case floats
    /// The values 0, 1, 2, …, which are not stored.
    case indices
    /// One Double for all values.
    case constant
    /// Sums of other columns: a `StackView`.
    case stacked
    /// Values in several memory ranges, or with a validity bitmap: a `PiecesView`.
    case pieces
    /// The numbers 0 or 1, stored as bits, least significant bit first.
    case bits(offset: Int)
    /// Values of an array in a `.npy` file, at any alignment, `stride` bytes apart.
    case numPy(NumPyElement, isBigEndian: Bool, stride: Int)

    /// Number of bytes from the first byte of the first value to the last byte of the last one.
    func byteCount(of count: Int) -> Int {
        switch self {
        case .doubles: count * 8
        case .floats: count * 4
        case .indices, .constant, .stacked, .pieces: 0
        case .bits(let offset): (offset + count + 7) / 8
        case .numPy(let element, _, let stride): count == 0 ? 0 : (count - 1) * stride + element.byteCount
        }
    }
}

extension ValueLayout {
    /// Contiguous, aligned, native doubles and floats get the layouts `doubles` and `floats`.
    ///
    /// - Parameters:
    ///   - stride: Bytes from one value to the next.
    ///   - isAligned: Whether the first value's address is a multiple of its size.
    init(_ element: NumPyElement, isBigEndian: Bool, stride: Int, isAligned: Bool) {
        switch element {
        case .float(bytes: 8) where !isBigEndian && isAligned && stride == 8: self = .doubles
        case .float(bytes: 4) where !isBigEndian && isAligned && stride == 4: self = .floats
        default: self = .numPy(element, isBigEndian: isBigEndian, stride: stride)
        }
    }

    /// Converts the values from `start` on to Doubles, until `values` is full. `NaT` becomes NaN.
    ///
    /// - Parameter base: Address of value 0, aligned except for `numPy`. Not read for `indices`.
    @inline(__always)
    func widen(_ base: UnsafeRawPointer?, from start: Int, into values: UnsafeMutableBufferPointer<Double>) {
        func all<Raw: BitwiseCopyable>(_ type: Raw.Type, _ value: (Raw) -> Double) {
            guard let base = unsafe base else { return }
            let source = unsafe base.advanced(by: start * MemoryLayout<Raw>.stride).assumingMemoryBound(to: Raw.self)
            for i in values.indices { unsafe values.initializeElement(at: i, to: value(source[i])) }
        }
        switch self {
        case .doubles: all(Double.self) { $0 }
        case .floats: all(Float.self) { Double($0) }
        case .indices: for i in values.indices { unsafe values.initializeElement(at: i, to: Double(start + i)) }
        case .constant: if let base = unsafe base { unsafe values.initialize(repeating: base.load(as: Double.self)) }
        case .stacked:
            if let base = unsafe base {
                unsafe base.assumingMemoryBound(to: StackView.self).pointee.sum(from: start, into: values)
            }
        case .pieces:
            if let base = unsafe base {
                unsafe base.assumingMemoryBound(to: PiecesView.self).pointee.widen(from: start, into: values)
            }
        case .bits(let offset):
            guard let base = unsafe base else { return }
            for i in values.indices {
                let bit = offset + start + i
                unsafe values.initializeElement(
                    at: i, to: Double(base.load(fromByteOffset: bit >> 3, as: UInt8.self) >> (bit & 7) & 1))
            }
        case .numPy(let element, let swaps, let stride):
            if let base = unsafe base {
                unsafe element.widen(base + start * stride, swaps, stride: stride, into: values)
            }
        }
    }
}

extension NumPyElement {
    /// Converts values to Doubles. - Parameter source: The first value, at any alignment.
    @inline(__always)
    func widen(
        _ source: UnsafeRawPointer, _ isBigEndian: Bool, stride: Int, into values: UnsafeMutableBufferPointer<Double>
    ) {
        func all<Raw: BitwiseCopyable>(_ type: Raw.Type, _ value: (Raw) -> Double) {
            // The compiler can vectorize this loop, because the values are contiguous.
            if stride == MemoryLayout<Raw>.size {
                for i in values.indices {
                    let raw = unsafe source.loadUnaligned(fromByteOffset: i * MemoryLayout<Raw>.size, as: type)
                    unsafe values.initializeElement(at: i, to: value(raw))
                }
            } else {
                for i in values.indices {
                    unsafe values.initializeElement(
                        at: i, to: value(source.loadUnaligned(fromByteOffset: i * stride, as: type)))
                }
            }
        }
        func integers<Raw: FixedWidthInteger & BitwiseCopyable>(_ type: Raw.Type, _ value: (Raw) -> Double) {
            if isBigEndian {
                all(type) { value(Raw(bigEndian: $0)) }
            } else {
                all(type) { value(Raw(littleEndian: $0)) }
            }
        }
        switch self {
        case .float(bytes: 2): integers(UInt16.self) { Double(Float(half: $0)) }
        case .float(bytes: 4): integers(UInt32.self) { Double(Float(bitPattern: $0)) }
        case .float: integers(UInt64.self) { Double(bitPattern: $0) }
        case .signed(bytes: 1): integers(Int8.self) { Double($0) }
        case .signed(bytes: 2): integers(Int16.self) { Double($0) }
        case .signed(bytes: 4): integers(Int32.self) { Double($0) }
        case .signed: integers(Int64.self) { Double($0) }
        case .unsigned(bytes: 1): integers(UInt8.self) { Double($0) }
        case .unsigned(bytes: 2): integers(UInt16.self) { Double($0) }
        case .unsigned(bytes: 4): integers(UInt32.self) { Double($0) }
        case .unsigned: integers(UInt64.self) { Double($0) }
        case .boolean: all(UInt8.self) { $0 == 0 ? 0 : 1 }
        case .dates(let unit, let perSecond), .durations(let unit, let perSecond):
            integers(Int64.self) { $0 == .min ? .nan : Double($0) * unit / perSecond }
        case .datesAfter(let origin, let unit, let perSecond):
            let start = origin &* perSecond
            integers(Int64.self) { $0 == .min ? .nan : Self.seconds(of: $0, unit, perSecond, from: start) }
        case .months(let months): integers(Int64.self) { $0 == .min ? .nan : Self.seconds(ofMonth: $0, months) }
        }
    }

    /// - Parameter start: Origin of the result, in units of `1 / perSecond` seconds since 1970.
    @inline(__always)
    private static func seconds(of count: Int64, _ unit: Int64, _ perSecond: Int64, from start: Int64) -> Double {
        let (fine, isLost) = count.multipliedReportingOverflow(by: unit)
        let (rest, isFar) = fine.subtractingReportingOverflow(start)
        // The difference overflows 64 bits; a Double of that size has no nanoseconds anyway.
        guard !isLost, !isFar else { return (Double(count) * Double(unit) - Double(start)) / Double(perSecond) }
        return Double(rest) / Double(perSecond)
    }

    /// Seconds from 1970 to the first day of a month. - Parameter count: Number of periods of `months` months since
    /// January 1970.
    private static func seconds(ofMonth count: Int64, _ months: Int) -> Double {
        // Beyond ten million years, use the mean length of a month.
        guard abs(Double(count) * Double(months)) < 1.2e8 else { return Double(count) * Double(months) * 2_629_746 }
        let month = Int(count) * months
        let year = 1970 + Int((Double(month) / 12).rounded(.down))
        return Double(CellDate.daysSince1970(year: year, month: month - (year - 1970) * 12 + 1, day: 1)) * 86_400
    }
}

extension Float {
    /// Converts a 16-bit number (IEEE 754 binary16) exactly.
    init(half: UInt16) {
        // Shift the bits to their positions in a Float, whose exponent bias is 112 greater. This also handles
        // subnormals.
        let magnitude = Float(bitPattern: UInt32(half & 0x7FFF) << 13) * 0x1p112
        // Restore infinity and NaN.
        let bits = magnitude.bitPattern | (magnitude >= 65_536 ? 0x7F80_0000 : 0)
        self.init(bitPattern: bits | UInt32(half & 0x8000) << 16)
    }
}
