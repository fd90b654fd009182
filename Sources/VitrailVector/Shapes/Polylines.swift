import VitrailScene

extension SceneWriter {
    /// Writes one path with a subpath for each run.
    mutating func write(_ polyline: Polyline, clip: PixelRect) {
        stroke(width: polyline.width, paint: polyline.paint, clip: clip) { path in
            for point in polyline.points { path.append(Position(point)) }
        }
    }

    /// Writes the samples through an affine transform in Double. Indices beyond the points are ignored.
    mutating func write(_ samples: Samples, clip: PixelRect) {
        let offsets = samples.points.offsets
        let range = samples.range.clamped(to: offsets.indices)
        stroke(width: samples.width, paint: .solid(samples.color), clip: clip) { path in
            for offset in offsets[range] {
                path.append(
                    Position(
                        x: samples.scaleX * (samples.points.originX + Double(offset.x)) + samples.translationX,
                        y: samples.scaleY * (samples.points.originY + Double(offset.y)) + samples.translationY))
            }
        }
    }

    /// Writes the samples in Double.
    mutating func write(_ line: LineMark, clip: PixelRect) {
        stroke(width: line.width, paint: line.paint, clip: clip) { path in
            for point in line.points(line.indices) { path.append(Position(x: point.x, y: point.y)) }
        }
    }

    private mutating func stroke(width: Float, paint: Paint, clip: PixelRect, _ points: (inout StrokePath) -> Void) {
        guard width > 0, width.isFinite else { return }
        var path = StrokePath(box: VisibleBox(clip: clip, reach: Double(width) / 2))
        points(&path)
        guard !path.data.bytes.isEmpty else { return }
        let start = body.bytes.count
        body.write("<path fill=\"none\"")
        guard writePaint(paint, isStroke: true) else {
            body.truncate(to: start)
            return
        }
        body.attribute("stroke-width", Double(width))
        // Butt caps are the default in SVG.
        body.write(" stroke-linejoin=\"round\"")
        body.attribute("d") { $0.append(path.data) }
        body.write("/>\n")
    }
}

/// Path data of the visible parts of runs of points.
struct StrokePath {
    let box: VisibleBox
    private(set) var data = SVGWriter()
    private var previous: Position?
    /// Whether the last subpath ends at `previous`.
    private var isDown = false

    /// Hundredths of a pixel: the rounding error, half of one, changes coverage by about 1/255 at most.
    static let decimals = 2

    init(box: VisibleBox) { self.box = box }

    /// Appends a point; one that is not finite ends the run.
    mutating func append(_ position: Position) {
        guard position.isFinite else {
            previous = nil
            isDown = false
            return
        }
        defer { previous = position }
        guard let previous else {
            isDown = false
            return
        }
        guard position != previous else { return }
        if isDown, box.contains(position) {
            data.path(UInt8(ascii: "L"), position.x, position.y, decimals: Self.decimals)
            return
        }
        guard let part = box.part(from: previous, to: position) else {
            isDown = false
            return
        }
        if !isDown || part.from > 0 {
            let from = part.from > 0 ? previous.toward(position, part.from) : previous
            data.path(UInt8(ascii: "M"), from.x, from.y, decimals: Self.decimals)
        }
        let to = part.to < 1 ? previous.toward(position, part.to) : position
        data.path(UInt8(ascii: "L"), to.x, to.y, decimals: Self.decimals)
        isDown = part.to == 1
    }
}
