#if canImport(Glibc)
    import Glibc
#endif

/// How the values of pixels are spread over the colours of a map.
public enum ColorScaling: String, Sendable, CaseIterable {
    /// Equal differences are equal steps of colour.
    case linear
    /// Equal ratios are. What is not > 0 has the first colour.
    case log
    /// Equal numbers of pixels are: histogram-equalised, so that every colour is seen on as much of the picture.
    case equalized
}

/// Values → places in a colour map, 0…1, and back.
///
/// All of one value lie in the middle.
struct DensityScale: Sendable, Equatable {
    let scaling: ColorScaling
    /// Values with the first colour and with the last.
    let low: Double
    let high: Double
    /// Equalised: the values that occur, ascending, each with the share of pixels that are above the first and not above it.
    private let ranks: [Rank]

    private struct Rank: Sendable, Equatable {
        var value: Double
        var place: Double
    }

    /// - Parameters:
    ///   - values: of pixels, finite; how many of them have it stands beside each. At least one, ascending.
    ///   - range: what the first and the last colour stand for; nil = the ends of the values.
    init(_ scaling: ColorScaling, ascending values: [(value: Double, count: Int)], range: NumberRange?) {
        self.scaling = scaling
        let shown = range.map { range in values.map { (value: min(max($0.value, range.minimum), range.maximum), count: $0.count) } } ?? values
        let first = scaling == .log ? shown.first { $0.value > 0 } : shown.first
        (low, high) = range.map { (scaling == .log && $0.minimum <= 0 ? first?.value ?? $0.maximum : $0.minimum, $0.maximum) }
            ?? (first?.value ?? values[0].value, shown[shown.count - 1].value)
        ranks = scaling == .equalized ? Self.ranks(shown) : []
    }

    /// Of the textbook: (pixels up to it − pixels of the first) / (all − pixels of the first).
    private static func ranks(_ values: [(value: Double, count: Int)]) -> [Rank] {
        var ranks: [Rank] = []
        var (sum, first) = (0, 0)
        for (value, count) in values {
            sum += count
            if let last = ranks.last, last.value == value {
                ranks[ranks.count - 1].place = Double(sum)
            } else {
                ranks.append(Rank(value: value, place: Double(sum)))
            }
            if ranks.count == 1 { first = sum }
        }
        let rest = Double(sum - first)
        return ranks.map { Rank(value: $0.value, place: rest > 0 ? ($0.place - Double(first)) / rest : 0.5) }
    }

    /// 0…1.
    func place(_ value: Double) -> Double {
        switch scaling {
        case .linear: return Self.share(value, low, high)
        case .log: return value > 0 && low > 0 ? Self.logShare(value, low, high) : 0
        case .equalized:
            guard let last = ranks.last, value < last.value else { return ranks.last?.place ?? 0.5 }
            let above = Self.firstAbove(value, ranks)
            return ranks[max(above - 1, 0)].place
        }
    }

    /// Halved first: the distance of two values may be more than a Double holds.
    private static func share(_ value: Double, _ low: Double, _ high: Double) -> Double {
        high > low ? min(max((value / 2 - low / 2) / (high / 2 - low / 2), 0), 1) : 0.5
    }

    private static func logShare(_ value: Double, _ low: Double, _ high: Double) -> Double {
        high > low ? min(max((Glibc.log(value) - Glibc.log(low)) / (Glibc.log(high) - Glibc.log(low)), 0), 1) : 0.5
    }

    private static func firstAbove(_ value: Double, _ ranks: [Rank]) -> Int {
        var (low, high) = (0, ranks.count)
        while low < high {
            let middle = (low + high) / 2
            if ranks[middle].value > value { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The value at a place in the map: where it is equalised, the first one that lies there or beyond.
    func value(at place: Double) -> Double {
        switch scaling {
        case .linear: return low * (1 - place) + high * place
        case .log: return low > 0 ? exp(Glibc.log(low) + (Glibc.log(high) - Glibc.log(low)) * place) : low
        case .equalized: return ranks.first { $0.place >= place }?.value ?? high
        }
    }
}
