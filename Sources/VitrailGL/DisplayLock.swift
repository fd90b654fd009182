import Glibc

/// Lets only one context of a display run at a time.
///
/// Before llvmpipe writes to a texture or reads one back, it scans the draw lists of *all* contexts of the display,
/// while other threads write to them. A process with tens of contexts therefore crashes occasionally.
///
/// The lock is recursive.
///
/// - Source: `llvmpipe_flush_resource`, `lp_scene_is_resource_referenced` and `lp_scene_add_resource_reference` of Mesa
///   22.3.
final class DisplayLock: @unchecked Sendable {
    // A pthread mutex at a fixed address, because `Mutex` is not recursive.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func begin() { pthread_mutex_lock(mutex) }
    func end() { pthread_mutex_unlock(mutex) }
}
