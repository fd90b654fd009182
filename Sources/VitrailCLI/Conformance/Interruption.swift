import Glibc
import Synchronization

/// That the command was asked to end: by Ctrl-C, by `kill`, or by a terminal that is gone.
enum Interruption {
    private static let caught = Atomic<Int32>(0)

    /// The first such signal; nil = there was none.
    static var signal: Int32? {
        let signal = caught.load(ordering: .relaxed)
        return signal == 0 ? nil : signal
    }

    /// From now on one only leaves word; another of its kind ends the process. What is ignored, as under `nohup`, stays ignored.
    static func watch() {
        // Made here, not in a handler.
        caught.store(0, ordering: .relaxed)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let before = Glibc.signal(number) { number in
                Interruption.caught.store(number, ordering: .relaxed)
                Glibc.signal(number, SIG_DFL)
            }
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { Glibc.signal(number, SIG_IGN) }
        }
    }
}
