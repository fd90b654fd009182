import CProcess

#if canImport(Glibc)
    import Glibc
#endif

/// Memory that begins as zeros and is released with this object. Its owner has to synchronise access.
@safe final class ZeroedMemory: @unchecked Sendable {
    /// The source of the memory.
    enum Source {
        /// Faster to get. After its release, it stays in the heap of the thread that used it, for the next picture.
        case heap
        /// From the system, and returned to it. Small pages take no memory until they are written to, and the system
        /// does not check that all of them would fit.
        case pages, largePages
    }

    let start: UnsafeMutableRawPointer
    private let bytes: Int
    private let source: Source

    /// - Parameter bytes: > 0. If the system has no memory, the process ends, like with Swift arrays; callers limit the
    ///   size before.
    init(_ bytes: Int, _ source: Source) {
        guard
            let start = unsafe source == .heap
                ? calloc(bytes, 1) : Self.pages(bytes, areReserved: source == .largePages)
        else {
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
