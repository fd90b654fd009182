import Synchronization

/// The workers: starting, opening sessions in them, and what they say.
extension LivePool {
    /// A worker without sessions ends after this time.
    static let emptyLimit = Duration.seconds(60)
    /// The time beyond the limit that a worker has to stop by itself.
    private static let grace = Duration.seconds(20)
    /// A session that had a message within this time may be the reason why its worker ended.
    private static let suspicion = Duration.seconds(3)
    /// Losses and crashes count for this time.
    private static let memory = Duration.seconds(600)
    /// A session that was in so many workers that crashed or were killed is ended.
    private static let (maxCrashes, maxLosses) = (3, 6)

    // MARK: Opening

    /// The least loaded worker, which the session counts for from now on.
    ///
    /// - Parameter full: workers that have refused it.
    func choose(_ number: Int, except full: Set<Int>) -> Int? {
        state.withLock { state in
            // Suspects are spread over the workers, so that an innocent one is soon apart from the culprit.
            let isSuspect = state.sessions[number]?.losses.isEmpty == false
            func load(_ index: Int) -> (Int, Int, Int, Int) {
                let others = state.sessions.filter { $0.value.slot == index && $0.key != number }.values
                let suspects = isSuspect ? others.count { !$0.losses.isEmpty } : 0
                return (suspects, others.count, others.reduce(0) { $0 + $1.bytes }, index)
            }
            let best = state.slots.indices.filter { !full.contains($0) }.map { load($0) }.min { $0 < $1 }
            guard let index = best?.3 else { return nil }
            state.sessions[number]?.slot = index
            state.slots[index].emptySince = nil
            return index
        }
    }

