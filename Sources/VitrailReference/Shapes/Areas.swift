import VitrailScene

extension SceneRenderer {
    /// Slices tile: their areas add, and a pixel is full at 1.
    mutating func draw(_ area: Area, clip: PixelRect) {
        let polygons = AreaSlices.polygons(of: area)
        guard let bounds = AreaSlices.bounds(of: polygons)?.pixels(clip: clip) else { return }
        var coverage = PolygonCoverage(bounds: bounds)
        for polygon in polygons { coverage.add(polygon) }
        paint(coverage.coverage, Shade(area.paint))
    }
}

/// An area cut into simple polygons.
enum AreaSlices {
    static func polygons(of area: Area) -> [[ExactPoint]] {
        zip(area.samples, area.samples.dropFirst()).flatMap { a, b in
            polygons(from: a, to: b, orientation: area.orientation)
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

    /// One slice: nothing at a gap or a jump, a trapezoid, or two triangles where the curves cross.
    private static func polygons(
        from a: Area.Sample, to b: Area.Sample, orientation: Area.Orientation
    ) -> [[ExactPoint]] {
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
        guard startGap * endGap < 0 else { return [[firstStart, firstEnd, secondEnd, secondStart]] }
        let t = startGap / (startGap - endGap)
        let crossing = point(
            values[0] + (values[3] - values[0]) * t, values[1] + (values[4] - values[1]) * t)
        return [[firstStart, crossing, secondStart], [crossing, firstEnd, secondEnd]]
    }
}
