import VitrailScene

/// A growing bitmap that packs rectangles into shelves; packed rectangles never move.
///
/// The page grows by doubling its shorter side, up to `maximumSide` squared, so that every rectangle keeps its
/// position.
struct AtlasPage {
    /// Every driver that the renderer supports has textures of this size; GLES 3.0 itself guarantees only 2048.
    static let maximumSide = 4096
    /// Initial side in pixels: enough for about two hundred glyphs of label size.
    static let firstSide = 128

    private struct Shelf {
        var y: Int
        var height: Int
        /// Left edge of the next rectangle.
        var x: Int
    }

    let bytesPerPixel: Int
    private(set) var size = PixelSize(width: 0, height: 0)
    private(set) var pixels: [UInt8] = []
    /// Number of pixels in use; at most `maximumSide²`.
    private(set) var usedArea = 0
    private var shelves: [Shelf] = []
    private var bottom = 0

    init(bytesPerPixel: Int) {
        self.bytesPerPixel = bytesPerPixel
    }

    /// Copies part of an image to a free position.
    ///
    /// - Parameters:
    ///   - part: a rectangle within the image, at most `maximumSide` on either side.
    ///   - rowBytes: bytes per row of the whole image.
    /// - Returns: the top left pixel of the copy. `nil`: the page is full.
    mutating func insert(_ part: PixelRect, of picture: [UInt8], rowBytes: Int) -> (x: Int, y: Int)? {
        guard let position = reserve(part.width, part.height) else { return nil }
        let count = part.width * bytesPerPixel
        for row in 0..<part.height {
            let from = (part.y + row) * rowBytes + part.x * bytesPerPixel
            let to = ((position.y + row) * size.width + position.x) * bytesPerPixel
            pixels.replaceSubrange(to..<to + count, with: picture[from..<from + count])
        }
        usedArea += part.width * part.height
        return position
    }

    private mutating func reserve(_ width: Int, _ height: Int) -> (x: Int, y: Int)? {
        while true {
            if let shelf = bestShelf(width, height, waste: height / 4 + 2) { return take(shelf, width) }
            // Shelf heights are rounded up, so that glyphs of one font share a shelf.
            let shelfHeight = min((height + 3) & ~3, Self.maximumSide)
            if width <= size.width, bottom + shelfHeight <= size.height {
                shelves.append(Shelf(y: bottom, height: shelfHeight, x: 0))
                bottom += shelfHeight
                return take(shelves.count - 1, width)
            }
            guard grow() else { break }
        }
        return bestShelf(width, height, waste: Self.maximumSide).map { take($0, width) }
    }

    /// Returns the shelf of smallest height that has space for the rectangle and wastes at most `waste` rows.
    private func bestShelf(_ width: Int, _ height: Int, waste: Int) -> Int? {
        var best: Int?
        for (i, shelf) in shelves.enumerated()
        where shelf.height >= height && shelf.height - height <= waste && shelf.x + width <= size.width {
            if best == nil || shelf.height < shelves[best!].height { best = i }
        }
        return best
    }

    private mutating func take(_ shelf: Int, _ width: Int) -> (x: Int, y: Int) {
        defer { shelves[shelf].x += width }
        return (shelves[shelf].x, shelves[shelf].y)
    }

    private mutating func grow() -> Bool {
        guard size.width < Self.maximumSide || size.height < Self.maximumSide else { return false }
        let old = size
        if old.width == 0 {
            size = PixelSize(width: Self.firstSide, height: Self.firstSide)
        } else if old.height < old.width {
            size.height *= 2
        } else {
            size.width *= 2
        }
        var grown = [UInt8](repeating: 0, count: size.width * size.height * bytesPerPixel)
        let rowBytes = old.width * bytesPerPixel
        for y in 0..<old.height {
            let start = y * size.width * bytesPerPixel
            grown.replaceSubrange(start..<start + rowBytes, with: pixels[y * rowBytes..<(y + 1) * rowBytes])
        }
        pixels = grown
        return true
    }
}
