extension GLContext {
    /// Opens the context for the options and makes it current on this thread.
    ///
    /// - Parameter slot: number of the renderer in the process.
    /// - Throws: `GLError.noDevice` with every attempt and its error.
    package static func open(_ options: GLOptions, slot: Int, driver: Driver) throws(GLError) -> GLContext {
        let candidates = DeviceCandidates(driver)
        var search = Search(driver: driver, options: options)
        if let context = search.first(of: DeviceCandidates.spread(try choose(options.device, candidates), slot: slot)) {
            return context
        }
        throw .noDevice(attempts: candidates.notes + search.attempts)
    }

    private static func choose(
        _ choice: DeviceChoice, _ candidates: DeviceCandidates
    ) throws(GLError) -> [DeviceCandidate] {
        switch choice {
        case .auto:
            return candidates.byPreference
        case .index(let index):
            if let found = candidates.all.first(where: { $0.index == index }) { return [found] }
            throw .noDevice(attempts: [
                DeviceAttempt(what: "device \(index)", answer: "there are \(candidates.all.count), counted from 0")
            ])
        case .gbm(let path):
            return [DeviceCandidate(index: 0, platform: .gbm(path))]
        case .surfaceless:
            return [DeviceCandidate(index: 0, platform: .surfaceless)]
        case .defaultDisplay:
            return [DeviceCandidate(index: 0, platform: .defaultDisplay)]
        }
    }

    /// Opens candidates until one is suitable.
    private struct Search {
        let driver: Driver
        let options: GLOptions
        var attempts: [DeviceAttempt] = []

        /// Returns the first suitable candidate. A software rasteriser is skipped if hardware is required, or if the
        /// candidate might have been a graphics card and others remain.
        mutating func first(of candidates: [DeviceCandidate]) -> GLContext? {
            var passedOver: DeviceCandidate?
            for (position, candidate) in candidates.enumerated() {
                guard let context = open(candidate) else { continue }
                if context.info.isHardware { return context }
                let isLast = position == candidates.count - 1
                if !options.requireHardware, isLast || !candidate.mayBeHardware { return context }
                note(candidate, "\(context.info.renderer) is a software rasteriser")
                context.close()
                passedOver = passedOver ?? candidate
            }
            guard !options.requireHardware, let passedOver else { return nil }
            return open(passedOver)
        }

        private mutating func open(_ candidate: DeviceCandidate) -> GLContext? {
            do throws(GLError) {
                return try GLContext(candidate, driver: driver, options: options)
            } catch {
                note(candidate, Self.answer(error))
                return nil
            }
        }

        private mutating func note(_ candidate: DeviceCandidate, _ answer: String) {
            attempts.append(DeviceAttempt(what: "\(candidate.platform)", answer: answer))
        }

        private static func answer(_ error: GLError) -> String {
            guard case .contextCreation(let step, let reason) = error else { return "\(error)" }
            return "\(step): \(reason)"
        }
    }

    /// Opens every candidate in turn and lists the results.
    static func survey(_ driver: Driver) throws(GLError) -> DeviceList {
        let candidates = DeviceCandidates(driver)
        var attempts = candidates.notes
        var entries: [DeviceList.Entry] = []
        for candidate in candidates.all {
            var search = Search(driver: driver, options: GLOptions())
            let context = search.first(of: [candidate])
            let failure = search.attempts.first
            entries.append(
                DeviceList.Entry(
                    index: candidate.index, platform: candidate.platform, info: context?.info,
                    failure: failure?.answer))
            attempts += search.attempts
            context?.close()
        }
        guard entries.contains(where: { $0.info != nil }) else { throw .noDevice(attempts: attempts) }
        return DeviceList(entries: entries, notes: candidates.notes)
    }
}
