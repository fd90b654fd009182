import Foundation
import Synchronization
import Testing

@testable import VitrailSystem

@Suite("Work in lanes")
struct ParallelLanesTests {
    /// Contents of each buffer, and the parts taken by each lane.
    private struct Watch {
        var parts: [Int?]
        var isPrepared: [Bool]
        var lanes: [[Int]]
        var isBusy: [Bool]
        var maxUnderWay = 0
        var errors: [String] = []

        init(lanes: Int, buffers: Int) {
            parts = Array(repeating: nil, count: buffers)
            isPrepared = Array(repeating: false, count: buffers)
            self.lanes = Array(repeating: [], count: lanes)
            isBusy = Array(repeating: false, count: lanes)
        }

        mutating func beginPart(_ part: Int, _ buffer: Int) {
            if let before = parts[buffer], lanes.contains(where: { !$0.contains(before) }) {
                errors.append("\(part) in the buffer of \(before)")
            }
            (parts[buffer], isPrepared[buffer]) = (part, false)
            maxUnderWay = max(maxUnderWay, part + 1 - (lanes.map(\.count).min() ?? 0))
        }

        mutating func beginLane(_ lane: Int, _ buffer: Int) {
            if isBusy[lane] { errors.append("\(lane) twice at a time") }
            if !isPrepared[buffer] || parts[buffer] != lanes[lane].count {
                errors.append("lane \(lane): \(parts[buffer] ?? -1) after \(lanes[lane].count - 1)")
            }
            isBusy[lane] = true
        }

        mutating func endLane(_ lane: Int) {
            isBusy[lane] = false
            lanes[lane].append(lanes[lane].count)
        }
    }

    /// One thread per call, regardless of other work.
    private static func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let done = DispatchSemaphore(value: 0)
        for k in 0..<count {
            Thread.detachNewThread {
                body(k)
                done.signal()
            }
        }
        for _ in 0..<count { done.wait() }
    }

    @Test(
        "each lane takes all parts in order, one at a time, when they are prepared; a buffer is free when all lanes have",
        arguments: [1, 2, 3, 8], [1, 2, 16])
    func order(threads: Int, lanes: Int) {
        for (parts, buffers) in [(1, 1), (1, 5), (2, 1), (50, 1), (50, 3), (50, 16)] {
            let watch = Mutex(Watch(lanes: lanes, buffers: buffers))
            Parallel.inLanes(lanes, parts: parts, buffers: buffers, threads: threads, on: Self.onThreads) {
                part, buffer in
                watch.withLock { $0.beginPart(part, buffer) }
                if part % 7 == 3 { usleep(300) }
                watch.withLock { $0.isPrepared[buffer] = true }
            } take: { lane, buffer in
                watch.withLock { $0.beginLane(lane, buffer) }
                if lane == 1 { usleep(100) }
                watch.withLock { $0.endLane(lane) }
            }
            let end = watch.withLock { $0 }
            #expect(end.errors == [])
            #expect(end.lanes == Array(repeating: Array(0..<parts), count: lanes), "\(parts) parts, \(buffers) buffers")
            #expect(end.maxUnderWay <= buffers)
        }
    }

    @Test("a lane that is held up holds up no other one, until there is no buffer left")
    func heldUp() {
        let lanes = Mutex(Array(repeating: 0, count: 4))
        let isReleased = Mutex(false)
        Parallel.inLanes(4, parts: 20, buffers: 6, threads: 2, on: Self.onThreads) { _, _ in
        } take: { lane, _ in
            if lane == 2, lanes.withLock({ $0[2] }) == 0 {
                // The other thread continues; otherwise this loop would only end at its limit.
                for _ in 0..<20_000 where lanes.withLock({ $0[0] + $0[1] + $0[3] }) < 18 { usleep(100) }
                isReleased.withLock { $0 = lanes.withLock { [$0[0], $0[1], $0[3]] } == [6, 6, 6] }
            }
            lanes.withLock { $0[lane] += 1 }
        }
        #expect(isReleased.withLock { $0 })
        #expect(lanes.withLock { $0 } == [20, 20, 20, 20])
    }
}
