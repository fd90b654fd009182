/// How the values of a number or date column lie in memory or in a file.
enum ValueLayout: Sendable, Equatable {
    case doubles
    case floats
    /// 0, 1, 2, …: they lie nowhere.
    case indices
    /// One Double, which all of them are.
    case constant
    /// Sums of what lies elsewhere: a `LentStack`.
    case stacked
    /// Values that lie in several places, or with bits that tell of gaps: a `LentPieces`.
    case pieces
    /// 0 or 1, a bit each, the least significant one of a byte first.
    case bits(offset: Int)
    /// As an array in a `.npy` file has them, at any address, so many bytes from each to the next.
    case numPy(NumPyElement, isBigEndian: Bool, stride: Int)

    /// Bytes that so many values take, from the first byte of the first to the last byte of the last.
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
    /// Doubles and floats that lie side by side in this machine's order are read as any others.
    ///
    /// - Parameters:
    ///   - stride: bytes from a value to the next.
    ///   - isAligned: whether the first value's address is a multiple of its size.
    init(_ element: NumPyElement, isBigEndian: Bool, stride: Int, isAligned: Bool) {
        switch element {
        case .float(bytes: 8) where !isBigEndian && isAligned && stride == 8: self = .doubles
        case .float(bytes: 4) where !isBigEndian && isAligned && stride == 4: self = .floats
        default: self = .numPy(element, isBigEndian: isBigEndian, stride: stride)
        }
    }

    /// The values from `start` on, as many as `values` takes, widened; a date that is none (`NaT`) is NaN.
    ///
    /// - Parameter base: of the value 0, aligned for its kind, but for `numPy`; it is not read for `indices`.
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
        case .stacked: if let base = unsafe base { unsafe base.assumingMemoryBound(to: LentStack.self).pointee.sum(from: start, into: values) }
        case .pieces: if let base = unsafe base { unsafe base.assumingMemoryBound(to: LentPieces.self).pointee.widen(from: start, into: values) }
        case .bits(let offset):
            guard let base = unsafe base else { return }
            for i in values.indices {
                let bit = offset + start + i
                unsafe values.initializeElement(at: i, to: Double(base.load(fromByteOffset: bit >> 3, as: UInt8.self) >> (bit & 7) & 1))
            }
        case .numPy(let element, let swaps, let stride):
            if let base = unsafe base { unsafe element.widen(base + start * stride, swaps, stride: stride, into: values) }
        }
    }
}

extension NumPyElement {
    /// - Parameter source: the first value, at any address.
    @inline(__always)
    func widen(_ source: UnsafeRawPointer, _ isBigEndian: Bool, stride: Int, into values: UnsafeMutableBufferPointer<Double>) {
        func all<Raw: BitwiseCopyable>(_ type: Raw.Type, _ value: (Raw) -> Double) {
            // Side by side: loops that become vector instructions.
            if stride == MemoryLayout<Raw>.size {
                for i in values.indices {
                    let raw = unsafe source.loadUnaligned(fromByteOffset: i * MemoryLayout<Raw>.size, as: type)
                    unsafe values.initializeElement(at: i, to: value(raw))
                }
            } else {
                for i in values.indices {
                    unsafe values.initializeElement(at: i, to: value(source.loadUnaligned(fromByteOffset: i * stride, as: type)))
                }
            }
        }
        func integers<Raw: FixedWidthInteger & BitwiseCopyable>(_ type: Raw.Type, _ value: (Raw) -> Double) {
            if isBigEndian { all(type) { value(Raw(bigEndian: $0)) } } else { all(type) { value(Raw(littleEndian: $0)) } }
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

    /// - Parameter start: of what is counted, so many `1 / perSecond` seconds since 1970.
    @inline(__always)
    private static func seconds(of count: Int64, _ unit: Int64, _ perSecond: Int64, from start: Int64) -> Double {
        let (fine, isLost) = count.multipliedReportingOverflow(by: unit)
        let (rest, isFar) = fine.subtractingReportingOverflow(start)
        // Farther away than whole numbers reach, a Double tells no nanoseconds either.
        guard !isLost, !isFar else { return (Double(count) * Double(unit) - Double(start)) / Double(perSecond) }
        return Double(rest) / Double(perSecond)
    }

    /// Seconds from 1970 to the first day of a month. - Parameter count: of periods of so many months since January 1970.
    private static func seconds(ofMonth count: Int64, _ months: Int) -> Double {
        // Beyond ten million years a month is as long as any other.
        guard abs(Double(count) * Double(months)) < 1.2e8 else { return Double(count) * Double(months) * 2_629_746 }
        let month = Int(count) * months
        let year = 1970 + Int((Double(month) / 12).rounded(.down))
        return Double(CellDate.daysSince1970(year: year, month: month - (year - 1970) * 12 + 1, day: 1)) * 86_400
    }
}

extension Float {
    /// A number of 16 bits (IEEE 754 binary16), exactly.
    init(half: UInt16) {
        // The bits in the places of a Float's, whose exponent is 112 greater: subnormal numbers become right, too.
        let magnitude = Float(bitPattern: UInt32(half & 0x7FFF) << 13) * 0x1p112
        // Infinity and NaN.
        let bits = magnitude.bitPattern | (magnitude >= 65_536 ? 0x7F80_0000 : 0)
        self.init(bitPattern: bits | UInt32(half & 0x8000) << 16)
    }
}
