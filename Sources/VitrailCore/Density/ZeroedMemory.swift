import CData
#if canImport(Glibc)
    import Glibc
#endif

/// Memory that begins as zeros and is gone with its owner: the owner sees to who changes it when.
@safe final class ZeroedMemory: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    private let bytes: Int
    private let hasOwnPages: Bool

    /// - Parameters:
    ///   - bytes: > 0. Without them it ends like any array of Swift's: how many are needed was bounded before.
    ///   - hasOwnPages: whether it comes from the system, and goes back to it. What comes from a heap is had sooner, but waits for the next picture, in the
    ///     heap of whichever thread had it. Pages that nothing is written to stay empty.
    init(_ bytes: Int, hasOwnPages: Bool) {
        guard let start = unsafe hasOwnPages ? Self.pages(bytes) : calloc(bytes, 1) else { fatalError("out of memory: \(bytes) bytes to count samples in") }
        unsafe (self.start, self.bytes, self.hasOwnPages) = (start, bytes, hasOwnPages)
    }

    deinit {
        if hasOwnPages { unsafe munmap(start, bytes) } else { unsafe free(start) }
    }

    private static func pages(_ bytes: Int) -> UnsafeMutableRawPointer? {
        let pages = unsafe mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let start = unsafe pages, unsafe start != MAP_FAILED else { return nil }
        unsafe vitrail_prefer_large_pages(start, bytes)
        return unsafe start
    }
}
