import VitrailGL
import VitrailScene

/// What a picture took: counts, and milliseconds per stage.
public struct RenderStatistics: Sendable, Codable {
    public struct Milliseconds: Sendable, Codable {
        /// Description and data files into columns. Set by whoever reads them.
        public var read = 0.0
        /// Waiting for the device to open: once per renderer, and less where it was begun before.
        public var open = 0.0
        /// Ranges, layout, marks.
        public var plan = 0.0
        public var tessellate = 0.0
        public var upload = 0.0
        public var draw = 0.0
        public var readback = 0.0
        /// Of a picture that was encoded while it was read back, what came after its last row; whoever encodes adds the rest.
        public var encode = 0.0
        /// Set by whoever writes the picture.
        public var write = 0.0
        /// From `open` to `readback`, and the way to the device's thread and back.
        public var total = 0.0

        var sumAfterPlan: Double { open + tessellate + upload + draw + readback }
    }

    /// Device pixels.
    public struct Rectangle: Sendable, Codable {
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int
    }

    /// Samples of all series, gaps included; 0 when the data were loaded before.
    public var samplesRead = 0
    /// Points, rectangles and slices in the series layer.
    public var samplesDrawn = 0
    public var milliseconds = Milliseconds()
    /// The driver's name of the device: `llvmpipe (LLVM 15.0.6, 256 bits)`.
    public var renderer: String
    /// How the device was reached.
    public var device: String
    public var isHardware: Bool
    public var glesVersion: String
    public var plotArea: Rectangle
    public var draws: Int
    public var instances: Int
    public var vertices: Int
    public var uploadedBytes: Int
    /// How each series came to be seen, and what it took; those of which nothing is drawn are not named.
    public var series: [SeriesTotals] = []

    /// Of a picture that no device drew.
    init(plotArea: PixelRect) {
        (renderer, device, isHardware, glesVersion) = ("none", "none", false, "none")
        self.plotArea = Rectangle(x: plotArea.x, y: plotArea.y, width: plotArea.width, height: plotArea.height)
        (draws, instances, vertices, uploadedBytes) = (0, 0, 0, 0)
    }

    init(device: DeviceInfo, plotArea: PixelRect, totals: FrameTotals) {
        renderer = device.renderer
        self.device = device.platform.description
        isHardware = device.isHardware
        glesVersion = "\(device.majorVersion).\(device.minorVersion)"
        self.plotArea = Rectangle(x: plotArea.x, y: plotArea.y, width: plotArea.width, height: plotArea.height)
        draws = totals.draws
        instances = totals.instances
        vertices = totals.vertices
        uploadedBytes = totals.uploadedBytes
    }
}
