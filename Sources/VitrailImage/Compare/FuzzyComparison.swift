import Glibc
public import VitrailScene

/// Passes if the images look alike: the mean fourth power of the differences between best matches is small.
///
/// Both images are smoothed slightly. Each pixel is compared with its best match within about one pixel. For whole
/// scenes on different drivers, where primitives may be shifted by a pixel and edges may be sampled differently. The
/// fourth power ignores noise and emphasises clear errors.
///
/// Usual value: 0.02 to 0.05, as in dEQP. A missing shape of 1 % of the image with full contrast in three channels
/// gives 0.09. Below 0.005 it fails drivers that sample differently. It tolerates a shift of one pixel and any error of
/// small area, so it must never be the only check.
/// - Source: `fuzzyCompare` of dEQP. Both images are convolved with {0.1, 0.8, 0.1} in x and in y. Channel differences
///   up to 4 count as 0. A pixel is compared with its 3 × 3 neighbours and with 32 bilinear samples around it, in both
///   directions; the smaller difference counts. This type compares every pixel; dEQP picks one in 1 to 8 at random.
public struct FuzzyComparison: ImageComparison {
    /// Maximum mean of the fourth powers; 1 is full contrast in one channel.
    public var threshold: Double

    public init(threshold: Double = 0.02) { self.threshold = threshold }

    /// Channel differences up to this value count as 0, in 1/255.
    public static let indifference = 4
    /// Number of samples between pixels in the search for a match.
    private static let samples = 32

    public func compare(_ actual: PixelImage, expected: PixelImage) -> ComparisonResult {
        let comparator = "fuzzy within \(threshold)"
        guard let differences = PixelDifferences(actual, expected) else {
            return ComparisonResult(comparator: comparator, actual: actual.size, expected: expected.size)
        }
        let (width, height) = (actual.width, actual.height)
        guard width > 2, height > 2 else {
            return PerChannelComparison(tolerance: UInt8(Self.indifference)).compare(actual, expected: expected)
        }
        let (a, b) = (Self.smoothed(actual), Self.smoothed(expected))
        var random = SampleOffsets()
        let full = Double(255 - Self.indifference)
        var sum = 0.0
        var isFailing = [Bool](repeating: false, count: width * height)
        for y in 1..<height - 1 {
            for x in 1..<width - 1 {
                let there = Self.distance(of: b[x, y], to: a, x, y, &random)
                let back = there == 0 ? 0 : Self.distance(of: a[x, y], to: b, x, y, &random)
                let share = Double(min(there, back)) / (full * full)
                sum += share * share
                isFailing[y * width + x] = share * share > threshold
            }
        }
        let error = sum / Double((width - 2) * (height - 2))
        let failures = error <= threshold ? [] : ["the pictures differ by \(error); \(threshold) is allowed"]
        return ComparisonResult(
            comparator: comparator, failures: failures, statistics: DifferenceStatistics(differences),
            differences: differences, isFailing: isFailing)
    }

    /// Squared distance to the best match near (x, y).
    private static func distance(
        of pixel: SIMD4<UInt8>, to image: PixelImage, _ x: Int, _ y: Int, _ random: inout SampleOffsets
    ) -> Int {
        var minimum = distance(pixel, image[x, y])
        for row in max(0, y - 1)...min(image.height - 1, y + 1) where minimum > 0 {
            for column in max(0, x - 1)...min(image.width - 1, x + 1) {
                minimum = min(minimum, distance(pixel, image[column, row]))
            }
        }
        var left = samples
        while minimum > 0, left > 0 {
            let offset = random.next()
            minimum = min(minimum, distance(pixel, image.bilinear(Double(x) + offset.x, Double(y) + offset.y)))
            left -= 1
        }
        return minimum
    }

    private static func distance(_ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>) -> Int {
        var sum = 0
        for c in 0..<4 {
            let beyond = max(0, abs(Int(a[c]) - Int(b[c])) - indifference)
            sum += beyond * beyond
        }
        return sum
    }

    /// Smooths along rows, then along columns; edge pixels are repeated beyond the edge.
    private static func smoothed(_ image: PixelImage) -> PixelImage {
        func pass(_ image: PixelImage, _ dx: Int, _ dy: Int) -> PixelImage {
            var result = image
            for y in 0..<image.height {
                for x in 0..<image.width {
                    let before = SIMD4<Float>(image[max(0, x - dx), max(0, y - dy)])
                    let after = SIMD4<Float>(image[min(image.width - 1, x + dx), min(image.height - 1, y + dy)])
                    let mean = SIMD4<Float>(image[x, y]) * 0.8 + (before + after) * 0.1
                    result[x, y] = SIMD4<UInt8>(
                        (mean + 0.5).clamped(lowerBound: .zero, upperBound: .init(repeating: 255)), rounding: .down)
                }
            }
            return result
        }
        return pass(pass(image, 1, 0), 0, 1)
    }
}

/// Pseudorandom offsets, up to one pixel to each side; the sequence is the same in every run.
private struct SampleOffsets {
    private var state: UInt64 = 667

    mutating func next() -> (x: Double, y: Double) { (unit() * 2 - 1, unit() * 2 - 1) }

    /// Uniform in 0..<1.
    /// - Source: SplitMix64.
    private mutating func unit() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((z ^ (z >> 31)) >> 11) / Double(1 << 53)
    }
}

extension PixelImage {
    /// Bilinear interpolation; integer coordinates are pixel centres. Edge pixels are repeated beyond the edge.
    func bilinear(_ x: Double, _ y: Double) -> SIMD4<UInt8> {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        func pixel(_ dx: Int, _ dy: Int) -> SIMD4<Double> {
            SIMD4<Double>(self[min(max(Int(left) + dx, 0), width - 1), min(max(Int(top) + dy, 0), height - 1)])
        }
        let (u, v) = (x - left, y - top)
        let upper = pixel(0, 0) * (1 - u) + pixel(1, 0) * u
        let lower = pixel(0, 1) * (1 - u) + pixel(1, 1) * u
        return SIMD4<UInt8>(upper * (1 - v) + lower * v, rounding: .toNearestOrAwayFromZero)
    }
}
