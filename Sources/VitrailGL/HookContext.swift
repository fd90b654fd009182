import CGL
public import VitrailScene

/// A host's own GL drawing on the canvas. Called on the GL thread, in the draw list's order.
public typealias HookAction = @Sendable (HookContext) -> Void

/// What a hook gets to draw with; valid during the call only.
///
/// The hook finds the canvas bound as framebuffer, the viewport set to the whole canvas, the scissor test on with the hook's clip
/// rectangle, premultiplied `over` blending on, vertex array 0, no program, texture unit 0 active, dithering, depth and stencil
/// tests and face culling off. Row 0 of the canvas is the picture's top row: y runs down.
///
/// It may change anything and need not change it back. Put back afterwards: framebuffer, viewport, scissor, blending, colour mask,
/// program, vertex array, textures and samplers of the units in use, uniform buffer binding 0, array and pixel
/// buffers, pixel storage, and the capabilities above. Objects it makes are its own to delete. It must leave the context current,
/// and vertex arrays, programs and textures that are not its own as they are. It must not wait for another renderer's picture: on llvmpipe that one
/// may be waiting for this.
public struct HookContext {
    /// The canvas.
    public let size: PixelSize
    /// Where the hook may paint, inside the canvas.
    public let clip: PixelRect
    /// The canvas' framebuffer name.
    public let framebuffer: UInt32
    public let device: DeviceInfo
    let findFunction: (String) -> UnsafeMutableRawPointer?

    /// The address of a GL function, `glClear`; nil when the driver lacks it.
    public func function(_ name: String) -> UnsafeMutableRawPointer? { findFunction(name) }
}

@available(*, unavailable)
extension HookContext: Sendable {}
