import VitrailGL
import VitrailScene

/// The cost of a picture: counts, and milliseconds per stage.
public struct RenderStatistics: Sendable, Codable {
    public struct Milliseconds: Sendable, Codable {
        /// Reading the description and the data files into columns. The caller that reads them sets it.
        public var read = 0.0
        /// Waiting for the device to open: once per renderer. Shorter if opening began earlier.
        public var open = 0.0
        /// Ranges, layout and marks.
        public var plan = 0.0
        public var tessellate = 0.0
        public var upload = 0.0
        public var draw = 0.0
        public var readback = 0.0
        /// For a picture that is encoded during readback, the encoding time after its last row. The caller that encodes
        /// adds the rest.
        public var encode = 0.0
        /// The caller that writes the picture sets it.
        public var write = 0.0
        /// From `open` to `readback`, including the switches to the device's thread and back.
        public var total = 0.0

        var sumAfterPlan: Double { open + tessellate + upload + draw + readback }
    }

    /// Bytes.
    public struct Memory: Sendable, Codable {
        /// `MemoryEstimate.total` before the chart was read. 0: not estimated.
        public var estimated = 0
    }

    /// Device pixels.
    public struct Rectangle: Sendable, Codable {
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int
    }

    /// Samples of all series, gaps included. 0: the data were already loaded.
    public var samplesRead = 0
    /// Points, rectangles and slices in the series layer.
    public var samplesDrawn = 0
    public var milliseconds = Milliseconds()
    public var memory = Memory()
    /// The driver's name of the device: `llvmpipe (LLVM 15.0.6, 256 bits)`.
    public var renderer: String
    /// How the device was opened.
    public var device: String
    public var isHardware: Bool
    public var glesVersion: String
    public var plotArea: Rectangle
    public var draws: Int
    public var instances: Int
    public var vertices: Int
    public var uploadedBytes: Int
    /// How each series was drawn, and its draws and instances. Series that are not drawn are missing.
    public var series: [SeriesTotals] = []

    /// Statistics of a picture that no device drew.
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
