import Dispatch

/// Runs an actor's jobs in order on a thread that may block in system calls, so that Swift's few task threads stay
/// free.
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    package init(label: String) { queue = DispatchQueue(label: label) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

extension BlockingExecutor {
    /// Runs a blocking function on a thread of its own.
    package static func detached(_ label: String, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: label).async(execute: body)
    }
}
