import Vitrail
import VitrailWorkers

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Errors outside the chart itself: files, streams, and options of `plot`.
enum CommandError: Error {
    /// An invalid request that was detected only after files were read.
    case usage(String)
    /// `code` is the value of `errno`.
    case cannotWrite(name: String, code: CInt)
    case cannotRead(name: String, code: CInt)
    /// A named pipe without a writer.
    case noWriter(name: String, seconds: Int)
    case tooLarge(name: String, limit: Int)
    /// An error in a description, with the name of its source.
    case description(DescriptionError, source: String)
    /// An error in a folder given by `--font-dir`.
    case fontFolder(TextError)
    /// Hardware was required. Contains the answer of each device.
    case noHardware([DeviceAttempt])
    /// Thrown before memory is allocated.
    case tooMuchMemory(MemoryEstimate, limit: MemorySize)
    /// A limit of the system: it does not allow `count` threads at the same time.
    case threads(count: Int, code: CInt)
    /// The server cannot listen, or one of its folders is missing.
    case cannotServe(address: String, reason: String)
    /// A worker process does not start.
    case worker(WorkerReply.Failure)
    /// `/proc` is not mounted.
    case noProc
    case noRows(source: String)
    case noNumbers(source: String, column: String)
    /// Shapes at the same position would hide one another.
    case repeatedPosition(source: String, column: String, value: String, kind: String)
    case negativeSlice(source: String, column: String, value: Double)
}

extension CommandError: CustomStringConvertible {
    var description: String {
        switch self {
        case .usage(let text): text
        case .cannotWrite(let name, let code): "\(name): cannot be written: \(Self.words(code))"
        case .cannotRead(let name, let code): "\(name): cannot be read: \(Self.words(code))"
        case .noWriter(let name, let seconds):
            "\(name): no program opened this pipe for writing within \(seconds) seconds"
        case .tooLarge(let name, let limit): "\(name): more than \(limit) bytes"
        case .description(let error, let source):
            // An unreadable file is already named in the message.
            "\(error)".hasPrefix(source + ":") ? "\(error)" : "\(source): \(error)"
        case .fontFolder(let error): "--font-dir: \(error)"
        case .noHardware(let attempts):
            "No graphics card was found, and --require-hardware refuses software rasterisers. Tried:\n"
                + attempts.map { "  \($0)\n" }.joined()
                + "Install the card's driver, or leave out --require-hardware to draw on the processor."
        case .tooMuchMemory(let estimate, let limit):
            "the chart would take about \(estimate); --max-memory is \(MemoryEstimate.text(limit.bytes))"
        case .threads(let count, let code):
            "cannot start \(count) threads: \(Self.words(code)); raise the limit on processes (ulimit -u, or the container's limit on pids)"
        case .cannotServe(let address, let reason): "cannot serve at \(address): \(reason)"
        case .worker(let failure): failure.message
        case .noProc:
            "/proc is not mounted; Swift's threads and the command's arguments are read from it (mount -t proc proc /proc)"
        case .noRows(let source): "\(source): no rows below the header"
        case .noNumbers(let source, let column): "\(source): column \"\(Self.clean(column))\" is empty"
        case .repeatedPosition(let source, let column, let value, let kind):
            "\(source): column \"\(Self.clean(column))\" has \"\(Self.clean(value))\" in more than one row; a \(kind) chart takes one row for "
                + (kind == "pie" || kind == "donut" ? "each name" : "each value, --type scatter shows them all")
        case .negativeSlice(let source, let column, let value):
            "\(source): column \"\(Self.clean(column))\": \(value) cannot be a share of a pie"
        }
    }

    private static func words(_ code: CInt) -> String { String(cString: strerror(code)) }

    /// Without control characters, cut after 60: messages never echo long input completely.
    static func clean(_ text: String) -> String {
        String(text.unicodeScalars.prefix(60).map { $0.properties.generalCategory == .control ? " " : Character($0) })
    }
}
