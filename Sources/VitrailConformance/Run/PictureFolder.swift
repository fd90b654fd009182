import FoundationEssentials
import VitrailImage
import VitrailScene

/// Where pictures of failures go: `images/` below the output folder.
struct PictureFolder {
    private let root: String

    init(_ root: String) { self.root = root }

    /// - Returns: what each is, and its file's name relative to the output folder.
    /// - Throws: `ConformanceError.cannotWrite`.
    func write(_ pictures: FailurePictures, of name: String) throws -> [String: String] {
        try write([("reference", pictures.reference), ("result", pictures.result), ("errorMask", pictures.errorMask)], of: name)
    }

    func write(_ pictures: [(kind: String, picture: PixelImage)], of name: String) throws -> [String: String] {
        var files: [String: String] = [:]
        try FolderFiles.make(root + "/images")
        for (kind, picture) in pictures {
            let file = "images/\(name)_\(kind).png"
            try FolderFiles.write(try ImageEncoder.encode(picture, as: .png), to: root + "/" + file)
            files[kind] = file
        }
        return files
    }
}

/// Files and folders, with errors that name them.
enum FolderFiles {
    static func make(_ path: String) throws(ConformanceError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw .cannotWrite(path: path, reason: "\(error.localizedDescription)")
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws(ConformanceError) {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        } catch {
            throw .cannotWrite(path: path, reason: "\(error.localizedDescription)")
        }
    }
}
