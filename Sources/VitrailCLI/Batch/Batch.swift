import ArgumentParser
import Foundation
import Synchronization
import Vitrail
import VitrailDescription
import VitrailWorkers

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Reads jobs and writes pictures.
///
/// ```
///  stdin ─► LineReader ─► jobs ─► pool: read data, plan, draw, encode, write ─► BatchReport ─► stdout, stderr
///      one at a time, in order      as many as there are slots              in order again
///      ╰───────────────────── no more than the window is wide ──────────────────────╯
/// ```
struct Batch: Sendable {
    /// The renderers that draw.
    enum Drawing: Sendable {
        case renderers(RendererPool)
        case workers(WorkerPool)
    }

    let drawing: Drawing
    /// Number of charts that are drawn at the same time.
    let count: Int
    let choices: PictureChoices
    /// Format of jobs that specify none.
    let format: String?
    let device: DeviceOptions
    let memory: MemoryBudget
    let report: BatchReport.Options

    /// Bytes of the longest line: a description of maximum size and its wrapper.
    static let lineLimit = ChartDescription.maxBytes + 1 << 16

    /// Maximum memory per byte of JSON while it is read. The worst case is an array of short arrays.
    private static let bytesPerByte = 16

    /// Number of jobs that are being read, are in work, or wait for earlier jobs to be reported.
    private var windowSize: Int { 4 * count }

    /// - Returns: `nil` if every job succeeded.
    /// - Throws: `CommandError` if input cannot be read or output cannot be written.
    func run() async throws -> ExitCode? {
        let reader = try LineReader(STDIN_FILENO, name: StandardStreams.standardInput, limit: Self.lineLimit)
        let window = AsyncPool([Void](repeating: (), count: windowSize))
        let report = BatchReport(report, window: window) { reader.stop() }
        try await withThrowingDiscardingTaskGroup { group in
            let outputs = OutputNames()
            var index = 0
            while true {
                try await window.take(orThrow: CancellationError())
                guard let line = try await reader.next() else { break }
                let (id, job) = understood(line, outputs)
                group.addTask { [index] in
                    let result = await outcome(of: job, line.bytes ?? [])
                    if case .failure = result, case .success(let job) = job, let path = job.path {
                        outputs.release(path)
                    }
                    await report.deliver(Outcome(index: index, line: line.number, id: id, result: result))
                }
                index += 1
            }
        }
        if let failure = await report.failure { throw failure }
        return await report.exitCode
    }

