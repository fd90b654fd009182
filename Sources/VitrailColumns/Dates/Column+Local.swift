/// Converts local dates to instants.
extension Column {
    /// The stored 64-bit whole numbers. `nil`: the column stores other values.
    package var wholeNumbers: [Int64]? {
        func numbers(_ bytes: Span<UInt8>, _ isBigEndian: Bool, _ stride: Int) -> [Int64] {
            (0..<count).map { row in
                let raw = unsafe bytes.withUnsafeBytes {
                    unsafe $0.loadUnaligned(fromByteOffset: row * stride, as: Int64.self)
                }
                return isBigEndian ? Int64(bigEndian: raw) : Int64(littleEndian: raw)
            }
        }
        switch storage {
        case .counts(let counts, _): return counts
        case .mapped(let file, let offset, .numPy(let element, let isBigEndian, let stride))
        where element.countsPerSecond != nil:
            return file.withElements(of: UInt8.self, from: offset) { numbers($0, isBigEndian, stride) }
        case .held(let bytes, let offset, .numPy(let element, let isBigEndian, let stride))
        where element.countsPerSecond != nil:
            return numbers(bytes.span.extracting(droppingFirst: offset), isBigEndian, stride)
        case .foreign(let values) where values.element?.countsPerSecond != nil: return values.wholeNumbers
        case .pieces(let pieces) where pieces.pieces.allSatisfy { $0.element?.countsPerSecond != nil }:
            return pieces.pieces.flatMap(\.wholeNumbers)
        default: return nil
        }
    }

    /// Type of the stored numbers. `nil`: the storage has no NumPy element.
    package var element: NumPyElement? {
        switch storage {
        case .counts(_, let element), .mapped(_, _, .numPy(let element, _, _)), .held(_, _, .numPy(let element, _, _)):
            element
        case .foreign(let values): values.element
        case .pieces(let pieces): pieces.pieces.first?.element
        default: nil
        }
    }

    /// Converts local dates to instants. Dates stored as whole numbers stay whole numbers.
    ///
    /// - Parameter clock: Clock of the zone of the dates.
    package func instants(by clock: inout ZoneClock) -> Column {
        guard kind == .date else { return self }
        guard let counts = wholeNumbers, let element, let perSecond = element.countsPerSecond else {
            let seconds = withView { $0.copied }
            return Column(
                secondsSince1970: seconds.map {
                    $0.isFinite ? clock.seconds(of: WrittenDate(seconds: $0, offset: nil)) : .nan
                })
        }
        var instants = counts
        for (k, count) in counts.enumerated() where count != .min {
            let (seconds, rest) = count.quotientAndRemainder(dividingBy: perSecond)
            let offset = clock.offset(of: WrittenDate(wholeSeconds: Int(rest < 0 ? seconds - 1 : seconds)))
            // Overflow occurs only at the limits of the count's range, where the offset is invisible.
            instants[k] = count.subtractingReportingOverflow(Int64(offset) * perSecond).partialValue
        }
        return Column(counts: instants, element)
    }
}

extension NumPyElement {
    /// Counts per second for dates that are whole numbers of such counts; otherwise `nil`.
    fileprivate var countsPerSecond: Int64? {
        if case .dates(unit: 1, let perSecond) = self { Int64(exactly: perSecond) } else { nil }
    }
}
