#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// e to the power of `x`.
func exponential(_ x: Double) -> Double { exp(x) }
