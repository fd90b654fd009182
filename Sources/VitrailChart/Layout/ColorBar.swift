import VitrailColumns
public import VitrailRaster
import VitrailScales

#if canImport(Glibc)
    import Glibc
#endif

/// Colour bar of a density series in the legend: its colours and their values.
public struct ColorBar: Sendable, Equatable {
    /// A value beside the bar.
    public struct Tick: Sendable, Hashable {
        /// 0: the map's first colour. 1: its last colour.
        public var position: Double
        public var label: String
    }

    public internal(set) var map: ColorMap
    /// Scale of the render. `nil`: not rendered yet, or nothing is in view.
    var scale: DensityScale?
    /// Whether values are counts.
    let isCount: Bool
    /// Number symbols of a locale.
    let numbers: NumberWriting
    /// Widest labels to expect; they reserve space before the values are known.
    let widest: [String]
    /// Widest offset to expect. `nil`: none.
    let widestOffset: String?

    init(map: ColorMap, scale: DensityScale?, isCount: Bool, values: NumberRange?, numbers: NumberWriting = .plain) {
        (self.map, self.scale, self.isCount, self.numbers) = (map, scale, isCount, numbers)
        let ends = values.map { [$0.minimum, $0.maximum].map { Self.short($0) } } ?? []
        // Means and other values of a narrow range have more digits than counts.
        let offset = isCount ? nil : values.flatMap { Self.offset(from: $0.minimum, to: $0.maximum) }?.text
        // Differences as small as a millionth have an exponent.
        let isTiny = offset != nil && values.map { !Self.isPlain($0.span / 10) } ?? false
        let usual = ((values?.minimum ?? 0) < 0 ? "−" : "") + (isCount ? "88.8k" : "88.88k")
        widest = ([usual] + (isCount ? [] : ends) + (isTiny ? ["−8.8e−88"] : [])).map(numbers.text)
        widestOffset = offset.map(numbers.text)
    }

    /// Ticks, and the offset to add to their labels: `+101,325`. `nil`: no offset.
    struct Labels {
        var ticks: [Tick]
        var offset: String?
    }

    /// Values beside the bar by position, as many as fit.
    ///
    /// - Parameter isApart: whether two ticks fit, the second directly above the first.
    func ticks(maximum: Int, isApart: (Tick, Tick) -> Bool) -> [Tick] {
        labels(maximum: maximum, fits: { _ in true }, isApart: isApart).ticks
    }

    /// Labels for limited space. If the labels of a narrow range have too many digits for it, they become differences
    /// from a round value: −0.2, 0, 0.2 and `+101,325`.
    ///
    /// - Parameters:
    ///   - fits: whether there is space for a label.
    ///   - isApart: whether two ticks fit, the second directly above the first.
    ///   - hasOffset: whether labels are differences. `nil`: only if necessary.
    func labels(maximum: Int, hasOffset: Bool? = nil, fits: (String) -> Bool, isApart: (Tick, Tick) -> Bool) -> Labels {
        func written(_ tick: Tick) -> Tick { Tick(position: tick.position, label: numbers.text(tick.label)) }
        let labels = digits(
            maximum: maximum, hasOffset: hasOffset, fits: { fits(numbers.text($0)) },
            isApart: { isApart(written($0), written($1)) })
        return Labels(ticks: labels.ticks.map(written), offset: labels.offset.map(numbers.text))
    }

    /// Labels with unlocalized digits.
    private func digits(
        maximum: Int, hasOffset: Bool?, fits: (String) -> Bool, isApart: (Tick, Tick) -> Bool
    ) -> Labels {
        guard let scale else { return Labels(ticks: []) }
        guard scale.low < scale.high else {
            let texts = [NumberLabel.text(scale.low), Self.short(scale.low)]
            return Labels(ticks: [
                Tick(position: scale.position(of: scale.low), label: texts.first(where: fits) ?? texts[1])
            ])
        }
        func found(from offset: Double) -> [Tick]? {
            let candidates: [[Tick]]
            switch scale.scaling {
            case .linear: candidates = Self.linear(scale, from: offset, isCount: isCount, maximum: maximum)
            case .log: candidates = Self.logarithmic(scale, from: offset, isCount: isCount, maximum: maximum)
            case .equalized: candidates = Self.quantiles(scale, from: offset)
            }
            let fitting = candidates.filter { $0.allSatisfy { fits($0.label) } }
            return fitting.first { zip($0, $0.dropFirst()).allSatisfy(isApart) }
                ?? fitting.last.map { Array($0.prefix(1)) }
        }
        let plain = hasOffset == true ? nil : found(from: 0)
        if let plain, plain.count > 1 || hasOffset == false { return Labels(ticks: plain) }
        if let offset = Self.offset(from: scale.low, to: scale.high), let ticks = found(from: offset.value),
            ticks.count > plain?.count ?? 0
        {
            return Labels(ticks: ticks, offset: offset.text)
        }
        return Labels(ticks: plain ?? [])
    }

