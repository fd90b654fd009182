import CVitrail
import Dispatch
import Glibc
import Synchronization

// A handle is a retained reference that the caller owns: `handle` retains it, `release` releases it.

func handle<Object: AnyObject>(_ object: Object) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

/// - Returns: `nil` for NULL.
func object<Object: AnyObject>(_ handle: OpaquePointer?, _ type: Object.Type) -> Object? {
    handle.map { Unmanaged<Object>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

func release<Object: AnyObject>(_ handle: OpaquePointer?, _ type: Object.Type) {
    if let handle { Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release() }
}

/// - Throws: `Failure` for NULL.
func required<Object: AnyObject>(
    _ handle: OpaquePointer?, _ type: Object.Type, _ argument: String
) throws(Failure) -> Object {
    guard let object = object(handle, type) else { throw .argument(argument, "the pointer is NULL") }
    return object
}

/// The caller's text. - Throws: `Failure` for bytes that are not UTF-8.
func text(_ start: UnsafePointer<CChar>, _ path: @autoclosure () -> String) throws(Failure) -> String {
    guard let text = String(validatingCString: start) else { throw .argument(path(), "the text is not UTF-8") }
    return text
}

/// The process that owns the drawing threads.
enum Home {
    private static let process = getpid()

    /// - Throws: `Failure` in a process that was forked after the first call. A fork does not copy threads, and a wait
    ///   for them would never end.
    static func check() throws(Failure) {
        guard getpid() != process else { return }
        throw Failure(
            code: VITRAIL_ERROR_FORKED,
            message:
                "this process was forked from one that has used vitrail, whose threads are not here; start it with exec "
                + "(multiprocessing: the methods spawn and forkserver), or fork before the first use")
    }

    static var isHere: Bool { getpid() == process }
}

/// Waits for asynchronous work on a thread outside Swift's thread pool. All captures of the work are released before
/// this function returns, because the owner of a table's memory may wait for its release.
func waiting<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) throws -> Result {
    let done = DispatchSemaphore(value: 0)
    let work = Work(body)
    Task.detached {
        await work.run()
        done.signal()
    }
    done.wait()
    return try work.result()
}

/// Work that runs once, with its result.
private final class Work<Value: Sendable>: Sendable {
    private let body: Mutex<(@Sendable () async throws -> Value)?>
    private let answer = Mutex<Result<Value, any Error>?>(nil)

    init(_ body: @escaping @Sendable () async throws -> Value) { self.body = Mutex(body) }

    private func take() -> @Sendable () async throws -> Value {
        let body = body.withLock { $0.take() }
        guard let body else { preconditionFailure("work is done once") }
        return body
    }

    func run() async {
        do {
            let value = try await take()()
            answer.withLock { $0 = .success(value) }
        } catch {
            answer.withLock { $0 = .failure(error) }
        }
    }

    func result() throws -> Value {
        guard let answer = answer.withLock({ $0.take() }) else {
            preconditionFailure("an answer comes before its signal")
        }
        return try answer.get()
    }
}
