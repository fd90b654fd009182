#if canImport(Glibc)
    import Glibc
#endif

/// Ticks of linear axes: steps of 1, 2, 5 · 10ᵏ, as fine as the labels allow.
enum NumberTicks {
    /// A step: `mantissa` (1, 2 or 5) · 10^`exponent`.
    struct Step: Equatable {
        var mantissa: Int
        var exponent: Int

        var value: Double {
            exponent >= 0
                ? Double(mantissa) * pow(10, Double(exponent))
                : Double(mantissa) / pow(10, Double(-exponent))
        }
        /// Minor ticks between two majors, plus one.
        var subdivisions: Int { mantissa == 2 ? 4 : 5 }

        var next: Step {
            switch mantissa {
            case 1: Step(mantissa: 2, exponent: exponent)
            case 2: Step(mantissa: 5, exponent: exponent)
            default: Step(mantissa: 1, exponent: exponent + 1)
            }
        }

        /// The smallest step ≥ `size`.
        static func atLeast(_ size: Double) -> Step {
            var step = Step(mantissa: 1, exponent: Int(log10(size).rounded(.down)))
            while step.value < size * (1 - 1e-12) { step = step.next }
            return step
        }
    }

    /// The smallest step whose labels keep their distance.
    ///
    /// Starts at the step whose ticks would be a line of the smallest label apart, and goes coarser until the largest label of the range
    /// fits between two ticks; labels grow with their magnitude, so the ends decide.
    static func step(for range: NumberRange, room: TickRoom, label: (Double, Step) -> String) -> Step {
        let smallest = max(room.extent("0"), 1)
        var step = Step.atLeast(max(range.span * smallest / max(room.length, 1), range.span / 1e4))
        for _ in 0..<40 {
            let spacing = step.value / range.span * room.length
            let ends = [range.minimum, range.maximum].map { ($0 / step.value).rounded() * step.value }
            if ends.allSatisfy({ room.extent(label($0, step)) <= spacing }) { break }
            // A step longer than the range might leave it without any tick.
            if step.next.value > range.span { break }
            step = step.next
        }
        return step
    }

    /// Multiples of `step` from `anchor` inside `range`, with their numbers from the anchor.
    static func values(from anchor: Double, step: Double, in range: NumberRange) -> [(value: Double, index: Int)] {
        guard step > 0, step.isFinite, range.isValid else { return [] }
        let slack = range.span * TickLimits.tolerance
        let first = ((range.minimum - slack - anchor) / step).rounded(.up)
        let last = ((range.maximum + slack - anchor) / step).rounded(.down)
        guard last >= first, last - first < Double(TickLimits.count), abs(first) < 9e15 else { return [] }
        return (0...Int(last - first)).map { offset in
            let k = first + Double(offset)
            let value = anchor + k * step
            // Zero is zero, not 5.6e-17.
            return (abs(value) < step * 1e-9 ? 0 : value, Int(k))
        }
    }
}
