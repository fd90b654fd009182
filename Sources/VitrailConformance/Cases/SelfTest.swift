import FoundationEssentials
import Glibc

/// Cases that end in every possible way, to show that the harness survives and reports them. They run only if selected
/// by name.
enum SelfTest {
    /// The case that only opens the device.
    static let deviceCase = "selftest.device"

    static let group = CaseGroup("selftest", isHidden: true) {
        [
            ConformanceCase("device") { context in .pass(note: "\(try context.deviceInfo())") },
            ConformanceCase("pass") { _ in .pass() },
            ConformanceCase("fail") { _ in .fail("it was asked to") },
            ConformanceCase("not_supported") { _ in .notSupported("nothing has this") },
            ConformanceCase("error") { _ in throw ConformanceError.device("an error of the harness") },
            ConformanceCase("crash.segment") { _ in
                // Restores the default action that the runtime may have replaced, because a driver also crashes this
                // way.
                signal(SIGSEGV, SIG_DFL)
                raise(SIGSEGV)
                return .pass()
            },
            ConformanceCase("crash.helper") { _ in
                startHelper()
                abort()
            },
            ConformanceCase("crash.abort") { _ in abort() },
            ConformanceCase("crash.trap") { _ in fatalError("the driver's fault") },
            ConformanceCase("crash.exit") { _ in exit(3) },
            ConformanceCase("hang", timeoutScale: 0.02) { _ in while true { sleep(1) } },
            ConformanceCase("flaky") { context in try once(context) { .fail("the first time") } },
            ConformanceCase("crash.once") { context in try once(context) { abort() } },
            ConformanceCase("hang_once", timeoutScale: 0.02) { context in try once(context) { while true { sleep(1) } }
            },
            ConformanceCase("last") { _ in .pass(note: "after all that") },
        ]
    }

    /// Starts a process that survives the worker and holds the results' pipe open, like one that a driver has forked.
    private static func startHelper() {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, WorkerMessage.descriptor, WorkerMessage.descriptor)
        var arguments = [strdup("sleep"), strdup("15"), nil]
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        _ = posix_spawn(&pid, "/bin/sleep", &actions, nil, &arguments, environ)
    }

    /// Fails the first time and passes from then on; a file marks the first time.
    private static func once(_ context: CaseContext, _ wrong: () -> CaseOutcome) throws -> CaseOutcome {
        guard let folder = context.setting.outFolder else { return .notSupported("it needs --out") }
        let mark = "\(folder)/\(context.caseName)"
        if FileManager.default.fileExists(atPath: mark) { return .pass(note: "the second time") }
        try FolderFiles.write([], to: mark)
        return wrong()
    }
}
