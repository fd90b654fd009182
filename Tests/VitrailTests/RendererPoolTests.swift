import Glibc
import Synchronization
import Testing

@testable import Vitrail

/// Notes of several tasks.
private final class Notes<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value { state.withLock { $0 } }
    func change(_ body: (inout Value) -> Void) { state.withLock { body(&$0) } }
}

@Suite("RendererPool")
struct RendererPoolTests {
    @Test("many callers get what one renderer draws alone, and nothing is left")
    func same() async throws {
        let one = Renderer()
        var expected: [PixelImage] = []
        for seed in 0..<4 { expected.append(try await one.render(RendererTests.chart(seed: seed)).image) }
        let pool = RendererPool(count: 3)
        #expect(pool.rendererCount == 3 && pool.slotCount == 6)
        try await withThrowingTaskGroup(of: (Int, PixelImage).self) { group in
            for job in 0..<24 {
                group.addTask {
                    (job % 4, try await pool.withSlot { try await $0.render(RendererTests.chart(seed: job % 4)).image })
                }
            }
            for try await (seed, image) in group { #expect(image == expected[seed]) }
        }
        let image = try await pool.render(RendererTests.chart(seed: 1))
        #expect(image.title == "Seed 1" && image.statistics.samplesDrawn > 0 && image.statistics.milliseconds.plan > 0)
        #expect(try await pool.render(plan(RendererTests.chart(seed: 2)).scene).image == expected[2])
        let described = try ChartDescription(
            json: #"{"data": {"d": {"values": {"y": [1, 3]}}}, "series": [{"type": "line", "data": "d", "y": "y"}]}"#)
        #expect(try await pool.render(described).image == one.render(described.makeChart()).image)
        #expect(
            try await pool.renderVector(RendererTests.chart()).bytes == one.renderVector(RendererTests.chart()).bytes)
        #expect(await pool.close() == 0)
        #expect(await one.close() == 0)
    }

    @Test("no more charts are in work than there are slots; the others wait")
    func slots() async throws {
        let pool = RendererPool(count: 1, slots: 2)
        let inWork = Notes((now: 0, maximum: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<12 {
                group.addTask {
                    _ = try await pool.withSlot { slot in
                        inWork.change { $0 = ($0.now + 1, max($0.maximum, $0.now + 1)) }
                        defer { inWork.change { $0.now -= 1 } }
                        usleep(5_000)
                        return try await slot.render(RendererTests.chart(width: 40, height: 30))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(inWork.value.maximum == 2)
        #expect(await pool.close() == 0)
    }

    @Test("who is cancelled while waiting waits no longer; the place in the queue goes to the next")
    func cancellation() async throws {
        let lending = AsyncPool([7])
        let first = try await lending.take(orThrow: GLError.closed)
        let cancelled = Task { try await lending.take(orThrow: GLError.closed) }
        while lending.waitingCount < 1 { await Task.yield() }
        let next = Task { try await lending.take(orThrow: GLError.closed) }
        while lending.waitingCount < 2 { await Task.yield() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(lending.waitingCount == 1)
        lending.release(first)
        #expect(try await next.value == 7)
        // Cancelled before it gets a renderer.
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await lending.take(orThrow: GLError.closed)
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        lending.release(7)
        await lending.drain()
    }

    @Test("who waits is served in the order of coming")
    func order() async throws {
        let lending = AsyncPool([0])
        let held = try await lending.take(orThrow: GLError.closed)
        let served = Notes<[Int]>([])
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<5 {
            tasks.append(
                Task {
                    let item = try await lending.take(orThrow: GLError.closed)
                    served.change { $0.append(number) }
                    lending.release(item)
                })
            while lending.waitingCount <= number { await Task.yield() }
        }
        lending.release(held)
        for task in tasks { try await task.value }
        #expect(served.value == [0, 1, 2, 3, 4])
    }

    @Test("a cancelled picture frees its slot, and the pool goes on")
    func cancelledJobs() async throws {
        let pool = RendererPool(count: 1, slots: 1)
        var jobs: [Task<RenderedImage, any Error>] = []
        for seed in 0..<6 {
            jobs.append(Task { try await pool.withSlot { try await $0.render(RendererTests.chart(seed: seed)) } })
        }
        for job in jobs.dropFirst(2) { job.cancel() }
        var finished = 0
        for job in jobs {
            do {
                _ = try await job.value
                finished += 1
            } catch is CancellationError {}
        }
        #expect(finished >= 2)
        #expect(try await pool.render(RendererTests.chart()).image.width == 320)
        #expect(await pool.close() == 0)
    }

    @Test("closing finishes what was called for before, and takes no more")
    func closing() async throws {
        let pool = RendererPool(count: 2, slots: 3)
        let begun = Notes(0)
        let jobs = (0..<8).map { seed in
            Task {
                try await pool.withSlot { slot in
                    begun.change { $0 += 1 }
                    return try await slot.render(RendererTests.chart(seed: seed))
                }
            }
        }
        while begun.value < 3 { await Task.yield() }
        #expect(await pool.close() == 0)
        var finished = 0, refused = 0
        for job in jobs {
            do {
                _ = try await job.value
                finished += 1
            } catch GLError.closed {
                refused += 1
            }
        }
        // Tasks that call later are rejected.
        #expect(finished >= 3 && finished + refused == 8)
        await #expect(throws: GLError.closed) { try await pool.render(RendererTests.chart()) }
        #expect(await pool.close() == 0)
    }

    @Test("a job that fails costs its own picture only")
    func failures() async throws {
        let pool = RendererPool(count: 1, slots: 1)
        let hooked = Scene(
            size: PixelSize(width: 8, height: 8), layers: [Layer(.overlay, marks: [Mark(.hook(Hook(token: 41)))])])
        for _ in 0..<3 {
            await #expect(throws: GLError.hookMissing(token: 41)) { try await pool.render(hooked) }
            await #expect(throws: ChartError.self) { try await pool.render(RendererTests.chart(width: 1e6)) }
        }
        #expect(try await pool.render(RendererTests.chart()).image.width == 320)
        #expect(await pool.close() == 0)
    }

    @Test(
        "a program divides the processors among its renderers by a call; pools and renderers leave the environment alone"
    )
    func environment() async {
        await #expect(processExitsWith: .success) {
            unsetenv("LP_NUM_THREADS")
            func number() -> String? { getenv("LP_NUM_THREADS").map { String(cString: $0) } }
            let (one, pool, renderer) = (RendererPool(count: 1), RendererPool(count: 2), Renderer())
            _ = try await one.render(RendererTests.chart())
            _ = try await pool.render(RendererTests.chart())
            _ = try await renderer.render(RendererTests.chart())
            #expect(number() == nil)
            let share = RasterizerThreads.share(renderers: 2)
            #expect(RasterizerThreads.set(share) && number() == String(share))
            #expect(RasterizerThreads.set(7) && number() == "7")
            setenv("LP_NUM_THREADS", "3", 1)
            #expect(!RasterizerThreads.set(5) && number() == "3" && RasterizerThreads.set(3))
        }
    }
}
