import VitrailScene

/// The part of plot space from where a shape can reach the clip rectangle, and a guard box around it.
///
///     ┌ guard ─────────────┐
///     │   ┌ visible ───┐   │   visible: clip, extended by the reach of a shape around its points and one pixel
///     │   │  ┌ clip ─┐ │   │   guard: coordinates up to here go to the GPU unchanged
///     │   │  └───────┘ │   │
///     │   └────────────┘   │
///     └────────────────────┘
struct VisibleBox {
    let minX: Float
    let minY: Float
    let maxX: Float
    let maxY: Float
    let guardMin: SIMD2<Double>
    let guardMax: SIMD2<Double>

    /// Pixels. Wide enough that few segments are cut, narrow enough that Float is precise to 1/1000 of a pixel at its
    /// edge.
    static let guardMargin = 512.0

    /// - Parameter reach: max distance from a point to its paint, in pixels, ≥ 0.
    init(clip: PixelRect, reach: Float) {
        let grown = reach + 1
        minX = Float(clip.x) - grown
        minY = Float(clip.y) - grown
        maxX = Float(clip.maxX) + grown
        maxY = Float(clip.maxY) + grown
        guardMin = SIMD2(Double(minX), Double(minY)) - Self.guardMargin
        guardMax = SIMD2(Double(maxX), Double(maxY)) + Self.guardMargin
    }

    /// Whether a point lies in the guard box and needs no cutting.
    @inline(__always)
    func isGuarded(_ point: PlotPoint) -> Bool {
        let x = Double(point.x)
        let y = Double(point.y)
        return x >= guardMin.x && x <= guardMax.x && y >= guardMin.y && y <= guardMax.y
    }

    /// Whether both points lie beyond the same side, so that no part of the segment between them is visible.
    @inline(__always)
    func isHidden(_ a: PlotPoint, _ b: PlotPoint) -> Bool {
        max(a.x, b.x) < minX || min(a.x, b.x) > maxX || max(a.y, b.y) < minY || min(a.y, b.y) > maxY
    }

    /// The part of a segment inside the guard box, as a range of its parameter 0…1. nil: there is none.
    ///
    /// - Source: Liang and Barsky, "A new concept and method for line clipping" (1984).
    func guardedPart(from start: SIMD2<Double>, to end: SIMD2<Double>) -> ClosedRange<Double>? {
        let span = end - start
        var enter = 0.0
        var leave = 1.0
        for axis in 0..<2 {
            if span[axis] == 0 {
                if start[axis] < guardMin[axis] || start[axis] > guardMax[axis] { return nil }
                continue
            }
            let a = (guardMin[axis] - start[axis]) / span[axis]
            let b = (guardMax[axis] - start[axis]) / span[axis]
            enter = max(enter, min(a, b))
            leave = min(leave, max(a, b))
        }
        return enter < leave ? enter...leave : nil
    }
}
