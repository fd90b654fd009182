#if canImport(Glibc)
    import Glibc
#endif

/// What the legend shows of a density series: its colours, and which values they stand for.
public struct ColorBar: Sendable, Equatable {
    /// A value beside the bar.
    public struct Tick: Sendable, Hashable {
        /// 0 = at the map's first colour, 1 = at its last.
        public var place: Double
        public var label: String
    }

    public let map: ColorMap
    /// Of the picture; nil until it is painted, or when nothing is in view.
    var scale: DensityScale?
    /// Whether values are counts.
    let isCount: Bool
    /// Labels as wide as those that may come: room is kept for them before the values are known.
    let widest: [String]

    init(map: ColorMap, scale: DensityScale?, isCount: Bool, values: NumberRange?) {
        (self.map, self.scale, self.isCount) = (map, scale, isCount)
        let ends = values.map { [$0.minimum, $0.maximum].map { Self.short($0) } } ?? []
        widest = [(values?.minimum ?? 0) < 0 ? "−88.8k" : "88.8k"] + (isCount ? [] : ends)
    }

    /// The values beside the bar, by their place: as many as keep apart.
    ///
    /// - Parameter isApart: of two ticks, the second right above the first.
    func ticks(most: Int, isApart: (Tick, Tick) -> Bool) -> [Tick] {
        guard let scale else { return [] }
        guard scale.low < scale.high else { return [Tick(place: scale.place(scale.low), label: Self.short(scale.low))] }
        func keepsApart(_ ticks: [Tick]) -> Bool { zip(ticks, ticks.dropFirst()).allSatisfy(isApart) }
        let candidates =
            switch scale.scaling {
            case .linear: Self.linear(scale, isCount: isCount, most: most)
            case .log: Self.logarithmic(scale, isCount: isCount, most: most)
            case .equalized: Self.quantiles(scale)
            }
        return candidates.first(where: keepsApart) ?? candidates.last.map { Array($0.prefix(1)) } ?? []
    }

    // MARK: Scales

    /// From fine to coarse.
    private static func linear(_ scale: DensityScale, isCount: Bool, most: Int) -> [[Tick]] {
        let range = NumberRange(scale.low, scale.high)
        guard range.isValid, var step = NumberTicks.Step.atLeast(range.span / Double(max(most, 1))) else { return quantiles(scale) }
        if isCount, step.exponent < 0 { step = NumberTicks.Step(mantissa: 1, exponent: 0) }
        var candidates: [[Tick]] = []
        while candidates.count < 8 {
            let values = NumberTicks.values(step, in: range).map(\.value)
            guard values.count > 1 else { break }
            let unit = unit(of: values.map { abs($0) }.max() ?? 0)
            let form = NumberLabel.Form(range)
            candidates.append(values.map { value in
                let label = unit.size > 1 ? NumberLabel.text(value / unit.size) + (value == 0 ? "" : unit.name) : NumberLabel.text(value, step: step, form)
                return Tick(place: scale.place(value), label: label)
            })
            step = step.next
        }
        return candidates + ends(scale)
    }

    private static func logarithmic(_ scale: DensityScale, isCount: Bool, most: Int) -> [[Tick]] {
        guard scale.low > 0 else { return [] }
        let powers = LogTicks(base: 10, range: NumberRange(scale.low, scale.high))
        var candidates: [[Double]] = []
        for step in [1.0, 5] {
            let between = step == 1 ? powers.between(step: 1).map(\.value).filter { [2, 5].contains(firstDigit($0)) } : []
            candidates.append((powers.powers(every: 1).map(\.value) + between).sorted())
        }
        candidates += (2...12).map { powers.powers(every: $0).map(\.value) }
        let ticks = candidates.filter { $0.count > 1 }.map { $0.map { Tick(place: scale.place($0), label: short($0)) } }
        // Within less than a decade round numbers say more.
        return (ticks.first?.count ?? 0 < 3 ? linear(scale, isCount: isCount, most: most).filter { $0.count > 2 } : []) + ticks + ends(scale)
    }

    private static func firstDigit(_ value: Double) -> Int {
        Int((value / pow(10, (log10(value) + 1e-9).rounded(.down))).rounded(), within: 0...10)
    }

    /// The shares of pixels whose values may stand beside the bar.
    static let quantiles = (0...8).map { Double($0) / 8 }

    /// Values that a quarter, a half … of the pixels do not exceed.
    private static func quantiles(_ scale: DensityScale) -> [[Tick]] {
        [1, 2, 4, 8].map { step in
            var ticks: [Tick] = []
            for k in stride(from: 0, to: quantiles.count, by: step) {
                let value = scale.value(at: quantiles[k])
                let tick = Tick(place: scale.place(value), label: short(value))
                if let last = ticks.last, last.label == tick.label || last.place >= tick.place { continue }
                ticks.append(tick)
            }
            return ticks
        }
    }

    private static func ends(_ scale: DensityScale) -> [[Tick]] {
        [[scale.low, scale.high].map { Tick(place: scale.place($0), label: short($0)) }]
    }

    // MARK: Labels

    /// Three digits, with a letter for thousands and more: 12.5k.
    static func short(_ value: Double) -> String {
        guard value != 0, value.isFinite else { return NumberLabel.text(value) }
        let digits = pow(10, (log10(abs(value))).rounded(.down) - 2)
        let rounded = digits > 0 && digits.isFinite ? (value / digits).rounded() * digits : value
        let unit = unit(of: abs(rounded))
        return NumberLabel.text(rounded.isFinite ? rounded / unit.size : value) + unit.name
    }

    private static func unit(of size: Double) -> (size: Double, name: String) {
        switch size {
        case ..<9_999.5: (1, "")
        case ..<999_500: (1e3, "k")
        case ..<999_500_000: (1e6, "M")
        case ..<999.5e9: (1e9, "G")
        case ..<999.5e12: (1e12, "T")
        default: (1, "")
        }
    }
}
