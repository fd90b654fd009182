package import Vitrail

/// The sessions of a program: makes them, finds them again, and ends them.
package actor LiveSessions {
    /// Reads the data and makes the figure of a session.
    package typealias MakeFigure = @Sendable () throws -> any LiveFigure

    private let renderer: Renderer
    private let limits: LiveLimits
    private let make: MakeFigure
    private var sessions: [String: LiveSession] = [:]
    /// Sessions whose charts are being made.
    private var opening = 0
    /// The reason why the last chart could not be made.
    private var failure: Refusal?

    /// A session is refused.
    package enum Refusal: Error, Equatable, Sendable {
        /// There are as many as `LiveLimits.sessions` allows.
        case tooMany(limit: Int)
        /// The chart cannot be made.
        case failed(message: String)
    }

    /// - Parameter make: makes the figure of a new session. Called on any thread.
    package init(
        renderer: Renderer, limits: LiveLimits = LiveLimits(), make: @escaping MakeFigure
    ) {
        (self.renderer, self.limits, self.make) = (renderer, limits, make)
    }

    package var count: Int { sessions.count + opening }

    /// Finds a session, or makes a new one.
    ///
    /// - Parameter id: the session that a client was in before. One that has ended is replaced by a new one.
    package func open(_ id: String? = nil) async throws(Refusal) -> LiveSession {
        await sweep()
        if let id, let session = sessions[id] { return session }
        guard count < limits.sessions else { throw .tooMany(limit: limits.sessions) }
        opening += 1
        defer { opening -= 1 }
        do throws(Refusal) {
            let session = try await Self.made(
                id: UnguessableName.make(), renderer: renderer, limits: limits, make: make)
            sessions[session.id] = session
            failure = nil
            return session
        } catch {
            failure = error
            throw error
        }
    }

    /// The reason why `open` would fail now. `nil`: none is known.
    package func refusal(_ id: String? = nil) async -> Refusal? {
        await sweep()
        if let id, sessions[id] != nil { return nil }
        return count < limits.sessions ? failure : .tooMany(limit: limits.sessions)
    }

    /// Away from the registry, because data may take long to read.
    @concurrent private static func made(
        id: String, renderer: Renderer, limits: LiveLimits, make: MakeFigure
    ) async throws(Refusal) -> LiveSession {
        do {
            return try LiveSession(id: id, renderer: renderer, limits: limits, make: make)
        } catch {
            throw .failed(message: ErrorText.of(error))
        }
    }

    /// Ends sessions that are idle or whose client is gone. Called now and then.
    package func sweep() async {
        for (id, session) in sessions {
            guard let reason = await session.expiry() else { continue }
            await session.end(reason: reason)
            sessions[id] = nil
        }
    }

    /// Ends all sessions.
    package func endAll(reason: String) async {
        let all = sessions.values
        sessions = [:]
        for session in all { await session.end(reason: reason) }
    }
}
