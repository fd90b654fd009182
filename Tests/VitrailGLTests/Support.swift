import VitrailDrawList
import VitrailGL
import VitrailScene
import VitrailShaders

/// Small draw lists, and shaders that paint exactly known pixels.
enum Lists {
    static func quad(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> QuadVertex {
        let rect = PlotRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
        return QuadVertex(rect: rect, texels: PlotRect(minX: 0, minY: 0, maxX: width, maxY: height), color: 0xFFFF_FFFF)
    }

    static func fill(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> RectVertex {
        RectVertex(
            rect: PlotRect(minX: x, minY: y, maxX: x + width, maxY: y + height), tipRadius: 0, tip: 0, strokeWidth: 0,
            fill: 0, fillEnd: 0, stroke: 0)
    }

    static func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

    static func all(_ size: PixelSize) -> PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }

    /// Draws the whole of buffer `buffer` with `color` (premultiplied) as paint.
    static func draw(
        _ program: ProgramVariant, _ blend: Blend, buffer: Int = 0, count: Int = 1, from first: Int = 0,
        color: SIMD4<Float> = .init(1, 1, 1, 1), textures: [TextureBinding] = [], scissor: PixelRect? = nil,
        in size: PixelSize, label: String = ""
    ) -> DrawCommand {
        var uniforms = DrawUniforms(size: size)
        uniforms.color0 = color
        return .draw(
            Draw(
                program: program, blend: blend, buffer: buffer, firstVertex: first, instanceCount: count,
                textures: textures, uniforms: uniforms, scissor: scissor ?? all(size), label: label))
    }
}

/// Test shaders: every program fills its instances' rectangle with `color0`, unless it samples.
///
/// Rectangles and quads fill `a_rect`; discs fill the square of half side `radius`; lines fill the box of their
/// segment, with output i of the cells getting `color0 · (i + 1) / 4`, unless the segment begins where a run ends.
enum TestShaders {
    static let block = """
        layout(std140) uniform DrawUniforms { vec4 viewport; vec4 transform; vec4 color0; vec4 color1; vec4 gradient; vec4 shape; };
        """

    @Sendable static func source(_ program: ProgramVariant) -> ShaderSource? {
        ShaderSource(name: program.rawValue, vertex: vertex(program), fragment: fragment(program))
    }

    private static func vertex(_ program: ProgramVariant) -> String {
        let (inputs, box) =
            switch program {
            case .line:
                (
                    "in vec3 a_start; in vec3 a_end;",
                    "a_start.z >= 1.5 ? vec4(0) : vec4(min(a_start.xy, a_end.xy), max(a_start.xy, a_end.xy))"
                )
            case .disc:
                ("in vec3 a_disc; in vec4 a_color;", "vec4(a_disc.xy - a_disc.z, a_disc.xy + a_disc.z) + 0.0 * a_color")
            case .rect: ("in vec4 a_rect;", "a_rect")
            default: ("in vec4 a_rect; in vec4 a_texels; in vec4 a_color;", "a_rect + 0.0 * (a_texels + a_color)")
            }
        return """
            #version 300 es
            \(inputs)
            \(block)
            void main() {
                vec4 box = \(box);
                int vertex = gl_VertexID < 4 ? gl_VertexID : 6 - gl_VertexID;
                vec2 corner = vec2(vertex & 1, vertex >> 1);
                vec2 place = mix(box.xy, box.zw, corner) * transform.xy + transform.zw;
                gl_Position = vec4(place * viewport.xy - 1.0, 0.0, 1.0);
            }
            """
    }

    private static func fragment(_ program: ProgramVariant) -> String {
        let head = "#version 300 es\nprecision highp float;\n" + block + "\n"
        let samplers = program.samplers.map { "uniform highp sampler2D \($0);\n" }.joined()
        if program == .line || program == .fineLine {
            return head + (0..<4).map { "layout(location = \($0)) out vec4 o\($0);\n" }.joined()
                + "void main() { o0 = color0 * 0.25; o1 = color0 * 0.5; o2 = color0 * 0.75; o3 = color0; }"
        }
        if program == .sliver {
            return head
                + "layout(location = 0) out vec4 o0;\nlayout(location = 1) out vec4 o1;\nvoid main() { o0 = color0; o1 = color0 * 0.5; }"
        }
        let fetch = { (name: String) in "texelFetch(\(name), ivec2(gl_FragCoord.xy), 0)" }
        let value =
            switch program {
            case .resolveCells, .resolveSlivers: program.samplers.map(fetch).joined(separator: " + ")
            case .resolveMask: fetch("u_texture") + ".r * color0"
            case .field: fetch("u_texture") + ".rrrr * texelFetch(u_palette, ivec2(1, 0), 0)"
            case .image: "texture(u_texture, gl_FragCoord.xy / vec2(textureSize(u_texture, 0)))"
            case .glyph, .resolveGroup: fetch("u_texture")
            default: "color0"
            }
        return head + samplers + "layout(location = 0) out vec4 o;\nvoid main() { o = \(value); }"
    }
}
