public import VitrailScene

/// How much of a picture is drawn, and held, at one time.
public struct TileLimits: Sendable, Hashable {
    /// Sides of a tile, pixels.
    public var width: Int
    public var height: Int
    /// Pixels of a tile: the canvas and its scratch targets take up to 29 bytes for each.
    public var pixels: Int
    /// Pixels of a band of tiles beside each other: 4 bytes each, in the process's memory.
    public var bandPixels: Int

    /// Pictures up to 3840 × 2160 are drawn in one piece; a tile takes 232 MiB at most.
    public static let defaultPixels = 1 << 23
    /// 64 MiB; a picture 40,000 pixels wide has bands of 416 rows.
    public static let defaultBandPixels = 1 << 24

    public init(width: Int, height: Int, pixels: Int = defaultPixels, bandPixels: Int = defaultBandPixels) {
        (self.width, self.height, self.pixels, self.bandPixels) = (max(1, width), max(1, height), max(1, pixels), max(1, bandPixels))
    }

    /// No picture has more.
    static let none = TileLimits(width: .max, height: .max, pixels: .max, bandPixels: .max)

    /// What both allow.
    func intersection(_ other: TileLimits) -> TileLimits {
        TileLimits(
            width: min(width, other.width), height: min(height, other.height), pixels: min(pixels, other.pixels),
            bandPixels: min(bandPixels, other.bandPixels))
    }
}

/// A picture cut into bands of rows, and each band into tiles that a device can draw.
///
///     ┌───────┬───────┬───────┐ ╮
///     │ tile  │       ╎│      │ │ band 0     Tiles are equally large. The last of a band begins as far left as it has to for that:
///     ├───────┼───────┬┼──────┤ ╯            a target of another width would be made anew twice in every band.
///     │       │       ╎│      │   band 1
///     └───────┴───────┴┴──────┘              The last band is as low as what is left.
public struct TilePlan: Sendable, Hashable {
    /// Of the picture.
    public let size: PixelSize
    /// Of every tile but those of the last band.
    public let tile: PixelSize
    /// Tiles in a band.
    public let columns: Int

    /// One tile where the limits allow it.
    ///
    /// - Parameter size: at least 1×1.
    public init(_ size: PixelSize, limits: TileLimits) {
        self.size = size
        let isWhole = size.width <= limits.width && size.height <= limits.height && size.width * size.height <= limits.pixels
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

    /// Edges of tiles lie between blocks of pixel columns, where they can: `BlockLines` then draws them as in the whole picture.
    private static func wholeBlocks(_ length: Int) -> Int { (length + BlockLines.width - 1) / BlockLines.width * BlockLines.width }

    public var bandCount: Int { (size.height + tile.height - 1) / tile.height }
    public var isWhole: Bool { columns == 1 && bandCount == 1 }

    /// - Precondition: 0 ≤ `index` < `bandCount`.
    public func band(_ index: Int) -> PixelRect {
        precondition((0..<bandCount).contains(index), "there is no band \(index)")
        let y = index * tile.height
        return PixelRect(x: 0, y: y, width: size.width, height: min(tile.height, size.height - y))
    }

    /// The tiles of a band, from the left.
    public func tiles(of index: Int) -> [PixelRect] {
        let band = band(index)
        return (0..<columns).map { column in
            PixelRect(x: min(column * tile.width, size.width - tile.width), y: band.y, width: tile.width, height: band.height)
        }
    }
}
