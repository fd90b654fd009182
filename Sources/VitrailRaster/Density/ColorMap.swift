import CRaster
public import VitrailScene

/// Colours for the numbers from 0 to 1: stops, and interpolated colours between them. Colours are mixed as in
/// gradients, sRGB-encoded and premultiplied.
public struct ColorMap: Sendable, Hashable {
    public struct Stop: Sendable, Hashable {
        /// 0…1.
        public var position: Double
        public var color: Color

        public init(position: Double, color: Color) {
            self.position = position
            self.color = color
        }
    }

    /// Ascending by position.
    public let stops: [Stop]

    /// - Parameter stops: at least one. Positions are clamped to 0…1, and a position that is not a number becomes 0. If
    ///   several stops have the same position, the last one begins the colours behind it.
    public init(stops: [Stop]) {
        precondition(!stops.isEmpty, "a colour map has at least one colour")
        let held = stops.map { Stop(position: $0.position.isNaN ? 0 : min(max($0.position, 0), 1), color: $0.color) }
        // Stable: equal positions keep their order.
        self.stops = held.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
            .map(\.element)
    }

    /// Colours at equal distances. - Parameter colors: at least one.
    public init(_ colors: [Color]) {
        self.init(
            stops: colors.enumerated().map { k, color in
                Stop(position: colors.count < 2 ? 0 : Double(k) / Double(colors.count - 1), color: color)
            })
    }

    /// The same map from the last colour to the first.
    public var reversed: ColorMap {
        isEven
            ? ColorMap(stops.reversed().map(\.color))
            : ColorMap(stops: stops.reversed().map { Stop(position: 1 - $0.position, color: $0.color) })
    }

    /// Whether stops are at equal distances from 0 to 1.
    var isEven: Bool {
        let last = Double(stops.count - 1)
        return last > 0 && stops.enumerated().allSatisfy { $1.position == Double($0) / last }
    }

    /// The colour of a number; beyond 0…1, the colour of the nearer end.
    public func color(at position: Double) -> Color {
        let mixed = ColorMixer(self).premultiplied(at: position)
        guard mixed.w > 0 else { return .clear }
        let straight = SIMD4(mixed.x, mixed.y, mixed.z, 0) * (255 / mixed.w)
        func byte(_ value: Double) -> UInt8 { UInt8(value.rounded(), within: 0...255) }
        return Color(red: byte(straight.x), green: byte(straight.y), blue: byte(straight.z), alpha: byte(mixed.w * 255))
    }
}

/// A colour map that is prepared for many numbers.
package struct ColorMixer: Sendable {
    private let positions: [Double]
    private let colors: [SIMD4<Double>]
    /// The number of stops − 1, if they are at equal distances; otherwise 0.
    private let spacing: Double

    package init(_ map: ColorMap) {
        positions = map.stops.map(\.position)
        colors = map.stops.map { $0.color.premultipliedDouble }
        spacing = map.isEven ? Double(map.stops.count - 1) : 0
    }

    /// Red, green, blue times alpha, and alpha, each 0…1.
    package func premultiplied(at position: Double) -> SIMD4<Double> {
        var color = SIMD4<Double>.zero
        unsafe withMap { map in
            unsafe withUnsafeMutableBytes(of: &color) {
                unsafe vitrail_mix_color(map, position, $0.baseAddress?.assumingMemoryBound(to: Double.self))
            }
        }
        return color
    }

    /// Writes the pixels of positions, premultiplied, in memory order; NaN gives a clear pixel.
    func paint(_ positions: UnsafeBufferPointer<Double>, _ pixels: UnsafeMutablePointer<UInt32>) {
        unsafe withMap { unsafe vitrail_color_positions($0, positions.baseAddress, positions.count, pixels) }
    }

    private func withMap(_ body: (UnsafePointer<vitrail_color_map>) -> Void) {
        unsafe positions.withUnsafeBufferPointer { positions in
            unsafe colors.withUnsafeBytes { colors in
                var map = unsafe vitrail_color_map(
                    positions: positions.baseAddress, colors: colors.baseAddress?.assumingMemoryBound(to: Double.self),
                    count: Int32(positions.count), spacing: spacing)
                unsafe withUnsafePointer(to: &map) { unsafe body($0) }
            }
        }
    }
}

extension Color {
    var premultipliedDouble: SIMD4<Double> {
        let a = Double(alpha) / 255
        return SIMD4(Double(red) / 255 * a, Double(green) / 255 * a, Double(blue) / 255 * a, a)
    }
}
