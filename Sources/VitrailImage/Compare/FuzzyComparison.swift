import Glibc
public import VitrailScene

/// Passes pictures that look alike: smoothed a little, each pixel is held against its best match within about a pixel, and the fourth powers of what is left
/// are averaged.
///
/// For whole scenes between drivers, where primitives may lie a pixel apart and edges may be sampled otherwise. The fourth power makes it blind to noise and
/// keen on what is plainly wrong.
/// Usual value: 0.02 to 0.05, dEQP's own; a lost thing of 1 % of the picture at full contrast is 0.03. Below 0.005 it fails drivers that sample otherwise.
/// It forgives a shift of a pixel, and anything that is small in area: never the only check.
/// Source: `fuzzyCompare` of dEQP as published: both pictures are convolved with {0.1, 0.8, 0.1} each way; per channel, differences up to 4 count as
/// none; a pixel is compared with its 3 × 3 neighbours and 32 bilinear samples about it, both ways round, and the lesser counts. It takes
/// every pixel, where dEQP takes one in 1 to 8 at random.
public struct FuzzyComparison: ImageComparison {
    /// Greatest mean of the fourth powers, as a share of full contrast in all channels that differ.
    public var threshold: Double

    public init(threshold: Double = 0.02) { self.threshold = threshold }

    /// Differences of a channel up to here are none, in 1/255.
    public static let indifference = 4
    /// A pixel's match is searched with so many samples between the pixels.
    private static let samples = 32

    public func compare(_ actual: PixelImage, expected: PixelImage) -> ComparisonResult {
        let comparator = "fuzzy within \(threshold)"
        guard let differences = PixelDifferences(actual, expected) else {
            return ComparisonResult(comparator: comparator, actual: actual.size, expected: expected.size)
        }
        let (width, height) = (actual.width, actual.height)
        guard width > 2, height > 2 else { return PerChannelComparison(tolerance: UInt8(Self.indifference)).compare(actual, expected: expected) }
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
            comparator: comparator, failures: failures, statistics: DifferenceStatistics(differences), differences: differences, isFailing: isFailing)
    }

    /// Squared distance to the best match near a place.
    private static func distance(of pixel: SIMD4<UInt8>, to image: PixelImage, _ x: Int, _ y: Int, _ random: inout SampleOffsets) -> Int {
        var least = distance(pixel, image[x, y])
        for row in max(0, y - 1)...min(image.height - 1, y + 1) where least > 0 {
            for column in max(0, x - 1)...min(image.width - 1, x + 1) { least = min(least, distance(pixel, image[column, row])) }
        }
        var left = samples
        while least > 0, left > 0 {
            let offset = random.next()
            least = min(least, distance(pixel, image.bilinear(Double(x) + offset.x, Double(y) + offset.y)))
            left -= 1
        }
        return least
    }

    private static func distance(_ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>) -> Int {
        var sum = 0
        for c in 0..<4 {
            let beyond = max(0, abs(Int(a[c]) - Int(b[c])) - indifference)
            sum += beyond * beyond
        }
        return sum
    }

    /// Along rows, then along columns; the last pixel goes on beyond the edge.
    private static func smoothed(_ image: PixelImage) -> PixelImage {
        func pass(_ image: PixelImage, _ dx: Int, _ dy: Int) -> PixelImage {
            var result = image
            for y in 0..<image.height {
                for x in 0..<image.width {
                    let before = SIMD4<Float>(image[max(0, x - dx), max(0, y - dy)])
                    let after = SIMD4<Float>(image[min(image.width - 1, x + dx), min(image.height - 1, y + dy)])
                    let mean = SIMD4<Float>(image[x, y]) * 0.8 + (before + after) * 0.1
                    result[x, y] = SIMD4<UInt8>((mean + 0.5).clamped(lowerBound: .zero, upperBound: .init(repeating: 255)), rounding: .down)
                }
            }
            return result
        }
        return pass(pass(image, 1, 0), 0, 1)
    }
}

/// Places about a pixel, within one to each side, the same in every run.
private struct SampleOffsets {
    private var state: UInt64 = 667

    mutating func next() -> (x: Double, y: Double) { (unit() * 2 - 1, unit() * 2 - 1) }

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
    /// Between pixels: at whole numbers the pixel itself; beyond the edge the last one.
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