    /// Roundest value in or near a narrow range; of several the one nearest to the middle. `nil`: the range is not
    /// narrow.
    private static func offset(from low: Double, to high: Double) -> (value: Double, text: String)? {
        let span = high - low
        let size = max(abs(low), abs(high))
        guard span > size * 1e-14, span < size * narrow, span > 1e-300, size < 1e300 else { return nil }
        let (center, margin) = (low + span / 2, span * 0.75)
        var exponent = log10(size).rounded(.down)
        var value = 0.0
        while exponent > -305 {
            // Powers below 1 are not exact in a Double; dividing by their inverse is exact more often.
            value =
                exponent < 0
                ? (center * pow(10, -exponent)).rounded() / pow(10, -exponent)
                : (center / pow(10, exponent)).rounded() * pow(10, exponent)
            if abs(value - center) <= margin { break }
            exponent -= 1
        }
        guard value != 0, value.isFinite else { return nil }
        let isPlain = abs(value) < NumberLabel.largestPlain && abs(value) >= NumberLabel.smallestAxis
        let text =
            isPlain
            ? DecimalText.fixed(
                abs(value), decimals: Int(max(0, min(22, -exponent))), groupsFrom: NumberLabel.groupsFrom,
                trimsZeros: true)
            : NumberLabel.text(abs(value), digits: Int(max(1, min(17, log10(size).rounded(.down) - exponent + 1))))
        return (value, (value < 0 ? "\u{2212}" : "+") + text)
    }

    /// Maximum span of a narrow range, as a fraction of its values; such values need five or more digits beside a bar.
    private static let narrow = 0.02

    // MARK: Scales

    /// From fine to coarse.
    private static func linear(_ scale: DensityScale, from offset: Double, isCount: Bool, maximum: Int) -> [[Tick]] {
        // Ticks are at round values of their labels.
        let range = NumberRange(scale.low - offset, scale.high - offset)
        guard range.isValid, var step = NumberTicks.Step.atLeast(range.span / Double(max(maximum, 1))) else {
            return quantiles(scale, from: offset)
        }
        if isCount, step.exponent < 0 { step = NumberTicks.Step(mantissa: 1, exponent: 0) }
        var candidates: [[Tick]] = []
        while candidates.count < 8 {
            let values = NumberTicks.values(step, in: range).map(\.value)
            guard values.count > 1 else { break }
            let unit = unit(of: values.map { abs($0) }.max() ?? 0)
            let form = form(of: range, from: offset)
            candidates.append(
                values.map { value in
                    let label = unit.size > 1 ? Self.text(value, unit, step) : NumberLabel.text(value, step: step, form)
                    return Tick(position: scale.position(of: value + offset), label: label)
                })
            step = step.next
        }
        return candidates + ends(scale, from: offset)
    }

    /// Text in units of thousands or more, with the digits that the step needs.
    private static func text(_ value: Double, _ unit: (size: Double, name: String), _ step: NumberTicks.Step) -> String
    {
        guard value != 0 else { return "0" }
        let leading = log10(abs(value)).rounded(.down) - Double(step.exponent)
        return NumberLabel.text(value / unit.size, digits: leading > 5 ? (leading < 17 ? Int(leading) + 1 : 17) : 6)
            + unit.name
    }

    private static func logarithmic(_ scale: DensityScale, from offset: Double, isCount: Bool, maximum: Int) -> [[Tick]]
    {
        guard scale.low > 0 else { return [] }
        // A range that needs an offset spans less than a decade.
        guard offset == 0 else { return linear(scale, from: offset, isCount: isCount, maximum: maximum) }
        let powers = LogTicks(base: 10, range: NumberRange(scale.low, scale.high))
        var candidates: [[Double]] = []
        for step in [1.0, 5] {
            let between =
                step == 1 ? powers.between(step: 1).map(\.value).filter { [2, 5].contains(firstDigit($0)) } : []
            candidates.append((powers.powers(every: 1).map(\.value) + between).sorted())
        }
        candidates += (2...12).map { powers.powers(every: $0).map(\.value) }
        let ticks = candidates.filter { $0.count > 1 }.map {
            $0.map { Tick(position: scale.position(of: $0), label: short($0)) }
        }
        // Within less than a decade, round numbers are better labels.
        return
            (ticks.first?.count ?? 0 < 3
            ? linear(scale, from: 0, isCount: isCount, maximum: maximum).filter { $0.count > 2 } : []) + ticks
            + ends(scale, from: 0)
    }

