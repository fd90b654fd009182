import VitrailScene

/// Where one sample of prices is painted, in device pixels: its sides and the stick in its middle on whole ones.
struct OhlcShape {
    var sides: (low: Float, high: Float)
    var stick: (low: Float, high: Float)
    /// Counted from the first of `xPointRange`.
    var sample: Int
    /// Across, exact.
    var open, high, low, close: Float
    var isRising: Bool

    /// A line of `width` pixels across the sample, on whole pixels, at least one.
    static func edges(center: Float, width: Float) -> (low: Float, high: Float) {
        let edges = Crisp.edges(center: Double(center), width: Double(width))
        return (Float(edges.0), Float(edges.1))
    }
}

/// How wide the samples of a series are: all alike, with the stick exactly in the middle, while a pixel more or less would show; from edge to edge
/// of their slots when they are wide.
struct OhlcWidths {
    /// Of the stick; 0 = none.
    let stick: Double
    private let slot: BarSlot
    /// nil = as the slot.
    private let width: Double?

    /// - Parameter stickWidth: device pixels; at most a third of the slot is used, so that boxes and arms stay to be seen, but no less than one.
    init(slot: BarSlot, stickWidth: Double) {
        self.slot = slot
        let widest = max(1, (slot.width / 3).rounded(.down))
        stick = stickWidth > 0 ? min(max(1, stickWidth.rounded()), widest) : 0
        guard slot.width < Self.narrowestOfSlot else {
            width = nil
            return
        }
        // The widest that fits, half a pixel more at most, and leaves the same on both sides of the stick.
        let odd = stick.truncatingRemainder(dividingBy: 2)
        width = max(((slot.width + 0.5 - odd) / 2).rounded(.down) * 2 + odd, max(1, stick))
    }

    /// Whether samples are one pixel wide, stick and all.
    var arePixels: Bool { width == 1 && stick <= 1 }

    /// The sides of the sample at a place of the independent axis, and of its stick.
    func edges(at place: Double) -> (sides: (low: Float, high: Float), stick: (low: Float, high: Float)) {
        let (low, high) = width.map { edges(at: place, width: $0) } ?? slot.edges(at: place)
        let start = low + ((high - low - stick) / 2).rounded(.down)
        return ((Float(low), Float(high)), (Float(start), Float(start + stick)))
    }

    @inline(__always)
    private func edges(at place: Double, width: Double) -> (low: Double, high: Double) {
        // Where steps are whole and half pixels, noise must not decide which way samples go.
        let low = (place + slot.offset - width / 2 + 0.5 + 1 / 64).rounded(.down)
        return (low, low + width)
    }

    /// Of a sample one pixel wide, the pixel.
    @inline(__always)
    func pixel(at place: Double) -> Float { Float(edges(at: place, width: 1).low) }

    /// Its sides and those of its stick. - Precondition: `arePixels`.
    @inline(__always)
    func edges(ofPixel pixel: Float) -> (sides: (low: Float, high: Float), stick: (low: Float, high: Float)) {
        ((pixel, pixel + 1), (pixel, pixel + Float(stick)))
    }

    /// Pixels; from here on half a pixel off the middle is not seen.
    private static let narrowestOfSlot = 32.0
}

extension OhlcPassData {
    /// The samples to draw, in order; those without a place for one of their values are left out.
    func shapes(_ widths: OhlcWidths) -> [OhlcShape] {
        guard let range = xPointRange else { return [] }
        let along = independentCoordinates
        let (opens, highs, lows, closes) = (openCoordinates, highCoordinates, lowCoordinates, closeCoordinates)
        return openValues.lend { open in
            closeValues.lend { close in
                along.indices.compactMap { k in
                    guard along[k].isFinite, opens[k].isFinite, highs[k].isFinite, lows[k].isFinite, closes[k].isFinite else { return nil }
                    let edges = widths.edges(at: Double(along[k]))
                    let row = range.lowerBound + k
                    return OhlcShape(
                        sides: edges.sides, stick: edges.stick, sample: k, open: opens[k], high: highs[k], low: lows[k], close: closes[k],
                        isRising: close[row] >= open[row])
                }
            }
        }
    }
}

/// The colours of one direction of prices: at the top of horizontal series, at the left of vertical ones, and at the other end.
struct OhlcColors {
    var start: Color
    var end: Color

    init(_ color: Color?, _ gradient: Color?) {
        start = color ?? .black
        end = gradient ?? start
    }

    /// At a share of the way, interpolated premultiplied as gradients are.
    func at(_ share: Float) -> Color {
        guard start != end else { return start }
        let share = min(max(share, 0), 1)
        let mixed = start.premultiplied + (end.premultiplied - start.premultiplied) * share
        func byte(_ value: Float) -> UInt8 { UInt8(share: mixed.w > 0 ? value / mixed.w : 0) }
        return Color(red: byte(mixed.x), green: byte(mixed.y), blue: byte(mixed.z), alpha: UInt8(share: mixed.w))
    }
}

extension CartesianSeries.Orientation {
    /// A rectangle from its sides along the independent axis and across it; each pair in any order.
    func rect(along: (low: Float, high: Float), across: (Float, Float)) -> PlotRect {
        let (first, last) = (min(across.0, across.1), max(across.0, across.1))
        return self == .horizontal
            ? PlotRect(minX: along.low, minY: first, maxX: along.high, maxY: last)
            : PlotRect(minX: first, minY: along.low, maxX: last, maxY: along.high)
    }
}
