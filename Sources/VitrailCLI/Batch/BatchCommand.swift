import ArgumentParser
import Vitrail

struct BatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch", abstract: "Render many charts in one process.",
        discussion: """
            Reads jobs from standard input, one JSON object a line:

              {"id": "a", "file": "report.json", "output": "a.png"}
              {"id": "b", "chart": {"series": […]}, "output": "b.webp", "width": 800, "height": 400, "scale": 2}

            A job has a chart (a description) or a file (the path of one); all else may be left out: id, output, format, width, height, scale, \
            theme, quality. What the command line says holds for jobs that say nothing.

            For each picture a line of JSON is written to standard output, in the order of the input; for each job that fails, one to standard \
            error, and the batch goes on. With --stream pictures go to standard output: a line of JSON with their number of bytes, \
            then the bytes. docs/batch.md has the details.

            Exit codes: 0 every job done · the code that all failures have in common, or 65 · 66 cannot read jobs · 73 cannot write to standard output.
            """)

    @Flag(help: "Write pictures to standard output, each behind a line that describes it.")
    var stream = false
    @Flag(help: "Tell of pictures as they are finished, not in the order of the input.")
    var unordered = false
    @Option(name: [.customShort("j", allowingJoined: true), .long], help: "Charts that are drawn at one time. Default: one for each processor.")
    var jobs: Int?
    @OptionGroup var picture: PictureOptions
    @OptionGroup var device: DeviceOptions
    @Option(
        help: """
            What charts in work may be estimated to take together, as 512M or 2G: one that would take more by itself is refused, \
            others wait for room. Default: half of the machine's or the container's memory.
            """)
    var maxMemory: MemorySize?
    @Flag(help: "Add counts and milliseconds of each stage to the line of each picture.")
    var stats = false

    func validate() throws {
        do { _ = try Output.format(picture.format, path: nil) } catch { throw ValidationError("\(error)") }
        if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs is 1 to 256, not \(jobs)") }
    }

    func run() async throws {
        try await Exit.reporting {
            if stream { try StandardStreams.refuseTerminal("pictures are") }
            try device.addFonts()
            let pool = RendererPool(count: jobs ?? RendererPool.defaultCount, try device.glOptions())
            let batch = Batch(
                pool: pool, choices: try picture.choices(), format: picture.format, device: device,
                memory: MemoryBudget(maxMemory ?? MemorySize(bytes: MemorySize.ofMachine.bytes / 2)),
                report: BatchReport.Options(isStream: stream, isOrdered: !unordered, hasStatistics: stats))
            // As with one picture, devices are not given back in order: the end of the process does that sooner.
            if let code = try await batch.run() { throw code }
        }
    }
}
