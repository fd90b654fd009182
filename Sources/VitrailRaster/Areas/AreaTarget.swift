package import VitrailScene

/// The target of an area fill: its pixels, and the paint on each side of a curve.
package struct AreaTarget: Sendable {
    /// The pixels that may be painted.
    let box: PixelRect
    let isVertical: Bool
    /// Position across of the second curve, from the first row, if it is constant.
    let flat: Float
    /// Layer index for the area where the first curve lies above or left of the second, and for the area where it lies
    /// beyond; −1: invisible.
    private let sides: (Int, Int)
    /// Whether the second paint lies over the first, rather than beside it.
    private let isOver: Bool
    fileprivate(set) var layers: [Layer]

    /// Premultiplied colours: one for all rows, or one for each row.
    struct Layer: Sendable, Equatable {
        var colors: [SIMD4<Float>]
    }

    /// - Parameters:
    ///   - box: not empty.
    ///   - flat: position across of the second curve in pixels, if it is constant.
    ///   - paints: for the area where the first curve lies above or left of the second, and for the area where it lies
    ///     beyond.
    ///   - isOver: whether the second paint lies over the first. If not, they lie side by side, and their coverage of a
    ///     pixel is added.
    /// - Returns: `nil`: a gradient does not run across.
    package init?(box: PixelRect, isVertical: Bool, flat: Float = 0, paints: (Paint, Paint), isOver: Bool = false) {
        let rows = isVertical ? box.x..<box.maxX : box.y..<box.maxY
        guard let first = Layer(paints.0, rows, isVertical: isVertical),
            let second = Layer(paints.1, rows, isVertical: isVertical)
        else { return nil }
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

    /// Maximum memory of the texels, in bytes.
    package static func maxMemory(pixels: Int) -> Int { min(pixels, PictureLimits.countedPixels) * 4 }

    /// Whether nothing is visible.
    package var isClear: Bool { layers.isEmpty }
    /// Whether no colour changes from row to row.
    var isFlat: Bool { layers.allSatisfy { $0.colors.count == 1 } }

    /// Pixels across.
    package var rows: Range<Int> { isVertical ? box.x..<box.maxX : box.y..<box.maxY }
    /// Along: the pixel at which strips begin.
    package var origin: Int { SparseTileImage.origin(of: isVertical ? box.y : box.x) }
    /// Along: the strips, counted from `origin`.
    package var strips: Range<Int> {
        let (end, lanes) = (isVertical ? box.maxY : box.maxX, SparseTileImage.lanes)
        return 0..<(end - origin + lanes - 1) / lanes
    }

    @inline(__always)
    func layer(_ side: Int) -> Int { side == 0 ? sides.0 : sides.1 }

    /// The pixels of some strips.
    func box(of strips: Range<Int>) -> PixelRect {
        let (from, to) = isVertical ? (box.y, box.maxY) : (box.x, box.maxX)
        let low = max(origin + strips.lowerBound * SparseTileImage.lanes, from)
        let high = min(origin + strips.upperBound * SparseTileImage.lanes, to)
        return isVertical
            ? PixelRect(x: box.x, y: low, width: box.width, height: high - low)
            : PixelRect(x: low, y: box.y, width: high - low, height: box.height)
    }

    /// The pixels of a row, from the coverage of each layer.
    @inline(__always)
    func row(_ first: SIMD16<Float>, _ second: SIMD16<Float>, _ row: Int) -> SparseTileImage.Row {
        let color = layers[0].color(row)
        if layers.count == 1 { return SparseTileImage.Row(first, times: color) }
        let other = layers[1].color(row)
        // Limit the second coverage: rounding must not raise the sum above 1.
        let (first, second) = isOver ? (first * (1 - second * other.w), second) : (first, second.atMost(1 - first))
        return SparseTileImage.Row(
            red: first * color.x + second * other.x, green: first * color.y + second * other.y,
            blue: first * color.z + second * other.z,
            alpha: first * color.w + second * other.w)
    }
}

extension AreaTarget.Layer {
    fileprivate init?(_ paint: Paint, _ rows: Range<Int>, isVertical: Bool) {
        guard let colors = paint.colors(ofRows: rows, isVertical: isVertical) else { return nil }
        self.colors = colors
    }

    fileprivate var isClear: Bool { colors.allSatisfy { $0.w == 0 } }

    @inline(__always)
    fileprivate func color(_ row: Int) -> SIMD4<Float> { colors.count == 1 ? colors[0] : colors[row] }
}
