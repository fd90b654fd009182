import VitrailColumns
public import VitrailScene

/// Decodes pictures from the bytes of files. This module knows no image formats, so hosts must provide a decoder.
public struct PictureDecoder: Sendable {
    let size: @Sendable ([UInt8]) throws -> PixelSize
    let decode: @Sendable ([UInt8]) throws -> PixelImage

    /// - Parameters:
    ///   - size: Returns the size of the picture before memory is allocated for it.
    ///   - decode: Returns the premultiplied picture. The descriptions of errors from both closures appear in messages.
    public init(
        size: @escaping @Sendable ([UInt8]) throws -> PixelSize,
        decode: @escaping @Sendable ([UInt8]) throws -> PixelImage
    ) {
        self.size = size
        self.decode = decode
    }

    /// Rejects all pictures.
    public static let none = PictureDecoder(size: { _ in throw Missing() }, decode: { _ in throw Missing() })

    private struct Missing: Error, CustomStringConvertible {
        var description: String { "there is no decoder for pictures" }
    }
}

/// The pictures of one description. Each file is read once.
struct PictureFiles {
    let directory: String
    let decoder: PictureDecoder
    private var pictures: [String: PixelImage] = [:]
    private var pixels = 0

    init(directory: String, decoder: PictureDecoder) {
        self.directory = directory
        self.decoder = decoder
    }

    /// Maximum size of a file in bytes.
    private static let maxBytes = 64 << 20
    /// Maximum number of pixels of all pictures: as many as the largest chart at half its resolution.
    private static let maxPixels = 64 << 20

    mutating func picture(_ path: String, path jsonPath: String) throws(DescriptionError) -> PixelImage {
        let path = DataDescription.resolved(path, in: directory)
        if let known = pictures[path] { return known }
        let bytes = try read(path, path: jsonPath)
        do {
            let size = try decoder.size(bytes)
            guard size.width > 0, size.height > 0, size.width <= Self.maxPixels / size.height - pixels / size.height
            else {
                throw DescriptionError(
                    path: jsonPath,
                    message: "\(size.width) × \(size.height): the pictures have more than \(Self.maxPixels) pixels")
            }
            let picture = try decoder.decode(bytes)
            pixels += picture.width * picture.height
            pictures[path] = picture
            return picture
        } catch let error as DescriptionError {
            throw error
        } catch {
            throw DescriptionError(path: jsonPath, message: "\(path): \(error)")
        }
    }

    /// Size of a decoded picture in bytes; 0 if it cannot be determined.
    func decodedBytes(_ path: String) -> Int {
        guard let bytes = try? read(DataDescription.resolved(path, in: directory), path: ""),
            let size = try? decoder.size(bytes),
            size.width > 0, size.height > 0, size.width <= Self.maxPixels / size.height
        else { return 0 }
        return size.width * size.height * 4
    }

    private func read(_ path: String, path jsonPath: String) throws(DescriptionError) -> [UInt8] {
        do throws(DataError) {
            return try DataFile.contents(of: path, limit: Self.maxBytes)
        } catch {
            throw DescriptionError(path: jsonPath, message: error.description, kind: error.fault)
        }
    }
}
