public import VitrailChart
import VitrailImage

public import struct Foundation.URL

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension Renderer {
    /// The renderer of `Chart.write(to:)`, for all charts of the process. Its device opens with the first picture and
    /// stays open until `close()` is called.
    public static let shared = Renderer()
}

extension Chart {
    /// Renders the chart and writes it to a file.
    ///
    /// ```swift
    /// try await chart.write(to: "sales.png")
    /// ```
    ///
    /// The file appears when it is complete. If the call throws, a file that existed before is unchanged.
    /// - Parameters:
    ///   - path: the end of the name selects the format: `.png`, `.jpg`, `.jpeg`, `.webp`, `.rgba` or `.svg`, in any
    ///     case. The folder must exist.
    ///   - quality: 0…100 for JPEG and lossy WebP. `nil`: the format's default.
    ///   - renderer: draws the chart.
    /// - Throws: `WriteError`, and the errors of `Renderer.render`.
    public nonisolated(nonsending) func write(
        to path: String, quality: Int? = nil, renderer: Renderer = .shared
    ) async throws {
        let format = try FileFormatByName(path)
        do {
            switch format {
            case .image(let format):
                // Opened first, so that a wrong folder is reported before anything is drawn.
                let file = try AtomicFile(path)
                _ = try await renderer.render(self, as: format, quality: quality) { try file.append($0) }
                try file.finish()
            case .svg:
                let file = try AtomicFile(path)
                try file.append(try await renderer.renderVector(self).bytes)
                try file.finish()
            }
        } catch let failure as AtomicFile.Failure {
            throw WriteError.cannotWrite(path: path, reason: String(cString: strerror(failure.code)))
        }
    }

    /// Renders the chart and writes it to a file, as `write(to:)` with a path does.
    ///
    /// - Parameters:
    ///   - url: a file URL.
    ///   - quality: 0…100 for JPEG and lossy WebP. `nil`: the format's default.
    ///   - renderer: draws the chart.
    /// - Throws: `WriteError`, and the errors of `Renderer.render`.
    public nonisolated(nonsending) func write(
        to url: URL, quality: Int? = nil, renderer: Renderer = .shared
    ) async throws {
        guard url.isFileURL else { throw WriteError.noFile(url: url.absoluteString) }
        try await write(to: url.path, quality: quality, renderer: renderer)
    }
}

/// The reason why `Chart.write(to:)` wrote no file, although the chart can be rendered.
public enum WriteError: Error, Sendable, Equatable {
    /// The name of the file ends with no known format.
    case unknownFormat(path: String)
    /// The system does not write the file, with its reason.
    case cannotWrite(path: String, reason: String)
    /// The URL is not a file URL.
    case noFile(url: String)

    /// The known ends of names.
    public static let endings = ["png", "jpg", "jpeg", "webp", "rgba", "svg"]
}

extension WriteError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownFormat(let path):
            "\(path): the end of the name is no picture format; known are "
                + Self.endings.map { "." + $0 }.joined(separator: ", ")
        case .cannotWrite(let path, let reason): "\(path): cannot be written: \(reason)"
        case .noFile(let url): "\(url): only files can be written"
        }
    }
}

/// The format that a file's name asks for.
private enum FileFormatByName {
    case image(ImageFormat)
    case svg

    init(_ path: String) throws(WriteError) {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let ending =
            name.contains(".")
            ? name.split(separator: ".", omittingEmptySubsequences: false).last?.lowercased() ?? "" : ""
        if ending == "svg" {
            self = .svg
        } else if WriteError.endings.contains(ending), let format = ImageFormat(fileExtension: ending) {
            self = .image(format)
        } else {
            throw .unknownFormat(path: path)
        }
    }
}
