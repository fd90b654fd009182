import ArgumentParser
import CCommand
import Vitrail
import VitrailColumns
import VitrailSystem
import VitrailWorkers

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Draws the jobs of another process over a socket, one picture after another. Started by `batch --isolate` and by
/// `serve`.
struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Draw for another process.", shouldDisplay: false)

    @OptionGroup var picture: PictureOptions
    @OptionGroup var device: DeviceOptions
    @OptionGroup var bounds: DescriptionBounds
    @Option var maxMemory: MemorySize
    /// Number of workers that draw at the same time, this one included.
    @Option var workers = 1
    /// Whether descriptions come from strangers: they can only read files below the data folder.
    @Flag var confined = false
    @Option var dataDir: String?
    #if Server
        @OptionGroup var live: LiveWorkerOptions
    #endif

    func run() async throws {
        // Before other threads start, because they may read the environment.
        shareProcessors()
        let stream = FrameStream(WorkerChannel.descriptor, limit: 4 << 30)
        ParentWatch.start(WorkerChannel.descriptor)
        let renderer: Renderer
        let worker: ChartWorker
        do {
            try confine()
            try device.addFonts()
            renderer = Renderer(try device.glOptions())
            let info = try await renderer.open()
            // The limit covers drawing from here on; memory that the device has already taken does not count.
            ProcessMemory.limit(maxMemory.bytes + Self.spareMemory)
            worker = ChartWorker(
                renderer: renderer, choices: try picture.choices(), format: picture.format, maxMemory: maxMemory,
                bounds: confined ? bounds : nil, device: device)
            try stream.send(
                WorkerReply.ready(WorkerReply.Ready(device: "\(info.renderer)", resident: ProcessMemory.resident)), [])
        } catch {
            let error = device.described(error)
            try? stream.send(
                WorkerReply.failure(WorkerReply.Failure(code: Exit.code(for: error).rawValue, message: "\(error)")), [])
            throw Exit.code(for: error)
        }
        #if Server
            if live.live {
                await LiveWorker(worker, stream, live.limits(maxPixels: bounds.maxPixels)).serve()
            } else {
                await worker.serve(stream)
            }
        #else
            await worker.serve(stream)
        #endif
        // Releasing the device in order takes longer than ending the process.
        Glibc.exit(0)
    }

    /// For memory that no estimate contains: caches of glyphs, programs and vertices.
    private static let spareMemory = 512 << 20

    /// The threads of a software rasteriser are the worker's share of the processors. With less than two, there are
    /// none, and the worker's own thread rasterises.
    private func shareProcessors() {
        guard workers > 1 else { return }
        let share = Processors.count / workers
        RasterizerThreads.set(share < 2 ? 0 : share)
    }

    private func confine() throws(CommandError) {
        guard confined else { return }
        guard let dataDir else { return ConfinedFiles.confine(to: nil) }
        let folder = open(dataDir, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .cannotRead(name: dataDir, code: errno) }
        ConfinedFiles.confine(to: folder)
    }
}

/// The memory use of this process.
enum ProcessMemory {
    /// Resident memory in bytes.
    static var resident: Int { pages(1) * Int(sysconf(Int32(_SC_PAGESIZE))) }

    /// Limits the process to this many bytes more than it has, mapped files excluded. Beyond the limit it crashes.
    static func limit(_ bytes: Int) {
        _ = ccommand_limit_data(pages(5) * Int(sysconf(Int32(_SC_PAGESIZE))) + bytes)
    }

    /// A field of /proc/self/statm.
    private static func pages(_ index: Int) -> Int {
        guard let bytes = try? Input("/proc/self/statm").read(limit: 256) else { return 0 }
        let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return index < numbers.count ? Int(numbers[index]) ?? 0 : 0
    }
}

/// Ends this process when its parent is gone, even while a chart is being drawn.
enum ParentWatch {
    static func start(_ descriptor: CInt) {
        BlockingExecutor.detached("vitrail-parent") {
            var request = pollfd(fd: descriptor, events: 0, revents: 0)
            // Wait only until the other end is closed.
            while poll(&request, 1, -1) < 0 || request.revents == 0 {}
            // A worker without a job ends by itself; one with a job draws for a parent that is gone.
            _exit(0)
        }
    }
}
