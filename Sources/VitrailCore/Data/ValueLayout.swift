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
    /// As a `.npy` file has them.
    case numPy(NumPyHeader.Element, isBigEndian: Bool)

    /// Bytes a value.
    var stride: Int {
        switch self {
        case .doubles: 8
        case .floats: 4
        case .indices, .constant, .stacked: 0
        case .numPy(let element, _): element.byteCount
        }
    }
}

extension NumPyHeader {
    /// Doubles and floats in this machine's order are read as any others.
    var layout: ValueLayout {
        switch element {
        case .float(bytes: 8) where !isBigEndian: .doubles
        case .float(bytes: 4) where !isBigEndian: .floats
        default: .numPy(element, isBigEndian: isBigEndian)
        }
    }
}

extension ValueLayout {
    /// The values from `start` on, as many as `values` takes, widened; a date that is none (`NaT`) is NaN.
    ///
    /// - Parameter base: of the value 0, aligned for its kind; it is not read for `indices`.
    @inline(__always)
    func widen(_ base: UnsafeRawPointer?, from start: Int, into values: UnsafeMutableBufferPointer<Double>) {
        func all<Raw: BitwiseCopyable>(_ type: Raw.Type, _ value: (Raw) -> Double) {
            guard let base = unsafe base else { return }
            let source = unsafe base.advanced(by: start * MemoryLayout<Raw>.stride).assumingMemoryBound(to: Raw.self)
            for i in values.indices { unsafe values.initializeElement(at: i, to: value(source[i])) }
        }
        func integers<Raw: FixedWidthInteger & BitwiseCopyable>(_ type: Raw.Type, _ isBigEndian: Bool, _ value: (Raw) -> Double) {
            if isBigEndian { all(type) { value(Raw(bigEndian: $0)) } } else { all(type) { value(Raw(littleEndian: $0)) } }
        }
        switch self {
        case .doubles: all(Double.self) { $0 }
        case .floats: all(Float.self) { Double($0) }
        case .indices: for i in values.indices { unsafe values.initializeElement(at: i, to: Double(start + i)) }
        case .constant: if let base = unsafe base { unsafe values.initialize(repeating: base.load(as: Double.self)) }
        case .stacked: if let base = unsafe base { unsafe base.assumingMemoryBound(to: LentStack.self).pointee.sum(from: start, into: values) }
        case .numPy(.float(bytes: 4), let swaps): integers(UInt32.self, swaps) { Double(Float(bitPattern: $0)) }
        case .numPy(.float, let swaps): integers(UInt64.self, swaps) { Double(bitPattern: $0) }
        case .numPy(.signed(bytes: 1), let swaps): integers(Int8.self, swaps) { Double($0) }
        case .numPy(.signed(bytes: 2), let swaps): integers(Int16.self, swaps) { Double($0) }
        case .numPy(.signed(bytes: 4), let swaps): integers(Int32.self, swaps) { Double($0) }
        case .numPy(.signed, let swaps): integers(Int64.self, swaps) { Double($0) }
        case .numPy(.unsigned(bytes: 1), let swaps): integers(UInt8.self, swaps) { Double($0) }
        case .numPy(.unsigned(bytes: 2), let swaps): integers(UInt16.self, swaps) { Double($0) }
        case .numPy(.unsigned(bytes: 4), let swaps): integers(UInt32.self, swaps) { Double($0) }
        case .numPy(.unsigned, let swaps): integers(UInt64.self, swaps) { Double($0) }
        case .numPy(.dates(let unit), let swaps): integers(Int64.self, swaps) { $0 == .min ? .nan : Double($0) * unit }
        }
    }
}
