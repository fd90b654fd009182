public import VitrailScene

/// Passes if the *ink* of a GPU image agrees with the exact image within the limits.
///
/// Ink: pixels where either image differs from the background by more than 2/255 in any channel. Without this
/// restriction the empty area of a chart would lower every mean. The mean, the 99th percentile and the maximum
/// difference of the ink have limits. The *interior* has a limit of its own, because antialiasing cannot explain a
/// difference there.
///
/// Interior: ink pixels at least 1.5 px from every edge. The caller passes the edges of the reference; otherwise they
/// are detected in the expected image. There a pixel is near an edge if a pixel of its 3 × 3 neighbourhood (which
/// extends 1.5 px to each side) differs from it by more than `edgeStep` in any channel. `edgeStep` is 8/255: a gradient
/// from black to white over 32 px or more counts as interior, and an edge of lower contrast cannot be wrong by 2/255
/// unless its coverage is wrong by a quarter.
///
/// Usual limits (the default), in 1/255: mean 3, 99 % within 12, maximum 48, interior within 2 except for 0.1 % of the
/// ink. A distance ramp instead of area coverage has mean 2.7 and maximum 11 at full contrast.
public struct InkComparison: ImageComparison {
    public struct Limits: Sendable, Equatable {
        /// Maximum mean difference of ink pixels, in 1/255.
        public var mean: Double
        /// 99 % of the ink pixels must be within this, in 1/255.
        public var p99: Int
        /// No ink pixel may exceed this, in 1/255.
        public var max: Int
        /// Interior pixels must be within this, in 1/255.
        public var interior: Int
        /// Share of the ink pixels, 0…1, that may be interior and exceed `interior`; for marks that end inside a pixel
        /// without a detected edge.
        public var exceptionShare: Double

        public init(
            mean: Double = 3, p99: Int = 12, max: Int = 48, interior: Int = 2,
            exceptionShare: Double = 0.001
        ) {
            self.mean = mean
            self.p99 = p99
            self.max = max
            self.interior = interior
            self.exceptionShare = exceptionShare
        }
    }

    /// The clear colour of both images.
    public var background: Color
    public var limits: Limits
    /// Minimum step between neighbours that counts as an edge, in 1/255.
    public var edgeStep: UInt8
    /// Pixels that differ from the background by at most this are not ink, in 1/255.
    public static let inkThreshold: UInt8 = 2

    public init(background: Color = .white, limits: Limits = Limits(), edgeStep: UInt8 = 8) {
        self.background = background
        self.limits = limits
        self.edgeStep = edgeStep
    }

    public func compare(_ actual: PixelImage, expected: PixelImage) -> ComparisonResult {
        compare(actual, expected: expected, edges: nil)
    }

    /// - Parameter edges: for each pixel, row by row from the top, whether it is within 1.5 px of a shape's edge.
    ///   `nil`: the edges are detected in `expected`.
    public func compare(_ actual: PixelImage, expected: PixelImage, edges: [Bool]?) -> ComparisonResult {
        let comparator =
            "ink (mean \(limits.mean), p99 \(limits.p99), max \(limits.max), interior \(limits.interior))"
        guard let differences = PixelDifferences(actual, expected) else {
            return ComparisonResult(comparator: comparator, actual: actual.size, expected: expected.size)
        }
        let isNearEdge = edges ?? Self.edges(of: expected, step: edgeStep)
        precondition(isNearEdge.count == differences.values.count, "edges do not match the pictures' size")
        let isInk = zip(ink(in: actual), ink(in: expected)).map { $0 || $1 }
        let statistics = DifferenceStatistics(differences, included: isInk)

        var isFailing = [Bool](repeating: false, count: isInk.count)
        var (beyond, exceptions) = (0, 0)
        for i in isInk.indices where isInk[i] {
            let value = Int(differences.values[i])
            let isException = !isNearEdge[i] && value > limits.interior
            if isException { exceptions += 1 }
            if value > limits.max { beyond += 1 }
            isFailing[i] = isException || value > limits.max
        }
        return ComparisonResult(
            comparator: comparator,
            failures: verdict(statistics, beyond: beyond, exceptions: exceptions), statistics: statistics,
            differences: differences, isFailing: isFailing)
    }

    private func verdict(_ statistics: DifferenceStatistics, beyond: Int, exceptions: Int) -> [String] {
        var failures: [String] = []
        if statistics.mean > limits.mean {
            failures.append("mean \(statistics.mean)/255 exceeds \(limits.mean)/255")
        }
        if statistics.p99 > limits.p99 {
            failures.append("99 % lie within \(statistics.p99)/255, not \(limits.p99)/255")
        }
        if beyond > 0 {
            failures.append("\(beyond) pixels are beyond \(limits.max)/255, up to \(statistics.maximum)/255")
        }
        let allowed = Int(limits.exceptionShare * Double(statistics.count))
        if exceptions > allowed {
            failures.append(
                "\(exceptions) interior pixels are off by more than \(limits.interior)/255; \(allowed) are allowed")
        }
        return failures
    }

    private func ink(in image: PixelImage) -> [Bool] {
        let blank = PixelImage(size: PixelSize(width: 1, height: 1), filledWith: background)
        return image.pixels.withUnsafeBufferPointer { pixels in
            blank.pixels.withUnsafeBufferPointer { blank in
                (0..<pixels.count / 4).map {
                    PixelDifferences.greatest(pixels, $0, blank, 0) > Self.inkThreshold
                }
            }
        }
    }

    /// Returns, for each pixel, whether it differs from one of its eight neighbours by more than `step`/255 in any
    /// channel.
    public static func edges(of image: PixelImage, step: UInt8) -> [Bool] {
        let (width, height) = (image.width, image.height)
        var isNearEdge = [Bool](repeating: false, count: width * height)
        image.pixels.withUnsafeBufferPointer { pixels in
            // Half of the neighbours suffice, because a step marks the pixels on both sides.
            for (dx, dy) in [(1, 0), (-1, 1), (0, 1), (1, 1)] {
                for y in 0..<max(0, height - dy) {
                    for x in max(0, -dx)..<max(max(0, -dx), width - max(0, dx)) {
                        let (i, j) = (y * width + x, (y + dy) * width + x + dx)
                        guard PixelDifferences.greatest(pixels, i, pixels, j) > step else { continue }
                        isNearEdge[i] = true
                        isNearEdge[j] = true
                    }
                }
            }
        }
        return isNearEdge
    }
}
