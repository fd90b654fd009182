import CProcess
import Glibc

/// The bytes of a file: a read-only memory map, of which only accessed pages are read, or a copy in memory.
///
/// If the file is truncated while mapped, the missing part reads as zeros. Call `checkIntact` after a scan.
@safe package final class DataFile: @unchecked Sendable {
    // Unchecked: bytes and map never change; the damage flag is atomic, in C.
    let path: String
    let count: Int
    /// `nil`: a copy.
    private let map: OpaquePointer?
    private let bytes: UnsafeRawPointer?

    /// - Parameter limit: Maximum size in bytes of a copy.
    init(path: String, _ reading: ReadingOptions, limit: Int = .max) throws(DataError) {
        // C would stop at the zero byte and open another file.
        guard !path.utf8.contains(0) else { throw .missingFile(path: path) }
        var count = 0
        let code: CInt
        if reading.mapsFiles {
            var map: OpaquePointer?
            var bytes: UnsafeRawPointer?
            code = unsafe vitrail_map_open(path, &map, &bytes, &count)
            unsafe (self.map, self.bytes) = (map, bytes)
        } else {
            var bytes: UnsafeMutableRawPointer?
            code = unsafe vitrail_copy_open(path, limit, &bytes, &count)
            unsafe (map, self.bytes) = (nil, UnsafeRawPointer(bytes))
        }
        (self.path, self.count) = (path, count)
        guard code == 0 else { throw Self.error(code, path, limit) }
    }

    /// All bytes of a file. The file is not mapped.
    ///
    /// - Parameter limit: Maximum number of bytes.
    package static func contents(of path: String, limit: Int) throws(DataError) -> [UInt8] {
        let file = try DataFile(path: path, ReadingOptions(mapsFiles: false), limit: limit)
        return file.withBytes { span in span.indices.map { span[$0] } }
    }

    /// The first bytes of a file, at most `count`. The file is not mapped.
    static func start(of path: String, count: Int) throws(DataError) -> [UInt8] {
        guard !path.utf8.contains(0) else { throw .missingFile(path: path) }
        var code: CInt = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            unsafe code = vitrail_read_start(path, bytes.baseAddress, bytes.count, &filled)
        }
        guard code == 0 else { throw error(code, path, count) }
        return bytes
    }

    private static func error(_ code: CInt, _ path: String, _ limit: Int) -> DataError {
        switch code {
        case ENOENT, ENOTDIR: .missingFile(path: path)
        // A pipe, a device or a socket.
        case EINVAL: .unreadable(path: path, reason: "it is no regular file")
        case EFBIG: .tooMany(path: path, what: "bytes", limit: limit)
        case ESTALE: .changedWhileRead(path: path)
        case EPERM where ConfinedFiles.isConfined: .unreadable(path: path, reason: ConfinedFiles.reason)
        default: .unreadable(path: path, reason: unsafe String(cString: strerror(code)))
        }
    }

    deinit {
        if let map = unsafe map {
            unsafe vitrail_map_close(map)
        } else {
            unsafe vitrail_copy_close(UnsafeMutableRawPointer(mutating: bytes), count)
        }
    }

    /// Bytes of memory for the copy; 0 if the file is mapped.
    var copiedBytes: Int { unsafe map == nil ? count : 0 }

    func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        try withElements(of: UInt8.self, body)
    }

    /// Calls the body with the file as values. A remainder shorter than a value is ignored.
    ///
    /// - Parameters:
    ///   - offset: Bytes before the first value, a multiple of a value's size.
    ///   - limit: Maximum number of values.
    func withElements<Element: BitwiseCopyable, R, E: Error>(
        of type: Element.Type, from offset: Int = 0, count limit: Int = .max, _ body: (Span<Element>) throws(E) -> R
    ) throws(E) -> R {
        let stride = MemoryLayout<Element>.stride
        precondition(offset % stride == 0 && offset >= 0, "values are between two others")
        // A map or a copy starts at a page boundary, so it is aligned for every element.
        let start = offset < count ? unsafe bytes?.advanced(by: offset).assumingMemoryBound(to: Element.self) : nil
        let buffer = unsafe UnsafeBufferPointer(
            start: start, count: start == nil ? 0 : min(limit, (count - offset) / stride))
        let span = unsafe Span(_unsafeElements: buffer)
        return try body(span)
    }

    /// Address of bytes, valid while this object lives. - Returns: `nil` if the range is outside the file.
    @unsafe func address(of range: Range<Int>) -> UnsafeRawPointer? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        return unsafe bytes?.advanced(by: range.lowerBound)
    }

    func checkIntact() throws(DataError) {
        if let map = unsafe map, unsafe vitrail_map_is_damaged(map) { throw .changedWhileRead(path: path) }
    }
}
