import CData
#if canImport(Glibc)
    import Glibc
#endif

/// Memory that begins as zeros and is gone with its owner: the owner sees to who changes it when.
@safe final class ZeroedMemory: @unchecked Sendable {
    /// Where it comes from.
    enum Source {
        /// Had sooner, but what is free again waits for the next picture, in the heap of whichever thread had it.
        case heap
        /// From the system, to which it goes back. Small pages that nothing is written to take nothing, and nobody asks whether there would be room for all.
        case pages, largePages
    }

    let start: UnsafeMutableRawPointer
    private let bytes: Int
    private let source: Source

    /// - Parameter bytes: > 0. Without them it ends like any array of Swift's: how many are needed was bounded before.
    init(_ bytes: Int, _ source: Source) {
        guard let start = unsafe source == .heap ? calloc(bytes, 1) : Self.pages(bytes, areReserved: source == .largePages) else {
            fatalError("out of memory: \(bytes) bytes to count samples in")
        }
        switch source {
        case .heap: break
        case .pages: unsafe vitrail_prefer_small_pages(start, bytes)
        case .largePages: unsafe vitrail_prefer_large_pages(start, bytes)
        }
        unsafe (self.start, self.bytes, self.source) = (start, bytes, source)
    }

    deinit {
        if source == .heap { unsafe free(start) } else { unsafe munmap(start, bytes) }
    }

    private static func pages(_ bytes: Int, areReserved: Bool) -> UnsafeMutableRawPointer? {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | (areReserved ? 0 : MAP_NORESERVE)
        let pages = unsafe mmap(nil, bytes, PROT_READ | PROT_WRITE, flags, -1, 0)
        return unsafe pages == MAP_FAILED ? nil : pages
    }
}
