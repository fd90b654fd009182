import CGL
import VitrailDrawList
import VitrailShaders

/// Draws quads that are set up as one rectangle each.
///
///      ┌──┐     ┌──┐
///      │ ╲│  →  │  │
///      └──┘     └──┘
///
/// With two triangles, llvmpipe shades the pixels along their common edge twice and computes for each triangle which
/// pixels of a block it covers. It treats two triangles that form a rectangle as one if the target is one texture with
/// the channel order blue, green, red, alpha, and no varying is flat. All corners of a quad have equal varyings, so
/// smooth varyings have no slope.
enum Rectangles {
    /// The channel order of texels, as internal format and for transfers.
    static let bgra: Int32 = 0x80E1
    private static let extensions = ["GL_EXT_texture_format_BGRA8888", "GL_EXT_read_format_bgra"]

    /// Whether the device is faster with rectangles. The picture is the same.
    static func areFaster(on device: DeviceInfo, _ core: GLCore) -> Bool {
        guard device.isLLVMpipe else { return false }
        let known = core.text(GL_EXTENSIONS).split(separator: " ")
        return extensions.allSatisfy { known.contains(Substring($0)) }
    }

    /// Returns the program with smooth varyings.
    static func source(_ source: ShaderSource) -> ShaderSource {
        ShaderSource(
            name: source.name, vertex: source.vertex.replacing("\nflat out ", with: "\nout "),
            fragment: source.fragment.replacing("\nflat in ", with: "\nin "))
    }
}

extension ProgramVariant {
    /// Whether the program draws quads on a target with one four-channel texture. Blocks are drawn as lines instead.
    var drawsRectangles: Bool { !drawsSegments && !readsSamples && self != .area && self != .sliver && !drawsBlocks }
}

extension Target {
    /// Whether the target is one texture with four channels.
    var holdsRectangles: Bool {
        switch self {
        case .canvas, .group, .layer: true
        case .cells, .mask, .fineMask, .slivers: false
        }
    }
}
