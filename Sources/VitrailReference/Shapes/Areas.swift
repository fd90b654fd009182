import VitrailScene

extension SceneRenderer {
    /// The trapezoids do not overlap, so their areas add up to at most 1 in a pixel. With two paints, the same holds
    /// for both together, unless the area is not monotonic.
    mutating func draw(_ area: Area, clip: PixelRect) {
        let slices = AreaSlices.slices(of: area)
        guard let bounds = AreaSlices.bounds(of: slices.map(\.polygon))?.pixels(clip: clip) else { return }
        guard let inverted = area.invertedPaint, inverted != area.paint else {
            return paint(coverage(of: slices.map(\.polygon), bounds), Shade(area.paint))
        }
        let ordered = coverage(of: slices.filter(\.isOrdered).map(\.polygon), bounds)
        let others = coverage(of: slices.filter { !$0.isOrdered }.map(\.polygon), bounds)
        guard !area.isMonotonic else { return paint(ordered, Shade(area.paint), beside: others, Shade(inverted)) }
        paint(ordered, Shade(area.paint))
        paint(others, Shade(inverted))
    }

    private func coverage(of polygons: [[ExactPoint]], _ bounds: PixelRect) -> Coverage {
        var coverage = PolygonCoverage(bounds: bounds)
        for polygon in polygons { coverage.add(polygon) }
        return coverage.coverage
    }
}

/// Divides an area into simple polygons.
enum AreaSlices {
    /// A polygon, and whether the first curve is before the second in it.
    typealias Slice = (polygon: [ExactPoint], isOrdered: Bool)

    static func slices(of area: Area) -> [Slice] {
        zip(area.samples, area.samples.dropFirst()).flatMap { a, b in
            slices(from: a, to: b, orientation: area.orientation)
        }
    }

    static func bounds(of polygons: [[ExactPoint]]) -> ExactRect? {
        var result: ExactRect?
        for point in polygons.joined() {
            let own = ExactRect(center: point, radius: 0)
            result = result?.union(own) ?? own
        }
        return result
    }

    /// Divides the part between two samples: nothing at a gap or a jump, otherwise a trapezoid, or two triangles if the
    /// curves cross.
    private static func slices(from a: Area.Sample, to b: Area.Sample, orientation: Area.Orientation) -> [Slice] {
        func point(_ along: Double, _ across: Double) -> ExactPoint {
            orientation == .horizontal ? ExactPoint(x: along, y: across) : ExactPoint(x: across, y: along)
        }
        let values = [a.along, a.first, a.second, b.along, b.first, b.second].map(Double.init)
        guard values.allSatisfy(\.isFinite), a.along != b.along else { return [] }
        let firstStart = point(values[0], values[1])
        let secondStart = point(values[0], values[2])
        let firstEnd = point(values[3], values[4])
        let secondEnd = point(values[3], values[5])
        let (startGap, endGap) = (values[2] - values[1], values[5] - values[4])
        guard startGap * endGap < 0 else {
            return [([firstStart, firstEnd, secondEnd, secondStart], startGap + endGap >= 0)]
        }
        let t = startGap / (startGap - endGap)
        let crossing = point(
            values[0] + (values[3] - values[0]) * t, values[1] + (values[4] - values[1]) * t)
        return [([firstStart, crossing, secondStart], startGap > 0), ([crossing, firstEnd, secondEnd], endGap > 0)]
    }
}
