#if canImport(Glibc)
    import Glibc
#endif

/// Logarithms to any base, and natural logarithms of ratios.
package enum Logarithm {
    /// Logarithm to a base. Exact for powers of 10 and 2, where a quotient of logarithms is not.
    package static func of(_ value: Double, base: Double) -> Double {
        if base == 10 { return log10(value) }
        if base == 2 { return log2(value) }
        return log(value) / log(base)
    }

    /// ln(value / origin) of two positive numbers, exact for close ones, where a difference of logarithms loses all
    /// digits.
    @inline(__always)
    static func ratio(_ value: Double, _ origin: Double) -> Double {
        let excess = (value - origin) / origin
        // For distant numbers the quotient could overflow, or the excess loses the digits of the smaller number.
        return excess > -0.5 && excess < 1 ? log1p(excess) : log(value) - log(origin)
    }

    /// The positive number with a given natural logarithm of its ratio to `origin`.
    static func scaled(_ origin: Double, by logarithm: Double) -> Double {
        abs(logarithm) < 1 ? origin + origin * expm1(logarithm) : exp(log(origin) + logarithm)
    }
}

/// Symmetric logarithm, for data that cross zero and span decades on both sides.
///
/// - Source: matplotlib's `symlog`, with a linear part of one decade for each half; d3's `scaleSymlog` is its smooth
///   relative.
enum SymmetricLogarithm {
    static func forward(_ value: Double, _ threshold: Double, _ base: Double) -> Double {
        let size = abs(value) / threshold
        guard size > 1 else { return value / threshold }
        // The quotient may overflow although its logarithm is finite.
        let decades =
            size.isFinite
            ? Logarithm.of(size, base: base)
            : Logarithm.of(abs(value), base: base) - Logarithm.of(threshold, base: base)
        return value < 0 ? -1 - decades : 1 + decades
    }

    static func inverse(_ mapped: Double, _ threshold: Double, _ base: Double) -> Double {
        let size = abs(mapped)
        guard size > 1 else { return mapped * threshold }
        let power = pow(base, size - 1)
        let value = power.isFinite ? threshold * power : pow(base, size - 1 + Logarithm.of(threshold, base: base))
        return mapped < 0 ? -value : value
    }

    static func distance(_ origin: Double, _ value: Double, _ threshold: Double, _ base: Double) -> Double {
        if abs(origin) <= threshold, abs(value) <= threshold { return (value - origin) / threshold }
        if origin > threshold, value > threshold { return Logarithm.ratio(value, origin) / log(base) }
        if origin < -threshold, value < -threshold { return -Logarithm.ratio(-value, -origin) / log(base) }
        return forward(value, threshold, base) - forward(origin, threshold, base)
    }

    static func value(_ distance: Double, _ origin: Double, _ threshold: Double, _ base: Double) -> Double {
        if abs(origin) <= threshold {
            let value = origin + distance * threshold
            if abs(value) <= threshold { return value }
        } else {
            let value = Logarithm.scaled(origin, by: (origin > 0 ? distance : -distance) * log(base))
            if abs(value) > threshold { return value }
        }
        return inverse(forward(origin, threshold, base) + distance, threshold, base)
    }
}
