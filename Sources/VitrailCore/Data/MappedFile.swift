import CData
import Glibc

/// A file's bytes, read-only, in memory by map: only the pages that are touched are read.
///
/// When the file shrinks meanwhile, the lost part reads as zeros; ask `checkIntact` after a scan.
@safe final class MappedFile: @unchecked Sendable {
    // Unchecked: bytes and map never change; damage is an atomic flag in C.
    let path: String
    let count: Int
    private let map: OpaquePointer
    private let bytes: UnsafeRawPointer?

    init(path: String) throws(DataError) {
        // C would read the path up to the zero, and open another file.
        guard !path.utf8.contains(0) else { throw .missingFile(path: path) }
        var map: OpaquePointer?
        var bytes: UnsafeRawPointer?
        var count = 0
        let code = unsafe vitrail_map_open(path, &map, &bytes, &count)
        guard code == 0, let map = unsafe map else {
            if code == ENOENT || code == ENOTDIR { throw .missingFile(path: path) }
            // A pipe, a device or a socket.
            throw .unreadable(path: path, reason: code == EINVAL ? "it is no regular file" : unsafe String(cString: strerror(code)))
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

    /// The file as values; a rest shorter than a value is left out.
    ///
    /// - Parameters:
    ///   - offset: bytes before the first one, a multiple of a value's size.
    ///   - limit: as many at most.
    func withElements<Element: BitwiseCopyable, R, E: Error>(
        of type: Element.Type, from offset: Int = 0, count limit: Int = .max, _ body: (Span<Element>) throws(E) -> R
    ) throws(E) -> R {
        let stride = MemoryLayout<Element>.stride
        precondition(offset % stride == 0 && offset >= 0, "values lie between two others")
        // A map starts on a page, so it is aligned for every element.
        let start = offset < count ? unsafe bytes?.advanced(by: offset).assumingMemoryBound(to: Element.self) : nil
        let buffer = unsafe UnsafeBufferPointer(
            start: start, count: start == nil ? 0 : min(limit, (count - offset) / stride))
        let span = unsafe Span(_unsafeElements: buffer)
        return try body(span)
    }

    /// Where bytes lie for as long as this object lives. - Returns: nil where the file has no such bytes.
    @unsafe func address(of range: Range<Int>) -> UnsafeRawPointer? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        return unsafe bytes?.advanced(by: range.lowerBound)
    }

    func checkIntact() throws(DataError) {
        if unsafe vitrail_map_is_damaged(map) { throw .changedWhileRead(path: path) }
    }
}
