import ArgumentParser
import Vitrail
import VitrailDescription
import VitrailWorkers

/// A parsed line of a batch's input: the picture to draw, and its destination.
struct BatchJob: Sendable {
    let description: JobDescription
    let format: OutputFormat
    /// The output file. `nil`: the stream.
    let path: String?

    /// - Parameters:
    ///   - isStream: whether pictures go into one stream.
    ///   - format: the format of a job that specifies none.
    init(_ description: JobDescription, isStream: Bool, format: String?) throws(JobFailure) {
        self.description = description
        let word =
            description.format ?? description.output.map(Input.fileExtension).flatMap { $0.isEmpty ? nil : $0 }
            ?? format
        do throws(CommandError) {
            self.format = try Output.format(word, path: nil)
        } catch {
            throw JobFailure(
                code: Exit.badData, place: description.format == nil ? "output" : "format",
                message:
                    "\"\(CommandError.clean(word ?? ""))\" is no picture format; it is one of \(OutputFormat.names.joined(separator: ", "))"
            )
        }
        path = try Self.path(of: description, isStream: isStream, self.format)
    }

    private static func path(
        of job: JobDescription, isStream: Bool, _ format: OutputFormat
    ) throws(JobFailure) -> String? {
        func failure(_ message: String) -> JobFailure {
            JobFailure(code: Exit.badData, place: "output", message: message)
        }
        if isStream {
            if job.output != nil { throw failure("with --stream, pictures go to standard output") }
            return nil
        }
        if job.output == "-" { throw failure("standard output takes pictures with --stream only") }
        if let output = job.output {
            // The system would end the path at the zero byte and write another file.
            guard !output.utf8.contains(0) else { throw failure("a zero byte in the path") }
            return output
        }
        guard case .file(let file) = job.source else { throw failure("\"output\" is missing: the file to write") }
        let path = Input(file).stem + "." + format.fileExtension
        guard path != file else {
            throw failure("the picture would replace \(CommandError.clean(file)); name another file")
        }
        return path
    }

    /// The command line's choices, overridden by the job's.
    func choices(_ options: PictureChoices) -> PictureChoices {
        var choices = options
        choices.width = description.width ?? options.width
        choices.height = description.height ?? options.height
        choices.scale = description.scale ?? options.scale
        choices.theme = description.theme?.rawValue ?? options.theme
        choices.quality = description.quality ?? options.quality
        return choices
    }

    /// - Throws: `JobFailure`.
    func readDescription() throws(JobFailure) -> ChartDescription {
        switch description.source {
        case .chart(let chart): return chart
        case .file(let path):
            do throws(DescriptionError) {
                return try ChartDescription(contentsOf: path)
            } catch {
                throw JobFailure(error, in: description.source)
            }
        }
    }
}

/// The reason why a job failed.
struct JobFailure: Error {
    /// The exit code that `vitrail render` would have.
    var code: ExitCode
    /// The JSON path of a value in the job, or in the description file of the job.
    var place: String?
    var message: String
    /// The description file that contains `place`. `nil`: the job itself.
    var file: String?

    init(code: ExitCode, place: String?, message: String) {
        (self.code, self.place, self.message) = (code, place, message)
    }

    /// - Parameter source: the source of the description. `nil`: the error is in the line itself.
    init(_ error: DescriptionError, in source: JobDescription.Source?) {
        code = ExitCode(error.kind.rawValue)
        message = error.message
        place = error.path.isEmpty ? nil : error.path
        switch source {
        // The parser counts lines of its own text, which is one line.
        case nil: place = place.map { $0.hasPrefix("line 1, ") ? String($0.dropFirst(8)) : $0 }
        case .chart: place = place.map { $0.hasPrefix("chart") ? $0 : "chart." + $0 } ?? "chart"
        case .file(let path): file = path
        }
    }

    init(_ failure: WorkerReply.Failure) {
        self.init(code: ExitCode(failure.code), place: failure.place, message: failure.message)
        file = failure.file
    }

    init(_ failure: WorkerPool.Failure) {
        switch failure {
        case .timedOut(let limit):
            self.init(
                code: Exit.timedOut, place: nil,
                message: "the chart took more than \(limit / .seconds(1)) seconds (--job-timeout)")
        case .crashed(let words, let tries):
            self.init(
                code: Exit.bug, place: nil,
                message:
                    "the chart ended \(tries) processes with \(words), because of a lack of memory or a bug in vitrail")
        case .unavailable(let failure): self.init(failure)
        case .busy, .waitedTooLong, .stopped: self.init(code: Exit.bug, place: nil, message: "no process was free")
        }
    }

    init(from error: any Error, in source: JobDescription.Source) {
        switch error {
        case let failure as JobFailure: self = failure
        case let error as DescriptionError: self.init(error, in: source)
        // The error concerns the job, not the command line.
        case CommandError.usage(let text): self.init(code: Exit.badData, place: nil, message: text)
        default: self.init(code: Exit.code(for: error), place: nil, message: "\(error)")
        }
    }
}
