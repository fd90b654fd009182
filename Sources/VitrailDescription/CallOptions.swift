import VitrailScene

/// Options of one picture, in JSON, for the C interface.
package struct PictureCallOptions: Sendable {
    /// Unchecked text: this module does not know the formats.
    package var format: String?
    /// Width in points. This and the following properties override values of the description.
    package var width: Double?
    package var height: Double?
    package var scale: Double?
    package var theme: ThemeName?
    package var quality: Int?
    /// Unchecked text.
    package var vector: String?
    /// Folder that relative paths start from.
    package var directory = "."
    /// Limit in bytes. `nil`: no limit.
    package var maxMemory: Int?
    /// Whether data files are mapped. `nil`: yes.
    package var mapFiles: Bool?

    /// - Throws: `DescriptionError` with a JSON path that starts with `options`.
    package init(json: [UInt8]) throws(DescriptionError) {
        var object = try DescriptionObject(options: json)
        format = try object.optional("format")
        width = try object.optional("width", in: 1...Double(PictureLimits.side))
        height = try object.optional("height", in: 1...Double(PictureLimits.side))
        scale = try object.optional("scale", in: ChartDescription.scales)
        theme = try object.optional("theme")
        quality = try object.optional("quality")?.integer(in: 0...100)
        vector = try object.optional("vector")
        directory = try object.optional("directory")?.filePath() ?? "."
        maxMemory = try object.optional("maxMemory")?.integer(in: 1...1 << 53)
        mapFiles = try object.optional("mapFiles")
        try object.finish()
    }
}

/// Options of a live figure, in JSON, for the C interface.
package struct LiveCallOptions: Sendable {
    /// Unchecked text.
    package var axes = "xy"
    /// Unchecked text.
    package var link = "x"
    /// Maximum number of frames per second.
    package var frameRate = 60.0
    /// Whether data files are mapped.
    package var mapFiles = true

    /// - Throws: `DescriptionError` with a JSON path that starts with `options`.
    package init(json: [UInt8]) throws(DescriptionError) {
        var object = try DescriptionObject(options: json)
        axes = try object.optional("axes") ?? axes
        link = try object.optional("link") ?? link
        frameRate = try object.optional("frameRate", in: 1...240) ?? frameRate
        mapFiles = try object.optional("mapFiles") ?? mapFiles
        try object.finish()
    }
}

/// Options of a pool of renderers, in JSON, for the C interface.
package struct PoolCallOptions: Sendable {
    package var renderers: Int?
    package var slots: Int?
    /// Unchecked text: a word or an index.
    package var device: String?
    package var surface: String?
    package var eglLibrary: String?
    package var requireHardware = false
    package var fontDirectories: [String] = []
    /// Empty: no cache.
    package var programCache: String?

    /// - Throws: `DescriptionError` with a JSON path that starts with `options`.
    package init(json: [UInt8]) throws(DescriptionError) {
        var object = try DescriptionObject(options: json)
        renderers = try object.optional("renderers")?.integer(in: 1...256)
        slots = try object.optional("slots")?.integer(in: 1...65_536)
        device = try object.optional("device").map { node throws(DescriptionError) in
            if case .number = node.value { return String(try node.integer(in: 0...1_000)) }
            return try node.string()
        }
        surface = try object.optional("surface")
        eglLibrary = try object.optional("eglLibrary")?.filePath()
        requireHardware = try object.optional("requireHardware") ?? false
        for folder in try object.optional("fontDirectories")?.elements(limit: 256) ?? [] {
            fontDirectories.append(try folder.filePath())
        }
        programCache = try object.optional("programCache")
        try object.finish()
    }
}

extension DescriptionObject {
    init(options json: [UInt8]) throws(DescriptionError) {
        do throws(DescriptionError) {
            try self.init(DescriptionNode(value: try JSONParser.parse(json), path: "options"))
        } catch {
            // The line numbers refer to the options.
            throw error.path.hasPrefix("options")
                ? error : DescriptionError(path: "options", message: "\(error)", kind: error.kind)
        }
    }
}
