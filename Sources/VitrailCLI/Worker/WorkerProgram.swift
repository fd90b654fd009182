import Vitrail
import VitrailWorkers

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The command line of a worker: this program, with the options of the command that starts it.
enum WorkerProgram {
    /// A program that runs the command as a library sets `VITRAIL_EXECUTABLE` to the executable.
    private static let executable = getenv("VITRAIL_EXECUTABLE").map { String(cString: $0) } ?? "/proc/self/exe"

    /// - Parameters:
    ///   - count: number of workers that draw at the same time.
    ///   - maxMemory: bytes for one worker.
    ///   - confinement: options for strangers' descriptions. Empty: descriptions are the user's own.
    static func arguments(
        _ picture: PictureOptions, _ device: DeviceOptions, count: Int, maxMemory: Int, confinement: [String] = []
    ) -> [String] {
        var arguments = [
            executable, WorkerCommand.configuration.commandName ?? "worker", "--max-memory", "\(maxMemory)",
            "--workers", "\(count)",
        ]
        func add(_ name: String, _ value: String?) { if let value { arguments += ["--" + name + "=" + value] } }
        add("format", picture.format)
        add("size", picture.size)
        add("scale", picture.scale.map { "\($0)" })
        add("theme", picture.theme)
        add("quality", picture.quality.map { "\($0)" })
        add("strategy", picture.strategy)
        add("vector", picture.vector)
        if picture.noMap { arguments.append("--no-map") }
        add("device", device.device)
        add("surface", device.surface)
        add("egl-library", device.eglLibrary)
        if device.requireHardware { arguments.append("--require-hardware") }
        for folder in device.fontDir { add("font-dir", folder) }
        return arguments + confinement
    }
}
