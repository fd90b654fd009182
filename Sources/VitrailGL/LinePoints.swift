import VitrailScene

/// Short segments of lines as points, all of them in one draw.
///
///      ╱╲      ┌──┐    llvmpipe draws each instance by itself, sets up two triangles for it, and shades what lies along their common edge twice.
///     ╱ ╱  →   │╱ │    A point is one square, and needs no instance: two attributes read neighbouring vertices. Measured: 0.5 of the time where
///     ╲╱       └──┘    segments are half a pixel long, the same at five to seven; beyond, squares are mostly empty. Shaded alike: the picture is the same.
enum LinePoints {
    /// Segments that are all drawn one way.
    static let stretch = 256
    /// A draw of fewer segments gains less than compiling a vertex shader without instances takes.
    static let leastCount = 1024
    /// Segments' length, as a root mean square, up to which squares are faster, of a stroke without width. A wide one covers more of its square.
    static let length: Float = 5
    /// By how much that grows with the stroke's width. Both measured with segments along an axis, the worst case.
    static let lengthPerWidth: Float = 0.25
    /// What a point needs beside the segment and the stroke's width: pixels that are touched, on both sides (line.vert), rounded up.
    static let margin: Float = 2

    /// Whether the device gains by them.
    static func areFaster(on device: DeviceInfo) -> Bool { device.isLLVMpipe }

    /// Ranges of instances, ascending, and whether each is drawn as points; nil = none is.
    ///
    /// - Parameter largest: the device's largest point.
    /// - Complexity: O(instances).
    static func runs(of draw: Draw, in buffer: VertexData, largest: Float) -> [(range: Range<Int>, arePoints: Bool)]? {
        guard draw.program.drawsSegments, draw.instanceCount >= leastCount else { return nil }
        switch buffer {
        case .line(let vertices): return runs(of: draw, largest) { SIMD2(vertices[$0].x, vertices[$0].y) }
        case .resident(let points): return runs(of: draw, largest) { SIMD2(points.offsets[$0].x, points.offsets[$0].y) }
        default: return nil
        }
    }

    @inline(__always)
    private static func runs(of draw: Draw, _ largest: Float, place: (Int) -> SIMD2<Float>) -> [(range: Range<Int>, arePoints: Bool)]? {
        let width = draw.uniforms.shape.x * 2
        let scale = SIMD2(draw.uniforms.transform.x, draw.uniforms.transform.y)
        let longest = largest - width - margin
        guard width >= 0, longest > 0 else { return nil }
        let typical = length + lengthPerWidth * width
        var runs: [(range: Range<Int>, arePoints: Bool)] = []
        for start in stride(from: 0, to: draw.instanceCount, by: stretch) {
            let range = start..<min(start + stretch, draw.instanceCount)
            var squares: Float = 0
            var last = place(draw.firstVertex + start)
            for i in range {
                let next = place(draw.firstVertex + i + 1)
                let span = (next - last) * scale
                squares += span.x * span.x + span.y * span.y
                last = next
            }
            // Not so with a gap, which is not-a-number. No segment is longer than the root of the sum.
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

extension Program {
    /// Whether an instance is a segment of a polyline.
    var drawsSegments: Bool { self == .line || self == .fineLine }
}
