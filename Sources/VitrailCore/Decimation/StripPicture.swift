import VitrailScene

/// A picture that is made strip by strip, sixteen pixel columns (or rows) at a time. What is clear takes no texels, and what stays the same for
/// long takes one row of them.
///
///        ░▒░▒   ─→ a piece: texels, pixel by pixel       The texels of a strip lie below one another from the top: the picture is
///        ████   ─→ a piece: a row of texels, stretched   as high as the strip with the most of them.
///        ████
struct StripPicture: Sendable {
    /// Pixels across a strip.
    static let lanes = 16
    /// So many equal rows become one, stretched.
    static let longest = 16

    typealias Row = SIMD16<UInt32>

    private let box: PixelRect
    private let isVertical: Bool
    /// Along the axis: where strips begin, and texels there are.
    private let origin: Int
    private let length: Int
    /// Premultiplied; row by row.
    private var pixels: [UInt8] = []
    private(set) var pieces: [(source: PixelRect, place: PixelRect)] = []

    private var strip = 0
    /// Texel rows that the strip has, and where across its last piece begins.
    private var used = 0
    private var piece: Range<Int>?

    /// - Parameter box: the pixels of the picture that may be painted.
    init(box: PixelRect, isVertical: Bool) {
        (self.box, self.isVertical) = (box, isVertical)
        let (from, to) = isVertical ? (box.y, box.maxY) : (box.x, box.maxX)
        origin = Self.origin(of: from)
        length = (to - origin + Self.lanes - 1) / Self.lanes * Self.lanes
        // Upright, rows lie beside one another: there is no pushing them together.
        if isVertical { pixels = Array(repeating: 0, count: box.width * length * 4) }
    }

    /// Strips lie on a grid of the picture.
    static func origin(of pixel: Int) -> Int { pixel / lanes * lanes }

    /// Boxes of whole strips, of about as many each, that make up one along the axis.
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

    /// Rows of the strip that look alike; what is added to one strip comes in order.
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
        for place in rows { write(row, at: isVertical ? place : used) }
    }

    /// Closes the piece that is being written.
    mutating func endStrip() {
        guard let rows = piece else { return }
        piece = nil
        addPiece(rows, texels: rows.count)
    }

    /// The last texels of the strip, shown at `rows`.
    private mutating func addPiece(_ rows: Range<Int>, texels: Int) {
        let lanes = self.lanes
        let first = strip * Self.lanes + lanes.lowerBound
        if isVertical {
            pieces.append((
                PixelRect(x: rows.lowerBound, y: first, width: texels, height: lanes.count),
                PixelRect(x: box.x + rows.lowerBound, y: origin + first, width: rows.count, height: lanes.count)))
        } else {
            pieces.append((
                PixelRect(x: first, y: used - texels, width: lanes.count, height: texels),
                PixelRect(x: origin + first, y: box.y + rows.lowerBound, width: lanes.count, height: rows.count)))
        }
    }

    /// What of the strip lies in the box.
    private var lanes: Range<Int> {
        let start = origin + strip * Self.lanes
        let (from, to) = isVertical ? (box.y, box.maxY) : (box.x, box.maxX)
        return max(from - start, 0)..<min(to - start, Self.lanes)
    }

    /// The texels as a picture; those that no piece shows are clear.
    var image: PixelImage {
        isVertical
            ? PixelImage(size: PixelSize(width: box.width, height: length), pixels: pixels)
            : PixelImage(size: PixelSize(width: length, height: pixels.count / 4 / length), pixels: pixels)
    }

    // MARK: Writing

    private mutating func write(_ row: Row, at place: Int) {
        let first = strip * Self.lanes
        guard !isVertical else {
            let step = box.width * 4
            unsafe pixels.withUnsafeMutableBytes { bytes in
                for lane in 0..<Self.lanes {
                    unsafe bytes.storeBytes(of: row[lane].littleEndian, toByteOffset: (first + lane) * step + place * 4, as: UInt32.self)
                }
            }
            return
        }
        used += 1
        if used * length * 4 > pixels.count {
            // By an eighth more at a time, so that few rows are moved.
            pixels.append(contentsOf: repeatElement(0, count: max(Self.lanes, used / 8) * length * 4))
        }
        let start = (place * length + first) * 4
        unsafe pixels.withUnsafeMutableBytes { bytes in
            unsafe bytes.storeBytes(of: row, toByteOffset: start, as: Row.self)
        }
    }
}

extension StripPicture {
    /// Texels on whole pixels.
    var marks: [ImageMark] {
        guard !pieces.isEmpty else { return [] }
        let image = image
        // One after the other, from whichever end they were painted: vector pictures do not depend on how strips were shared among threads.
        let ordered = pieces.sorted { a, b in
            let (a, b) = (a.place, b.place)
            return isVertical ? (a.y, a.x) < (b.y, b.x) : (a.x, a.y) < (b.x, b.y)
        }
        return ordered.map { ImageMark(image: image, source: $0.source, rect: $0.place.plotRect) }
    }
}

extension DrawContext {
    /// What strips came to.
    func draw(_ picture: StripPicture, label: String) {
        guard !picture.pieces.isEmpty else { return }
        raiseTier(to: .counted)
        for mark in picture.marks { emit(.image(mark), label: label) }
    }
}
