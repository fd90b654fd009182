import CGL
import VitrailScene

/// A scissor shows what the whole picture has there, and leaves the rest as it was. No deviation is allowed.
enum ScissorFeatures {
    private static let boxes: [(name: String, box: PixelRect)] = [
        ("inside", PixelRect(x: 9, y: 13, width: 31, height: 22)), ("pixel", PixelRect(x: 20, y: 20, width: 1, height: 1)),
        ("row", PixelRect(x: 0, y: 31, width: 64, height: 1)), ("column", PixelRect(x: 31, y: 0, width: 1, height: 64)),
        ("beyond", PixelRect(x: 40, y: 40, width: 2000, height: 2000)), ("negative", PixelRect(x: -20, y: -30, width: 50, height: 50)),
        ("empty", PixelRect(x: 10, y: 10, width: 0, height: 10)), ("outside", PixelRect(x: 100, y: 0, width: 10, height: 10)),
        ("whole", PixelRect(x: 0, y: 0, width: 64, height: 64)),
    ]

    static let group = CaseGroup("gl.scissor") {
        boxes.flatMap { name, box in
            ["draw", "clear", "clear_buffer"].map { kind in
                ConformanceCase.gl("\(kind).\(name)") { gl, numbers in try run(kind, box, gl, &numbers) }
            }
        }
    }

    private static func run(_ kind: String, _ box: PixelRect, _ gl: FeatureGL, _ numbers: inout CaseNumbers) throws -> CaseOutcome {
        let corners = (0..<24).map { _ in numbers.float(-10...74) }
        _ = try gl.use(
            "in vec2 at; out vec4 shade; void main() { gl_Position = place(at, vec2(64.0)); shade = vec4(at / 64.0, 0.5, 1.0); }",
            "in vec4 shade; out vec4 color; void main() { color = shade; }", attributes: ["at"])
        gl.buffer(corners)
        gl.floats(0, 2)
        func picture(_ box: PixelRect?) throws -> PixelImage {
            try gl.target(64, 64)
            if let box {
                gl.gl.enable(GLenum(GL_SCISSOR_TEST))
                gl.gl.scissor(GLint(box.x), GLint(box.y), GLsizei(box.width), GLsizei(box.height))
            }
            switch kind {
            case "clear":
                gl.gl.clearColor(0.2, 0.4, 0.6, 0.8)
                gl.gl.clear(GLbitfield(GL_COLOR_BUFFER_BIT))
            case "clear_buffer": gl.gl.clearBufferfv(GLenum(GL_COLOR), 0, [0.9, 0.1, 0.3, 0.7])
            default: try gl.draw(GL_TRIANGLES, 12)
            }
            gl.gl.disable(GLenum(GL_SCISSOR_TEST))
            return try gl.read(64, 64)
        }
        let whole = try picture(nil)
        var expected = PixelImage(size: whole.size)
        let shown = box.intersection(PixelRect(x: 0, y: 0, width: 64, height: 64))
        if !shown.isEmpty { for y in shown.y..<shown.maxY { for x in shown.x..<shown.maxX { expected[x, y] = whole[x, y] } } }
        return InvariantGroup.agree(try picture(box), expected, within: 0)
    }
}
