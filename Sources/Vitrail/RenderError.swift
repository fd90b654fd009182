package import VitrailSystem

/// The reason why there is no picture although chart and device are in order. A cancelled task throws
/// `CancellationError`.
public enum RenderError: Error, Sendable, Equatable {
    /// The picture was not finished at its deadline.
    case deadlineExceeded
}

extension RenderError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .deadlineExceeded: "the picture was not finished by its deadline"
        }
    }
}

extension WorkLimit {
    /// Runs `body` until it ends, the task is cancelled, or the deadline has passed.
    ///
    /// - Throws: the errors of `body`; `CancellationError`, `RenderError.deadlineExceeded`.
    package nonisolated(nonsending) static func run<Result>(
        until deadline: ContinuousClock.Instant?, _ body: nonisolated(nonsending) () async throws -> Result
    ) async throws -> Result {
        let limit = WorkLimit(deadline: self.deadline(deadline))
        do {
            let result = try await withTaskCancellationHandler {
                try await $current.withValue(limit) { try await body() }
            } onCancel: {
                limit.cancel()
            }
            // The result of stopped work is wrong.
            if let error = limit.error { throw error }
            return result
        } catch {
            // A stage with a limit of its own may have been the first to detect that the time is over.
            _ = limit.isReached
            throw limit.error ?? error
        }
    }

    /// The error for stopped work. `nil`: it was not stopped.
    var error: (any Error)? {
        switch reason {
        case .cancelled: CancellationError()
        case .deadline: RenderError.deadlineExceeded
        case nil: nil
        }
    }
}
