public import VitrailScene

/// A finished picture with what it cost.
public struct DrawnFrame: Sendable {
    public var image: PixelImage
    public var timings: FrameTimings
    public var totals: FrameTotals
}

/// Where a frame's time went, in milliseconds.
public struct FrameTimings: Sendable, Hashable {
    /// Compiling what is new, and sending vertices, textures and uniforms.
    public var upload: Double
    /// Commands, until the device has finished them.
    public var draw: Double
    public var readback: Double

    public var total: Double { upload + draw + readback }
}

/// What a frame consisted of.
public struct FrameTotals: Sendable, Hashable {
    public var draws: Int
    public var instances: Int
    public var vertices: Int
    /// Sent to the device; what was there already is not counted.
    public var uploadedBytes: Int
}
