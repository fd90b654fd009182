import CGL
public import VitrailScene

/// A host's GL drawing on the canvas. It is called on the GL thread, in the order of the draw list.
public typealias HookAction = @Sendable (HookContext) -> Void

/// The context of a hook; valid only during the call.
///
/// State on entry: the canvas is bound as framebuffer, the viewport is the whole canvas, the scissor test is on with
/// the hook's clip rectangle, premultiplied `over` blending is on, vertex array 0, no program, texture unit 0 active;
/// dithering, depth test, stencil test and face culling are off. Row 0 of the canvas is the picture's top row: y points
/// down.
///
/// The hook may change this state without restoring it. The renderer restores afterwards: framebuffer, viewport,
/// scissor, blending, colour mask, program, vertex array, textures and samplers of the units in use, uniform buffer
/// binding 0, array and pixel buffers, pixel storage, and the capabilities above. The hook must delete the objects that
/// it creates. It must leave the context current and must not modify vertex arrays, programs or textures that it did
/// not create. It must not wait for another renderer's picture: on llvmpipe that renderer may be waiting for this one.
public struct HookContext {
    /// Size of the canvas.
    public let size: PixelSize
    /// The rectangle of the canvas that the hook may paint.
    public let clip: PixelRect
    /// Framebuffer name of the canvas.
    public let framebuffer: UInt32
    public let device: DeviceInfo
    let findFunction: (String) -> UnsafeMutableRawPointer?

    /// Returns the address of a GL function such as `glClear`. `nil`: the driver lacks it.
    public func function(_ name: String) -> UnsafeMutableRawPointer? { findFunction(name) }
}

@available(*, unavailable)
extension HookContext: Sendable {}
