public import VitrailScene

/// Makes pictures of files' bytes. This module knows no picture format: whoever builds charts from descriptions hands one in.
public struct PictureDecoder: Sendable {
    let size: @Sendable ([UInt8]) throws -> PixelSize
    let decode: @Sendable ([UInt8]) throws -> PixelImage

    /// - Parameters:
    ///   - size: of the picture in a file, before memory is taken for it.
    ///   - decode: the picture, premultiplied. Errors of either are told by their description.
    public init(size: @escaping @Sendable ([UInt8]) throws -> PixelSize, decode: @escaping @Sendable ([UInt8]) throws -> PixelImage) {
        self.size = size
        self.decode = decode
    }

    /// Takes no picture.
    public static let none = PictureDecoder(size: { _ in throw Missing() }, decode: { _ in throw Missing() })

    private struct Missing: Error, CustomStringConvertible {
        var description: String { "there is no decoder for pictures" }
    }
}

/// The pictures of one description, each file read once.
struct PictureFiles {
    let directory: String
    let decoder: PictureDecoder
    private var pictures: [String: PixelImage] = [:]
    private var pixels = 0

    init(directory: String, decoder: PictureDecoder) {
        self.directory = directory
        self.decoder = decoder
    }

    /// Bytes of a file.
    private static let mostBytes = 64 << 20
    /// Pixels of all pictures together: a picture as large as the largest chart in half its resolution.
    private static let mostPixels = 64 << 20

    mutating func picture(_ path: String, place: String) throws(DescriptionError) -> PixelImage {
        let path = DataDescription.resolved(path, in: directory)
        if let known = pictures[path] { return known }
        let bytes = try read(path, place: place)
        do {
            let size = try decoder.size(bytes)
            guard size.width > 0, size.height > 0, size.width <= Self.mostPixels / size.height - pixels / size.height else {
                throw DescriptionError(
                    place: place, message: "\(size.width) × \(size.height): the pictures have more than \(Self.mostPixels) pixels")
            }
            let picture = try decoder.decode(bytes)
            pixels += picture.width * picture.height
            pictures[path] = picture
            return picture
        } catch let error as DescriptionError {
            throw error
        } catch {
            throw DescriptionError(place: place, message: "\(path): \(error)")
        }
    }

    /// What a picture takes when it is decoded; 0 where that cannot be told.
    func decodedBytes(_ path: String) -> Int {
        guard let bytes = try? read(DataDescription.resolved(path, in: directory), place: ""), let size = try? decoder.size(bytes),
            size.width > 0, size.height > 0, size.width <= Self.mostPixels / size.height
        else { return 0 }
        return size.width * size.height * 4
    }

    private func read(_ path: String, place: String) throws(DescriptionError) -> [UInt8] {
        do throws(DataError) {
            let file = try MappedFile(path: path)
            guard file.count <= Self.mostBytes else { throw .tooMany(path: path, what: "bytes", limit: Self.mostBytes) }
            let bytes = file.withBytes { span in span.indices.map { span[$0] } }
            try file.checkIntact()
            return bytes
        } catch {
            throw DescriptionError(place: place, message: error.description, kind: error.fault)
        }
    }
}
