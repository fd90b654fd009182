import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

extension Parallel {
    /// Processes parts in two steps. Any thread prepares a part, in any order; then each lane takes the part:
    ///
    ///     part 0   part 1   part 2 …    in a small number of buffers
    ///        ╲       │       ╱
    ///     lane 0   lane 1   lane 2 …    each takes 0, 1, 2 … in order, one at a time
    ///
    /// Lanes do not wait for each other. A thread that the system suspends delays only its part or its lane: other
    /// threads go on until no buffer is free.
    ///
    /// - Parameters:
    ///   - buffers: maximum number of parts in progress, > 0.
    ///   - start: calls the function that it is given a number of times, on several threads or on one.
    ///   - prepare: gets a part, and the buffer that the part has until all lanes have taken it.
    ///   - take: gets a lane, and the buffer of the next part in it.
    package static func inLanes(
        _ lanes: Int, parts: Int, buffers: Int, threads: Int,
        on start: (Int, @escaping @Sendable (Int) -> Void) -> Void = forEach,
        prepare: @escaping @Sendable (_ part: Int, _ buffer: Int) -> Void,
        take: @escaping @Sendable (_ lane: Int, _ buffer: Int) -> Void
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

    /// Yields at first, since most steps take some microseconds; then sleeps, since a thread may be suspended.
    private static func wait(after waits: Int) {
        if waits < 50 { sched_yield() } else { usleep(50) }
    }
}

/// The state of all steps. Parts end in the order of their beginning.
private struct LaneSchedule {
    enum Step: Equatable {
        case prepare(part: Int, buffer: Int)
        case take(lane: Int, part: Int, buffer: Int)
        /// A step in progress has to end first.
        case wait
        /// There is nothing left to begin.
        case end
    }

    private struct Part {
        var buffer = 0
        var isPrepared = false
        /// Number of lanes that have yet to take it.
        var lanes = 0
    }

    private let parts: Int
    /// Parts in progress, each at its number modulo the number of buffers.
    private var underWay: [Part]
    /// The last one was used last, and is probably still in a cache.
    private var freeBuffers: [Int]
    /// Number of parts that were begun.
    private var begun = 0
    /// Number of parts that are prepared and have only prepared parts before them.
    private var prepared = 0
    /// Number of parts that each lane has taken.
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
        // Lanes first: a lane that is far behind blocks a buffer.
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

    /// The lane that is farthest behind, among idle lanes with a part to take; `nil`: there is none.
    private var laneFarthestBehind: Int? {
        var found: Int?
        for lane in taken.indices where !isBusy[lane] && taken[lane] < found.map({ taken[$0] }) ?? prepared {
            found = lane
        }
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
