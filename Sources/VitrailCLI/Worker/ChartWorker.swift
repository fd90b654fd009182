import ArgumentParser
import Foundation
import Vitrail
import VitrailChartJS
import VitrailColumns
import VitrailDescription
import VitrailSystem
import VitrailWorkers

/// Draws the charts that arrive over a socket, until it is closed.
struct ChartWorker {
    let renderer: Renderer
    let choices: PictureChoices
    /// Format of requests that specify none.
    let format: String?
    let maxMemory: MemorySize
    /// `nil`: descriptions are the user's own.
    let bounds: DescriptionBounds?
    let device: DeviceOptions

    func serve(_ stream: FrameStream) async {
        let reader = FrameReader(stream)
        while let frame = await reader.next() {
            let (reply, parts) = await reply(to: frame)
            // The other end is closed.
            guard (try? stream.send(reply, parts)) != nil else { return }
        }
    }

    private func reply(to frame: FrameStream.Frame) async -> (WorkerReply, [[UInt8]]) {
        guard let request = try? frame.decoded(WorkerRequest.self), let text = frame.parts.first,
            request.fileNames.count == frame.parts.count - 1
        else {
            return (
                .failure(
                    WorkerReply.Failure(code: Exit.bug.rawValue, message: "the worker does not know this message")), []
            )
        }
        do {
            for (name, bytes) in zip(request.fileNames, frame.parts.dropFirst()) {
                try ConfinedFiles.lend(bytes, as: name)
            }
            defer { ConfinedFiles.takeBack() }
            return try await picture(request, text)
        } catch {
            return (.failure(failure(device.described(error), request.notation)), [])
        }
    }

    private func picture(_ request: WorkerRequest, _ text: [UInt8]) async throws -> (WorkerReply, [[UInt8]]) {
        let asked: DescribedPicture
        switch request.notation {
        case .description:
            try checkLength(text)
            asked = try DescribedPicture(
                try ChartDescription(json: text), as: try Output.format(request.format, path: nil), choices(request),
                limit: maxMemory.bytes)
            try checkBounds(asked)
        case .batchLine:
            let job = try JobDescription.read(text).job.get()
            do {
                return try await picture(of: BatchJob(job, isStream: request.isStream, format: format), request)
            } catch {
                throw JobFailure(from: device.described(error), in: job.source)
            }
        case .chartJS: return try await picture(ofConfiguration: text, request)
        }
        return try await picture(asked, request)
    }

    /// Draws a Chart.js configuration. Width and height define its canvas; the other options apply to the picture's
    /// file.
    private func picture(
        ofConfiguration text: [UInt8], _ request: WorkerRequest
    ) async throws -> (WorkerReply, [[UInt8]]) {
        let context = ChartJSContext(
            width: request.width ?? 500, height: request.height ?? 300, devicePixelRatio: request.scale ?? 1,
            backgroundColor: request.background,
            version: request.version.flatMap(ChartJSContext.Version.init) ?? .v2, hasQuickChartDefaults: true)
        let configuration = try ChartJSConfig(text: String(decoding: text, as: UTF8.self), context: context)
        let description: ChartDescription
        do {
            description = try ChartDescription(json: configuration.description)
        } catch {
            // A path in the translated description would not exist in the configuration.
            throw DescriptionError(path: "", message: "it cannot be drawn: \(error)")
        }
        var choices = choices
        choices.quality = request.quality ?? choices.quality
        let asked = try DescribedPicture(
            description, as: try Output.format(request.format, path: nil), choices, limit: maxMemory.bytes)
        try checkBounds(asked)
        return try await picture(asked, request, warnings: configuration.warnings)
    }

    func checkBounds(_ asked: DescribedPicture) throws(BoundExceeded) {
        let size = asked.choices.pixels(
            width: asked.description.size.width, height: asked.description.size.height, scale: asked.description.scale)
        try bounds?.check(asked.description, pixels: size.width * size.height)
    }

    private func picture(of job: BatchJob, _ request: WorkerRequest) async throws -> (WorkerReply, [[UInt8]]) {
        let asked = try DescribedPicture(
            try job.readDescription(), as: job.format, job.choices(choices), limit: maxMemory.bytes)
        return try await picture(asked, request, path: job.path)
    }