    private static func firstDigit(_ value: Double) -> Int {
        Int((value / pow(10, (log10(value) + 1e-9).rounded(.down))).rounded(), within: 0...10)
    }

    private static var quantiles: [Double] { DensityScale.quantiles }

    /// Quantiles: the values that a quarter, a half … of the pixels do not exceed.
    private static func quantiles(_ scale: DensityScale, from offset: Double) -> [[Tick]] {
        [1, 2, 4, 8].flatMap { step in
            var values: [Double] = []
            for k in stride(from: 0, to: quantiles.count, by: step) {
                let value = scale.value(at: quantiles[k])
                if let last = values.last, scale.position(of: last) >= scale.position(of: value) { continue }
                values.append(value)
            }
            return ticks(values, scale, from: offset)
        }
    }

    private static func ends(_ scale: DensityScale, from offset: Double) -> [[Tick]] {
        ticks([scale.low, scale.high], scale, from: offset)
    }

    /// Labels of values that are not round: with enough digits to be distinct, also as differences from an offset with
    /// fewer digits.
    private static func ticks(_ values: [Double], _ scale: DensityScale, from offset: Double) -> [[Tick]] {
        func ticks(_ texts: [String]) -> [Tick] {
            zip(values, texts).map { Tick(position: scale.position(of: $0), label: $1) }
        }
        guard offset != 0 else { return [ticks(labels(values))] }
        let exponent = log10(scale.high - scale.low).rounded(.down)
        guard isPlain(scale.high - scale.low) else {
            let (unit, step) = (
                pow(10, exponent - 1), NumberTicks.Step(mantissa: 1, exponent: Int(max(-300, min(300, exponent - 1))))
            )
            let form = form(of: NumberRange(scale.low - offset, scale.high - offset), from: offset)
            let texts = values.map { NumberLabel.text((($0 - offset) / unit).rounded() * unit, step: step, form) }
            return Set(texts).count == texts.count ? [ticks(texts)] : []
        }
        return [3, 2, 1].compactMap { digits in
            let texts = values.map {
                DecimalText.fixed($0 - offset, decimals: Int(max(0, Double(digits) - 1 - exponent)), minus: .sign)
            }
            return Set(texts).count == texts.count ? ticks(texts) : nil
        }
    }

    /// Very small differences have an exponent, which is shorter than their zeros.
    private static func form(of range: NumberRange, from offset: Double) -> NumberLabel.Form {
        var form = NumberLabel.Form(range)
        if offset != 0, range.span < 1, !isPlain(range.span) {
            form.exponentUpTo = max(abs(range.minimum), abs(range.maximum))
        }
        return form
    }

    /// Whether differences of this size are written without exponents and units.
    private static func isPlain(_ span: Double) -> Bool { span >= 1e-4 && span < 1e4 }

    // MARK: Labels

    /// Short texts of values, with as many digits as needed to make them distinct.
    static func labels(_ values: [Double]) -> [String] {
        let count = Set(values).count
        var texts = values.map { short($0) }
        for digits in 4...17 where Set(texts).count < count { texts = values.map { short($0, digits: digits) } }
        return texts
    }

    static func short(_ low: Double, _ high: Double) -> (low: String, high: String) {
        let texts = labels([low, high])
        return (texts[0], texts[1])
    }

    /// Three digits, with a letter for thousands and more: 12.5k.
    static func short(_ value: Double, digits: Int = 3) -> String {
        guard value != 0, value.isFinite else { return NumberLabel.text(value) }
        let digit = pow(10, (log10(abs(value))).rounded(.down) - Double(digits - 1))
        let rounded = digit > 0 && digit.isFinite ? (value / digit).rounded() * digit : value
        let unit = unit(of: abs(rounded))
        return NumberLabel.text(rounded.isFinite ? rounded / unit.size : value, digits: max(digits, 6)) + unit.name
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
