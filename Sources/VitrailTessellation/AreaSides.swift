import VitrailDrawList
import VitrailScene

/// An area with two paints, split by the order of its curves. Pixel columns that contain both paints ("seams") are kept
/// apart: there, the coverage of both paints is added up.
///
///     along  │  │  │  │  │  │  │
///            ├──┴──┼──┼──┴──┼──┤
///             first ╲╱ second         away: each paint alone, blended over the target
///             second╱╲ first          seams: both paints together
///
/// For an area that runs along y, a column here is a pixel row.
struct AreaSides {
    typealias Pair = (ordered: [Area.Sample], inverted: [Area.Sample])

    private(set) var away: Pair = ([], [])
    private(set) var seams: Pair = ([], [])

    /// Visible columns.
    private let columns: Range<Int>
    /// The sides that touch each column: 1 = ordered, 2 = inverted, 3 = both.
    private var sides: [UInt8]

    init(_ samples: Span<Area.Sample>, columns: Range<Int>) {
        self.columns = columns
        sides = Array(repeating: 0, count: columns.count)
        Self.forEachSlice(samples) { a, b, isOrdered in
            for column in self.columns(a, b) { sides[column] |= isOrdered ? 1 : 2 }
        }
        Self.forEachSlice(samples) { a, b, isOrdered in append(a, b, isOrdered) }
    }

    /// Calls `body` for each trapezoid with a length along. A trapezoid whose curves cross is cut at the crossing, so
    /// that each part lies on one side.
    @inline(__always)
    private static func forEachSlice(
        _ samples: Span<Area.Sample>, _ body: (Area.Sample, Area.Sample, _ isOrdered: Bool) -> Void
    ) {
        var last = Area.Sample.gap
        for i in samples.indices {
            let next = samples[i]
            defer { last = next }
            guard last.isFinite, next.isFinite, last.along != next.along else { continue }
            let (start, end) = (Double(last.second) - Double(last.first), Double(next.second) - Double(next.first))
            guard start * end < 0 else {
                body(last, next, start + end >= 0)
                continue
            }
            let crossing = mixed(last, next, start / (start - end))
            body(last, Area.Sample(along: crossing.along, first: crossing.first, second: crossing.first), start > 0)
            body(Area.Sample(along: crossing.along, first: crossing.first, second: crossing.first), next, end > 0)
        }
    }

    private static func mixed(_ a: Area.Sample, _ b: Area.Sample, _ share: Double) -> Area.Sample {
        func mixed(_ a: Float, _ b: Float) -> Float { Float(Double(a) + (Double(b) - Double(a)) * share) }
        return Area.Sample(
            along: mixed(a.along, b.along), first: mixed(a.first, b.first), second: mixed(a.second, b.second))
    }

    /// The visible columns that a trapezoid touches, as indices from the first visible column.
    private func columns(_ a: Area.Sample, _ b: Area.Sample) -> Range<Int> {
        let (start, count) = (Float(columns.lowerBound), Float(columns.count))
        let low = min(max(min(a.along, b.along) - start, 0), count)
        let high = min(max(max(a.along, b.along) - start, 0), count)
        return Int(low)..<max(Int(high.rounded(.up)), Int(low))
    }

    /// Appends a trapezoid, cut where seams begin and end.
    private mutating func append(_ a: Area.Sample, _ b: Area.Sample, _ isOrdered: Bool) {
        let own = columns(a, b)
        guard own.count > 1, let first = own.first, own.contains(where: { sides[$0] == 3 }) else {
            return append(a, b, isOrdered, isSeam: own.first.map { sides[$0] == 3 } ?? false)
        }
        let isForward = b.along > a.along
        var last = a
        var column = isForward ? first : own.upperBound - 1
        while own.contains(column) {
            let isSeam = sides[column] == 3
            let next =
                isForward
                ? own[column...].first { (sides[$0] == 3) != isSeam }
                : own[...column].last { (sides[$0] == 3) != isSeam }
            guard let next else { break }
            let edge = Float(columns.lowerBound + (isForward ? next : next + 1))
            var cut = Self.mixed(a, b, (Double(edge) - Double(a.along)) / (Double(b.along) - Double(a.along)))
            cut.along = edge
            if cut.along != last.along { append(last, cut, isOrdered, isSeam: isSeam) }
            (last, column) = (cut, next)
        }
        if last.along != b.along { append(last, b, isOrdered, isSeam: own.contains(column) && sides[column] == 3) }
    }

    private mutating func append(_ a: Area.Sample, _ b: Area.Sample, _ isOrdered: Bool, isSeam: Bool) {
        func append(to samples: inout [Area.Sample]) {
            if samples.last != a { samples += samples.isEmpty ? [a] : [.gap, a] }
            samples.append(b)
        }
        switch (isSeam, isOrdered) {
        case (false, true): append(to: &away.ordered)
        case (false, false): append(to: &away.inverted)
        case (true, true): append(to: &seams.ordered)
        case (true, false): append(to: &seams.inverted)
        }
    }
}

extension DrawListBuilder {
    /// Draws an area with two paints.
    mutating func append(_ area: Area, inverted: Paint, clip: PixelRect, label: String) {
        let isVertical = area.orientation == .vertical
        let tiles = !area.paint.isClear && !inverted.isClear && area.isMonotonic
        let columns = !tiles ? 0..<0 : isVertical ? clip.y..<clip.maxY : clip.x..<clip.maxX
        let sides = AreaSides(area.samples.span, columns: columns)
        append(sides.away, area, inverted, clip: clip, label: label)
        let rects = rects(of: sides.seams, isVertical: isVertical, clip: clip)
        guard !rects.isEmpty else { return }
        let patches = patches(rects)
        begin(.group, erasing: patches, clip: clip, label: label)
        let outer = (base, blend)
        (base, blend) = (.group, .add)
        append(sides.seams, area, inverted, clip: clip, label: label)
        (base, blend) = outer
        var uniforms = DrawUniforms(size: size)
        uniforms.shape.x = 1
        resolve(.resolveGroup, from: .group, in: patches, uniforms: uniforms, clip: clip, label: label)
    }

    /// The pixels that seams touch.
    private func rects(of seams: AreaSides.Pair, isVertical: Bool, clip: PixelRect) -> [PixelRect] {
        guard !seams.ordered.isEmpty || !seams.inverted.isEmpty else { return [] }
        var columns = CoverageColumns(clip: clip, reach: 0, isVertical: isVertical)
        for side in [seams.ordered, seams.inverted] {
            for (a, b) in zip(side, side.dropFirst()) where a.isFinite && b.isFinite {
                columns.touch(AreaVertex(a, run: 0), AreaVertex(b, run: 0))
            }
        }
        return columns.rects()
    }

    private mutating func append(
        _ sides: AreaSides.Pair, _ area: Area, _ inverted: Paint, clip: PixelRect, label: String
    ) {
        for (samples, paint) in [(sides.ordered, area.paint), (sides.inverted, inverted)]
        where !samples.isEmpty && !paint.isClear {
            append(
                slicesOf: Area(samples: samples, orientation: area.orientation, paint: paint), clip: clip, label: label)
        }
    }
}
