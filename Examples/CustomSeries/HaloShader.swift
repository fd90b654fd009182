import Vitrail

/// Uses the host's own OpenGL ES 3 calls: discs of light that fade to their edges.
///
/// The hook starts with the canvas bound, the plot area's clip set, and premultiplied blending on. The shader deletes
/// all GL objects that it creates.
struct HaloShader {
    /// Device pixels from the top left of the canvas.
    struct Light {
        var x, y, radius: Float
    }

    private let context: HookContext

    init(_ context: HookContext) { self.context = context }

    // Row 0 of the canvas is the picture's top row, so y is not flipped.
    private static let vertex = """
        #version 300 es
        in vec3 light;
        uniform vec2 canvas;
        void main() {
            gl_Position = vec4(light.xy / canvas * 2.0 - 1.0, 0.0, 1.0);
            gl_PointSize = light.z * 2.0;
        }
        """
    private static let fragment = """
        #version 300 es
        precision highp float;
        uniform vec4 color;
        out vec4 painted;
        void main() {
            float fade = max(0.0, 1.0 - length(gl_PointCoord * 2.0 - 1.0));
            painted = color * (fade * fade * (3.0 - 2.0 * fade));
        }
        """

    /// Draws lights over the canvas.
    func draw(_ lights: [Light], _ color: Color) {
        guard !lights.isEmpty, let gl = try? GLFunctions(context) else { return }
        let program = gl.program(Self.vertex, Self.fragment)
        gl.useProgram(program)
        gl.uniform2f(gl.uniform(program, "canvas"), Float(context.size.width), Float(context.size.height))
        let paint = color.premultiplied
        gl.uniform4f(gl.uniform(program, "color"), paint.x, paint.y, paint.z, paint.w)
        var (buffer, array): (UInt32, UInt32) = (0, 0)
        gl.genVertexArrays(1, &array)
        gl.bindVertexArray(array)
        gl.genBuffers(1, &buffer)
        gl.bindBuffer(GLFunctions.arrayBuffer, buffer)
        lights.withUnsafeBytes {
            gl.bufferData(GLFunctions.arrayBuffer, $0.count, $0.baseAddress, GLFunctions.streamDraw)
        }
        let position = UInt32(gl.attribute(program, "light"))
        gl.vertexAttribPointer(position, 3, GLFunctions.float, 0, Int32(MemoryLayout<Light>.stride), nil)
        gl.enableVertexAttribArray(position)
        gl.drawArrays(GLFunctions.points, 0, Int32(lights.count))
        gl.deleteBuffers(1, &buffer)
        gl.deleteVertexArrays(1, &array)
        gl.deleteProgram(program)
    }
}
