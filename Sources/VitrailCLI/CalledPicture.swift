import Foundation
package import Vitrail
package import VitrailChart
package import VitrailColumns
package import VitrailDescription

/// A picture that a program requested with a function call. It is the same as the command's.
package struct CalledPicture: Sendable {
    package var bytes: [UInt8]
    /// Pixels, or user units for an SVG.
    package var width: Int
    package var height: Int
    package var altText: String
    package var warnings: [String]
    /// A JSON object.
    package var statistics: String

    /// Acquires a slot, then reads the description, draws and encodes.
    ///
    /// - Throws: `DescriptionError`, also for invalid options; `CallRefusal`; and the errors of renderers.
    package static func make(
        _ json: [UInt8], tables: [String: ColumnTable], _ options: PictureCallOptions, on pool: RendererPool
    ) async throws -> CalledPicture {
        let (asked, choices) = (try format(options), try choices(options))
        return try await pool.withSlot { slot in
            var watch = Stopwatch()
            var description = try ChartDescription(json: json, directory: options.directory, tables: tables)
            description.reading = choices.reading
            let format = try asked.holding(description)
            var (room, estimated): (Int?, Int) = (nil, 0)
            // Estimates open the data files. Callers without a limit do not wait for that.
            if let limit = options.maxMemory {
                let estimate = try choices.memoryEstimate(of: description, as: format, isBanded: false)
                guard estimate.total <= limit else {
                    throw CallRefusal.memory("the chart would take about \(estimate); maxMemory is \(limit)")
                }
                (room, estimated) = (estimate.unorderedMemoryBudget(within: MemorySize(bytes: limit)), estimate.total)
            }
            if description.frames != nil {
                var bytes: [UInt8] = []
                let animation = Animation(description: description, choices: choices, room: room)
                var made = try await animation.write(on: slot) { bytes += $0 }
                made.picture.statistics.memory.estimated = estimated
                return try CalledPicture(made.picture, bytes: bytes)
            }
            let chart = try description.makeChart(pictures: .standard)
            if let room { chart.unorderedMemoryBudget = room }
            try choices.apply(to: chart)
            let read = watch.lap()
            var made = try await choices.picture(of: consume chart, as: format, on: slot)
            made.statistics.milliseconds.read = read
            made.statistics.memory.estimated = estimated
            return try CalledPicture(made, bytes: made.bytes)
        }
    }

    /// The same for a chart that is made after a slot is acquired.
    ///
    /// - Parameter options: only format, quality and vector are used.
    package static func make(
        _ options: PictureCallOptions, on pool: RendererPool, of makeChart: @escaping @Sendable () throws -> Chart
    ) async throws -> CalledPicture {
        for (key, isSet) in [
            ("width", options.width != nil), ("height", options.height != nil), ("scale", options.scale != nil),
            ("theme", options.theme != nil),
            ("maxMemory", options.maxMemory != nil), ("mapFiles", options.mapFiles != nil),
        ] where isSet {
            throw DescriptionError(path: "options.\(key)", message: "the plan decides it")
        }
        let (asked, choices) = (try format(options), try choices(options))
        return try await pool.withSlot { slot in
            var watch = Stopwatch()
            let chart = try makeChart()
            let read = watch.lap()
            var made = try await choices.picture(of: consume chart, as: asked, on: slot)
            made.statistics.milliseconds.read = read
            return try CalledPicture(made, bytes: made.bytes)
        }
    }

    private init(_ picture: EncodedPicture, bytes: [UInt8]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        (self.bytes, width, height, altText, warnings) = (
            bytes, picture.width, picture.height, picture.altText, picture.warnings
        )
        statistics = String(decoding: try encoder.encode(picture.statistics), as: UTF8.self)
    }

    private static func format(_ options: PictureCallOptions) throws(DescriptionError) -> OutputFormat {
        let word = options.format ?? "png"
        guard let format = OutputFormat(word) else {
            let message =
                "\"\(CommandError.clean(word))\" is no picture format; it is one of \(OutputFormat.names.joined(separator: ", "))"
            throw DescriptionError(path: "options.format", message: message)
        }
        return format
    }

    private static func choices(_ options: PictureCallOptions) throws(DescriptionError) -> PictureChoices {
        guard let vector = VectorPolicy(rawValue: options.vector ?? VectorPolicy.auto.rawValue) else {
            throw DescriptionError(path: "options.vector", message: "it is one of always, auto, never")
        }
        return PictureChoices(
            width: options.width, height: options.height, scale: options.scale, theme: options.theme?.rawValue,
            quality: options.quality, vector: vector,
            reading: ReadingOptions(mapsFiles: options.mapFiles ?? true))
    }

    /// The output formats as JSON.
    package static var formats: String {
        let objects = OutputFormat.names.compactMap { name in
            OutputFormat(name).map { format in
                let type =
                    switch format {
                    case .image(let image): image.mediaType
                    case .apng: "image/apng"
                    case .svg: "image/svg+xml"
                    }
                return "{\"name\": \"\(name)\", \"mediaType\": \"\(type)\", \"extension\": \"\(format.fileExtension)\"}"
            }
        }
        return "[" + objects.joined(separator: ", ") + "]"
    }
}

/// A well-formed request that is refused.
package enum CallRefusal: Error {
    case memory(String)
}

/// Converts errors for callers.
package enum CallFailure {
    /// - Returns: the exit status of the command, and the message.
    package static func status(of error: any Error) -> (code: Int32, message: String) {
        if case CommandError.usage(let text) = error { return (Exit.usage.rawValue, text) }
        return (Exit.code(for: error).rawValue, "\(error)")
    }
}

extension PoolCallOptions {
    /// - Throws: `DescriptionError`. Its path starts with `options`.
    package func makePool() throws(DescriptionError) -> RendererPool {
        guard let choice = DeviceChoice(word: device ?? "auto") else {
            throw DescriptionError(
                path: "options.device", message: "it is auto, surfaceless, default, gbm:PATH or an index")
        }
        guard let surface = CanvasSurface(rawValue: surface ?? CanvasSurface.framebuffer.rawValue) else {
            throw DescriptionError(path: "options.surface", message: "it is framebuffer or pbuffer")
        }
        var options = GLOptions(
            device: choice, requireHardware: requireHardware, surface: surface, eglLibrary: eglLibrary)
        options.programCache = programCache.map { $0.isEmpty ? nil : $0 } ?? GLOptions.usualProgramCache
        var engine = TextEngine.shared
        if !fontDirectories.isEmpty {
            engine = TextEngine()
            for (k, folder) in fontDirectories.enumerated() {
                do throws(TextError) { try engine.addFontDirectory(folder) } catch {
                    throw DescriptionError(path: "options.fontDirectories[\(k)]", message: "\(error)", kind: .noInput)
                }
            }
        }
        return RendererPool(count: renderers ?? RendererPool.defaultCount, slots: slots, options, engine: engine)
    }
}
