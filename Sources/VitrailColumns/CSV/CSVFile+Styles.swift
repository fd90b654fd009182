import VitrailSystem

/// Estimates about a file before its cells are parsed.
extension CSVFile {
    /// An upper estimate of the number of rows below the header: the number of line ends plus 1, at least 2. Files of
    /// more than `maxCounted` bytes are sampled.
    ///
    /// Line ends inside quotes count, too.
    package func countedRows() throws(DataError) -> Int {
        let found = text.withBytes { bytes in
            let start = min(dialect.bodyStart, bytes.count)
            let whole = bytes.count - start
            guard whole > 0 else { return 0 }
            let lines =
                whole <= Self.maxCounted
                ? Self.lines(in: bytes, start..<bytes.count) : Self.estimatedLines(in: bytes, from: start)
            // Add one for a last line without a line end. Count at least one for lines longer than the sampled bytes.
            return max(lines, 1) + 1
        }
        try text.checkIntact()
        return found
    }

    private static let maxCounted = 1 << 30
    private static let (drawnStyles, drawnStyle) = (1 << 12, 1 << 16)

    private static func estimatedLines(in bytes: Span<UInt8>, from start: Int) -> Int {
        let whole = bytes.count - start
        let counts = Parallel.mapParts(of: drawnStyles, minimum: 64) { part in
            part.reduce(0) { sum, k in
                let first = start + whole * k / drawnStyles
                return sum + lines(in: bytes, first..<min(first + drawnStyle, bytes.count))
            }
        }
        return Int(Double(counts.reduce(0, +)) * Double(whole) / Double(drawnStyles * drawnStyle))
    }

    private static func lines(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            nonisolated(unsafe) let bytes = unsafe UnsafeBufferPointer(rebasing: bytes[range])
            return unsafe Parallel.mapParts(of: bytes.count, minimum: 1 << 22) { part in
                var count = 0
                // Blocks of 240 bytes: their sum fits into a UInt8, so the compiler can vectorize the inner loop.
                for block in stride(from: part.lowerBound, to: part.upperBound, by: 240) {
                    var lines: UInt8 = 0
                    for i in block..<min(block + 240, part.upperBound) {
                        unsafe lines &+= bytes[i] == UInt8(ascii: "\n") ? 1 : 0
                    }
                    count += Int(lines)
                }
                return count
            }.reduce(0, +)
        }
    }

    /// Samples the cells of a column in 16 parts of the file. Quotes are read as text.
    package func drawnStyles(at column: String) -> ValueStyles {
        guard let index = header.firstIndex(of: column) else { return ValueStyles() }
        return text.withBytes { bytes in
            let start = min(dialect.bodyStart, bytes.count)
            let whole = bytes.count - start
            var (found, drawnStyles) = (Set<[UInt8]>(), ValueStyles())
            for k in 0..<16 {
                var at = start + whole * k / 16
                let end = min(at + (1 << 13), bytes.count)
                // Skip the first line, which is usually incomplete, except at the start of the file.
                if k > 0 { while at < end, bytes[at] != UInt8(ascii: "\n") { at += 1 } }
                var (cell, field): ([UInt8], Int) = ([], 0)
                for i in (k > 0 ? at + 1 : at)..<max(end, k > 0 ? at + 1 : at) {
                    switch bytes[i] {
                    case UInt8(ascii: "\n"):
                        drawnStyles.seen += 1
                        found.insert(cell)
                        (cell, field) = ([], 0)
                    case dialect.syntax.delimiter: field += 1
                    case let byte where field == index: cell.append(byte)
                    default: break
                    }
                }
            }
            drawnStyles.different = found.count
            return drawnStyles
        }
    }
}
