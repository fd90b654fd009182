import VitrailDrawList

/// Draws short segments of lines as points, all in one draw.
///
///      ╱╲      ┌──┐
///     ╱ ╱  →   │╱ │
///     ╲╱       └──┘
///
/// llvmpipe processes each instance separately, sets up two triangles for it and shades the pixels along their common
/// edge twice. A point is one square and needs no instance: two attributes read neighbouring vertices. Measured: 0.5 of
/// the time for segments of half a pixel, equal at five to seven pixels; with longer segments the squares are mostly
/// empty. Both are shaded equally, so the picture is the same.
enum LinePoints {
    /// Number of segments that are switched together.
    static let stretch = 256
    /// Minimum number of segments. A smaller draw gains less than the time for compiling a vertex shader without
    /// instances.
    static let minCount = 1024
    /// Maximum root mean square length of segments, in pixels, where squares are faster for a stroke of width 0. A wide
    /// stroke covers more of its square.
    static let length: Float = 5
    /// Increase of that length per pixel of stroke width. Both were measured with segments along an axis, the worst
    /// case.
    static let lengthPerWidth: Float = 0.25
    /// Size of a point in addition to the segment and the stroke width: the touched pixels on both sides (line.vert),
    /// rounded up.
    static let margin: Float = 2

    /// Whether points are faster on the device.
    static func areFaster(on device: DeviceInfo) -> Bool { device.isLLVMpipe }

    /// Returns ranges of instances, ascending, and whether each is drawn as points. `nil`: no range is.
    ///
    /// - Parameter largest: maximum point size of the device.
    /// - Complexity: O(instances).
    static func runs(of draw: Draw, in buffer: VertexData, largest: Float) -> [(range: Range<Int>, arePoints: Bool)]? {
        guard draw.program.drawsSegments, draw.instanceCount >= minCount else { return nil }
        switch buffer {
        case .line(let vertices): return runs(of: draw, largest) { SIMD2(vertices[$0].x, vertices[$0].y) }
        case .resident(let points): return runs(of: draw, largest) { SIMD2(points.offsets[$0].x, points.offsets[$0].y) }
        default: return nil
        }
    }

    @inline(__always)
    private static func runs(
        of draw: Draw, _ largest: Float, position: (Int) -> SIMD2<Float>
    ) -> [(range: Range<Int>, arePoints: Bool)]? {
        let width = draw.uniforms.shape.x * 2
        let scale = SIMD2(draw.uniforms.transform.x, draw.uniforms.transform.y)
        let longest = largest - width - margin
        guard width >= 0, longest > 0 else { return nil }
        let typical = length + lengthPerWidth * width
        var runs: [(range: Range<Int>, arePoints: Bool)] = []
        for start in stride(from: 0, to: draw.instanceCount, by: stretch) {
            let range = start..<min(start + stretch, draw.instanceCount)
            var squares: Float = 0
            var last = position(draw.firstVertex + start)
            for i in range {
                let next = position(draw.firstVertex + i + 1)
                let span = (next - last) * scale
                squares += span.x * span.x + span.y * span.y
                last = next
            }
            // A gap is NaN, which compares false. No segment is longer than the square root of the sum.
            let arePoints = squares <= min(Float(range.count) * typical * typical, longest * longest)
            if let before = runs.last, before.arePoints == arePoints {
                runs[runs.count - 1].range = before.range.lowerBound..<range.upperBound
            } else {
                runs.append((range, arePoints))
            }
        }
        return runs.contains { $0.arePoints } ? runs : nil
    }
}

extension ProgramVariant {
    /// Whether an instance is a segment of a polyline.
    var drawsSegments: Bool { program == .line }
}
