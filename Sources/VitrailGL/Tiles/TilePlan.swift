public import VitrailScene

/// Limits of the part of a picture that is drawn and held in memory at one time.
public struct TileLimits: Sendable, Hashable {
    /// Maximum sides of a tile in pixels.
    public var width: Int
    public var height: Int
    /// Maximum number of pixels in a tile. The canvas and its scratch targets take up to 29 bytes per pixel.
    public var pixels: Int
    /// Maximum number of pixels in a band of adjacent tiles, with 4 bytes each in the process's memory.
    public var bandPixels: Int

    /// Pictures up to 3840 × 2160 are drawn in one piece; a tile takes at most 232 MiB.
    public static let defaultPixels = 1 << 23
    /// 64 MiB; a picture 40,000 pixels wide has bands of 416 rows.
    public static let defaultBandPixels = 1 << 24

    public init(width: Int, height: Int, pixels: Int = defaultPixels, bandPixels: Int = defaultBandPixels) {
        (self.width, self.height, self.pixels, self.bandPixels) = (
            max(1, width), max(1, height), max(1, pixels), max(1, bandPixels)
        )
    }

    /// No limits.
    static let none = TileLimits(width: .max, height: .max, pixels: .max, bandPixels: .max)

    /// Returns the smaller of both limits.
    func intersection(_ other: TileLimits) -> TileLimits {
        TileLimits(
            width: min(width, other.width), height: min(height, other.height), pixels: min(pixels, other.pixels),
            bandPixels: min(bandPixels, other.bandPixels))
    }
}

/// A picture divided into bands of rows, and each band into tiles that a device can draw.
///
///     ┌───────┬───────┬───────┐ ╮
///     │ tile  │       ╎│      │ │ band 0
///     ├───────┼───────┬┼──────┤ ╯
///     │       │       ╎│      │   band 1
///     └───────┴───────┴┴──────┘
///
/// All tiles of a band have equal size. The last tile of a band overlaps its neighbour if necessary, because a target
/// of another width would be created twice per band. The last band has the remaining height.
public struct TilePlan: Sendable, Hashable {
    /// Size of the picture.
    public let size: PixelSize
    /// Size of every tile except in the last band.
    public let tile: PixelSize
    /// Number of tiles in a band.
    public let columns: Int

    /// One tile if the limits allow it.
    ///
    /// - Parameter size: at least 1×1.
    public init(_ size: PixelSize, limits: TileLimits) {
        self.size = size
        let isWhole =
            size.width <= limits.width && size.height <= limits.height && size.width * size.height <= limits.pixels
        if isWhole {
            (tile, columns) = (size, 1)
            return
        }
        let widest = min(limits.width, limits.pixels)
        columns = (size.width + widest - 1) / widest
        let width = min(Self.wholeBlocks((size.width + columns - 1) / columns), widest, size.width)
        let rows = min(limits.height, limits.pixels / width, max(1, limits.bandPixels / size.width), size.height)
        let isCut = rows < size.height && rows > BlockLines.width
        tile = PixelSize(width: width, height: isCut ? rows / BlockLines.width * BlockLines.width : rows)
    }

    /// Rounds up to whole blocks of pixel columns, so that `BlockLines` draws them as in the whole picture.
    private static func wholeBlocks(_ length: Int) -> Int {
        (length + BlockLines.width - 1) / BlockLines.width * BlockLines.width
    }

    public var bandCount: Int { (size.height + tile.height - 1) / tile.height }
    public var isWhole: Bool { columns == 1 && bandCount == 1 }

    /// - Precondition: 0 ≤ `index` < `bandCount`.
    public func band(_ index: Int) -> PixelRect {
        precondition((0..<bandCount).contains(index), "there is no band \(index)")
        let y = index * tile.height
        return PixelRect(x: 0, y: y, width: size.width, height: min(tile.height, size.height - y))
    }

    /// Returns the tiles of a band, from the left.
    public func tiles(of index: Int) -> [PixelRect] {
        let band = band(index)
        return (0..<columns).map { column in
            PixelRect(
                x: min(column * tile.width, size.width - tile.width), y: band.y, width: tile.width, height: band.height)
        }
    }
}
