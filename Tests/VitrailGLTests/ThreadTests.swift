import Glibc
import Synchronization
import Testing

@testable import VitrailGL

@Suite("GL thread")
struct ThreadTests {
    @Test("a frozen thread ends what it runs and starts nothing more")
    func freezing() async throws {
        let thread = try GLThread()
        let began = Flag()
        let ended = Flag()
        let late = Flag()
        async let running: Void = thread.run {
            began.raise()
            usleep(30_000)
            ended.raise()
        }
        while !began.isRaised { try await Task.sleep(for: .milliseconds(1)) }
        #expect(thread.freeze(within: 1_000_000))
        #expect(ended.isRaised)
        _ = try await running
        // It never runs, so nothing must wait for it.
        Task { try await thread.run { late.raise() } }
        try await Task.sleep(for: .milliseconds(30))
        #expect(!late.isRaised)
    }

    @Test("a thread that does not come to rest is not waited for without end")
    func impatience() async throws {
        let thread = try GLThread()
        let began = Flag()
        let mayEnd = Flag()
        async let running: Void = thread.run {
            began.raise()
            while !mayEnd.isRaised { usleep(500) }
        }
        while !began.isRaised { try await Task.sleep(for: .milliseconds(1)) }
        #expect(!thread.freeze(within: 2_000))
        mayEnd.raise()
        _ = try await running
    }
}

private final class Flag: Sendable {
    private let value = Atomic(false)

    func raise() { value.store(true, ordering: .releasing) }
    var isRaised: Bool { value.load(ordering: .acquiring) }
}
