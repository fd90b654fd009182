import ArgumentParser
import Synchronization
import Vitrail
import VitrailCore

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Jobs in, pictures out.
///
/// ```
///  stdin ─► LineReader ─► jobs ─► pool: read data, plan, draw, encode, write ─► BatchReport ─► stdout, stderr
///      one at a time, in order      as many as there are slots              in order again
///      ╰───────────────────── no more than the window is wide ──────────────────────╯
/// ```
struct Batch: Sendable {
    let pool: RendererPool
    let choices: PictureChoices
    /// For jobs that say nothing of theirs.
    let format: String?
    let device: DeviceOptions
    let memory: MemoryBudget
    let report: BatchReport.Options

    /// The longest line: a description at its limit, and what stands round it.
    static let lineLimit = ChartDescription.maxBytes + 1 << 16

    /// What a byte of JSON takes at most while it is read: of an array of short arrays.
    private static let bytesPerByte = 16

    /// Jobs that are read, in work, or waiting for those before them to be told.
    private var windowSize: Int { 2 * pool.slotCount }

    /// - Returns: nil when every job was done.
    /// - Throws: `CommandError` when there is nothing to read, or nobody to write to.
    func run() async throws -> ExitCode? {
        let reader = try LineReader(STDIN_FILENO, name: StandardStreams.standardInput, limit: Self.lineLimit)
        let window = Lending([Void](repeating: (), count: windowSize))
        let report = BatchReport(report, window: window) { reader.stop() }
        try await withThrowingDiscardingTaskGroup { group in
            let outputs = OutputNames()
            var index = 0
            while true {
                try await window.take(orThrow: CancellationError())
                guard let line = try await reader.next() else { break }
                let (id, job) = understood(line, outputs)
                group.addTask { [index] in
                    let result = await outcome(of: job)
                    if case .failure = result, case .success(let job) = job, let path = job.path { outputs.release(path) }
                    await report.deliver(Outcome(index: index, line: line.number, id: id, result: result))
                }
                index += 1
            }
        }
        if let failure = await report.failure { throw failure }
        return await report.exitCode
    }

    private func understood(_ line: LineReader.Line, _ outputs: OutputNames) -> (JobDescription.ID?, Result<BatchJob, JobFailure>) {
        guard let bytes = line.bytes else {
            return (nil, .failure(JobFailure(code: Exit.badData, place: nil, message: "the line is longer than \(Self.lineLimit) bytes")))
        }
        let parsed = bytes.count * Self.bytesPerByte
        guard parsed <= memory.limit.bytes else {
            let size = "a line of \(MemoryEstimate.text(bytes.count)) may take \(MemoryEstimate.text(parsed)) to read"
            return (nil, .failure(JobFailure(code: Exit.badData, place: nil, message: "\(size); --max-memory is \(MemoryEstimate.text(memory.limit.bytes))")))
        }
        let (id, read) = JobDescription.read(bytes)
        do throws(JobFailure) {
            let description: JobDescription
            switch read {
            case .success(let job): description = job
            case .failure(let error): throw JobFailure(error, in: nil)
            }
            let job = try BatchJob(description, isStream: report.isStream, format: format)
            if let path = job.path, !outputs.claim(path) {
                throw JobFailure(code: Exit.badData, place: "output", message: "\(CommandError.clean(path)) is the output of a job before this one")
            }
            return (id, .success(job))
        } catch {
            return (id, .failure(error))
        }
    }

    @concurrent
    private func outcome(of job: Result<BatchJob, JobFailure>) async -> Result<Outcome.Done, JobFailure> {
        switch job {
        case .failure(let failure): return .failure(failure)
        case .success(let job):
            do {
                return .success(try await pool.withSlot { try await done(job, in: $0) })
            } catch {
                return .failure(JobFailure(from: device.described(error), in: job.description.source))
            }
        }
    }

    private nonisolated(nonsending) func done(_ job: BatchJob, in slot: RendererPool.Slot) async throws -> Outcome.Done {
        let watch = Stopwatch()
        let description = try job.readDescription()
        let choices = job.choices(choices)
        let format = try job.format.holding(description)
        let estimate = try choices.memoryEstimate(of: description, as: format, isBanded: false)
        try await memory.take(estimate)
        do {
            let done = try await done(job, description, choices, watch, room: estimate.roomForUnordered(within: memory.limit), in: slot)
            await memory.giveBack(estimate)
            return done
        } catch {
            await memory.giveBack(estimate)
            throw error
        }
    }

    /// - Parameters:
    ///   - watch: was started when the job was.
    ///   - room: for shapes of samples in no order, bytes.
    private nonisolated(nonsending) func done(
        _ job: BatchJob, _ description: ChartDescription, _ choices: PictureChoices, _ watch: Stopwatch, room: Int, in slot: RendererPool.Slot
    ) async throws -> Outcome.Done {
        guard description.frames == nil else { return try await animated(job, Animation(description: description, choices: choices, room: room), watch, in: slot) }
        var (whole, part) = (watch, Stopwatch())
        let chart = try description.makeChart(pictures: .standard)
        chart.roomForUnordered = room
        try choices.apply(to: chart)
        let read = part.lap()
        var picture = try await choices.picture(of: consume chart, as: job.format, on: slot)
        picture.statistics.milliseconds.read = read
        _ = part.lap()
        let count = picture.bytes.count
        if let path = job.path {
            try WholeFile.write(picture.bytes, to: path)
            picture.bytes = []
            picture.statistics.milliseconds.write = part.lap()
        }
        return Outcome.Done(path: job.path, format: job.format, picture: picture, byteCount: count, milliseconds: whole.lap())
    }

    private nonisolated(nonsending) func animated(
        _ job: BatchJob, _ animation: Animation, _ watch: Stopwatch, in slot: RendererPool.Slot
    ) async throws -> Outcome.Done {
        var whole = watch
        let file = try job.path.map { try WholeFile($0) }
        var (bytes, count) = ([UInt8](), 0)
        var made = try await animation.write(on: slot) { part in
            count += part.count
            if let file { try file.append(part) } else { bytes += part }
        }
        try file?.finish()
        made.picture.bytes = bytes
        return Outcome.Done(
            path: job.path, format: .apng, picture: made.picture, byteCount: count, frameCount: made.frameCount, milliseconds: whole.lap())
    }
}

/// Files that jobs write, each once.
final class OutputNames: Sendable {
    /// A hash in place of each path, so that a batch without an end keeps no texts: two of a million are the same by chance once in 10⁷ batches.
    private let hashes = Mutex(Set<Int>())

    /// - Parameter folder: the current one.
    init(folder: String = OutputNames.currentFolder()) { self.folder = folder }

    private let folder: String

    /// - Returns: false when a job before has it. What is no plain file, as a device, takes any number of pictures.
    func claim(_ path: String) -> Bool {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return true }
        return hashes.withLock { $0.insert(hash(path)).inserted }
    }

    /// The job that has it came to nothing; another may.
    func release(_ path: String) { hashes.withLock { _ = $0.remove(hash(path)) } }

    private func hash(_ path: String) -> Int { Self.plain(path.hasPrefix("/") ? path : folder + "/" + path).hashValue }

    /// Without `.`, `..` and doubled slashes; links are not followed.
    static func plain(_ path: String) -> [Substring] {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts
    }

    private static func currentFolder() -> String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }
}
