import ArgumentParser
import Foundation
import Vitrail
import VitrailDescription
import VitrailWorkers

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The result of a job.
struct Outcome: Sendable {
    /// Index of the job, from 0.
    var index: Int
    /// Line number in the input, from 1.
    var line: Int
    var id: JobDescription.ID?
    var result: Result<Done, JobFailure>

    struct Done: Sendable {
        /// The output file. `nil`: the bytes go into the stream.
        var path: String?
        var format: OutputFormat
        var picture: EncodedPicture
        var byteCount: Int
        /// `nil`: a still.
        var frameCount: Int?
        /// Time from the description to the picture, including the write to a file.
        var milliseconds: Double
    }
}

/// Reports jobs in input order or as they finish. It has its own thread, because the reader of the output may be slow.
///
/// Each reported job releases its slot in the window, and another line may be read. A slow reader thus slows down the
/// input.
actor BatchReport {
    struct Options: Sendable {
        var isStream: Bool
        var isOrdered: Bool
        var hasStatistics: Bool
    }

    private let options: Options
    private let window: AsyncPool<Void>
    /// Called once, when the output fails.
    private let onFailure: @Sendable () -> Void
    private var ready: [Int: Outcome] = [:]
    private var nextIndex = 0
    private var codes: Set<ExitCode> = []
    /// The reason why the output failed.
    private(set) var failure: CommandError?
    private let encoder = JSONEncoder()
    private let executor = BlockingExecutor(label: "vitrail-output")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ options: Options, window: AsyncPool<Void>, onFailure: @escaping @Sendable () -> Void) {
        self.options = options
        self.window = window
        self.onFailure = onFailure
        encoder.outputFormatting = .sortedKeys
    }

    func deliver(_ outcome: Outcome) {
        guard options.isOrdered else { return tell(outcome) }
        ready[outcome.index] = outcome
        while let next = ready.removeValue(forKey: nextIndex) {
            nextIndex += 1
            tell(next)
        }
    }

    /// `nil`: every job succeeded. Otherwise the common code of all failures, or bad data if the codes differ.
    var exitCode: ExitCode? {
        guard let first = codes.first else { return nil }
        return codes.count == 1 ? first : Exit.badData
    }

    private func tell(_ outcome: Outcome) {
        defer { window.release(()) }
        var line = JSONLine()
        switch outcome.id {
        case .text(let text)?: line.add("id", text)
        case .number(let number)?: line.add("id", number)
        case nil: break
        }
        line.add("line", outcome.line)
        switch outcome.result {
        case .success(let done):
            add(done, to: &line)
            send(line.bytes + (done.path == nil ? done.picture.bytes : []), to: STDOUT_FILENO)
        case .failure(let error):
            codes.insert(error.code)
            add(error, to: &line)
            if options.isStream {
                send(line.bytes, to: STDOUT_FILENO)
            } else {
                _ = StandardStreams.writeAll(line.bytes, to: STDERR_FILENO)
            }
        }
    }

    private func add(_ done: Outcome.Done, to line: inout JSONLine) {
        if let path = done.path { line.add("output", path) }
        line.add("format", done.format.name)
        line.add("width", done.picture.width)
        line.add("height", done.picture.height)
        if let frames = done.frameCount { line.add("frames", frames) }
        line.add("bytes", done.byteCount)
        line.add("milliseconds", done.milliseconds)
        if !done.picture.warnings.isEmpty { line.add("warnings", done.picture.warnings) }
        // Encoding numbers and texts does not fail. If it does, the picture still exists and is reported.
        if options.hasStatistics, let json = try? encoder.encode(done.picture.statistics) {
            line.add("statistics", raw: [UInt8](json))
        }
    }

    private func add(_ failure: JobFailure, to line: inout JSONLine) {
        var error = JSONLine()
        error.add("message", failure.message)
        if let file = failure.file { error.add("file", file) }
        if let place = failure.place { error.add("place", place) }
        error.add("code", Int(failure.code.rawValue))
        line.add("error", error)
        if options.isStream { line.add("bytes", 0) }
    }

    private func send(_ bytes: [UInt8], to descriptor: CInt) {
        guard failure == nil else { return }
        let code = StandardStreams.writeAll(bytes, to: descriptor)
        guard code != 0 else { return }
        failure = .cannotWrite(name: StandardStreams.standardOutput, code: code)
        onFailure()
    }
}
