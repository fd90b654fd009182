import VitrailDrawList
import VitrailScene
import VitrailSystem

/// Estimates the number of pixels that instances of a draw paint. A software rasteriser cannot be interrupted, so it
/// must not get too many at once.
struct DrawCost {
    private let buffer: VertexData
    private let first: Int
    /// Upper bound per instance: the pixels of the scissor rectangle.
    private let maximum: Float
    private let width: Float
    /// Cost of a pixel relative to a plain one.
    private let weight: Float

    /// - Parameter scissor: rectangle within the canvas.
    init(of draw: Draw, in buffer: VertexData, scissor: PixelRect) {
        self.buffer = buffer
        first = draw.firstVertex
        maximum = Float(scissor.width) * Float(scissor.height)
        width = max(2 * draw.uniforms.shape.x, 0)
        // These programs read the data of each pixel from a texture and compute more.
        weight = [.slices, .stroke, .envelope, .fineEnvelope, .sector, .rect, .image].contains(draw.program) ? 3 : 1
    }

    /// Returns the weighted pixel count of the instance with this number.
    func pixels(_ instance: Int) -> Float {
        let i = first + instance
        func area(_ box: PlotRect) -> Float { (abs(box.maxX - box.minX) + 1) * (abs(box.maxY - box.minY) + 1) }
        let found: Float
        switch buffer {
        case .line(let vertices):
            guard i + 1 < vertices.count else { return 1 }
            let (x, y) = (vertices[i + 1].x - vertices[i].x, vertices[i + 1].y - vertices[i].y)
            found = ((x * x + y * y).squareRoot() + width + 2) * (width + 2)
        case .area(let vertices):
            guard i + 1 < vertices.count else { return 1 }
            let (a, b) = (vertices[i], vertices[i + 1])
            found =
                (abs(b.along - a.along) + 1)
                * (max(a.first, a.second, b.first, b.second) - min(a.first, a.second, b.first, b.second) + 1)
        case .block(let vertices): found = area(vertices[i].box)
        case .envelope(let vertices): found = area(vertices[i].box)
        case .stroke(let vertices): found = area(vertices[i].box) * (1 + vertices[i].count / 8)
        case .rect(let vertices): found = area(vertices[i].box)
        case .disc(let vertices): found = 4 * (vertices[i].radius + 1) * (vertices[i].radius + 1)
        case .sector(let vertices):
            let box = vertices[i].box
            found = box.minX < box.maxX ? area(box) : 4 * vertices[i].outerRadius * vertices[i].outerRadius
        case .sectorEdge(let vertices): found = area(vertices[i].box)
        case .quad(let vertices): found = area(vertices[i].rect)
        case .resident, .samples: found = 64
        }
        // NaN compares false, so an undefined estimate uses the upper bound.
        return found < maximum ? found * weight + 16 : maximum * weight + 16
    }
}

/// Limits the work that is sent to a device before it has drawn the work already sent. This bounds the driver's memory
/// and keeps drawing interruptible.
struct DrawPace {
    private let limit = WorkLimit.current
    /// `maxWaiting`: maximum number of instances that are not drawn yet. `waiting`: their number.
    private let maxWaiting: Int
    private var waiting = 0
    /// `maxPixels`: maximum number of pixels that are not drawn yet. `pixels`: their number.
    private var maxPixels: Float = 0x1p23
    private var pixels: Float = 0

    /// Limits in milliseconds for finishing the pending work: below `soon` the batches grow, above `late` they shrink.
    private static let (soon, late) = (8.0, 20.0)
    private static let bounds: ClosedRange<Float> = 0x1p16...0x1p32

    init(maxWaiting: Int) { self.maxWaiting = maxWaiting }

    /// Returns how many of the instances may be sent; 0: the device must finish the pending ones first.
    mutating func take(_ instances: Range<Int>, of cost: @autoclosure () -> DrawCost) -> Int {
        let maximum = min(instances.count, maxWaiting - waiting)
        guard limit != nil else {
            waiting += maximum
            return maximum
        }
        let cost = cost()
        var count = 0
        for instance in instances.prefix(maximum) {
            let own = cost.pixels(instance)
            if pixels > 0, pixels + own > maxPixels { break }
            pixels += own
            count += 1
        }
        waiting += count
        return count
    }

    /// Reports that the device has finished all pending work.
    mutating func didFinish(milliseconds: Double) {
        // The time for a small batch does not predict the time for a large one.
        if milliseconds > Self.late {
            maxPixels = max(maxPixels / 2, Self.bounds.lowerBound)
        } else if milliseconds < Self.soon, pixels > maxPixels / 2 {
            maxPixels = min(maxPixels * 2, Self.bounds.upperBound)
        }
        (waiting, pixels) = (0, 0)
    }

    /// - Throws: `GLError.interrupted` if the current work must stop.
    func check() throws(GLError) {
        if let limit, limit.isReached { throw .interrupted }
    }
}
