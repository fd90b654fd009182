import Glibc
import Synchronization

/// Records that the command was asked to end: by Ctrl-C, by `kill`, or because the terminal is gone.
enum Interruption {
    private static let caught = Atomic<Int32>(0)

    /// The first such signal. `nil`: none arrived.
    static var signal: Int32? {
        let signal = caught.load(ordering: .relaxed)
        return signal == 0 ? nil : signal
    }

    /// From this call on, the first signal is only recorded; a second one of its kind ends the process. Ignored
    /// signals, as under `nohup`, stay ignored.
    static func watch() {
        // Initialise it here, not in a signal handler.
        caught.store(0, ordering: .relaxed)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let before = Glibc.signal(number) { number in
                Interruption.caught.store(number, ordering: .relaxed)
                Glibc.signal(number, SIG_DFL)
            }
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                Glibc.signal(number, SIG_IGN)
            }
        }
    }
}
