public import VitrailScene

/// A finished picture with its statistics.
public struct DrawnFrame: Sendable {
    public var image: PixelImage
    public var timings: FrameTimings
    public var totals: FrameTotals
    /// Whether the receiver also got the rows. Pictures in tiles are not passed to it.
    package var wasReceived = false

    public init(image: PixelImage, timings: FrameTimings, totals: FrameTotals) {
        self.image = image
        self.timings = timings
        self.totals = totals
    }
}

/// The result of starting a frame: finished, or to be taken later.
package enum StartedFrame {
    case done(DrawnFrame)
    case copying(CopyingFrame)
}

/// A frame whose commands have been sent.
struct SentFrame {
    var size: PixelSize
    /// `upload`: duration of the upload in milliseconds. `uploaded`: its end.
    var upload: Double
    var uploaded: ContinuousClock.Instant
    var totals: FrameTotals

    /// Returns the finished frame; times in milliseconds.
    ///
    /// - Parameter receive: `nil`: no receiver got the rows.
    func drawn(_ image: PixelImage, _ draw: Double, _ readback: Double, _ receive: Double?) -> DrawnFrame {
        var frame = DrawnFrame(
            image: image, timings: FrameTimings(upload: upload, draw: draw, readback: readback, receive: receive ?? 0),
            totals: totals)
        frame.wasReceived = receive != nil
        return frame
    }
}

/// A frame that the device is drawing and copying, to be taken later.
package struct CopyingFrame {
    /// Number of the frame in its player.
    var number: Int
    /// Number of the player in its session.
    var player = 0
    var sent: SentFrame
    /// Milliseconds from the end of the upload until its commands were sent.
    var draw: Double
}

/// Durations of the phases of a frame, in milliseconds.
public struct FrameTimings: Sendable, Hashable {
    /// Compiling new programs, and sending vertices, textures and uniforms.
    public var upload: Double
    /// From sending the commands until the device has finished them.
    public var draw: Double
    public var readback: Double
    /// Time that the receiver needed after the last row was read; not part of `total`.
    package var receive: Double

    public init(upload: Double, draw: Double, readback: Double) {
        self.init(upload: upload, draw: draw, readback: readback, receive: 0)
    }

    init(upload: Double, draw: Double, readback: Double, receive: Double) {
        (self.upload, self.draw, self.readback, self.receive) = (upload, draw, readback, receive)
    }

    public var total: Double { upload + draw + readback }
}

/// Counts for one frame.
public struct FrameTotals: Sendable, Hashable {
    public var draws: Int
    public var instances: Int
    public var vertices: Int
    /// Bytes sent to the device, without data that it already had.
    public var uploadedBytes: Int

    public init(draws: Int, instances: Int, vertices: Int, uploadedBytes: Int) {
        self.draws = draws
        self.instances = instances
        self.vertices = vertices
        self.uploadedBytes = uploadedBytes
    }
}

/// Totals over several frames.
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

/// A picture that is being assembled from parts.
struct ComposedFrame {
    private var image: PixelImage
    private var sum = FrameSum()

    init(size: PixelSize) { image = PixelImage(size: size) }

    /// - Precondition: the part is inside the picture.
    mutating func add(_ part: DrawnFrame, x: Int, y: Int) {
        image.put(part.image, x: x, y: y)
        sum.add(part)
    }

    consuming func finish() -> DrawnFrame { DrawnFrame(image: image, timings: sum.timings, totals: sum.totals) }
}

extension PixelImage {
    fileprivate mutating func put(_ part: PixelImage, x: Int, y: Int) {
        precondition(
            x >= 0 && y >= 0 && x + part.width <= width && y + part.height <= height,
            "the part reaches beyond the picture")
        let (rowBytes, stride) = (part.width * 4, width * 4)
        var target = pixels.mutableSpan
        target.withUnsafeMutableBytes { target in
            part.pixels.withUnsafeBytes { source in
                for row in 0..<part.height {
                    let position = (y + row) * stride + x * 4
                    target[position..<position + rowBytes].copyBytes(
                        from: source[row * rowBytes..<(row + 1) * rowBytes])
                }
            }
        }
    }
}
