import FoundationEssentials

/// A run from names to report: queries the device, removes the skipped cases, runs the others, repeats unexpected
/// failures, and judges.
public struct ConformanceRun {
    private let names: [String]
    private let program: [String]
    private let setting: WorkerSetting
    private let jobs: Int
    private let expectations: ExpectationFile
    /// Further arguments of the command that repeats a case, in addition to the ones that select the device.
    private let arguments: [String]
    /// Whether the expectations came through a pipe, so that no argument can name them.
    private let hasPipedExpectations: Bool
    /// Polled repeatedly: returns the signal that ended the run. `nil`: none.
    private let interruption: () -> Int32?

    /// Number of times that an unexpected failure is run again.
    public static let attempts = 2
    /// With more failures than this, something is broken, and they are not run again.
    public static let maxRepeated = 100

    /// - Parameter program: path of this program, and its hidden command.
    public init(
        _ names: [String], program: [String], setting: WorkerSetting, jobs: Int = 1,
        expectations: ExpectationFile = .builtIn, arguments: [String] = [], hasPipedExpectations: Bool = false,
        interruption: @escaping () -> Int32? = { nil }
    ) {
        self.interruption = interruption
        (self.arguments, self.hasPipedExpectations) = (arguments, hasPipedExpectations)
        (self.names, self.program, self.setting, self.jobs, self.expectations) = (
            names, program, setting, jobs, expectations
        )
    }

    /// Runs the cases. Each result is written to `results.jsonl` of the output folder at once, so that a killed run
    /// leaves its results.
    ///
    /// - Throws: `ConformanceError`: `device` if no device opens, `spawn`, `cannotWrite`; `interrupted` before the
    ///   first case. After a later interruption, the report contains the results so far and the interruption.
    public func run(progress: @escaping (CaseResult) -> Void = { _ in }) throws(ConformanceError) -> RunReport {
        let start = ContinuousClock.now
        if let folder = setting.outFolder {
            try FolderFiles.make(folder)
            ReportFolder.clean(folder)
        }
        let device = try openDevice()
        let known = names.map { expectations.expectation(of: $0, on: device) }
        let meant = zip(names, known).filter { $1?.state != .skip }.map(\.0)
        var report = RunReport(device: device, results: [], seconds: 0, arguments: setting.caseArguments + arguments)
        report.hasPipedExpectations = hasPipedExpectations
        report.environment = DriverEnvironment.variables(of: ProcessInfo.processInfo.environment)
        let log = try setting.outFolder.map { folder throws(ConformanceError) in
            try ResultLog(folder, report, of: names.count)
        }
        let first = try results(of: meant) { result in
            log?.append(result, expectations.expectation(of: result.name, on: device))
            progress(result)
        }
        let attempts = try attempts(first, names: meant, device)
        report.results = zip(names, known).compactMap { name, expectation in
            // A case without a result was skipped, or the run was interrupted.
            guard first[name] != nil || expectation?.state == .skip else { return nil }
            let result = first[name] ?? CaseResult(name: name, status: .notSupported, reason: expectation?.reason ?? "")
            let statuses = attempts[name] ?? []
            return JudgedResult(
                result: result, verdict: Verdict(statuses, expectation?.state ?? .pass), attempts: statuses,
                knowledge: expectation?.reason ?? "")
        }
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        report.interruption = interruption().map {
            RunInterruption(signal: $0, missing: names.count - report.results.count)
        }
        return report
    }

    /// Opens the device in a separate process, because a driver may crash during opening.
    private func openDevice() throws(ConformanceError) -> DeviceReport {
        var runner = CaseRunner([SelfTest.deviceCase], program: program, setting: setting, interruption: interruption)
        let (results, device) = try runner.run()
        if let signal = interruption() { throw .interrupted(signal: signal) }
        if let device { return device }
        let result = results[SelfTest.deviceCase]
        let wanted =
            setting.requiresHardware ? "hardware is required, and the device does not open" : "the device does not open"
        throw .device(
            "\(wanted): \(result?.status.rawValue ?? "?"): \(result?.reason ?? "") \(result?.log ?? "")".trimmed)
    }

    private func results(
        of names: [String], _ progress: @escaping (CaseResult) -> Void
    ) throws(ConformanceError) -> [String: CaseResult] {
        var runner = CaseRunner(
            names, program: program, setting: setting, jobs: jobs, progress: progress, interruption: interruption)
        return try runner.run().results
    }

    /// Returns the statuses of all attempts, by name.
    private func attempts(
        _ first: [String: CaseResult], names: [String], _ device: DeviceReport
    ) throws(ConformanceError) -> [String: [CaseStatus]] {
        var statuses = first.mapValues { [$0.status] }
        func mayPass(_ name: String) -> Bool {
            let state = expectations.expectation(of: name, on: device)?.state ?? .pass
            return state != .fail && statuses[name]?.last?.isFailure == true
        }
        for _ in 0..<Self.attempts {
            let again = names.filter(mayPass)
            guard !again.isEmpty, again.count <= Self.maxRepeated, interruption() == nil else { break }
            // Run one at a time, because a case may have timed out when others ran in parallel.
            var runner = CaseRunner(again, program: program, setting: setting, batch: 8, interruption: interruption)
            for (name, result) in try runner.run().results { statuses[name, default: []].append(result.status) }
        }
        return statuses
    }
}
