#if canImport(Glibc)
    import Foundation
    import Glibc
    import Testing
    import VitrailTestNumbers

    @testable import VitrailColumns

    /// The handler of SIGBUS belongs to the whole process, so each test has a process of its own.
    @Suite("Handler of SIGBUS")
    struct BusHandlerTests {
        @Test("it is installed with the first mapped file, and the action before it is restored with the last one")
        func lifetime() async {
            await #expect(processExitsWith: .success) {
                for isHandled in [false, true] {
                    if isHandled { Bus.install(SA_SIGINFO | SA_NODEFER, blocking: SIGUSR2) { _, _, _ in _exit(43) } }
                    let before = Bus.action
                    for _ in 0..<3 {
                        var (first, second) = try (Bus.column(), Bus.column())
                        let during = Bus.action
                        Bus.require(
                            during.address > 1 && during.address != before.address, "a handler while files are mapped")
                        first = nil
                        Bus.require(Bus.action == during && second != nil, "it stays with the second map")
                        second = nil
                        Bus.require(
                            Bus.action == before && first == nil, "the action before it: \(Bus.action), \(before)")
                    }
                }
            }
        }

        @Test("a file that cannot be opened, and an empty file, leave no handler")
        func failures() async {
            await #expect(processExitsWith: .success) {
                let before = Bus.action
                Bus.require(
                    (try? Column(f64File: "/nowhere/x.f64")) == nil && (try? Column(f64File: "/")) == nil, "an error")
                let file = try TemporaryFile([] as [UInt8])
                let column = try Column(f64File: file.path)
                Bus.require(column.count == 0 && Bus.action == before, "no handler")
                try column.checkIntact()
            }
        }

        @Test("a file that shrinks is an error while other files come and go")
        func truncated() async {
            await #expect(processExitsWith: .success) {
                let file = try TemporaryFile(raw: [Double](repeating: 1, count: 100_000))
                let column = try Column(f64File: file.path)
                for _ in 0..<3 { _ = try Bus.column() }
                truncate(file.path, 8 * 1000)
                let sum = column.withValues { span in span.indices.reduce(0.0) { $0 + span[$1] } }
                Bus.require(sum < 100_000 && (try? column.checkIntact()) == nil, "zeros and an error")
            }
        }

        @Test("faults elsewhere go to a host's handler with an argument")
        func plainHandler() async {
            await #expect(processExitsWith: .exitCode(42)) {
                Bus.installPlain { _ in _exit(42) }
                let column = try Bus.column()
                Bus.fault()
                _ = column
            }
        }

        @Test("faults elsewhere go to a host's handler with the address, and with the same signals blocked")
        func addressHandler() async {
            await #expect(processExitsWith: .exitCode(43)) {
                Bus.install(SA_SIGINFO, blocking: SIGUSR2) { signal, info, context in
                    var blocked = sigset_t()
                    pthread_sigmask(SIG_BLOCK, nil, &blocked)
                    let isBlocked = sigismember(&blocked, SIGUSR2) == 1
                    _exit(signal == SIGBUS && info?.pointee.si_signo == SIGBUS && context != nil && isBlocked ? 43 : 1)
                }
                let column = try Bus.column()
                // Dispatch's threads block it.
                var unblocked = sigset_t()
                sigaddset(&unblocked, SIGUSR2)
                pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
                Bus.fault()
                _ = column
            }
        }

        @Test("a host's handler is back after the last map")
        func restoredHandler() async {
            await #expect(processExitsWith: .exitCode(42)) {
                Bus.installPlain { _ in _exit(42) }
                _ = try Bus.column()
                Bus.fault()
            }
        }

        @Test("a handler that is to run once runs once")
        func oneShot() async {
            await #expect(processExitsWith: .signal(SIGBUS)) {
                Bus.install(Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_SIGINFO) { _, info, _ in Bus.repair(info) }
                let column = try Bus.column()
                Bus.fault()
                Bus.fault()
                _ = column
            }
        }

        @Test("without a handler, a fault and a sent signal end the process")
        func defaultAction() async {
            await #expect(processExitsWith: .signal(SIGBUS)) {
                signal(SIGBUS, SIG_DFL)
                let column = try Bus.column()
                Bus.fault()
                _ = column
            }
            await #expect(processExitsWith: .signal(SIGBUS)) {
                signal(SIGBUS, SIG_DFL)
                let column = try Bus.column()
                raise(SIGBUS)
                _ = column
            }
        }

        @Test("a signal that the host ignores is ignored if it is sent, and ends the process after a fault")
        func ignored() async {
            await #expect(processExitsWith: .exitCode(7)) {
                signal(SIGBUS, SIG_IGN)
                let column = try Bus.column()
                for _ in 0..<3 { raise(SIGBUS) }
                exit(column?.count == 1000 ? 7 : 1)
            }
            await #expect(processExitsWith: .signal(SIGBUS)) {
                signal(SIGBUS, SIG_IGN)
                let column = try Bus.column()
                Bus.fault()
                _ = column
            }
        }

        @Test("a handler that a host installs meanwhile stays, and may call the library's")
        func coveredHandler() async {
            await #expect(processExitsWith: .signal(SIGBUS)) {
                // Not the handler that Swift's runtime may have installed.
                signal(SIGBUS, SIG_DFL)
                var column = try Bus.column()
                Bus.chained = Bus.action.address
                Bus.install(SA_SIGINFO) { signal, info, context in
                    Bus.calls += 1
                    if Bus.calls > 100 { _exit(5) }
                    Bus.callChained(signal, info, context)
                }
                let hosts = Bus.action
                column = nil
                Bus.require(Bus.action == hosts && column == nil, "the host's handler stays")
                // Maps that come later are read through both handlers.
                let file = try TemporaryFile(raw: [Double](repeating: 1, count: 100_000))
                let damaged = try Column(f64File: file.path)
                truncate(file.path, 0)
                let sum = damaged.withValues { span in span.indices.reduce(0.0) { $0 + span[$1] } }
                Bus.require(sum == 0 && Bus.calls == 1 && Bus.action == hosts, "zeros")
                // Both are called once, and then the default action ends the process.
                Bus.fault()
                exit(6)
            }
        }

        @Test("maps on several threads, of which half shrink, and faults of the host, do not disturb each other")
        func threads() async {
            await #expect(processExitsWith: .success) {
                Bus.install(SA_SIGINFO) { _, info, _ in Bus.repair(info) }
                let before = Bus.action
                let threads = (0..<6).map { number in
                    Bus.Worker {
                        for round in 0..<300 {
                            guard number < 4 else {
                                Bus.fault()
                                continue
                            }
                            guard let file = try? TemporaryFile(raw: [Double](repeating: 1, count: 3_000)),
                                let column = try? Column(f64File: file.path)
                            else { exit(2) }
                            let shrinks = round % 2 == 0
                            if shrinks { truncate(file.path, 0) }
                            let sum = column.withValues { span in span.indices.reduce(0.0) { $0 + span[$1] } }
                            guard sum == (shrinks ? 0 : 3_000), ((try? column.checkIntact()) == nil) == shrinks else {
                                exit(3)
                            }
                        }
                    }
                }
                for thread in threads { thread.join() }
                Bus.require(Bus.action == before, "the host's handler is back")
            }
        }
    }

    /// Signals of the present process.
    private enum Bus {
        struct Action: Equatable, CustomStringConvertible {
            /// 0: default; 1: ignored.
            var address: UInt
            var flags: UInt32
            var blocked: [Int32]

            var description: String { "\(String(address, radix: 16)) \(String(flags, radix: 16)) \(blocked)" }
        }

        static var action: Action {
            var present = sigaction()
            sigaction(SIGBUS, nil, &present)
            let blocked = (1..<32).filter { sigismember(&present.sa_mask, Int32($0)) == 1 }.map { Int32($0) }
            // glibc sets SA_RESTORER itself.
            return Action(
                address: unsafeBitCast(present.__sigaction_handler.sa_handler, to: UInt.self),
                flags: UInt32(bitPattern: present.sa_flags) & ~0x0400_0000, blocked: blocked)
        }

        static func install(
            _ flags: Int32, blocking: Int32? = nil,
            _ handler: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void
        ) {
            var action = sigaction()
            action.__sigaction_handler.sa_sigaction = handler
            action.sa_flags = flags
            if let blocking { sigaddset(&action.sa_mask, blocking) }
            sigaction(SIGBUS, &action, nil)
        }

        static func installPlain(_ handler: @convention(c) (Int32) -> Void) { signal(SIGBUS, handler) }

        nonisolated(unsafe) static var chained: UInt = 0
        nonisolated(unsafe) static var calls = 0

        static func callChained(
            _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
        ) {
            typealias Handler =
                @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void
            unsafeBitCast(chained, to: Handler.self)(signal, info, context)
        }

        /// A column of 1,000 values in a mapped file.
        static func column() throws -> Column? {
            let file = try TemporaryFile(raw: [Double](repeating: 1, count: 1000))
            return try Column(f64File: file.path)
        }

        /// Reads a byte beyond the end of a mapped file that is the host's own.
        static func fault() {
            var name = Array("/tmp/vitrail-fault-XXXXXX".utf8CString)
            let descriptor = mkstemp(&name)
            unlink(name)
            _ = ftruncate(descriptor, 4096)
            let base = mmap(nil, 4096, PROT_READ, MAP_SHARED, descriptor, 0)!
            _ = ftruncate(descriptor, 0)
            let byte = base.load(as: UInt8.self)
            // Used, so that the read is not optimised away.
            if byte != 0 { exit(4) }
            munmap(base, 4096)
            close(descriptor)
        }

        /// Maps a page of zeros where a fault occurred.
        static func repair(_ info: UnsafeMutablePointer<siginfo_t>?) {
            guard let address = info?.pointee._sifields._sigfault.si_addr else { _exit(8) }
            let page = UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: address) & ~4095)
            if mmap(page, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED { _exit(9) }
        }

        static func require(_ condition: Bool, _ what: @autoclosure () -> String) {
            guard !condition else { return }
            FileHandle.standardError.write(Data("not so: \(what())\n".utf8))
            exit(1)
        }

        /// A thread that can be waited for.
        final class Worker: Sendable {
            private let done = DispatchSemaphore(value: 0)

            init(_ body: @escaping @Sendable () -> Void) {
                Thread.detachNewThread { [done] in
                    body()
                    done.signal()
                }
            }

            func join() { done.wait() }
        }
    }
#endif
