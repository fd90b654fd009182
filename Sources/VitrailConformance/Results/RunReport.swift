import Glibc

/// A case with its verdict.
public struct JudgedResult: Sendable, Equatable {
    /// The result of the first attempt.
    public var result: CaseResult
    public var verdict: Verdict
    /// Statuses of all attempts.
    public var attempts: [CaseStatus]
    /// The known reason for a failure; empty: nothing is known.
    public var knowledge: String

    public init(result: CaseResult, verdict: Verdict, attempts: [CaseStatus], knowledge: String = "") {
        (self.result, self.verdict, self.attempts, self.knowledge) = (result, verdict, attempts, knowledge)
    }

    /// The statuses of the attempts in order: `Crash, Pass`.
    var story: String { attempts.map(\.rawValue).joined(separator: ", ") }

    /// The single status for summaries: a crash or timeout if there was one.
    var gravest: CaseStatus { attempts.first(where: \.isDeath) ?? result.status }

    /// Description of the problem, followed by one line per worst pixel.
    var trouble: String { described(result.details) }

    /// Description of the problem on one line: the first line of the reason, and the worst pixel.
    var shortTrouble: String { String(described(result.summary).map { $0.isNewline ? " " : $0 }) }

    private func described(_ reason: String) -> String {
        switch verdict {
        case .unexpectedPass: "it passed, but is known to fail: \(knowledge)"
        case .crashedThenPassed: "\(gravest == .crash ? "crashed" : "hung"), then passed (\(story)): \(reason)"
        default: reason
        }
    }
}

/// A signal ended the run before all cases had been run.
public struct RunInterruption: Sendable, Equatable, CustomStringConvertible {
    public var signal: Int32
    /// Number of cases without a result.
    public var missing: Int

    public init(signal: Int32, missing: Int) { (self.signal, self.missing) = (signal, missing) }

    public var description: String { "interrupted by \(Self.name(signal)): \(missing) cases have no result" }

    /// `signal 2 (Interrupt)`
    static func name(_ signal: Int32) -> String { "signal \(signal) (\(String(cString: strsignal(signal))))" }
}

/// The result of a run, the input of all writers.
public struct RunReport: Sendable, Equatable {
    public var device: DeviceReport
    /// In the order of the selection.
    public var results: [JudgedResult]
    public var seconds: Double
    /// Arguments that select the same device, seed and library, and all others that can change a result or a verdict.
    public var arguments: [String]
    /// Environment variables that affect drivers, as `NAME=value`.
    public var environment: [String] = []
    /// Whether expectations came through a pipe, so that no argument names them.
    public var hasPipedExpectations = false
    /// `nil`: all cases were run.
    public var interruption: RunInterruption?

    public init(device: DeviceReport, results: [JudgedResult], seconds: Double, arguments: [String]) {
        (self.device, self.results, self.seconds, self.arguments) = (device, results, seconds, arguments)
    }

    public var isAsExpected: Bool { interruption == nil && !results.contains { $0.verdict.isUnexpected } }

    /// Whether a case both failed and passed without being known as flaky.
    public var hasFlakes: Bool { count(.flake) > 0 }

    func count(_ verdict: Verdict) -> Int { results.count { $0.verdict == verdict } }

    /// Returns the command that runs a case again, for a POSIX shell: the variables of the driver and the options that
    /// can change the result or the verdict.
    ///
    /// Expectations that came through a pipe cannot be read again. The command then contains the expectation of the case.
    func command(for entry: JudgedResult) -> String {
        let name = entry.result.name
        let words =
            environment.map(ShellText.assignment) + (["vitrail", "conformance", name] + arguments).map(ShellText.word)
        guard hasPipedExpectations else { return words.joined(separator: " ") }
        guard entry.verdict == .unexpectedPass else {
            return (words + ["--expectations", "/dev/null"]).joined(separator: " ")
        }
        let known = Expectation(state: .fail, drivers: [.all], cases: Glob(name), reason: entry.knowledge)
        return (["printf", "'%s\\n'", ShellText.word(known.line), "|"] + words + ["--expectations", "-"]).joined(
            separator: " ")
    }
}
