import Synchronization
#if canImport(Glibc)
    import Glibc
#endif

extension Parallel {
    /// Work on parts in two steps. A part is prepared, by any thread and in any order; then it is taken in each of some lanes:
    ///
    ///     part 0   part 1   part 2 …    in buffers, of which there are a few
    ///        ╲       │       ╱
    ///     lane 0   lane 1   lane 2 …    each takes 0, 1, 2 … in order, one at a time
    ///
    /// Lanes do not wait for each other. What a thread is at that the system has stopped holds up no more than one part, or one lane: others go on until there
    /// is no buffer left.
    ///
    /// - Parameters:
    ///   - buffers: of as many parts as may be under way, > 0.
    ///   - start: calls what it is given a number of times, on several threads or on one.
    ///   - prepare: gets a part, and which buffer it has until it was taken in all lanes.
    ///   - take: gets a lane, and the buffer of the part that comes next in it.
    static func inLanes(
        _ lanes: Int, parts: Int, buffers: Int, threads: Int, on start: (Int, @escaping @Sendable (Int) -> Void) -> Void = forEach,
        prepare: @escaping @Sendable (_ part: Int, _ buffer: Int) -> Void, take: @escaping @Sendable (_ lane: Int, _ buffer: Int) -> Void
    ) {
        let schedule = Mutex(LaneSchedule(lanes: lanes, parts: parts, buffers: buffers))
        start(threads) { _ in
            var step = schedule.withLock { $0.next() }
            var waits = 0
            while step != .end {
                switch step {
                case .prepare(let part, let buffer): prepare(part, buffer)
                case .take(let lane, _, let buffer): take(lane, buffer)
                case .wait, .end: wait(after: waits)
                }
                waits = step == .wait ? waits + 1 : 0
                step = schedule.withLock { [step] in
                    $0.end(step)
                    return $0.next()
                }
            }
        }
    }

    /// For what takes some microseconds, unless a thread was stopped.
    private static func wait(after waits: Int) {
        if waits < 50 { sched_yield() } else { usleep(50) }
    }
}

/// What is done and what is under way; parts leave in the order in which they came.
private struct LaneSchedule {
    enum Step: Equatable {
        case prepare(part: Int, buffer: Int)
        case take(lane: Int, part: Int, buffer: Int)
        /// Something is under way that has to end before.
        case wait
        /// There is nothing left to begin.
        case end
    }

    private struct Part {
        var buffer = 0
        var isPrepared = false
        /// Lanes that have yet to take it.
        var lanes = 0
    }

    private let parts: Int
    /// Those under way, each at its number modulo how many there may be.
    private var underWay: [Part]
    /// The last one that was in use is still in a cache.
    private var freeBuffers: [Int]
    /// Parts that were begun.
    private var begun = 0
    /// Parts that are prepared, and so are all before them.
    private var prepared = 0
    /// How many parts each has taken.
    private var taken: [Int]
    private var isBusy: [Bool]

    init(lanes: Int, parts: Int, buffers: Int) {
        self.parts = parts
        underWay = Array(repeating: Part(), count: buffers)
        freeBuffers = Array(0..<buffers)
        taken = Array(repeating: 0, count: lanes)
        isBusy = Array(repeating: false, count: lanes)
    }

    mutating func next() -> Step {
        // What is far behind keeps a buffer.
        if let lane = laneFarthestBehind {
            isBusy[lane] = true
            return .take(lane: lane, part: taken[lane], buffer: underWay[taken[lane] % underWay.count].buffer)
        }
        if begun < parts, let buffer = freeBuffers.popLast() {
            underWay[begun % underWay.count] = Part(buffer: buffer, lanes: taken.count)
            begun += 1
            return .prepare(part: begun - 1, buffer: buffer)
        }
        return taken.indices.allSatisfy { taken[$0] + (isBusy[$0] ? 1 : 0) == parts } ? .end : .wait
    }

    /// Of those that have something to take.
    private var laneFarthestBehind: Int? {
        var found: Int?
        for lane in taken.indices where !isBusy[lane] && taken[lane] < found.map({ taken[$0] }) ?? prepared { found = lane }
        return found
    }

    mutating func end(_ step: Step) {
        switch step {
        case .prepare(let part, _):
            underWay[part % underWay.count].isPrepared = true
            while prepared < begun, underWay[prepared % underWay.count].isPrepared { prepared += 1 }
        case .take(let lane, let part, let buffer):
            isBusy[lane] = false
            taken[lane] += 1
            underWay[part % underWay.count].lanes -= 1
            if underWay[part % underWay.count].lanes == 0 { freeBuffers.append(buffer) }
        case .wait, .end: break
        }
    }
}
