public import VitrailScene

/// A finished picture with what it cost.
public struct DrawnFrame: Sendable {
    public var image: PixelImage
    public var timings: FrameTimings
    public var totals: FrameTotals
    /// Whether the rows went to a receiver, too: those of a picture in tiles do not.
    package var wasReceived = false

    public init(image: PixelImage, timings: FrameTimings, totals: FrameTotals) {
        self.image = image
        self.timings = timings
        self.totals = totals
    }
}

/// A frame that was begun: all of it, or to be taken later.
package enum StartedFrame {
    case done(DrawnFrame)
    case copying(CopyingFrame)
}

/// A frame whose commands are sent.
struct SentFrame {
    var size: PixelSize
    /// Milliseconds that uploading took, and when it had ended.
    var upload: Double
    var uploaded: ContinuousClock.Instant
    var totals: FrameTotals

    /// The finished frame; times in milliseconds.
    ///
    /// - Parameter receive: nil = no receiver got its rows.
    func drawn(_ image: PixelImage, _ draw: Double, _ readback: Double, _ receive: Double?) -> DrawnFrame {
        var frame = DrawnFrame(
            image: image, timings: FrameTimings(upload: upload, draw: draw, readback: readback, receive: receive ?? 0), totals: totals)
        frame.wasReceived = receive != nil
        return frame
    }
}

/// A frame that the device draws and copies, to be taken later.
package struct CopyingFrame {
    /// Which of its player's.
    var number: Int
    /// Which of its session's players that is.
    var player = 0
    var sent: SentFrame
    /// Milliseconds until its commands were sent.
    var draw: Double
}

/// Where a frame's time went, in milliseconds.
public struct FrameTimings: Sendable, Hashable {
    /// Compiling what is new, and sending vertices, textures and uniforms.
    public var upload: Double
    /// Commands, until the device has finished them.
    public var draw: Double
    public var readback: Double
    /// After the last row was read: what its receiver still had to do.
    package var receive: Double

    public init(upload: Double, draw: Double, readback: Double) {
        self.init(upload: upload, draw: draw, readback: readback, receive: 0)
    }

    init(upload: Double, draw: Double, readback: Double, receive: Double) {
        (self.upload, self.draw, self.readback, self.receive) = (upload, draw, readback, receive)
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

/// What several frames took together.
package struct FrameSum {
    package private(set) var totals = FrameTotals(draws: 0, instances: 0, vertices: 0, uploadedBytes: 0)
    package private(set) var timings = FrameTimings(upload: 0, draw: 0, readback: 0)

    package init() {}

    package mutating func add(_ frame: DrawnFrame) {
        timings.upload += frame.timings.upload
        timings.draw += frame.timings.draw
        timings.readback += frame.timings.readback
        timings.receive += frame.timings.receive
        totals.draws += frame.totals.draws
        totals.instances += frame.totals.instances
        totals.vertices += frame.totals.vertices
        totals.uploadedBytes += frame.totals.uploadedBytes
    }
}

/// A picture while it is put together of others.
struct ComposedFrame {
    private var image: PixelImage
    private var sum = FrameSum()

    init(size: PixelSize) { image = PixelImage(size: size) }

    /// - Precondition: the part fits at its place.
    mutating func add(_ part: DrawnFrame, x: Int, y: Int) {
        image.put(part.image, x: x, y: y)
        sum.add(part)
    }

    consuming func finish() -> DrawnFrame { DrawnFrame(image: image, timings: sum.timings, totals: sum.totals) }
}

extension PixelImage {
    fileprivate mutating func put(_ part: PixelImage, x: Int, y: Int) {
        precondition(x >= 0 && y >= 0 && x + part.width <= width && y + part.height <= height, "the part reaches beyond the picture")
        let (rowBytes, stride) = (part.width * 4, width * 4)
        var target = pixels.mutableSpan
        target.withUnsafeMutableBytes { target in
            part.pixels.withUnsafeBytes { source in
                for row in 0..<part.height {
                    let place = (y + row) * stride + x * 4
                    target[place..<place + rowBytes].copyBytes(from: source[row * rowBytes..<(row + 1) * rowBytes])
                }
            }
        }
    }
}
