import CColumns

/// A memory-mapped zip archive, as written by NumPy's `savez`: a list of its members, and their bytes.
///
/// Supports stored and deflated members, and zip64. Does not support encrypted archives and archives of several parts.
/// - Source: PKWARE APPNOTE.TXT 6.3.10.
struct ZipArchive {
    struct Member {
        let name: String
        fileprivate let method: Method
        fileprivate let checksum: UInt32
        fileprivate let compressedCount: Int
        /// Decompressed size in bytes, as stated by the archive.
        let count: Int
        fileprivate let headerOffset: Int

        /// Whether the bytes can be read in place.
        var isStored: Bool { method == .stored }
    }

    fileprivate enum Method { case stored, deflated }

    let path: String
    private let file: DataFile
    private(set) var members: [Member] = []

    /// Maximum number of members. Archives with more are not tables, and each member takes memory.
    private static let maxMembers = CSVDialect.maxColumns
    private static let maxName = 1 << 12

    static func isArchive(_ bytes: Span<UInt8>) -> Bool {
        // The second signature is that of an archive without members.
        starts(bytes, with: 0x0403_4B50) || starts(bytes, with: 0x0605_4B50)
    }

    private static func starts(_ bytes: Span<UInt8>, with signature: UInt32) -> Bool {
        bytes.count >= 4 && bytes.u32(0) == signature
    }

    init(_ file: DataFile, path: String) throws(DataError) {
        (self.file, self.path) = (file, path)
        do throws(Fault) {
            members = try file.withBytes { bytes throws(Fault) in try Self.directory(bytes) }
        } catch {
            try file.checkIntact()
            throw .notArchive(path: path, reason: error.reason)
        }
        try file.checkIntact()
    }

    private struct Fault: Error { let reason: String }

    // MARK: Directory

    private static func directory(_ bytes: Span<UInt8>) throws(Fault) -> [Member] {
        guard let end = endRecord(bytes) else {
            throw Fault(reason: "its directory is missing, as if the file were cut off")
        }
        var (count, size, offset) = (bytes.u16(end + 10), Int(bytes.u32(end + 12)), Int(bytes.u32(end + 16)))
        let locator = end - 20
        if locator >= 0, bytes.u32(locator) == 0x0706_4B50 {
            guard let record = bytes.u64(locator + 8), record <= end - 56, bytes.u32(record) == 0x0606_4B50,
                let wideCount = bytes.u64(record + 32), let wideSize = bytes.u64(record + 40),
                let wideOffset = bytes.u64(record + 48)
            else { throw Fault(reason: "its zip64 directory is damaged") }
            (count, size, offset) = (wideCount, wideSize, wideOffset)
        }
        guard count <= maxMembers else { throw Fault(reason: "it has more than \(maxMembers) files") }
        guard size <= end, offset <= end - size else { throw Fault(reason: "its directory is damaged") }
        var members: [Member] = []
        var next = offset
        for _ in 0..<count {
            let member = try member(bytes, from: &next, before: offset + size)
            if let member { members.append(member) }
        }
        return members
    }

    /// Offset of the record at the end of the archive. A comment of up to 64 KiB may follow it.
    private static func endRecord(_ bytes: Span<UInt8>) -> Int? {
        var position = bytes.count - 22
        let minimum = max(0, position - 0xFFFF)
        while position >= minimum {
            if bytes.u32(position) == 0x0605_4B50, position + 22 + bytes.u16(position + 20) <= bytes.count {
                return position
            }
            position -= 1
        }
        return nil
    }

    /// - Returns: `nil` for a folder.
    private static func member(_ bytes: Span<UInt8>, from next: inout Int, before end: Int) throws(Fault) -> Member? {
        let position = next
        guard position <= end - 46, bytes.u32(position) == 0x0201_4B50 else {
            throw Fault(reason: "its directory is damaged")
        }
        let (nameCount, extraCount, commentCount) = (
            bytes.u16(position + 28), bytes.u16(position + 30), bytes.u16(position + 32)
        )
        let extra = position + 46 + nameCount
        next = extra + extraCount + commentCount
        guard next <= end, nameCount <= maxName else { throw Fault(reason: "its directory is damaged") }
        let name = String(decoding: (position + 46..<extra).map { bytes[$0] }, as: UTF8.self)
        if name.hasSuffix("/") { return nil }
        guard bytes.u16(position + 8) & 1 == 0 else { throw Fault(reason: "\(quoted(name)) is encrypted") }
        let method: Method
        switch bytes.u16(position + 10) {
        case 0: method = .stored
        case 8: method = .deflated
        case let other:
            throw Fault(
                reason:
                    "\(quoted(name)) is compressed by method \(other); np.savez and np.savez_compressed write methods 0 and 8"
            )
        }
        var sizes = (
            count: Int(bytes.u32(position + 24)), compressed: Int(bytes.u32(position + 20)),
            offset: Int(bytes.u32(position + 42))
        )
        try widen(&sizes, bytes, extra..<extra + extraCount, name)
        return Member(
            name: name, method: method, checksum: bytes.u32(position + 16), compressedCount: sizes.compressed,
            count: sizes.count,
            headerOffset: sizes.offset)
    }

