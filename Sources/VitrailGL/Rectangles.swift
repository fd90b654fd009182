import CGL
import VitrailScene
import VitrailShaders

/// Quads that are set up as one rectangle each.
///
///      ┌──┐     ┌──┐    Of two triangles, llvmpipe shades what lies along their common edge twice, and looks for both which pixels of a block
///      │ ╲│  →  │  │    they cover. Two triangles that make up a rectangle it takes for one where the target is one texture in the order blue,
///      └──┘     └──┘    green, red, alpha, and no varying is flat. All corners of a quad have the same varyings: smooth ones have no slope.
enum Rectangles {
    /// The texels' order, as an internal format and in transfers.
    static let bgra: Int32 = 0x80E1
    private static let extensions = ["GL_EXT_texture_format_BGRA8888", "GL_EXT_read_format_bgra"]

    /// Whether the device gains by them. The picture is the same.
    static func areFaster(on device: DeviceInfo, _ core: GLCore) -> Bool {
        guard device.isLLVMpipe else { return false }
        let known = core.text(GL_EXTENSIONS).split(separator: " ")
        return extensions.allSatisfy { known.contains(Substring($0)) }
    }

    /// The program with smooth varyings.
    static func source(_ source: ShaderSource) -> ShaderSource {
        ShaderSource(
            name: source.name, vertex: source.vertex.replacing("\nflat out ", with: "\nout "),
            fragment: source.fragment.replacing("\nflat in ", with: "\nin "))
    }
}

extension Program {
    /// Whether it draws quads on a target of one texture with four channels. Blocks are drawn as lines.
    var drawsRectangles: Bool { !drawsSegments && self != .area && self != .sliver && !drawsBlocks }
}

extension Target {
    /// Whether it is one texture with four channels.
    var holdsRectangles: Bool {
        switch self {
        case .canvas, .group, .layer: true
        case .cells, .mask, .fineMask, .slivers: false
        }
    }
}
