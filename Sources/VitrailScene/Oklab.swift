#if canImport(Glibc)
    import Glibc
#endif

/// The colour space Oklab. Equal distances in it look equal.
///
/// - Source: B. Ottosson, "A perceptual color space for image processing", 2020; CSS Color Module Level 4, section 9.
enum Oklab {
    /// sRGB-encoded red, green and blue, 0…1. A colour outside sRGB gets the largest chroma that is inside.
    ///
    /// - Parameter lightness: 0…1.
    static func rgb(lightness: Double, chroma: Double, degrees: Double) -> SIMD3<Double> {
        func linear(_ chroma: Double) -> SIMD3<Double> {
            let angle = degrees * .pi / 180
            return linearRGB(lightness: lightness, a: chroma * cos(angle), b: chroma * sin(angle))
        }
        var found = linear(chroma)
        if !isInside(found) {
            var (low, high) = (0.0, chroma)
            for _ in 0..<40 {
                let middle = (low + high) / 2
                if isInside(linear(middle)) { low = middle } else { high = middle }
            }
            found = linear(low)
        }
        return SIMD3(encoded(found.x), encoded(found.y), encoded(found.z))
    }

    private static func linearRGB(lightness: Double, a: Double, b: Double) -> SIMD3<Double> {
        func cube(_ root: Double) -> Double { root * root * root }
        let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
        return SIMD3(
            4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
    }

    /// Accepts colours that lie outside the cube by less than half an 8-bit step, because rounding moves them inside.
    private static func isInside(_ rgb: SIMD3<Double>) -> Bool { rgb.min() >= -1e-4 && rgb.max() <= 1.0001 }

    private static func encoded(_ linear: Double) -> Double {
        let value = min(max(linear, 0), 1)
        return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
    }
}
