import Foundation
import Vitrail

/// What went wrong with an output.
enum OutputError: Error, CustomStringConvertible {
    case unknownFormat(String)
    case cannotWrite(path: String, reason: String)

    var isCannotWrite: Bool {
        if case .cannotWrite = self { return true }
        return false
    }

    var description: String {
        switch self {
        case .unknownFormat(let name):
            "output: no picture format \"\(name)\"; png, jpeg, webp and rgba are, by --format or by the file's extension"
        case .cannotWrite(let path, let reason): "\(path): cannot write: \(reason)"
        }
    }
}

/// Where a picture goes: a file that appears whole or not at all, or standard output.
struct Output {
    let path: String
    let format: ImageFormat

    /// - Parameters:
    ///   - path: a file, or `-`.
    ///   - format: a format's name; nil = by the extension, PNG without one.
    init(path: String, format: String?) throws(OutputError) {
        self.path = path
        let suffix = (path as NSString).pathExtension
        let name = format ?? (suffix.isEmpty || path == "-" ? "png" : suffix)
        guard let known = ImageFormat(rawValue: name.lowercased()) ?? ImageFormat(fileExtension: name) else {
            throw .unknownFormat(name)
        }
        self.format = known
    }

    /// Writes beside the file and renames, so that nobody sees half of it.
    func write(_ bytes: [UInt8]) throws(OutputError) {
        guard path != "-" else {
            do { try FileHandle.standardOutput.write(contentsOf: Data(bytes)) } catch {
                throw .cannotWrite(path: "standard output", reason: reason(error))
            }
            return
        }
        do {
            // Not through `.atomic`, which would replace a device or a link that was asked for.
            let isPlain = (try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType) ?? .typeRegular
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: isPlain == .typeRegular ? .atomic : [])
        } catch {
            throw .cannotWrite(path: path, reason: reason(error))
        }
    }

    private func reason(_ error: any Error) -> String {
        let nsError = error as NSError
        if let cause = nsError.userInfo[NSUnderlyingErrorKey] as? NSError, cause.domain == NSPOSIXErrorDomain {
            return String(cString: strerror(Int32(cause.code)))
        }
        return nsError.localizedDescription
    }
}
