package import VitrailScene

/// The painted position of one price sample, in device pixels. Its sides and its central stick lie on whole pixels.
package struct OhlcShape {
    package var sides: (low: Float, high: Float)
    package var stick: (low: Float, high: Float)
    /// Index, counted from the first of `xPointRange`.
    package var sample: Int
    /// Exact positions across.
    package var open, high, low, close: Float
    package var isRising: Bool

    package init(
        sides: (low: Float, high: Float),
        stick: (low: Float, high: Float),
        sample: Int,
        open: Float,
        high: Float,
        low: Float,
        close: Float,
        isRising: Bool
    ) {
        self.sides = sides
        self.stick = stick
        self.sample = sample
        self.open = open
        self.high = high
        self.low = low
        self.close = close
        self.isRising = isRising
    }

    /// The edges of a line of `width` pixels across the sample: on whole pixels, at least one pixel apart.
    package static func edges(center: Float, width: Float) -> (low: Float, high: Float) {
        let edges = Crisp.edges(center: Double(center), width: Double(width))
        return (Float(edges.0), Float(edges.1))
    }
}

/// The width of a series' samples. While one pixel more or less would be visible, all samples have the same width, with
/// the stick exactly in the middle. Wide samples reach from edge to edge of their slots.
package struct OhlcWidths {
    /// Width of the stick; 0: none.
    package let stick: Double
    private let slot: BarSlot
    /// `nil`: the width of the slot.
    private let width: Double?

    /// - Parameter stickWidth: device pixels. At most 1/3 of the slot is used, so that boxes and arms stay visible, but
    ///   at least one pixel.
    package init(slot: BarSlot, stickWidth: Double) {
        self.slot = slot
        let widest = max(1, (slot.width / 3).rounded(.down))
        stick = stickWidth > 0 ? min(max(1, stickWidth.rounded()), widest) : 0
        guard slot.width < Self.narrowestOfSlot else {
            width = nil
            return
        }
        // The largest width that fits, with at most half a pixel more, and with equal space on both sides of the stick.
        let odd = stick.truncatingRemainder(dividingBy: 2)
        width = max(((slot.width + 0.5 - odd) / 2).rounded(.down) * 2 + odd, max(1, stick))
    }

    /// Whether samples are one pixel wide, including the stick.
    package var arePixels: Bool { width == 1 && stick <= 1 }

    /// The edges of a sample and of its stick, for a position along the independent axis.
    package func edges(at position: Double) -> (sides: (low: Float, high: Float), stick: (low: Float, high: Float)) {
        let (low, high) = width.map { edges(at: position, width: $0) } ?? slot.edges(at: position)
        let start = low + ((high - low - stick) / 2).rounded(.down)
        return ((Float(low), Float(high)), (Float(start), Float(start + stick)))
    }

    @inline(__always)
    private func edges(at position: Double, width: Double) -> (low: Double, high: Double) {
        // If steps are whole or half pixels, rounding noise must not decide the direction.
        let low = (position + slot.offset - width / 2 + 0.5 + 1 / 64).rounded(.down)
        return (low, low + width)
    }

    /// The pixel of a sample one pixel wide.
    @inline(__always)
    func pixel(at position: Double) -> Float { Float(edges(at: position, width: 1).low) }

    /// The edges of a sample one pixel wide, and of its stick.
    ///
    /// - Precondition: `arePixels`.
    @inline(__always)
    package func edges(ofPixel pixel: Float) -> (sides: (low: Float, high: Float), stick: (low: Float, high: Float)) {
        ((pixel, pixel + 1), (pixel, pixel + Float(stick)))
    }

    /// Pixels; from this width on, half a pixel off the middle is not visible.
    private static let narrowestOfSlot = 32.0
}

/// The colours of rising or falling samples: `start` at the top of horizontal series or at the left of vertical ones,
/// `end` at the other end.
package struct OhlcColors {
    package var start: Color
    package var end: Color

    package init(_ color: Color?, _ gradient: Color?) {
        start = color ?? .black
        end = gradient ?? start
    }

    /// The colour at a share of the gradient, interpolated in premultiplied colours as gradients are.
    package func at(_ share: Float) -> Color {
        guard start != end else { return start }
        let share = min(max(share, 0), 1)
        let mixed = start.premultiplied + (end.premultiplied - start.premultiplied) * share
        func byte(_ value: Float) -> UInt8 { UInt8(share: mixed.w > 0 ? value / mixed.w : 0) }
        return Color(red: byte(mixed.x), green: byte(mixed.y), blue: byte(mixed.z), alpha: UInt8(share: mixed.w))
    }
}
