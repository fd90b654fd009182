import CColumns

/// Compression of the buffers of a batch. Each buffer is compressed separately.
enum BufferCodec: Int8, Sendable {
    case lz4Frame, zstd

    /// Maximum ratio of decompressed to compressed size, to reject wrong length fields early.
    ///
    /// In LZ4, each byte extends a match by at most 255 bytes. A Zstandard block has at most 128 KiB and takes at least
    /// four bytes.
    var maxRatio: Int {
        switch self {
        case .lz4Frame: 256
        case .zstd: 1 << 16
        }
    }
}

/// Location and decompressed size of a column's bytes in an Arrow file.
struct ArrowBuffer: Sendable {
    /// Range of bytes in the file.
    let range: Range<Int>
    /// `nil`: the bytes are not compressed.
    let codec: BufferCodec?
    let count: Int

    /// - Parameter range: For a compressed buffer, includes the leading eight bytes with the decompressed length.
    init(_ range: Range<Int>, _ codec: BufferCodec?, _ file: Span<UInt8>) throws(FlatTable.Fault) {
        guard let codec, !range.isEmpty else {
            (self.range, self.codec, count) = (range, nil, range.count)
            return
        }
        guard range.count >= 8, range.upperBound <= file.count else { throw ArrowBatch.incomplete }
        let said = (0..<8).reduce(Int64(0)) {
            $0 | Int64(bitPattern: UInt64(file[range.lowerBound + $1]) << UInt64(8 * $1))
        }
        let packed = range.lowerBound + 8..<range.upperBound
        if said == -1 {
            (self.range, self.codec, count) = (packed, nil, packed.count)
            return
        }
        guard said >= 0, said / Int64(codec.maxRatio) <= packed.count else {
            throw FlatTable.Fault(reason: "a compressed buffer says that it has \(said) bytes")
        }
        (self.range, self.codec, count) = (packed, codec, Int(said))
    }

    /// Writes the first bytes of the buffer.
    ///
    /// - Parameter target: Memory to fill completely.
    func read(_ file: Span<UInt8>, into target: UnsafeMutableRawBufferPointer) throws(FlatTable.Fault) {
        guard target.count <= count, range.upperBound <= file.count else { throw ArrowBatch.incomplete }
        guard target.count > 0 else { return }
        let source = file.extracting(range)
        guard let codec else {
            return unsafe source.withUnsafeBytes {
                unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<target.count]))
            }
        }
        if case .zstd = codec, target.count < count {
            // The library decompresses only whole frames.
            let all = try bytes(file)
            return unsafe all.withUnsafeBytes {
                unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<target.count]))
            }
        }
        var written = 0
        let isWhole = unsafe source.withUnsafeBufferPointer { source in
            let output = unsafe target.assumingMemoryBound(to: UInt8.self).baseAddress
            return switch codec {
            case .lz4Frame:
                unsafe vitrail_lz4_decompress(source.baseAddress, source.count, output, target.count, &written)
            case .zstd: unsafe vitrail_zstd_decompress(source.baseAddress, source.count, output, target.count, &written)
            }
        }
        guard isWhole, written == target.count else {
            throw FlatTable.Fault(reason: "a compressed buffer of it is damaged")
        }
    }

    /// The whole buffer, or its first `limit` bytes, decompressed.
    func bytes(_ file: Span<UInt8>, first limit: Int = .max) throws(FlatTable.Fault) -> [UInt8] {
        let size = min(count, limit)
        var fault: FlatTable.Fault?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, filled in
            do throws(FlatTable.Fault) {
                unsafe try read(file, into: UnsafeMutableRawBufferPointer(target.prefixed(size)))
                filled = size
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
        return bytes
    }

    /// Calls the body with the first bytes: in place, or decompressed into memory that lives for the call.
    func withBytes<R>(
        _ file: Span<UInt8>, first size: Int, _ body: (Span<UInt8>) throws(FlatTable.Fault) -> R
    ) throws(FlatTable.Fault) -> R {
        guard size <= count, range.upperBound <= file.count else { throw ArrowBatch.incomplete }
        if codec == nil { return try body(file.extracting(range).extracting(first: size)) }
        let held = try bytes(file, first: size)
        return try body(held.span)
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    fileprivate func prefixed(_ count: Int) -> Self { unsafe Self(start: baseAddress, count: count) }
}
