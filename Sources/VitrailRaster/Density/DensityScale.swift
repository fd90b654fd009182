import CRaster
import VitrailColumns

#if canImport(Glibc)
    import Glibc
#endif

/// How the values of pixels are distributed over the colours of a map.
public enum ColorScaling: String, Sendable, CaseIterable {
    /// Equal differences are equal steps of colour.
    case linear
    /// Equal ratios are equal steps of colour. Values that are not > 0 have the first colour.
    case log
    /// Equal numbers of pixels are equal steps of colour (histogram equalisation): every colour covers as much of the
    /// picture.
    case equalized
}

/// Maps values to positions in a colour map, 0…1, and back.
///
/// If all values are equal, they lie in the middle.
package struct DensityScale: Sendable, Equatable {
    package let scaling: ColorScaling
    /// The values of the first and the last colour.
    package let low: Double
    package let high: Double
    /// Whether some of the values have no logarithm on a logarithmic scale.
    package let hasValuesWithoutLogarithm: Bool
    /// Only for an equalised scale.
    private var ranks: HistogramEqualizer?

    /// - Parameters:
    ///   - values: of pixels; at least one. The scale may change them, so they must not be shared.
    ///   - pixels: number of pixels with each value; `nil`: one.
    ///   - range: the values of the first and the last colour; `nil`: the ends of the values.
    init(_ scaling: ColorScaling, _ values: SortedValues, pixels: [UInt32]? = nil, range: NumberRange?) {
        self.scaling = scaling
        hasValuesWithoutLogarithm = scaling == .log && values[0] <= 0
        if let range { values.map { min(max($0, range.minimum), range.maximum) } }
        let first = scaling == .log ? (0..<values.count).lazy.map { values[$0] }.first { $0 > 0 } : values[0]
        (low, high) =
            range.map { (scaling == .log && $0.minimum <= 0 ? first ?? $0.maximum : $0.minimum, $0.maximum) }
            ?? (first ?? values[0], values[values.count - 1])
        ranks = scaling == .equalized ? HistogramEqualizer(values, pixels: pixels) : nil
    }

    /// Fractions of the pixels whose values may be labelled beside a colour bar.
    package static let quantiles = (0...8).map { Double($0) / 8 }

    /// For an equalised scale, a copy without the memory for all values: `value(at:)` for `quantiles`, and the
    /// positions of these values, stay the same.
    var thinned: DensityScale {
        var thinned = self
        thinned.ranks = ranks?.thinned(to: Self.quantiles)
        return thinned
    }

    /// 0…1; NaN for NaN.
    package func position(of value: Double) -> Double {
        var position = Double.nan
        unsafe withUnsafePointer(to: value) { value in
            unsafe withUnsafeMutablePointer(to: &position) { position in
                unsafe self.position(of: UnsafeBufferPointer(start: value, count: 1), position)
            }
        }
        return position
    }

    /// The positions of many values.
    package func position(of values: UnsafeBufferPointer<Double>, _ positions: UnsafeMutablePointer<Double>) {
        switch scaling {
        case .linear where high > low:
            unsafe vitrail_position_linear(values.baseAddress, values.count, low, high, positions)
        case .log where high > low && low > 0:
            unsafe vitrail_position_log(values.baseAddress, values.count, low, high, positions)
        case .equalized:
            unsafe ranks?.position(of: values, positions)
        case .linear, .log:
            // Values that are not > 0 have no logarithm.
            let (positive, other) = scaling == .linear ? (0.5, 0.5) : (low > 0 ? 0.5 : 0, 0)
            for i in values.indices { unsafe positions[i] = values[i].isNaN ? .nan : values[i] > 0 ? positive : other }
        }
    }

    /// The value at a position in the map; for an equalised scale, the first value at the position or beyond.
    package func value(at position: Double) -> Double {
        switch scaling {
        case .linear: return low * (1 - position) + high * position
        case .log: return low > 0 ? exp(Glibc.log(low) + (Glibc.log(high) - Glibc.log(low)) * position) : low
        case .equalized: return ranks?.value(at: position) ?? high
        }
    }
}
