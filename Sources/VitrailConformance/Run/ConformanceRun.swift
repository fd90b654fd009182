import FoundationEssentials

/// A run from the names to the report: asks which device it is, leaves out what is to be skipped, runs, runs again what failed unexpectedly, judges.
public struct ConformanceRun {
    private let names: [String]
    private let program: [String]
    private let setting: WorkerSetting
    private let jobs: Int
    private let expectations: ExpectationFile

    /// How often a case that failed unexpectedly is run again.
    public static let attempts = 2
    /// Beyond so many failures something is broken, and time is not spent on running them again.
    public static let mostRepeated = 100

    /// - Parameter program: path of this program, and its hidden command.
    public init(_ names: [String], program: [String], setting: WorkerSetting, jobs: Int = 1, expectations: ExpectationFile = .builtIn) {
        (self.names, self.program, self.setting, self.jobs, self.expectations) = (names, program, setting, jobs, expectations)
    }

    /// - Throws: `ConformanceError`: `device` where none opens, `spawn`, `cannotWrite`.
    public func run(progress: @escaping (CaseResult) -> Void = { _ in }) throws(ConformanceError) -> RunReport {
        let start = ContinuousClock.now
        if let folder = setting.outFolder { try FolderFiles.make(folder) }
        let device = try openDevice()
        let known = names.map { expectations.expectation(of: $0, on: device) }
        let meant = zip(names, known).filter { $1?.state != .skip }.map(\.0)
        let first = try results(of: meant, progress)
        let attempts = try attempts(first, names: meant, device)
        let judged = zip(names, known).map { name, expectation in
            let result = first[name] ?? CaseResult(name: name, status: .notSupported, reason: expectation?.reason ?? "")
            let statuses = attempts[name] ?? []
            return JudgedResult(
                result: result, verdict: Verdict(statuses, expectation?.state ?? .pass), attempts: statuses, knowledge: expectation?.reason ?? "")
        }
        return RunReport(
            device: device, results: judged, seconds: (ContinuousClock.now - start) / .seconds(1), arguments: setting.deviceArguments)
    }

    /// In a process of its own, since a driver may crash as it opens.
    private func openDevice() throws(ConformanceError) -> DeviceReport {
        var runner = CaseRunner([SelfTest.deviceCase], program: program, setting: setting)
        let (results, device) = try runner.run()
        if let device { return device }
        let result = results[SelfTest.deviceCase]
        throw .device("the device does not open: \(result?.status.rawValue ?? "?"): \(result?.reason ?? "") \(result?.log ?? "")".trimmed)
    }

    private func results(of names: [String], _ progress: @escaping (CaseResult) -> Void) throws(ConformanceError) -> [String: CaseResult] {
        var runner = CaseRunner(names, program: program, setting: setting, jobs: jobs, progress: progress)
        return try runner.run().results
    }

    /// Statuses of all attempts, by name.
    private func attempts(_ first: [String: CaseResult], names: [String], _ device: DeviceReport) throws(ConformanceError) -> [String: [CaseStatus]] {
        var statuses = first.mapValues { [$0.status] }
        func mayPass(_ name: String) -> Bool {
            let state = expectations.expectation(of: name, on: device)?.state ?? .pass
            return state != .fail && statuses[name]?.last?.isFailure == true
        }
        for _ in 0..<Self.attempts {
            let again = names.filter(mayPass)
            guard !again.isEmpty, again.count <= Self.mostRepeated else { break }
            // One at a time: beside others it may have failed for want of time.
            var runner = CaseRunner(again, program: program, setting: setting, batch: 8)
            for (name, result) in try runner.run().results { statuses[name, default: []].append(result.status) }
        }
        return statuses
    }
}