    /// Replaces sizes that do not fit into 32 bits by sizes from the zip64 extra field, which lists them in this order.
    private static func widen(
        _ sizes: inout (count: Int, compressed: Int, offset: Int), _ bytes: Span<UInt8>, _ extra: Range<Int>,
        _ name: String
    ) throws(Fault) {
        let mark = Int(UInt32.max)
        guard sizes.count == mark || sizes.compressed == mark || sizes.offset == mark else { return }
        var position = extra.lowerBound
        while position + 4 <= extra.upperBound {
            let end = position + 4 + bytes.u16(position + 2)
            guard end <= extra.upperBound else { break }
            guard bytes.u16(position) == 1 else {
                position = end
                continue
            }
            position += 4
            func next(_ size: Int) -> Int? {
                guard size == mark else { return size }
                guard position + 8 <= end else { return nil }
                defer { position += 8 }
                return bytes.u64(position)
            }
            guard let count = next(sizes.count), let compressed = next(sizes.compressed),
                let offset = next(sizes.offset)
            else { break }
            sizes = (count, compressed, offset)
            return
        }
        throw Fault(reason: "the sizes of \(quoted(name)) are missing")
    }

    // MARK: Bytes

    /// Range of the member's stored or compressed bytes in the archive.
    private func range(of member: Member, _ bytes: Span<UInt8>) throws(Fault) -> Range<Int> {
        let position = member.headerOffset
        let damaged = Fault(reason: "\(quoted(member.name)) is not where the directory says")
        guard position >= 0, position <= bytes.count - 30, bytes.u32(position) == 0x0403_4B50 else { throw damaged }
        let start = position + 30 + bytes.u16(position + 26) + bytes.u16(position + 28)
        guard member.compressedCount >= 0, start <= bytes.count, member.compressedCount <= bytes.count - start else {
            throw damaged
        }
        guard !member.isStored || member.compressedCount == member.count else {
            throw Fault(reason: "the sizes of \(quoted(member.name)) differ, but it is not compressed")
        }
        return start..<start + member.compressedCount
    }

    /// The first bytes of a member, decompressed, up to a limit.
    func prefix(of member: Member, _ limit: Int) throws(DataError) -> [UInt8] {
        let wanted = min(limit, member.count)
        return try read(member) { bytes throws(Fault) in
            guard !member.isStored else { return (0..<wanted).map { bytes[$0] } }
            return try Self.inflating(member) { () throws(InflateError) in
                var inflater = try Inflater(.deflate, limit: member.count)
                var (result, position, fault): ([UInt8], Int, InflateError?) = ([], 0, nil)
                result.append(addingCapacity: wanted) { output in
                    do throws(InflateError) {
                        try inflater.inflate(bytes, from: &position, isLast: true, into: &output)
                    } catch { fault = error }
                }
                if let fault { throw fault }
                return result
            }
        }
    }

    /// The bytes of a member, in place or decompressed.
    ///
    /// - Parameter limit: Maximum decompressed size in bytes.
    /// - Throws: `DataError` for a member that is damaged, or larger than stated or allowed.
    func bytes(of member: Member, limit: Int) throws(DataError) -> ArrayBytes {
        if member.isStored {
            let range = try read(member, inFile: { bytes, range in range })
            return .mapped(file, range)
        }
        guard member.count <= limit else {
            throw .notArchive(
                path: path,
                reason: "\(quoted(member.name)) has \(member.count) bytes when it is decompressed; \(limit) are allowed"
            )
        }
        let bytes = try read(member) { bytes throws(Fault) in
            let result = try Self.inflating(member) { () throws(InflateError) in
                try Inflater.inflate(bytes, .deflate, limit: member.count, expected: member.count)
            }
            guard result.count == member.count, Self.checksum(result) == member.checksum else {
                throw Fault(reason: "\(quoted(member.name)) is damaged: its checksum does not fit")
            }
            return result
        }
        return .held(bytes)
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { unsafe vitrail_crc32(0, $0.baseAddress, $0.count) }
    }

    private static func inflating<R>(_ member: Member, _ body: () throws(InflateError) -> R) throws(Fault) -> R {
        do throws(InflateError) { return try body() } catch { throw Fault(reason: "\(quoted(member.name)): \(error)") }
    }

    private func read<R>(_ member: Member, _ body: (Span<UInt8>) throws(Fault) -> R) throws(DataError) -> R {
        try read(member, inFile: { bytes, range throws(Fault) in try body(bytes.extracting(range)) })
    }

    private func read<R>(
        _ member: Member, inFile body: (Span<UInt8>, Range<Int>) throws(Fault) -> R
    ) throws(DataError) -> R {
        let result: Result<R, Fault> = file.withBytes { bytes in
            do throws(Fault) { return .success(try body(bytes, try range(of: member, bytes))) } catch {
                return .failure(error)
            }
        }
        // If the file was truncated meanwhile, its missing part was read as zeros: report that, not damage.
        try file.checkIntact()
        switch result {
        case .success(let value): return value
        case .failure(let fault): throw .notArchive(path: path, reason: fault.reason)
        }
    }
}

/// The bytes of an array: part of a file, or decompressed.
enum ArrayBytes {
    case mapped(DataFile, Range<Int>)
    case held([UInt8])

    var count: Int {
        switch self {
        case .mapped(_, let range): range.count
        case .held(let bytes): bytes.count
        }
    }

    func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        switch self {
        case .mapped(let file, let range): try file.withBytes { bytes throws(E) in try body(bytes.extracting(range)) }
        case .held(let bytes): try body(bytes.span)
        }
    }
}

extension Span where Element == UInt8 {
    // Little-endian numbers; traps if the offset is out of bounds.
    private func number(_ offset: Int, _ count: Int) -> UInt64 {
        (0..<count).reversed().reduce(0) { $0 << 8 | UInt64(self[offset + $1]) }
    }
    fileprivate func u16(_ offset: Int) -> Int { Int(number(offset, 2)) }
    fileprivate func u32(_ offset: Int) -> UInt32 { UInt32(number(offset, 4)) }
    /// `nil`: the number does not fit into an Int.
    fileprivate func u64(_ offset: Int) -> Int? { Int(exactly: number(offset, 8)) }
}
