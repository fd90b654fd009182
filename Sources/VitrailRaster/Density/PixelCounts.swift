/// Counts of samples in pixels, in the memory that they were counted in.
package struct PixelCounts: Sendable {
    let count: Int
    private let memory: ZeroedMemory

    /// - Parameter memory: has at least `count` counts, and does not change any more.
    init(_ memory: ZeroedMemory, count: Int) { (self.memory, self.count) = (memory, count) }

    /// - Parameter fill: sets all counts that are not 0.
    init(count: Int, _ fill: (UnsafeMutablePointer<UInt32>) -> Void) {
        memory = ZeroedMemory(max(count, 1) * MemoryLayout<UInt32>.stride, .heap)
        self.count = count
        unsafe fill(memory.start.bindMemory(to: UInt32.self, capacity: count))
    }

    package func withUnsafeBufferPointer<Result>(
        _ body: (UnsafeBufferPointer<UInt32>) throws -> Result
    ) rethrows -> Result {
        try unsafe body(UnsafeBufferPointer(start: memory.start.assumingMemoryBound(to: UInt32.self), count: count))
    }
}
