import CProcess

/// Keeps freed heap memory in the process, so that later renders reuse it.
public enum MallocTuning {
    /// Maximum freed bytes at the end of a heap that stay in the process: the pixels of several pictures.
    private static let maxKept: Int32 = 64 << 20
    /// Allocations larger than this are mapped from the system and returned to it; the maximum that glibc allows. Also
    /// the growth step of heaps.
    private static let largestPiece: Int32 = 32 << 20

    /// Keeps freed memory for later renders: up to 64 MiB per heap, in blocks of up to 32 MiB. For programs that render
    /// many pictures; `vitrail` calls it.
    ///
    /// By default, glibc adapts its thresholds to the sizes that it encounters. In one of eight processes, pictures of
    /// 1920 × 1080 then got fresh pages each time and took a third longer. In every third process, pictures of 800 ×
    /// 400 did so once a thread's heap of 64 MiB was full, because the next heap was returned to the system after each
    /// picture. The setting applies to the whole process and to later allocations: call it once, at the start.
    ///
    /// - Returns: `false` if the C library is not glibc; its settings then stay unchanged.
    /// - Source: `mallopt(3)`.
    @discardableResult
    public static func retainFreedMemory() -> Bool { vitrail_keep_freed_memory(maxKept, largestPiece) }
}
