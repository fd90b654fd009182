import Glibc

/// A case with what its end means.
public struct JudgedResult: Sendable, Equatable {
    /// The first attempt's.
    public var result: CaseResult
    public var verdict: Verdict
    /// Statuses of all attempts.
    public var attempts: [CaseStatus]
    /// What is known; empty = nothing.
    public var knowledge: String

    public init(result: CaseResult, verdict: Verdict, attempts: [CaseStatus], knowledge: String = "") {
        (self.result, self.verdict, self.attempts, self.knowledge) = (result, verdict, attempts, knowledge)
    }

    /// How the attempts ended, in order: `Crash, Pass`.
    var story: String { attempts.map(\.rawValue).joined(separator: ", ") }

    /// For what is told in one word: a death, if there was one.
    var gravest: CaseStatus { attempts.first(where: \.isDeath) ?? result.status }

    /// What went wrong, in sentences.
    var trouble: String {
        switch verdict {
        case .unexpectedPass: "it passed, but is known to fail: \(knowledge)"
        case .crashedThenPassed: "\(gravest == .crash ? "crashed" : "hung"), then passed (\(story)): \(result.reason)"
        default: result.reason
        }
    }
}

/// That a run was told to end before all of its cases had been run.
public struct RunInterruption: Sendable, Equatable, CustomStringConvertible {
    public var signal: Int32
    /// Cases without a result.
    public var missing: Int

    public init(signal: Int32, missing: Int) { (self.signal, self.missing) = (signal, missing) }

    public var description: String { "interrupted by \(Self.name(signal)): \(missing) cases have no result" }

    /// `signal 2 (Interrupt)`
    static func name(_ signal: Int32) -> String { "signal \(signal) (\(String(cString: strsignal(signal))))" }
}

/// What a run found: what all writers write.
public struct RunReport: Sendable, Equatable {
    public var device: DeviceReport
    /// In the order in which they were asked for.
    public var results: [JudgedResult]
    public var seconds: Double
    /// Arguments that choose this device, seed and library again.
    public var arguments: [String]
    /// Environment variables that drivers read, as `NAME=value`.
    public var environment: [String] = []
    /// Nil = all cases have been run.
    public var interruption: RunInterruption?

    public init(device: DeviceReport, results: [JudgedResult], seconds: Double, arguments: [String]) {
        (self.device, self.results, self.seconds, self.arguments) = (device, results, seconds, arguments)
    }

    public var isAsExpected: Bool { interruption == nil && !results.contains { $0.verdict.isUnexpected } }

    /// Whether a case failed at one time and passed at another, of which nothing was known.
    public var hasFlakes: Bool { count(.flake) > 0 }

    func count(_ verdict: Verdict) -> Int { results.count { $0.verdict == verdict } }

    /// The one command that shows a case again.
    func command(for name: String) -> String {
        let variables = environment.map { variable in
            let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return parts[0] + "=" + Self.quoted(parts.count > 1 ? parts[1] : "")
        }
        return (variables + (["vitrail", "conformance", name] + arguments).map(Self.quoted)).joined(separator: " ")
    }

    /// As a shell takes it.
    private static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || "0123456789_-./:,=+@".unicodeScalars.contains($0)) }
        return isPlain ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
