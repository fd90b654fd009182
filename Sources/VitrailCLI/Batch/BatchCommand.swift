import ArgumentParser
import Vitrail
import VitrailWorkers

struct BatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch", abstract: "Render many charts in one process.",
        discussion: """
            Reads jobs from standard input, one JSON object per line:

              {"id": "a", "file": "report.json", "output": "a.png"}
              {"id": "b", "chart": {"series": […]}, "output": "b.webp", "width": 800, "height": 400, "scale": 2}

            A job has a chart (a description) or a file (the path of one). All other keys are optional: id, output, format, width, height, scale, \
            theme, quality. Options of the command line are the defaults for all jobs.

            For each picture a line of JSON is written to standard output, in the order of the input; for each job that fails, one to standard \
            error, and the batch goes on. With --stream pictures go to standard output: a line of JSON with their number of bytes, \
            then the bytes. docs/batch.md has the details.

            Exit codes: 0 every job done · the code that all failures have in common, or 65 · 66 cannot read jobs · 73 cannot write to standard output · 75 every failure is a chart that took too long.
            """)

    @Flag(help: "Write pictures to standard output, each after a line that describes it.")
    var stream = false
    @Flag(help: "Report pictures as they finish, not in the order of the input.")
    var unordered = false
    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: "Number of charts to draw at the same time. Default: the number of processors.")
    var jobs: Int?
    @OptionGroup var picture: PictureOptions
    @OptionGroup var device: DeviceOptions
    @Option(
        help: """
            Memory limit for all charts that are drawn at the same time, such as 512M or 2G. A chart that is estimated to need more \
            is rejected, others wait until memory is free. Default: half of the machine's or the container's memory.
            """)
    var maxMemory: MemorySize?
    @Flag(
        help: """
            Draw in separate processes, one for each of --jobs: if a chart crashes, the batch continues. Each process gets its share of --max-memory.
            """)
    var isolate = false
    @Option(
        help:
            "Time limit for each chart, in seconds; a slower chart fails with code 75. Implies --isolate. Default: no limit."
    )
    var jobTimeout: Double?
    @Flag(help: "Add counts and milliseconds of each stage to the line of each picture.")
    var stats = false

    func validate() throws {
        do { _ = try Output.format(picture.format, path: nil) } catch { throw ValidationError("\(error)") }
        if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs is 1 to 256, not \(jobs)") }
        if let jobTimeout, !(0.01...86_400).contains(jobTimeout) {
            throw ValidationError("--job-timeout is 0.01 to 86400 seconds, not \(jobTimeout)")
        }
    }

    func run() async throws {
        try await Exit.reporting {
            if stream { try StandardStreams.refuseTerminal("pictures are") }
            let count = jobs ?? RendererPool.defaultCount
            let limit = maxMemory ?? MemorySize(bytes: MemorySize.ofMachine.bytes / 2)
            let batch = Batch(
                drawing: isolate || jobTimeout != nil
                    ? .workers(try await workers(count, limit)) : .renderers(try renderers(count)),
                count: count, choices: try picture.choices(), format: picture.format, device: device,
                memory: MemoryBudget(limit),
                report: BatchReport.Options(isStream: stream, isOrdered: !unordered, hasStatistics: stats))
            // As with one picture, devices are not released in order: the end of the process does that sooner.
            if let code = try await batch.run() { throw code }
        }
    }

    private func renderers(_ count: Int) throws -> RendererPool {
        // Before a thread of a renderer reads the environment.
        if count > 1 { RasterizerThreads.set(RasterizerThreads.share(renderers: count)) }
        try device.addFonts()
        return RendererPool(count: count, try device.glOptions())
    }

    private func workers(_ count: Int, _ limit: MemorySize) async throws -> WorkerPool {
        var options = WorkerPool.Options(
            program: WorkerProgram.arguments(picture, device, count: count, maxMemory: max(limit.bytes / count, 1)),
            count: count)
        options.timeout = jobTimeout.map { .milliseconds(Int($0 * 1_000)) }
        let pool = WorkerPool(options)
        do {
            try await pool.ready()
        } catch let failure as WorkerReply.Failure {
            throw CommandError.worker(failure)
        }
        return pool
    }
}
