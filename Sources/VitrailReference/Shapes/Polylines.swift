import VitrailScene

extension SceneRenderer {
    mutating func draw(_ polyline: Polyline, clip: PixelRect) {
        stroke(
            polyline.points.lazy.map(ExactPoint.init), width: polyline.width, shade: Shade(polyline.paint),
            clip: clip)
    }

    /// Strokes the samples through an affine transform in Double. Indices beyond the points are ignored.
    mutating func draw(_ samples: Samples, clip: PixelRect) {
        let offsets = samples.points.offsets
        let points = offsets[samples.range.clamped(to: offsets.indices)].lazy.map { offset in
            ExactPoint(
                x: samples.scaleX * (samples.points.originX + Double(offset.x)) + samples.translationX,
                y: samples.scaleY * (samples.points.originY + Double(offset.y)) + samples.translationY)
        }
        stroke(points, width: samples.width, shade: .flat(samples.color.exact), clip: clip)
    }

    /// Strokes the samples in Double.
    mutating func draw(_ line: LineMark, clip: PixelRect) {
        stroke(
            line.points(line.indices).lazy.map { ExactPoint(x: $0.x, y: $0.y) }, width: line.width,
            shade: Shade(line.paint), clip: clip)
    }

    private mutating func stroke(
        _ points: some Sequence<ExactPoint>, width: Float, shade: Shade, clip: PixelRect
    ) {
        guard width > 0, width.isFinite else { return }
        let pieces = Stroke.pieces(of: points, radius: Double(width) / 2, region: ExactRect(clip))
        guard let first = pieces.first else { return }
        let extent = pieces.dropFirst().reduce(first.extent) { $0.union($1.extent) }
        guard let bounds = extent.pixels(clip: clip) else { return }
        paint(UnionCoverage.coverage(of: pieces, in: bounds), shade)
    }
}

/// Divides a stroke into the rectangle of each segment and a full disc at each inner point of a run.
///
/// Joins are round, caps are butt (SVG 2 §13). The pieces overlap; the stroke is their union.
enum Stroke {
    /// - Parameter region: pieces that do not reach it are omitted.
    static func pieces(
        of points: some Sequence<ExactPoint>, radius: Double, region: ExactRect
    ) -> [StrokePiece] {
        var pieces: [StrokePiece] = []
        var previous: ExactPoint?
        var isInsideRun = false
        for point in points {
            guard point.isFinite else {
                previous = nil
                isInsideRun = false
                continue
            }
            if let previous {
                if isInsideRun { append(StrokePiece(disc: previous, radius: radius)) }
                append(StrokePiece(from: previous, to: point, radius: radius, region: region))
                isInsideRun = true
            }
            previous = point
        }
        func append(_ piece: StrokePiece?) {
            if let piece, piece.extent.intersects(region) { pieces.append(piece) }
        }
        return pieces
    }
}
