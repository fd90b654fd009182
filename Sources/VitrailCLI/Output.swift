import Vitrail

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The file format of a picture.
enum OutputFormat: Equatable {
    case image(ImageFormat)
    /// An animated PNG. It has one frame if the chart has no frames.
    case apng
    case svg

    /// Parses the name of a format or a file extension. Case is ignored.
    init?(_ word: String) {
        if word.lowercased() == "svg" {
            self = .svg
        } else if word.lowercased() == "apng" {
            self = .apng
        } else if let format = ImageFormat(fileExtension: word) {
            self = .image(format)
        } else {
            return nil
        }
    }

    var fileExtension: String {
        switch self {
        case .image(let format): format.fileExtension
        case .apng: "apng"
        case .svg: "svg"
        }
    }

    /// A name that `init` accepts.
    var name: String {
        switch self {
        case .image(let format): format.rawValue
        case .apng: "apng"
        case .svg: "svg"
        }
    }

    static let names = ImageFormat.allCases.map(\.rawValue) + ["apng", "svg"]
}

/// The destination of a picture: a file or standard output.
struct Output {
    /// A file, or `-`.
    let path: String
    let format: OutputFormat

    var isStandardOutput: Bool { path == "-" }

    /// - Parameters:
    ///   - path: the path as given. `nil`: beside the input, with the format's extension, or standard output if the
    ///     input is `-`.
    ///   - format: the name of a format. `nil`: by the extension of `path`, PNG without one.
    /// - Throws: `CommandError.usage` for an unknown format, and for a picture that would be written to a terminal.
    init(path: String?, format: String?, input: Input) throws(CommandError) {
        self.format = try Self.format(format, path: path)
        if let path {
            self.path = path
        } else if input.isStandardInput {
            self.path = "-"
        } else {
            self.path = input.stem + "." + self.format.fileExtension
            guard self.path != input.path else {
                throw CommandError.usage("the picture would replace \(input.path); name another file with -o")
            }
        }
        guard !self.path.isEmpty else { throw CommandError.usage("-o names a file, or - for standard output") }
        if isStandardOutput { try StandardStreams.refuseTerminal("a picture is", " name a file with -o, or") }
    }

    /// The format by name, by the extension of a path, or PNG.
    static func format(_ name: String?, path: String?) throws(CommandError) -> OutputFormat {
        let word = name ?? path.map(Input.fileExtension) ?? ""
        if word.isEmpty, name == nil { return .image(.png) }
        guard let format = OutputFormat(word) else {
            throw CommandError.usage(
                "\"\(word)\" is no picture format; --format, or the output's extension, is one of \(OutputFormat.names.joined(separator: ", "))"
            )
        }
        return format
    }

    func write(_ bytes: [UInt8]) throws(CommandError) {
        let file = try begin()
        try file.append(bytes)
        try file.finish()
    }

    /// For a picture that is written in parts. A file appears when it is complete. Bytes on standard output cannot be
    /// taken back.
    func begin() throws(CommandError) -> WholeFile { try isStandardOutput ? .standardOutput : WholeFile(path) }
}
