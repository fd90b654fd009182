/// Errors that prevent a run. Errors inside a case are the case's result.
public enum ConformanceError: Error, Sendable, Hashable {
    /// A pattern or name matches no case.
    case noMatch(String)
    /// The selection contains no case; `what` is the reason.
    case noCases(what: String)
    case cannotRead(path: String, reason: String)
    case cannotWrite(path: String, reason: String)
    /// A child process could not be created.
    case spawn(reason: String)
    /// A line of the expectation file is invalid.
    case expectations(path: String, line: Int, reason: String)
    /// A line of a run's results is invalid.
    case results(path: String, line: Int, reason: String)
    /// The first child could not open the device.
    case device(String)
    /// A signal ended the run before its first case.
    case interrupted(signal: Int32)
}

extension ConformanceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noMatch(let pattern): "no case is named \(pattern); `vitrail conformance --list` names them all"
        case .noCases(let what): "there is nothing to run: \(what)"
        case .cannotRead(let path, let reason): "\(path): cannot be read: \(reason)"
        case .cannotWrite(let path, let reason): "\(path): cannot be written: \(reason)"
        case .spawn(let reason): "a worker process could not be started: \(reason)"
        case .expectations(let path, let line, let reason): "\(path):\(line): \(reason)"
        case .results(let path, let line, let reason): "\(path):\(line): not a result of a run: \(reason)"
        case .device(let reason): reason
        case .interrupted(let signal): "interrupted by \(RunInterruption.name(signal)) before the first case"
        }
    }
}
