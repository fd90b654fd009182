public import VitrailScene

/// A finished picture with what it cost.
public struct DrawnFrame: Sendable {
    public var image: PixelImage
    public var timings: FrameTimings
    public var totals: FrameTotals

    public init(image: PixelImage, timings: FrameTimings, totals: FrameTotals) {
        self.image = image
        self.timings = timings
        self.totals = totals
    }
}

/// Where a frame's time went, in milliseconds.
public struct FrameTimings: Sendable, Hashable {
    /// Compiling what is new, and sending vertices, textures and uniforms.
    public var upload: Double
    /// Commands, until the device has finished them.
    public var draw: Double
    public var readback: Double

    public init(upload: Double, draw: Double, readback: Double) {
        self.upload = upload
        self.draw = draw
        self.readback = readback
    }

    public var total: Double { upload + draw + readback }
}

/// What a frame consisted of.
public struct FrameTotals: Sendable, Hashable {
    public var draws: Int
    public var instances: Int
    public var vertices: Int
    /// Sent to the device; what was there already is not counted.
    public var uploadedBytes: Int

    public init(draws: Int, instances: Int, vertices: Int, uploadedBytes: Int) {
        self.draws = draws
        self.instances = instances
        self.vertices = vertices
        self.uploadedBytes = uploadedBytes
    }
}
