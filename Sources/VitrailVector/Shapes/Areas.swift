import VitrailScene

extension SceneWriter {
    /// Writes one path of polygons that all turn in the same direction, so that overlapping ones unite; with two
    /// paints, one path for each.
    mutating func write(_ area: Area, clip: PixelRect) {
        guard let inverted = area.invertedPaint, inverted != area.paint else {
            return write(area, area.paint, side: nil, clip: clip)
        }
        write(area, area.paint, side: 1, clip: clip)
        write(area, inverted, side: -1, clip: clip)
    }

    private mutating func write(_ area: Area, _ paint: Paint, side: Double?, clip: PixelRect) {
        var path = AreaPath(box: VisibleBox(clip: clip, reach: 0), orientation: area.orientation, side: side)
        for (a, b) in zip(area.samples, area.samples.dropFirst()) { path.append(a, b) }
        path.close()
        guard !path.data.bytes.isEmpty else { return }
        let start = body.bytes.count
        body.write("<path")
        guard writePaint(paint, isStroke: false) else {
            body.truncate(to: start)
            return
        }
        body.attribute("d") { $0.append(path.data) }
        body.write("/>\n")
    }
}

/// Path data of an area: one polygon for each run without a crossing of the curves or a change of direction.
struct AreaPath {
    private(set) var data = SVGWriter()
    private let along: ClosedRange<Double>
    private let across: ClosedRange<Double>
    private let isVertical: Bool
    /// The sign of second − first where the path is written. `nil`: everywhere.
    private let wantedSide: Double?

    /// The samples (along, first, second) of the open run.
    private var stretch: [SIMD3<Double>] = []
    /// The signs of its `along` steps and of second − first; 0: not known yet.
    private var step = 0.0
    private var side = 0.0

    init(box: VisibleBox, orientation: Area.Orientation, side: Double?) {
        isVertical = orientation == .vertical
        wantedSide = side
        let (x, y) = (box.minX...box.maxX, box.minY...box.maxY)
        (along, across) = isVertical ? (y, x) : (x, y)
    }

    /// Appends the part between two samples; at a gap or a jump, the run ends.
    mutating func append(_ a: Area.Sample, _ b: Area.Sample) {
        let start = SIMD3(Double(a.along), Double(a.first), Double(a.second))
        let span = SIMD3(Double(b.along), Double(b.first), Double(b.second)) - start
        guard [start.x, start.y, start.z, span.x, span.y, span.z].allSatisfy(\.isFinite), span.x != 0 else {
            return close()
        }
        let ends = [(along.lowerBound - start.x) / span.x, (along.upperBound - start.x) / span.x].sorted()
        let (from, to) = (max(0, ends[0]), min(1, ends[1]))
        guard from < to else { return close() }
        var last = start + span * from
        for t in cuts(start, span, from, to) + [to] {
            let next = t == 1 ? start + span : start + span * t
            appendPart(held(last), held(next))
            last = next
        }
        if to < 1 { close() }
    }

    /// Returns the parameters where the curves cross each other or leave the visible range, ascending.
    private func cuts(_ start: SIMD3<Double>, _ span: SIMD3<Double>, _ from: Double, _ to: Double) -> [Double] {
        var cuts: [Double] = []
        func cut(_ t: Double) { if t > from, t < to { cuts.append(t) } }
        let (startGap, endGap) = (start.z - start.y, start.z + span.z - start.y - span.y)
        if startGap * endGap < 0 { cut(startGap / (startGap - endGap)) }
        for curve in 1...2 where span[curve] != 0 {
            let end = start[curve] + span[curve]
            if across.contains(start[curve]), across.contains(end) { continue }
            cut((across.lowerBound - start[curve]) / span[curve])
            cut((across.upperBound - start[curve]) / span[curve])
        }
        return cuts.sorted()
    }

    private func held(_ sample: SIMD3<Double>) -> SIMD3<Double> {
        func held(_ value: Double) -> Double { min(max(value, across.lowerBound), across.upperBound) }
        return SIMD3(sample.x, held(sample.y), held(sample.z))
    }

    private mutating func appendPart(_ a: SIMD3<Double>, _ b: SIMD3<Double>) {
        let middle = (a.z - a.y) + (b.z - b.y)
        let side: Double = middle > 0 ? 1 : middle < 0 ? -1 : 0
        if let wantedSide, side != 0, side != wantedSide { return close() }
        let step: Double = b.x > a.x ? 1 : -1
        let turns = step != self.step || (side != 0 && self.side != 0 && side != self.side)
        if stretch.last != a || turns {
            close()
            stretch = [a]
            self.step = step
        }
        if side != 0 { self.side = side }
        stretch.append(b)
    }

    /// Ends the polygon of the open run.
    mutating func close() {
        defer {
            stretch.removeAll(keepingCapacity: true)
            side = 0
        }
        guard stretch.count > 1, side != 0 else { return }
        // Forwards along one curve, back along the other; the choice sets the direction of rotation.
        let forward = step * side * (isVertical ? -1 : 1) > 0 ? 1 : 2
        var command = UInt8(ascii: "M")
        func append(_ sample: SIMD3<Double>, _ curve: Int, _ data: inout SVGWriter) {
            let (x, y) = isVertical ? (sample[curve], sample.x) : (sample.x, sample[curve])
            data.path(command, x, y, decimals: StrokePath.decimals)
            command = UInt8(ascii: "L")
        }
        for sample in stretch { append(sample, forward, &data) }
        for sample in stretch.reversed() { append(sample, 3 - forward, &data) }
        data.write("z")
    }
}
