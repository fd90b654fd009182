import CGL
import VitrailScene

/// Inside the scissor, the picture equals the picture without scissor; outside, nothing changes. Tolerance: 0.
enum ScissorFeatures {
    private static let boxes: [(name: String, box: PixelRect)] = [
        ("inside", PixelRect(x: 9, y: 13, width: 31, height: 22)),
        ("pixel", PixelRect(x: 20, y: 20, width: 1, height: 1)),
        ("row", PixelRect(x: 0, y: 31, width: 64, height: 1)), ("column", PixelRect(x: 31, y: 0, width: 1, height: 64)),
        ("beyond", PixelRect(x: 40, y: 40, width: 2000, height: 2000)),
        ("negative", PixelRect(x: -20, y: -30, width: 50, height: 50)),
        ("empty", PixelRect(x: 10, y: 10, width: 0, height: 10)),
        ("outside", PixelRect(x: 100, y: 0, width: 10, height: 10)),
        ("whole", PixelRect(x: 0, y: 0, width: 64, height: 64)),
    ]

    static let group = CaseGroup("gl.scissor") {
        boxes.flatMap { name, box in
            ["draw", "clear", "clear_buffer"].map { kind in
                ConformanceCase.gl("\(kind).\(name)") { gl, numbers in try run(kind, box, gl, &numbers) }
            }
        }
    }

    private static func run(
        _ kind: String, _ box: PixelRect, _ gl: FeatureGL, _ numbers: inout CaseNumbers
    ) throws -> CaseOutcome {
        // The last triangle covers the whole picture.
        let corners = (0..<24).map { _ in numbers.float(-10...74) } + [-64, -64, 192, -64, -64, 192]
        _ = try gl.use(
            "in vec2 at; out vec4 shade; void main() { gl_Position = place(at, vec2(64.0)); shade = vec4(at / 64.0, 0.5, 1.0); }",
            "in vec4 shade; out vec4 color; void main() { color = shade; }", attributes: ["at"])
        gl.buffer(corners)
        gl.floats(0, 2)
        func picture(_ box: PixelRect?) throws -> PixelImage {
            try gl.target(64, 64)
            if let box { gl.scissor(box) }
            switch kind {
            case "clear": gl.clear(SIMD4<Float>(color) / 255)
            case "clear_buffer": gl.clearBuffer(SIMD4<Float>(color) / 255)
            default: try gl.draw(GL_TRIANGLES, 12)
            }
            gl.scissor(nil)
            return try gl.read(64, 64)
        }
        let whole = try picture(nil)
        if kind != "draw" {
            let plain = PixelImage(size: whole.size, pixels: (0..<64 * 64).flatMap { _ in (0..<4).map { color[$0] } })
            let outcome = InvariantGroup.agree(whole, plain, within: 0)
            guard case .pass = outcome else { return outcome }
        } else if whole.isOfOneColor {
            return InvariantGroup.blank
        }
        var expected = PixelImage(size: whole.size)
        let shown = box.intersection(PixelRect(x: 0, y: 0, width: 64, height: 64))
        if !shown.isEmpty {
            for y in shown.y..<shown.maxY { for x in shown.x..<shown.maxX { expected[x, y] = whole[x, y] } }
        }
        let outcome = InvariantGroup.agree(try picture(box), expected, within: 0)
        guard case .pass = outcome else { return outcome }
        // After the scissor is disabled, draws must not be clipped.
        try gl.draw(GL_TRIANGLES, 3, first: 12)
        let after = try gl.read(64, 64)
        let cut = (0..<64 * 64).filter { after.pixels[$0 * 4 + 3] != 255 }
        var covered = after
        for index in cut { covered.pixels[index * 4 + 3] = 255 }
        return cut.isEmpty
            ? .pass()
            : .fail(
                "\(cut.count) pixels are not drawn after the scissor was switched off", expected: covered, found: after)
    }

    /// Clear colour; its channels are 8-bit values, so that nothing is rounded.
    private static let color = SIMD4<UInt8>(51, 102, 153, 204)
}
