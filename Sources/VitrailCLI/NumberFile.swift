import Vitrail

/// A file of numbers, identified by its extension: arrays saved by NumPy, or raw little-endian numbers. It is read in
/// place.
struct NumberFile {
    let path: String
    private let format: Format

    /// Whether it can contain only raw numbers. An array may be a table.
    var isRaw: Bool { format != .npy && format != .npz }

    private enum Format: String {
        case npy, npz, f64, f32
    }

    /// - Returns: `nil` for any other file.
    init?(_ path: String) {
        guard let format = Format(rawValue: Input.fileExtension(path).lowercased()) else { return nil }
        (self.path, self.format) = (path, format)
    }

    /// The title for axes and legends: the file's name without its extension.
    var title: String { Input(path).stem.split(separator: "/").last.map(String.init) ?? path }

    /// The reference to it in a description.
    var description: RawColumn {
        switch format {
        case .npy, .npz: .npy(path: path)
        case .f64: .f64(path: path)
        case .f32: .f32(path: path)
        }
    }

    /// Numbers, or dates if NumPy saved dates.
    func column(_ reading: ReadingOptions) throws(DataError) -> Column {
        switch format {
        case .npy, .npz: try Column(npyFile: path, reading: reading)
        case .f64: try Column(f64File: path, reading: reading)
        case .f32: try Column(f32File: path, reading: reading)
        }
    }
}
