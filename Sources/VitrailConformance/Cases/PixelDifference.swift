/// A pixel with a wrong colour. Colours are premultiplied RGBA, 0...255 in each channel.
public struct PixelDifference: Sendable, Hashable, Codable {
    /// Column, counted from 0 at the left.
    public var x: Int
    /// Row, counted from 0 at the top; in cases of single GL features, at the bottom.
    public var y: Int
    public var expected: SIMD4<UInt8>
    public var found: SIMD4<UInt8>

    public init(x: Int, y: Int, expected: SIMD4<UInt8>, found: SIMD4<UInt8>) {
        (self.x, self.y, self.expected, self.found) = (x, y, expected, found)
    }

    /// Found minus expected in each channel: -255...255.
    public var difference: SIMD4<Int> { SIMD4(truncatingIfNeeded: found) &- SIMD4(truncatingIfNeeded: expected) }

    /// The largest absolute difference of a channel: 0...255.
    public var magnitude: Int { (0..<4).reduce(0) { max($0, abs(difference[$1])) } }
}

extension PixelDifference: CustomStringConvertible {
    public var description: String {
        let signed = difference
        let steps = (0..<4).map { signed[$0] > 0 ? "+\(signed[$0])" : "\(signed[$0])" }.joined(separator: ", ")
        return "pixel (\(x), \(y)): expected RGBA \(Self.text(expected)), found \(Self.text(found)), "
            + "difference (\(steps))"
    }

    private static func text(_ color: SIMD4<UInt8>) -> String {
        "(" + (0..<4).map { String(color[$0]) }.joined(separator: ", ") + ")"
    }
}
