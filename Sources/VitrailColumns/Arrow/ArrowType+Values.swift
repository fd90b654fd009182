extension ArrowType {
    /// Converts values of a fixed width to Doubles; days become seconds since 1970.
    ///
    /// - Parameters:
    ///   - source: The first value, at any alignment.
    ///   - values: Memory for all values.
    func widen(_ source: UnsafeRawPointer, into values: UnsafeMutableBufferPointer<Double>) {
        func all<Raw: FixedWidthInteger & BitwiseCopyable>(_ type: Raw.Type, _ value: (Raw) -> Double) {
            for i in values.indices {
                let raw = unsafe source.loadUnaligned(fromByteOffset: i * MemoryLayout<Raw>.size, as: type)
                unsafe values.initializeElement(at: i, to: value(Raw(littleEndian: raw)))
            }
        }
        switch self {
        case .days: all(Int32.self) { Double($0) * 86_400 }
        case .shortTimes(let perSecond): all(Int32.self) { Double($0) / perSecond }
        case .decimal(let bytes, let scale):
            // Powers up to 10²² are exact, so dividing by them rounds only once.
            let power = Double("1e\(scale.magnitude)") ?? .infinity
            func scaled(_ value: Double) -> Double { scale < 0 ? value * power : value / power }
            switch bytes {
            case 4: all(Int32.self) { scaled(Double($0)) }
            case 8: all(Int64.self) { scaled(Double($0)) }
            case 16: all(Int128.self) { scaled(Double($0)) }
            default:
                for i in values.indices {
                    let low = unsafe source.loadUnaligned(fromByteOffset: 32 * i, as: UInt128.self)
                    let high = unsafe source.loadUnaligned(fromByteOffset: 32 * i + 16, as: Int128.self)
                    // If the number fits into 128 bits, its high half has only copies of the sign bit.
                    let isShort = high == (low >> 127 == 1 ? -1 : 0)
                    unsafe values.initializeElement(
                        at: i,
                        to: scaled(isShort ? Double(Int128(bitPattern: low)) : Double(high) * 0x1p128 + Double(low)))
                }
            }
        case .null, .bool, .values, .timestamps, .texts, .textViews, .other:
            if let element { unsafe element.widen(source, false, stride: element.byteCount, into: values) }
        }
    }
}
