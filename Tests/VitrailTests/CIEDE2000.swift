import Foundation
import Vitrail

/// A colour in CIELAB (D65), where CIEDE2000 measures the perceived difference of two colours: 1 is just visible, 10 is
/// obvious.
///
/// - Source: G. Sharma, W. Wu and E. Dalal, "The CIEDE2000 Color-Difference Formula", 2005.
struct LabColor {
    var (lightness, a, b): (Double, Double, Double)

    init(_ lightness: Double, _ a: Double, _ b: Double) { (self.lightness, self.a, self.b) = (lightness, a, b) }

    init(_ color: Color, _ vision: Vision?) {
        var rgb = color.linear
        if let vision { rgb = product(vision.rows, rgb).map { min(max($0, 0), 1) } }
        let matrix = [
            [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041],
        ]
        let white = [0.95047, 1, 1.08883]
        let roots = zip(product(matrix, rgb), white).map { value, white -> Double in
            let share = value / white
            return share > 216.0 / 24389 ? cbrt(share) : (24389.0 / 27 * share + 16) / 116
        }
        (lightness, a, b) = (116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2]))
    }

    func difference(to other: LabColor) -> Double {
        let meanChroma = (hypot(a, b) + hypot(other.a, other.b)) / 2
        let stretch = 1 + 0.5 * (1 - Self.share(meanChroma))
        let (a1, a2) = (a * stretch, other.a * stretch)
        let (c1, c2) = (hypot(a1, b), hypot(a2, other.b))
        let (h1, h2) = (Self.degrees(a1, b), Self.degrees(a2, other.b))
        let isGray = c1 * c2 == 0
        var turn = h2 - h1
        if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
        if isGray { turn = 0 }
        var hue = h1 + h2
        if !isGray { hue = (abs(h1 - h2) <= 180 ? hue : hue < 360 ? hue + 360 : hue - 360) / 2 }
        let (l, c) = ((lightness + other.lightness) / 2, (c1 + c2) / 2)
        let t =
            1 - 0.17 * Self.cosine(hue - 30) + 0.24 * Self.cosine(2 * hue) + 0.32 * Self.cosine(3 * hue + 6)
            - 0.2 * Self.cosine(4 * hue - 63)
        let square = (l - 50) * (l - 50)
        let dl = (other.lightness - lightness) / (1 + 0.015 * square / (20 + square).squareRoot())
        let dc = (c2 - c1) / (1 + 0.045 * c)
        let dh = 2 * (c1 * c2).squareRoot() * sin(turn / 2 * .pi / 180) / (1 + 0.015 * c * t)
        let bend = (hue - 275) / 25
        let rotation = -2 * Self.share(c) * sin(60 * exp(-bend * bend) * .pi / 180)
        return (dl * dl + dc * dc + dh * dh + rotation * dc * dh).squareRoot()
    }

    private static func share(_ chroma: Double) -> Double {
        let power = pow(chroma, 7)
        return (power / (power + pow(25, 7))).squareRoot()
    }

    private static func degrees(_ a: Double, _ b: Double) -> Double {
        let angle = atan2(b, a) * 180 / .pi
        return angle < 0 ? angle + 360 : angle
    }

    private static func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
}