    private func understood(
        _ line: LineReader.Line, _ outputs: OutputNames
    ) -> (JobDescription.ID?, Result<BatchJob, JobFailure>) {
        guard let bytes = line.bytes else {
            return (
                nil,
                .failure(
                    JobFailure(
                        code: Exit.badData, place: nil, message: "the line is longer than \(Self.lineLimit) bytes"))
            )
        }
        let parsed = bytes.count * Self.bytesPerByte
        guard parsed <= memory.limit.bytes else {
            let size = "a line of \(MemoryEstimate.text(bytes.count)) may take \(MemoryEstimate.text(parsed)) to read"
            return (
                nil,
                .failure(
                    JobFailure(
                        code: Exit.badData, place: nil,
                        message: "\(size); --max-memory is \(MemoryEstimate.text(memory.limit.bytes))"))
            )
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
                throw JobFailure(
                    code: Exit.badData, place: "output",
                    message: "\(CommandError.clean(path)) is the output of a job before this one")
            }
            return (id, .success(job))
        } catch {
            return (id, .failure(error))
        }
    }

    @concurrent
    private func outcome(
        of job: Result<BatchJob, JobFailure>, _ line: [UInt8]
    ) async -> Result<Outcome.Done, JobFailure> {
        switch job {
        case .failure(let failure): return .failure(failure)
        case .success(let job):
            do {
                switch drawing {
                case .renderers(let pool): return .success(try await pool.withSlot { try await done(job, in: $0) })
                case .workers(let pool): return .success(try await done(job, line, by: pool))
                }
            } catch {
                return .failure(JobFailure(from: device.described(error), in: job.description.source))
            }
        }
    }

    private nonisolated(nonsending) func done(_ job: BatchJob, in slot: RendererPool.Slot) async throws -> Outcome.Done
    {
        let watch = Stopwatch()
        let choices = job.choices(choices)
        var description = try job.readDescription()
        description.reading = choices.reading
        let format = try job.format.holding(description)
        let estimate = try choices.memoryEstimate(of: description, as: format, isBanded: false)
        try await memory.take(estimate)
        do {
            var done = try await done(
                job, description, choices, watch, room: estimate.unorderedMemoryBudget(within: memory.limit), in: slot)
            await memory.release(estimate)
            done.picture.statistics.memory.estimated = estimate.total
            return done
        } catch {
            await memory.release(estimate)
            throw error
        }
    }

    /// - Parameters:
    ///   - watch: started together with the job.
    ///   - room: memory limit in bytes for shapes of unordered samples.
    private nonisolated(nonsending) func done(
        _ job: BatchJob, _ description: ChartDescription, _ choices: PictureChoices, _ watch: Stopwatch, room: Int,
        in slot: RendererPool.Slot
    ) async throws -> Outcome.Done {
        guard description.frames == nil else {
            return try await animated(
                job, Animation(description: description, choices: choices, room: room), watch, in: slot)
        }
        var (whole, part) = (watch, Stopwatch())
        let chart = try description.makeChart(pictures: .standard)
        chart.unorderedMemoryBudget = room
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
        return Outcome.Done(
            path: job.path, format: job.format, picture: picture, byteCount: count, milliseconds: whole.lap())
    }

    /// A worker reads the line again and draws. This process writes the picture.
    private nonisolated(nonsending) func done(
        _ job: BatchJob, _ line: [UInt8], by pool: WorkerPool
    ) async throws -> Outcome.Done {
        var watch = Stopwatch()
        var request = WorkerRequest(.batchLine)
        (request.isStream, request.hasStatistics) = (report.isStream, true)
        let answer: WorkerPool.Answer
        do {
            answer = try await pool.answer(request, [line])
        } catch let failure as WorkerPool.Failure {
            throw JobFailure(failure)
        }
        switch answer.reply {
        case .failure(let failure): throw JobFailure(failure)
        case .ready: throw JobFailure(code: Exit.bug, place: nil, message: "a worker answered out of turn")
        case .picture(let made):
            guard answer.parts.count == 2, let format = OutputFormat(made.format) else {
                throw JobFailure(code: Exit.bug, place: nil, message: "a worker sent an unreadable answer")
            }
            var picture = EncodedPicture(
                bytes: answer.parts[0], width: made.width, height: made.height, warnings: made.warnings,
                statistics: try JSONDecoder().decode(RenderStatistics.self, from: Data(answer.parts[1])),
                altText: made.altText)
            let count = picture.bytes.count
            if let path = job.path {
                var part = Stopwatch()
                try WholeFile.write(picture.bytes, to: path)
                picture.bytes = []
                picture.statistics.milliseconds.write = part.lap()
            }
            return Outcome.Done(
                path: job.path, format: format, picture: picture, byteCount: count, frameCount: made.frameCount,
                milliseconds: watch.lap())
        }
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
            path: job.path, format: .apng, picture: made.picture, byteCount: count, frameCount: made.frameCount,
            milliseconds: whole.lap())
    }
}

/// The output files of all jobs. Each may be written once.
final class OutputNames: Sendable {
    /// Hashes instead of paths, so that an endless batch keeps no texts. With a million paths, two collide once in 10⁷
    /// batches.
    private let hashes = Mutex(Set<Int>())

    /// - Parameter folder: the current folder.
    init(folder: String = OutputNames.currentFolder()) { self.folder = folder }

    private let folder: String

    /// - Returns: false if an earlier job has the path. Files that are not regular, such as a device, accept any number
    ///   of pictures.
    func claim(_ path: String) -> Bool {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return true }
        return hashes.withLock { $0.insert(hash(path)).inserted }
    }

    /// Frees the path of a failed job for other jobs.
    func release(_ path: String) { hashes.withLock { _ = $0.remove(hash(path)) } }

    private func hash(_ path: String) -> Int { Self.plain(path.hasPrefix("/") ? path : folder + "/" + path).hashValue }

    /// The path without `.`, `..` and double slashes. Links are not followed.
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
