import CGL
import VitrailScene

/// Blocks of four pixel columns as lines, four pixels wide.
///
///      ┌─┐     ┌─┐      Of two triangles, a rasteriser shades what lies along their common edge twice, and in a rectangle no wider than
///      │╲│  →  │ │      the squares it shades that is all of them. A wide line is one shape. Measured on llvmpipe: 0.6 of the time.
///      └─┘     └─┘      Lines that begin and end at pixel edges, their middle between two pixels, cover just the block there.
enum BlockLines {
    /// Pixels: the blocks' grid.
    static let width = 4

    /// Whether the device draws such lines exactly, and gains by them. The standard leaves room for wide lines, and no other device was measured.
    static func areExact(on device: DeviceInfo) -> Bool {
        device.isLLVMpipe && device.limits.lineWidth >= Float(width)
    }

    /// Whether the draw's instances are blocks that can be lines: all of their middles lie on the target, or the clip volume would cut away
    /// the lines as a whole.
    static func canDraw(_ draw: Draw, in scissor: PixelRect, on canvas: PixelRect) -> Bool {
        guard draw.program.drawsBlocks else { return false }
        let isVertical = draw.uniforms.shape.x > 0.5
        let origin = isVertical ? draw.uniforms.viewport.w : draw.uniforms.viewport.z
        let (end, length) = isVertical ? (scissor.maxY, canvas.height) : (scissor.maxX, canvas.width)
        guard origin.truncatingRemainder(dividingBy: Float(width)) == 0, end > 0 else { return false }
        return (end - 1) / width * width + width / 2 < length
    }
}

extension Program {
    /// Whether an instance is a block of four pixel columns on the picture's grid.
    var drawsBlocks: Bool {
        switch self {
        case .slices, .stroke, .strokeEdge, .envelope, .fineEnvelope: true
        default: false
        }
    }
}