    /// Opens a session in a worker, which is started if there is none.
    func open(_ number: Int, in index: Int) async throws(Failure) -> Outcome {
        try await ready(index)
        await enter(index)
        defer { leave(index) }
        let watch = Task {
            try await Task.sleep(for: options.timeout + Self.grace)
            // The session first, because it is the reason why the others lose their worker.
            guard let answer = takeAnswer(number) else { return }
            answer.resume(returning: .late)
            await writers[index].hangUp()
        }
        defer { watch.cancel() }
        let outcome = await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
            let message: (LiveOpening, [[UInt8]])? = state.withLock { state in
                // The worker may have ended meanwhile.
                guard state.slots[index].phase == .ready, var session = state.sessions[number] else { return nil }
                session.answer = continuation
                state.sessions[number] = session
                var opening = session.opening
                opening.hasState = session.state != nil
                return (opening, session.parts + (session.state.map { [$0] } ?? []))
            }
            guard let (opening, parts) = message else { return continuation.resume(returning: .missed) }
            Task { await writers[index].send(.open(session: number, opening), parts) }
        }
        if case .opened = outcome { return outcome }
        state.withLock { state in
            if state.sessions[number]?.slot == index { state.sessions[number]?.slot = nil }
            state.noteDeparture(from: index)
        }
        return outcome
    }

    /// Waits for the worker, one session after the other.
    private func enter(_ index: Int) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.slots[index].isOpening {
                    state.slots[index].next.append(continuation)
                    return false
                }
                state.slots[index].isOpening = true
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave(_ index: Int) {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard !state.slots[index].next.isEmpty else {
                state.slots[index].isOpening = false
                return nil
            }
            return state.slots[index].next.removeFirst()
        }
        next?.resume()
    }

    private func takeAnswer(_ number: Int) -> CheckedContinuation<Outcome, Never>? {
        state.withLock { state in
            defer { state.sessions[number]?.answer = nil }
            return state.sessions[number]?.answer
        }
    }

    // MARK: Workers

    /// Waits until a worker is ready, and starts it if there is none.
    private func ready(_ index: Int) async throws(Failure) {
        do {
            try await withCheckedThrowingContinuation { continuation in
                let (answer, starts): (Result<Void, any Error>?, Bool) = state.withLock { state in
                    if state.isStopped { return (.failure(Failure.stopped), false) }
                    let phase = state.slots[index].phase
                    if phase == .ready { return (.success(()), false) }
                    state.slots[index].beginners.append(continuation)
                    if phase == .off { state.slots[index].phase = .starting }
                    return (nil, phase == .off)
                }
                if let answer { continuation.resume(with: answer) }
                if starts { Task { await run(index) } }
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .stopped
        }
    }

    /// Starts a worker, and takes what it says until it ends.
    private func run(_ index: Int) async {
        do throws(WorkerReply.Failure) {
            await writers[index].open(try await readers[index].start())
        } catch {
            let beginners = takeBeginners(index, phase: .off)
            for beginner in beginners { beginner.resume(throwing: Failure.unavailable(error)) }
            return
        }
        for beginner in takeBeginners(index, phase: .ready) { beginner.resume() }
        if state.withLock({ $0.isStopped }) { await writers[index].hangUp() }
        while let (reply, parts) = await readers[index].next() {
            take(reply, parts, from: index)
            if isEmpty(index) { await writers[index].hangUp() }
        }
        await writers[index].close()
        await lost(index, await readers[index].end())
    }

    private func takeBeginners(_ index: Int, phase: Slot.Phase) -> [CheckedContinuation<Void, any Error>] {
        state.withLock { state in
            state.slots[index].phase = phase
            defer { state.slots[index].beginners = [] }
            return state.slots[index].beginners
        }
    }

    /// Whether the worker has had no session for a while. If so, it gets no more.
    private func isEmpty(_ index: Int) -> Bool {
        state.withLock { state in
            guard state.slots[index].phase == .ready, let since = state.slots[index].emptySince,
                .now - since > Self.emptyLimit
            else { return false }
            state.slots[index].phase = .leaving
            return true
        }
    }

    /// Takes a message of a worker.
    private func take(_ reply: LiveWorkerReply, _ parts: [[UInt8]], from index: Int) {
        switch reply {
        case .opened(let number, let opened):
            let answer: CheckedContinuation<Outcome, Never>? = state.withLock { state in
                guard var session = state.sessions[number], session.slot == index, let answer = session.answer else {
                    return nil
                }
                (session.isOpen, session.bytes, session.answer) = (true, opened.bytes, nil)
                state.sessions[number] = session
                state.numbers[session.name] = number
                return answer
            }
            // Nobody waits for it if it came too late.
            guard let answer else {
                Task { await writers[index].send(.end(session: number)) }
                return
            }
            answer.resume(returning: .opened(opened))
        case .refused(let number, let failure, let isFull):
            takeAnswer(number)?.resume(returning: .refused(failure, isFull: isFull))
        case .text(let number, let connection):
            if let text = parts.first { messages(number, connection)?.yield(.text(text)) }
        case .frame(let number, let connection, let frame):
            guard parts.count == 2, let messages = messages(number, connection) else { return }
            state.withLock { $0.facts.frames += 1 }
            // A client that leaves so many messages unread connects again.
            if case .dropped = messages.yield(.frame(index: frame, header: parts[0], picture: parts[1])) {
                messages.finish()
            }
        case .state(let number): state.withLock { $0.sessions[number]?.state = parts.first }
        case .detached(let number, let connection): messages(number, connection)?.finish()
        case .ended(let number):
            guard let (session, _) = remove(number) else { return }
            session.connection?.messages.finish()
        case .alive: break
        }
    }

    private func messages(_ number: Int, _ connection: Int) -> AsyncStream<LiveLine.Message>.Continuation? {
        state.withLock { state in
            guard let own = state.sessions[number]?.connection, own.number == connection else { return nil }
            return own.messages
        }
    }

    // MARK: Restoring

    /// Finds another worker for the sessions of one that has ended.
    private func lost(_ index: Int, _ ending: WorkerProcess.Ending) async {
        let (answers, victims, culprits) = state.withLock { state in
            let own = state.sessions.filter { $0.value.slot == index }
            let opening = own.filter { $0.value.answer != nil }
            let isPlanned = state.slots[index].phase == .leaving || state.isStopped
            state.slots[index].phase = .off
            if !own.isEmpty { state.facts.lost += 1 }
            var (victims, culprits) = ([Int](), [Int]())
            for (number, session) in own {
                let isSuspect =
                    opening.isEmpty
                    ? session.isOpen && session.lastMessage.map { $0 > .now - Self.suspicion } ?? false
                    : opening[number] != nil
                if isSuspect, !isPlanned { state.sessions[number]?.suspect(ending, since: .now - Self.memory) }
                guard state.sessions[number]?.isOpen == true else { continue }
                state.sessions[number]?.isOpen = false
                state.sessions[number]?.connection?.isAttached = false
                state.sessions[number]?.slot = nil
                if state.isTooDangerous(number, Self.maxCrashes, Self.maxLosses) {
                    culprits.append(number)
                } else {
                    victims.append(number)
                }
            }
            for number in opening.keys { state.sessions[number]?.answer = nil }
            return (opening.values.compactMap(\.answer), victims, culprits)
        }
        for number in culprits { giveUp(number, "it has ended its worker several times: \(ending.words)") }
        for answer in answers { answer.resume(returning: .ended(ending)) }
        for number in victims.sorted() { Task { await restore(number) } }
        // Sessions may wait for a worker that was leaving.
        let waits = state.withLock { state in
            guard !state.slots[index].beginners.isEmpty, !state.isStopped, state.slots[index].phase == .off else {
                return false
            }
            state.slots[index].phase = .starting
            return true
        }
        if waits { Task { await run(index) } }
    }

    /// Opens a session in another worker, where it continues with its last state.
    private func restore(_ number: Int) async {
        var (full, starts) = (Set<Int>(), 0)
        while true {
            guard let index = choose(number, except: full) else {
                return giveUp(number, "after a failure of its worker there is no memory for it")
            }
            let outcome: Outcome
            do throws(Failure) {
                outcome = try await open(number, in: index)
            } catch {
                guard case .unavailable = error, starts < 30 else { return giveUp(number, "no worker starts") }
                starts += 1
                try? await Task.sleep(for: .seconds(1))
                continue
            }
            switch outcome {
            case .opened:
                state.withLock { $0.facts.restored += 1 }
                return await attach(number)
            case .refused(_, isFull: true): full.insert(index)
            case .refused(let failure, _): return giveUp(number, "its chart can no longer be made: \(failure.message)")
            case .late: return giveUp(number, "its chart took too long")
            case .missed: if state.withLock({ $0.sessions[number] == nil || $0.isStopped }) { return }
            case .ended(let ending):
                let (isGone, isOver) = state.withLock { state in
                    (
                        state.sessions[number] == nil || state.isStopped,
                        state.isTooDangerous(number, Self.maxCrashes, Self.maxLosses)
                    )
                }
                if isGone { return }
                if isOver { return giveUp(number, "it has ended its worker several times: \(ending.words)") }
            }
        }
    }

    private func giveUp(_ number: Int, _ reason: String) {
        state.withLock { $0.facts.given += 1 }
        end(number, reason: reason)
    }
}

extension LivePool.Session {
    /// Notes that a worker has ended, perhaps because of this session.
    fileprivate mutating func suspect(_ ending: WorkerProcess.Ending, since begin: ContinuousClock.Instant) {
        losses = losses.filter { $0 > begin } + [.now]
        crashes = crashes.filter { $0 > begin } + (ending.isFromOutside ? [] : [.now])
    }
}

extension LivePool.State {
    fileprivate func isTooDangerous(_ number: Int, _ maxCrashes: Int, _ maxLosses: Int) -> Bool {
        guard let session = sessions[number] else { return false }
        return session.crashes.count >= maxCrashes || session.losses.count >= maxLosses
    }
}
