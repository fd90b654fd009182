import Glibc

/// Lets one of a display's contexts be at work at a time.
///
/// Before llvmpipe writes to a texture or reads one back, it looks through the lists of what *all* contexts of the display draw, while those are
/// written to by the threads of their own: a process with tens of contexts ends in it now and then.
///
/// A thread that has the turn may begin another inside it.
///
/// - Source: `llvmpipe_flush_resource`, `lp_scene_is_resource_referenced` and `lp_scene_add_resource_reference` of Mesa 22.3.
final class DisplayTurn: @unchecked Sendable {
    // At a fixed address, and recursive; `Mutex` is not.
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