    /// - Parameter warnings: the warnings from reading.
    private func picture(
        _ asked: DescribedPicture, _ request: WorkerRequest, path: String? = nil, warnings: [String] = []
    ) async throws -> (WorkerReply, [[UInt8]]) {
        let opened = ConfinedFiles.openedCount
        let deadline = request.seconds.map { ContinuousClock.now + .seconds($0) }
        let made = try await WorkLimit.run(until: deadline) { try await asked.made(on: renderer) }
        var reply = WorkerReply.Picture(
            format: asked.format.name, width: made.picture.width, height: made.picture.height,
            frameCount: made.frameCount, warnings: warnings + made.picture.warnings,
            altText: made.picture.altText, path: path, milliseconds: made.picture.statistics.milliseconds.byStage,
            estimated: made.picture.statistics.memory.estimated,
            resident: ProcessMemory.resident)
        reply.readsFiles = ConfinedFiles.openedCount > opened
        guard request.hasStatistics else { return (.picture(reply), [made.picture.bytes]) }
        return (.picture(reply), [made.picture.bytes, [UInt8](try JSONEncoder().encode(made.picture.statistics))])
    }

    /// Maximum memory per byte of JSON while it is read. The worst case is an array of short arrays.
    private static let bytesPerByte = 16

    func checkLength(_ text: [UInt8]) throws {
        let parsed = text.count * Self.bytesPerByte
        guard parsed <= maxMemory.bytes else {
            let size =
                "a description of \(MemoryEstimate.text(text.count)) may take \(MemoryEstimate.text(parsed)) to read"
            throw BoundExceeded(message: "\(size); --max-memory is \(MemoryEstimate.text(maxMemory.bytes))")
        }
    }

    private func choices(_ request: WorkerRequest) -> PictureChoices {
        var choices = choices
        choices.width = request.width ?? choices.width
        choices.height = request.height ?? choices.height
        choices.scale = request.scale ?? choices.scale
        choices.theme = request.theme ?? choices.theme
        choices.quality = request.quality ?? choices.quality
        return choices
    }

    func failure(_ error: any Error, _ notation: WorkerRequest.Notation) -> WorkerReply.Failure {
        switch error {
        case let error as JobFailure:
            return WorkerReply.Failure(
                code: error.code.rawValue, place: error.place, message: error.message, file: error.file)
        case let error as DescriptionError where notation != .batchLine:
            return WorkerReply.Failure(
                code: error.kind.rawValue, place: error.path.isEmpty ? nil : error.path, message: error.message)
        case let error as DescriptionError:
            let failure = JobFailure(error, in: nil)
            return WorkerReply.Failure(code: failure.code.rawValue, place: failure.place, message: failure.message)
        case let error as BoundExceeded:
            var failure = WorkerReply.Failure(code: Exit.badData.rawValue, place: error.place, message: error.message)
            failure.isTooLarge = true
            return failure
        case CommandError.tooMuchMemory:
            var failure = WorkerReply.Failure(code: Exit.badData.rawValue, message: "\(error)")
            failure.isTooLarge = true
            return failure
        case let error as ChartJSError:
            let message = error.message + (error.suggestion.map { "; \($0)" } ?? "")
            return WorkerReply.Failure(
                code: Exit.badData.rawValue, place: error.path.isEmpty ? nil : error.path, message: message)
        case CommandError.usage(let text): return WorkerReply.Failure(code: Exit.badData.rawValue, message: text)
        default: return WorkerReply.Failure(code: Exit.code(for: error).rawValue, message: "\(error)")
        }
    }
}

/// A limit of the server is exceeded.
struct BoundExceeded: Error {
    /// The JSON path in the description.
    var place: String?
    var message: String
}

/// Reads frames on a thread of its own, because reading blocks.
actor FrameReader {
    private let stream: FrameStream
    private let executor = BlockingExecutor(label: "vitrail-requests")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ stream: FrameStream) { self.stream = stream }

    /// `nil`: the other end is closed, or sent an invalid frame.
    func next() -> FrameStream.Frame? { try? stream.receive() }
}

extension RenderStatistics.Milliseconds {
    /// Milliseconds by stage, without stages that took no time.
    var byStage: [String: Double] {
        let all = [
            "read": read, "open": open, "plan": plan, "tessellate": tessellate, "upload": upload, "draw": draw,
            "readback": readback, "encode": encode,
        ]
        return all.filter { $0.value > 0 }
    }
}
