import CGL
import VitrailDrawList
import VitrailScene

/// Draws blocks of four pixel columns as lines that are four pixels wide.
///
///      ┌─┐     ┌─┐
///      │╲│  →  │ │
///      └─┘     └─┘
///
/// A rasteriser shades the pixels along the common edge of two triangles twice. In a rectangle that is no wider than
/// the squares it shades, these are all pixels. A wide line is a single primitive. Measured on llvmpipe: 0.6 of the
/// time. The lines start and end on pixel edges and their centre is between two pixels, so they cover exactly the block
/// there.
enum BlockLines {
    /// Width of a block in pixels; blocks are aligned to multiples of it.
    static let width = 4

    /// Whether the device draws such lines exactly and faster. The standard gives drivers freedom for wide lines, and
    /// only llvmpipe was measured.
    static func areExact(on device: DeviceInfo) -> Bool {
        device.isLLVMpipe && device.limits.lineWidth >= Float(width)
    }

    /// Whether the draw's instances are blocks that can be drawn as lines. All centres of the blocks must be on the
    /// target, because clipping removes a line entirely if its centre is outside.
    static func canDraw(_ draw: Draw, in scissor: PixelRect, on canvas: PixelRect) -> Bool {
        guard draw.program.drawsBlocks else { return false }
        let isVertical = draw.uniforms.shape.x > 0.5
        let origin = isVertical ? draw.uniforms.viewport.w : draw.uniforms.viewport.z
        let (end, length) = isVertical ? (scissor.maxY, canvas.height) : (scissor.maxX, canvas.width)
        guard origin.truncatingRemainder(dividingBy: Float(width)) == 0, end > 0 else { return false }
        return (end - 1) / width * width + width / 2 < length
    }
}

extension ProgramVariant {
    /// Whether an instance is a block of four pixel columns on the picture's grid.
    var drawsBlocks: Bool {
        switch program {
        case .slices, .stroke, .envelope: true
        default: false
        }
    }
}
