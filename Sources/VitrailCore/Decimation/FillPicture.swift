import VitrailScene

/// Where a fill is counted, and what it is painted with.
struct FillPicture: Sendable {
    /// The pixels that may be painted.
    let box: PixelRect
    let isVertical: Bool
    /// Across, from the first row: where the second curve lies, if it stays at one place.
    let flat: Float
    /// What is painted where the first curve lies above or left of the second, and where it lies beyond it: which layer; −1 = nothing that is seen.
    private let sides: (Int, Int)
    /// Whether the second paint lies over the first, rather than beside it.
    private let isOver: Bool
    fileprivate(set) var layers: [Layer]

    /// Premultiplied: one colour, or one for each row.
    struct Layer: Sendable, Equatable {
        var colors: [SIMD4<Float>]
    }

    /// - Parameters:
    ///   - box: not empty.
    ///   - flat: pixels across of the second curve, if it stays at one place.
    ///   - paints: where the first curve lies above or left of the second, and beyond it.
    ///   - isOver: whether the second one is painted over the first. If not, they lie side by side, and what they cover of a pixel adds.
    /// - Returns: nil where a gradient does not go across.
    init?(box: PixelRect, isVertical: Bool, flat: Float = 0, paints: (Paint, Paint), isOver: Bool = false) {
        let rows = isVertical ? box.x..<box.maxX : box.y..<box.maxY
        guard let first = Layer(paints.0, rows, isVertical: isVertical), let second = Layer(paints.1, rows, isVertical: isVertical) else { return nil }
        (self.box, self.isVertical, self.isOver) = (box, isVertical, isOver)
        self.flat = flat - Float(rows.lowerBound)
        layers = []
        func index(_ layer: Layer, _ layers: inout [Layer]) -> Int {
            if layer.isClear { return -1 }
            if let known = layers.firstIndex(of: layer) { return known }
            layers.append(layer)
            return layers.count - 1
        }
        sides = (index(first, &layers), index(second, &layers))
    }

    /// Texels at most, in bytes.
    static func mostMemory(pixels: Int) -> Int { min(pixels, PictureLimits.countedPixels) * 4 }

    /// Whether nothing is seen of it.
    var isClear: Bool { layers.isEmpty }
    /// Whether no colour changes from row to row.
    var isFlat: Bool { layers.allSatisfy { $0.colors.count == 1 } }

    /// Pixels across.
    var rows: Range<Int> { isVertical ? box.x..<box.maxX : box.y..<box.maxY }
    /// Along: where strips begin.
    var origin: Int { StripPicture.origin(of: isVertical ? box.y : box.x) }
    /// Along.
    var strips: Range<Int> {
        let (end, lanes) = (isVertical ? box.maxY : box.maxX, StripPicture.lanes)
        return 0..<(end - origin + lanes - 1) / lanes
    }

    @inline(__always)
    func layer(_ side: Int) -> Int { side == 0 ? sides.0 : sides.1 }

    /// The pixels of some strips.
    func box(of strips: Range<Int>) -> PixelRect {
        let (from, to) = isVertical ? (box.y, box.maxY) : (box.x, box.maxX)
        let low = max(origin + strips.lowerBound * StripPicture.lanes, from)
        let high = min(origin + strips.upperBound * StripPicture.lanes, to)
        return isVertical
            ? PixelRect(x: box.x, y: low, width: box.width, height: high - low) : PixelRect(x: low, y: box.y, width: high - low, height: box.height)
    }

    /// The pixels of a row, from how much each layer covers of them.
    @inline(__always)
    func row(_ first: SIMD16<Float>, _ second: SIMD16<Float>, _ row: Int) -> StripPicture.Row {
        let color = layers[0].color(row)
        if layers.count == 1 { return StripPicture.Row(first, times: color) }
        let other = layers[1].color(row)
        // What rounding adds is no more than a whole pixel.
        let (first, second) = isOver ? (first * (1 - second * other.w), second) : (first, second.atMost(1 - first))
        return StripPicture.Row(
            red: first * color.x + second * other.x, green: first * color.y + second * other.y, blue: first * color.z + second * other.z,
            alpha: first * color.w + second * other.w)
    }
}

extension FillPicture.Layer {
    fileprivate init?(_ paint: Paint, _ rows: Range<Int>, isVertical: Bool) {
        guard let colors = paint.colors(ofRows: rows, isVertical: isVertical) else { return nil }
        self.colors = colors
    }

    fileprivate var isClear: Bool { colors.allSatisfy { $0.w == 0 } }

    @inline(__always)
    fileprivate func color(_ row: Int) -> SIMD4<Float> { colors.count == 1 ? colors[0] : colors[row] }
}
