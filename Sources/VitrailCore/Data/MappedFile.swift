import CData
import Glibc

/// A read-only memory map of a file. Only accessed pages are read.
///
/// If the file is truncated while mapped, the missing part reads as zeros. Call `checkIntact` after a scan.
@safe final class MappedFile: @unchecked Sendable {
    // Unchecked: bytes and map never change; the damage flag is atomic, in C.
    let path: String
    let count: Int
    private let map: OpaquePointer
    private let bytes: UnsafeRawPointer?

    init(path: String) throws(DataError) {
        // C would stop at the zero byte and open another file.
        guard !path.utf8.contains(0) else { throw .missingFile(path: path) }
        var map: OpaquePointer?
        var bytes: UnsafeRawPointer?
        var count = 0
        let code = unsafe vitrail_map_open(path, &map, &bytes, &count)
        guard code == 0, let map = unsafe map else {
            switch code {
            case ENOENT, ENOTDIR: throw .missingFile(path: path)
            // A pipe, a device or a socket.
            case EINVAL: throw .unreadable(path: path, reason: "it is no regular file")
            case EPERM where ConfinedFiles.isConfined: throw .unreadable(path: path, reason: ConfinedFiles.reason)
            default: throw .unreadable(path: path, reason: unsafe String(cString: strerror(code)))
            }
        }
        self.path = path
        self.count = count
        unsafe self.map = map
        unsafe self.bytes = bytes
    }

    deinit { unsafe vitrail_map_close(map) }

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
        precondition(offset % stride == 0 && offset >= 0, "values lie between two others")
        // A map starts at a page boundary, so it is aligned for every element.
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
        if unsafe vitrail_map_is_damaged(map) { throw .changedWhileRead(path: path) }
    }
}
