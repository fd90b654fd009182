import VitrailDrawList
import VitrailScene

/// The bounding boxes of groups of instances, so that a tile gets only instances that may touch it.
struct DrawChunks: Sendable {
    /// Number of instances per box; a copied chunk has a few kilobytes at most.
    static let length = 64

    /// Boxes in plot space; a box that is not finite counts as everywhere.
    private let boxes: [PlotRect]
    private let count: Int

    /// `nil`: the draw is never divided, because a transform moves its vertices or it has few instances.
    init?(_ draw: Draw, in buffer: VertexData) {
        guard draw.uniforms.transform == SIMD4(1, 1, 0, 0), draw.instanceCount > Self.length / 4,
            let box = Self.boxes(draw, in: buffer)
        else { return nil }
        count = draw.instanceCount
        boxes = stride(from: 0, to: draw.instanceCount, by: Self.length).map { start in
            var sum = box(draw.firstVertex + start)
            for i in start..<min(start + Self.length, draw.instanceCount) { sum.add(box(draw.firstVertex + i)) }
            return sum
        }
    }

    /// Returns the ranges of instances that may touch `rect`, ascending and not adjacent.
    func runs(touching rect: PixelRect) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        let (left, top) = (Float(rect.x), Float(rect.y))
        let (right, bottom) = (Float(rect.maxX), Float(rect.maxY))
        for (k, box) in boxes.enumerated() {
            // Comparisons with NaN are false, so a NaN box is never outside.
            let isOutside = box.maxX < left || box.minX > right || box.maxY < top || box.minY > bottom
            if isOutside { continue }
            let range = k * Self.length..<min((k + 1) * Self.length, count)
            if let last = runs.last, last.upperBound == range.lowerBound {
                runs[runs.count - 1] = last.lowerBound..<range.upperBound
            } else {
                runs.append(range)
            }
        }
        return runs
    }

    /// Returns a function that maps an instance's first vertex to its box, enlarged by the program's overhang and a
    /// pixel. `nil`: this kind is not divided.
    private static func boxes(_ draw: Draw, in buffer: VertexData) -> ((Int) -> PlotRect)? {
        switch buffer {
        case .line(let v):
            // Round joins extend half a width beyond both ends; the outset of line.vert is slightly larger.
            let reach = abs(draw.uniforms.shape.x) * 1.5 + 2
            return {
                PlotRect(minX: v[$0].x, minY: v[$0].y, maxX: v[$0].x, maxY: v[$0].y).joined(v[$0 + 1].x, v[$0 + 1].y)
                    .grown(by: reach)
            }
        case .area(let v):
            let isVertical = draw.uniforms.shape.x > 0.5
            return { i in
                var box = PlotRect(minX: v[i].along, minY: v[i].first, maxX: v[i].along, maxY: v[i].first)
                box = box.joined(v[i].along, v[i].second).joined(v[i + 1].along, v[i + 1].first).joined(
                    v[i + 1].along, v[i + 1].second)
                return (isVertical ? PlotRect(minX: box.minY, minY: box.minX, maxX: box.maxY, maxY: box.maxX) : box)
                    .grown(by: 1)
            }
        case .block(let v): return { v[$0].box.grown(by: 1) }
        case .envelope(let v): return { v[$0].box.grown(by: 1) }
        case .stroke(let v): return { v[$0].box.grown(by: 1) }
        case .rect(let v): return { v[$0].box.grown(by: 1) }
        case .disc(let v):
            return {
                PlotRect(minX: v[$0].x, minY: v[$0].y, maxX: v[$0].x, maxY: v[$0].y).grown(by: abs(v[$0].radius) + 1)
            }
        case .quad(let v): return { v[$0].rect.grown(by: 1) }
        case .sector, .sectorEdge, .resident, .samples: return nil
        }
    }
}

extension PlotRect {
    fileprivate func joined(_ x: Float, _ y: Float) -> PlotRect {
        var box = self
        box.add(PlotRect(minX: x, minY: y, maxX: x, maxY: y))
        return box
    }

    /// Extends the box; NaN in either box gives NaN.
    fileprivate mutating func add(_ other: PlotRect) {
        func minimum(_ a: Float, _ b: Float) -> Float { a.isNaN || b.isNaN ? .nan : min(a, b) }
        func maximum(_ a: Float, _ b: Float) -> Float { a.isNaN || b.isNaN ? .nan : max(a, b) }
        self = PlotRect(
            minX: minimum(minX, other.minX), minY: minimum(minY, other.minY), maxX: maximum(maxX, other.maxX),
            maxY: maximum(maxY, other.maxY))
    }

    fileprivate func grown(by reach: Float) -> PlotRect {
        PlotRect(minX: minX - reach, minY: minY - reach, maxX: maxX + reach, maxY: maxY + reach)
    }
}
