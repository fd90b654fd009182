package import VitrailColumns

#if canImport(Glibc)
    import Glibc
#endif

/// Ticks of linear axes: steps of 1, 2, 5 · 10ᵏ.
package enum NumberTicks {
    /// A step: `mantissa` (1, 2 or 5) · 10^`exponent`.
    package struct Step: Equatable {
        var mantissa: Int
        package var exponent: Int

        package init(mantissa: Int, exponent: Int) {
            self.mantissa = mantissa
            self.exponent = exponent
        }

        package var value: Double {
            // Below 1e−300 the divisor would overflow a Double.
            exponent >= 0 || exponent < -300
                ? Double(mantissa) * pow(10, Double(exponent))
                : Double(mantissa) / pow(10, Double(-exponent))
        }
        /// Step of the minor ticks: a fifth, or for 2 · 10ᵏ a quarter.
        package var minor: Step {
            switch mantissa {
            case 1: Step(mantissa: 2, exponent: exponent - 1)
            case 2: Step(mantissa: 5, exponent: exponent - 1)
            default: Step(mantissa: 1, exponent: exponent)
            }
        }
        package var next: Step {
            switch mantissa {
            case 1: Step(mantissa: 2, exponent: exponent)
            case 2: Step(mantissa: 5, exponent: exponent)
            default: Step(mantissa: 1, exponent: exponent + 1)
            }
        }

        package var previous: Step {
            switch mantissa {
            case 1: Step(mantissa: 5, exponent: exponent - 1)
            case 2: Step(mantissa: 1, exponent: exponent)
            default: Step(mantissa: 2, exponent: exponent)
            }
        }

        /// The step whose labels have more decimals.
        package func finer(_ other: Step) -> Step { other.exponent < exponent ? other : self }

        /// Smallest step ≥ `size`. `nil`: not representable as a Double.
        package static func atLeast(_ size: Double) -> Step? {
            guard size > 0, size < 1e308 else { return nil }
            var step = Step(mantissa: 1, exponent: Int(log10(size).rounded(.down)))
            while step.value < size * (1 - 1e-12) { step = step.next }
            return step
        }
    }

    /// Minor step for a set step: a quarter of 2, 4 and 8, a third of 3 and 6, otherwise a fifth, in every decade.
    package static func minor(ofSet step: Double) -> Double {
        let mantissa = step / pow(10, log10(step).rounded(.down))
        func isClose(_ values: [Double]) -> Bool { values.contains { abs(mantissa - $0) < 1e-9 } }
        if isClose([2, 4, 8]) { return step / 4 }
        return isClose([3, 6]) ? step / 3 : step / 5
    }

    /// Multiples of a step inside `range`: each is the Double nearest to the decimal number of its label.
    package static func values(_ step: Step, in range: NumberRange) -> [TickPosition] {
        let isFraction = step.exponent < 0 && step.exponent >= -300
        let divisor = isFraction ? pow(10, Double(-step.exponent)) : 1
        let unit = isFraction ? Double(step.mantissa) : step.value
        return numbers(from: 0, step: step.value, in: range).map {
            TickPosition(value: Double($0) * unit / divisor, index: $0)
        }
    }

    /// Multiples of `step` from `anchor` inside `range`, with their indexes from the anchor.
    package static func values(from anchor: Double, step: Double, in range: NumberRange) -> [TickPosition] {
        let slack = range.span * TickLimits.tolerance
        return numbers(from: anchor, step: step, in: range).map {
            let value = anchor + Double($0) * step
            // Avoid values such as 5.6e-17 for zero.
            return TickPosition(value: abs(value) < step * 1e-9 ? 0 : value, index: $0)
            // A distant anchor loses the digits that decide about the ends.
        }.filter { $0.value >= range.minimum - slack && $0.value <= range.maximum + slack }
    }

    /// Smallest range of ticks that contains a range.
    package static func outward(_ range: NumberRange, step: Double, from anchor: Double) -> NumberRange {
        let slack = range.span * TickLimits.tolerance
        func position(of value: Double, _ rule: FloatingPointRoundingRule) -> Double {
            let count = ((value - anchor) / step).rounded(rule)
            let position = anchor + count * step
            return abs(position) < step * 1e-9 ? 0 : position
        }
        return NumberRange(
            min(position(of: range.minimum + slack, .down), range.minimum),
            max(position(of: range.maximum - slack, .up), range.maximum))
    }

    /// The step, or 2, 5, 10, … times the step if its ticks would be too close.
    ///
    /// - Parameters:
    ///   - shown: span of the range in axis units.
    ///   - length: length of the axis in points.
    package static func apart(_ step: Double, shown: Double, length: Double) -> Double {
        let point = shown / length
        guard step < point * TickLimits.apart.minimum,
            let times = Step.atLeast(point * TickLimits.apart.wanted / step)?.value, (step * times).isFinite
        else { return step }
        return step * times
    }

    /// Empty for more than `TickLimits.count` ticks, and for a step that is lost in the rounding of the values.
    private static func numbers(from anchor: Double, step: Double, in range: NumberRange) -> Range<Int> {
        guard step > 0, step.isFinite, anchor.isFinite, range.isValid else { return 0..<0 }
        let slack = range.span * TickLimits.tolerance
        let first = ((range.minimum - slack - anchor) / step).rounded(.up)
        let last = ((range.maximum + slack - anchor) / step).rounded(.down)
        guard last >= first, last - first < Double(TickLimits.count), abs(first) < 4e15, abs(last) < 4e15 else {
            return 0..<0
        }
        return Int(first)..<Int(last) + 1
    }
}
