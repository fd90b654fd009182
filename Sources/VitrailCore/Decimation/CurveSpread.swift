/// Where a curve is how often over a short stretch, which straight slopes then stand for: of a row of pixels they cover what it covers.
///
///     │╲  ╱╲│╱│           What a row sees of the curve is how often that is above it. A slope with the same mean and the same variance says nearly
///     │ ╲╱  ╲ │╲   →  ╲    the same, unless the curve is now here, now there, and seldom between: of that, two slopes tell.
///     │     │ │        ╲
struct CurveSpread {
    /// Of places, in pixels.
    var mean: Double
    var variance: Double
    /// The least and the greatest place.
    var low: Double
    var high: Double

    struct Slope {
        var middle: Double
        /// Half of what it spans.
        var half: Double
    }

    /// What one slope may show beyond what the curve reaches: of that, and in pixels.
    static let mostBeyond = 1.0 / 16
    static let leastBeyond = 0.25
    /// Of the length; what is less is seen nowhere.
    private static let leastShare = 1e-3

    private var half: Double { (3 * variance).squareRoot() }

    /// The one slope.
    var slope: Slope { Slope(middle: mean, half: half) }

    /// Pixels that the one slope reaches beyond what the curve does.
    var beyond: Double { half - min(mean - low, high - mean) }

    /// Whether one slope would show the curve where it never is.
    var isScattered: Bool { beyond > max((high - low) * Self.mostBeyond, Self.leastBeyond) }

    /// Slopes for each of two curves over the same stretch, the lower ones first: with the mean and the variance of both, and within what they reach.
    ///
    ///     high ┬    ╱      A slope of height s begins at the lowest place, another one ends at the highest: of mean and variance follow
    ///          ┴ s ╱       s, and the lower one's share of the length. The curve that scatters more tells the share; the other one, if
    ///              ·       it does not scatter, is a slope that is cut where that share ends.
    ///          ┬ s ╱
    ///      low ┴  ╱
    static func halves(_ first: CurveSpread, _ second: CurveSpread) -> (lowShare: Double, first: (Slope, Slope), second: (Slope, Slope)) {
        let share = (first.beyond >= second.beyond ? first : second).lowShare
        return (share, first.pieces(lowShare: share), second.pieces(lowShare: share))
    }

    private var lowShare: Double {
        let span = high - low
        guard span > 0 else { return 0.5 }
        let center = (mean - low) / span
        // Both slopes' height, of the span: variance = center · (1 - center) - height / 2 + height² / 3.
        let missing = max(center * (1 - center) - variance / (span * span), 0)
        let height = min(0.75 - 1.5 * max(0.25 - missing * 4 / 3, 0).squareRoot(), 2 * center, 2 * (1 - center))
        return min(max(1 - (center - height / 2) / (1 - height), 0), 1)
    }

    private func pieces(lowShare: Double) -> (Slope, Slope) {
        let highShare = 1 - lowShare
        guard isScattered, min(lowShare, highShare) > Self.leastShare else {
            return (Slope(middle: mean - half * highShare, half: half * lowShare), Slope(middle: mean + half * lowShare, half: half * highShare))
        }
        // So far apart that a slope of the height that the variance leaves begins at the end on its side: variance = height² / 12 + shares · distance².
        func distance(_ room: Double, _ other: Double) -> Double {
            let (a, b, c) = (other * other / 3 + lowShare * highShare, room * other / 3, room * room / 3 - variance)
            return (b + max(b * b - a * c, 0).squareRoot()) / a
        }
        let apart = max(min(distance(mean - low, highShare), distance(high - mean, lowShare)), 0)
        let height = (12 * max(variance - lowShare * highShare * apart * apart, 0)).squareRoot()
        let (lower, upper) = (mean - highShare * apart, mean + lowShare * apart)
        return (Slope(middle: lower, half: min(height / 2, max(lower - low, 0))), Slope(middle: upper, half: min(height / 2, max(high - upper, 0))))
    }
}
