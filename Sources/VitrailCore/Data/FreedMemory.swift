import CData

/// What becomes of the memory that pictures leave behind.
public enum FreedMemory {
    /// Freed bytes at the end of a heap that do not go back to the system: some pictures' pixels.
    private static let mostKept: Int32 = 64 << 20
    /// Larger pieces come from the system, and go back to it: the most that glibc allows. Also what heaps are reserved ahead of need.
    private static let largestPiece: Int32 = 32 << 20

    /// Keeps freed memory for the next picture, up to 64 MiB a heap, in pieces of up to 32; for programs that render many. `vitrail` does so.
    ///
    /// Left alone, glibc decides by the sizes it happens to meet, and in one process of eight, pictures of 1920 × 1080 that each get fresh pages took a
    /// third longer than in the others. In every third one pictures of 800 × 400 did, once a thread's heap of 64 MiB was full and the next one went back
    /// to the system with each. Holds for the whole process, and for memory that is asked for from now on: call it once, at the start.
    ///
    /// - Returns: false where the C library is another one, which is left as it is.
    /// - Source: `mallopt(3)`.
    @discardableResult
    public static func keepForNextPicture() -> Bool { vitrail_keep_freed_memory(mostKept, largestPiece) }
}
