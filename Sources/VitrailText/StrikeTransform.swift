#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Scales and rotates a bitmap glyph to the requested size.
///
/// Each target pixel is the mean of the bilinearly interpolated strike over the pixel's square (box filter). The sample
/// grid is at least twice as fine as the strike's pixels, so that reduction does not skip a pixel of the strike.
struct StrikeTransform {
    /// Target pixels per strike pixel.
    var scale: Double
    /// In radians, anticlockwise on screen.
    var rotation: Double
    var phase: SubpixelPhase

    /// Samples along one side of a target pixel. The upper bound applies when a strike is reduced to a sixteenth or
    /// less, the lower one when it is at least doubled, because interpolation alone is then smooth.
    static let sampleBounds = 1...32

    /// - Returns: `nil` if the result would exceed the atlas.
    func apply(to source: GlyphPicture) -> GlyphPicture? {
        guard !source.isBlank, source.isColor else { return .blank }
        let c = cos(rotation)
        let s = sin(rotation)
        let (left, top, right, bottom) = bounds(of: source, c, s)
        let width = right - left
        let height = bottom - top
        guard width * height <= GlyphRasterizer.maximumArea else { return nil }
        let n = min(max(Int((2 / scale).rounded(.up)), Self.sampleBounds.lowerBound), Self.sampleBounds.upperBound)
        var target = GlyphPicture(left: left, top: top, width: width, height: height, isColor: true, pixels: [])
        target.pixels.reserveCapacity(width * height * 4)
        source.pixels.withUnsafeBufferPointer { bytes in
            let strike = Strike(bytes: bytes, width: source.width, height: source.height)
            // One step of the sample grid along the target's x, in strike pixels. A step along y is the same vector
            // turned by 90°.
            let along = SIMD2(c, s) / (scale * Double(n))
            let down = SIMD2(-s, c) / (scale * Double(n))
            for y in top..<bottom {
                for x in left..<right {
                    let u = Double(x) - Double(phase.x) / 4
                    let v = Double(y) - Double(phase.y) / 4
                    let corner = SIMD2(u * c - v * s, u * s + v * c) / scale
                    let first = corner + (along + down) / 2 - SIMD2(Double(source.left), Double(source.top))
                    let mean = strike.mean(from: first, along: along, down: down, n: n)
                    for k in 0..<4 { target.pixels.append(UInt8(min(255, mean[k].rounded()))) }
                }
            }
        }
        return target
    }

    /// Returns the whole pixels that the rotated strike touches.
    private func bounds(of source: GlyphPicture, _ c: Double, _ s: Double) -> (Int, Int, Int, Int) {
        let xs = [Double(source.left), Double(source.left + source.width)]
        let ys = [Double(source.top), Double(source.top + source.height)]
        // Rotates anticlockwise, with y down.
        let corners = xs.flatMap { x in ys.map { y in SIMD2(x * c + y * s, y * c - x * s) * scale } }
        let offset = SIMD2(Double(phase.x), Double(phase.y)) / 4
        let low = corners.reduce(corners[0]) { pointwiseMin($0, $1) } + offset
        let high = corners.reduce(corners[0]) { pointwiseMax($0, $1) } + offset
        return (
            Int(low.x.rounded(.down)), Int(low.y.rounded(.down)), Int(high.x.rounded(.up)),
            Int(high.y.rounded(.up))
        )
    }
}

/// A premultiplied RGBA bitmap, transparent outside, sampled bilinearly.
private struct Strike {
    let bytes: UnsafeBufferPointer<UInt8>
    let width: Int
    let height: Int

    func mean(from first: SIMD2<Double>, along: SIMD2<Double>, down: SIMD2<Double>, n: Int) -> SIMD4<Float> {
        var sum = SIMD4<Float>.zero
        for j in 0..<n {
            var at = first + down * Double(j)
            for _ in 0..<n {
                sum += sample(at)
                at += along
            }
        }
        return sum / Float(n * n)
    }

    private func sample(_ at: SIMD2<Double>) -> SIMD4<Float> {
        let x = at.x - 0.5
        let y = at.y - 0.5
        let column = x.rounded(.down)
        let row = y.rounded(.down)
        guard column >= -1, row >= -1, column < Double(width), row < Double(height) else { return .zero }
        let i = Int(column)
        let j = Int(row)
        let fx = Float(x - column)
        let fy = Float(y - row)
        let upper = pixel(i, j) * (1 - fx) + pixel(i + 1, j) * fx
        let lower = pixel(i, j + 1) * (1 - fx) + pixel(i + 1, j + 1) * fx
        return upper * (1 - fy) + lower * fy
    }

    private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        guard x >= 0, y >= 0, x < width, y < height else { return .zero }
        let i = (y * width + x) * 4
        return SIMD4(Float(bytes[i]), Float(bytes[i + 1]), Float(bytes[i + 2]), Float(bytes[i + 3]))
    }
}
