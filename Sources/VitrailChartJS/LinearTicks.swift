import Foundation

/// The ticks of Chart.js's linear scales.
struct LinearTicks {
    var minimum: Double?
    var maximum: Double?
    var step: Double?
    var count: Int?
    var precision: Int?
    var maxTicks = 11
    var endsAtTicks = true
    var includesBounds = true

    /// The smallest of 1, 2, 5 or 10 times a power of ten that is not below `range`, with a tolerance of a thousandth.
    static func nice(_ range: Double) -> Double {
        let rounded = range.rounded()
        let range = abs(range - rounded) < range / 1_000 ? rounded : range
        let power = pow(10, log10(range).rounded(.down))
        let fraction = range / power
        return (fraction <= 1 ? 1 : fraction <= 2 ? 2 : fraction <= 5 ? 5 : 10) * power
    }

    /// Ascending, at most a thousand values.
    func values(from lowest: Double, to highest: Double) -> [Double] {
        let unit = step ?? 1
        let spaces = Double(max(self.maxTicks, 2) - 1)
        var spacing = Self.nice((highest - lowest) / spaces / unit) * unit
        guard spacing.isFinite, spacing > 0 else { return [lowest, highest] }
        if spacing < 1e-14, minimum == nil, maximum == nil { return [lowest, highest] }
        let number = (highest / spacing).rounded(.up) - (lowest / spacing).rounded(.down)
        if number > spaces { spacing = Self.nice(number * spacing / spaces / unit) * unit }
        if let precision {
            let factor = pow(10, Double(precision))
            spacing = (spacing * factor).rounded(.up) / factor
        }
        var low = endsAtTicks ? (lowest / spacing).rounded(.down) * spacing : lowest
        var high = endsAtTicks ? (highest / spacing).rounded(.up) * spacing : highest
        var spacesHere: Double
        if let minimum, let maximum, let step, isWhole((maximum - minimum) / step, within: spacing / 1_000) {
            spacesHere = min((maximum - minimum) / spacing, Double(self.maxTicks)).rounded()
            spacing = (maximum - minimum) / spacesHere
            (low, high) = (minimum, maximum)
        } else if let count {
            low = minimum ?? low
            high = maximum ?? high
            spacesHere = Double(count - 1)
            spacing = (high - low) / spacesHere
        } else {
            spacesHere = (high - low) / spacing
            spacesHere = isWhole(spacesHere, within: spacing / 1_000) ? spacesHere.rounded() : spacesHere.rounded(.up)
        }
        guard spacing.isFinite, spacing > 0, spacesHere.isFinite else { return [lowest, highest] }
        let factor = pow(10, Double(precision ?? max(Self.decimals(spacing), Self.decimals(low))))
        func rounded(_ value: Double) -> Double { (value * factor).rounded() / factor }
        (low, high) = (rounded(low), rounded(high))
        let slack = (highest - lowest) / 10 * 0.05
        var ticks: [Double] = []
        var index = 0.0
        if let minimum {
            if includesBounds, low != minimum {
                ticks.append(minimum)
                if low < minimum { index += 1 }
                if abs(rounded(low + index * spacing) - minimum) < slack { index += 1 }
            } else if low < minimum {
                index += 1
            }
        }
        while index < min(spacesHere, Double(ChartJSLimits.ticks)) {
            let value = rounded(low + index * spacing)
            if let maximum, value > maximum { break }
            ticks.append(value)
            index += 1
        }
        if let maximum, includesBounds, high != maximum {
            if let last = ticks.last, abs(last - maximum) < slack {
                ticks[ticks.count - 1] = maximum
            } else {
                ticks.append(maximum)
            }
        } else if maximum == nil || high == maximum {
            ticks.append(high)
        }
        return ticks
    }

    private func isWhole(_ value: Double, within slack: Double) -> Bool { abs(value - value.rounded()) <= slack }

    /// Number of digits after the decimal point.
    static func decimals(_ value: Double) -> Int {
        guard value.isFinite else { return 0 }
        var digits = 0
        var scaled = abs(value)
        while scaled.rounded() != scaled, digits < 15, abs(scaled - scaled.rounded()) > scaled * 1e-14 {
            scaled *= 10
            digits += 1
        }
        return digits
    }
}

/// The ticks of Chart.js's logarithmic scales.
enum LogTicks {
    private static func exponent(_ value: Double) -> Int { Int(clamping: log10(value)) }

    /// The power of ten at or below `value`, with `shift` added to its exponent.
    static func power(_ value: Double, _ shift: Int) -> Double { pow(10, Double(exponent(value) + shift)) }

    /// - Returns: values with their leading numbers. Labels are at 1, 2, 3, 5, 10 and 15.
    static func values(
        from lowest: Double, to highest: Double, minimum: Double?, maximum: Double?
    ) -> [(value: Double, lead: Int)] {
        let low = minimum ?? lowest
        guard low > 0, highest > low, low.isNormal, highest.isFinite else { return [(value: low, lead: 1)] }
        func steps(_ power: Int) -> Double {
            let step = pow(10, Double(power))
            return (highest / step).rounded(.up) - (low / step).rounded(.down)
        }
        var power = exponent(highest - low)
        while steps(power) > 10 { power += 1 }
        while steps(power) < 10 { power -= 1 }
        power = min(power, exponent(low))
        var precision = power < 0 ? pow(10, Double(-power)) : 1
        let step = pow(10, Double(power))
        let base = exponent(low) > power ? pow(10, Double(exponent(low))) : 0
        let start = ((low - base) * precision).rounded() / precision
        let offset = ((low - base) / step / 10).rounded(.down) * step * 10
        var lead = Int(clamping: (start - offset) / step)
        func position() -> Double {
            ((base + offset + Double(lead) * pow(10, Double(power))) * precision).rounded() / precision
        }
        var value = minimum ?? position()
        var ticks: [(value: Double, lead: Int)] = []
        while value < highest, ticks.count < ChartJSLimits.ticks {
            ticks.append((value: value, lead: lead))
            if lead >= 10 { lead = lead < 15 ? 15 : 20 } else { lead += 1 }
            if lead >= 20 {
                power += 1
                lead = 2
                precision = power >= 0 ? 1 : precision
            }
            value = position()
        }
        ticks.append((value: maximum ?? value, lead: lead))
        return ticks
    }
}
