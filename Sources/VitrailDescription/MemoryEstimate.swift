public import VitrailColumns
public import VitrailScene

/// An estimate in bytes of the memory that a chart needs, computed from its description without allocating it. Excludes
/// code, fonts, the driver, and pages of mapped files.
///
/// The constants are measured: `Tests/memory/memory.py` compares estimates with peaks.
public struct MemoryEstimate: Sendable, Hashable {
    /// The kind of picture.
    public enum Output: Sendable, Hashable {
        /// Pixels. `encoder`: bytes per pixel that the encoder needs. `isBanded`: whether rows are written as soon as
        /// they are drawn.
        case pixels(encoder: Int, isBanded: Bool)
        /// SVG. A series with more than `largest` samples is embedded as a picture.
        case shapes(largest: Int)
    }

    public let size: PixelSize
    public let output: Output
    /// Columns in memory.
    public var data = 0
    /// Memory that is held until the picture is drawn.
    public var kept = 0
    /// Memory that one series needs only while it is planned. The maximum of all series, because they are planned one
    /// after the other.
    public internal(set) var passing = 0
    /// Bytes per pixel of a tile that only some series draw to.
    var scratchBytesPerPixel = 0
    /// Whether an SVG has embedded pictures of series.
    var hasPictures = false
    /// Memory of shapes that a software driver has queued: the sum and its limit.
    private var (waiting, maxWaiting) = (0, 0)

    public init(size: PixelSize, output: Output = .pixels(encoder: 0, isBanded: false)) {
        (self.size, self.output) = (size, output)
    }

    /// Bytes per pixel of the canvas.
    static let bytesPerDrawnPixel = 4
    /// Bytes per pixel that was read back.
    static let bytesPerHeldPixel = 4
    /// Bytes per pixel of a picture in an SVG: pixels, PNG, Base64 and the text.
    static let bytesPerPictureInShapes = 14
    /// Pixels drawn at a time, the default of renderers.
    static let tile = 1 << 23

    var pixelCount: Int { size.width * size.height }

    public var pixels: Int {
        let (all, drawn) = (pixelCount, min(pixelCount, Self.tile))
        switch output {
        case .shapes:
            return hasPictures
                ? drawn * (Self.bytesPerDrawnPixel + scratchBytesPerPixel) + all * Self.bytesPerPictureInShapes : 0
        case .pixels(let encoder, let isBanded):
            return drawn * (Self.bytesPerDrawnPixel + scratchBytesPerPixel) + (isBanded ? drawn : all)
                * (Self.bytesPerHeldPixel + encoder)
        }
    }
    /// Memory of queued shapes. Drivers limit it: they wait for the device before they queue more.
    public var queue: Int { min(waiting, maxWaiting) }
    public var total: Int { pixels + data + kept + passing + queue }

    /// Adds memory that a series needs only while it is planned.
    mutating func addPassing(_ bytes: Int) { passing = max(passing, bytes) }

    /// Adds shapes that the driver draws one by one.
    ///
    /// - Parameter most: Maximum queued bytes; `nil`: the bytes of 65,536 shapes.
    mutating func addWaiting(_ count: Int, bytes: Int, maximum: Int? = nil) {
        waiting += count * bytes
        maxWaiting = max(maxWaiting, maximum ?? bytes << 16)
    }

    /// Adds number columns read from a CSV file. - Returns: Estimated number of rows.
    @discardableResult
    public mutating func add(_ source: CSVSource, columns: Int) throws(DataError) -> Int {
        try add(source.open(), columns: columns)
    }

    mutating func add(_ file: CSVFile, columns: Int) throws(DataError) -> Int {
        let rows = try file.countedRows()
        data += rows * columns * Self.bytesPerParsedNumber + file.text.copiedBytes
        return rows
    }

    /// Bytes per number, including the free capacity of growing arrays.
    static let bytesPerParsedNumber = 13
}

extension MemoryEstimate: CustomStringConvertible {
    public var description: String {
        "\(Self.text(total)) (\(Self.text(pixels)) for \(size.width) × \(size.height) pixels, \(Self.text(total - pixels)) for data and shapes)"
    }

    /// Formats a size with one decimal and units of 1024: `1.5 GB`.
    public static func text(_ bytes: Int) -> String { MemorySize.text(bytes) }
}
