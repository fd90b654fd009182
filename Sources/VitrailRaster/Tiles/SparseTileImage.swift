package import VitrailScene

/// A picture that is made strip by strip; a strip is sixteen pixel columns (or rows). Clear areas take no texels, and
/// many equal rows take a single row of texels.
///
///        ░▒░▒   ─→ a piece: texels, pixel by pixel       The texels of a strip are stacked from the top: the picture
///        ████   ─→ a piece: a row of texels, stretched   is as high as the strip with the most texels.
///        ████
package struct SparseTileImage: Sendable {
    /// Pixels across a strip.
    package static let lanes = 16
    /// This many equal rows become one row that is stretched.
    static let longest = 16

    typealias Row = SIMD16<UInt32>

    private let box: PixelRect
    private let isVertical: Bool
    /// Along: the pixel at which strips begin, and the length of the texels.
    private let origin: Int
    private let length: Int
    /// Premultiplied; row by row.
    private var pixels: [UInt8] = []
    package private(set) var pieces: [(source: PixelRect, position: PixelRect)] = []

    private var strip = 0
    /// Texel rows of the strip so far, and rows of its last piece while it is written.
    private var used = 0
    private var piece: Range<Int>?

    /// - Parameter box: the pixels of the picture that may be painted.
    init(box: PixelRect, isVertical: Bool) {
        (self.box, self.isVertical) = (box, isVertical)
        let (from, to) = isVertical ? (box.y, box.maxY) : (box.x, box.maxX)
        origin = Self.origin(of: from)
        length = (to - origin + Self.lanes - 1) / Self.lanes * Self.lanes
        // In an upright picture, rows lie side by side in memory, so they cannot be stacked.
        if isVertical { pixels = Array(repeating: 0, count: box.width * length * 4) }
    }

    /// Strips lie on a fixed grid of the picture.
    static func origin(of pixel: Int) -> Int { pixel / lanes * lanes }

    /// Divides a box along the axis into boxes of whole strips, with about equally many each.
    static func parts(of box: PixelRect, isVertical: Bool, count: Int) -> [PixelRect] {
        let (from, to) = isVertical ? (box.y, box.maxY) : (box.x, box.maxX)
        let origin = origin(of: from)
        let strips = (to - origin + lanes - 1) / lanes
        let count = max(min(count, strips), 1)
        return (0..<count).map { k in
            let low = max(origin + strips * k / count * lanes, from)
            let high = min(origin + strips * (k + 1) / count * lanes, to)
            return isVertical
                ? PixelRect(x: box.x, y: low, width: box.width, height: high - low)
                : PixelRect(x: low, y: box.y, width: high - low, height: box.height)
        }
    }

    mutating func begin(strip: Int) {
        self.strip = strip
        used = 0
    }

    /// Adds equal rows of the strip. The rows of a strip must come in order.
    mutating func add(_ row: Row, rows: Range<Int>) {
        guard !rows.isEmpty else { return }
        guard row != .zero else { return endStrip() }
        if rows.count >= Self.longest {
            endStrip()
            write(row, at: isVertical ? rows.lowerBound : used)
            return addPiece(rows, texels: 1)
        }
        if let piece, piece.upperBound == rows.lowerBound {
            self.piece = piece.lowerBound..<rows.upperBound
        } else {
            endStrip()
            piece = rows
        }
        for position in rows { write(row, at: isVertical ? position : used) }
    }

    /// Closes the piece that is being written.
    mutating func endStrip() {
        guard let rows = piece else { return }
        piece = nil
        addPiece(rows, texels: rows.count)
    }

    /// Adds a piece that shows the last texels of the strip at `rows`.
    private mutating func addPiece(_ rows: Range<Int>, texels: Int) {
        let lanes = self.lanes
        let first = strip * Self.lanes + lanes.lowerBound
        if isVertical {
            pieces.append(
                (
                    PixelRect(x: rows.lowerBound, y: first, width: texels, height: lanes.count),
                    PixelRect(x: box.x + rows.lowerBound, y: origin + first, width: rows.count, height: lanes.count)
                ))
        } else {
            pieces.append(
                (
                    PixelRect(x: first, y: used - texels, width: lanes.count, height: texels),
                    PixelRect(x: origin + first, y: box.y + rows.lowerBound, width: lanes.count, height: rows.count)
                ))
        }
    }

    /// The lanes of the strip that lie in the box.
    private var lanes: Range<Int> {
        let start = origin + strip * Self.lanes
        let (from, to) = isVertical ? (box.y, box.maxY) : (box.x, box.maxX)
        return max(from - start, 0)..<min(to - start, Self.lanes)
    }

    /// The texels as an image; texels without a piece are clear.
    var image: PixelImage {
        isVertical
            ? PixelImage(size: PixelSize(width: box.width, height: length), pixels: pixels)
            : PixelImage(size: PixelSize(width: length, height: pixels.count / 4 / length), pixels: pixels)
    }

    // MARK: Writing

    private mutating func write(_ row: Row, at position: Int) {
        let first = strip * Self.lanes
        guard !isVertical else {
            let step = box.width * 4
            unsafe pixels.withUnsafeMutableBytes { bytes in
                for lane in 0..<Self.lanes {
                    unsafe bytes.storeBytes(
                        of: row[lane].littleEndian, toByteOffset: (first + lane) * step + position * 4, as: UInt32.self)
                }
            }
            return
        }
        used += 1
        if used * length * 4 > pixels.count {
            // Grow by an eighth, so that few rows are moved.
            pixels.append(contentsOf: repeatElement(0, count: max(Self.lanes, used / 8) * length * 4))
        }
        let start = (position * length + first) * 4
        unsafe pixels.withUnsafeMutableBytes { bytes in
            unsafe bytes.storeBytes(of: row, toByteOffset: start, as: Row.self)
        }
    }
}

extension SparseTileImage {
    /// One mark for each piece, on whole pixels.
    package var marks: [ImageMark] {
        guard !pieces.isEmpty else { return [] }
        let image = image
        // In order of position, so that vector pictures do not depend on how threads shared the strips, or on the
        // direction of painting.
        let ordered = pieces.sorted { a, b in
            let (a, b) = (a.position, b.position)
            return isVertical ? (a.y, a.x) < (b.y, b.x) : (a.x, a.y) < (b.x, b.y)
        }
        return ordered.map { ImageMark(image: image, source: $0.source, rect: $0.position.plotRect) }
    }
}
