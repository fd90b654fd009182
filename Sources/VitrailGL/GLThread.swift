import CGL
import Glibc
import Synchronization

/// A thread that runs an actor's jobs in order. A GL context stays on one thread for its lifetime.
///
/// The thread runs until `stop()`, which its owner must call; jobs queued before still run.
package final class GLThread: SerialExecutor {
    private struct Queue {
        var work: [Work] = []
        var isStopping = false
        var isFrozen = false
        /// Whether the thread waits for work or has left the list of running threads.
        var isIdle = false
        var identity: UInt = 0
    }
    private enum Work {
        case job(UnownedJob)
        case call(@Sendable () -> Void)
    }

    // A mutex with a condition variable, at fixed addresses; `Mutex` has no condition variable.
    nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    nonisolated(unsafe) private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    nonisolated(unsafe) private let queue = UnsafeMutablePointer<Queue>.allocate(capacity: 1)
    /// Number of items taken from the queue that have not started. Only the thread itself uses it.
    nonisolated(unsafe) private var unbegun = 0

    /// - Throws: `GLError.contextCreation` if the system cannot create a thread.
    package init() throws(GLError) {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
        queue.initialize(to: Queue())
        var thread = pthread_t()
        // The running thread retains this object until it has stopped.
        let code = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<GLThread>.fromOpaque(argument!).takeRetainedValue().loop()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        guard code == 0 else {
            Unmanaged.passUnretained(self).release()
            throw .contextCreation(step: "pthread_create", reason: String(cString: strerror(code)))
        }
    }

    deinit {
        queue.deinitialize(count: 1)
        queue.deallocate()
        pthread_cond_destroy(condition)
        condition.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Ends the thread after the queued work.
    package func stop() {
        change { $0.isStopping = true }
    }

    /// Runs `body` on the thread.
    package func run<T: Sendable>(_ body: @escaping @Sendable () throws(GLError) -> T) async throws(GLError) -> T {
        let result: Result<T, GLError> = await withCheckedContinuation { continuation in
            change {
                $0.work.append(
                    .call {
                        do throws(GLError) {
                            continuation.resume(returning: .success(try body()))
                        } catch {
                            continuation.resume(returning: .failure(error))
                        }
                    })
            }
        }
        return try result.get()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        change { $0.work.append(.job(job)) }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    package func checkIsolated() {
        precondition(isCurrent, "not on the GL thread")
    }

    /// Whether the caller runs on this thread.
    package var isCurrent: Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return queue.pointee.identity == UInt(cgl_current_thread())
    }

    /// Whether work is waiting for the current item to end. Call it on the thread.
    var hasWork: Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return unbegun > 0 || !queue.pointee.work.isEmpty
    }

    private func change(_ body: (inout Queue) -> Void) {
        pthread_mutex_lock(mutex)
        body(&queue.pointee)
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Starts no more work; the current item still ends. Returns false if it has not ended within `microseconds`.
    package func freeze(within microseconds: Int) -> Bool {
        change { $0.isFrozen = true }
        let step = 200
        for _ in 0..<(microseconds / step) {
            pthread_mutex_lock(mutex)
            let isIdle = queue.pointee.isIdle
            pthread_mutex_unlock(mutex)
            if isIdle { return true }
            usleep(UInt32(step))
        }
        return false
    }

    private func loop() {
        cgl_name_current_thread("vitrail-gl")
        change { $0.identity = UInt(cgl_current_thread()) }
        GLThreadsAtExit.add(self)
        while let work = nextBatch() {
            unbegun = work.count
            for item in work {
                unbegun -= 1
                switch item {
                case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
                case .call(let body): body()
                }
            }
        }
        let previous = GLThreadsAtExit.remove(self)
        change { $0.isIdle = true }
        if let previous { pthread_join(previous, nil) }
    }

    /// Returns the queued work in order; waits if there is none. `nil`: the thread is stopped and the queue is empty.
    private func nextBatch() -> [Work]? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        queue.pointee.isIdle = true
        while queue.pointee.work.isEmpty || queue.pointee.isFrozen {
            if queue.pointee.isStopping, !queue.pointee.isFrozen {
                queue.pointee.isIdle = false
                return nil
            }
            pthread_cond_wait(condition, mutex)
        }
        queue.pointee.isIdle = false
        defer { queue.pointee.work.removeAll(keepingCapacity: false) }
        return queue.pointee.work
    }
}

/// Pauses GL threads while the process exits.
///
/// `exit` runs the destructors of the driver's libraries while other threads continue. A renderer that is drawing or
/// closing at that moment would use destroyed objects, and the process would abort after its work was done. The exit
/// handler therefore lets each thread finish its current item and start nothing more. It joins the thread that ended
/// last, because a thread still frees memory after its last statement. Handlers run in reverse order of registration,
/// so `arm` is called after the driver has registered its own.
package enum GLThreadsAtExit {
    private struct Threads {
        var running: [ObjectIdentifier: GLThread] = [:]
        /// The last thread that ended. It has joined the previous one, so at most one stack is not freed.
        var ended: pthread_t?
    }
    private static let threads = Mutex(Threads())
    /// Maximum time to wait for a draw at exit, in microseconds; a longer draw is abandoned.
    private static let timeoutScale = 2_000_000

    fileprivate static func add(_ thread: GLThread) {
        threads.withLock { $0.running[ObjectIdentifier(thread)] = thread }
    }

    /// Called by the thread itself when it ends.
    ///
    /// - Returns: the thread that ended before and must be joined.
    fileprivate static func remove(_ thread: GLThread) -> pthread_t? {
        let own = pthread_self()
        return threads.withLock { threads in
            threads.running[ObjectIdentifier(thread)] = nil
            defer { threads.ended = own }
            return threads.ended
        }
    }

    /// Registers the handler, so that it runs before all handlers registered so far.
    package static func arm() {
        atexit { GLThreadsAtExit.freezeAll() }
    }

    private static func freezeAll() {
        for thread in threads.withLock({ Array($0.running.values) }) where !thread.isCurrent {
            _ = thread.freeze(within: timeoutScale)
        }
        let ended = threads.withLock { threads in
            defer { threads.ended = nil }
            return threads.ended
        }
        if let ended { pthread_join(ended, nil) }
    }
}
