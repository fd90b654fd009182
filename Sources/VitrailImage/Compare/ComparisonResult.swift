public import VitrailScene

/// The result of a comparison: verdict, statistics, and an image of the differences.
public struct ComparisonResult: Sendable, Equatable {
    /// Name and limits of the comparator, for the printed verdict.
    public var comparator: String
    /// The reasons why the images do not agree, one sentence each; empty if they agree.
    public var failures: [String]
    /// Statistics of the compared pixels: all pixels, or only the ink (`InkComparison`).
    public var statistics: DifferenceStatistics
    /// Number of pixels outside the limit for a single pixel, even if that many are allowed.
    public var failingPixels: Int
    /// Opaque image: black for equal pixels, grey for allowed differences (amplified 8 times), red for pixels outside
    /// the limit.
    public var difference: PixelImage

    public var passed: Bool { failures.isEmpty }
}

/// Mean, 99th percentile and maximum of the pixel differences, in 1/255.
public struct DifferenceStatistics: Sendable, Equatable {
    /// Number of compared pixels.
    public var count: Int
    public var mean: Double
    /// The smallest value that at least 99 % of the pixels do not exceed.
    public var p99: Int
    public var maximum: Int
    /// The first pixel in row order with the maximum difference. `nil`: the images are equal.
    public var worst: (x: Int, y: Int)?

    public static func == (a: DifferenceStatistics, b: DifferenceStatistics) -> Bool {
        a.count == b.count && a.mean == b.mean && a.p99 == b.p99 && a.maximum == b.maximum
            && a.worst?.x == b.worst?.x && a.worst?.y == b.worst?.y
    }

    /// Statistics of no pixels.
    static let none = DifferenceStatistics(count: 0, mean: 0, p99: 0, maximum: 0)

    init(count: Int, mean: Double, p99: Int, maximum: Int, worst: (x: Int, y: Int)? = nil) {
        self.count = count
        self.mean = mean
        self.p99 = p99
        self.maximum = maximum
        self.worst = worst
    }

    /// - Parameter included: whether each pixel counts. `nil`: all pixels count.
    init(_ differences: PixelDifferences, included: [Bool]? = nil) {
        var histogram = [Int](repeating: 0, count: 256)
        var worst: Int?
        for (i, value) in differences.values.enumerated() where included?[i] ?? true {
            histogram[Int(value)] += 1
            if value > 0, worst.map({ value > differences.values[$0] }) ?? true { worst = i }
        }
        let count = histogram.reduce(0, +)
        let sum = histogram.indices.reduce(0) { $0 + $1 * histogram[$1] }
        self.init(
            count: count, mean: count == 0 ? 0 : Double(sum) / Double(count),
            p99: Self.percentile(0.99, of: histogram, count: count),
            maximum: histogram.lastIndex { $0 > 0 } ?? 0,
            worst: worst.map { ($0 % differences.size.width, $0 / differences.size.width) })
    }

    private static func percentile(_ share: Double, of histogram: [Int], count: Int) -> Int {
        var seen = 0
        for (value, pixels) in histogram.enumerated() {
            seen += pixels
            if Double(seen) >= share * Double(count) { return value }
        }
        return 0
    }
}

extension ComparisonResult: CustomStringConvertible {
    public var description: String {
        let verdict = passed ? "agree" : "DIFFER"
        var lines = ["\(comparator): pictures \(verdict): \(statistics), \(failingPixels) outside the limit"]
        lines += failures.map { "  - " + $0 }
        return lines.joined(separator: "\n")
    }
}

extension DifferenceStatistics: CustomStringConvertible {
    public var description: String {
        let position = worst.map { " at (\($0.x), \($0.y))" } ?? ""
        let rounded = (mean * 100).rounded() / 100
        return "mean \(rounded), p99 \(p99), max \(maximum)\(position) of \(count) pixels (in 1/255)"
    }
}

extension ComparisonResult {
    /// The result for images of different sizes.
    init(comparator: String, actual: PixelSize, expected: PixelSize) {
        self.init(
            comparator: comparator,
            failures: [
                "sizes differ: actual \(actual.width)×\(actual.height),"
                    + " expected \(expected.width)×\(expected.height)"
            ],
            statistics: .none, failingPixels: expected.width * expected.height,
            difference: PixelImage(size: expected, filledWith: Color(0xFF0000)))
    }

    /// - Parameter isFailing: for each pixel, whether it is outside the limit for a single pixel.
    init(
        comparator: String, failures: [String], statistics: DifferenceStatistics,
        differences: PixelDifferences, isFailing: [Bool]
    ) {
        self.init(
            comparator: comparator, failures: failures, statistics: statistics,
            failingPixels: isFailing.reduce(0) { $0 + ($1 ? 1 : 0) },
            difference: Self.picture(of: differences, isFailing: isFailing))
    }

    /// With a factor of 8, a difference of 2/255 is just visible and 32/255 is white.
    private static let amplification = 8

    private static func picture(of differences: PixelDifferences, isFailing: [Bool]) -> PixelImage {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(differences.values.count * 4)
        for (value, failing) in zip(differences.values, isFailing) {
            let grey = UInt8(min(255, Int(value) * amplification))
            bytes += failing ? [max(128, grey), 0, 0, 255] : [grey, grey, grey, 255]
        }
        return PixelImage(size: differences.size, pixels: bytes)
    }
}
