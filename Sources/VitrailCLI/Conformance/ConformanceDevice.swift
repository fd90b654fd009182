import ArgumentParser
import VitrailConformance

/// Options that workers share with their parent.
struct ConformanceDevice: ParsableArguments {
    @Option(help: "auto, surfaceless, default, gbm:PATH, or an index from `vitrail devices`.")
    var device = "auto"
    @Option(help: "The EGL library to open, to choose a driver by path.")
    var eglLibrary: String?
    @Flag(help: "Refuse software rasterisers.")
    var requireHardware = false
    @Option(help: "Seed of the random cases.")
    var seed: UInt64 = 0
    @Option(help: "Time limit for each case, in seconds; a slower case ends as Timeout.")
    var timeLimit = WorkerSetting.defaultTimeLimit
    @Option(help: "Folder for reports and for the pictures of failures.")
    var out: String?
    @Flag(help: "Also keep the pictures of passed cases in --out.")
    var keepPictures = false
    @Option(
        name: .customLong("perf"),
        help: "Number of frames to measure for each case that draws a Scene, one process at a time.")
    var trials: Int?
    @Option(help: ArgumentHelp("A mistake made on purpose.", visibility: .hidden), transform: Self.fault)
    var fault: Fault?

    func validate() throws {
        guard WorkerSetting.choice(device) != nil else {
            throw ValidationError("--device is auto, surfaceless, default, gbm:PATH or an index, not \(device)")
        }
        if keepPictures, out == nil {
            throw ValidationError("--keep-pictures needs --out, the folder for the pictures")
        }
        if let trials, !(1...Self.maxTrials).contains(trials) {
            throw ValidationError("--perf is 1 to \(Self.maxTrials) frames, not \(trials)")
        }
        guard (1...86_400).contains(timeLimit) else {
            throw ValidationError("--time-limit is 1 to 86400 seconds, not \(timeLimit)")
        }
    }

    /// More trials give no further information.
    private static let maxTrials = 10_000

    private static func fault(_ name: String) throws -> Fault {
        guard let fault = Fault(rawValue: name) else {
            throw ValidationError("--fault is one of \(Fault.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return fault
    }

    var setting: WorkerSetting {
        var setting = WorkerSetting()
        (setting.device, setting.eglLibrary, setting.seed, setting.timeLimit, setting.outFolder, setting.fault) = (
            device, eglLibrary, seed, timeLimit, out, fault
        )
        setting.requiresHardware = requireHardware
        (setting.trials, setting.keepsPictures) = (trials ?? 0, keepPictures)
        return setting
    }
}

/// A child process of `conformance`: reads names, runs the cases, and reports the result of each on descriptor 3.
struct ConformanceWorkerCommand: ParsableCommand {
    static let name = "conformance-worker"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "A worker of `conformance`.", shouldDisplay: false)

    @OptionGroup var device: ConformanceDevice

    func run() {
        var worker = Worker(device.setting)
        worker.run()
    }
}
